"""Position of a joint, in rad or m."""

from .sensor import Sensor
from .wb import function, integer, real, tag

_get_value = function('wb_position_sensor_get_value', real, tag)
_get_type = function('wb_position_sensor_get_type', integer, tag)
_get_motor = function('wb_position_sensor_get_motor', tag, tag)
_get_brake = function('wb_position_sensor_get_brake', tag, tag)


class PositionSensor(Sensor):
    _kind = 'position_sensor'

    ROTATIONAL = 0
    LINEAR = 1
    ANGULAR = 0  # older name of ROTATIONAL

    @property
    def value(self) -> float:
        return _get_value(self._tag)

    def getValue(self) -> float:
        return self.value

    @property
    def type(self) -> int:
        return _get_type(self._tag)

    def getType(self) -> int:
        return self.type

    @property
    def motor(self):
        from .motor import Motor
        other = _get_motor(self._tag)
        return Motor(other) if other else None

    def getMotor(self):
        return self.motor

    @property
    def brake(self):
        from .brake import Brake
        other = _get_brake(self._tag)
        return Brake(other) if other else None

    def getBrake(self):
        return self.brake
