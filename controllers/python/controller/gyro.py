"""Angular velocity in rad/s, about the axes of the sensor."""

from .sensor import ThreeAxisSensor


class Gyro(ThreeAxisSensor):
    _kind = 'gyro'
