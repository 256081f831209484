"""Distances after a lookup table."""

from typing import List

from .sensor import Sensor
from .wb import function, integer, numbers, real, reals, tag

_get_value = function('wb_distance_sensor_get_value', real, tag)
_get_max_value = function('wb_distance_sensor_get_max_value', real, tag)
_get_min_value = function('wb_distance_sensor_get_min_value', real, tag)
_get_aperture = function('wb_distance_sensor_get_aperture', real, tag)
_get_lookup_table = function('wb_distance_sensor_get_lookup_table', reals, tag)
_get_lookup_table_size = function('wb_distance_sensor_get_lookup_table_size', integer, tag)
_get_type = function('wb_distance_sensor_get_type', integer, tag)


class DistanceSensor(Sensor):
    GENERIC = 0
    INFRA_RED = 1
    SONAR = 2
    LASER = 3

    _enable = function('wb_distance_sensor_enable', None, tag, integer)
    _get_sampling_period = function('wb_distance_sensor_get_sampling_period', integer, tag)

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
    def lookup_table(self) -> List[float]:
        return numbers(_get_lookup_table(self._tag), 3 * _get_lookup_table_size(self._tag))

    def getLookupTable(self) -> List[float]:
        return self.lookup_table

    @property
    def type(self) -> int:
        return _get_type(self._tag)

    def getType(self) -> int:
        return self.type
