# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
from controller import Robot

robot = Robot()
gps = robot.getDevice('gps')
gps.enable(8)
while robot.step(8) != -1:
    pass
print('saw', gps.getValues())
