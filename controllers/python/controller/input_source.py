# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""What keyboard, mouse and joystick share: they belong to the robot, and are enabled with a sampling period."""

from __future__ import annotations

from .wb import function, integer, real

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, ClassVar, Optional

_get_basic_time_step = function('wb_robot_get_basic_time_step', real)


class InputSource:
    """Belongs to the robot, and reads nothing before it is enabled."""

    _kind = ''  # as the C functions are called: wb_<kind>_enable
    _enable: ClassVar[Callable[..., None]]
    _get_sampling_period: ClassVar[Callable[..., int]]

    def __init_subclass__(cls) -> None:
        cls._enable = staticmethod(function(f'wb_{cls._kind}_enable', None, integer))
        cls._get_sampling_period = staticmethod(function(f'wb_{cls._kind}_get_sampling_period', integer))

    def __init__(self, sampling_period: Optional[int] = None):
        """Enabled with the basic time step if no period is given; 0 leaves it as it is."""
        if sampling_period != 0:
            self.sampling_period = int(_get_basic_time_step()) if sampling_period is None else sampling_period

    @property
    def sampling_period(self) -> int:
        """The period in which it is read; 0: it is not enabled. Unit: ms."""
        return self._get_sampling_period()

    @sampling_period.setter
    def sampling_period(self, period: Optional[int]) -> None:
        self._enable(int(period or 0))

    def enable(self, p: int) -> None:
        """Reads it from now on, once in every period; a period of 0 stops that.

        p: ms, >= 0
        """
        self.sampling_period = p

    def disable(self) -> None:
        """Stops reading it."""
        self.sampling_period = 0

    def getSamplingPeriod(self) -> int:
        """The period in which it is read; 0: it is not enabled. Unit: ms."""
        return self.sampling_period
