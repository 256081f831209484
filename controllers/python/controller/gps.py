"""Position and speed in the world."""

import ctypes
from typing import List

from .sensor import Sensor
from .wb import decoded, function, handle, integer, numbers, real, reals, tag

_get_values = function('wb_gps_get_values', reals, tag)
_get_speed = function('wb_gps_get_speed', real, tag)
_get_speed_vector = function('wb_gps_get_speed_vector', reals, tag)
_get_coordinate_system = function('wb_gps_get_coordinate_system', integer, tag)
_convert = function('wb_gps_convert_to_degrees_minutes_seconds', handle, real)
_free = ctypes.CDLL(None).free
_free.argtypes = [handle]


class GPS(Sensor):
    _kind = 'gps'

    LOCAL = 0
    WGS84 = 1

    @property
    def value(self) -> List[float]:
        return numbers(_get_values(self._tag), 3)

    def getValues(self) -> List[float]:
        return self.value

    @property
    def speed(self) -> float:
        return _get_speed(self._tag)

    def getSpeed(self) -> float:
        return self.speed

    @property
    def speed_vector(self) -> List[float]:
        return numbers(_get_speed_vector(self._tag), 3)

    def getSpeedVector(self) -> List[float]:
        return self.speed_vector

    @property
    def coordinate_system(self) -> int:
        return _get_coordinate_system(self._tag)

    def getCoordinateSystem(self) -> int:
        return self.coordinate_system

    @staticmethod
    def convertToDegreesMinutesSeconds(decimalDegrees: float) -> str:
        address = _convert(decimalDegrees)
        result = decoded(ctypes.string_at(address))
        _free(address)
        return result
