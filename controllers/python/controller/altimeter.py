"""Height in m."""

from .sensor import Sensor
from .wb import function, real, tag

_get_value = function('wb_altimeter_get_value', real, tag)


class Altimeter(Sensor):
    _kind = 'altimeter'

    @property
    def value(self) -> float:
        return _get_value(self._tag)

    def getValue(self) -> float:
        return self.value
