"""Steps for ever."""
from controller import Robot

robot = Robot()
while robot.step(8) != -1:
    pass
