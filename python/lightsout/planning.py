# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Planning scenes over NumPy arrays: robots of URDF and SRDF files among objects, asked by positions of their joints. The work
is done by liblightsout_collider.so on all cores, without the interpreter's lock."""
from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import ArrayLike, NDArray

from ._library import ColliderError, ErrorText, Opened, motion_arrays, rows_of, structured


def _strings(values: Sequence[str | os.PathLike]):
    return (ctypes.c_char_p * len(values))(*(os.fsencode(os.fspath(value)) for value in values))


def _matrix(matrix: ArrayLike | None) -> NDArray | None:
    if matrix is None:
        return None
    array = numpy.ascontiguousarray(matrix, dtype=numpy.float64)
    if array.shape != (4, 4):
        raise ColliderError(f"a pose is a matrix of 4 x 4, not {array.shape}")
    return array


def _data(array: NDArray | None) -> Any:
    """An argument that keeps the array alive."""
    return None if array is None else array.ctypes


class PlanningScene(Opened):
    """Robots and objects; who touches whom, how far apart everything is, and whether the way between two configurations is
    free. Any thread may ask and edit at any time. Positions are of all `variables`, in order, in rad and m.

    checkers: queries that run at once, 0 for one per core. containment: closed meshes are solid. neighbours: without an SRDF
    links that are at most so many joints apart are not tested. See docs/planning.md."""

    _close_function = "lightsout_scene_close"

    def __init__(self, checkers: int = 0, containment: bool = True, neighbours: int = 1) -> None:
        super().__init__()
        self._handle = self._api.lightsout_scene_open(checkers, 1 if containment else 0, neighbours)

    def add_robot(self, urdf: str | os.PathLike, srdf: str | os.PathLike | None = None,
                  package_paths: Sequence[str | os.PathLike] = (), base: ArrayLike | None = None, prefix: str = "") -> None:
        """package_paths: folders in which package://NAME/... is looked for. prefix: stands before the names of links and
        variables, which two robots of one model need."""
        self._call("add_robot", os.fsencode(os.fspath(urdf)), None if srdf is None else os.fsencode(os.fspath(srdf)),
                   _strings(package_paths), len(package_paths), _data(_matrix(base)), prefix.encode())

    def add_object(self, name: str, model: str | os.PathLike | Sequence[str | os.PathLike], pose: ArrayLike | None = None) -> None:
        """model: a mesh file, an octree (.bt, .ot), a primitive ("box:0.1,0.2,0.3"), or several of them."""
        models = [model] if isinstance(model, (str, os.PathLike)) else list(model)
        self._call("add_object", name.encode(), _strings(models), None, len(models), _data(_matrix(pose)))

    def add_mesh(self, name: str, vertices: ArrayLike, triangles: ArrayLike, pose: ArrayLike | None = None) -> None:
        """vertices: n x 3, in m. triangles: n x 3 numbers of vertices, counter-clockwise seen from outside."""
        corners = numpy.ascontiguousarray(vertices, dtype=numpy.float64).reshape(-1, 3)
        faces = numpy.ascontiguousarray(triangles, dtype=numpy.int32).reshape(-1, 3)
        self._call("add_mesh", name.encode(), corners.ctypes.data, len(corners), faces.ctypes.data, len(faces),
                   _data(_matrix(pose)))

    def move_object(self, name: str, pose: ArrayLike) -> None:
        """Of an attached object: its pose as seen from the link."""
        self._call("move_object", name.encode(), _data(_matrix(pose)))

    def remove_object(self, name: str) -> None:
        self._call("remove_object", name.encode())

    def attach(self, object: str, link: str, positions: ArrayLike, touch_links: Sequence[str] = ()) -> None:
        """From now on the object follows the link, as the two stand at `positions`; it may touch the links named."""
        at = self._configuration(positions)
        self._call("attach", object.encode(), link.encode(), at.ctypes.data, len(at), _strings(touch_links), len(touch_links))

    def detach(self, object: str, positions: ArrayLike) -> None:
        """From now on the object stands where it is at `positions`."""
        at = self._configuration(positions)
        self._call("detach", object.encode(), at.ctypes.data, len(at))

    def set_size(self, link: str, padding: float = 0.0, scale: float = 1.0) -> None:
        """Makes a link or object larger: by a factor about the middle of each model, then by `padding` (m) all around. "*": all
        links of robots."""
        self._call("set_size", link.encode(), padding, scale)

    def allow(self, first: str, second: str, may_touch: bool = True) -> None:
        """Whether two links or objects may touch without being reported. "*": all."""
        self._call("allow", first.encode(), second.encode(), 1 if may_touch else 0)

    @property
    def names(self) -> list[str]:
        """Links with collision geometry, and objects: what the numbers in results count, as long as nobody edits."""
        return self._lines("names")

    @property
    def variables(self) -> list[str]:
        """What a configuration has a position of, in order."""
        return self._lines("variable_names")

    @property
    def limits(self) -> NDArray:
        """Of each variable lower and upper: n x 2, infinite without limits."""
        return self._variables()[:, :2]

    @property
    def start(self) -> NDArray:
        """A configuration: of each variable 0, or the nearest within its limits."""
        return self._variables()[:, 2]

    @property
    def notes(self) -> list[str]:
        """What loading the robots had to tell."""
        return self._lines("notes")

    def pose(self, name: str, positions: ArrayLike) -> NDArray:
        """Of a link or an object: 4 x 4."""
        at, matrix = self._configuration(positions), numpy.empty((4, 4))
        self._call("pose", name.encode(), at.ctypes.data, len(at), matrix.ctypes.data)
        return matrix

    def is_collided(self, positions: ArrayLike, margin: float = 0.0) -> Any:
        """positions: n x variables, or one configuration. An array of n booleans, or one boolean."""
        return self._check(positions, margin, False)[0]

    def distance(self, positions: ArrayLike) -> Any:
        """The smallest distance of each configuration; 0 where something touches, infinity where there is no pair."""
        return self._check(positions, 0.0, True)[1]

    def pairs(self, positions: ArrayLike, margin: float = 0.0) -> list[tuple[str, str]]:
        """The names of what touches in one configuration."""
        names = self.names
        return [(names[int(a)], names[int(b)]) for a, b in self._rows("pairs", 2, positions, margin)]

    def contacts(self, positions: ArrayLike, margin: float = 0.0) -> NDArray:
        """Where links touch in one configuration: a structured array of links (2, numbers of names), point (3), normal (3)
        and depth. Moving the second one along the normal parts them; the depth is how far both reach into each other along
        it."""
        rows = self._rows("contacts", 9, positions, margin)
        return structured(rows, [("links", int, 2), ("point", float, 3), ("normal", float, 3), ("depth", float)])

    def distances(self, positions: ArrayLike, within: float = numpy.inf) -> NDArray:
        """The distance of each pair in one configuration that is at most `within` apart: a structured array of links (2),
        distance, on_first (3) and on_second (3), the nearest points."""
        rows = self._rows("distances", 9, positions, within)
        return structured(rows, [("links", int, 2), ("distance", float), ("on_first", float, 3), ("on_second", float, 3)])

    def motions(self, start: ArrayLike, end: ArrayLike, tolerance: float = 1e-3, margin: float = 0.0) -> NDArray:
        """The first contact of each motion in which every variable goes straight from start to end (n x variables, or one): a
        structured array of collided, time (from 0 to 1) and links (2, numbers of names; -1 without contact). Where nothing
        collides, no overlap on the way is deeper than `tolerance` (m)."""
        begin, finish = self._configurations(start), self._configurations(end)
        if begin.shape != finish.shape:
            raise ColliderError(f"motions start from {begin.shape} and end in {finish.shape}")
        n, variables = (1, len(begin)) if begin.ndim == 1 else begin.shape
        result, arrays = motion_arrays(n)
        self._call("motions", begin.ctypes.data, finish.ctypes.data, variables, n, tolerance, margin,
                   *(array.ctypes.data for array in arrays))
        return result(begin.ndim == 1)

    def path(self, positions: ArrayLike, tolerance: float = 1e-3, margin: float = 0.0) -> NDArray:
        """motions() from each configuration of a path to the next one."""
        way = self._configurations(positions)
        return self.motions(way[:-1], way[1:], tolerance, margin)

    def _open(self) -> int:
        if not self._handle:
            raise ColliderError("the scene is closed")
        return self._handle

    def _call(self, name: str, *arguments: Any) -> None:
        error = ErrorText()
        error.check(getattr(self._api, f"lightsout_scene_{name}")(self._open(), *arguments, *error))

    def _lines(self, name: str) -> list[str]:
        function = getattr(self._api, f"lightsout_scene_{name}")
        size = 4096
        while True:
            text = ctypes.create_string_buffer(size)
            needed = function(self._open(), text, size)
            if needed < size:
                return text.value.decode(errors="replace").splitlines()
            size = needed + 1

    def _variables(self) -> NDArray:
        count = self._api.lightsout_scene_variables(self._open(), None, 0)
        values = numpy.empty((count, 3))
        self._api.lightsout_scene_variables(self._open(), values.ctypes.data, count)
        return values

    def _configurations(self, positions: ArrayLike) -> NDArray:
        array = numpy.ascontiguousarray(positions, dtype=numpy.float64)
        count = self._api.lightsout_scene_variables(self._open(), None, 0)
        if array.ndim not in (1, 2) or array.shape[-1] != count:
            raise ColliderError(f"positions must be (n, {count}), they are {array.shape}")
        return array

    def _configuration(self, positions: ArrayLike) -> NDArray:
        array = self._configurations(positions)
        if array.ndim != 1:
            raise ColliderError(f"one configuration is asked for, not {array.shape}")
        return array

    def _rows(self, name: str, width: int, positions: ArrayLike, number: float) -> NDArray:
        at = self._configuration(positions)
        function = getattr(self._api, f"lightsout_scene_{name}")
        handle = self._open()
        return rows_of(width, lambda *room: function(handle, at.ctypes.data, len(at), number, *room))

    def _check(self, positions: ArrayLike, margin: float, wants_distance: bool) -> tuple[Any, Any]:
        array = self._configurations(positions)
        n, variables = (1, len(array)) if array.ndim == 1 else array.shape
        collided = numpy.zeros(n, dtype=bool)
        distances = numpy.empty(n) if wants_distance else None
        self._call("check", array.ctypes.data, variables, n, margin, collided.ctypes.data, _data(distances))
        if array.ndim == 1:
            return bool(collided[0]), None if distances is None else float(distances[0])
        return collided, distances
