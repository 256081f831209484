// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Motors beyond one axis: coupled by their names, what they feel, what they draw from the battery.
#include "controllers/wire/motor.h"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "controllers/wire/sensor.h"
#include "engine/joints/joint.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "tests/support/device_bench.h"
#include "tests/support/simulated.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

constexpr double g = 9.81;

// A motor on a hinge (or slider) without bodies.
std::string free_axis(const std::string& name, const std::string& motor_fields, bool linear = false) {
  const std::string motor =
      std::string(linear ? "LinearMotor" : "RotationalMotor") + " { name \"" + name + "\" " + motor_fields + " }";
  return std::string(linear ? "SliderJoint { jointParameters JointParameters { axis 1 0 0 }"
                            : "HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 }") +
         " device " + motor + " endPoint Solid { name \"" + name + " end\" } }\n";
}

// An arm of 2 kg, its centre of mass half a metre along +x from a hinge about +y: gravity turns it by +0.5 m g about y.
std::string arm(const std::string& robot_fields, const std::string& motor_fields = "maxTorque 100") {
  return "DEF R Robot { controller \"test\" " + robot_fields +
         " children [ HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 } device [ RotationalMotor { name "
         "\"motor\" " +
         motor_fields +
         " } PositionSensor { } ] endPoint DEF ARM Solid { translation 0.5 0 0 boundingObject Box { size 1 0.1 0.1 } "
         "physics Physics { density -1 mass 2 } } } ] }\n";
}
constexpr double arm_torque = 2 * g * 0.5;

double position_of(DeviceBench& bench, std::size_t joint) {
  return bench.simulation().scene().joints()[joint]->axes()[0].position;
}

}  // namespace

TEST_CASE("coupled motors obey one command, each times its multiplier") {
  DeviceBench bench("Robot { controller \"test\" children [\n" + free_axis("arm::a", "multiplier 2") +
                    free_axis("arm::b", "multiplier 0.5 maxVelocity 2.5") +
                    free_axis("arm::c", "multiplier -4 maxVelocity 20", true) + free_axis("arm", "") + "] }");
  auto& a = bench.state<lo_motor_state>("arm::a");
  CHECK(a.coupled_tags_count == 2);
  CHECK(bench.state<lo_motor_state>("arm").coupled_tags_count == 0);
  a.position = 0.1;
  a.changed = LO_MOTOR_POSITION;
  bench.step(200);
  CHECK(position_of(bench, 0) == Approx(0.2).margin(1e-5));
  CHECK(position_of(bench, 1) == Approx(0.05).margin(1e-5));
  CHECK(position_of(bench, 2) == Approx(-0.4).margin(1e-5));
  CHECK(position_of(bench, 3) == 0);
  // Any of them can be told.
  auto& c = bench.state<lo_motor_state>("arm::c");
  c.position = std::numeric_limits<double>::infinity();
  c.velocity = 0.25;
  c.changed = LO_MOTOR_POSITION | LO_MOTOR_VELOCITY;
  bench.step(100);  // 10 rad/s^2 or m/s^2 (the available force) bring each to its speed within a tenth of a second
  const double before[] = {position_of(bench, 0), position_of(bench, 1), position_of(bench, 2)};
  bench.step(100);
  CHECK(position_of(bench, 0) - before[0] == Approx(0.5));
  CHECK(position_of(bench, 1) - before[1] == Approx(0.125));
  CHECK(position_of(bench, 2) - before[2] == Approx(-1.0));
  CHECK(bench.take_warnings().empty());
}

// Manual, Motor, Naming Convention: one `::` between two names.
TEST_CASE("a motor whose name has three parts is coupled with none") {
  DeviceBench bench("Robot { controller \"test\" children [\n" + free_axis("arm::a", "") + free_axis("arm::b", "") +
                    free_axis("arm::c::d", "") + "] }");
  CHECK(bench.state<lo_motor_state>("arm::a").coupled_tags_count == 1);
  CHECK(bench.state<lo_motor_state>("arm::c::d").coupled_tags_count == 0);
}

TEST_CASE("limits of coupled motors follow the first in the ratio of the multipliers") {
  // The manual's table ("Coupled Motor Limits"): A (2) has -1 .. 2 and 10, so D (-4) must have -4 .. 2 and 20.
  const auto world = [](const std::string& d) {
    return "#VRML_SIM R2025a utf8\nWorldInfo { }\nRobot { controller \"<none>\" children [\n" +
           free_axis("m::a", "multiplier 2 minPosition -1 maxPosition 2 maxVelocity 10") +
           free_axis("m::d", "multiplier -4 " + d) + "] }\n";
  };
  auto right = Simulated::from_text(world("minPosition -4 maxPosition 2 maxVelocity 20"));
  right.start();
  CHECK(right.take_diagnostics().empty());
  auto wrong = Simulated::from_text(world("minPosition -2 maxPosition 4 maxVelocity 10"));
  wrong.start();
  const auto told = wrong.take_diagnostics();
  REQUIRE(told.size() == 1);
  CHECK(told[0].kind == DiagnosticKind::MotorLimits);
  const auto& motor = dynamic_cast<Motor&>(*wrong.simulation().scene().robots()[0]->devices()[1]);
  CHECK(motor.min_position() == -4);
  CHECK(motor.max_position() == 2);
  CHECK(motor.max_velocity() == 20);
}

TEST_CASE("a limit of a coupled motor that is edited holds for its group, and the controller knows") {
  DeviceBench bench("Robot { controller \"test\" children [\n" + free_axis("arm::a", "multiplier 2") +
                    free_axis("arm::b", "multiplier -0.5 maxVelocity 2.5") + "] }");
  auto& first = dynamic_cast<Motor&>(*bench.simulation().scene().robots()[0]->devices()[0]);
  bench.simulation().world().set(first.node(), first.node().type().find("maxVelocity"), Value(4.0));
  bench.step();
  const auto& devices = bench.simulation().scene().robots()[0]->devices();
  CHECK(dynamic_cast<Motor&>(*devices[0]).target_velocity() == 4);
  CHECK(dynamic_cast<Motor&>(*devices[1]).target_velocity() == -1);
  CHECK(bench.state<lo_motor_state>("arm::a").max_velocity == 4);
  CHECK(bench.state<lo_motor_state>("arm::b").max_velocity == 1);
  CHECK(bench.state<lo_motor_state>("arm::b").velocity == 1);
  const std::vector<std::string> warnings = bench.take_warnings();
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].find("do not fit those of \"arm::a\"") != std::string::npos);
}

// A controlPID that is set makes the PID forget the error so far (WbMotor.cpp, updateControlPID), other commands do
// not; nor do they change the speed from which `acceleration` lets the motor go on.
TEST_CASE("a motor goes on with its integral and its speed after velocity and force control") {
  const double infinity = std::numeric_limits<double>::infinity();
  DeviceBench bench(arm("", "maxTorque 100 controlPID 1 2 0"));
  auto& motor = dynamic_cast<Motor&>(*bench.simulation().scene().robots()[0]->devices()[0]);
  motor.set_position(0.5);
  CHECK(motor.drive(0, 0.1).velocity == Approx(0.5 + 2 * 0.05));
  motor.set_position(infinity);
  CHECK(motor.drive(0, 0.1).velocity == 10);
  motor.set_position(0.5);
  CHECK(motor.drive(0, 0.1).velocity == Approx(0.5 + 2 * 0.1));

  motor.set_acceleration(3);
  motor.stop();
  motor.set_position(infinity);
  motor.set_velocity(5);
  motor.drive(0, 0.1);
  CHECK(motor.drive(0, 0.1).velocity == Approx(0.6));
  motor.set_force(1);
  CHECK(motor.drive(0, 0.1).force == 1);
  motor.set_position(infinity);
  CHECK(motor.drive(0, 0.1).velocity == Approx(0.9));
}

// The manual's page on Motor: what was not set explicitly is what the field says, and nothing passes the field.
TEST_CASE("velocity and torque that a controller gave stay when the greatest ones are edited, within them") {
  DeviceBench bench(arm("", "maxTorque 100 maxVelocity 8"));
  auto& motor = dynamic_cast<Motor&>(*bench.simulation().scene().robots()[0]->devices()[0]);
  auto& wire = bench.state<lo_motor_state>("motor");
  const auto edit = [&](double greatest_velocity, double greatest_torque) {
    World& world = bench.simulation().world();
    world.set(motor.node(), motor.node().type().find("maxVelocity"), Value(greatest_velocity));
    world.set(motor.node(), motor.node().type().find("maxTorque"), Value(greatest_torque));
    bench.step();
  };
  const auto told = [&] { return std::array{wire.velocity, wire.available_force}; };
  const auto done = [&] { return std::array{motor.target_velocity(), motor.available_force()}; };
  edit(6, 70);
  CHECK(told() == std::array{6.0, 70.0});
  CHECK(done() == told());
  wire.velocity = 2, wire.available_force = 20;
  wire.changed = LO_MOTOR_VELOCITY | LO_MOTOR_AVAILABLE_FORCE;
  bench.step();
  edit(9, 90);
  CHECK(told() == std::array{2.0, 20.0});
  CHECK(done() == told());
  edit(1, 10);
  CHECK(told() == std::array{1.0, 10.0});
  CHECK(done() == told());
}

TEST_CASE("torque feedback is what the motor must give, one period after it was enabled") {
  DeviceBench bench(arm(""));
  auto& motor = bench.state<lo_motor_state>("motor");
  CHECK(std::isnan(motor.feedback));
  bench.step(50);
  CHECK(std::isnan(motor.feedback));
  motor.feedback_period_ms = 30;
  motor.changed = LO_MOTOR_FEEDBACK_PERIOD;
  bench.step(2);
  CHECK(std::isnan(motor.feedback));
  bench.step();
  // It holds the arm against gravity.
  CHECK(motor.feedback == Approx(-arm_torque).epsilon(1e-3));
  // At 90 degrees, hanging down, there is nothing to hold.
  motor.position = std::acos(0.0);
  motor.changed = LO_MOTOR_POSITION;
  bench.step(300);
  CHECK(motor.feedback == Approx(0).margin(1e-2));
  motor.feedback_period_ms = 0;
  motor.position = 0;
  motor.changed = LO_MOTOR_FEEDBACK_PERIOD | LO_MOTOR_POSITION;
  bench.step(300);
  CHECK(motor.feedback == Approx(0).margin(1e-2));  // the last value stays
}

TEST_CASE("force feedback of a slider between two bodies") {
  // A heavy base on the ground carries 3 kg on a vertical slider.
  DeviceBench bench(
      "Solid { name \"floor\" boundingObject Plane { size 10 10 } }\n"
      "Robot { translation 0 0 0.5 controller \"test\" boundingObject Box { size 1 1 1 } physics Physics { density 20 "
      "} "
      "children [ SliderJoint { jointParameters JointParameters { axis 0 0 1 } device LinearMotor { name \"motor\" "
      "maxForce 100 } endPoint Solid { translation 0 0 1 boundingObject Sphere { radius 0.1 } physics Physics { "
      "density "
      "-1 mass 3 } } } ] }");
  auto& motor = bench.state<lo_motor_state>("motor");
  motor.feedback_period_ms = 10;
  motor.changed = LO_MOTOR_FEEDBACK_PERIOD;
  bench.step(200);
  CHECK(motor.feedback == Approx(3 * g).epsilon(1e-3));
}

TEST_CASE("feedback of a joint without bodies stays NaN, with a word") {
  DeviceBench bench("Robot { controller \"test\" children [ " + free_axis("motor", "") + " ] }");
  auto& motor = bench.state<lo_motor_state>("motor");
  motor.feedback_period_ms = 10;
  motor.changed = LO_MOTOR_FEEDBACK_PERIOD;
  bench.step(3);
  CHECK(std::isnan(motor.feedback));
  CHECK(bench.take_warnings().size() == 1);
}

TEST_CASE("motors and the processor drain the battery") {
  DeviceBench bench(arm("battery [ 100 200 10 ] cpuConsumption 5", "maxTorque 100 consumptionFactor 2"));
  auto& robot = *bench.simulation().scene().robots()[0];
  bench.step(10);
  const double before = robot.battery()->energy();
  bench.step(100);
  // One second of 5 W and of 2 W per N m.
  CHECK(before - robot.battery()->energy() == Approx(5 + 2 * arm_torque).epsilon(1e-3));
}

TEST_CASE("with an empty battery a robot lets go of everything, and its controller ends") {
  // A second robot keeps the simulation going.
  DeviceBench bench(arm("battery [ 0.48 200 10 ] cpuConsumption 5", "maxTorque 100 consumptionFactor 0") +
                    "Robot { name \"other\" controller \"test\" }");
  auto& robot = *bench.simulation().scene().robots()[0];
  bench.step(9);  // 0.45 J are gone
  CHECK_FALSE(robot.is_off());
  CHECK(robot.has_controller());
  CHECK(position_of(bench, 0) == Approx(0).margin(1e-3));
  bench.step(2);
  CHECK(robot.is_off());
  CHECK(robot.battery()->energy() == 0);
  CHECK_FALSE(robot.has_controller());
  CHECK(bench.take_warnings().size() == 1);

  auto alone = Simulated::from_text("#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 10 }\n" +
                                    arm("battery [ 0 200 10 ]").replace(arm("").find("\"test\""), 6, "\"<none>\""));
  alone.run(0.5);
  CHECK(alone.simulation().scene().joints()[0]->axes()[0].position > 0.5);  // the arm falls
}
