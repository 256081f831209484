// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Radar: the solids with a radarCrossSection that lie in its field of view, by the radar equation. It looks along +x, z
// is up. (Manual, Radar; WbRadar.cpp of the simulator whose worlds we read.)
#include "controllers/wire/radar.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "controllers/wire/message.h"
#include "engine/bodies/seen_part.h"
#include "engine/bodies/solid.h"
#include "engine/rays/raycast.h"
#include "engine/robots/components/shown_list.h"
#include "engine/robots/sampled_device.h"
#include "engine/stage/parts.h"
#include "engine/state/clock.h"
#include "engine/state/noise.h"
#include "engine/state/read_only.h"
#include "engine/state/state.h"

namespace lightsout {
namespace {

constexpr double speed_of_light = 299792458;  // m/s

double from_decibels(double level) { return std::pow(10, level / 10); }
// dBm: decibels above a milliwatt.
double from_dbm(double level) { return 1e-3 * from_decibels(level); }
double to_dbm(double watts) { return 10 * std::log10(watts / 1e-3); }

class Radar final : public Sampled<lo_radar_state, LO_DEVICE_RADAR>, public ShowsList {
 public:
  explicit Radar(const DeviceSetup& setup)
      : Wired(setup),
        range_noise_(setup.surroundings.seed(), path(), 0),
        speed_noise_(setup.surroundings.seed(), path(), 1),
        angular_noise_(setup.surroundings.seed(), path(), 2) {
    read_fields();
  }

  // An edit of a radarCrossSection makes the scene, and so the list, anew.
  void connect(Diagnostics&) override {
    for (const auto& candidate : surroundings().solids()) {
      const double cross_section = candidate->node().get<double>("radarCrossSection");
      if (candidate.get() == solid() || cross_section <= 0) continue;
      Reflector& reflector = reflectors_.emplace_back(Reflector{candidate.get(), cross_section, {}});
      for (const auto& part : surroundings().solids())
        if (part->is_part_of(*candidate)) reflector.parts.push_back(part.get());
    }
  }

  void visit_state(StateVisitor& state) override {
    SampledDevice::visit_state(state);
    range_noise_.visit_state(state);
    speed_noise_.visit_state(state);
    angular_noise_.visit_state(state);
    state.field("step of the places", placed_at_);
    state.list("known", known_);
    state.list("places", places_);
  }

  ShownList shown_list() const override { return {reading().count, std::as_bytes(std::span(targets_))}; }

 private:
  struct Reflector {
    const Solid* solid;
    double cross_section;             // m^2
    std::vector<const Solid*> parts;  // itself first
  };

  bool follow(FieldIndex field) override {
    read_fields();
    return is_own_field(field);
  }

  void read_fields() {
    const auto number = [this](std::string_view field) { return node().get<double>(field); };
    min_range_ = number("minRange");
    max_range_ = number("maxRange");
    half_width_ = number("horizontalFieldOfView") / 2;
    half_height_ = number("verticalFieldOfView") / 2;
    sides_ = ViewSides(half_width_, half_height_);
    least_speed_ = number("minAbsoluteRadialSpeed");
    min_speed_ = number("minRadialSpeed");
    max_speed_ = number("maxRadialSpeed");
    // Manual: "{-1, [minRadialSpeed, inf)}".
    if (max_speed_ == -1 && min_speed_ > -1) max_speed_ = std::numeric_limits<double>::infinity();
    cell_distance_ = number("cellDistance");
    cell_speed_ = number("cellSpeed");
    range_deviation_ = number("rangeNoise");
    speed_deviation_ = number("speedNoise");
    angular_deviation_ = number("angularNoise");
    least_power_ = from_dbm(number("minDetectableSignal"));
    occlusion_ = node().get<bool>("occlusion");
    // P = Pt G^2 lambda^2 sigma / ((4 pi)^3 R^4): all but sigma and R.
    const double gain = from_decibels(number("antennaGain")), wavelength = speed_of_light / (1e9 * number("frequency"));
    sent_ = from_dbm(number("transmittedPower")) * gain * gain * wavelength * wavelength /
            std::pow(4 * std::numbers::pi, 3);
  }

  void tell(lo_radar_state& wire) override {
    wire.min_range = min_range_;
    wire.max_range = max_range_;
    wire.horizontal_fov = 2 * half_width_;
    wire.vertical_fov = 2 * half_height_;
  }

  void on_enable(const Clock& clock) override { remember_places(clock); }

  void measure(const Clock& clock) override {
    const Pose world_from_radar = solid()->pose(), radar_from_world = world_from_radar.inverse();
    const double period = double(clock.step() - placed_at_) * clock.dt();
    targets_.clear();
    for (const Reflector& reflector : reflectors_)
      if (const auto target = look_at(reflector, world_from_radar, radar_from_world, period))
        targets_.push_back(*target);
    if (cell_distance_ > 0) merge();
    for (lo_radar_target& target : targets_) target.received_power = to_dbm(target.received_power);
    send(LO_MESSAGE_ARRAY, std::as_bytes(std::span(targets_)));
    remember_places(clock);
  }

  // The power in W. nullopt: not seen.
  std::optional<lo_radar_target> look_at(const Reflector& reflector, const Pose& world_from_radar,
                                         const Pose& radar_from_world, double period) {
    const Eigen::AlignedBox3d part = sides_.seen_part(reflector.parts, radar_from_world);
    if (part.isEmpty()) return std::nullopt;
    const double half_depth = part.sizes().x() / 2, true_distance = part.center().norm();
    if (true_distance > max_range_ + half_depth) return std::nullopt;
    lo_radar_target target;
    target.distance = true_distance + noise(range_deviation_, range_noise_);
    if (target.distance < min_range_ - half_depth) return std::nullopt;
    target.distance = std::clamp(target.distance, min_range_, max_range_);
    target.received_power = sent_ * reflector.cross_section / std::pow(target.distance, 4);
    if (target.received_power < least_power_) return std::nullopt;

    const Vector3d position = reflector.solid->pose().position, way = position - world_from_radar.position;
    const Vector3d travelled = travel(*reflector.solid, position) - travel(*solid(), world_from_radar.position);
    // After a reset it looks at once: nothing has moved yet.
    target.speed = (period > 0 ? way.normalized().dot(travelled) / period : 0) + noise(speed_deviation_, speed_noise_);
    const bool is_limited = min_speed_ != 0 || max_speed_ != 0;
    if (is_limited && (target.speed < min_speed_ || target.speed > max_speed_)) return std::nullopt;
    if (std::abs(target.speed) < least_speed_) return std::nullopt;

    const Vector3d seen_from_here = radar_from_world * position;
    target.azimuth = std::clamp(-std::atan2(seen_from_here.y(), seen_from_here.x()), -half_width_, half_width_) +
                     noise(angular_deviation_, angular_noise_);
    if (occlusion_ && is_hidden(*reflector.solid, world_from_radar.position, way, half_depth)) return std::nullopt;
    return target;
  }

  // Something else stands on the way to the target's origin, farther before it than half of its depth.
  bool is_hidden(const Solid& target, const Vector3d& from, const Vector3d& way, double half_depth) {
    const double length = way.norm();
    if (length == 0) return false;
    const auto hit = surroundings().parts().get<Raycaster>().cast({from, way / length, length}, RaySet::Collision,
                                                                  surroundings().passed_by_rays());
    return hit && hit->distance < length - half_depth && !hit->shape->solid->is_part_of(target);
  }

  // Targets in one cell are one, the stronger the more; which may be in one cell with further ones.
  void merge() {
    for (std::size_t i = 0; i < targets_.size();) {
      const lo_radar_target first = targets_[i];
      lo_radar_target sum{0, 0, 0, 0};
      const auto add = [&sum](const lo_radar_target& target) {
        sum.received_power += target.received_power;
        sum.distance += target.received_power * target.distance;
        sum.speed += target.received_power * target.speed;
        sum.azimuth += target.received_power * target.azimuth;
      };
      add(first);
      const auto is_one = [&](const lo_radar_target& other) {
        const bool together = std::abs(first.distance - other.distance) < cell_distance_ &&
                              (cell_speed_ <= 0 || std::abs(first.speed - other.speed) < cell_speed_);
        if (together) add(other);
        return together;
      };
      const auto rest = std::remove_if(targets_.begin() + std::ptrdiff_t(i) + 1, targets_.end(), is_one);
      if (rest == targets_.end()) {
        ++i;
        continue;
      }
      targets_.erase(rest, targets_.end());
      const double power = sum.received_power;
      targets_[i] = {sum.distance / power, power, sum.speed / power, sum.azimuth / power};
    }
  }

  static double noise(double deviation, Noise& stream) { return deviation > 0 ? deviation * stream.gaussian() : 0; }

  void remember_places(const Clock& clock) {
    placed_at_ = clock.step();
    known_.clear();
    places_.clear();
    const auto add = [this](const Solid& place) {
      known_.push_back(place.node().id());
      const Vector3d position = place.pose().position;
      places_.insert(places_.end(), position.data(), position.data() + 3);
    };
    add(*solid());
    for (const Reflector& reflector : reflectors_) add(*reflector.solid);
  }

  // Since then; of what came into the world later: nothing.
  Vector3d travel(const Solid& place, const Vector3d& now) const {
    const auto found = std::ranges::find(known_, place.node().id());
    if (found == known_.end()) return Vector3d::Zero();
    return now - Eigen::Map<const Vector3d>(&places_[3 * std::size_t(found - known_.begin())]);
  }

  double min_range_ = 0, max_range_ = 0;     // m
  double half_width_ = 0, half_height_ = 0;  // rad
  ViewSides sides_{0, 0};
  double least_speed_ = 0;                // m/s, as all speeds here
  double min_speed_ = 0, max_speed_ = 0;  // both 0: no limits
  double cell_distance_ = 0, cell_speed_ = 0;
  double range_deviation_ = 0, speed_deviation_ = 0, angular_deviation_ = 0;
  double sent_ = 0, least_power_ = 0;  // W m^2, W
  bool occlusion_ = false;
  std::vector<Reflector> reflectors_;  // in the order of the tree
  Noise range_noise_, speed_noise_, angular_noise_;
  // Where the radar and the reflectors were at the last sample, or when it was enabled.
  std::int64_t placed_at_ = 0;
  std::vector<std::uint32_t> known_;  // ids of their nodes
  std::vector<double> places_;        // three for each
  std::vector<lo_radar_target> targets_;
};

}  // namespace

std::unique_ptr<Device> make_radar(const DeviceSetup& setup) { return std::make_unique<Radar>(setup); }

}  // namespace lightsout
