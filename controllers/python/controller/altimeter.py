"""Height in m."""

from .sensor import Sensor
from .wb import function, integer, real, tag

_get_value = function('wb_altimeter_get_value', real, tag)


class Altimeter(Sensor):
    _enable = function('wb_altimeter_enable', None, tag, integer)
    _get_sampling_period = function('wb_altimeter_get_sampling_period', integer, tag)

    @property
    def value(self) -> float:
        return _get_value(self._tag)

    def getValue(self) -> float:
        return self.value
