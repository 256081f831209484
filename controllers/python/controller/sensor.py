"""What sampled sensors share. A subclass says with _kind how the C functions are called: wb_<kind>_enable."""

from typing import List, Optional, Union

from .device import Device
from .wb import function, integer, numbers, real, reals, tag

_get_basic_time_step = function('wb_robot_get_basic_time_step', real)


class Sensor(Device):
    _kind = ''

    def __init_subclass__(cls):
        if cls._kind:
            cls._enable = function(f'wb_{cls._kind}_enable', None, tag, integer)
            cls._get_sampling_period = function(f'wb_{cls._kind}_get_sampling_period', integer, tag)

    def __init__(self, name: Union[str, int], sampling_period: Optional[int] = None):
        """By name, the sensor is enabled: with the basic time step if no period is given."""
        super().__init__(name)
        if not isinstance(name, int):
            self.sampling_period = int(_get_basic_time_step()) if sampling_period is None else sampling_period

    @property
    def sampling_period(self) -> int:
        return type(self)._get_sampling_period(self._tag)

    @sampling_period.setter
    def sampling_period(self, period: Optional[int]):
        type(self)._enable(self._tag, int(period or 0))

    def enable(self, p: int):
        self.sampling_period = p

    def disable(self):
        self.sampling_period = 0

    def getSamplingPeriod(self) -> int:
        return self.sampling_period


class LookupTableSensor(Sensor):
    """What it measures goes through a lookup table."""

    def __init_subclass__(cls):
        super().__init_subclass__()
        if cls._kind:
            cls._get_lookup_table = function(f'wb_{cls._kind}_get_lookup_table', reals, tag)
            cls._get_lookup_table_size = function(f'wb_{cls._kind}_get_lookup_table_size', integer, tag)

    @property
    def lookup_table(self) -> List[float]:
        table = type(self)._get_lookup_table(self._tag)
        return numbers(table, 3 * type(self)._get_lookup_table_size(self._tag))

    def getLookupTable(self) -> List[float]:
        return self.lookup_table


class ThreeAxisSensor(LookupTableSensor):
    """Reads a vector in its own axes."""

    def __init_subclass__(cls):
        super().__init_subclass__()
        cls._get_values = function(f'wb_{cls._kind}_get_values', reals, tag)

    @property
    def value(self) -> List[float]:
        return numbers(type(self)._get_values(self._tag), 3)

    def getValues(self) -> List[float]:
        return self.value
