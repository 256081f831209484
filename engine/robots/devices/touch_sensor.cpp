// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// TouchSensor. A bumper tells whether its boundingObject met anything of another robot or of the world, or with
// selfCollision of its own robot, since the last sample. A force sensor is a body of its own, held by a fixed joint to
// the body above, or to the environment where there is none; what the joint passes on is the reading: "force" the push
// against the sensor's x axis in N, "force-3d" the whole force in the sensor's frame.
#include "controllers/wire/touch_sensor.h"

#include <algorithm>
#include <array>

#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/joints/weld.h"
#include "engine/robots/components/lookup_table.h"
#include "engine/robots/exchange/release.h"
#include "engine/robots/sampled_device.h"
#include "engine/shapes/geometry.h"
#include "engine/stage/parts.h"
#include "engine/state/log.h"
#include "engine/state/noise.h"
#include "engine/state/state.h"

namespace lightsout {

namespace {

enum TouchType : std::int32_t { bumper, force, force_3d };  // numbers of WbTouchSensorType

class TouchSensor final : public Sampled<lo_touch_sensor_state, LO_DEVICE_TOUCH_SENSOR>, public Acting {
 public:
  explicit TouchSensor(const DeviceSetup& setup)
      : Wired(setup),
        noise_(setup.surroundings.seed(), path()),
        held_(setup.surroundings.weld()),
        then_from_now_(Release(setup.surroundings.world()).then_from_now(setup.node)) {
    read_fields();
  }
  bool holds_its_body() const override { return true; }
  bool reads_contacts() const override { return true; }
  void visit_state(StateVisitor& state) override {
    SampledDevice::visit_state(state);
    state.field("touched", touched_);
    noise_.visit_state(state);
    held_.visit_state(state);
  }

  Acting* acting() override { return this; }
  void act(double) override {
    hold();
    // What was touched after steps that ended no period.
    if (type_ == bumper && period_steps() > 1) touched_ = touched_ || touches();
  }

 private:
  const LookupTable* table() const override { return &table_; }
  void tell(lo_touch_sensor_state& wire) override { wire.type = type_; }

  bool follow(FieldIndex field) override {
    read_fields();
    return is_own_field(field);
  }

  void read_fields() {
    const std::string& type = node().get<std::string>("type");
    type_ = type == "force" ? force : type == "force-3d" ? force_3d : bumper;
    table_ = LookupTable(node().get<MFVec3f>("lookupTable"), noise_kind(surroundings().world()));
    resolution_ = node().get<double>("resolution");
  }

  void on_enable(const Clock&) override {
    if (period_steps() > 0 && type_ != bumper && !node().node("physics"))
      log(LogLevel::Warning, "it has no Physics, which the forces that it measures need");
  }

  // Bodies exist once the whole scene is built, so that the joint is made before the first step.
  void hold() {
    if (held_.is_attached() || !solid()->owns_body() || solid()->joint()) return;
    if (Solid* parent = body_above())
      held_.attach(*parent, solid());
    else
      held_.attach(*solid(), nullptr);
  }

  Solid* body_above() { return solid()->parent() ? solid()->parent()->moved_by() : nullptr; }

  // N, world axes.
  Vector3d force_passed_on() { return body_above() ? held_.force_on_solid() : -held_.force_on_solid(); }

  // Tested here, not taken from the contacts: a bumper without a body feels what it could not push.
  bool touches() {
    touching_ = false;
    for (const auto& shape : solid()->shapes()) {
      if (touching_) break;
      dSpaceCollide2(shape->geom, reinterpret_cast<dGeomID>(surroundings().ode_space()), this, meet_pair);
    }
    return touching_;
  }

  static void meet_pair(void* self, dGeomID a, dGeomID b) { static_cast<TouchSensor*>(self)->meet(a, b); }

  void meet(dGeomID a, dGeomID b) {
    if (touching_) return;
    if (dGeomIsSpace(a) || dGeomIsSpace(b)) {
      dSpaceCollide2(a, b, this, meet_pair);
      return;
    }
    const Shape *first = shape_of(a), *second = shape_of(b);
    if (!first || !second) return;
    const bool both_own = first->solid->robot() == second->solid->robot();
    if (both_own && surroundings().parts().get<Contacts>().keeps_apart(*first, *second)) return;
    dContactGeom contact;
    touching_ = dCollide(a, b, 1 | CONTACTS_UNIMPORTANT, &contact, sizeof contact) > 0;
  }

  void measure(const Clock&) override {
    double* values = sensor()->values;
    if (type_ == bumper) {
      values[0] = touched_ || touches() ? 1 : 0;
      touched_ = false;
      return;
    }
    const Matrix3d world_from_sensor = solid()->pose().rotation;
    const Vector3d pressed = world_from_sensor.transpose() * force_passed_on();
    const auto output = [&](double newton) { return quantize(table_.value(newton, noise_), resolution_); };
    if (type_ == force)
      values[0] = output(std::max(0.0, -pressed.x()));
    else
      Vector3d::Map(values) = (then_from_now_ * pressed).unaryExpr(output);
  }

  TouchType type_ = bumper;
  LookupTable table_;
  double resolution_ = -1;
  Noise noise_;
  Weld held_;
  Matrix3d then_from_now_;  // of the sensor's frame
  bool touched_ = false;
  bool touching_ = false;
};

}  // namespace

std::unique_ptr<Device> make_touch_sensor(const DeviceSetup& setup) { return std::make_unique<TouchSensor>(setup); }

}  // namespace lightsout
