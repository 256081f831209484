"""Irradiance after the lookup table."""

from .sensor import LookupTableSensor
from .wb import function, real, tag

_get_value = function('wb_light_sensor_get_value', real, tag)


class LightSensor(LookupTableSensor):
    _kind = 'light_sensor'

    @property
    def value(self) -> float:
        return _get_value(self._tag)

    def getValue(self) -> float:
        return self.value
