"""Bones of an animated skin."""

from typing import List

from .device import Device
from .wb import array, boolean, decoded, function, integer, numbers, reals, tag, text

_get_bone_count = function('wb_skin_get_bone_count', integer, tag)
_set_bone_orientation = function('wb_skin_set_bone_orientation', None, tag, integer, reals, boolean)
_set_bone_position = function('wb_skin_set_bone_position', None, tag, integer, reals, boolean)
_get_bone_name = function('wb_skin_get_bone_name', text, tag, integer)
_get_bone_orientation = function('wb_skin_get_bone_orientation', reals, tag, integer, boolean)
_get_bone_position = function('wb_skin_get_bone_position', reals, tag, integer, boolean)


class Skin(Device):
    @property
    def bone_count(self) -> int:
        return _get_bone_count(self._tag)

    def getBoneCount(self) -> int:
        return self.bone_count

    def setBoneOrientation(self, index: int, orientation: List[float], absolute: bool):
        _set_bone_orientation(self._tag, index, array(orientation, 4), absolute)

    def setBonePosition(self, index: int, position: List[float], absolute: bool):
        _set_bone_position(self._tag, index, array(position, 3), absolute)

    def getBoneName(self, index: int) -> str:
        return decoded(_get_bone_name(self._tag, index))

    def getBoneOrientation(self, index: int, absolute: bool) -> List[float]:
        return numbers(_get_bone_orientation(self._tag, index, absolute), 4)

    def getBonePosition(self, index: int, absolute: bool) -> List[float]:
        return numbers(_get_bone_position(self._tag, index, absolute), 3)
