# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The same as calls_c by the Python classes."""

import os
import sys

from controller import Supervisor

other_file = sys.argv[-1]
lives = 1
if os.path.exists(other_file):
    with open(other_file) as before:
        lives += sum(line.startswith('life') for line in before)
robot = Supervisor()
file = open(other_file, 'a')
ones, twos = [0.25, 0.5, 0.75, 1], [1, 0.5, 0.25, 0]


def say(what, values):
    if not isinstance(values, list):
        values = [values]
    print(what, *('%.17g' % value for value in values), file=file)


def say_text(what, text):
    print(what, text, file=file)


def say_node(what, node):
    say(what, node.getId() if node else -1)


def say_field(what, field):
    say_text(what, field.getName())
    assert (field.name, field.type_name, field.count) == (field.getName(), field.getTypeName(), field.getCount())
    say(field.getTypeName(), field.getType())
    say('count', field.getCount())


def nodes():
    say_node('root', robot.getRoot())
    say_node('self', robot.getSelf())
    say_node('nobody', robot.getFromDef('NOBODY'))
    say_node('device', robot.getFromDevice(robot.getDevice('led')))
    say_node('selected', robot.getSelected())
    for name in ('BOX', 'ALL', 'HINGE'):
        node = robot.getFromDef(name)
        say_node('id', node)
        say_node('by id', robot.getFromId(node.getId()))
        say_text('DEF', node.getDef())
        say('type', node.getType())
        say_text('type', node.getTypeName())
        say_text('base type', node.getBaseTypeName())
        say_node('parent', node.getParentNode())
        say('is a PROTO', node.isProto())
        say('fields', node.getNumberOfFields())
        say('base fields', node.getNumberOfBaseNodeFields())
        assert (node.DEF, node.id, node.type) == (node.getDef(), node.getId(), node.getType())
        assert (node.type_name, node.base_type_name) == (node.getTypeName(), node.getBaseTypeName())
        assert node.number_of_fields == node.getNumberOfFields()
        assert node.number_of_base_node_fields == node.getNumberOfBaseNodeFields()
    all = robot.getFromDef('ALL')
    say_node('inside', all.getFromProtoDef('CORE'))
    proto = all.getProto()
    while proto:
        say_text('PROTO', proto.getTypeName())
        say('derived', proto.isDerived())
        say('parameters', proto.getNumberOfFields())
        say_field('parameter', proto.getField('translation'))
        say_field('parameter', proto.getFieldByIndex(0))
        assert (proto.type_name, proto.is_derived) == (proto.getTypeName(), proto.isDerived())
        assert proto.number_of_fields == proto.getNumberOfFields()
        older = proto.getProtoParent()
        proto = proto.getParent()
        assert (older is None) == (proto is None)
    say_field('older', all.getProtoField('translation'))
    say_field('older', all.getProtoFieldByIndex(0))
    say('older', all.getProtoNumberOfFields())
    say_field('field', all.getField('marks'))
    say_field('field', all.getFieldByIndex(1))
    base = all.getBaseNodeField('translation')
    say_field('base field', base)
    say_field('base field', all.getBaseNodeFieldByIndex(1))
    say_field('actual field', base.getActualField())


def values():
    all = robot.getFromDef('ALL')
    for waits in (True, False):  # what waits, and what is there
        f = all.getField('truth')
        if waits:
            f.setSFBool(True)
        say('truth', f.getSFBool())
        f = all.getField('whole')
        if waits:
            f.setSFInt32(-7)
        say('whole', f.getSFInt32())
        f = all.getField('real')
        if waits:
            f.setSFFloat(0.1)
        say('real', f.getSFFloat())
        f = all.getField('pair')
        if waits:
            f.setSFVec2f(ones[:2])
        say('pair', f.getSFVec2f())
        f = all.getField('point')
        if waits:
            f.value = ones[:3]
            f.setSFVec3f(ones[:3])
        assert f.value == f.getSFVec3f()
        say('point', f.getSFVec3f())
        f = all.getField('turn')
        if waits:
            f.setSFRotation(ones)
            for wrong in ([0, 0, -1], [0, 0, 1, 0, 0]):  # told and left out, as R2025a's package does
                f.setSFRotation(wrong)
                f.value = wrong
            f.value = 'word'
            all.getField('points').value = [ones[:3]]  # a list cannot be set as a whole
        say('turn', f.getSFRotation())
        f = all.getField('paint')
        if waits:
            f.setSFColor(ones[:3])
        say('paint', f.getSFColor())
        f = all.getField('word')
        if waits:
            f.setSFString('a "word"')
        say_text('word', f.getSFString())
        f = all.getField('truths')
        if waits:
            f.insertMFBool(0, True)
            f.insertMFBool(-1, True)
            f.setMFBool(0, False)
        say('truths', f.getMFBool(0))
        say('truths', f.getMFBool(-1))
        f = all.getField('wholes')
        if waits:
            f.insertMFInt32(0, 1)
            f.insertMFInt32(-1, 2)
            f.setMFInt32(0, 3)
        say('wholes', f.getMFInt32(0))
        say('wholes', f.getMFInt32(-1))
        f = all.getField('reals')
        if waits:
            f.insertMFFloat(0, 0.1)
            f.insertMFFloat(-1, 0.2)
            f.setMFFloat(0, 0.3)
        say('reals', f.getMFFloat(0))
        say('reals', f.getMFFloat(-1))
        f = all.getField('pairs')
        if waits:
            f.insertMFVec2f(0, ones[:2])
            f.insertMFVec2f(-1, ones[:2])
            f.setMFVec2f(0, twos[:2])
        say('pairs', f.getMFVec2f(0))
        say('pairs', f.getMFVec2f(-1))
        f = all.getField('points')
        if waits:
            f.insertMFVec3f(0, ones[:3])
            f.insertMFVec3f(-1, ones[:3])
            f.setMFVec3f(0, twos[:3])
        say('points', f.getMFVec3f(0))
        say('points', f.getMFVec3f(-1))
        f = all.getField('turns')
        if waits:
            f.insertMFRotation(0, ones)
            f.insertMFRotation(-1, ones)
            f.setMFRotation(0, twos[:3])  # what is left out is 0
        say('turns', f.getMFRotation(0))
        say('turns', f.getMFRotation(-1))
        f = all.getField('paints')
        if waits:
            f.insertMFColor(0, ones[:3])
            f.insertMFColor(-1, ones[:3])
            f.setMFColor(0, twos[:3])
        say('paints', f.getMFColor(0))
        say('paints', f.getMFColor(-1))
        f = all.getField('marks')
        if waits:
            f.insertMFString(0, 'one')
            f.insertMFString(-1, 'two')
            f.setMFString(0, 'three')
        say_text('marks', f.getMFString(0))
        say_text('marks', f.getMFString(-1))
        robot.step(8)
    all.getField('marks').removeMF(0)
    say('marks left', all.getField('marks').getCount())


def comings_and_goings():
    children = robot.getRoot().getField('children')
    bound = robot.getFromDef('STAND').getField('boundingObject')
    part = other_file + '.wbo'
    with open(part, 'w') as guest:
        guest.write('#VRML_OBJ R2025a utf8\nDEF GUEST Pose { }\n')
    children.importMFNodeFromString(-1, 'DEF NEW Pose { translation 3 4 5 }')
    say_node('new', children.getMFNode(-1))
    children.removeMF(-1)
    children.importMFNode(0, part)
    say_node('guest', children.getMFNode(0))
    children.removeMFNode(0)
    children.importMFNode(-1, part)
    robot.getFromDef('GUEST').remove()
    say('nodes', children.getCount())
    with open(part, 'w') as box:
        box.write('Box { }\n')
    bound.importSFNodeFromString('Sphere { }')
    say_node('sphere', bound.getSFNode())
    bound.removeSF()
    say_node('none', bound.getSFNode())
    bound.importSFNode(part)
    say_node('box', bound.getSFNode())
    os.remove(part)


def motion():
    box, stand = robot.getFromDef('BOX'), robot.getFromDef('STAND')
    translation = box.getField('translation')
    translation.enableSFTracking(8)
    box.enablePoseTracking(8)
    box.enablePoseTracking(8, stand)
    box.enableContactPointsTracking(8)
    for _ in range(2):  # tracked, and asked
        robot.step(8)
        say('translation', translation.getSFVec3f())
        say('position', box.getPosition())
        say('orientation', box.getOrientation())
        say('pose', box.getPose())
        say('pose from', box.getPose(stand))
        points = box.getContactPoints()
        say('contacts', len(points))
        for point in points:
            say('contact', point.getPoint())
            say('of', point.getNodeId())
            assert (point.point, point.node_id) == (point.getPoint(), point.getNodeId())
        say('contacts', box.getNumberOfContactPoints())
        say('first', box.getContactPoint(0))
        assert robot.getFromId(points[0].getNodeId()) == box.getContactPointNode(0)
        say_node('of', box.getContactPointNode(0))
        translation.disableSFTracking()
        box.disablePoseTracking()
        box.disablePoseTracking(stand)
        box.disableContactPointsTracking()
    say('center', box.getCenterOfMass())
    say('balance', box.getStaticBalance())
    say_text('text', box.exportString())
    box.setVelocity([0.1, 0, 1, 0, 0, 0.5])
    say('velocity', box.getVelocity())
    box.saveState('flying')
    box.addForce(ones[:3], False)
    box.addForceWithOffset(ones[:3], twos[:3], True)
    box.addTorque(twos[:3], True)
    robot.step(8)
    say('velocity', box.getVelocity())
    box.resetPhysics()
    say('stopped', box.getVelocity())
    box.loadState('flying')
    robot.step(8)
    say('loaded', box.getPosition())
    robot.getFromDef('HINGE').setJointPosition(0.3, 1)
    say('swung', robot.getFromDef('BOB').getPosition())
    box.moveViewpoint()
    box.setVisibility(robot.getFromDef('VIEW'), False)


def simulation():
    robot.setLabel(1, 'label', 0.1, 0.2, 0.3, 0xff0000, 0.5, 'Arial')
    robot.simulationSetMode(Supervisor.SIMULATION_MODE_REAL_TIME)
    robot.simulation_mode = Supervisor.SIMULATION_MODE_REAL_TIME
    assert robot.simulation_mode == robot.simulationGetMode()
    say('mode', robot.simulationGetMode())
    robot.exportImage(other_file + '.png', 90)
    robot.movieStartRecording(other_file + '.mp4', 320, 240, 0, 90, 1, False)
    robot.movieStopRecording()
    say('movie is ready', robot.movieIsReady())
    say('movie failed', robot.movieFailed())
    robot.startMovie(other_file + '.mp4', 320, 240, 0, 90, 1, False)
    robot.stopMovie()
    say('animation', robot.animationStartRecording(other_file + '.html'))
    robot.step(8)
    say('animation', robot.animationStopRecording())
    say('animation', robot.startAnimation(other_file + '.html'))
    say('animation', robot.stopAnimation())
    say('headset', robot.virtualRealityHeadsetIsUsed())
    say('headset', robot.virtualRealityHeadsetGetPosition())
    say('headset', robot.virtualRealityHeadsetGetOrientation())
    say('saved', robot.worldSave(other_file + '.wbt'))
    say('saved', robot.saveWorld(other_file + '.wbt'))
    say('saved', robot.worldSave())
    robot.simulationResetPhysics()
    robot.simulationPhysicsReset()
    robot.simulationReset()
    robot.step(8)
    say('time', robot.getTime())
    robot.getSelf().restartController()


say('life', lives)
if lives == 1:
    nodes()
    values()
    comings_and_goings()
    motion()
    simulation()
elif lives == 2:
    robot.worldReload()
    robot.simulationRevert()
elif lives == 3:
    robot.loadWorld(other_file + '.wbt')
    robot.worldLoad(other_file + '.wbt')
else:
    robot.simulationQuit(7)
file.close()
while robot.step(8) != -1:
    pass
