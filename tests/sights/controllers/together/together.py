# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Two cameras, a range finder, recognition, zoom, and a display that shows a camera, in one run: with edits, other periods
and a reset. What each shows of a cube of 1 m whose near side is 4.5 m ahead follows from the angle of view: W pixels of a
row see 2 W / 2 (0.5 / 4.5) / tan(fov / 2) of it, rounded to the centres that lie in it. Light 1 is 207, light 1 at exposure
0.5 is 167."""
import math
import struct

from controller import Supervisor

robot = Supervisor()
step = int(robot.getBasicTimeStep())
wide, narrow, watcher = (robot.getDevice(name) for name in ('wide', 'narrow', 'watcher'))
ranges, screen = robot.getDevice('ranges'), robot.getDevice('screen')
target = robot.getFromDef('TARGET').getField('translation')
camera_field = robot.getFromDef('WIDE').getField


def row_of(image, camera):
    width, y = camera.getWidth(), camera.getHeight() // 2
    return [(image[4 * (y * width + x) + 2], image[4 * (y * width + x) + 1], image[4 * (y * width + x)])
            for x in range(width)]


def seen(camera, color=(207, 0, 0)):
    """Pixels of the middle row that see the cube; the others see nothing."""
    row = row_of(camera.getImage(), camera)
    assert all(pixel in (color, (0, 0, 0)) for pixel in row), row
    return row.count(color)


def expected(camera, field_of_view):
    half = camera.getWidth() / 2 * (0.5 / 4.5) / math.tan(field_of_view / 2)
    return sum(abs(x + 0.5 - camera.getWidth() / 2) < half for x in range(camera.getWidth()))


def run(count=1):
    for _ in range(count):
        assert robot.step(step) != -1


def middle_of_watcher():
    return row_of(watcher.getImage(), watcher)[16]


wide.enable(step)
narrow.enable(3 * step)
watcher.enable(step)
ranges.enable(2 * step)
wide.recognitionEnable(2 * step)
wide.enableRecognitionSegmentation()
screen.attachCamera(wide)

# Each renews its image with the period of its own.
run()
assert seen(wide) == expected(wide, 1) == 12
assert seen(narrow) == 0
run()
assert seen(narrow) == 0
assert abs(ranges.getRangeImage()[13 * 3 + 6] - 4.5) < 1e-5
# What is kept of a "buffer" stays as it was.
kept = ranges.getRangeImage(data_type='buffer')
assert type(kept) is bytes and len(kept) == 4 * ranges.getWidth() * ranges.getHeight()
middle = struct.unpack('<f', kept[4 * (13 * 3 + 6):][:4])[0]
assert middle == ranges.getRangeImage()[13 * 3 + 6]
run()
assert seen(narrow) == expected(narrow, 0.6) == 9

# The display shows what the camera of its robot saw, and another camera sees the display: its bytes are sRGB.
linear = ((207 / 255 + 0.055) / 1.055) ** 2.4
shown = 255 * (1 - math.exp(-linear)) ** (1 / 2.2)
assert abs(middle_of_watcher()[0] - shown) <= 2 and middle_of_watcher()[1:] == (0, 0), middle_of_watcher()

# Zoom acts on the image, on recognition and on its segmentation.
wide.setFov(0.5)
run(2)
assert seen(wide) == expected(wide, 0.5) == 26
thing, = wide.getRecognitionObjects()
assert thing.getModel() == 'cube' and list(thing.getPositionOnImage()) == [29, 19], list(thing.getPositionOnImage())
assert abs(thing.getSizeOnImage()[0] - 26) <= 1, list(thing.getSizeOnImage())
segments = wide.getRecognitionSegmentationImage()
assert row_of(segments, wide).count((255, 0, 0)) == 26
assert seen(narrow) == 9

# Edits while it runs.
camera_field('fieldOfView').setSFFloat(1.2)
camera_field('exposure').setSFFloat(0.5)
run()
assert seen(wide, (167, 0, 0)) == expected(wide, 1.2) == 10
camera_field('exposure').setSFFloat(1)
camera_field('far').setSFFloat(4)
run()
assert seen(wide) == 0
camera_field('far').setSFFloat(0)
run()
assert seen(wide) == 10

# Disabled it gets no new image; enabled again it has one after its new period.
wide.disable()
run(2)
wide.enable(2 * step)
run(2)
assert seen(wide) == 10
# Where the target is no more nothing sees it.
target.setSFVec3f([5, 20, 0])
run(6)
assert seen(wide) == seen(narrow) == 0 and wide.getRecognitionNumberOfObjects() == 0
assert ranges.getRangeImage()[13 * 3 + 6] == math.inf
assert struct.unpack('<f', kept[4 * (13 * 3 + 6):][:4])[0] == middle
assert middle_of_watcher() == (0, 0, 0)

# A reset: what moved is where the world has it, fields stay as they were set, and what was enabled is enabled.
robot.simulationReset()
run(7)
assert seen(wide) == 10 and seen(narrow) == 9
assert wide.getRecognitionNumberOfObjects() == 1
assert abs(ranges.getRangeImage()[13 * 3 + 6] - 4.5) < 1e-5
print('all seen')
