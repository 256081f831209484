// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// RangeFinder: an image of distances, along its axis in a planar projection and else from its place; infinite below
// minRange and from maxRange on. Noise is a part of maxRange; the resolution r rounds to floor(d / r + 1/2) r.
#include "controllers/wire/range_finder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "engine/render/renderer.h"
#include "engine/robots/bulk.h"
#include "engine/robots/exchange/release.h"
#include "engine/robots/sampled_device.h"
#include "engine/stage/parts.h"
#include "engine/state/log.h"
#include "engine/state/noise.h"

namespace lightsout {

namespace {

class RangeFinder final : public Sampled<lo_range_finder_state, LO_DEVICE_RANGE_FINDER> {
 public:
  explicit RangeFinder(const DeviceSetup& setup) : Wired(setup), noise_(setup.surroundings.seed(), path()) {
    read_fields();
  }

  void visit_state(StateVisitor& state) override {
    SampledDevice::visit_state(state);
    noise_.visit_state(state);
    image_.visit_state(state);
  }

  Reading reading() const override {
    Reading reading = SampledDevice::reading();
    if (reading.count > 0) reading.ranges = floats_of(image_.room());
    return reading;
  }

 private:
  void tell(lo_range_finder_state& wire) override {
    wire.width = view_.width;
    wire.height = view_.height;
    image_.fit(wire.image, size_of_image());
    wire.is_camera = Release(surroundings().world()).range_finders_are_cameras();
    wire.fov = view_.field_of_view;
    wire.min_range = min_range_;
    wire.max_range = max_range_;
  }

  std::size_t size_of_image() const { return std::size_t(view_.width) * std::size_t(view_.height) * sizeof(float); }

  bool follow(FieldIndex field) override {
    read_fields();
    return is_own_field(field);
  }

  void read_fields() {
    const auto number = [this](std::string_view field) { return node().get<double>(field); };
    view_.width = std::max(1, int(node().get<std::int32_t>("width")));
    view_.height = std::max(1, int(node().get<std::int32_t>("height")));
    view_.projection = projection_of(node().get<std::string>("projection"));
    view_.field_of_view = number("fieldOfView");
    view_.near = number("near");
    view_.eye = node().id();
    min_range_ = number("minRange");
    max_range_ = number("maxRange");
    deviation_ = number("noise") * max_range_;
    resolution_ = number("resolution");
    if ((number("motionBlur") > 0 || node().node("lens")) && std::exchange(warns_, false))
      log(LogLevel::Warning, "its images do not show: motionBlur, lens");
  }

  // Zeros until the first sample.
  void take(lo_range_finder_state&, const Clock&) override {
    if (senses()) open();
  }

  std::span<float> open() {
    const std::span<std::byte> room = image_.open(wire()->image, size_of_image());
    return {reinterpret_cast<float*>(room.data()), room.size() / sizeof(float)};
  }

  void measure(const Clock&) override {
    const std::span<float> ranges = open();
    if (ranges.empty()) return;
    View view = view_;
    view.pose = pose();
    surroundings().parts().get<Renderer>().take_ranges(view, ranges);
    for (float& range : ranges) range = read(range);
    image_.publish(wire()->image);
  }

  float read(double range) {
    if (is_bounded_)
      range = std::clamp(range, min_range_, max_range_);
    else if (!(range >= min_range_ && range < max_range_))
      return std::numeric_limits<float>::infinity();
    if (deviation_ > 0) range = std::max(0.0, range + deviation_ * noise_.gaussian());
    if (resolution_ > 0) range = std::floor(range / resolution_ + 0.5) * resolution_;
    return float(range);
  }

  View view_;
  const bool is_bounded_ = Release(surroundings().world()).ranges_are_finite();
  double min_range_ = 0, max_range_ = 0, deviation_ = 0, resolution_ = 0;  // m
  bool warns_ = true;
  Noise noise_;
  Bulk image_{*this, surroundings()};
};

}  // namespace

std::unique_ptr<Device> make_range_finder(const DeviceSetup& setup) { return std::make_unique<RangeFinder>(setup); }

}  // namespace lightsout
