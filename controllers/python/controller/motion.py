# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""A motion file being played."""

from __future__ import annotations

from .motion_functions import MotionFunctions
from .wb import encoded, function, handle, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

_new = function('wbu_motion_new', handle, text)
_delete = function('wbu_motion_delete', None, handle)


class Motion(MotionFunctions):
    """A motion file being played. Times are in ms."""

    def __init__(self, filename: str):
        """Reads the file."""
        self._ref = _new(encoded(filename))

    def __del__(self, delete: Callable[..., None] = _delete) -> None:
        if self._ref:
            delete(self._ref)

    def isValid(self) -> bool:
        """False if the file is missing or wrong."""
        return bool(self._ref)
