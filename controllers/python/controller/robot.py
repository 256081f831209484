"""The robot: start, steps, end and devices."""

import atexit
import sys
from typing import Optional

from .accelerometer import Accelerometer
from .altimeter import Altimeter
from .brake import Brake
from .camera import Camera
from .compass import Compass
from .connector import Connector
from .device import Device
from .display import Display
from .distance_sensor import DistanceSensor
from .emitter import Emitter
from .gps import GPS
from .gyro import Gyro
from .inertial_unit import InertialUnit
from .joystick import Joystick
from .keyboard import Keyboard
from .led import LED
from .lidar import Lidar
from .light_sensor import LightSensor
from .motor import Motor
from .mouse import Mouse
from .node import Node
from .pen import Pen
from .position_sensor import PositionSensor
from .radar import Radar
from .range_finder import RangeFinder
from .receiver import Receiver
from .servo import Servo
from .skin import Skin
from .speaker import Speaker
from .touch_sensor import TouchSensor
from .vacuum_gripper import VacuumGripper
from .wb import boolean, coverable, decoded, encoded, function, integer, real, tag, text

_init = function('wb_robot_init', integer)
_cleanup = function('wb_robot_cleanup', None)
_step = function('wb_robot_step', integer, integer)
_step_begin = function('wb_robot_step_begin', integer, integer)
_step_end = function('wb_robot_step_end', integer)
_wait_for_user_input_event = function('wb_robot_wait_for_user_input_event', integer, integer, integer)
_get_name = function('wb_robot_get_name', text)
_get_model = function('wb_robot_get_model', text)
_get_urdf = function('wb_robot_get_urdf', text, text)
_get_custom_data = function('wb_robot_get_custom_data', text)
_set_custom_data = function('wb_robot_set_custom_data', None, text)
_get_project_path = function('wb_robot_get_project_path', text)
_get_world_path = function('wb_robot_get_world_path', text)
_get_controller_name = function('wb_robot_get_controller_name', text)
_get_controller_arguments = function('wb_robot_get_controller_arguments', text)
_get_time = function('wb_robot_get_time', real)
_get_basic_time_step = function('wb_robot_get_basic_time_step', real)
_get_mode = function('wb_robot_get_mode', integer)
_set_mode = function('wb_robot_set_mode', None, integer, text)
_get_supervisor = function('wb_robot_get_supervisor', boolean)
_get_synchronization = function('wb_robot_get_synchronization', boolean)
_get_type = function('wb_robot_get_type', integer)
_get_number_of_devices = function('wb_robot_get_number_of_devices', integer)
_get_device_by_index = function('wb_robot_get_device_by_index', tag, integer)
_device_get_name = function('wb_device_get_name', text, tag)
_device_get_node_type = function('wb_device_get_node_type', integer, tag)
_battery_enable = function('wb_robot_battery_sensor_enable', None, integer)
_battery_get_sampling_period = function('wb_robot_battery_sensor_get_sampling_period', integer)
_battery_get_value = function('wb_robot_battery_sensor_get_value', real)
_wwi_send = function('wb_robot_wwi_send', None, text, integer)
_wwi_receive_text = function('wb_robot_wwi_receive_text', text)

_CLASSES = {
    Node.ACCELEROMETER: Accelerometer,
    Node.ALTIMETER: Altimeter,
    Node.BRAKE: Brake,
    Node.CAMERA: Camera,
    Node.COMPASS: Compass,
    Node.CONNECTOR: Connector,
    Node.DISPLAY: Display,
    Node.DISTANCE_SENSOR: DistanceSensor,
    Node.EMITTER: Emitter,
    Node.GPS: GPS,
    Node.GYRO: Gyro,
    Node.INERTIAL_UNIT: InertialUnit,
    Node.LED: LED,
    Node.LIDAR: Lidar,
    Node.LIGHT_SENSOR: LightSensor,
    Node.ROTATIONAL_MOTOR: Motor,
    Node.LINEAR_MOTOR: Motor,
    Node.PEN: Pen,
    Node.POSITION_SENSOR: PositionSensor,
    Node.RADAR: Radar,
    Node.RANGE_FINDER: RangeFinder,
    Node.RECEIVER: Receiver,
    Node.SKIN: Skin,
    Node.SPEAKER: Speaker,
    Node.TOUCH_SENSOR: TouchSensor,
    Node.VACUUM_GRIPPER: VacuumGripper,
}


class Robot:
    EVENT_QUIT = -1
    EVENT_NO_EVENT = 0
    EVENT_MOUSE_CLICK = 1
    EVENT_MOUSE_MOVE = 2
    EVENT_KEYBOARD = 4
    EVENT_JOYSTICK_BUTTON = 8
    EVENT_JOYSTICK_AXIS = 16
    EVENT_JOYSTICK_POV = 32
    MODE_SIMULATION = 0
    MODE_CROSS_COMPILATION = 1
    MODE_REMOTE_CONTROL = 2

    created = None  # the one object that a controller may make

    def __init__(self):
        if Robot.created:
            print('Error: only one Robot can be created in a controller.', file=sys.stderr)
            return
        Robot.created = self
        # What is printed before a step comes before the step, also if the controller is killed.
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, 'reconfigure'):
                stream.reconfigure(line_buffering=True)
        _init()
        atexit.register(_cleanup)
        self._ended = False
        self._by_name = self.devices = {}
        self._by_index = []
        self._list_devices()
        self.keyboard = Keyboard(0)
        self.mouse = Mouse(0)
        self.joystick = Joystick(0)

    def _list_devices(self):
        """Those at the start, and those that a supervisor has brought since."""
        for index in range(len(self._by_index), _get_number_of_devices()):
            device_tag = _get_device_by_index(index)
            device_class = _CLASSES.get(_device_get_node_type(device_tag), Device)
            device = device_class(int(device_tag))
            self._by_index.append(device)
            self._by_name[decoded(_device_get_name(device_tag))] = device  # of two of one name the last

    def step(self, time_step: Optional[int] = None) -> int:
        """Simulates time_step ms, the basic time step if it is not given. -1: the simulation is over."""
        return self._after(_step(self._duration(time_step)))

    def stepBegin(self, time_step: Optional[int] = None) -> int:
        return self._after(_step_begin(self._duration(time_step)))

    def stepEnd(self) -> int:
        return self._after(_step_end())

    def _duration(self, time_step: Optional[int]) -> int:
        if self._ended:
            sys.exit(0)  # the library would end the process without Python's own clearing up
        return int(_get_basic_time_step() if time_step is None else time_step)

    def _after(self, result: int) -> int:
        self._ended = result == -1
        return result

    def waitForUserInputEvent(self, event_type: int, timeout: int) -> int:
        return _wait_for_user_input_event(event_type, timeout)

    # Devices: None if there is none of that name.
    def getDevice(self, name: str) -> Optional[Device]:
        if name not in self._by_name:
            self._list_devices()
        device = self._by_name.get(name)
        if device is None:
            print(f'Warning: robot "{decoded(_get_name())}" has no device "{name}".', file=sys.stderr)
        return device

    def getType(self) -> int:
        return _get_type()

    def getDeviceByIndex(self, index: int) -> Optional[Device]:
        device_tag = _get_device_by_index(index)  # warns of an index that is out of range
        if index >= len(self._by_index):
            self._list_devices()
        return self._by_index[index] if device_tag else None

    @coverable
    def number_of_devices(self) -> int:
        return _get_number_of_devices()

    def getNumberOfDevices(self) -> int:
        return _get_number_of_devices()

    def _get(self, name: str, device_class) -> Optional[Device]:
        device = self.getDevice(name)
        return device if isinstance(device, device_class) else None

    def getAccelerometer(self, name: str) -> Optional[Accelerometer]:
        return self._get(name, Accelerometer)

    def getAltimeter(self, name: str) -> Optional[Altimeter]:
        return self._get(name, Altimeter)

    def getBrake(self, name: str) -> Optional[Brake]:
        return self._get(name, Brake)

    def getCamera(self, name: str) -> Optional[Camera]:
        device = self.getDevice(name)
        # A Camera of older releases could be a range finder.
        return Camera(device.tag) if isinstance(device, RangeFinder) else self._get(name, Camera)

    def getCompass(self, name: str) -> Optional[Compass]:
        return self._get(name, Compass)

    def getConnector(self, name: str) -> Optional[Connector]:
        return self._get(name, Connector)

    def getDisplay(self, name: str) -> Optional[Display]:
        return self._get(name, Display)

    def getDistanceSensor(self, name: str) -> Optional[DistanceSensor]:
        return self._get(name, DistanceSensor)

    def getEmitter(self, name: str) -> Optional[Emitter]:
        return self._get(name, Emitter)

    def getGPS(self, name: str) -> Optional[GPS]:
        return self._get(name, GPS)

    def getGyro(self, name: str) -> Optional[Gyro]:
        return self._get(name, Gyro)

    def getInertialUnit(self, name: str) -> Optional[InertialUnit]:
        return self._get(name, InertialUnit)

    def getLED(self, name: str) -> Optional[LED]:
        return self._get(name, LED)

    def getLidar(self, name: str) -> Optional[Lidar]:
        return self._get(name, Lidar)

    def getLightSensor(self, name: str) -> Optional[LightSensor]:
        return self._get(name, LightSensor)

    def getMotor(self, name: str) -> Optional[Motor]:
        return self._get(name, Motor)

    def getPen(self, name: str) -> Optional[Pen]:
        return self._get(name, Pen)

    def getPositionSensor(self, name: str) -> Optional[PositionSensor]:
        return self._get(name, PositionSensor)

    def getRadar(self, name: str) -> Optional[Radar]:
        return self._get(name, Radar)

    def getRangeFinder(self, name: str) -> Optional[RangeFinder]:
        return self._get(name, RangeFinder)

    def getReceiver(self, name: str) -> Optional[Receiver]:
        return self._get(name, Receiver)

    def getSkin(self, name: str) -> Optional[Skin]:
        return self._get(name, Skin)

    def getSpeaker(self, name: str) -> Optional[Speaker]:
        return self._get(name, Speaker)

    def getTouchSensor(self, name: str) -> Optional[TouchSensor]:
        return self._get(name, TouchSensor)

    def getVacuumGripper(self, name: str) -> Optional[VacuumGripper]:
        return self._get(name, VacuumGripper)

    def getServo(self, name: str) -> Optional[Servo]:
        motor = self._get(name, Motor)
        return Servo(motor.tag) if motor else None

    def getKeyboard(self) -> Keyboard:
        return self.keyboard

    def getMouse(self) -> Mouse:
        return self.mouse

    def getJoystick(self) -> Joystick:
        return self.joystick

    @coverable
    def name(self) -> str:
        return decoded(_get_name())

    def getName(self) -> str:
        return decoded(_get_name())

    @coverable
    def model(self) -> str:
        return decoded(_get_model())

    def getModel(self) -> str:
        return decoded(_get_model())

    @coverable
    def project_path(self) -> str:
        return decoded(_get_project_path())

    def getProjectPath(self) -> str:
        return decoded(_get_project_path())

    @coverable
    def world_path(self) -> str:
        return decoded(_get_world_path())

    def getWorldPath(self) -> str:
        return decoded(_get_world_path())

    @coverable
    def time(self) -> float:
        return _get_time()

    def getTime(self) -> float:
        return _get_time()

    @coverable
    def basic_time_step(self) -> float:
        return _get_basic_time_step()

    def getBasicTimeStep(self) -> float:
        return _get_basic_time_step()

    @coverable
    def mode(self) -> int:
        return _get_mode()

    def getMode(self) -> int:
        return _get_mode()

    @coverable
    def supervisor(self) -> bool:
        return _get_supervisor()

    def getSupervisor(self) -> bool:
        return _get_supervisor()

    @coverable
    def synchronization(self) -> bool:
        return _get_synchronization()

    def getSynchronization(self) -> bool:
        return _get_synchronization()

    def setMode(self, mode: int, arg: str = ''):
        _set_mode(mode, encoded(arg))

    def getUrdf(self, prefix: str = '') -> str:
        return decoded(_get_urdf(encoded(prefix)))

    @property
    def custom_data(self) -> str:
        return decoded(_get_custom_data())

    @custom_data.setter
    def custom_data(self, data: str):
        _set_custom_data(encoded(data))

    def getCustomData(self) -> str:
        return self.custom_data

    def setCustomData(self, data: str):
        self.custom_data = data

    @property
    def battery_sensor_sampling_period(self) -> int:
        return _battery_get_sampling_period()

    @battery_sensor_sampling_period.setter
    def battery_sensor_sampling_period(self, sampling_period: Optional[int]):
        _battery_enable(int(_get_basic_time_step() if sampling_period is None else sampling_period))

    def batterySensorEnable(self, sampling_period: int):
        _battery_enable(int(sampling_period))

    def batterySensorDisable(self):
        _battery_enable(0)

    def batterySensorGetSamplingPeriod(self) -> int:
        return self.battery_sensor_sampling_period

    def batterySensorGetValue(self) -> float:
        return _battery_get_value()

    # Robot windows.
    def wwiSend(self, data: bytes, size: Optional[int] = None):
        _wwi_send(encoded(data), len(data) if size is None else size)

    def wwiSendText(self, text: str):
        data = encoded(text)
        _wwi_send(data, len(data) + 1)

    def wwiReceiveText(self) -> Optional[str]:
        data = _wwi_receive_text()
        return None if data is None else decoded(data)

    # Names of older releases.
    def getData(self) -> str:
        return self.custom_data

    def setData(self, data: str):
        self.custom_data = data

    def getControllerName(self) -> str:
        return decoded(_get_controller_name())

    def getControllerArguments(self) -> str:
        return decoded(_get_controller_arguments())

    def keyboardEnable(self, sampling_period: int):
        self.keyboard.enable(sampling_period)

    def keyboardDisable(self):
        self.keyboard.disable()

    def keyboardGetKey(self) -> int:
        """0, not -1, if no key is down."""
        return max(0, self.keyboard.getKey())
