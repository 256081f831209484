"""Distances after a lookup table."""

from .sensor import LookupTableSensor
from .wb import function, integer, real, tag

_get_value = function('wb_distance_sensor_get_value', real, tag)
_get_max_value = function('wb_distance_sensor_get_max_value', real, tag)
_get_min_value = function('wb_distance_sensor_get_min_value', real, tag)
_get_aperture = function('wb_distance_sensor_get_aperture', real, tag)
_get_type = function('wb_distance_sensor_get_type', integer, tag)


class DistanceSensor(LookupTableSensor):
    _kind = 'distance_sensor'

    GENERIC = 0
    INFRA_RED = 1
    SONAR = 2
    LASER = 3

    @property
    def value(self) -> float:
        return _get_value(self._tag)

    def getValue(self) -> float:
        return self.value

    @property
    def max_value(self) -> float:
        return _get_max_value(self._tag)

    def getMaxValue(self) -> float:
        return self.max_value

    @property
    def min_value(self) -> float:
        return _get_min_value(self._tag)

    def getMinValue(self) -> float:
        return self.min_value

    @property
    def aperture(self) -> float:
        return _get_aperture(self._tag)

    def getAperture(self) -> float:
        return self.aperture

    @property
    def type(self) -> int:
        return _get_type(self._tag)

    def getType(self) -> int:
        return self.type
