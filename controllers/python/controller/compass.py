"""Unit vector to the north, in the axes of the sensor."""

from typing import List

from .sensor import Sensor
from .wb import function, integer, numbers, reals, tag

_get_values = function('wb_compass_get_values', reals, tag)
_get_lookup_table = function('wb_compass_get_lookup_table', reals, tag)
_get_lookup_table_size = function('wb_compass_get_lookup_table_size', integer, tag)


class Compass(Sensor):
    _enable = function('wb_compass_enable', None, tag, integer)
    _get_sampling_period = function('wb_compass_get_sampling_period', integer, tag)

    @property
    def value(self) -> List[float]:
        return numbers(_get_values(self._tag), 3)

    def getValues(self) -> List[float]:
        return self.value

    @property
    def lookup_table(self) -> List[float]:
        return numbers(_get_lookup_table(self._tag), 3 * _get_lookup_table_size(self._tag))

    def getLookupTable(self) -> List[float]:
        return self.lookup_table
