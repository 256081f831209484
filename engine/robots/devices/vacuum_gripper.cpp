// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// VacuumGripper: while it is on, holds the first thing that its boundingObject touches at enough points by a fixed
// joint, until it is turned off or the load passes its strength. It takes hold at the end of the step that found the
// contacts, so that what it touches when it is turned on is held, and told, after the next step.
#include "controllers/wire/vacuum_gripper.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/joints/weld.h"
#include "engine/robots/sampled_device.h"
#include "engine/shapes/shape.h"
#include "engine/stage/parts.h"
#include "engine/state/state.h"

namespace lightsout {

namespace {

class VacuumGripper final : public Sampled<lo_vacuum_gripper_state, LO_DEVICE_VACUUM_GRIPPER>,
                            public Acting,
                            public Gripping {
 public:
  explicit VacuumGripper(const DeviceSetup& setup) : Wired(setup), weld_(setup.surroundings.weld()) {
    on_ = node().get<bool>("isOn");
  }

  bool reads_contacts() const override { return true; }
  void visit_state(StateVisitor& state) override {
    SampledDevice::visit_state(state);
    visit_kept(state, "on", "isOn", on_);
    state.field("held", held_id_);
    weld_.visit_state(state);
  }

  Acting* acting() override { return this; }
  void act(double) override {
    if (held_id_ && !weld_.is_attached()) restore();
    if (weld_.is_attached()) let_go_if_overloaded();
  }

  Gripping* gripping() override { return this; }
  // The deepest of what it touches at enough points.
  void grip() override {
    if (!on_ || held_id_) return;
    const auto least = std::size_t(std::max(0, node().get<std::int32_t>("contactPoints")));
    const std::span<const ContactPoint> points = surroundings().parts().get<Contacts>().points();
    double deepest = 0;
    Solid* touched = nullptr;
    // The points of a pair of shapes follow each other.
    for (std::size_t begin = 0, end = 0; begin < points.size(); begin = end) {
      const Shape &first = *points[begin].first, &second = *points[begin].second;
      double depth = 0;
      for (end = begin; end < points.size() && points[end].first == &first && points[end].second == &second; ++end)
        depth = std::max(depth, points[end].depth);
      if ((first.solid != solid() && second.solid != solid()) || end - begin < least || depth <= deepest) continue;
      deepest = depth;
      touched = first.solid == solid() ? second.solid : first.solid;
    }
    if (touched && weld_.attach(*solid(), touched)) held_id_ = touched->node().id();
  }

 private:
  void tell(lo_vacuum_gripper_state& wire) override { wire.is_on = on_; }

  void take(lo_vacuum_gripper_state& wire, const Clock&) override {
    if (!(std::exchange(wire.changed, 0) & LO_VACUUM_GRIPPER_SWITCH)) return;
    turn(wire.turn_on != 0);
    wire.is_on = on_;
    keep("isOn", on_);
  }

  bool follow(FieldIndex field) override {
    if (field == node().type().find("isOn")) turn(node().get<bool>("isOn"));
    return is_own_field(field);
  }

  // What it touches then it takes hold of with the next step.
  void forget() override {
    on_ = node().get<bool>("isOn");
    let_go();
  }

  void turn(bool on) {
    on_ = on;
    if (!on) let_go();
  }

  // In a scene that was built anew, where the joint could not go on.
  void restore() {
    Node* held = surroundings().world().find_id(held_id_);
    Solid* other = held ? surroundings().solid_of(*held) : nullptr;
    if (!other || !weld_.attach(*solid(), other)) let_go();
  }

  void let_go() {
    weld_.release();
    held_id_ = 0;
  }

  void let_go_if_overloaded() {
    const Vector3d force = weld_.force_on_solid();
    const double pull = force.dot(solid()->pose().rotation.col(0));
    const double shear = std::sqrt(std::max(0.0, force.squaredNorm() - pull * pull));
    const double tensile = node().get<double>("tensileStrength"), shearing = node().get<double>("shearStrength");
    if ((tensile >= 0 && pull > tensile) || (shearing >= 0 && shear > shearing)) let_go();
  }

  void measure(const Clock&) override { sensor()->values[0] = held_id_ ? 1 : 0; }

  bool on_ = false;
  std::uint32_t held_id_ = 0;  // of the held solid's node; 0: nothing
  Weld weld_;
};

}  // namespace

std::unique_ptr<Device> make_vacuum_gripper(const DeviceSetup& setup) { return std::make_unique<VacuumGripper>(setup); }

}  // namespace lightsout
