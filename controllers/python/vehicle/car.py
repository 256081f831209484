"""What a car is: its kind, engine, size, wheels and lamps."""

from controller.wb import boolean, integer, real

from . import libraries
from .driver import Driver
from .libraries import function

_get_wheel_encoder = function(libraries.car, 'wbu_car_get_wheel_encoder', real, integer)
_get_wheel_speed = function(libraries.car, 'wbu_car_get_wheel_speed', real, integer)
_enable_differential = function(libraries.car, 'wbu_car_enable_limited_slip_differential', None, boolean)
_enable_auto_disabling = function(libraries.car, 'wbu_car_enable_indicator_auto_disabling', None, boolean)
_get_type = function(libraries.car, 'wbu_car_get_type', integer)
_get_engine_type = function(libraries.car, 'wbu_car_get_engine_type', integer)
_get_track_front = function(libraries.car, 'wbu_car_get_track_front', real)
_get_track_rear = function(libraries.car, 'wbu_car_get_track_rear', real)
_get_wheelbase = function(libraries.car, 'wbu_car_get_wheelbase', real)
_get_front_wheel_radius = function(libraries.car, 'wbu_car_get_front_wheel_radius', real)
_get_rear_wheel_radius = function(libraries.car, 'wbu_car_get_rear_wheel_radius', real)
_get_left_steering_angle = function(libraries.car, 'wbu_car_get_left_steering_angle', real)
_set_left_steering_angle = function(libraries.car, 'wbu_car_set_left_steering_angle', None, real)
_get_right_steering_angle = function(libraries.car, 'wbu_car_get_right_steering_angle', real)
_set_right_steering_angle = function(libraries.car, 'wbu_car_set_right_steering_angle', None, real)
_get_indicator_period = function(libraries.car, 'wbu_car_get_indicator_period', real)
_set_indicator_period = function(libraries.car, 'wbu_car_set_indicator_period', None, real)
_get_backwards_lights = function(libraries.car, 'wbu_car_get_backwards_lights', boolean)
_get_brake_lights = function(libraries.car, 'wbu_car_get_brake_lights', boolean)


class Car(Driver):
    TRACTION = 0
    PROPULSION = 1
    FOUR_BY_FOUR = 2
    COMBUSTION_ENGINE = 0
    ELECTRIC_ENGINE = 1
    PARALLEL_HYBRID_ENGINE = 2
    POWER_SPLIT_HYBRID_ENGINE = 3
    WHEEL_FRONT_RIGHT = 0
    WHEEL_FRONT_LEFT = 1
    WHEEL_REAR_RIGHT = 2
    WHEEL_REAR_LEFT = 3

    def getWheelEncoder(self, wheel_index: int) -> float:
        return _get_wheel_encoder(wheel_index)

    def getWheelSpeed(self, wheel_index: int) -> float:
        return _get_wheel_speed(wheel_index)

    def enableLimitedSlipDifferential(self, enable: bool):
        _enable_differential(enable)

    def enableIndicatorAutoDisabling(self, enable: bool):
        _enable_auto_disabling(enable)

    @property
    def type(self) -> int:
        return _get_type()

    def getType(self) -> int:
        return self.type

    @property
    def engine_type(self) -> int:
        return _get_engine_type()

    def getEngineType(self) -> int:
        return self.engine_type

    @property
    def track_front(self) -> float:
        return _get_track_front()

    def getTrackFront(self) -> float:
        return self.track_front

    @property
    def track_rear(self) -> float:
        return _get_track_rear()

    def getTrackRear(self) -> float:
        return self.track_rear

    @property
    def wheelbase(self) -> float:
        return _get_wheelbase()

    def getWheelbase(self) -> float:
        return self.wheelbase

    @property
    def front_wheel_radius(self) -> float:
        return _get_front_wheel_radius()

    def getFrontWheelRadius(self) -> float:
        return self.front_wheel_radius

    @property
    def rear_wheel_radius(self) -> float:
        return _get_rear_wheel_radius()

    def getRearWheelRadius(self) -> float:
        return self.rear_wheel_radius

    @property
    def left_steering_angle(self) -> float:
        return _get_left_steering_angle()

    @left_steering_angle.setter
    def left_steering_angle(self, angle: float):
        _set_left_steering_angle(angle)

    def getLeftSteeringAngle(self) -> float:
        return self.left_steering_angle

    def setLeftSteeringAngle(self, angle: float):
        self.left_steering_angle = angle

    @property
    def right_steering_angle(self) -> float:
        return _get_right_steering_angle()

    @right_steering_angle.setter
    def right_steering_angle(self, angle: float):
        _set_right_steering_angle(angle)

    def getRightSteeringAngle(self) -> float:
        return self.right_steering_angle

    def setRightSteeringAngle(self, angle: float):
        self.right_steering_angle = angle

    @property
    def indicator_period(self) -> float:
        return _get_indicator_period()

    @indicator_period.setter
    def indicator_period(self, period: float):
        _set_indicator_period(period)

    def getIndicatorPeriod(self) -> float:
        return self.indicator_period

    def setIndicatorPeriod(self, period: float):
        self.indicator_period = period

    @property
    def backwards_lights(self) -> bool:
        return _get_backwards_lights()

    def getBackwardsLights(self) -> bool:
        return self.backwards_lights

    @property
    def brake_lights(self) -> bool:
        return _get_brake_lights()

    def getBrakeLights(self) -> bool:
        return self.brake_lights
