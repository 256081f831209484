"""Driving a car. Angles in rad, speeds in km/h."""

from typing import Optional

from controller import Supervisor
from controller.wb import boolean, integer, real

from . import libraries
from .libraries import function

_init = function(libraries.driver, 'wbu_driver_init', None)
_step = function(libraries.driver, 'wbu_driver_step', integer)
_is_possible = function(libraries.driver, 'wbu_driver_initialization_is_possible', boolean)
_get_control_mode = function(libraries.driver, 'wbu_driver_get_control_mode', integer)
_get_steering_angle = function(libraries.driver, 'wbu_driver_get_steering_angle', real)
_set_steering_angle = function(libraries.driver, 'wbu_driver_set_steering_angle', None, real)
_get_target_cruising_speed = function(libraries.driver, 'wbu_driver_get_target_cruising_speed', real)
_set_cruising_speed = function(libraries.driver, 'wbu_driver_set_cruising_speed', None, real)
_get_current_speed = function(libraries.driver, 'wbu_driver_get_current_speed', real)
_get_throttle = function(libraries.driver, 'wbu_driver_get_throttle', real)
_set_throttle = function(libraries.driver, 'wbu_driver_set_throttle', None, real)
_get_brake_intensity = function(libraries.driver, 'wbu_driver_get_brake_intensity', real)
_set_brake_intensity = function(libraries.driver, 'wbu_driver_set_brake_intensity', None, real)
_get_rpm = function(libraries.driver, 'wbu_driver_get_rpm', real)
_get_gear = function(libraries.driver, 'wbu_driver_get_gear', integer)
_set_gear = function(libraries.driver, 'wbu_driver_set_gear', None, integer)
_get_gear_number = function(libraries.driver, 'wbu_driver_get_gear_number', integer)
_get_indicator = function(libraries.driver, 'wbu_driver_get_indicator', integer)
_set_indicator = function(libraries.driver, 'wbu_driver_set_indicator', None, integer)
_get_hazard_flashers = function(libraries.driver, 'wbu_driver_get_hazard_flashers', boolean)
_set_hazard_flashers = function(libraries.driver, 'wbu_driver_set_hazard_flashers', None, boolean)
_get_dipped_beams = function(libraries.driver, 'wbu_driver_get_dipped_beams', boolean)
_set_dipped_beams = function(libraries.driver, 'wbu_driver_set_dipped_beams', None, boolean)
_get_antifog_lights = function(libraries.driver, 'wbu_driver_get_antifog_lights', boolean)
_set_antifog_lights = function(libraries.driver, 'wbu_driver_set_antifog_lights', None, boolean)
_get_wiper_mode = function(libraries.driver, 'wbu_driver_get_wiper_mode', integer)
_set_wiper_mode = function(libraries.driver, 'wbu_driver_set_wiper_mode', None, integer)


class Driver(Supervisor):
    INDICATOR_OFF = 0
    INDICATOR_RIGHT = 1
    INDICATOR_LEFT = 2
    SPEED = 0
    TORQUE = 1
    DOWN = 0
    SLOW = 1
    NORMAL = 2
    FAST = 3

    def __init__(self):
        super().__init__()
        _init()

    @staticmethod
    def isInitialisationPossible() -> bool:
        """Whether the robot is a car."""
        return _is_possible()

    def step(self) -> int:
        """Simulates a basic time step. -1: the simulation is over."""
        self._duration(None)
        return self._after(_step())

    @property
    def control_mode(self) -> Optional[int]:
        mode = _get_control_mode()
        return None if mode == -1 else mode

    def getControlMode(self) -> Optional[int]:
        return self.control_mode

    @property
    def steering_angle(self) -> float:
        return _get_steering_angle()

    @steering_angle.setter
    def steering_angle(self, steeringAngle: float):
        _set_steering_angle(steeringAngle)

    def getSteeringAngle(self) -> float:
        return self.steering_angle

    def setSteeringAngle(self, steeringAngle: float):
        self.steering_angle = steeringAngle

    @property
    def target_cruising_speed(self) -> float:
        return _get_target_cruising_speed()

    @target_cruising_speed.setter
    def target_cruising_speed(self, cruisingSpeed: float):
        _set_cruising_speed(cruisingSpeed)

    def getTargetCruisingSpeed(self) -> float:
        return self.target_cruising_speed

    def setCruisingSpeed(self, cruisingSpeed: float):
        self.target_cruising_speed = cruisingSpeed

    @property
    def current_speed(self) -> float:
        return _get_current_speed()

    def getCurrentSpeed(self) -> float:
        return self.current_speed

    @property
    def throttle(self) -> float:
        return _get_throttle()

    @throttle.setter
    def throttle(self, throttle: float):
        _set_throttle(throttle)

    def getThrottle(self) -> float:
        return self.throttle

    def setThrottle(self, throttle: float):
        self.throttle = throttle

    @property
    def brake_intensity(self) -> float:
        return _get_brake_intensity()

    @brake_intensity.setter
    def brake_intensity(self, brakeIntensity: float):
        _set_brake_intensity(brakeIntensity)

    def getBrakeIntensity(self) -> float:
        return self.brake_intensity

    def setBrakeIntensity(self, brakeIntensity: float):
        self.brake_intensity = brakeIntensity

    @property
    def rpm(self) -> float:
        return _get_rpm()

    def getRpm(self) -> float:
        return self.rpm

    @property
    def gear(self) -> int:
        return _get_gear()

    @gear.setter
    def gear(self, gear: int):
        _set_gear(gear)

    def getGear(self) -> int:
        return self.gear

    def setGear(self, gear: int):
        self.gear = gear

    @property
    def gear_number(self) -> int:
        return _get_gear_number()

    def getGearNumber(self) -> int:
        return self.gear_number

    @property
    def indicator(self) -> int:
        return _get_indicator()

    @indicator.setter
    def indicator(self, indicator: int):
        _set_indicator(indicator)

    def getIndicator(self) -> int:
        return self.indicator

    def setIndicator(self, indicator: int):
        self.indicator = indicator

    @property
    def hazard_flashers(self) -> bool:
        return _get_hazard_flashers()

    @hazard_flashers.setter
    def hazard_flashers(self, state: bool):
        _set_hazard_flashers(state)

    def getHazardFlashers(self) -> bool:
        return self.hazard_flashers

    def setHazardFlashers(self, hazardFlasher: bool):
        self.hazard_flashers = hazardFlasher

    @property
    def dipped_beams(self) -> bool:
        return _get_dipped_beams()

    @dipped_beams.setter
    def dipped_beams(self, state: bool):
        _set_dipped_beams(state)

    def getDippedBeams(self) -> bool:
        return self.dipped_beams

    def setDippedBeams(self, state: bool):
        self.dipped_beams = state

    @property
    def antifog_lights(self) -> bool:
        return _get_antifog_lights()

    @antifog_lights.setter
    def antifog_lights(self, state: bool):
        _set_antifog_lights(state)

    def getAntifogLights(self) -> bool:
        return self.antifog_lights

    def setAntifogLights(self, state: bool):
        self.antifog_lights = state

    @property
    def wiper_mode(self) -> int:
        return _get_wiper_mode()

    @wiper_mode.setter
    def wiper_mode(self, mode: int):
        _set_wiper_mode(mode)

    def getWiperMode(self) -> int:
        return self.wiper_mode

    def setWiperMode(self, mode: int):
        self.wiper_mode = mode

    # Names of older releases.
    def setBrake(self, brake: float):
        self.brake_intensity = brake

    def getBrake(self, name: Optional[str] = None):
        """The brake's intensity; with a name, the device, as of any robot."""
        return self.brake_intensity if name is None else super().getBrake(name)

    def setWipersMode(self, mode: int):
        self.wiper_mode = mode

    def getWipersMode(self) -> int:
        return self.wiper_mode
