"""A robot with two wheels, as worlds had it until R2021."""

from .robot import Robot
from .wb import function, integer, real

_set_speed = function('wb_differential_wheels_set_speed', None, real, real)
_set_encoders = function('wb_differential_wheels_set_encoders', None, real, real)
_enable_encoders = function('wb_differential_wheels_enable_encoders', None, integer)
_get_encoders_sampling_period = function('wb_differential_wheels_get_encoders_sampling_period', integer)
_get_left_speed = function('wb_differential_wheels_get_left_speed', real)
_get_right_speed = function('wb_differential_wheels_get_right_speed', real)
_get_max_speed = function('wb_differential_wheels_get_max_speed', real)
_get_speed_unit = function('wb_differential_wheels_get_speed_unit', real)
_get_left_encoder = function('wb_differential_wheels_get_left_encoder', real)
_get_right_encoder = function('wb_differential_wheels_get_right_encoder', real)


class DifferentialWheels(Robot):
    def setSpeed(self, left: float, right: float):
        _set_speed(left, right)

    def enableEncoders(self, sampling_period: int):
        _enable_encoders(int(sampling_period))

    def disableEncoders(self):
        _enable_encoders(0)

    def getEncodersSamplingPeriod(self) -> int:
        return _get_encoders_sampling_period()

    def setEncoders(self, left: float, right: float):
        _set_encoders(left, right)

    def getLeftSpeed(self) -> float:
        return _get_left_speed()

    def getRightSpeed(self) -> float:
        return _get_right_speed()

    def getMaxSpeed(self) -> float:
        return _get_max_speed()

    def getSpeedUnit(self) -> float:
        return _get_speed_unit()

    def getLeftEncoder(self) -> float:
        return _get_left_encoder()

    def getRightEncoder(self) -> float:
        return _get_right_encoder()
