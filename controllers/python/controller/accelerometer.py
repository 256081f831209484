"""Acceleration in m/s^2, gravity included, along the axes of the sensor."""

from .sensor import ThreeAxisSensor


class Accelerometer(ThreeAxisSensor):
    _kind = 'accelerometer'
