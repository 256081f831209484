// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// LightSensor: the light of all lights that are on, as it falls on a plate whose normal is the sensor's x axis:
//   sum over lights of attenuation (ambientIntensity + intensity cos(incidence) spot) colour,
// the direct part only if the light is in front of the plate and, with `occlusion`, nothing is in between. The mean of
// the three colours, filtered by colorFilter, goes through the lookup table. Formula: manual, LightSensor; there
// `radius` bounds no light, and a light with an attenuation of its own has no ambient part (PointLight).
#include <algorithm>
#include <cmath>

#include "controllers/wire/sensor.h"
#include "engine/media/lights.h"
#include "engine/rays/raycast.h"
#include "engine/robots/components/lookup_table.h"
#include "engine/robots/sampled_device.h"
#include "engine/stage/parts.h"
#include "engine/state/noise.h"

namespace lightsout {

namespace {

// Where a light shines from, seen by the sensor.
struct Incident {
  Vector3d direction;  // unit, from the sensor to the light
  double distance;     // m
  double attenuation;
  double spot;  // 1 in the beam, 0 beyond the cut-off angle
};

constexpr double far_away = 1000;  // m: what is beyond throws no shadow of parallel light

class LightSensor final : public Sampled<lo_sensor_state, LO_DEVICE_LIGHT_SENSOR> {
 public:
  explicit LightSensor(const DeviceSetup& setup) : Wired(setup), noise_(setup.surroundings.seed(), path()) {
    read_fields();
  }

  void visit_state(StateVisitor& state) override {
    SampledDevice::visit_state(state);
    noise_.visit_state(state);
  }

 private:
  const LookupTable* table() const override { return &table_; }

  bool follow(FieldIndex field) override {
    read_fields();
    return is_own_field(field);
  }

  void read_fields() {
    table_ = LookupTable(node().get<MFVec3f>("lookupTable"), noise_kind(surroundings().world()));
    filter_ = node().get<Color>("colorFilter");
    occlusion_ = node().get<bool>("occlusion");
    resolution_ = node().get<double>("resolution");
  }

  static Incident incident(const Lights::Light& light, const Vector3d& sensor_position) {
    const Node& node = *light.node;
    Incident result{-light.direction(), far_away, 1, 1};
    if (!node.has("location")) return result;

    const Vector3d axis_to_light = result.direction;
    const Vector3d way = light.location() - sensor_position;
    const double r = result.distance = way.norm();
    if (r > 0) result.direction = way / r;
    const Vec3 a = Lights::attenuation(node);
    // In the light itself: as if a hair's breadth away, so that the sum stays a number.
    result.attenuation = 1 / std::max(a.x + a.y * r + a.z * r * r, 1e-12);
    if (node.is_a("SpotLight")) {
      const double angle = std::acos(std::clamp(axis_to_light.dot(result.direction), -1.0, 1.0));
      const double cut_off = node.get<double>("cutOffAngle"), beam = node.get<double>("beamWidth");
      if (angle > cut_off)
        result.spot = 0;
      else if (angle > beam)
        result.spot = (angle - cut_off) / (beam - cut_off);
    }
    return result;
  }

  static double ambient(const Node& light) {
    const bool is_attenuated = light.has("attenuation") && Lights::attenuation(light) != Vec3{1, 0, 0};
    return is_attenuated ? 0 : light.get<double>("ambientIntensity");
  }

  bool is_shadowed(const Vector3d& position, const Incident& light) {
    return surroundings()
        .parts()
        .get<Raycaster>()
        .cast({position, light.direction, light.distance}, RaySet::Collision, surroundings().passed_by_rays())
        .has_value();
  }

  void measure(const Clock&) override {
    const auto [position, normal] = surroundings().x_axis(mount_, *solid());
    double sum = 0;
    for (const Lights::Light& light : surroundings().parts().get<Lights>().all()) {
      const Node& node = *light.node;
      if (!node.get<bool>("on")) continue;
      const Incident in = incident(light, position);
      double direct = node.get<double>("intensity") * std::max(0.0, normal.dot(in.direction)) * in.spot;
      if (direct > 0 && occlusion_ && is_shadowed(position, in)) direct = 0;
      const Color& color = node.get<Color>("color");
      sum +=
          in.attenuation * (ambient(node) + direct) * (filter_.r * color.r + filter_.g * color.g + filter_.b * color.b);
    }
    sensor()->values[0] = quantize(table_.value(sum / 3, noise_), resolution_);
  }

  LookupTable table_;
  Color filter_;
  bool occlusion_ = false;
  double resolution_ = -1;
  Noise noise_;
  Mount mount_;
};

}  // namespace

std::unique_ptr<Device> make_light_sensor(const DeviceSetup& setup) { return std::make_unique<LightSensor>(setup); }

}  // namespace lightsout
