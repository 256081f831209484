"""Motor and position sensor in one, as worlds had it until R2018."""

from .device import Device
from .wb import function, integer, real, tag

_get_position = function('wb_servo_get_position', real, tag)
_set_position = function('wb_servo_set_position', None, tag, real)
_get_target_position = function('wb_servo_get_target_position', real, tag)
_get_min_position = function('wb_servo_get_min_position', real, tag)
_get_max_position = function('wb_servo_get_max_position', real, tag)
_get_motor_force_feedback = function('wb_servo_get_motor_force_feedback', real, tag)
_get_type = function('wb_servo_get_type', integer, tag)
_set_velocity = function('wb_servo_set_velocity', None, tag, real)
_set_acceleration = function('wb_servo_set_acceleration', None, tag, real)
_set_motor_force = function('wb_servo_set_motor_force', None, tag, real)
_set_force = function('wb_servo_set_force', None, tag, real)
_set_control_p = function('wb_servo_set_control_p', None, tag, real)
_enable_position = function('wb_servo_enable_position', None, tag, integer)
_disable_position = function('wb_servo_disable_position', None, tag)
_get_position_sampling_period = function('wb_servo_get_position_sampling_period', integer, tag)
_enable_motor_force_feedback = function('wb_servo_enable_motor_force_feedback', None, tag, integer)
_disable_motor_force_feedback = function('wb_servo_disable_motor_force_feedback', None, tag)


class Servo(Device):
    ROTATIONAL = 0
    LINEAR = 1

    @property
    def position(self) -> float:
        return _get_position(self._tag)

    @position.setter
    def position(self, value: float):
        _set_position(self._tag, value)

    def getPosition(self) -> float:
        return self.position

    def setPosition(self, position: float):
        self.position = position

    @property
    def target_position(self) -> float:
        return _get_target_position(self._tag)

    def getTargetPosition(self) -> float:
        return self.target_position

    @property
    def min_position(self) -> float:
        return _get_min_position(self._tag)

    def getMinPosition(self) -> float:
        return self.min_position

    @property
    def max_position(self) -> float:
        return _get_max_position(self._tag)

    def getMaxPosition(self) -> float:
        return self.max_position

    @property
    def motor_force_feedback(self) -> float:
        return _get_motor_force_feedback(self._tag)

    def getMotorForceFeedback(self) -> float:
        return self.motor_force_feedback

    @property
    def type(self) -> int:
        return _get_type(self._tag)

    def getType(self) -> int:
        return self.type

    def setVelocity(self, velocity: float):
        _set_velocity(self._tag, velocity)

    def setAcceleration(self, acceleration: float):
        _set_acceleration(self._tag, acceleration)

    def setMotorForce(self, force: float):
        _set_motor_force(self._tag, force)

    def setForce(self, force: float):
        _set_force(self._tag, force)

    def setControlP(self, p: float):
        _set_control_p(self._tag, p)

    def enablePosition(self, sampling_period: int):
        _enable_position(self._tag, sampling_period)

    def disablePosition(self):
        _disable_position(self._tag)

    def getPositionSamplingPeriod(self) -> int:
        return _get_position_sampling_period(self._tag)

    def enableMotorForceFeedback(self, sampling_period: int):
        _enable_motor_force_feedback(self._tag, sampling_period)

    def disableMotorForceFeedback(self):
        _disable_motor_force_feedback(self._tag)
