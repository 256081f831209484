// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Engine time over ODE time for the same scene in the same run: free boxes, boxes in a bin, two-wheeled robots and a
// humanoid with 21 joints, whose commands come from memory. The bare loop has the bodies, geoms, joints and contact
// parameters of the engine's own scene and does nothing but step (by the solver that the engine's islands get),
// dSpaceCollide, contact joints and, for the humanoid, the motors' proportional control. Where MuJoCo is installed the
// humanoid also stands in MuJoCo: the same masses, shapes, hinges and time step, with position actuators.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#ifdef LIGHTSOUT_MUJOCO
#include <mujoco/mujoco.h>
#endif
#ifdef LIGHTSOUT_BULLET
#include <btBulletDynamicsCommon.h>
#endif

#include "controllers/wire/motor.h"
#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/joints/joint.h"
#include "engine/robots/exchange/reserved_memory.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "engine/simulation.h"
#include "engine/simulation_options.h"
#include "engine/stage/hooks.h"
#include "tests/support/alone.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;
using Seconds = std::chrono::duration<double>;

namespace {

// Of this thread: what else the machine does costs neither.
struct ProcessorClock {
  static Seconds now() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return Seconds(double(time.tv_sec) + 1e-9 * double(time.tv_nsec));
  }
};

// Commands from memory: every turn sets each motor's velocity, or tells it to hold its position.
class MemoryLink final : public ControllerLink {
 public:
  MemoryLink(std::size_t size, bool hold) : memory_(size), hold_(hold) {}
  lo_block* block() override { return static_cast<lo_block*>(memory_.get()); }
  void start() override {}
  void hand_turn() override {}
  TurnEnd wait_turn() override {
    lo_block* b = block();
    const auto* table = reinterpret_cast<const lo_device*>(reinterpret_cast<char*>(b) + b->devices);
    for (std::uint32_t i = 1; i < b->device_count; ++i) {
      if (table[i].kind != LO_DEVICE_MOTOR) continue;
      auto* motor = reinterpret_cast<lo_motor_state*>(reinterpret_cast<char*>(b) + table[i].state);
      motor->position = hold_ ? 0 : std::numeric_limits<double>::infinity();
      motor->velocity = hold_ ? 10 : i == 1 ? 3 : 2;
      motor->changed = LO_MOTOR_POSITION | LO_MOTOR_VELOCITY;
      reinterpret_cast<std::uint32_t*>(reinterpret_cast<char*>(b) + b->touched)[i / 32] |= 1u << i % 32;
    }
    b->request = LO_REQUEST_STEP;
    b->step_ms = int(16);
    return {};
  }
  void terminate() override {}

 private:
  ReservedMemory memory_;
  bool hold_;
};

class MemoryHost final : public ControllerHost {
 public:
  std::unique_ptr<ControllerLink> open(const ControllerDescription& description, std::size_t size) override {
    if (description.controller != "memory" && description.controller != "hold") return nullptr;
    return std::make_unique<MemoryLink>(size, description.controller == "hold");
  }
};

std::string floor_and(const std::string& rest) {
  return "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 16 physicsDisableTime 0 }\n"
         "Solid { name \"floor\" boundingObject Plane { size 1000 1000 } }\n" +
         rest;
}

std::string boxes(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += fmt::format(
        "Solid {{ name \"box{0}\" translation {1} {2} 0.05 boundingObject Box {{ size 0.1 0.1 0.1 }} physics Physics "
        "{{ "
        "density 500 }} }}\n",
        i, (i % 40) * 0.3, (i / 40) * 0.3);
  return floor_and(text);
}

std::string robots(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    const auto wheel = [](const char* side, double y) {
      return fmt::format(
          "HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 1 0 anchor 0 {1} 0.05 }} device "
          "RotationalMotor "
          "{{ name \"{0} motor\" }} endPoint Solid {{ name \"{0} wheel\" translation 0 {1} 0.05 rotation 1 0 0 1.5708 "
          "boundingObject Cylinder {{ radius 0.05 height 0.02 }} physics Physics {{ }} }} }}\n",
          side, y);
    };
    text += fmt::format(
        "Robot {{ name \"robot{}\" translation {} {} 0 controller \"memory\" children [ {} {} ] boundingObject Group "
        "{{ "
        "children [ Pose {{ translation 0 0 0.08 children Box {{ size 0.2 0.12 0.08 }} }} Pose {{ translation 0.08 0 "
        "0.02 "
        "children Sphere {{ radius 0.02 }} }} ] }} physics Physics {{ }} }}\n",
        i, (i % 10) * 2.0, (i / 10) * 2.0, wheel("left", 0.08), wheel("right", -0.08));
  }
  return floor_and(text);
}

// A heap that fell into a bin of 1.2 m: one island, too large for the exact solver.
std::string bin(int count) {
  std::string text;
  for (int i = 0; i < 4; ++i) {
    const double x = i == 0 ? 0.65 : i == 1 ? -0.65 : 0, y = i == 2 ? 0.65 : i == 3 ? -0.65 : 0;
    text += fmt::format("Solid {{ name \"wall{}\" translation {} {} 1 boundingObject Box {{ size {} {} 2 }} }}\n", i, x,
                        y, x != 0 ? 0.1 : 1.4, y != 0 ? 0.1 : 1.4);
  }
  for (int i = 0; i < count; ++i)
    text += fmt::format(
        "Solid {{ name \"box{0}\" translation {1} {2} {3} rotation 1 1 0 {4} boundingObject Box {{ size 0.2 0.2 0.2 }} "
        "physics "
        "Physics {{ density 500 }} }}\n",
        i, (i % 4 - 1.5) * 0.27, (i / 4 % 4 - 1.5) * 0.27, 0.2 + 0.28 * (i / 16), 0.1 * (i % 5));
  return floor_and(text);
}

// 21 hinges with position motors: abdomen 2, neck 1, each leg 6, each arm 3. Joints of several axes are chains of
// hinges. The feet are 0.4 m long: MuJoCo's contacts are no stiffer than two steps of 16 ms allow, w = 1 / 32 ms, and
// bear a body of height h on feet of half-length a only if w^2 a^2 > g h.
struct Link {
  const char* name;
  const char* axis;
  double x, y, z;               // of its own middle in its parent's frame; the hinge is halfway
  std::array<double, 3> shape;  // radius of a sphere and zeros, or lengths of a box
  double mass;
  std::vector<Link> children;
};

constexpr double pelvis_height = 1.03, pelvis_mass = 8;
constexpr std::array<double, 3> pelvis = {0.15, 0.25, 0.12};

std::vector<Link> humanoid_links() {
  const auto leg = [](double side) {
    return Link{"hip yaw",
                "0 0 1",
                0,
                side * 0.1,
                -0.08,
                {0.04},
                0.5,
                {{"hip roll",
                  "1 0 0",
                  0,
                  0,
                  -0.06,
                  {0.04},
                  0.5,
                  {{"hip pitch",
                    "0 1 0",
                    0,
                    0,
                    -0.2,
                    {0.1, 0.1, 0.3},
                    4,
                    {{"knee",
                      "0 1 0",
                      0,
                      0,
                      -0.38,
                      {0.08, 0.08, 0.3},
                      3,
                      {{"ankle pitch",
                        "0 1 0",
                        0,
                        0,
                        -0.2,
                        {0.03},
                        0.5,
                        {{"ankle roll", "1 0 0", 0.03, 0, -0.06, {0.4, 0.16, 0.04}, 1, {}}}}}}}}}}}};
  };
  const auto arm = [](double side) {
    return Link{"shoulder pitch",
                "0 1 0",
                0,
                side * 0.22,
                0.15,
                {0.04},
                0.5,
                {{"shoulder roll",
                  "1 0 0",
                  0,
                  side * 0.04,
                  -0.15,
                  {0.06, 0.06, 0.24},
                  2,
                  {{"elbow", "0 1 0", 0, 0, -0.26, {0.05, 0.05, 0.22}, 1.5, {}}}}}};
  };
  const Link torso{"abdomen yaw",
                   "0 0 1",
                   0,
                   0,
                   0.1,
                   {0.05},
                   1,
                   {{"abdomen pitch",
                     "0 1 0",
                     0,
                     0,
                     0.25,
                     {0.15, 0.3, 0.35},
                     12,
                     {{"neck", "0 0 1", 0, 0, 0.28, {0.1}, 3, {}}, arm(1), arm(-1)}}}};
  return {torso, leg(1), leg(-1)};
}

std::string humanoid() {
  int count = 0;
  const auto geometry = [](const std::array<double, 3>& s) {
    return s[1] == 0 ? fmt::format("Sphere {{ radius {} }}", s[0])
                     : fmt::format("Box {{ size {} {} {} }}", s[0], s[1], s[2]);
  };
  const auto text_of = [&](const auto& self, const Link& link) -> std::string {
    const std::string name = fmt::format("{} {}", link.name, ++count);
    std::string children;
    for (const Link& child : link.children) children += self(self, child);
    return fmt::format(
        "HingeJoint {{ jointParameters HingeJointParameters {{ axis {0} anchor {1} {2} {3} }} device RotationalMotor "
        "{{ name "
        "\"{4} motor\" maxTorque 200 }} endPoint Solid {{ name \"{4}\" translation {5} {6} {7} boundingObject {8} "
        "physics "
        "Physics {{ density -1 mass {9} }} children [ {10} ] }} }}\n",
        link.axis, link.x / 2, link.y / 2, link.z / 2, name, link.x, link.y, link.z, geometry(link.shape), link.mass,
        children);
  };
  std::string links;
  for (const Link& link : humanoid_links()) links += text_of(text_of, link);
  return floor_and(
      fmt::format("Robot {{ name \"humanoid\" translation 0 0 {} controller \"hold\" boundingObject {} physics Physics "
                  "{{ density -1 "
                  "mass {} }} children [ {} ] }}\n",
                  pelvis_height, geometry(pelvis), pelvis_mass, links));
}

// What is stepped beside the engine.
class Peer {
 public:
  virtual ~Peer() = default;
  virtual void step(double dt) = 0;
  // Where the first body is by now: that it does the same.
  virtual double height() const = 0;
  // It has not given up on the scene on the way.
  virtual bool is_stable() const { return true; }
};

// Of the i-th motor. Those that hold aim at zero.
double wheel_velocity(std::size_t i) { return i % 2 == 0 ? 3 : 2; }
double holding_velocity(double angle) { return std::clamp(-10 * angle, -10.0, 10.0); }
double motor_torque(bool holds) { return holds ? 200 : 10; }

// The same bodies, geoms, joints and contact parameters, copied from a scene that has just started.
class BareWorld final : public Peer {
 public:
  BareWorld(Scene& scene, bool quick, bool holds)
      : parameters_(scene.contacts().parameters(0, 0)), quick_(quick), holds_(holds) {
    const dWorldID from = scene.ode_world();
    world_ = dWorldCreate();
    dVector3 gravity;
    dWorldGetGravity(from, gravity);
    dWorldSetGravity(world_, gravity[0], gravity[1], gravity[2]);
    dWorldSetERP(world_, dWorldGetERP(from));
    dWorldSetCFM(world_, dWorldGetCFM(from));
    space_ = dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
    group_ = dJointGroupCreate(0);
    std::vector<std::pair<dBodyID, dBodyID>> copies;
    const auto copy_of = [&](dBodyID body) {
      for (const auto& [old, copy] : copies)
        if (old == body) return copy;
      return dBodyID(nullptr);
    };
    for (Solid* solid : scene.bodies()) {
      const dBodyID body = dBodyCreate(world_);
      dMass mass;
      dBodyGetMass(solid->body(), &mass);
      dBodySetMass(body, &mass);
      const dReal* p = dBodyGetPosition(solid->body());
      dBodySetPosition(body, p[0], p[1], p[2]);
      dBodySetRotation(body, dBodyGetRotation(solid->body()));
      copies.emplace_back(solid->body(), body);
      if (!first_) first_ = body;
    }
    for (const auto& solid : scene.solids()) {
      for (const auto& shape : solid->shapes()) {
        const Vector3d& s = shape->size;
        dGeomID geom = nullptr;
        switch (shape->kind) {
          case ShapeKind::Box:
            geom = dCreateBox(space_, s.x(), s.y(), s.z());
            break;
          case ShapeKind::Sphere:
            geom = dCreateSphere(space_, s.x());
            break;
          case ShapeKind::Cylinder:
            geom = dCreateCylinder(space_, s.x(), s.y());
            break;
          default:
            geom = dCreatePlane(space_, 0, 0, 1, 0);
            continue;
        }
        if (!dGeomGetBody(shape->geom)) {
          const dReal* at = dGeomGetPosition(shape->geom);
          dGeomSetPosition(geom, at[0], at[1], at[2]);
          dGeomSetRotation(geom, dGeomGetRotation(shape->geom));
          continue;
        }
        dGeomSetBody(geom, copy_of(dGeomGetBody(shape->geom)));
        const dReal* offset = dGeomGetOffsetPosition(shape->geom);
        dGeomSetOffsetPosition(geom, offset[0], offset[1], offset[2]);
        dGeomSetOffsetRotation(geom, dGeomGetOffsetRotation(shape->geom));
      }
    }
    for (const auto& joint : scene.joints()) {
      const dJointID copy = dJointCreateHinge(world_, nullptr);
      dVector3 anchor, axis;
      dJointGetHingeAnchor(joint->ode_joint(), anchor);
      dJointGetHingeAxis(joint->ode_joint(), axis);
      dJointAttach(copy, copy_of(dJointGetBody(joint->ode_joint(), 0)), copy_of(dJointGetBody(joint->ode_joint(), 1)));
      dJointSetHingeAnchor(copy, anchor[0], anchor[1], anchor[2]);
      dJointSetHingeAxis(copy, axis[0], axis[1], axis[2]);
      motors_.push_back(copy);
    }
    collide();
  }

  double height() const override { return dBodyGetPosition(first_)[2]; }

  void step(double dt) override {
    for (std::size_t i = 0; i < motors_.size(); ++i) {
      dJointSetHingeParam(motors_[i], dParamVel,
                          holds_ ? holding_velocity(dJointGetHingeAngle(motors_[i])) : wheel_velocity(i));
      dJointSetHingeParam(motors_[i], dParamFMax, motor_torque(holds_));
    }
    quick_ ? dWorldQuickStep(world_, dt) : dWorldStep(world_, dt);
    collide();
  }

 private:
  void collide() {
    dJointGroupEmpty(group_);
    dSpaceCollide(space_, this, [](void* self, dGeomID a, dGeomID b) { static_cast<BareWorld*>(self)->near(a, b); });
  }
  void near(dGeomID a, dGeomID b) {
    const dBodyID body1 = dGeomGetBody(a), body2 = dGeomGetBody(b);
    if ((!body1 && !body2) || body1 == body2) return;
    if (holds_ && body1 && body2) return;  // parts of one robot
    if (body1 && body2 && dAreConnectedExcluding(body1, body2, dJointTypeContact)) return;
    dContact contacts[10];
    const int n = dCollide(a, b, 10, &contacts[0].geom, sizeof(dContact));
    for (int i = 0; i < n; ++i) {
      contacts[i].surface = parameters_.surface;
      dJointAttach(dJointCreateContact(world_, group_, &contacts[i]), body1, body2);
    }
  }

  ContactParameters parameters_;
  bool quick_, holds_;
  dWorldID world_;
  dBodyID first_ = nullptr;
  dSpaceID space_;
  dJointGroupID group_;
  std::vector<dJointID> motors_;
};

#ifdef LIGHTSOUT_MUJOCO
// The same bodies, shapes and hinges as a tree of MuJoCo's. Actuators that hold give 2000 N m/rad, dampers 200 N m
// s/rad: as ours, a joint comes back with 10 /s. There are no wheels: driven at a speed they are not stable at 16 ms.
class MujocoWorld final : public Peer {
 public:
  MujocoWorld(Scene& scene, bool holds) : scene_(scene), holds_(holds) {
    std::string bodies, actuators;
    for (Solid* solid : scene.bodies())
      if (!hinge_to(*solid)) bodies += text_of(*solid);
    for (std::size_t i = 0; i < scene.joints().size(); ++i)
      actuators += fmt::format("<position joint=\"j{}\" kp=\"2000\" forcelimited=\"true\" forcerange=\"-{} {}\"/>\n", i,
                               motor_torque(holds), motor_torque(holds));
    std::string fixed;
    for (const auto& solid : scene.solids())
      for (const auto& shape : solid->shapes())
        if (!dGeomGetBody(shape->geom)) fixed += geom(*shape, !holds ? "" : "contype=\"0\" conaffinity=\"1\"");
    const std::string text = fmt::format(
        "<mujoco><size njmax=\"{}\" nconmax=\"{}\"/><compiler angle=\"radian\"/><option timestep=\"0.016\"/>\n"
        "<default><joint damping=\"{}\"/><geom {}/></default>\n"
        "<worldbody>{}{}</worldbody>\n<actuator>{}</actuator></mujoco>\n",
        30 * scene.bodies().size() + 200, 10 * scene.bodies().size() + 50, holds ? 200 : 0,
        holds ? "contype=\"1\" conaffinity=\"0\"" : "", fixed, bodies, actuators);
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / fmt::format("lightsout_peer_{}.xml", std::random_device()());
    std::ofstream(file) << text;
    char error[500] = "";
    model_ = mj_loadXML(file.c_str(), nullptr, error, sizeof error);
    std::filesystem::remove(file);
    if (!model_) {
      fmt::print(stderr, "MuJoCo: {}\n", error);
      return;
    }
    data_ = mj_makeData(model_);
  }
  ~MujocoWorld() override {
    if (data_) mj_deleteData(data_);
    if (model_) mj_deleteModel(model_);
  }
  MujocoWorld(const MujocoWorld&) = delete;
  MujocoWorld& operator=(const MujocoWorld&) = delete;
  bool is_there() const { return model_ != nullptr; }
  void step(double) override { mj_step(model_, data_); }
  double height() const override { return data_->xpos[3 + 2]; }
  // Else it has begun anew, with motors that stand still.
  bool is_stable() const override {
    for (const mjtWarning kind : {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC})
      if (data_->warning[kind].number > 0) return false;
    return true;
  }

 private:
  static std::string numbers(const dReal* values, int count) {
    return fmt::format("{}", fmt::join(values, values + count, " "));
  }

  std::string geom(const Shape& shape, const std::string& more) const {
    const bool is_fixed = !dGeomGetBody(shape.geom);
    const Vector3d& s = shape.size;
    std::string kind = "type=\"plane\" size=\"500 500 1\"";
    if (shape.kind == ShapeKind::Box)
      kind = fmt::format("type=\"box\" size=\"{} {} {}\"", s.x() / 2, s.y() / 2, s.z() / 2);
    if (shape.kind == ShapeKind::Sphere) kind = fmt::format("type=\"sphere\" size=\"{}\"", s.x());
    if (shape.kind == ShapeKind::Cylinder) kind = fmt::format("type=\"cylinder\" size=\"{} {}\"", s.x(), s.y() / 2);
    if (shape.kind == ShapeKind::Plane) return fmt::format("<geom {} {}/>\n", kind, more);
    dQuaternion turn;
    is_fixed ? dGeomGetQuaternion(shape.geom, turn) : dGeomGetOffsetQuaternion(shape.geom, turn);
    const dReal* at = is_fixed ? dGeomGetPosition(shape.geom) : dGeomGetOffsetPosition(shape.geom);
    return fmt::format("<geom {} pos=\"{}\" quat=\"{}\" {}/>\n", kind, numbers(at, 3), numbers(turn, 4), more);
  }

  // The joint that holds a body to one above it.
  const Joint* hinge_to(const Solid& solid) const {
    for (const auto& joint : scene_.joints())
      if (joint->end_point() == &solid) return joint.get();
    return nullptr;
  }

  std::string text_of(const Solid& solid) const {
    const dBodyID body = solid.body();
    const Joint* joint = hinge_to(solid);
    std::string at = numbers(dBodyGetPosition(body), 3), turn = numbers(dBodyGetQuaternion(body), 4),
                hinge = "<freejoint/>";
    if (joint) {
      const dBodyID above = dJointGetBody(joint->ode_joint(), 0) == body ? dJointGetBody(joint->ode_joint(), 1)
                                                                         : dJointGetBody(joint->ode_joint(), 0);
      const dReal* p = dBodyGetPosition(body);
      dVector3 place, anchor, axis, in_body, direction;
      dBodyGetPosRelPoint(above, p[0], p[1], p[2], place);
      dQuaternion relative;
      dQMultiply1(relative, dBodyGetQuaternion(above), dBodyGetQuaternion(body));
      at = numbers(place, 3), turn = numbers(relative, 4);
      dJointGetHingeAnchor(joint->ode_joint(), anchor);
      dJointGetHingeAxis(joint->ode_joint(), axis);
      dBodyGetPosRelPoint(body, anchor[0], anchor[1], anchor[2], in_body);
      dBodyVectorFromWorld(body, axis[0], axis[1], axis[2], direction);
      std::size_t number = 0;
      while (scene_.joints()[number].get() != joint) ++number;
      hinge = fmt::format("<joint name=\"j{}\" pos=\"{}\" axis=\"{}\"/>", number, numbers(in_body, 3),
                          numbers(direction, 3));
    }
    dMass mass;
    dBodyGetMass(body, &mass);
    std::string inside;
    for (const auto& each : scene_.solids())
      for (const auto& shape : each->shapes())
        if (dGeomGetBody(shape->geom) == body) inside += geom(*shape, "");
    for (Solid* other : scene_.bodies())
      if (const Joint* link = hinge_to(*other); link && link->parent() && link->parent()->body() == body)
        inside += text_of(*other);
    return fmt::format(
        "<body pos=\"{}\" quat=\"{}\">{}<inertial pos=\"0 0 0\" mass=\"{}\" fullinertia=\"{} {} {} {} {} "
        "{}\"/>\n{}</body>\n",
        at, turn, hinge, mass.mass, mass.I[0], mass.I[5], mass.I[10], mass.I[1], mass.I[2], mass.I[6], inside);
  }

  Scene& scene_;
  bool holds_;
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
};
#endif

#ifdef LIGHTSOUT_BULLET
// The same bodies, shapes and hinges in Bullet's world of rigid bodies, with its sequential impulses (10 sweeps).
class BulletWorld final : public Peer {
 public:
  BulletWorld(Scene& scene, bool holds)
      : holds_(holds), dispatcher_(&configuration_), world_(&dispatcher_, &broadphase_, &solver_, &configuration_) {
    world_.setGravity(btVector3(0, 0, -9.81));
    for (Solid* solid : scene.bodies()) {
      auto compound = std::make_unique<btCompoundShape>();
      for (const auto& each : scene.solids())
        for (const auto& shape : each->shapes())
          if (dGeomGetBody(shape->geom) == solid->body())
            compound->addChildShape(place_of(*shape, true), shape_of(*shape));
      dMass mass;
      dBodyGetMass(solid->body(), &mass);
      const dReal* p = dBodyGetPosition(solid->body());
      btRigidBody* body = add(std::move(compound), mass.mass, {mass.I[0], mass.I[5], mass.I[10]},
                              btTransform(rotation_of(dBodyGetRotation(solid->body())), {p[0], p[1], p[2]}));
      body->setActivationState(DISABLE_DEACTIVATION);
      copies_.emplace_back(solid->body(), body);
    }
    for (const auto& solid : scene.solids())
      for (const auto& shape : solid->shapes())
        if (!dGeomGetBody(shape->geom)) {
          auto compound = std::make_unique<btCompoundShape>();
          compound->addChildShape(place_of(*shape, false), shape_of(*shape));
          add(std::move(compound), 0, {0, 0, 0}, btTransform::getIdentity());
        }
    for (const auto& joint : scene.joints()) {
      dVector3 anchor, axis;
      dJointGetHingeAnchor(joint->ode_joint(), anchor);
      dJointGetHingeAxis(joint->ode_joint(), axis);
      btRigidBody *a = copy_of(dJointGetBody(joint->ode_joint(), 0)),
                  *b = copy_of(dJointGetBody(joint->ode_joint(), 1));
      const btVector3 at(anchor[0], anchor[1], anchor[2]), along(axis[0], axis[1], axis[2]);
      const auto in = [](btRigidBody* body, const btVector3& point) {
        return body->getWorldTransform().invXform(point);
      };
      const auto turned = [](btRigidBody* body, const btVector3& v) {
        return body->getWorldTransform().getBasis().transpose() * v;
      };
      hinges_.push_back(
          std::make_unique<btHingeConstraint>(*a, *b, in(a, at), in(b, at), turned(a, along), turned(b, along)));
      world_.addConstraint(hinges_.back().get(), true);
    }
  }
  ~BulletWorld() override {
    for (const auto& hinge : hinges_) world_.removeConstraint(hinge.get());
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }
  BulletWorld(const BulletWorld&) = delete;
  BulletWorld& operator=(const BulletWorld&) = delete;

  double height() const override { return bodies_.front()->getWorldTransform().getOrigin().z(); }
  void step(double dt) override {
    // Its motors turn the other way round, and take an impulse.
    for (std::size_t i = 0; i < hinges_.size(); ++i)
      hinges_[i]->enableAngularMotor(true, holds_ ? holding_velocity(hinges_[i]->getHingeAngle()) : -wheel_velocity(i),
                                     motor_torque(holds_) * dt);
    world_.stepSimulation(dt, 0);
  }

 private:
  static btMatrix3x3 rotation_of(const dReal* r) { return {r[0], r[1], r[2], r[4], r[5], r[6], r[8], r[9], r[10]}; }
  static btTransform place_of(const Shape& shape, bool in_body) {
    if (shape.kind == ShapeKind::Plane) return btTransform::getIdentity();
    const dReal* at = in_body ? dGeomGetOffsetPosition(shape.geom) : dGeomGetPosition(shape.geom);
    return btTransform(rotation_of(in_body ? dGeomGetOffsetRotation(shape.geom) : dGeomGetRotation(shape.geom)),
                       {at[0], at[1], at[2]});
  }
  btCollisionShape* shape_of(const Shape& shape) {
    const Vector3d& s = shape.size;
    switch (shape.kind) {
      case ShapeKind::Box:
        shapes_.push_back(std::make_unique<btBoxShape>(btVector3(s.x() / 2, s.y() / 2, s.z() / 2)));
        break;
      case ShapeKind::Sphere:
        shapes_.push_back(std::make_unique<btSphereShape>(s.x()));
        break;
      case ShapeKind::Cylinder:
        shapes_.push_back(std::make_unique<btCylinderShapeZ>(btVector3(s.x(), s.x(), s.y() / 2)));
        break;
      default:
        shapes_.push_back(std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), 0));
    }
    return shapes_.back().get();
  }
  btRigidBody* add(std::unique_ptr<btCollisionShape> shape, double mass, const btVector3& inertia,
                   const btTransform& at) {
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape.get(), inertia);
    info.m_startWorldTransform = at;
    info.m_friction = 1;
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    shapes_.push_back(std::move(shape));
    // Parts of a robot that holds its joints meet the floor alone.
    const int moving = 2, fixed = 1;
    if (mass == 0)
      world_.addRigidBody(bodies_.back().get(), fixed, moving);
    else
      world_.addRigidBody(bodies_.back().get(), moving, holds_ ? fixed : fixed | moving);
    return bodies_.back().get();
  }
  btRigidBody* copy_of(dBodyID body) const {
    for (const auto& [old, copy] : copies_)
      if (old == body) return copy;
    return bodies_.back().get();
  }

  bool holds_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<std::unique_ptr<btHingeConstraint>> hinges_;
  std::vector<std::pair<dBodyID, btRigidBody*>> copies_;
};
#endif

// In turns of a few steps, so that both see the same machine.
void compare(const char* name, const char* with, Simulation& simulation, Peer& peer, int steps, int settle) {
  for (int i = 0; i < settle; ++i) peer.step(0.016);
  constexpr int turn = 20;
  std::vector<double> ratios;
  double engine = 0, other = 0;
  for (int done = 0; done < steps; done += turn) {
    const auto a = ProcessorClock::now();
    for (int i = 0; i < turn; ++i) simulation.step();
    const auto b = ProcessorClock::now();
    for (int i = 0; i < turn; ++i) peer.step(0.016);
    const auto c = ProcessorClock::now();
    engine += Seconds(b - a).count();
    other += Seconds(c - b).count();
    ratios.push_back(Seconds(b - a).count() / Seconds(c - b).count());
  }
  if (!peer.is_stable()) {
    fmt::print("{:<26} {:<10} is unstable with steps of 16 ms\n", name, with);
    return;
  }
  std::sort(ratios.begin(), ratios.end());
  fmt::print("{:<26} {:<10} {:>10.1f} {:>10.1f} {:>8.3f} {:>14.3f} {:>11.3f} {:>11.3f}\n", name, with,
             engine / steps * 1e6, other / steps * 1e6, engine / other, ratios[ratios.size() / 2],
             dBodyGetPosition(simulation.scene().bodies()[0]->body())[2], peer.height());
  std::fflush(stdout);
}

// `settle`: steps before the comparison. `holds`: the motors hold their joints, and no two bodies collide.
void compare(const char* name, const std::string& text, int steps, int settle = 0, bool holds = false) {
  const auto with = [&](const char* other, auto make) {
    Diagnostics diagnostics;
    MemoryHost host;
    Hooks hooks;
    ErrorLog log;
    Simulation simulation(load_world_text(text, name, {}, diagnostics), {}, host, hooks, log);
    if (!simulation.start(diagnostics)) {
      for (const Diagnostic& d : diagnostics.sorted()) fmt::print(stderr, "{}\n", render(d, false));
      return;
    }
    make(simulation, other);
  };
  with("bare ODE", [&](Simulation& simulation, const char* other) {
    for (int i = 0; i < settle; ++i) simulation.step();
    BareWorld bare(simulation.scene(), simulation.scene().islands().quick_islands() > 0, holds);
    compare(name, other, simulation, bare, steps, 0);
  });
#ifdef LIGHTSOUT_MUJOCO
  // Its matrix of constraints is dense: of a thousand boxes it has a gigabyte.
  constexpr std::size_t most_bodies = 400;
  with("MuJoCo", [&](Simulation& simulation, const char* other) {
    const bool has_wheels = !holds && !simulation.scene().joints().empty();
    if (has_wheels || simulation.scene().bodies().size() > most_bodies) return;
    MujocoWorld mujoco(simulation.scene(), holds);
    for (int i = 0; i < settle; ++i) simulation.step();
    if (mujoco.is_there()) compare(name, other, simulation, mujoco, steps, settle);
  });
#endif
#ifdef LIGHTSOUT_BULLET
  with("Bullet", [&](Simulation& simulation, const char* other) {
    BulletWorld bullet(simulation.scene(), holds);
    for (int i = 0; i < settle; ++i) simulation.step();
    compare(name, other, simulation, bullet, steps, settle);
  });
#endif
}

}  // namespace

// All scenes, or those whose names hold the argument.
int main(int argc, char** argv) {
  const std::string_view wanted = argc > 1 ? argv[1] : "";
  const auto is_wanted = [&](std::string_view name) { return name.find(wanted) != std::string_view::npos; };
  fmt::print("{:<26} {:<10} {:>10} {:>10} {:>8} {:>14} {:>11} {:>11}\n", "scene", "peer", "engine us", "peer us",
             "ratio", "median ratio", "height, m", "of peer, m");
  if (is_wanted("1000 boxes on a floor")) compare("1000 boxes on a floor", boxes(1000), 200);
  if (is_wanted("a two-wheeled robot")) compare("a two-wheeled robot", robots(1), 10000);
  if (is_wanted("30 two-wheeled robots")) compare("30 two-wheeled robots", robots(30), 600);
  if (is_wanted("100 two-wheeled robots")) compare("100 two-wheeled robots", robots(100), 200);
  if (is_wanted("100 boxes in a bin")) compare("100 boxes in a bin", bin(100), 200, 300);
  if (is_wanted("a humanoid of 21 joints")) compare("a humanoid of 21 joints", humanoid(), 2000, 100, true);
  return 0;
}
