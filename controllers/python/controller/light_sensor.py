"""Irradiance after the lookup table."""

from typing import List

from .sensor import Sensor
from .wb import function, integer, numbers, real, reals, tag

_get_value = function('wb_light_sensor_get_value', real, tag)
_get_lookup_table = function('wb_light_sensor_get_lookup_table', reals, tag)
_get_lookup_table_size = function('wb_light_sensor_get_lookup_table_size', integer, tag)


class LightSensor(Sensor):
    _enable = function('wb_light_sensor_enable', None, tag, integer)
    _get_sampling_period = function('wb_light_sensor_get_sampling_period', integer, tag)

    @property
    def value(self) -> float:
        return _get_value(self._tag)

    def getValue(self) -> float:
        return self.value

    @property
    def lookup_table(self) -> List[float]:
        return numbers(_get_lookup_table(self._tag), 3 * _get_lookup_table_size(self._tag))

    def getLookupTable(self) -> List[float]:
        return self.lookup_table
