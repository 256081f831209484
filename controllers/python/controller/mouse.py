"""The mouse over the 3D view."""

import ctypes
from typing import Optional

from .wb import boolean, function, integer, real


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


_get_basic_time_step = function('wb_robot_get_basic_time_step', real)
_enable = function('wb_mouse_enable', None, integer)
_get_sampling_period = function('wb_mouse_get_sampling_period', integer)
_get_state = function('wb_mouse_get_state', MouseState)
_enable_3d = function('wb_mouse_enable_3d_position', None)
_disable_3d = function('wb_mouse_disable_3d_position', None)
_is_3d_enabled = function('wb_mouse_is_3d_position_enabled', boolean)


class Mouse:
    def __init__(self, sampling_period: Optional[int] = None):
        """Enabled with the basic time step if no period is given; 0 leaves it as it is."""
        if sampling_period != 0:
            self.sampling_period = int(_get_basic_time_step()) if sampling_period is None else sampling_period

    @property
    def sampling_period(self) -> int:
        return _get_sampling_period()

    @sampling_period.setter
    def sampling_period(self, period: Optional[int]):
        _enable(int(period or 0))

    def enable(self, p: int):
        self.sampling_period = p

    def disable(self):
        self.sampling_period = 0

    def getSamplingPeriod(self) -> int:
        return self.sampling_period

    def getState(self) -> MouseState:
        return _get_state()

    def enable3dPosition(self):
        _enable_3d()

    def disable3dPosition(self):
        _disable_3d()

    def is3dPositionEnabled(self) -> bool:
        return _is_3d_enabled()
