# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Driver(Supervisor):
    """Drives a car. Angles are in rad, speeds in km/h."""
    prefix = 'wbu_driver'
    library = 'driver'

    class IndicatorState(WbuDriverIndicatorState):
        c(names='{}', remove='INDICATOR_')
        INDICATOR_OFF = 0
        INDICATOR_RIGHT = 1
        INDICATOR_LEFT = 2

    class ControlMode(WbuDriverControlMode):
        c(names='{}', only=dict(UNDEFINED_CONTROL_MODE=-1))
        SPEED = 0
        TORQUE = 1

    class WiperMode(WbuDriverWiperMode):
        c(names='{}')
        DOWN = 0
        SLOW = 1
        NORMAL = 2
        FAST = 3

    def step() -> int: "Simulates a basic time step; -1: the simulation is over."
    def set_steering_angle(steering_angle: double['rad']): "Steers: positive to the right."
    def get_steering_angle() -> double['rad']: "The steering angle that was given."
    def set_cruising_speed(speed: double['km/h']): "Keeps that speed from now on."
    def get_target_cruising_speed() -> double['km/h']: "The speed that it was given to keep."
    def get_current_speed() -> double['km/h']: "How fast it drives."
    def set_throttle(throttle: double['', '0..1']): "Presses the throttle, from now on in place of keeping a speed."
    def get_throttle() -> double['', '0..1']: "How far the throttle is pressed."
    def set_brake_intensity(intensity: double['', '0..1']): "How strongly it brakes from now on."
    def get_brake_intensity() -> double['', '0..1']: "How strongly it brakes."
    def get_rpm() -> double['1/min']: "How fast the engine turns."
    def get_gear() -> int: "The gear; -1 is reverse, 0 neutral."
    def set_gear(gear: int): "Engages a gear; -1 is reverse, 0 neutral."
    def get_gear_number() -> int: "How many gears it has, reverse included."
    def get_control_mode() -> ControlMode: "Whether it keeps a speed, or drives by throttle."
    def set_indicator(state: IndicatorState): "Switches the indicators."
    def set_hazard_flashers(state: bool): "Switches the hazard flashers."
    def get_indicator() -> IndicatorState: "Which indicators are on."
    def get_hazard_flashers() -> bool: "Whether the hazard flashers are on."
    def set_dipped_beams(state: bool): "Switches the dipped beams."
    def set_antifog_lights(state: bool): "Switches the fog lights."
    def get_dipped_beams() -> bool: "Whether the dipped beams are on."
    def get_antifog_lights() -> bool: "Whether the fog lights are on."
    def set_wiper_mode(mode: WiperMode): "Switches the wipers."
    def get_wiper_mode() -> WiperMode: "How the wipers move."
    @old
    @cpp_only
    @deprecated
    def set_brake(brake: double['', '0..1']): "How strongly it brakes from now on."
    @old
    @cpp_only
    @deprecated
    def set_wipers_mode(mode: WiperMode): "Switches the wipers."
    @old
    @cpp_only
    @deprecated
    def get_wipers_mode() -> WiperMode: "How the wipers move."
    @c_only
    def initialization_is_possible() -> bool: "Whether the robot is a car."
    @c_only
    def init(): "Starts the controller, in place of wb_robot_init."
    @c_only
    def cleanup(): "Ends the controller, in place of wb_robot_cleanup."
    @c_only
    @old
    @deprecated
    def get_brake() -> double['', '0..1']: "How strongly it brakes."
    c(header='webots/vehicle/driver.h',
      before='''
          /* Older names of the types. */
          typedef WbuDriverIndicatorState wbu_indicator_state;
          typedef WbuDriverControlMode wbu_control_mode;
          typedef WbuDriverWiperMode wbu_wipers_mode;
      ''')
    cpp(no_const=True, virtual='step',
        life='''
            static bool isInitialisationPossible();
            Driver();
            static Driver* getDriverInstance();
            virtual ~Driver();
        ''',
        private='virtual int step(int duration) { return Supervisor::step(duration); }')
    java(c_functions='init cleanup initialization_is_possible')
    python(
        property={'set_cruising_speed': 'target_cruising_speed'},
        arguments={'set_steering_angle': 'steeringAngle', 'set_cruising_speed': 'cruisingSpeed',
                   'set_brake_intensity': 'brakeIntensity', 'set_hazard_flashers': 'hazardFlasher',
                   'set_indicator': 'indicator'},
        by_hand='step get_control_mode', aliases=dict(setWipersMode='setWiperMode', getWipersMode='getWiperMode'))
