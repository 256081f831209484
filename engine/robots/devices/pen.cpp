// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Pen: while it writes, draws at each step on the visible shape that its -z axis meets first, within maxDistance, if
// that shape has a texture; never on its own robot. Between two steps on one shape the line is straight.
#include "controllers/wire/pen.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/rays/raycast.h"
#include "engine/robots/device.h"
#include "engine/shapes/paint.h"
#include "engine/shapes/shape.h"
#include "engine/stage/parts.h"
#include "engine/state/state.h"

namespace lightsout {

namespace {

// "An object should be made up of a Shape with an ImageTexture" to be painted on.
bool is_paintable(const Node& shape) {
  const Node* appearance = shape.node("appearance");
  if (!appearance) return false;
  for (const std::string_view field : {"baseColorMap", "texture"})
    if (appearance->has(field))
      if (const Node* texture = appearance->node(field)) return !texture->get<MFString>("url").empty();
  return false;
}

class Pen final : public Wired<lo_pen_state, LO_DEVICE_PEN>, public Acting {
 public:
  explicit Pen(const DeviceSetup& setup) : Wired(setup) { read_fields(); }

  Acting* acting() override { return this; }
  void act(double) override {
    if (!writes_) {
      last_shape_ = 0;
      return;
    }
    const Pose pose = Device::pose();
    const double reach = node().get<double>("maxDistance");
    const Ray ray{pose.position, -pose.rotation.col(2), reach > 0 ? reach : unlimited};
    const auto hit = surroundings().parts().get<Raycaster>().cast(ray, RaySet::Visible, &surroundings().robot());
    const Node* shape = hit ? hit->shape->node : nullptr;
    if (!shape || !is_paintable(*shape)) {
      last_shape_ = 0;
      return;
    }
    const bool goes_on = last_shape_ == shape->id();
    surroundings().paint().draw(shape->id(), goes_on ? last_point_ : hit->local, hit->local,
                                node().get<double>("leadSize"), ink_);
    last_shape_ = shape->id();
    last_point_ = hit->local;
  }

  void visit_state(StateVisitor& state) override {
    state.node(path());
    if (!state.is_loading()) read_fields();
    state.field("writes", writes_);
    state.field("red", ink_.color.r);
    state.field("green", ink_.color.g);
    state.field("blue", ink_.color.b);
    state.field("density", ink_.density);
    if (state.is_loading()) keep_fields();
    state.field("last shape", last_shape_);
    state.field("last point", last_point_);
  }

 private:
  static constexpr double unlimited = 1e4;  // m

  void tell(lo_pen_state& wire) override {
    const auto byte = [](double part) { return std::int32_t(std::lround(std::clamp(part, 0.0, 1.0) * 255)); };
    if (!(wire.changed & LO_PEN_WRITE)) wire.write = writes_;
    if (wire.changed & LO_PEN_INK) return;
    wire.color = byte(ink_.color.r) << 16 | byte(ink_.color.g) << 8 | byte(ink_.color.b);
    wire.density = ink_.density;
  }

  void take(lo_pen_state& wire, const Clock&) override {
    const std::uint32_t changed = std::exchange(wire.changed, 0);
    if (changed & LO_PEN_WRITE) writes_ = wire.write != 0;
    if ((changed & LO_PEN_INK) && !std::isnan(wire.density)) {
      const auto part = [&](int shift) { return double((wire.color >> shift) & 255) / 255; };
      ink_ = {{part(16), part(8), part(0)}, std::clamp(wire.density, 0.0, 1.0)};
    }
    if (changed) keep_fields();
  }

  bool follow(FieldIndex field) override {
    read_fields();
    return is_own_field(field);
  }

  void forget() override {
    surroundings().paint().clear();
    last_shape_ = 0;
  }

  void keep_fields() {
    keep("write", writes_);
    keep("inkColor", ink_.color);
    keep("inkDensity", ink_.density);
  }

  void read_fields() {
    writes_ = node().get<bool>("write");
    ink_ = {node().get<Color>("inkColor"), node().get<double>("inkDensity")};
  }

  bool writes_ = true;
  Paint::Ink ink_;
  std::uint32_t last_shape_ = 0;  // node id; 0: it did not draw in the last step
  Vector3d last_point_ = Vector3d::Zero();
};

}  // namespace

std::unique_ptr<Device> make_pen(const DeviceSetup& setup) { return std::make_unique<Pen>(setup); }

}  // namespace lightsout
