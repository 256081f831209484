# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The robot: start, steps, end and devices."""

from __future__ import annotations

import atexit
import sys

from .device import Device
from .module_list import list_modules
from .robot_functions import (DEVICE_CLASSES, RobotFunctions, _battery_sensor_enable, _get_basic_time_step,
                              _get_number_of_devices, _step, _step_begin, _step_end)
from .wb import decoded, encoded, function, hear_signals, integer, tag, text, world_is_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Dict, List, Optional, Type

    from .camera import Camera
    from .joystick import Joystick
    from .keyboard import Keyboard
    from .mouse import Mouse
    from .servo import Servo

_init = function('wb_robot_init', integer)
_cleanup = function('wb_robot_cleanup', None)
_get_device_by_index = function('wb_robot_get_device_by_index', tag, integer)
_device_get_name = function('wb_device_get_name', text, tag)
_device_get_node_type = function('wb_device_get_node_type', integer, tag)
_wwi_send = function('wb_robot_wwi_send', None, text, integer)
_wwi_receive_text = function('wb_robot_wwi_receive_text', text)


def _class_of(node_type: int) -> Type[Device]:
    """Its module is imported when the robot has such a device."""
    name = DEVICE_CLASSES.get(node_type)
    return getattr(sys.modules['controller'], name) if name else Device  # type: ignore[no-any-return]


class Robot(RobotFunctions):
    """The robot that the controller controls: its start, its steps, its end and its devices."""

    created: ClassVar[Optional[Robot]] = None  # the one object that a controller may make

    def __init__(self) -> None:
        """Connects the controller to the simulation."""
        if Robot.created:
            print('Error: only one Robot can be created in a controller.', file=sys.stderr)
            return
        # What is printed before a step comes before the step, also if the controller is killed.
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, 'reconfigure'):
                stream.reconfigure(line_buffering=True)
        hear_signals()
        _init()
        Robot.created = self
        atexit.register(_cleanup)
        list_modules()
        self._ended = False
        self._by_name: Dict[str, Device] = {}
        self.devices = self._by_name
        self._by_index: List[Device] = []
        self._list_devices()

    keyboard: Keyboard
    mouse: Mouse
    joystick: Joystick
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Made when they are first asked for.
            if name not in ('keyboard', 'mouse', 'joystick'):
                raise AttributeError(f'{type(self).__name__!r} object has no attribute {name!r}')
            made = getattr(sys.modules['controller'], name.capitalize())(0)
            setattr(self, name, made)
            return made

    def _list_devices(self) -> None:
        """Those at the start, and those that a supervisor has brought since."""
        for index in range(len(self._by_index), _get_number_of_devices()):
            device_tag = _get_device_by_index(index)
            device = _class_of(_device_get_node_type(device_tag))(int(device_tag))
            self._by_index.append(device)
            self._by_name[decoded(_device_get_name(device_tag))] = device  # of two of one name the last

    def step(self, time_step: Optional[int] = None) -> int:
        """Simulates time_step ms, the basic time step if it is not given. -1: the simulation is over.

        time_step: ms, multiple of the basic time step
        """
        return self._after(_step(self._duration(time_step)))

    def stepBegin(self, time_step: Optional[int] = None) -> int:
        """Begins to simulate: the controller may work on until stepEnd.

        time_step: ms, multiple of the basic time step
        """
        return self._after(_step_begin(self._duration(time_step)))

    def stepEnd(self) -> int:
        """Waits for what stepBegin began. -1: the simulation is over."""
        return self._after(_step_end())

    def _duration(self, time_step: Optional[int]) -> int:
        if self._ended:
            sys.exit(0)  # the library would end the process without Python's own clearing up
        return int(_get_basic_time_step() if time_step is None else time_step)

    def _after(self, result: int) -> int:
        self._ended = result == -1
        return result

    def getDevice(self, name: str) -> Any:
        """The device of that name, of the class of its kind; None, after a warning, if there is none."""
        if name not in self._by_name:
            self._list_devices()
        device = self._by_name.get(name)
        if device is None:
            print(f'Warning: robot "{self.getName()}" has no device "{name}".', file=sys.stderr)
        return device

    def getDeviceByIndex(self, index: int) -> Any:
        """The device of that number, of the class of its kind; None, after a warning, if there is none."""
        device_tag = _get_device_by_index(index)  # warns of an index that is out of range
        if index >= len(self._by_index):
            self._list_devices()
        return self._by_index[index] if device_tag else None

    def getCamera(self, name: str) -> Optional[Camera]:
        """The Camera of that name; None if there is none, or if it is another kind of device. In worlds of older
        releases a Camera could be a range finder."""
        from .camera import Camera
        from .range_finder import RangeFinder

        device = self.getDevice(name)
        if isinstance(device, RangeFinder):
            camera = Camera(device.tag)
            return camera if camera.getType() == Camera.RANGE_FINDER else None
        return device if isinstance(device, Camera) else None

    def getServo(self, name: str) -> Optional[Servo]:
        """The motor of that name as worlds had it until R2018; None if there is none."""
        from .motor import Motor
        from .servo import Servo

        device = self.getDevice(name)
        return Servo(device.tag) if isinstance(device, Motor) else None

    def getKeyboard(self) -> Keyboard:
        """The keyboard."""
        return self.keyboard

    def getMouse(self) -> Mouse:
        """The mouse."""
        return self.mouse

    def getJoystick(self) -> Joystick:
        """The joystick."""
        return self.joystick

    @property
    def battery_sensor_sampling_period(self) -> int:
        """The period in which the battery is measured; 0: it is not. None sets the basic time step. Unit: ms."""
        return self.batterySensorGetSamplingPeriod()

    @battery_sensor_sampling_period.setter
    def battery_sensor_sampling_period(self, sampling_period: Optional[int]) -> None:
        _battery_sensor_enable(int(_get_basic_time_step() if sampling_period is None else sampling_period))

    # Robot windows.
    def wwiSend(self, data: bytes, size: Optional[int] = None) -> None:
        """Sends bytes to the robot's window."""
        _wwi_send(encoded(data), len(data) if size is None else size)

    def wwiSendText(self, text: str) -> None:
        """Sends a text to the robot's window."""
        data = text.encode()
        _wwi_send(data, len(data) + 1)

    def wwiReceiveText(self) -> Optional[str]:
        """The next text from the robot's window; None if there is none, "" in worlds from before R2023a."""
        data = _wwi_receive_text()
        if data is None:
            return '' if world_is_before('R2023a') else None
        return decoded(data)

    # Names of older releases.
    def keyboardEnable(self, sampling_period: int) -> None:
        """Enables the keyboard."""
        self.keyboard.enable(sampling_period)

    def keyboardDisable(self) -> None:
        """Stops reading the keyboard."""
        self.keyboard.disable()

    def keyboardGetKey(self) -> int:
        """The next of the keys that are down; 0, not -1, after the last."""
        return max(0, self.keyboard.getKey())
