"""The controller API: a class for the robot, each kind of device, and what a supervisor sees."""

from .accelerometer import Accelerometer
from .altimeter import Altimeter
from .ansi_codes import AnsiCodes
from .brake import Brake
from .camera import Camera
from .camera_recognition_object import CameraRecognitionObject
from .compass import Compass
from .connector import Connector
from .device import Device
from .differential_wheels import DifferentialWheels
from .display import Display
from .distance_sensor import DistanceSensor
from .emitter import Emitter
from .field import Field
from .gps import GPS
from .gyro import Gyro
from .inertial_unit import InertialUnit
from .joystick import Joystick
from .keyboard import Keyboard
from .led import LED
from .lidar import Lidar
from .lidar_point import LidarPoint
from .light_sensor import LightSensor
from .motion import Motion
from .motor import Motor
from .mouse import Mouse, MouseState
from .node import ContactPoint, Node
from .pen import Pen
from .position_sensor import PositionSensor
from .proto import Proto
from .radar import Radar
from .radar_target import RadarTarget
from .range_finder import RangeFinder
from .receiver import Receiver
from .robot import Robot
from .sensor import Sensor
from .servo import Servo
from .skin import Skin
from .speaker import Speaker
from .supervisor import Supervisor
from .touch_sensor import TouchSensor
from .vacuum_gripper import VacuumGripper

__all__ = ['Accelerometer', 'Altimeter', 'AnsiCodes', 'Brake', 'Camera', 'CameraRecognitionObject', 'Compass',
           'Connector', 'ContactPoint', 'Device', 'DifferentialWheels', 'Display', 'DistanceSensor', 'Emitter',
           'Field', 'GPS', 'Gyro', 'InertialUnit', 'Joystick', 'Keyboard', 'LED', 'Lidar', 'LidarPoint', 'LightSensor',
           'Motion', 'Motor', 'Mouse', 'MouseState', 'Node', 'Pen', 'PositionSensor', 'Proto', 'Radar', 'RadarTarget',
           'RangeFinder', 'Receiver', 'Robot', 'Sensor', 'Servo', 'Skin', 'Speaker', 'Supervisor', 'TouchSensor',
           'VacuumGripper']
