# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Collision checks of link meshes over NumPy arrays; the work is done by liblightsout_collider.so on all cores, without
the interpreter's lock."""
from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import ArrayLike, NDArray

from ._library import ColliderError, ErrorText, Opened, Setup, ints, motion_arrays, rows_of, structured


class Collider(Opened):
    """Over groups of models, one group per robot or static object, one model (a mesh file or "box:0.1,0.2,0.3") per link.

    static: numbers of the groups that never move. allow: text of an allow file. See docs/collide.md."""

    _close_function = "lightsout_collider_close"

    def __init__(self, groups: Sequence[Sequence[str | os.PathLike]], static: Sequence[int] = (), allow: str | None = None,
                 neighbours: int = 1, containment: bool = True, scale: float = 1.0, colliders: int = 0) -> None:
        super().__init__()
        models = [os.fsencode(os.fspath(model)) for group in groups for model in group]
        setup = Setup(
            (ctypes.c_char_p * len(models))(*models), ints([len(group) for group in groups]), len(groups),
            ints(list(static)), len(static), allow.encode() if allow is not None else None, neighbours,
            1 if containment else 0, scale, colliders)
        error = ctypes.create_string_buffer(4096)
        self._handle = self._api.lightsout_collider_open(ctypes.byref(setup), error, len(error))
        if not self._handle:
            raise ColliderError(error.value.decode(errors="replace"))

    @property
    def notes(self) -> list[str]:
        """What loading had to tell about the models, a list of lines."""
        return self._api.lightsout_collider_notes(self._open()).decode(errors="replace").splitlines()

    def is_collided(self, matrices: ArrayLike, robots: Sequence[int] | None = None, margin: float = 0.0) -> Any:
        """matrices: n x links x 4 x 4, or links x 4 x 4 for one configuration. An array of n booleans, or one boolean."""
        return self._check(matrices, robots, margin, False)[0]

    def distance(self, matrices: ArrayLike, robots: Sequence[int] | None = None) -> Any:
        """The smallest distance of each configuration; 0 where links touch, infinity where there is no pair."""
        return self._check(matrices, robots, 0.0, True)[1]

    def pairs(self, matrices: ArrayLike, robots: Sequence[int] | None = None, margin: float = 0.0) -> NDArray:
        """The links of one configuration that touch: n x 2 numbers, counted through all groups."""
        return self._rows("pairs", 2, matrices, robots, margin).astype(int)

    def contacts(self, matrices: ArrayLike, robots: Sequence[int] | None = None, margin: float = 0.0) -> NDArray:
        """Where the links of one configuration touch: a structured array of links (2), point (3), normal (3) and depth.
        Moving the second link along the normal parts them; the depth is how far both reach into each other along it, within
        a margin minus the distance."""
        rows = self._rows("contacts", 9, matrices, robots, margin)
        return structured(rows, [("links", int, 2), ("point", float, 3), ("normal", float, 3), ("depth", float)])

    def distances(self, matrices: ArrayLike, robots: Sequence[int] | None = None,
                  within: float = numpy.inf) -> NDArray:
        """The distance of each pair of links of one configuration that is at most `within` apart: a structured array of
        links (2), distance, on_first (3) and on_second (3), the nearest points."""
        rows = self._rows("distances", 9, matrices, robots, within)
        return structured(rows, [("links", int, 2), ("distance", float), ("on_first", float, 3), ("on_second", float, 3)])

    def motions(self, start: ArrayLike, end: ArrayLike, robots: Sequence[int] | None = None, tolerance: float = 1e-3,
                margin: float = 0.0) -> NDArray:
        """The first contact of each straight motion from one set of matrices to another (n x links x 4 x 4, or one set): a
        structured array of collided, time (from 0 to 1) and links (2, -1 without contact). Each link's origin goes straight,
        its rotation the short way. Where nothing collides, no overlap on the way is deeper than `tolerance` (m)."""
        handle = self._open()
        begin, asked, count = self._placed(start, robots)
        finish, _, _ = self._placed(end, robots)
        if begin.shape != finish.shape:
            raise ColliderError(f"motions start from {begin.shape} and end in {finish.shape}")
        n = 1 if begin.ndim == 3 else len(begin)
        result, arrays = motion_arrays(n)
        error = ErrorText()
        error.check(self._api.lightsout_collider_motions(
            handle, begin.ctypes.data, finish.ctypes.data, n, asked, count, tolerance, margin,
            *(array.ctypes.data for array in arrays), *error))
        return result(begin.ndim == 3)

    def _rows(self, name, width, matrices, robots, number):
        handle = self._open()
        matrices, asked, count = self._placed(matrices, robots)
        if matrices.ndim != 3:
            raise ColliderError(f"{name} are of one configuration: links x 4 x 4, not {matrices.shape}")
        function = getattr(self._api, f"lightsout_collider_{name}")
        return rows_of(width, lambda *room: function(handle, matrices.ctypes.data, asked, count, number, *room))

    def _placed(self, matrices, robots):
        """The matrices as they lie in the memory, the robots for ctypes, and their number."""
        matrices = numpy.ascontiguousarray(matrices, dtype=numpy.float64)
        asked = None if robots is None else ints(list(robots))
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
