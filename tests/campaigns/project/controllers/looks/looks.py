from controller import Robot

robot = Robot()
gps = robot.getDevice('gps')
gps.enable(8)
while robot.step(8) != -1:
    pass
print('saw', gps.getValues())
