"""Draws on what is below it."""

from .device import Device
from .wb import boolean, function, integer, real, tag

_write = function('wb_pen_write', None, tag, boolean)
_set_ink_color = function('wb_pen_set_ink_color', None, tag, integer, real)


class Pen(Device):
    def write(self, write: bool):
        _write(self._tag, write)

    def setInkColor(self, color: int, density: float):
        _set_ink_color(self._tag, color, density)
