# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Does what a plan says, as obeys.c does; its arguments are the same."""
import sys

from controller import Field, Supervisor

robot = Supervisor()
plan, results, me = sys.argv[1:4]
output = open(results, 'w')


def obey(line):
    verb, name, *rest = line.split(' ', 2)
    text = rest[0] if rest else ''
    node = robot.getRoot() if name == '-' else robot.getFromDef(name)
    field = None
    if verb in ('set', 'get'):
        field, _, text = text.partition(' ')
        field = node.getField(field)
    numbers = [] if verb in ('import', 'physics', 'save', 'load') else [float(number) for number in text.split()]
    answer = None
    if verb == 'set':
        if field.type == Field.MF_FLOAT:
            field.setMFFloat(0, numbers[0])
        else:
            field.value = numbers if len(numbers) > 1 else numbers[0]
    elif verb == 'get':
        answer = field.value if isinstance(field.value, list) else [field.value]
        if field.type == Field.MF_FLOAT:
            answer = answer[:1]
    elif verb == 'position':
        answer = node.getPosition()
    elif verb == 'orientation':
        answer = node.getOrientation()
    elif verb == 'count':
        answer = [node.getField('children').getCount()]
    elif verb == 'import':
        node.getField('children').importMFNodeFromString(-1, text)
    elif verb == 'physics':
        node.getField('physics').importSFNodeFromString(text)
    elif verb == 'remove':
        node.remove()
    elif verb == 'velocity':
        node.setVelocity(numbers + [0, 0, 0])
    elif verb == 'force':
        node.addForce(numbers, False)
    elif verb == 'joint':
        node.setJointPosition(numbers[0])
    elif verb == 'save':
        node.saveState(text)
    elif verb == 'load':
        node.loadState(text)
    elif verb == 'stop':
        node.resetPhysics()
    elif verb == 'export':
        assert node.exportString()
    elif verb == 'reset':
        robot.simulationReset()
    if answer is not None:
        output.write(line + ' ' + ' '.join(repr(float(number)) for number in answer) + '\n')


for line in open(plan):
    line = line.rstrip('\n')
    if line == 'step':
        assert robot.step(8) != -1
    elif line[0] == me:
        obey(line[3:])
output.close()
