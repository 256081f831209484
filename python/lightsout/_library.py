# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""What the modules of this package share: the library, and how errors and rows come out of it."""
from __future__ import annotations

import ctypes
import os
import pathlib
import shutil
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy
from numpy.typing import NDArray

if TYPE_CHECKING:
    from typing import Self


class ColliderError(ValueError):
    """What could not be loaded or checked, and why."""


class Setup(ctypes.Structure):
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


def candidates():
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


def load_library():
    path = next((path for path in candidates() if path.exists()), None)
    if path is None and (named := os.environ.get("LIGHTSOUT_COLLIDER_LIBRARY")):
        raise ColliderError(f"there is no {named}, which LIGHTSOUT_COLLIDER_LIBRARY names")
    if path is None:
        raise ColliderError("liblightsout_collider.so was not found: install lightsout, or name the library by "
                            "LIGHTSOUT_COLLIDER_LIBRARY")
    library = ctypes.CDLL(str(path))
    pointer = ctypes.POINTER(ctypes.c_int)
    library.lightsout_collider_open.restype = ctypes.c_void_p
    library.lightsout_collider_open.argtypes = [ctypes.POINTER(Setup), ctypes.c_char_p, ctypes.c_int]
    library.lightsout_collider_close.restype = None
    library.lightsout_collider_close.argtypes = [ctypes.c_void_p]
    library.lightsout_collider_links.argtypes = [ctypes.c_void_p, pointer, ctypes.c_int]
    library.lightsout_collider_notes.restype = ctypes.c_char_p
    library.lightsout_collider_notes.argtypes = [ctypes.c_void_p]
    library.lightsout_collider_check.argtypes = [
        ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, pointer, ctypes.c_int, ctypes.c_double, ctypes.c_void_p,
        ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
    for name in ("pairs", "contacts", "distances"):
        getattr(library, f"lightsout_collider_{name}").argtypes = [
            ctypes.c_void_p, ctypes.c_void_p, pointer, ctypes.c_int, ctypes.c_double, ctypes.c_void_p, ctypes.c_int,
            ctypes.c_char_p, ctypes.c_int]
    library.lightsout_collider_motions.argtypes = [
        ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, pointer, ctypes.c_int, ctypes.c_double,
        ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
    _declare_scene(library)
    return library


def _declare_scene(library: ctypes.CDLL) -> None:
    scene, text, texts, array, number = (
        ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_char_p), ctypes.c_void_p, ctypes.c_int)
    error = [ctypes.c_char_p, ctypes.c_int]
    many, real = ctypes.c_int64, ctypes.c_double
    functions = {
        "open": [number, number, number], "close": [scene],
        "add_robot": [scene, text, text, texts, number, array, text, *error],
        "add_object": [scene, text, texts, array, number, array, *error],
        "add_mesh": [scene, text, array, many, array, many, array, *error],
        "move_object": [scene, text, array, *error], "remove_object": [scene, text, *error],
        "attach": [scene, text, text, array, number, texts, number, *error],
        "detach": [scene, text, array, number, *error],
        "set_size": [scene, text, real, real, *error], "allow": [scene, text, text, number, *error],
        "names": [scene, *error], "variable_names": [scene, *error], "notes": [scene, *error],
        "variables": [scene, array, number], "pose": [scene, text, array, number, array, *error],
        "check": [scene, array, number, many, real, array, array, *error],
        "pairs": [scene, array, number, real, array, number, *error],
        "contacts": [scene, array, number, real, array, number, *error],
        "distances": [scene, array, number, real, array, number, *error],
        "motions": [scene, array, array, number, many, real, real, array, array, array, *error],
    }
    for name, arguments in functions.items():
        getattr(library, f"lightsout_scene_{name}").argtypes = arguments
    library.lightsout_scene_open.restype = ctypes.c_void_p
    library.lightsout_scene_close.restype = None


class Opened:
    """What the library has open until it is closed, by name, by `with`, or with the last who knows it."""

    _close_function: str
    _handle: int | None = None

    def __init__(self) -> None:
        self._api = load_library()

    def close(self) -> None:
        if self._handle:
            getattr(self._api, self._close_function)(self._handle)
            self._handle = None

    def __del__(self) -> None:
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class ErrorText:
    """Room for the error of one call; as many arguments of it as it takes: f(..., *error)."""

    def __init__(self) -> None:
        self._buffer = ctypes.create_string_buffer(16384)

    def __iter__(self):
        return iter((self._buffer, len(self._buffer)))

    def check(self, answer: int) -> int:
        if answer < 0:
            raise ColliderError(self._buffer.value.decode(errors="replace"))
        return answer


def rows_of(width: int, write: Callable[..., int]) -> NDArray:
    """All rows of a function that is called with room for some of them, and answers how many there are."""
    rows = numpy.empty((64, width))
    while True:
        error = ErrorText()
        found = error.check(write(rows.ctypes.data, len(rows), *error))
        if found <= len(rows):
            return rows[:found]
        rows = numpy.empty((found, width))


def ints(values: Sequence[int]):
    return (ctypes.c_int * len(values))(*values)


def structured(rows: NDArray, fields: list) -> NDArray:
    """Columns side by side become fields of these names, types and widths."""
    result = numpy.empty(len(rows), dtype=fields)
    column = 0
    for name, _, *width in fields:
        wide = width[0] if width else 1
        result[name] = rows[:, column:column + wide] if width else rows[:, column]
        column += wide
    return result


def motion_arrays(n: int):
    """What a call about n motions writes: arrays for it, and what makes the result of them."""
    collided, times, links = numpy.zeros(n, dtype=bool), numpy.empty(n), numpy.empty((n, 2), dtype=numpy.int32)

    def result(single: bool) -> NDArray:
        all_motions = numpy.empty(n, dtype=[("collided", bool), ("time", float), ("links", int, 2)])
        all_motions["collided"], all_motions["time"], all_motions["links"] = collided, times, links
        return all_motions[0] if single else all_motions

    return result, (collided, times, links)
