"""A joystick."""

from .input_source import InputSource
from .wb import boolean, decoded, function, integer, real, text

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


class Joystick(InputSource):
    _kind = 'joystick'

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
