"""A joystick."""

from typing import Optional

from .wb import boolean, decoded, function, integer, real, text

_get_basic_time_step = function('wb_robot_get_basic_time_step', real)
_enable = function('wb_joystick_enable', None, integer)
_get_sampling_period = function('wb_joystick_get_sampling_period', integer)
_get_model = function('wb_joystick_get_model', text)
_is_connected = function('wb_joystick_is_connected', boolean)
_get_number_of_axes = function('wb_joystick_get_number_of_axes', integer)
_get_number_of_povs = function('wb_joystick_get_number_of_povs', integer)
_get_pressed_button = function('wb_joystick_get_pressed_button', integer)
_get_axis_value = function('wb_joystick_get_axis_value', integer, integer)
_get_pov_value = function('wb_joystick_get_pov_value', integer, integer)
_set_constant_force = function('wb_joystick_set_constant_force', None, integer)
_set_constant_force_duration = function('wb_joystick_set_constant_force_duration', None, real)
_set_auto_centering_gain = function('wb_joystick_set_auto_centering_gain', None, real)
_set_resistance_gain = function('wb_joystick_set_resistance_gain', None, real)
_set_force_axis = function('wb_joystick_set_force_axis', None, integer)


class Joystick:
    def __init__(self, sampling_period: Optional[int] = None):
        """Enabled with the basic time step if no period is given; 0 leaves it as it is."""
        if sampling_period != 0:
            self.sampling_period = int(_get_basic_time_step()) if sampling_period is None else sampling_period

    @property
    def sampling_period(self) -> int:
        return _get_sampling_period()

    @sampling_period.setter
    def sampling_period(self, period: Optional[int]):
        _enable(int(period or 0))

    def enable(self, p: int):
        self.sampling_period = p

    def disable(self):
        self.sampling_period = 0

    def getSamplingPeriod(self) -> int:
        return self.sampling_period

    @property
    def model(self) -> str:
        return decoded(_get_model())

    def getModel(self) -> str:
        return self.model

    @property
    def is_connected(self) -> bool:
        return _is_connected()

    def isConnected(self) -> bool:
        return self.is_connected

    @property
    def number_of_axes(self) -> int:
        return _get_number_of_axes()

    def getNumberOfAxes(self) -> int:
        return self.number_of_axes

    @property
    def number_of_povs(self) -> int:
        return _get_number_of_povs()

    def getNumberOfPovs(self) -> int:
        return self.number_of_povs

    @property
    def pressed_button(self) -> int:
        return _get_pressed_button()

    def getPressedButton(self) -> int:
        return self.pressed_button

    def getAxisValue(self, axis: int) -> int:
        return _get_axis_value(axis)

    def getPovValue(self, pov: int) -> int:
        return _get_pov_value(pov)

    def setConstantForce(self, level: int):
        _set_constant_force(level)

    def setConstantForceDuration(self, duration: float):
        _set_constant_force_duration(duration)

    def setAutoCenteringGain(self, gain: float):
        _set_auto_centering_gain(gain)

    def setResistanceGain(self, gain: float):
        _set_resistance_gain(gain)

    def setForceAxis(self, axis: int):
        _set_force_axis(axis)
