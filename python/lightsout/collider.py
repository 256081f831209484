"""Collision checks of link meshes over NumPy arrays; the work is done by liblightsout_collider.so on all cores, without
the interpreter's lock."""
import ctypes
import os
import pathlib
import shutil

import numpy


class ColliderError(ValueError):
    """What could not be loaded or checked, and why."""


class _Setup(ctypes.Structure):
    _fields_ = [
        ("models", ctypes.POINTER(ctypes.c_char_p)),
        ("group_sizes", ctypes.POINTER(ctypes.c_int)),
        ("groups", ctypes.c_int),
        ("static_groups", ctypes.POINTER(ctypes.c_int)),
        ("static_group_count", ctypes.c_int),
        ("rules", ctypes.c_char_p),
        ("neighbours", ctypes.c_int),
        ("containment", ctypes.c_int),
        ("scale", ctypes.c_double),
        ("colliders", ctypes.c_int),
    ]


def _candidates():
    """Where the library may lie: what LIGHTSOUT_COLLIDER_LIBRARY names, and nothing else; beside this package, in lib of a folder
    above and in a build folder there; in lib of the prefix whose bin/lightsout is in PATH."""
    if named := os.environ.get("LIGHTSOUT_COLLIDER_LIBRARY"):
        return [pathlib.Path(named)]
    folders = [folder for above in pathlib.Path(__file__).resolve().parents
               for folder in (above, above / "lib", *sorted(above.glob("build/*/lib")))]
    if program := shutil.which("lightsout"):
        folders.append(pathlib.Path(program).resolve().parent.parent / "lib")
    return [folder / "liblightsout_collider.so" for folder in folders] + [
        path for folder in folders for path in sorted(folder.glob("liblightsout_collider.so.*"))]


def _library():
    path = next((path for path in _candidates() if path.exists()), None)
    if path is None:
        raise ColliderError("liblightsout_collider.so was not found: install lightsout, or name the library by "
                            "LIGHTSOUT_COLLIDER_LIBRARY")
    library = ctypes.CDLL(str(path))
    ints = ctypes.POINTER(ctypes.c_int)
    library.lightsout_collider_open.restype = ctypes.c_void_p
    library.lightsout_collider_open.argtypes = [ctypes.POINTER(_Setup), ctypes.c_char_p, ctypes.c_int]
    library.lightsout_collider_close.restype = None
    library.lightsout_collider_close.argtypes = [ctypes.c_void_p]
    library.lightsout_collider_links.argtypes = [ctypes.c_void_p, ints, ctypes.c_int]
    library.lightsout_collider_notes.restype = ctypes.c_char_p
    library.lightsout_collider_notes.argtypes = [ctypes.c_void_p]
    library.lightsout_collider_check.argtypes = [
        ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ints, ctypes.c_int, ctypes.c_double, ctypes.c_void_p,
        ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
    for name in ("pairs", "contacts", "distances"):
        getattr(library, f"lightsout_collider_{name}").argtypes = [
            ctypes.c_void_p, ctypes.c_void_p, ints, ctypes.c_int, ctypes.c_double, ctypes.c_void_p, ctypes.c_int,
            ctypes.c_char_p, ctypes.c_int]
    return library


def _ints(values):
    return (ctypes.c_int * len(values))(*values)


def _structured(rows, fields):
    """Columns side by side become fields of these names, types and widths."""
    result = numpy.empty(len(rows), dtype=fields)
    column = 0
    for name, _, *width in fields:
        wide = width[0] if width else 1
        result[name] = rows[:, column:column + wide] if width else rows[:, column]
        column += wide
    return result


class Collider:
    """Over groups of models, one group per robot or static object, one model (a mesh file or "box:0.1,0.2,0.3") per link.

    static: numbers of the groups that never move. allow: text of an allow file. See docs/collide.md."""

    def __init__(self, groups, static=(), allow=None, neighbours=1, containment=True, scale=1.0, colliders=0):
        self._handle = None
        self._api = _library()
        models = [os.fsencode(os.fspath(model)) for group in groups for model in group]
        setup = _Setup(
            (ctypes.c_char_p * len(models))(*models), _ints([len(group) for group in groups]), len(groups),
            _ints(list(static)), len(static), allow.encode() if allow is not None else None, neighbours,
            1 if containment else 0, scale, colliders)
        error = ctypes.create_string_buffer(4096)
        self._handle = self._api.lightsout_collider_open(ctypes.byref(setup), error, len(error))
        if not self._handle:
            raise ColliderError(error.value.decode(errors="replace"))

    def close(self):
        if self._handle:
            self._api.lightsout_collider_close(self._handle)
            self._handle = None

    def __del__(self):
        self.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    @property
    def notes(self):
        """What loading had to tell about the models, a list of lines."""
        return self._api.lightsout_collider_notes(self._open()).decode(errors="replace").splitlines()

    def is_collided(self, matrices, robots=None, margin=0.0):
        """matrices: n x links x 4 x 4, or links x 4 x 4 for one configuration. An array of n booleans, or one boolean."""
        return self._check(matrices, robots, margin, False)[0]

    def distance(self, matrices, robots=None):
        """The smallest distance of each configuration; 0 where links touch, infinity where there is no pair."""
        return self._check(matrices, robots, 0.0, True)[1]

    def pairs(self, matrices, robots=None, margin=0.0):
        """The links of one configuration that touch: n x 2 numbers, counted through all groups."""
        return self._rows("pairs", 2, matrices, robots, margin).astype(int)

    def contacts(self, matrices, robots=None, margin=0.0):
        """Where the links of one configuration touch: a structured array of links (2), point (3), normal (3) and depth.
        Moving the second link by depth along the normal parts them; within a margin the depth is minus the distance."""
        rows = self._rows("contacts", 9, matrices, robots, margin)
        return _structured(rows, [("links", int, 2), ("point", float, 3), ("normal", float, 3), ("depth", float)])

    def distances(self, matrices, robots=None, within=numpy.inf):
        """The distance of each pair of links of one configuration that is at most `within` apart: a structured array of
        links (2), distance, on_first (3) and on_second (3), the nearest points."""
        rows = self._rows("distances", 9, matrices, robots, within)
        return _structured(rows, [("links", int, 2), ("distance", float), ("on_first", float, 3), ("on_second", float, 3)])

    def _rows(self, name, width, matrices, robots, number):
        handle = self._open()
        matrices, asked, count = self._placed(matrices, robots)
        if matrices.ndim != 3:
            raise ColliderError(f"{name} are of one configuration: links x 4 x 4, not {matrices.shape}")
        error = ctypes.create_string_buffer(4096)
        function = getattr(self._api, f"lightsout_collider_{name}")
        rows = numpy.empty((64, width))
        while True:
            found = function(handle, matrices.ctypes.data, asked, count, number, rows.ctypes.data, len(rows), error, len(error))
            if found < 0:
                raise ColliderError(error.value.decode(errors="replace"))
            if found <= len(rows):
                return rows[:found]
            rows = numpy.empty((found, width))

    def _placed(self, matrices, robots):
        """The matrices as they lie in the memory, the robots for ctypes, and their number."""
        matrices = numpy.ascontiguousarray(matrices, dtype=numpy.float64)
        asked = None if robots is None else _ints(list(robots))
        count = 0 if robots is None else len(asked)
        links = self._api.lightsout_collider_links(self._open(), asked, count)
        if links < 0:
            raise ColliderError(f"robots {list(robots)}: an index is out of range or of a static group")
        if matrices.ndim not in (3, 4) or matrices.shape[-3:] != (links, 4, 4):
            raise ColliderError(f"matrices must be (n, {links}, 4, 4), they are {matrices.shape}")
        return matrices, asked, count

    def _open(self):
        if not self._handle:
            raise ColliderError("the collider is closed")
        return self._handle

    def _check(self, matrices, robots, margin, wants_distance):
        handle = self._open()
        matrices, asked, count = self._placed(matrices, robots)
        single = matrices.ndim == 3
        n = 1 if single else matrices.shape[0]
        collided = numpy.zeros(n, dtype=bool)
        distances = numpy.empty(n) if wants_distance else None
        error = ctypes.create_string_buffer(4096)
        # ctypes lets go of the interpreter's lock while it calls.
        done = self._api.lightsout_collider_check(
            handle, matrices.ctypes.data, n, asked, count, margin, collided.ctypes.data,
            distances.ctypes.data if wants_distance else None, error, len(error))
        if done != 0:
            raise ColliderError(error.value.decode(errors="replace"))
        if single:
            return bool(collided[0]), float(distances[0]) if wants_distance else None
        return collided, distances
