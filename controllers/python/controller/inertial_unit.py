"""Orientation of the sensor in the world."""

from typing import List

from .sensor import Sensor
from .wb import function, numbers, real, reals, tag

_get_roll_pitch_yaw = function('wb_inertial_unit_get_roll_pitch_yaw', reals, tag)
_get_quaternion = function('wb_inertial_unit_get_quaternion', reals, tag)
_get_noise = function('wb_inertial_unit_get_noise', real, tag)


class InertialUnit(Sensor):
    _kind = 'inertial_unit'

    @property
    def roll_pitch_yaw(self) -> List[float]:
        return numbers(_get_roll_pitch_yaw(self._tag), 3)

    def getRollPitchYaw(self) -> List[float]:
        return self.roll_pitch_yaw

    @property
    def quaternion(self) -> List[float]:
        return numbers(_get_quaternion(self._tag), 4)

    def getQuaternion(self) -> List[float]:
        return self.quaternion

    @property
    def noise(self) -> float:
        return _get_noise(self._tag)

    def getNoise(self) -> float:
        return self.noise
