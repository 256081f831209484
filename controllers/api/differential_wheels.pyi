# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class DifferentialWheels(Robot):
    """A robot with two wheels, as worlds had it until R2021. Speeds are in units of its field speedUnit."""
    kind = 29
    remote = True
    def set_speed(left: double['speedUnit'], right: double['speedUnit']): "How fast the wheels turn."
    def get_left_speed() -> double['speedUnit']: "The speed that the left wheel was given."
    def get_right_speed() -> double['speedUnit']: "The speed that the right wheel was given."
    def enable_encoders(sampling_period: cut['ms', '>= 0']):
        """The encoders measure from now on, once in every period; a period of 0 stops them."""
    def disable_encoders(): "Stops the encoders."
    def get_encoders_sampling_period() -> int['ms']: "The period of the encoders; 0: they are not enabled."
    def get_left_encoder() -> double['increments']:
        """How far the left wheel has turned; NaN before the first measurement."""
    def get_right_encoder() -> double['increments']:
        """How far the right wheel has turned; NaN before the first measurement."""
    def set_encoders(left: double['increments'], right: double['increments']): "What the encoders read from now on."
    def get_max_speed() -> double['rad/s']: "The fastest that a wheel turns."
    def get_speed_unit() -> double['rad/s']: "What a speed of 1 means."
    @c_only
    @old
    def get_left_encoders() -> double['increments']: "How far the left wheel has turned."
    @c_only
    @old
    def get_right_encoders() -> double['increments']: "How far the right wheel has turned."
    cpp(virtual='set_speed enable_encoders disable_encoders set_encoders',
        header='webots/Accelerometer.hpp webots/Camera.hpp webots/Compass.hpp webots/Connector.hpp webots/Display.hpp '
               'webots/DistanceSensor.hpp webots/Emitter.hpp webots/GPS.hpp webots/Gyro.hpp webots/InertialUnit.hpp '
               'webots/LED.hpp webots/LightSensor.hpp webots/Motor.hpp webots/Pen.hpp webots/PositionSensor.hpp '
               'webots/Receiver.hpp webots/Robot.hpp webots/Servo.hpp webots/TouchSensor.hpp')
    python(plain='*')
