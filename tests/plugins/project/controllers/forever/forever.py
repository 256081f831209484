# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Steps for ever."""
from controller import Robot

robot = Robot()
while robot.step(8) != -1:
    pass
