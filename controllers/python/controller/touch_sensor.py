"""Bumpers and force sensors."""

from typing import List

from .sensor import Sensor
from .wb import function, integer, numbers, real, reals, tag

_get_value = function('wb_touch_sensor_get_value', real, tag)
_get_values = function('wb_touch_sensor_get_values', reals, tag)
_get_lookup_table = function('wb_touch_sensor_get_lookup_table', reals, tag)
_get_lookup_table_size = function('wb_touch_sensor_get_lookup_table_size', integer, tag)
_get_type = function('wb_touch_sensor_get_type', integer, tag)


class TouchSensor(Sensor):
    BUMPER = 0
    FORCE = 1
    FORCE3D = 2

    _enable = function('wb_touch_sensor_enable', None, tag, integer)
    _get_sampling_period = function('wb_touch_sensor_get_sampling_period', integer, tag)

    @property
    def value(self) -> float:
        return _get_value(self._tag)

    def getValue(self) -> float:
        return self.value

    @property
    def values(self) -> List[float]:
        return numbers(_get_values(self._tag), 3)

    def getValues(self) -> List[float]:
        return self.values

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
