"""Unit vector to the north, in the axes of the sensor."""

from .sensor import ThreeAxisSensor


class Compass(ThreeAxisSensor):
    _kind = 'compass'
