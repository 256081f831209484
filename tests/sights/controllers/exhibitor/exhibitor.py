# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Takes a picture of each stand, and puts them with their names on one sheet, which it saves as the file SHEET."""
import os
import tempfile

from controller import Camera, Lidar, RangeFinder, Supervisor

COLUMNS, WIDTH, HEIGHT, ROOM, LINE = 8, 160, 120, 4, 22

robot = Supervisor()
step = int(robot.getBasicTimeStep())
sheet = robot.getDevice('sheet')
eyes = [device for device in map(robot.getDeviceByIndex, range(robot.getNumberOfDevices()))
        if isinstance(device, (Camera, Lidar, RangeFinder))]
for eye in eyes:
    eye.enable(step)
recognizer = robot.getDevice('recognition')
recognizer.recognitionEnable(step)
recognizer.enableRecognitionSegmentation()
robot.getDevice('lamp').set(1)
robot.getDevice('pen').write(True)
for name, speed in (('belt motor', 0.5), ('scribe', 8), ('spinner', 6)):
    motor = robot.getDevice(name)
    motor.setPosition(float('inf'))
    motor.setVelocity(speed)
robot.getDevice('banner').setBonePosition(1, [0, 0.4, 0.5], True)
screen = robot.getDevice('screen')
screen.setColor(0x103060)
screen.fillRectangle(0, 0, 128, 96)
screen.setColor(0xffffff)
screen.setFont('Arial', 20, True)
screen.drawText('screen', 22, 10)
screen.setColor(0xff8000)
screen.fillOval(64, 64, 22, 22)
for _ in range(60):
    robot.step(step)


def gray(ranges, most):
    """White is near, black is far, or nothing."""
    return bytes(byte for value in ranges
                 for level in [0 if value > most else int(255 * (1 - value / most))]
                 for byte in (level, level, level, 255))


with tempfile.TemporaryDirectory() as folder:
    # The middle of what the Viewpoint sees: a Billboard stands before it alone.
    view = os.path.join(folder, 'view.png')
    robot.exportImage(view, 100)
    robot.step(step)
    image = sheet.imageLoad(view)
    sheet.imagePaste(image, 0, 0, False)
    sheet.imageDelete(image)
    middle = sheet.imageCopy(400 - WIDTH // 2, 300 - HEIGHT // 2, WIDTH, HEIGHT)
    sheet.setColor(0xffffff)
    sheet.fillRectangle(0, 0, sheet.getWidth(), sheet.getHeight())
    sheet.setColor(0x000000)
    sheet.setFont('Arial', 13, True)
    count = 0

    def put(image, title):
        """The next place of the sheet has the image and its title."""
        global count
        x = ROOM + count % COLUMNS * (WIDTH + ROOM)
        y = ROOM + count // COLUMNS * (HEIGHT + LINE)
        sheet.imagePaste(image, x, y, False)
        sheet.imageDelete(image)
        sheet.drawText(title, x, y + HEIGHT + 2)
        count += 1

    for eye in eyes:
        if isinstance(eye, Camera):
            data = eye.getImage()
        else:
            data = gray(eye.getRangeImage(), eye.getMaxRange())
        put(sheet.imageNew(data, sheet.BGRA, WIDTH, HEIGHT), eye.getName())
    put(sheet.imageNew(recognizer.getRecognitionSegmentationImage(), sheet.BGRA, WIDTH, HEIGHT), 'segmentation')
    # What is there in the whole world comes last.
    nodes = robot.getRoot().getField('children')
    nodes.importMFNodeFromString(-1, 'Fog { visibilityRange 12 color 0.8 0.8 0.8 }')
    robot.step(step)
    robot.step(step)
    put(sheet.imageNew(robot.getDevice('Sphere').getImage(), sheet.BGRA, WIDTH, HEIGHT), 'Fog')
    nodes.removeMF(-1)
    put(middle, 'Billboard')
    sheet.imageSave(None, os.environ['SHEET'])
    robot.step(step)
robot.simulationQuit(0)
