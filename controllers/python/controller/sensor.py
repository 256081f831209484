# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""What sampled sensors share. A subclass says with _kind how the C functions are called: wb_<kind>_enable."""

from __future__ import annotations

import ctypes

from .device import Device
from .wb import function, integer, numbers, real, reals, tag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, ClassVar, List, Optional, Union

_get_basic_time_step = function('wb_robot_get_basic_time_step', real)


class Sensor(Device):
    """A device that is sampled. It reads nothing before it is enabled."""

    _kind = ''
    _enable: ClassVar[Callable[..., None]]
    _get_sampling_period: ClassVar[Callable[..., int]]

    def __init_subclass__(cls) -> None:
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
        """The period of its measurements; 0: it is not enabled. Unit: ms."""
        return type(self)._get_sampling_period(self._tag)

    @sampling_period.setter
    def sampling_period(self, period: Optional[int]) -> None:
        type(self)._enable(self._tag, int(period or 0))

    def enable(self, p: int) -> None:
        """Measures from now on, once in every period; a period of 0 stops it.

        p: ms, >= 0
        """
        self.sampling_period = p

    def disable(self) -> None:
        """Stops measuring: the last reading stays."""
        self.sampling_period = 0

    def getSamplingPeriod(self) -> int:
        """The period of its measurements; 0: it is not enabled. Unit: ms."""
        return self.sampling_period


class LookupTableSensor(Sensor):
    """A sensor whose measurements go through a lookup table."""

    _get_lookup_table: ClassVar[Callable[..., ctypes._Pointer[ctypes.c_double]]]
    _get_lookup_table_size: ClassVar[Callable[..., int]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls._kind:
            cls._get_lookup_table = function(f'wb_{cls._kind}_get_lookup_table', reals, tag)
            cls._get_lookup_table_size = function(f'wb_{cls._kind}_get_lookup_table_size', integer, tag)

    @property
    def lookup_table(self) -> List[float]:
        """Rows of input, output, and noise as a fraction of the output, one after the other."""
        table = type(self)._get_lookup_table(self._tag)
        return numbers(table, 3 * type(self)._get_lookup_table_size(self._tag))

    def getLookupTable(self) -> List[float]:
        """Rows of input, output, and noise as a fraction of the output, one after the other."""
        return self.lookup_table
