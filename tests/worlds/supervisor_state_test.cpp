// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a state that is loaded resets (manual, Supervisor, "Reset/Reload Matrix"), the hidden positions of joints
// (manual, Joint), masses that are edited one number at a time, and fields of earlier releases.
#include <catch2/catch.hpp>
#include <functional>

#include "engine/image/image_file.h"
#include "tests/support/program.h"

using namespace lightsout;

namespace {

// The controller asserts: what is not so ends the run with another code than 0.
void run_controller(
    const std::string& world, const std::string& controller, const std::string& warning = {},
    const std::function<void(const std::filesystem::path& folder)>& look = [](const auto&) {}) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "worlds");
  std::filesystem::create_directories(folder / "controllers/asserts");
  write_file(folder / "worlds/world.wbt", world);
  write_file(folder / "controllers/asserts/asserts.py", "from controller import Supervisor\n" + controller);
  const ProgramResult result = run_lightsout({"run", (folder / "worlds/world.wbt").string(), "--duration", "60s"});
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find(warning) != std::string::npos);
  CHECK(result.err.find("error") == std::string::npos);
  look(folder / "controllers/asserts");
}

// The anchor of the second hinge is (0, 0, 0) and its axis (1, 0, 0), as jointParameters are NULL.
const char machine[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
Viewpoint { }
DEF WALL Solid { name "wall" translation 5.5 0 0 children [ Shape { geometry Box { size 1 4 4 } } ] }
DEF R Robot { name "robot" supervisor TRUE controller "asserts" children [
  DEF H HingeJoint {
    jointParameters DEF P HingeJointParameters { axis 0 0 1 position 0.25 }
    device [ RotationalMotor { name "m" acceleration 7 maxVelocity 5 maxTorque 8 } PositionSensor { name "mp" } ]
    endPoint Solid { name "e" } }
  DEF N HingeJoint {
    position 0.5
    device [ RotationalMotor { name "n" } PositionSensor { name "np" } ]
    endPoint DEF E Solid { name "f" translation 0 0.8775825618903728 0.479425538604203 } }
  DEF B BallJoint { device2 [ RotationalMotor { name "b" } ] endPoint DEF F Solid { name "g" translation 1 0 0 } }
  Display { name "d" width 4 height 4 }
  Lidar { name "l" type "rotating" rotatingHead DEF HEAD Solid { name "head" } horizontalResolution 4 numberOfLayers 1 }
  RangeFinder { name "finder" width 1 height 1 fieldOfView 0.1 maxRange 20 }
  Track {
    name "track" textureAnimation 1 0 device [ LinearMotor { name "belt" } ]
    children [ Shape { appearance Appearance { textureTransform DEF T TextureTransform { translation 0.125 0.2 } } } ] }
] }
)";

}  // namespace

TEST_CASE("A state that is loaded resets motors, displays, heads of lidars, pictures of tracks and what is hidden") {
  run_controller(machine, R"(
s = Supervisor()
robot, picture = s.getFromDef('R'), s.getFromDef('T').getField('translation')
motor, display, belt, finder, lidar = [s.getDevice(n) for n in ('m', 'd', 'belt', 'finder', 'l')]
finder.enable(8)
lidar.enable(8)

belt.setPosition(float('inf'))
belt.setVelocity(1)
for i in range(10): s.step(8)
robot.saveState('saved')
then = picture.getSFVec2f()
assert abs(then[0] - (0.125 + 10 * 0.008)) < 1e-12, then   # 1 m/s, 1 per metre
head = s.getFromDef('HEAD').getField('rotation')
for state in 'saved', '__init__':
    motor.setVelocity(2)
    motor.setAcceleration(3)
    motor.setAvailableTorque(4)
    display.setColor(0xff0000)
    display.fillRectangle(0, 0, 4, 4)
    s.getFromDef('WALL').setVisibility(s.getFromDevice(finder), False)
    for i in range(5): s.step(8)
    display.imageSave(None, 'drawn.png')
    assert finder.getRangeImage()[0] == float('inf')
    assert motor.getAcceleration() == 3
    robot.loadState(state)
    assert picture.getSFVec2f() == (then if state == 'saved' else [0.125, 0.2]), picture.getSFVec2f()
    assert head.getSFRotation()[3] == 0, head.getSFRotation()   # not where it was as the state was saved
    s.step(8)
    assert (motor.getVelocity(), motor.getAcceleration(), motor.getAvailableTorque()) == (5, 7, 8)
    assert abs(finder.getRangeImage()[0] - 5) < 1e-5, finder.getRangeImage()
    display.imageSave(None, 'loaded.png')
# What a supervisor set of the motor is what it has from then on.
s.getFromDevice(motor).getField('acceleration').setSFFloat(6)
s.step(8)
robot.loadState('saved')
s.step(8)
assert motor.getAcceleration() == 6
)",
                 {}, [](const std::filesystem::path& folder) {
                   const auto drawn = read_image_file(folder / "drawn.png"),
                              loaded = read_image_file(folder / "loaded.png");
                   REQUIRE((drawn && loaded));
                   CHECK(drawn->pixel(1, 1)[0] == 255);
                   CHECK(loaded->pixel(1, 1)[0] == 0);
                 });
}

TEST_CASE("Joints have their positions as hidden fields, which count where they have no parameters") {
  run_controller(machine, R"(
import math
s = Supervisor()
sensor = s.getDevice('np')
sensor.enable(8)
h, n = [s.getFromDef(d).getField('position') for d in ('H', 'N')]
b = [s.getFromDef('B').getField(f) for f in ('position', 'position2', 'position3')]
assert [f.getName() for f in b] == ['position', 'position2', 'position3']
assert (h.getSFFloat(), n.getSFFloat()) == (0.25, 0.5)
assert [f.getSFFloat() for f in b] == [0, 0, 0]
s.step(8)
assert sensor.getValue() == 0.5 and n.getSFFloat() == 0.5   # its motor holds where the file has it
def at(node, *expected):
    assert all(abs(a - e) < 1e-12 for a, e in zip(s.getFromDef(node).getPosition(), expected)), s.getFromDef(node).getPosition()
at('E', 0, math.cos(0.5), math.sin(0.5))
n.setSFFloat(1)
h.setSFFloat(-0.5)
b[1].setSFFloat(0.5)   # about y: without parameters the first axis is x and the third z
s.getDevice('n').setPosition(1)
s.getDevice('b').setPosition(0.5)
s.step(8)
at('E', 0, math.cos(1), math.sin(1))
assert s.getFromDef('P').getField('position').getSFFloat() == h.getSFFloat()
assert (n.getSFFloat(), b[1].getSFFloat()) == (1, 0.5)
at('F', math.cos(0.5), 0, -math.sin(0.5))
s.worldSave('saved.wbt')
saved = open('saved.wbt').read()
assert 'position 1\n' in saved and 'position2 0.5\n' in saved, saved
s.simulationReset()
s.step(8)
assert n.getSFFloat() == 0.5 and b[1].getSFFloat() == 0
# Once it has parameters they are where its position is.
s.getFromDef('B').getField('jointParameters2').importSFNodeFromString('DEF Q JointParameters { axis 0 0 1 }')
b[1].setSFFloat(0.25)
s.getDevice('b').setPosition(0.25)
s.step(8)
assert s.getFromDef('Q').getField('position').getSFFloat() == 0.25
)");
}

TEST_CASE("A mass that a supervisor edits one number at a time counts once it is one") {
  run_controller(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
Viewpoint { }
DEF A Solid { name "a" translation 0 0 5 boundingObject Box { size 1 1 1 } physics DEF P Physics {
  density -1 mass 6 centerOfMass [ 0 0 0 ] inertiaMatrix [ 2 2 2, 0 0 0 ] } }
Robot { supervisor TRUE controller "asserts" }
)",
                 R"(
s = Supervisor()
solid, physics = s.getFromDef('A'), s.getFromDef('P')
matrix, mass, centre = [physics.getField(f) for f in ('inertiaMatrix', 'mass', 'centerOfMass')]
def inertia():   # of a torque of 1 N m for a step of 8 ms
    solid.setVelocity([0] * 6)
    solid.addTorque([1, 0, 0], False)
    s.step(8)
    return 0.008 / solid.getVelocity()[3]
def is_about(value, expected): assert abs(value / expected - 1) < 1e-9, (value, expected)
of_box = 6 * (1 + 1) / 12   # m (b^2 + c^2) / 12
is_about(inertia(), 2)
matrix.removeMF(0)
is_about(inertia(), of_box)   # 0 0 0 is left
matrix.removeMF(0)
is_about(inertia(), of_box)
matrix.insertMFVec3f(0, [0, 0, 0])
is_about(inertia(), of_box)
matrix.insertMFVec3f(0, [3, 3, 3])
is_about(inertia(), 3)
matrix.setMFVec3f(1, [9, 0, 0])   # not positive definite
is_about(inertia(), of_box)
mass.setSFFloat(-1)
is_about(inertia(), 1 * 2 / 12)   # neither mass nor density: 1 kg (WbPhysics::checkMass)
matrix.setMFVec3f(1, [0, 0, 0])
mass.setSFFloat(6)
is_about(inertia(), 3)
# A reset keeps what was set of other fields: of a matrix that is none too.
matrix.removeMF(0)
s.simulationReset()
s.step(8)
is_about(inertia(), of_box)
)",
                 "that of the boundingObject is taken until it is valid");
}

// WbMotor::updateMultiplier, WbPhysics::checkMass and checkDensity: 1 for a multiplier of 0, 1 kg where a mass was
// taken away and nothing else is given, 1000 kg/m^3 where a density was (or where a file gives neither).
TEST_CASE("A multiplier of 0, and a mass and a density of -1, do not stay") {
  run_controller(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
Solid { name "b" boundingObject Box { size 1 1 1 } physics DEF P Physics { density -1 mass -1 } }
Robot { name "robot" supervisor TRUE controller "asserts" children [
  HingeJoint { device [ RotationalMotor { name "m" multiplier 0 } ] endPoint Solid { } } ] }
)",
                 R"(
s = Supervisor()
multiplier = s.getFromDevice(s.getDevice('m')).getField('multiplier')
density, mass = [s.getFromDef('P').getField(f) for f in ('density', 'mass')]
def values(): return multiplier.getSFFloat(), density.getSFFloat(), mass.getSFFloat()
assert values() == (1, 1000, -1), values()
multiplier.setSFFloat(0)
mass.setSFFloat(3)
density.setSFFloat(-1)
s.step(8)
assert values() == (1, -1, 3), values()
mass.setSFFloat(-1)
s.step(8)
assert values() == (1, -1, 1), values()
mass.setSFFloat(-1)
density.setSFFloat(-1)
s.step(8)
assert values() == (1, -1, 1), values()
)",
                 "a multiplier of 0");
}

// Manual, PointLight: "the attenuation and the ambientIntensity fields cannot be set simultaneously"; WbPointLight and
// WbSpotLight take the ambientIntensity away, let no beam be wider than its cone, and replace what is out of range.
TEST_CASE("What fields of lights cannot hold together, or at all, does not stay") {
  run_controller(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
DEF P PointLight { attenuation 0 0 1 ambientIntensity 0.5 }
DEF S SpotLight { beamWidth 0.6 cutOffAngle 0.5 }
Robot { name "robot" supervisor TRUE controller "asserts" }
)",
                 R"(
s = Supervisor()
p, t = s.getFromDef('P'), s.getFromDef('S')
def value(node, field):
    f = node.getField(field)
    return f.getSFVec3f() if field == 'attenuation' else f.getSFFloat()
assert value(p, 'ambientIntensity') == 0
assert value(t, 'beamWidth') == 0.5
p.getField('attenuation').setSFVec3f([1, 0, 0])
p.getField('ambientIntensity').setSFFloat(0.25)
t.getField('ambientIntensity').setSFFloat(7)
t.getField('cutOffAngle').setSFFloat(2)
t.getField('radius').setSFFloat(-1)
s.step(8)
assert value(p, 'ambientIntensity') == 0.25
assert (value(t, 'ambientIntensity'), value(t, 'cutOffAngle'), value(t, 'radius')) == (1, 1.570796, 0)
p.getField('attenuation').setSFVec3f([0, -1, 1])
s.step(8)
assert (value(p, 'attenuation'), value(p, 'ambientIntensity')) == ([0, 0, 0], 0)
)");
}

TEST_CASE("Fields of earlier releases are there for their supervisors") {
  run_controller(R"(#VRML_SIM R2021a utf8
DEF W WorldInfo { basicTimeStep 8 coordinateSystem "NUE" }
DEF V Viewpoint { follow "a" followType "Mounted Shot" }
DEF T Transform { translation 1 0 0 children [ DEF S Shape { geometry DEF M IndexedFaceSet { } } ] }
Robot { supervisor TRUE controller "asserts" children [
  DEF C Camera { width 4 height 4 spherical TRUE recognition DEF O Recognition { occlusion FALSE } } DEF L Lidar { spherical FALSE }
] }
)",
                 R"(
s = Supervisor()
def field(node, name): return s.getFromDef(node).getField(name)
assert s.getFromDef('T').getTypeName() == s.getFromDef('T').getBaseTypeName() == 'Transform'
assert field('C', 'spherical').getSFBool() and not field('L', 'spherical').getSFBool()
assert not field('O', 'occlusion').getSFBool()
field('O', 'occlusion').setSFBool(True)
field('L', 'spherical').setSFBool(True)
field('M', 'colorPerVertex').setSFBool(False)
s.step(8)
assert field('O', 'occlusion').getSFBool() and field('L', 'spherical').getSFBool()
assert field('L', 'projection').getSFString() == 'cylindrical'
assert field('M', 'colorPerVertex').getSFBool()
assert field('M', 'color').getSFNode() is None
field('M', 'color').importSFNodeFromString('Color { }')
assert field('M', 'color').getSFNode() is None
)",
                 "the field is no longer there");
}

const char docking[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
DEF R Robot { supervisor TRUE controller "asserts" boundingObject Box { size .1 .1 .1 } physics Physics { density -1 mass 1 } children [
  DEF C Connector { name "c" translation 0.1 0 0 model "x" type "active" } DEF I Connector { name "init" type "active" model "y" isLocked TRUE } ] }
DEF P Solid { name "peer" translation 0.3 0 0 boundingObject Box { size .1 .1 .1 } physics Physics { density -1 mass 1 } children [
  Connector { translation -0.2 0 0 rotation 0 0 1 3.141592653589793 model "x" type "passive" } ] }
)";

// Manual, Supervisor, "Reset/Reload Matrix", row Connector: "Resets the isLocked field"; WbConnector::save of R2025a
// keeps it under the name of the state.
TEST_CASE("A state that is loaded resets the locks of connectors, and opens those that were open") {
  run_controller(docking, R"(
s = Supervisor()
c, init, robot, peer = s.getDevice('c'), s.getDevice('init'), s.getFromDef('R'), s.getFromDef('P')
robot.saveState('a')
for name in 'a', '__init__':
    c.lock()
    init.unlock()
    s.step(8)
    assert c.isLocked() and not init.isLocked()
    robot.setVelocity([-1, 0, 0, 0, 0, 0])
    s.step(8)
    s.step(8)
    assert peer.getVelocity()[0] < -0.3, (name, peer.getVelocity())
    robot.loadState(name)
    s.step(8)
    assert not c.isLocked() and init.isLocked(), name
    assert not s.getFromDef('C').getField('isLocked').getSFBool() and s.getFromDef('I').getField('isLocked').getSFBool()
    peer.resetPhysics()
    peer.getField('translation').setSFVec3f([0.3, 0, 0])
    s.step(8)
    robot.setVelocity([-1, 0, 0, 0, 0, 0])
    s.step(8)
    s.step(8)
    assert abs(peer.getVelocity()[0]) < 1e-9, (name, peer.getVelocity())
    robot.loadState('a')
    s.step(8)
)");
}

// WbConnector::reset lets go, and locks as at the start of a world: whom it then reaches it holds.
TEST_CASE("A state that is loaded couples what its connectors reach in it, and nothing else") {
  run_controller(docking, R"(
s = Supervisor()
c, robot, peer = s.getDevice('c'), s.getFromDef('R'), s.getFromDef('P')
def pull():  # which of the two moves: coupled, both do
    robot.setVelocity([-1, 0, 0, 0, 0, 0])
    s.step(8)
    s.step(8)
    return peer.getVelocity()[0] < -0.3
def save(name):
    robot.saveState(name), peer.saveState(name)
def load(name):
    robot.loadState(name), peer.loadState(name)
    s.step(8)
# Locked with nobody near.
peer.getField('translation').setSFVec3f([0.5, 0, 0])
s.step(8)
c.lock()
s.step(8)
save('alone')
peer.getField('translation').setSFVec3f([0.3, 0, 0])
s.step(8)
c.lock()
s.step(8)
save('held')
assert pull()
c.unlock()
s.step(8)
assert not c.isLocked()
load('held')
assert c.isLocked() and s.getFromDef('C').getField('isLocked').getSFBool()
assert pull()
load('alone')
assert c.isLocked()
assert abs(peer.getField('translation').getSFVec3f()[0] - 0.5) < 1e-9
assert not pull()
c.unlock()
s.step(8)
load('held')
assert pull()
)");
}

// WbVacuumGripper::save keeps isOn, WbVacuumGripper::reset takes it back and lets go.
TEST_CASE("A state that is loaded turns grippers on and off, and they take hold of what they touch in it") {
  run_controller(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
DEF R Robot { supervisor TRUE controller "asserts" boundingObject Box { size .1 .1 .1 } physics Physics { density -1 mass 1 } children [
  DEF G VacuumGripper { translation 0.1 0 0 boundingObject Box { size .1 .1 .1 } physics Physics { density -1 mass 1 } } ] }
DEF P Solid { name "peer" translation 0.199 0 0 boundingObject Box { size .1 .1 .1 } physics Physics { density -1 mass 1 } }
)",
                 R"(
s = Supervisor()
g, robot, peer = s.getDevice('vacuum gripper'), s.getFromDef('R'), s.getFromDef('P')
g.enablePresence(8)
robot.saveState('off'), peer.saveState('off')
g.turnOn()
s.step(8)
s.step(8)
assert g.getPresence() and g.isOn()
robot.saveState('on'), peer.saveState('on')
robot.loadState('off')
s.step(8)
s.step(8)
assert not g.isOn() and not g.getPresence() and not s.getFromDef('G').getField('isOn').getSFBool()
peer.getField('translation').setSFVec3f([0.5, 0, 0])
s.step(8)
robot.loadState('on'), peer.loadState('on')
s.step(8)
s.step(8)
assert g.isOn() and g.getPresence() and s.getFromDef('G').getField('isOn').getSFBool()
robot.setVelocity([-1, 0, 0, 0, 0, 0])
s.step(8)
s.step(8)
assert peer.getVelocity()[0] < -0.3
robot.loadState('__init__')
s.step(8)
assert not g.isOn() and not g.getPresence()
)");
}
