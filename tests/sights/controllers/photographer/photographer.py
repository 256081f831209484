# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Lights the lamp, draws on the screen, runs the belt, and takes images until it is stopped."""
from controller import Robot

robot = Robot()
step = int(robot.getBasicTimeStep())
robot.getDevice('camera').enable(step)
robot.getDevice('lamp').set(1)
robot.getDevice('belt motor').setPosition(float('inf'))
robot.getDevice('belt motor').setVelocity(0.5)
screen = robot.getDevice('screen')
screen.setColor(0x103060)
screen.fillRectangle(0, 0, 128, 96)
screen.setColor(0xffffff)
screen.setFont('Arial', 20, True)
screen.drawText('screen', 22, 10)
screen.setColor(0xff8000)
screen.fillOval(64, 64, 22, 22)
while robot.step(step) != -1:
    pass
