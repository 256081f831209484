"""Bumpers and force sensors."""

from typing import List

from .sensor import LookupTableSensor
from .wb import function, integer, numbers, real, reals, tag

_get_value = function('wb_touch_sensor_get_value', real, tag)
_get_values = function('wb_touch_sensor_get_values', reals, tag)
_get_type = function('wb_touch_sensor_get_type', integer, tag)


class TouchSensor(LookupTableSensor):
    _kind = 'touch_sensor'

    BUMPER = 0
    FORCE = 1
    FORCE3D = 2

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
    def type(self) -> int:
        return _get_type(self._tag)

    def getType(self) -> int:
        return self.type
