// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Joints against closed form: where motors bring an endPoint, springs at rest, and joints without bodies.
#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

// No gravity: what moves is moved by the joint.
std::string joint_world(const std::string& joint, bool physics) {
  const std::string body = physics ? " physics Physics { }" : "";
  return "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 gravity 0 }\n"
         "DEF R Robot { controller \"<none>\" children [ " +
         joint + " ] boundingObject Box { size 1 1 1 }" + body + " locked FALSE }\n";
}

std::string end_point(bool physics) {
  return "endPoint DEF ARM Solid { name \"arm\" translation 2 0 0 boundingObject Box { size 0.2 0.1 0.1 }" +
         std::string(physics ? " physics Physics { density 1 }" : "") + " }";
}

Motor& motor(Simulated& world, std::size_t index) {
  return dynamic_cast<Motor&>(*world.simulation().scene().robots()[0]->devices()[index]);
}

// The arm in the robot's frame.
Pose arm_in_robot(Simulated& world) { return world.solid("R").pose().inverse() * world.solid("R.ARM").pose(); }

Matrix3d turned(double angle, const Vector3d& axis) { return Eigen::AngleAxisd(angle, axis).toRotationMatrix(); }

}  // namespace

TEST_CASE("A hinge-2 turns about its first axis, then about its second, with bodies and without") {
  const bool physics = GENERATE(true, false);
  auto world = Simulated::from_text(
      joint_world("Hinge2Joint { jointParameters HingeJointParameters { axis 0 0 1 anchor 1 0 0 } jointParameters2 "
                  "JointParameters { "
                  "axis 0 1 0 } device RotationalMotor { name \"a\" } device2 RotationalMotor { name \"b\" } " +
                      end_point(physics) + " }",
                  physics));
  world.start();
  motor(world, 0).set_position(0.7);
  motor(world, 1).set_position(-0.4);
  world.run(3);
  const auto axes = world.simulation().scene().joints()[0]->axes();
  CHECK(axes[0].position == Approx(0.7).margin(1e-3));
  CHECK(axes[1].position == Approx(-0.4).margin(1e-3));
  const Matrix3d expected = turned(0.7, Vector3d::UnitZ()) * turned(-0.4, Vector3d::UnitY());
  const Pose arm = arm_in_robot(world);
  CHECK((arm.rotation - expected).norm() < 5e-3);
  CHECK((arm.position - (Vector3d(1, 0, 0) + expected * Vector3d(1, 0, 0))).norm() < 5e-3);
}

// ODE's universal joint begins with axes of its own, x and y of its bodies: ours may lie along either.
TEST_CASE("A hinge-2 whose axes lie along those that ODE begins with is made without a word of ODE") {
  const auto [first, second] = GENERATE(std::pair{"0 1 0", "1 0 0"}, std::pair{"1 0 0", "0 1 0"},
                                        std::pair{"0 1 0", "0 0 1"}, std::pair{"0 0 1", "1 0 0"});
  CAPTURE(first, second);
  auto world = Simulated::from_text(joint_world(
      std::string("Hinge2Joint { jointParameters HingeJointParameters { axis ") + first +
          " } jointParameters2 JointParameters { axis " + second +
          " } device RotationalMotor { name \"a\" } device2 RotationalMotor { name \"b\" } " + end_point(true) + " }",
      true));
  world.start();
  motor(world, 0).set_position(0.3);
  motor(world, 1).set_position(0.5);
  world.run(2);
  const auto axes = world.simulation().scene().joints()[0]->axes();
  CHECK(axes[0].position == Approx(0.3).margin(1e-3));
  CHECK(axes[1].position == Approx(0.5).margin(1e-3));
}

TEST_CASE("A ball joint turns about three axes") {
  const bool physics = GENERATE(true, false);
  auto world =
      Simulated::from_text(joint_world("BallJoint { jointParameters BallJointParameters { anchor 1 0 0 } "
                                       "jointParameters2 JointParameters { axis 1 0 0 } "
                                       "jointParameters3 JointParameters { axis 0 0 1 } device RotationalMotor { name "
                                       "\"a\" } device2 RotationalMotor { name "
                                       "\"b\" } device3 RotationalMotor { name \"c\" } " +
                                           end_point(physics) + " }",
                                       physics));
  world.start();
  const double angles[] = {0.3, -0.5, 0.8};
  for (int i = 0; i < 3; ++i) motor(world, std::size_t(i)).set_position(angles[i]);
  world.run(4);
  const auto axes = world.simulation().scene().joints()[0]->axes();
  for (int i = 0; i < 3; ++i) CHECK(axes[std::size_t(i)].position == Approx(angles[i]).margin(2e-3));
  const Matrix3d expected =
      turned(0.3, Vector3d::UnitX()) * turned(-0.5, Vector3d::UnitY()) * turned(0.8, Vector3d::UnitZ());
  CHECK((arm_in_robot(world).rotation - expected).norm() < 1e-2);
}

TEST_CASE("A spring sags by m g / k, whatever the damper") {
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 physicsDisableTime 0 }\n"
      "Solid { children [ SliderJoint { jointParameters JointParameters { axis 0 0 1 springConstant 200 "
      "dampingConstant 20 } "
      "endPoint DEF MASS Solid { name \"mass\" boundingObject Sphere { radius 0.1 } physics Physics { density -1 mass "
      "3 } } } "
      "] }\n");
  world.run(10);
  CHECK(world.simulation().scene().joints()[0]->axes()[0].position == Approx(-3 * 9.81 / 200).epsilon(1e-3));
}

TEST_CASE("Stops hold a joint between them") {
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n"
      "Solid { children [ SliderJoint { jointParameters JointParameters { axis 0 0 1 minStop -0.3 maxStop 0.1 } "
      "endPoint DEF MASS Solid { name \"mass\" boundingObject Sphere { radius 0.1 } physics Physics { } } } ] }\n");
  world.run(3);
  // ODE's stop is a constraint of the world's ERP and CFM: it gives by CFM m g h / ERP, here below a millimetre.
  CHECK(world.simulation().scene().joints()[0]->axes()[0].position == Approx(-0.3).margin(1e-3));
}

namespace {

// A robot in free space, or with weight, that only a joint with the environment as its endPoint holds. Motors are in
// the order of the axes.
std::string held_by_environment(const std::string& joint_and_parameters, double gravity = 0) {
  return fmt::format(
      "#VRML_SIM R2025a utf8\nWorldInfo {{ basicTimeStep 8 physicsDisableTime 0 gravity {} }}\n"
      "DEF R Robot {{ controller \"<none>\" boundingObject Box {{ size 0.2 0.2 0.2 }} physics Physics {{ density -1 "
      "mass "
      "2 }} children [ {} endPoint SolidReference {{ solidName \"<static environment>\" }} }} ] }}\n",
      gravity, joint_and_parameters);
}

JointAxis& axis_of(Simulated& world, std::size_t axis = 0) {
  return world.simulation().scene().joints()[0]->axes()[axis];
}

}  // namespace

// The position is that of the endPoint seen from the robot: what stands still moves back as the robot moves forth.
TEST_CASE("Springs, dampers and stops hold a robot in the environment") {
  SECTION("a spring sags by m g / k") {
    auto world = Simulated::from_text(held_by_environment(
        "SliderJoint { jointParameters JointParameters { axis 0 0 1 springConstant 200 dampingConstant 20 }", 9.81));
    world.run(10);
    CHECK(world.solid("R").pose().position.z() == Approx(-2 * 9.81 / 200).epsilon(1e-3));
    CHECK(axis_of(world).position == Approx(2 * 9.81 / 200).epsilon(1e-3));
  }
  SECTION("a damper slows by m v' = -d v, integrated implicitly: v / (1 + h d / m) in each step") {
    auto world = Simulated::from_text(
        held_by_environment("SliderJoint { jointParameters JointParameters { axis 1 0 0 dampingConstant 3 }")
            .replace(std::string("#VRML_SIM R2025a utf8\nWorldInfo { ").size(), 0, "CFM 1e-10 "));
    world.start();
    dBodySetLinearVel(world.solid("R").body(), 0.7, 0, 0);
    world.run(0.8);
    const double v = 0.7 * std::pow(1 + 0.008 * 3 / 2, -100);
    CHECK(world.solid("R").linear_velocity().x() == Approx(v).epsilon(1e-6));
    CHECK(axis_of(world).velocity == Approx(-v).epsilon(1e-6));
  }
  SECTION("a torsion spring about the hinge's anchor swings with sqrt(k / I)") {
    // I about the anchor, 0.5 m beside the middle: 2 (0.04 + 0.04) / 12 + 2 x 0.25.
    auto world =
        Simulated::from_text(held_by_environment("HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 "
                                                 "anchor 0.5 0 0 position 0.1 springConstant 8 }"));
    const double w = std::sqrt(8 / (2 * 0.08 / 12 + 0.5));
    world.run(0.5);
    // Implicit: the amplitude falls by the factor 1 / sqrt(1 + (w h)^2) in each step.
    const double steps = world.time() / 0.008, decay = std::pow(1 + w * w * 0.008 * 0.008, -steps / 2);
    CHECK(axis_of(world).position == Approx(0.1 * decay * std::cos(w * world.time())).margin(0.1 * w * 0.008));
  }
  SECTION("stops") {
    const bool slides = GENERATE(true, false);
    auto world = Simulated::from_text(held_by_environment(
        slides ? "SliderJoint { jointParameters JointParameters { axis 0 0 1 minStop -0.1 maxStop 0.2 }"
               : "HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 anchor -0.5 0 0 minStop -0.4 maxStop "
                 "0.1 }",
        9.81));
    world.run(3);
    // The robot falls until the position is at its stop. About y what hangs at +x turns forth, the endPoint back.
    CHECK(axis_of(world).position == Approx(slides ? 0.2 : -0.4).margin(2e-3));
    if (slides)
      CHECK(world.solid("R").pose().position.z() == Approx(-0.2).margin(2e-3));
    else
      CHECK(world.solid("R").pose().position.z() == Approx(-0.5 * std::sin(0.4)).margin(2e-3));
  }
}

TEST_CASE("Motors turn and move a robot against the environment") {
  struct Case {
    std::string joint;
    std::size_t motor;
    bool linear;
    Vector3d axis;
  };
  const std::string motors = "device RotationalMotor { name \"a\" } device2 RotationalMotor { name \"b\" } ";
  const auto [joint, index, linear, along] = GENERATE_COPY(
      Case{"HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 } device RotationalMotor { }", 0, false,
           Vector3d::UnitZ()},
      Case{"SliderJoint { jointParameters JointParameters { axis 0 1 0 } device LinearMotor { }", 0, true,
           Vector3d::UnitY()},
      Case{
          "Hinge2Joint { jointParameters HingeJointParameters { axis 0 0 1 } jointParameters2 JointParameters { axis 0 "
          "1 0 } " +
              motors,
          0, false, Vector3d::UnitZ()},
      Case{
          "Hinge2Joint { jointParameters HingeJointParameters { axis 0 0 1 } jointParameters2 JointParameters { axis 0 "
          "1 0 } " +
              motors,
          1, false, Vector3d::UnitY()},
      Case{"BallJoint { jointParameters BallJointParameters { } jointParameters2 JointParameters { axis 1 0 0 } "
           "jointParameters3 JointParameters { axis 0 0 1 } device3 RotationalMotor { name \"c\" } " +
               motors,
           2, false, Vector3d::UnitZ()});
  CAPTURE(joint, index);
  auto world = Simulated::from_text(held_by_environment(joint));
  world.start();
  Motor& motor = [&]() -> Motor& {
    for (const auto& device : world.simulation().scene().robots()[0]->devices())
      if (auto* found = dynamic_cast<Motor*>(device.get()); found && found == axis_of(world, index).motor)
        return *found;
    throw std::logic_error("no motor");
  }();
  motor.set_position(0.6);
  world.run(3);
  CHECK(axis_of(world, index).position == Approx(0.6).margin(2e-3));
  const Pose pose = world.solid("R").pose();
  if (linear)
    CHECK((pose.position + 0.6 * along).norm() < 2e-3);
  else
    CHECK((pose.rotation - turned(-0.6, along)).norm() < 5e-3);
  motor.set_position(std::numeric_limits<double>::infinity());
  motor.set_velocity(-0.5);
  world.run(0.2);
  CHECK(axis_of(world, index).velocity == Approx(-0.5).epsilon(1e-3));
  const Vector3d v = linear ? world.solid("R").linear_velocity() : world.solid("R").angular_velocity();
  CHECK(v.dot(along) == Approx(0.5).epsilon(1e-3));
}

TEST_CASE("A motor that bears a robot on the environment feels its weight") {
  auto world = Simulated::from_text(held_by_environment(
      "SliderJoint { jointParameters JointParameters { axis 0 0 1 } device LinearMotor { maxForce 100 }", 9.81));
  world.start();
  CHECK(world.simulation().scene().joints()[0]->measure_motor_forces());
  world.run(2);
  CHECK(axis_of(world).position == Approx(0).margin(1e-3));
  // It holds the robot up, and so the environment down.
  CHECK(world.simulation().scene().joints()[0]->motor_force(0) == Approx(-2 * 9.81).epsilon(1e-3));
}

// The manual's "controlPID": v = P e + I sum(e h) + D (e - e before) / h, the error before the first step being 0. With
// force enough and no CFM to speak of, the joint goes by h v in each step.
TEST_CASE("Position control is a PID") {
  const double h = 0.008, target = 0.4;
  const auto [p, i, d] = GENERATE(table<double, double, double>({{6, 0, 0}, {6, 5, 0}, {6, 0, 0.1}, {4, 8, 0.2}}));
  CAPTURE(p, i, d);
  auto world = Simulated::from_text(fmt::format(
      "#VRML_SIM R2025a utf8\nWorldInfo {{ basicTimeStep 8 gravity 0 CFM 1e-10 }}\nRobot {{ controller \"<none>\" "
      "children [ SliderJoint {{ jointParameters JointParameters {{ axis 1 0 0 }} device LinearMotor {{ controlPID {} "
      "{} "
      "{} maxVelocity 100 maxForce 1e6 }} endPoint Solid {{ boundingObject Sphere {{ radius 0.1 }} physics Physics {{ "
      "density -1 mass 1 }} }} }} ] }}\n",
      p, i, d));
  world.start();
  motor(world, 0).set_position(target);
  double x = 0, sum = 0, before = 0;
  for (int step = 0; step < 250; ++step) {
    const double error = target - x;
    sum += error * h;
    x += h * (p * error + i * sum + d * (error - before) / h);
    before = error;
    world.step();
    REQUIRE(axis_of(world).position == Approx(x).margin(1e-6));
  }
  CHECK(std::abs(x - target) < 0.1);
}

// An arm of 2 kg whose weight acts 0.5 m along x and 0.2 m along y from the joint. Held still at the angles q, the
// motor of the axis a_i exerts -(r x m g) . a_i: what does the work of the weight when that axis turns.
TEST_CASE("Motors of ball joints and hinges with two axes feel the torques that they hold") {
  const bool on_body = GENERATE(true, false), ball = GENERATE(true, false);
  CAPTURE(on_body, ball);
  const std::string robot =
      "Robot { name \"robot\" controller \"<none>\" boundingObject Box { size 0.1 0.1 0.1 } " +
      std::string(on_body ? "physics Physics { density -1 mass 5 } " : "") + "children [ " +
      (ball ? "BallJoint { jointParameters BallJointParameters { } jointParameters2 JointParameters { axis 1 0 0 } "
              "jointParameters3 JointParameters { axis 0 0 1 } device3 RotationalMotor { name \"c\" maxTorque 50 } "
            : "Hinge2Joint { jointParameters HingeJointParameters { axis 1 0 0 } jointParameters2 JointParameters { "
              "axis 0 1 0 } ") +
      "device RotationalMotor { name \"a\" maxTorque 50 } device2 RotationalMotor { name \"b\" maxTorque 50 } endPoint "
      "Solid { name \"arm\" translation 0.5 0.2 0 boundingObject Sphere { radius 0.05 } physics Physics { density -1 "
      "mass 2 } } } ] }\n";
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 4 physicsDisableTime 0 }\nSolid { name \"stand\" children [ " +
      robot + " ] }\n");
  world.start();
  Joint& joint = *world.simulation().scene().joints()[0];
  REQUIRE(joint.measure_motor_forces());
  const double second = 0.6;
  joint.axes()[1].motor->set_position(second);
  world.run(3);
  REQUIRE(joint.axes()[0].position == Approx(0).margin(2e-3));
  REQUIRE(joint.axes()[1].position == Approx(second).margin(2e-3));
  const Matrix3d bent = turned(second, Vector3d::UnitY());
  const Vector3d weight(0, 0, -2 * 9.81), torque = (bent * Vector3d(0.5, 0.2, 0)).cross(weight);
  const std::array<Vector3d, 3> axes = {Vector3d::UnitX(), Vector3d::UnitY(), bent * Vector3d::UnitZ()};
  // 2 mrad of angle are 1 % of the torques.
  for (int i = 0; i < (ball ? 3 : 2); ++i) {
    CAPTURE(i);
    CHECK(joint.motor_force(i) == Approx(-torque.dot(axes[std::size_t(i)])).epsilon(0.01));
  }
}

TEST_CASE("The velocities of a ball joint's axes are the rates of its positions") {
  auto world = Simulated::from_text(
      joint_world("BallJoint { jointParameters BallJointParameters { anchor 1 0 0 } jointParameters2 JointParameters { "
                  "axis 1 0 0 } jointParameters3 JointParameters { axis 0 0 1 } device RotationalMotor { name \"a\" } "
                  "device2 RotationalMotor { name \"b\" } device3 RotationalMotor { name \"c\" } " +
                      end_point(true) + " }",
                  true));
  world.start();
  motor(world, 0).set_position(0.5);
  motor(world, 1).set_position(0.9);
  motor(world, 2).set_position(-0.8);
  world.run(0.2);
  for (int step = 0; step < 20; ++step) {
    std::array<double, 3> before{};
    for (std::size_t i = 0; i < 3; ++i) before[i] = axis_of(world, i).position;
    world.step();
    // In a step the body turns by up to 2 rad/s x 8 ms: the axes differ by 2 % within it.
    for (std::size_t i = 0; i < 3; ++i)
      CHECK((axis_of(world, i).position - before[i]) / world.dt() ==
            Approx(axis_of(world, i).velocity).epsilon(0.02).margin(0.02));
  }
}

// Manual, BallJoint: the axes are defined in jointParameters2 and jointParameters3, by default 1 0 0 and 0 0 1, and one
// is computed to be perpendicular to them. Which turns first: WbBallJoint.cpp.
TEST_CASE("The first and the third axis of a ball joint are those of jointParameters2 and 3") {
  struct Case {
    std::string parameters;
    Vector3d first, second, third;
  };
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
  const auto [parameters, first, second, third] = GENERATE_COPY(
      Case{"", x, y, z},
      Case{"jointParameters2 JointParameters { axis 0 1 0 } jointParameters3 JointParameters { axis 0 0 1 }", y,
           z.cross(y), z},
      // Alone, the other is perpendicular to it: y x (1 0 0), then z x (0 0 1) = 0, so z x (1 0 0).
      Case{"jointParameters2 JointParameters { axis 0 1 0 }", y, (-z).cross(y), -z},
      Case{"jointParameters3 JointParameters { axis 0 0 1 }", y, z.cross(y), z},
      // Parallel ones: as by default.
      Case{"jointParameters2 JointParameters { } jointParameters3 JointParameters { }", x, y, z});
  CAPTURE(parameters);
  auto world = Simulated::from_text(
      joint_world("BallJoint { jointParameters BallJointParameters { anchor 1 0 0 } " + parameters +
                      " device RotationalMotor { name \"a\" } device2 RotationalMotor { name \"b\" } device3 "
                      "RotationalMotor { name \"c\" } " +
                      end_point(true) + " }",
                  true));
  world.start();
  const double angles[] = {0.3, -0.5, 0.8};
  for (int i = 0; i < 3; ++i) motor(world, std::size_t(i)).set_position(angles[i]);
  world.run(4);
  const Matrix3d expected = turned(0.3, first) * turned(-0.5, second) * turned(0.8, third);
  CHECK((arm_in_robot(world).rotation - expected).norm() < 1e-2);
  // Manual: the range of the second axis' motor is [-pi/2, pi/2].
  CHECK(motor(world, 1).min_position() == Approx(-M_PI / 2));
  CHECK(motor(world, 1).max_position() == Approx(M_PI / 2));
  CHECK(motor(world, 0).max_position() == 0);
}

// Manual, BallJoint: without jointParameters2 and 3 the spring is homogeneous. An arm of 1 kg, 0.5 m long, sinks by
// k q = m g l cos q in whatever direction it hangs.
TEST_CASE("A ball joint's spring is the same about all axes where only one is given") {
  const double heading = GENERATE(0.0, 1.0, M_PI / 2);
  CAPTURE(heading);
  const Vector3d at(0.5 * std::cos(heading), 0.5 * std::sin(heading), 0);
  auto world = Simulated::from_text(fmt::format(
      "#VRML_SIM R2025a utf8\nWorldInfo {{ basicTimeStep 4 physicsDisableTime 0 }}\nSolid {{ name \"stand\" children [ "
      "BallJoint {{ jointParameters BallJointParameters {{ springConstant 50 dampingConstant 5 }} endPoint DEF ARM "
      "Solid "
      "{{ translation {} {} 0 boundingObject Sphere {{ radius 0.05 }} physics Physics {{ density -1 mass 1 }} }} }} ] "
      "}}\n",
      at.x(), at.y()));
  world.run(5);
  double sag = 0;
  for (int i = 0; i < 50; ++i) sag = 9.81 * 0.5 * std::cos(sag) / 50;
  CHECK(world.solid("ARM").pose().position.z() == Approx(-0.5 * std::sin(sag)).epsilon(0.02));
}

// ODE: a stop with ERP e and CFM c holds as a spring of e / (h c). Manual, HingeJointParameters: stopERP, stopCFM.
TEST_CASE("A stop is as soft as stopERP and stopCFM say") {
  const double h = 0.01, torque = 9.81 * 0.5;
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 10 physicsDisableTime 0 }\nSolid { name \"stand\" children [ "
      "HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 minStop -1 maxStop 1e-6 stopERP 0.2 stopCFM 0.1 "
      "} "
      "endPoint Solid { translation 0.5 0 0 boundingObject Sphere { radius 0.05 } physics Physics { density -1 mass 1 "
      "} "
      "} } ] }\n");
  world.run(5);
  CHECK(axis_of(world).position == Approx(torque * h * 0.1 / 0.2).epsilon(5e-3));
}

// A joint whose parent has no body is attached to the static environment, also where a body carries the parent.
TEST_CASE("What a joint moves hangs on the environment if the joint's parent has no Physics") {
  const bool physics = GENERATE(false, true);
  CAPTURE(physics);
  auto world = Simulated::from_text(fmt::format(
      "#VRML_SIM R2025a utf8\nWorldInfo {{ basicTimeStep 10 }}\nDEF ROBOT Robot {{ controller \"<none>\" children [ "
      "Solid {{ name \"base\" {} children [ HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 0 1 }} "
      "endPoint DEF ARM Solid {{ translation 0.5 0 0 boundingObject Sphere {{ radius 0.05 }} physics Physics {{ }} }} "
      "}} ] }} ] boundingObject Sphere {{ radius 0.1 }} physics Physics {{ }} }}\n",
      physics ? "boundingObject Sphere { radius 0.1 } physics Physics { }" : ""));
  world.run(1);
  const double fallen = -9.81 * 0.5 * 1 * (1 + 0.01);  // semi-implicit Euler: g h^2 n (n + 1) / 2
  CHECK(world.solid("ROBOT").pose().position.z() == Approx(fallen).epsilon(1e-6));
  // Held by a joint of CFM c and ERP e, a weight F hangs F c h / e lower: 2.6e-6 m here.
  CHECK(world.solid("ARM").pose().position.z() == Approx(physics ? fallen : 0).epsilon(1e-6).margin(5e-6));
}

TEST_CASE("what hangs on a hinge with backlash sags by half of it, and what is measured is the gear") {
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 physicsDisableTime 0 }\n"
      "DEF R Robot { controller \"<none>\" children [ HingeJointWithBacklash { backlash 0.1 "
      "jointParameters HingeJointParameters { axis 0 1 0 anchor 0.1 0 1 } device [ RotationalMotor { } PositionSensor "
      "{ } "
      "] outputSensor PositionSensor { name \"play\" } endPoint DEF ARM Solid { translation 0.3 0 1 boundingObject Box "
      "{ size 0.4 0.05 0.05 } "
      "physics Physics { density -1 mass 1 } } } ] }\n");
  world.start();
  world.take_diagnostics();
  world.run(2);
  const Vector3d arm = world.solid("ARM").pose().position;
  // It comes to the stop at w^2 = 2 m g r a / I, with r = 0.2, a = 0.05 and I = m (r^2 + (0.4^2 + 0.05^2) / 12), and a
  // stop of ERP 0 does not push back what a step of 8 ms went too far.
  const double inertia = 0.2 * 0.2 + (0.4 * 0.4 + 0.05 * 0.05) / 12;
  const double too_far = 0.008 * std::sqrt(2 * 9.81 * 0.2 * 0.05 / inertia);
  const double sag = std::asin((1 - arm.z()) / 0.2);
  CHECK(sag > 0.0499);
  CHECK(sag < 0.05 + 1.1 * too_far);
  CHECK(std::hypot(arm.x() - 0.1, arm.z() - 1) == Approx(0.2).epsilon(1e-3));
  CHECK(world.simulation().scene().joints()[1]->axes()[0].position == Approx(sag).margin(1e-3));
  CHECK(world.simulation().scene().joints()[0]->axes()[0].position == Approx(0).margin(1e-4));
}
