// Joints against closed form: where motors bring an endPoint, springs at rest, and joints without bodies.
#include <catch2/catch.hpp>

#include "engine/devices/motor.h"
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

TEST_CASE("A ball joint turns about three axes") {
  const bool physics = GENERATE(true, false);
  auto world =
      Simulated::from_text(joint_world("BallJoint { jointParameters BallJointParameters { anchor 1 0 0 } "
                                       "jointParameters2 JointParameters { axis 0 1 0 } "
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
