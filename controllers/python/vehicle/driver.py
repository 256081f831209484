# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Driving a car."""

from __future__ import annotations

from typing import Any, Optional

from controller.wb import boolean

from . import libraries
from .driver_functions import DriverFunctions, _get_control_mode, _step
from .libraries import function

_init = function(libraries.driver, 'wbu_driver_init', None)
_is_possible = function(libraries.driver, 'wbu_driver_initialization_is_possible', boolean)


class Driver(DriverFunctions):
    """Drives a car. Angles are in rad, speeds in km/h."""

    def __init__(self) -> None:
        """Connects the controller to the simulation, and takes the wheel."""
        super().__init__()
        _init()

    @staticmethod
    def isInitialisationPossible() -> bool:
        """Whether the robot is a car."""
        return _is_possible()

    def step(self) -> int:  # type: ignore[override]
        """Simulates a basic time step. -1: the simulation is over."""
        self._duration(None)
        return self._after(_step())

    @property
    def control_mode(self) -> Optional[int]:
        """Whether it keeps a speed, or drives by throttle; None before either."""
        mode = _get_control_mode()
        return None if mode == -1 else mode

    def getControlMode(self) -> Optional[int]:
        """Whether it keeps a speed, or drives by throttle; None before either."""
        return self.control_mode

    # Names of older releases.
    def setBrake(self, brake: float) -> None:
        """The name that older releases have for setBrakeIntensity."""
        self.brake_intensity = brake

    def getBrake(self, name: Optional[str] = None) -> Any:
        """The brake's intensity; with a name, the device, as of any robot."""
        return self.brake_intensity if name is None else super().getBrake(name)
