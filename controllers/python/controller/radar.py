"""Radars."""

from typing import List

from .radar_target import RadarTarget
from .sensor import Sensor
from .wb import function, handle, integer, real, tag, view

_get_min_range = function('wb_radar_get_min_range', real, tag)
_get_max_range = function('wb_radar_get_max_range', real, tag)
_get_horizontal_fov = function('wb_radar_get_horizontal_fov', real, tag)
_get_vertical_fov = function('wb_radar_get_vertical_fov', real, tag)
_get_number_of_targets = function('wb_radar_get_number_of_targets', integer, tag)
_get_targets = function('wb_radar_get_targets', handle, tag)


class Radar(Sensor):
    _kind = 'radar'

    @property
    def min_range(self) -> float:
        return _get_min_range(self._tag)

    def getMinRange(self) -> float:
        return self.min_range

    @property
    def max_range(self) -> float:
        return _get_max_range(self._tag)

    def getMaxRange(self) -> float:
        return self.max_range

    @property
    def horizontal_fov(self) -> float:
        return _get_horizontal_fov(self._tag)

    def getHorizontalFov(self) -> float:
        return self.horizontal_fov

    @property
    def vertical_fov(self) -> float:
        return _get_vertical_fov(self._tag)

    def getVerticalFov(self) -> float:
        return self.vertical_fov

    @property
    def number_of_targets(self) -> int:
        return _get_number_of_targets(self._tag)

    def getNumberOfTargets(self) -> int:
        return self.number_of_targets

    @property
    def targets(self) -> List[RadarTarget]:
        targets = view(_get_targets(self._tag), self.number_of_targets, RadarTarget)
        return list(targets) if targets is not None else []

    def getTargets(self) -> List[RadarTarget]:
        return self.targets
