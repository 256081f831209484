"""What sampled sensors share. A subclass sets _enable and _get_sampling_period to functions of the library."""

from typing import Optional, Union

from .device import Device
from .wb import function, real

_get_basic_time_step = function('wb_robot_get_basic_time_step', real)


class Sensor(Device):
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
