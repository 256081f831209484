"""The mouse over the 3D view."""

import ctypes

from .input_source import InputSource
from .wb import boolean, function


class MouseState(ctypes.Structure):
    """The struct of the C header."""

    _fields_ = [(name, ctypes.c_double) for name in ('u', 'v', 'x', 'y', 'z')] + [
        (name, ctypes.c_bool) for name in ('left', 'middle', 'right')]

    def getU(self) -> float:
        return self.u

    def getV(self) -> float:
        return self.v

    def getX(self) -> float:
        return self.x

    def getY(self) -> float:
        return self.y

    def getZ(self) -> float:
        return self.z

    def getLeft(self) -> bool:
        return self.left

    def getMiddle(self) -> bool:
        return self.middle

    def getRight(self) -> bool:
        return self.right


_get_state = function('wb_mouse_get_state', MouseState)
_enable_3d = function('wb_mouse_enable_3d_position', None)
_disable_3d = function('wb_mouse_disable_3d_position', None)
_is_3d_enabled = function('wb_mouse_is_3d_position_enabled', boolean)


class Mouse(InputSource):
    _kind = 'mouse'

    def getState(self) -> MouseState:
        return _get_state()

    def enable3dPosition(self):
        _enable_3d()

    def disable3dPosition(self):
        _disable_3d()

    def is3dPositionEnabled(self) -> bool:
        return _is_3d_enabled()
