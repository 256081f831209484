// Engine time over ODE time for the same scene in the same run: free boxes and two-wheeled robots whose commands come from
// memory. The bare loop has the bodies, geoms, joints and contact parameters of the engine's own scene and does nothing but
// dWorldStep, dSpaceCollide and contact joints.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "controllers/wire/motor.h"
#include "engine/simulation.h"
#include "world_format/load.h"

using namespace lightsout;
using Seconds = std::chrono::duration<double>;
using SteadyClock = std::chrono::steady_clock;

namespace {

// Commands from memory: every turn sets each motor's velocity.
class MemoryLink final : public ControllerLink {
 public:
  explicit MemoryLink(std::size_t size) : memory_(size / 8 + 8) {}
  lo_block* block() override { return reinterpret_cast<lo_block*>(memory_.data()); }
  void start() override {}
  void hand_turn() override {}
  TurnEnd wait_turn() override {
    lo_block* b = block();
    const auto* table = reinterpret_cast<const lo_device*>(reinterpret_cast<char*>(b) + b->devices);
    for (std::uint32_t i = 1; i < b->device_count; ++i) {
      if (table[i].kind != LO_DEVICE_MOTOR) continue;
      auto* motor = reinterpret_cast<lo_motor_state*>(reinterpret_cast<char*>(b) + table[i].state);
      motor->position = std::numeric_limits<double>::infinity();
      motor->velocity = i == 1 ? 3 : 2;
      motor->changed = LO_MOTOR_POSITION | LO_MOTOR_VELOCITY;
    }
    b->request = LO_REQUEST_STEP;
    b->step_ms = int(16);
    return {};
  }
  void terminate() override {}

 private:
  std::vector<double> memory_;
};

class MemoryHost final : public ControllerHost {
 public:
  std::unique_ptr<ControllerLink> open(const ControllerDescription& description, std::size_t size) override {
    if (description.controller != "memory") return nullptr;
    return std::make_unique<MemoryLink>(size);
  }
};

class Silent final : public Log {
 public:
  void write(LogLevel level, std::string_view, std::string_view text) override {
    if (level == LogLevel::Error) fmt::print(stderr, "{}\n", text);
  }
  void controller_line(std::string_view, bool, std::string_view) override {}
};

std::string floor_and(const std::string& rest) {
  return "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 16 physicsDisableTime 0 }\n"
         "Solid { name \"floor\" boundingObject Plane { size 1000 1000 } }\n" + rest;
}

std::string boxes(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += fmt::format(
        "Solid {{ name \"box{0}\" translation {1} {2} 0.05 boundingObject Box {{ size 0.1 0.1 0.1 }} physics Physics {{ "
        "density 500 }} }}\n",
        i, (i % 40) * 0.3, (i / 40) * 0.3);
  return floor_and(text);
}

std::string robots(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    const auto wheel = [](const char* side, double y) {
      return fmt::format(
          "HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 1 0 anchor 0 {1} 0.05 }} device RotationalMotor "
          "{{ name \"{0} motor\" }} endPoint Solid {{ name \"{0} wheel\" translation 0 {1} 0.05 rotation 1 0 0 1.5708 "
          "boundingObject Cylinder {{ radius 0.05 height 0.02 }} physics Physics {{ }} }} }}\n",
          side, y);
    };
    text += fmt::format(
        "Robot {{ name \"robot{}\" translation {} {} 0 controller \"memory\" children [ {} {} ] boundingObject Group {{ "
        "children [ Pose {{ translation 0 0 0.08 children Box {{ size 0.2 0.12 0.08 }} }} Pose {{ translation 0.08 0 0.02 "
        "children Sphere {{ radius 0.02 }} }} ] }} physics Physics {{ }} }}\n",
        i, (i % 10) * 2.0, (i / 10) * 2.0, wheel("left", 0.08), wheel("right", -0.08));
  }
  return floor_and(text);
}

// The same bodies, geoms, joints and contact parameters, copied from a scene that has just started.
class BareWorld {
 public:
  explicit BareWorld(Scene& scene) : parameters_(scene.contacts().parameters(0, 0)) {
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
          case ShapeKind::Box: geom = dCreateBox(space_, s.x(), s.y(), s.z()); break;
          case ShapeKind::Sphere: geom = dCreateSphere(space_, s.x()); break;
          case ShapeKind::Cylinder: geom = dCreateCylinder(space_, s.x(), s.y()); break;
          default: geom = dCreatePlane(space_, 0, 0, 1, 0); continue;
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
      dJointSetHingeParam(motors_[i], dParamVel, i % 2 == 0 ? 3 : 2);
      dJointSetHingeParam(motors_[i], dParamFMax, 10);
    }
    dWorldStep(world_, dt);
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
    if (body1 && body2 && dAreConnectedExcluding(body1, body2, dJointTypeContact)) return;
    dContact contacts[10];
    const int n = dCollide(a, b, 10, &contacts[0].geom, sizeof(dContact));
    for (int i = 0; i < n; ++i) {
      contacts[i].surface = parameters_.surface;
      dJointAttach(dJointCreateContact(world_, group_, &contacts[i]), body1, body2);
    }
  }

  ContactParameters parameters_;
  dWorldID world_;
  dSpaceID space_;
  dJointGroupID group_;
  std::vector<dJointID> motors_;
};

void compare(const char* name, const std::string& text, int steps) {
  Diagnostics diagnostics;
  MemoryHost host;
  Hooks hooks;
  Silent log;
  SimulationOptions options;
  Simulation simulation(load_world_text(text, name, {}, diagnostics), options, host, hooks, log);
  if (!simulation.start(diagnostics)) {
    for (const Diagnostic& d : diagnostics.sorted()) fmt::print(stderr, "{}\n", render(d, false));
    return;
  }
  simulation.scene().islands().set_choice(SolverChoice::Step);
  BareWorld bare(simulation.scene());
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

}  // namespace

int main() {
  fmt::print("{:<28} {:>12} {:>12} {:>8} {:>14}\n", "scene", "engine us", "bare ODE us", "ratio", "median ratio");
  compare("1000 boxes on a floor", boxes(1000), 400);
  compare("100 two-wheeled robots", robots(100), 1000);
  return 0;
}
