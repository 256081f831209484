# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The mouse over the picture of the world."""

from __future__ import annotations

import ctypes

from .mouse_functions import MouseFunctions
from .wb import function


class MouseState(ctypes.Structure):
    """Pointer and buttons; NaN where it does not apply. The struct of the C header."""

    _fields_ = [(name, ctypes.c_double) for name in ('u', 'v', 'x', 'y', 'z')] + [
        (name, ctypes.c_bool) for name in ('left', 'middle', 'right')]
    u: float
    v: float
    x: float
    y: float
    z: float
    left: bool
    middle: bool
    right: bool

    def getU(self) -> float:
        """From the left of the view, 0 to 1."""
        return self.u

    def getV(self) -> float:
        """From the top of the view, 0 to 1."""
        return self.v

    def getX(self) -> float:
        """Where in the world the pointer is. Unit: m."""
        return self.x

    def getY(self) -> float:
        """Where in the world the pointer is. Unit: m."""
        return self.y

    def getZ(self) -> float:
        """Where in the world the pointer is. Unit: m."""
        return self.z

    def getLeft(self) -> bool:
        """Whether the left button is down."""
        return self.left

    def getMiddle(self) -> bool:
        """Whether the middle button is down."""
        return self.middle

    def getRight(self) -> bool:
        """Whether the right button is down."""
        return self.right


_get_state = function('wb_mouse_get_state', MouseState)


class Mouse(MouseFunctions):
    """The mouse over the picture of the world."""

    def getState(self) -> MouseState:
        """Pointer and buttons; NaN where it does not apply."""
        return _get_state()
