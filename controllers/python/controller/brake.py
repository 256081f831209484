"""Damping of a joint."""

from .device import Device
from .wb import function, integer, real, tag

_get_type = function('wb_brake_get_type', integer, tag)
_set_damping_constant = function('wb_brake_set_damping_constant', None, tag, real)
_get_motor = function('wb_brake_get_motor', tag, tag)
_get_position_sensor = function('wb_brake_get_position_sensor', tag, tag)


class Brake(Device):
    ROTATIONAL = 0
    LINEAR = 1
    ANGULAR = 0  # older name of ROTATIONAL

    @property
    def type(self) -> int:
        return _get_type(self._tag)

    def getType(self) -> int:
        return self.type

    def setDampingConstant(self, c: float):
        _set_damping_constant(self._tag, c)

    dampingConstant = property(fset=setDampingConstant)

    @property
    def motor(self):
        from .motor import Motor
        other = _get_motor(self._tag)
        return Motor(other) if other else None

    def getMotor(self):
        return self.motor

    @property
    def position_sensor(self):
        from .position_sensor import PositionSensor
        other = _get_position_sensor(self._tag)
        return PositionSensor(other) if other else None

    def getPositionSensor(self):
        return self.position_sensor
