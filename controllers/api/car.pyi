# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Car(Driver):
    """What a car is: its kind, engine, size, wheels and lamps."""
    prefix = 'wbu_car'
    library = 'car'

    class Type(WbuCarType):
        c(names='WBU_CAR_{}')
        TRACTION = 0
        PROPULSION = 1
        FOUR_BY_FOUR = 2

    class EngineType(WbuCarEngineType):
        c(names='WBU_CAR_{}')
        COMBUSTION_ENGINE = 0
        ELECTRIC_ENGINE = 1
        PARALLEL_HYBRID_ENGINE = 2
        POWER_SPLIT_HYBRID_ENGINE = 3

    class WheelIndex(WbuCarWheelIndex):
        c(names='WBU_CAR_{}')
        WHEEL_FRONT_RIGHT = 0
        WHEEL_FRONT_LEFT = 1
        WHEEL_REAR_RIGHT = 2
        WHEEL_REAR_LEFT = 3
        WHEEL_NB = 4

    def get_type() -> Type: "Which wheels are driven."
    def get_engine_type() -> EngineType: "Its kind of engine: combustion, electric or hybrid."
    def get_track_front() -> double['m']: "Distance of the front wheels."
    def get_track_rear() -> double['m']: "Distance of the rear wheels."
    def get_wheelbase() -> double['m']: "Distance of the axles."
    def get_front_wheel_radius() -> double['m']: "Radius of the front wheels."
    def get_rear_wheel_radius() -> double['m']: "Radius of the rear wheels."
    def get_wheel_encoder(wheel_index: WheelIndex) -> double['rad']: "How far a wheel has turned."
    def get_wheel_speed(wheel_index: WheelIndex) -> double['rad/s']: "How fast a wheel turns."
    @since('R2022a')
    def set_left_steering_angle(angle: double['rad']): "Steers the left wheel alone."
    @since('R2022a')
    def set_right_steering_angle(angle: double['rad']): "Steers the right wheel alone."
    def get_right_steering_angle() -> double['rad']: "How the right wheel is steered."
    def get_left_steering_angle() -> double['rad']: "How the left wheel is steered."
    def enable_limited_slip_differential(enable: bool):
        """Whether the driven wheels share what they have beyond a difference of speed."""
    def set_indicator_period(period: double['s', '> 0']): "How often the indicators flash."
    def get_indicator_period() -> double['s']: "How often the indicators flash."
    def get_backwards_lights() -> bool: "Whether the lights of the reverse gear are on."
    def get_brake_lights() -> bool: "Whether the brake lights are on."
    def enable_indicator_auto_disabling(enable: bool): "Whether the indicators go off when the wheel is turned back."
    @c_only
    def init(): "Called by wbu_driver_init too."
    @c_only
    def cleanup(): "Called by wbu_driver_cleanup too."
    c(header='webots/vehicle/car.h', head='Lengths in m, angles in rad.',
      before='''
          /* Older names of the types. */
          typedef WbuCarType wbu_car_type;
          typedef WbuCarEngineType wbu_car_engine_type;
          typedef WbuCarWheelIndex wbu_car_wheel_index;
      ''')
    cpp(no_const=True)
    python(plain='get_wheel_encoder get_wheel_speed')
