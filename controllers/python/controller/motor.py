"""Rotational and linear motors."""

from .device import Device
from .wb import function, integer, real, tag

_get_target_position = function('wb_motor_get_target_position', real, tag)
_set_position = function('wb_motor_set_position', None, tag, real)
_get_velocity = function('wb_motor_get_velocity', real, tag)
_set_velocity = function('wb_motor_set_velocity', None, tag, real)
_get_acceleration = function('wb_motor_get_acceleration', real, tag)
_set_acceleration = function('wb_motor_set_acceleration', None, tag, real)
_get_available_force = function('wb_motor_get_available_force', real, tag)
_set_available_force = function('wb_motor_set_available_force', None, tag, real)
_get_available_torque = function('wb_motor_get_available_torque', real, tag)
_set_available_torque = function('wb_motor_set_available_torque', None, tag, real)
_get_min_position = function('wb_motor_get_min_position', real, tag)
_get_max_position = function('wb_motor_get_max_position', real, tag)
_get_max_velocity = function('wb_motor_get_max_velocity', real, tag)
_get_max_force = function('wb_motor_get_max_force', real, tag)
_get_max_torque = function('wb_motor_get_max_torque', real, tag)
_get_multiplier = function('wb_motor_get_multiplier', real, tag)
_get_type = function('wb_motor_get_type', integer, tag)
_get_force_feedback = function('wb_motor_get_force_feedback', real, tag)
_get_force_feedback_sampling_period = function('wb_motor_get_force_feedback_sampling_period', integer, tag)
_enable_force_feedback = function('wb_motor_enable_force_feedback', None, tag, integer)
_get_torque_feedback = function('wb_motor_get_torque_feedback', real, tag)
_get_torque_feedback_sampling_period = function('wb_motor_get_torque_feedback_sampling_period', integer, tag)
_enable_torque_feedback = function('wb_motor_enable_torque_feedback', None, tag, integer)
_set_control_pid = function('wb_motor_set_control_pid', None, tag, real, real, real)
_set_force = function('wb_motor_set_force', None, tag, real)
_set_torque = function('wb_motor_set_torque', None, tag, real)
_get_position = function('wb_motor_get_position', real, tag)
_get_position_sampling_period = function('wb_motor_get_position_sampling_period', integer, tag)
_enable_position = function('wb_motor_enable_position', None, tag, integer)
_get_brake = function('wb_motor_get_brake', tag, tag)
_get_position_sensor = function('wb_motor_get_position_sensor', tag, tag)


class Motor(Device):
    ROTATIONAL = 0
    LINEAR = 1
    ANGULAR = 0  # older name of ROTATIONAL

    @property
    def target_position(self) -> float:
        return _get_target_position(self._tag)

    @target_position.setter
    def target_position(self, value: float):
        _set_position(self._tag, value)

    def getTargetPosition(self) -> float:
        return self.target_position

    def setPosition(self, position: float):
        self.target_position = position

    @property
    def target_velocity(self) -> float:
        return _get_velocity(self._tag)

    @target_velocity.setter
    def target_velocity(self, value: float):
        _set_velocity(self._tag, value)

    def getVelocity(self) -> float:
        return self.target_velocity

    def setVelocity(self, velocity: float):
        self.target_velocity = velocity

    @property
    def target_acceleration(self) -> float:
        return _get_acceleration(self._tag)

    @target_acceleration.setter
    def target_acceleration(self, value: float):
        _set_acceleration(self._tag, value)

    def getAcceleration(self) -> float:
        return self.target_acceleration

    def setAcceleration(self, acceleration: float):
        self.target_acceleration = acceleration

    @property
    def available_force(self) -> float:
        return _get_available_force(self._tag)

    @available_force.setter
    def available_force(self, value: float):
        _set_available_force(self._tag, value)

    def getAvailableForce(self) -> float:
        return self.available_force

    def setAvailableForce(self, force: float):
        self.available_force = force

    @property
    def available_torque(self) -> float:
        return _get_available_torque(self._tag)

    @available_torque.setter
    def available_torque(self, value: float):
        _set_available_torque(self._tag, value)

    def getAvailableTorque(self) -> float:
        return self.available_torque

    def setAvailableTorque(self, torque: float):
        self.available_torque = torque

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
    def max_velocity(self) -> float:
        return _get_max_velocity(self._tag)

    def getMaxVelocity(self) -> float:
        return self.max_velocity

    @property
    def max_force(self) -> float:
        return _get_max_force(self._tag)

    def getMaxForce(self) -> float:
        return self.max_force

    @property
    def max_torque(self) -> float:
        return _get_max_torque(self._tag)

    def getMaxTorque(self) -> float:
        return self.max_torque

    @property
    def multiplier(self) -> float:
        return _get_multiplier(self._tag)

    def getMultiplier(self) -> float:
        return self.multiplier

    @property
    def type(self) -> int:
        return _get_type(self._tag)

    def getType(self) -> int:
        return self.type

    @property
    def force_feedback(self) -> float:
        return _get_force_feedback(self._tag)

    def getForceFeedback(self) -> float:
        return self.force_feedback

    @property
    def force_feedback_sampling_period(self) -> int:
        return _get_force_feedback_sampling_period(self._tag)

    @force_feedback_sampling_period.setter
    def force_feedback_sampling_period(self, value: int):
        _enable_force_feedback(self._tag, value)

    def getForceFeedbackSamplingPeriod(self) -> int:
        return self.force_feedback_sampling_period

    @property
    def torque_feedback(self) -> float:
        return _get_torque_feedback(self._tag)

    def getTorqueFeedback(self) -> float:
        return self.torque_feedback

    @property
    def torque_feedback_sampling_period(self) -> int:
        return _get_torque_feedback_sampling_period(self._tag)

    @torque_feedback_sampling_period.setter
    def torque_feedback_sampling_period(self, value: int):
        _enable_torque_feedback(self._tag, value)

    def getTorqueFeedbackSamplingPeriod(self) -> int:
        return self.torque_feedback_sampling_period

    def setControlPID(self, p: float, i: float, d: float):
        _set_control_pid(self._tag, p, i, d)

    def setForce(self, force: float):
        _set_force(self._tag, force)

    def setTorque(self, torque: float):
        _set_torque(self._tag, torque)

    def enableForceFeedback(self, sampling_period: int):
        self.force_feedback_sampling_period = sampling_period

    def disableForceFeedback(self):
        self.force_feedback_sampling_period = 0

    def enableTorqueFeedback(self, sampling_period: int):
        self.torque_feedback_sampling_period = sampling_period

    def disableTorqueFeedback(self):
        self.torque_feedback_sampling_period = 0

    force = property(fset=setForce)
    torque = property(fset=setTorque)

    @property
    def brake(self):
        from .brake import Brake
        other = _get_brake(self._tag)
        return Brake(other) if other else None

    def getBrake(self):
        return self.brake

    @property
    def position_sensor(self):
        from .position_sensor import PositionSensor
        other = _get_position_sensor(self._tag)
        return PositionSensor(other) if other else None

    def getPositionSensor(self):
        return self.position_sensor

    # Names of Webots 7, when a motor measured its position.
    def setControlP(self, p: float):
        self.setControlPID(p, 0, 0)

    def enablePosition(self, sampling_period: int):
        _enable_position(self._tag, sampling_period)

    def disablePosition(self):
        _enable_position(self._tag, 0)

    def getPositionSamplingPeriod(self) -> int:
        return _get_position_sampling_period(self._tag)

    def getPosition(self) -> float:
        return _get_position(self._tag)

    def getTargetposition(self) -> float:
        return self.target_position
