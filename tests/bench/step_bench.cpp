// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Engine time over ODE time for the same scene in the same run: free boxes, boxes in a bin, two-wheeled robots and a
// humanoid with 21 joints, whose commands come from memory. The bare loop has the bodies, geoms, joints and contact
// parameters of the engine's own scene and does nothing but step (by the solver that the engine's islands get),
// dSpaceCollide, contact joints and, for the humanoid, the motors' proportional control. Where MuJoCo is installed the
// humanoid also stands in MuJoCo: the same masses, shapes, hinges and time step, with position actuators.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#ifdef LIGHTSOUT_MUJOCO
#include <mujoco/mujoco.h>
#endif

#include "controllers/wire/motor.h"
#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/joints/joint.h"
#include "engine/simulation.h"
#include "tests/support/alone.h"
#include "world_format/load.h"

using namespace lightsout;
using Seconds = std::chrono::duration<double>;
using SteadyClock = std::chrono::steady_clock;

namespace {

// Commands from memory: every turn sets each motor's velocity, or tells it to hold its position.
class MemoryLink final : public ControllerLink {
 public:
  MemoryLink(std::size_t size, bool hold) : memory_(size / 8 + 8), hold_(hold) {}
  lo_block* block() override { return reinterpret_cast<lo_block*>(memory_.data()); }
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
  std::vector<double> memory_;
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

#ifdef LIGHTSOUT_MUJOCO
// Actuators give 2000 N m/rad up to 200 N m, dampers 200 N m s/rad: as ours, a joint comes back with 10 /s. The robot's
// parts meet only the floor.
class MujocoHumanoid {
 public:
  MujocoHumanoid() {
    std::string actuators;
    int count = 0;
    const auto geom = [](const std::array<double, 3>& s, double mass) {
      return s[1] == 0 ? fmt::format("<geom type=\"sphere\" size=\"{}\" mass=\"{}\"/>", s[0], mass)
                       : fmt::format("<geom type=\"box\" size=\"{} {} {}\" mass=\"{}\"/>", s[0] / 2, s[1] / 2, s[2] / 2,
                                     mass);
    };
    const auto text_of = [&](const auto& self, const Link& link) -> std::string {
      const int number = ++count;
      actuators +=
          fmt::format("<position joint=\"j{}\" kp=\"2000\" forcelimited=\"true\" forcerange=\"-200 200\"/>\n", number);
      std::string children;
      for (const Link& child : link.children) children += self(self, child);
      // The joint's place is seen from its own body, the hinge halfway to the parent.
      return fmt::format("<body pos=\"{} {} {}\"><joint name=\"j{}\" axis=\"{}\" pos=\"{} {} {}\"/>{}\n{}</body>\n",
                         link.x, link.y, link.z, number, link.axis, -link.x / 2, -link.y / 2, -link.z / 2,
                         geom(link.shape, link.mass), children);
    };
    std::string links;
    for (const Link& link : humanoid_links()) links += text_of(text_of, link);
    const std::string text = fmt::format(
        "<mujoco><option timestep=\"0.016\"/>\n"
        "<default><joint damping=\"200\"/><geom contype=\"1\" conaffinity=\"0\"/></default>\n"
        "<worldbody><geom type=\"plane\" size=\"10 10 1\" contype=\"0\" conaffinity=\"1\"/>\n"
        "<body pos=\"0 0 {}\"><freejoint/>{}\n{}</body></worldbody>\n<actuator>{}</actuator></mujoco>\n",
        pelvis_height, geom(pelvis, pelvis_mass), links, actuators);
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / fmt::format("lightsout_humanoid_{}.xml", std::random_device()());
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
  ~MujocoHumanoid() {
    if (data_) mj_deleteData(data_);
    if (model_) mj_deleteModel(model_);
  }
  MujocoHumanoid(const MujocoHumanoid&) = delete;
  MujocoHumanoid& operator=(const MujocoHumanoid&) = delete;
  bool is_there() const { return model_ != nullptr; }
  void step() { mj_step(model_, data_); }
  int hinges() const { return model_->njnt - 1; }
  double pelvis_z() const { return data_->qpos[2]; }

 private:
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
};
#endif

// The same bodies, geoms, joints and contact parameters, copied from a scene that has just started.
class BareWorld {
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

  void step(double dt) {
    for (std::size_t i = 0; i < motors_.size(); ++i) {
      const double velocity = holds_       ? std::clamp(-10 * dJointGetHingeAngle(motors_[i]), -10.0, 10.0)
                              : i % 2 == 0 ? 3
                                           : 2;
      dJointSetHingeParam(motors_[i], dParamVel, velocity);
      dJointSetHingeParam(motors_[i], dParamFMax, holds_ ? 200 : 10);
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
  dSpaceID space_;
  dJointGroupID group_;
  std::vector<dJointID> motors_;
};

// `settle`: steps before the comparison. `holds`: the motors hold their joints, and no two bodies collide.
void compare(const char* name, const std::string& text, int steps, int settle = 0, bool holds = false) {
  Diagnostics diagnostics;
  MemoryHost host;
  Hooks hooks;
  ErrorLog log;
  SimulationOptions options;
  Simulation simulation(load_world_text(text, name, {}, diagnostics), options, host, hooks, log);
  if (!simulation.start(diagnostics)) {
    for (const Diagnostic& d : diagnostics.sorted()) fmt::print(stderr, "{}\n", render(d, false));
    return;
  }
  for (int i = 0; i < settle; ++i) simulation.step();
  BareWorld bare(simulation.scene(), simulation.scene().islands().quick_islands() > 0, holds);
  // In turns of a few steps, so that both see the same machine.
  constexpr int turn = 20;
  std::vector<double> ratios;
  double engine = 0, ode = 0;
  for (int done = 0; done < steps; done += turn) {
    const auto a = SteadyClock::now();
    for (int i = 0; i < turn; ++i) simulation.step();
    const auto b = SteadyClock::now();
    for (int i = 0; i < turn; ++i) bare.step(0.016);
    const auto c = SteadyClock::now();
    engine += Seconds(b - a).count();
    ode += Seconds(c - b).count();
    ratios.push_back(Seconds(b - a).count() / Seconds(c - b).count());
  }
  std::sort(ratios.begin(), ratios.end());
  fmt::print("{:<28} {:>12.1f} {:>12.1f} {:>8.3f} {:>14.3f}\n", name, engine / steps * 1e6, ode / steps * 1e6,
             engine / ode, ratios[ratios.size() / 2]);
}

#ifdef LIGHTSOUT_MUJOCO
void compare_with_mujoco(int steps, int settle) {
  Diagnostics diagnostics;
  MemoryHost host;
  Hooks hooks;
  ErrorLog log;
  Simulation simulation(load_world_text(humanoid(), "humanoid", {}, diagnostics), {}, host, hooks, log);
  MujocoHumanoid mujoco;
  if (!simulation.start(diagnostics) || !mujoco.is_there()) return;
  for (int i = 0; i < settle; ++i) {
    simulation.step();
    mujoco.step();
  }
  constexpr int turn = 20;
  std::vector<double> ratios;
  double engine = 0, other = 0;
  for (int done = 0; done < steps; done += turn) {
    const auto a = SteadyClock::now();
    for (int i = 0; i < turn; ++i) simulation.step();
    const auto b = SteadyClock::now();
    for (int i = 0; i < turn; ++i) mujoco.step();
    const auto c = SteadyClock::now();
    engine += Seconds(b - a).count();
    other += Seconds(c - b).count();
    ratios.push_back(Seconds(b - a).count() / Seconds(c - b).count());
  }
  std::sort(ratios.begin(), ratios.end());
  fmt::print("\n{:<28} {:>12} {:>12} {:>8} {:>14}\n", "scene", "engine us", "MuJoCo us", "ratio", "median ratio");
  fmt::print("{:<28} {:>12.1f} {:>12.1f} {:>8.3f} {:>14.3f}\n", "a humanoid of 21 joints", engine / steps * 1e6,
             other / steps * 1e6, engine / other, ratios[ratios.size() / 2]);
  // Both still stand.
  fmt::print("{} hinges in MuJoCo; pelvis at {:.3f} m, in MuJoCo at {:.3f} m\n", mujoco.hinges(),
             simulation.scene().bodies()[0]->pose().position.z(), mujoco.pelvis_z());
}
#endif

}  // namespace

// All scenes, or those whose names hold the argument.
int main(int argc, char** argv) {
  const std::string_view wanted = argc > 1 ? argv[1] : "";
  const auto is_wanted = [&](std::string_view name) { return name.find(wanted) != std::string_view::npos; };
  fmt::print("{:<28} {:>12} {:>12} {:>8} {:>14}\n", "scene", "engine us", "bare ODE us", "ratio", "median ratio");
  if (is_wanted("1000 boxes on a floor")) compare("1000 boxes on a floor", boxes(1000), 400);
  if (is_wanted("30 two-wheeled robots")) compare("30 two-wheeled robots", robots(30), 3000);
  if (is_wanted("100 two-wheeled robots")) compare("100 two-wheeled robots", robots(100), 1000);
  if (is_wanted("100 boxes in a bin")) compare("100 boxes in a bin", bin(100), 400, 300);
  if (is_wanted("a humanoid of 21 joints")) {
    compare("a humanoid of 21 joints", humanoid(), 2000, 100, true);
#ifdef LIGHTSOUT_MUJOCO
    compare_with_mujoco(2000, 100);
#endif
  }
  return 0;
}
