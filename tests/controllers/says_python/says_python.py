# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The same as says_c by the Python classes."""

import sys

from controller import GPS, CameraRecognitionObject, Supervisor

robot = Supervisor()
file = open(sys.argv[-1], 'w')


def say(what, values):
    if not isinstance(values, list):
        values = [values]
    print(what, *('%.17g' % value for value in values), file=file)


step = int(robot.getBasicTimeStep())
print(robot.getName(), step, robot.getNumberOfDevices(), file=file)

motor = robot.getMotor('motor')
position = motor.getPositionSensor()
eye = robot.getDevice('eye')
accelerometer = robot.getDevice('accelerometer')
gyro = robot.getDevice('gyro')
compass = robot.getDevice('compass')
unit = robot.getDevice('unit')
altimeter = robot.getDevice('altimeter')
led = robot.getDevice('led')
position.enable(step)
eye.enable(2 * step)
gps = GPS('gps')  # by name: enabled with the basic time step
for sensor in (accelerometer, gyro, compass, unit, altimeter):
    sensor.sampling_period = step
motor.setVelocity(2)
motor.target_position = 1
say('max velocity', motor.max_velocity)
say('table', eye.getLookupTable())

camera = robot.getDevice('camera')
finder = robot.getDevice('range-finder')
lidar = robot.getDevice('lidar')
radar = robot.getDevice('radar')
display = robot.getDevice('display')
# In a world of today a RangeFinder is no Camera.
assert robot.getCamera('range-finder') is None and robot.getCamera('camera') is camera
assert CameraRecognitionObject.get_position_on_image is CameraRecognitionObject.getPositionOnImage
camera.enable(2 * step)
camera.recognitionEnable(step)
finder.enable(step)
lidar.enable(step)
lidar.enablePointCloud()
radar.enable(step)
say('camera', [camera.getWidth(), camera.height, camera.fov, camera.getSamplingPeriod()])
say('range-finder', [finder.width, finder.getHeight(), finder.getMaxRange(), finder.sampling_period])
say('lidar', [lidar.horizontal_resolution, lidar.getNumberOfLayers(), lidar.getNumberOfPoints(), lidar.fov])
say('radar', [radar.getMaxRange(), radar.sampling_period])
say('display', [display.getWidth(), display.height])

box = robot.getFromDef('BOX')
translation = box.getField('translation')
children = robot.getRoot().getField('children')
count = children.getCount()
for i in range(20):
    if robot.step() == -1:
        break
    say('time', robot.getTime())
    say('position', position.getValue())
    say('eye', eye.value)
    say('gps', gps.getValues())
    say('accelerometer', accelerometer.getValues())
    say('gyro', gyro.getValues())
    say('compass', compass.value)
    say('unit', unit.getRollPitchYaw())
    say('altimeter', altimeter.getValue())
    led.set(i % 2)
    say('led', led.get())
    assert camera.getImageArray() is not None and lidar.getRangeImage() is not None
    say('images', [camera.getImage() is not None, finder.getRangeImage() is not None,
                   lidar.getPointCloud() is not None, len(camera.getRecognitionObjects())])
    say('targets', radar.getNumberOfTargets())
    target = radar.getTargets()[0]
    say('target', [target.distance, target.received_power, target.speed, target.azimuth])
    display.setColor(0xff0000)
    display.drawLine(0, 0, 9, 9)
    try:
        display.imageNew(b'abc', display.RGB, 2, 1)
    except ValueError as error:
        assert '3 bytes for 2 x 1 pixels, which take 6' in str(error)
    else:
        raise AssertionError('imageNew() takes what is too short')
    for good in b'abcdef', bytearray(b'abcdef'), memoryview(b'abcdef'), list(b'abcdef'), [[[97, 98, 99]], [[100, 101, 102]]]:
        assert display.imageNew(good, display.RGB, 2, 1) is not None
    # By columns, and by rows.
    assert display.imageNew([[[97, 98, 99]], [[100, 101, 102]]], display.RGB) is not None
    assert display.imageNew(memoryview(b'abcdef').cast('B', (1, 2, 3)), display.RGB) is not None
    for bad in b'abcdef', memoryview(bytes(24)).cast('i'):
        try:
            display.imageNew(bad, display.RGB)
        except TypeError:
            continue
        raise AssertionError('imageNew() takes what has no sizes, or no bytes')
    say('box', translation.value)
    say('box velocity', box.getVelocity())
    if i == 5:
        translation.setSFVec3f([0, 1, 2])
        say('box to be', translation.getSFVec3f())
    if i == 8:
        children.importMFNodeFromString(-1, 'DEF NEW Solid { translation 3 4 5 name "new" }')
        say('nodes more', children.count - count)
        say('new', robot.getFromDef('NEW').getPosition())
    if i == 10:
        robot.getFromDef('NEW').remove()
        say('nodes more', children.getCount() - count)
robot.simulationQuit(7)
robot.step()
file.close()
