// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Lidar: layers of rays, of which each measures the distance of the visible surface that it meets. In the lidar's axes
// x is forward, y left, z up. Point j of W of layer i of L is seen at
//   azimuth   fixed: fov (1/2 - (j + 1/2) / W), the middle of a part of the view; rotating: -2 pi j / W
//   elevation vertical fov / 2 - i vertical fov / (L - 1) + tilt
// or in a planar projection through the points (1, tan(fov / 2) (1 - (2 j + 1) / W), tan(elevation)), where the
// distance is along x. It was taken at t - j / W of the period, which for a rotating one is the basic step. A rotating
// one measures at each step what its head, which turns clockwise as seen from above, has passed since the last one; of
// that no more than its field of view. (Manual, Lidar; design of the simulator's point cloud.)
#include "controllers/wire/lidar.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <optional>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/rays/ray_fan.h"
#include "engine/rays/raycast.h"
#include "engine/robots/bulk.h"
#include "engine/robots/components/lookup_table.h"
#include "engine/robots/components/shown_list.h"
#include "engine/robots/exchange/release.h"
#include "engine/robots/sampled_device.h"
#include "engine/shapes/shape.h"
#include "engine/stage/hidden_nodes.h"
#include "engine/stage/parts.h"
#include "engine/state/clock.h"
#include "engine/state/log.h"
#include "engine/state/noise.h"
#include "engine/state/state.h"

namespace lightsout {

namespace {

constexpr double full_turn = 2 * std::numbers::pi;

class Lidar final : public Sampled<lo_lidar_state, LO_DEVICE_LIDAR>, public Acting, public ShowsList {
 public:
  explicit Lidar(const DeviceSetup& setup) : Wired(setup), noise_(setup.surroundings.seed(), path()) { read_fields(); }

  void connect(Diagnostics&) override {
    Node* head = node().node("rotatingHead");
    if (!head) return;
    head_ = surroundings().solid_of(*head);
    if (!head_ || !head_->body() || !is_rotating_ || !head->node("physics")) return;
    head_ = nullptr;
    log(LogLevel::Warning, "its rotatingHead has a Physics node: it is not turned");
  }

  Acting* acting() override { return this; }
  void act(double dt) override {
    if (!is_rotating_ || !senses() || surroundings().is_off()) return;
    turn_ += frequency_ * dt;
    if (!head_) return;
    const double speed = -full_turn * frequency_;
    const Matrix3d turn = Eigen::AngleAxisd(speed * dt, Vector3d::UnitZ()).toRotationMatrix();
    const Pose& now = head_->in_parent();
    // By way of a quaternion, which keeps it a rotation.
    const Matrix3d rotation = Quaterniond(turn * now.rotation).normalized().toRotationMatrix();
    head_->place({now.position, rotation}, Vector3d::Zero(), {0, 0, speed});
  }

  void visit_state(StateVisitor& visitor) override {
    SampledDevice::visit_state(visitor);
    noise_.visit_state(visitor);
    double frequency = 0;
    visit_kept(visitor, "defaultFrequency", "defaultFrequency", frequency);
    if (visitor.is_loading()) read_fields();
    visitor.field("point cloud", has_cloud_);
    ranges_bulk_.visit_state(visitor);
    points_bulk_.visit_state(visitor);
    visitor.field("turn", turn_);
    visitor.field("measured up to", measured_);
    // What a hash is made of is in that of the image.
    if (!is_rotating_ || visitor.is_hashing()) return;
    visitor.list("ranges", ranges_);
    visitor.list("times", times_);
  }

  Reading reading() const override {
    Reading reading = SampledDevice::reading();
    if (reading.count > 0) reading.ranges = floats_of(ranges_bulk_.room());
    return reading;
  }

  // Of its points.
  ShownList shown_list() const override {
    if (!has_cloud_) return {};
    return {SampledDevice::reading().count, points_bulk_.room()};
  }

 private:
  static constexpr double most_frequency = 1e6;  // Hz

  bool follow(FieldIndex field) override {
    const std::string& name = node().type().field(field).name;
    read_fields();
    return is_own_field(field) && name != "rotatingHead" && name != "type";
  }

  std::uint32_t period_ms(std::uint32_t asked) const override { return is_rotating_ ? std::min(asked, 1u) : asked; }

  void read_fields() {
    const auto number = [this](std::string_view field) { return node().get<double>(field); };
    columns_ = node().get<std::int32_t>("horizontalResolution");
    layers_ = node().get<std::int32_t>("numberOfLayers");
    fov_ = number("fieldOfView");
    vertical_fov_ = number("verticalFieldOfView");
    near_ = number("near");
    min_range_ = number("minRange");
    max_range_ = number("maxRange");
    deviation_ = number("noise") * max_range_;
    resolution_ = number("resolution");
    is_rotating_ = node().get<std::string>("type") == "rotating";
    is_planar_ = !is_rotating_ && node().get<std::string>("projection") == "planar";
    min_frequency_ = number("minFrequency");
    max_frequency_ = number("maxFrequency");
    frequency_ = std::min(std::max(number("defaultFrequency"), min_frequency_), max_frequency_);
    column_ways_.clear();
    layer_ways_.clear();
  }

  void tell(lo_lidar_state& wire) override {
    wire.horizontal_resolution = columns_;
    wire.layers = layers_;
    ranges_bulk_.fit(wire.ranges, count() * sizeof(float));
    points_bulk_.fit(wire.points, count() * sizeof(lo_lidar_point));
    wire.fov = fov_;
    wire.vertical_fov = vertical_fov_;
    wire.min_range = min_range_;
    wire.max_range = max_range_;
    wire.min_frequency = min_frequency_;
    wire.max_frequency = max_frequency_;
    if (!(wire.changed & LO_LIDAR_FREQUENCY)) wire.frequency = frequency_;
  }

  void take(lo_lidar_state& wire, const Clock&) override {
    if (std::exchange(wire.changed, 0) & LO_LIDAR_FREQUENCY && std::isfinite(wire.frequency)) {
      frequency_ = std::clamp(wire.frequency, 0.0, most_frequency);
      keep("defaultFrequency", frequency_);
    }
    has_cloud_ = wire.point_cloud_enabled != 0;
    // Zeros until the first sample.
    if (senses()) open(wire);
  }

  // Points.
  std::size_t count() const { return std::size_t(columns_) * std::size_t(layers_); }

  void open(lo_lidar_state& wire) {
    room_ = ranges_bulk_.open(wire.ranges, count() * sizeof(float));
    cloud_room_ =
        has_cloud_ ? points_bulk_.open(wire.points, count() * sizeof(lo_lidar_point)) : std::span<std::byte>();
  }

  // What of a way is along x and along y, for each column, and along x and z for each layer.
  void find_ways() {
    for (int j = 0; j < columns_; ++j) {
      const double part = 0.5 - (j + 0.5) / columns_;
      if (is_planar_) {
        column_ways_.emplace_back(1, 2 * part * std::tan(fov_ / 2));
      } else {
        const double azimuth = is_rotating_ ? full_turn * (start_ - double(j) / columns_) : fov_ * part;
        column_ways_.emplace_back(std::cos(azimuth), std::sin(azimuth));
      }
    }
    const double tilt = node().get<double>("tiltAngle");
    for (int i = 0; i < layers_; ++i) {
      const double part = layers_ > 1 ? 0.5 - double(i) / (layers_ - 1) : 0;
      const double elevation = vertical_fov_ * part + tilt;
      if (is_planar_)
        layer_ways_.emplace_back(1, std::tan(elevation));
      else
        layer_ways_.emplace_back(std::cos(elevation), std::sin(elevation));
    }
  }

  // Of length 1, but in a planar projection: there it is 1 long along x.
  Vector3d way(int layer, int column) const {
    const Eigen::Vector2d &across = column_ways_[std::size_t(column)], &up = layer_ways_[std::size_t(layer)];
    if (is_planar_) return {1, across.y(), up.y()};
    return {up.x() * across.x(), up.x() * across.y(), up.y()};
  }

  void measure(const Clock& clock) override {
    open(*wire());
    if (column_ways_.empty()) find_ways();
    if (ranges_.size() != count() || times_.size() != std::size_t(columns_)) {
      ranges_.assign(count(), 0);
      times_.assign(std::size_t(columns_), 0);
    }
    int first = 0, number = columns_;
    if (is_rotating_) {
      // The columns j with measured <= j / W - start < turn.
      constexpr double rounding = 1e-6;
      const double begin = std::ceil((measured_ + start_) * columns_ - rounding),
                   end = std::ceil((turn_ + start_) * columns_ - rounding);
      const double most = std::min(double(columns_), std::floor(fov_ / full_turn * columns_));
      number = int(std::min(end - begin, most));
      first = int(std::fmod(end - number, columns_));
      measured_ = turn_ - std::floor(turn_);
      turn_ = measured_;
    }
    const double period = is_rotating_ ? clock.dt() : double(period_steps()) * clock.dt();
    for (int k = 0; k < number; ++k) {
      const int column = (first + k) % columns_;
      times_[std::size_t(column)] = float(clock.time() - double(column) / columns_ * period);
    }
    cast(first, number);
    show();
  }

  void cast(int first, int number) {
    Raycaster& caster = surroundings().parts().get<Raycaster>();
    const HiddenNodes* hidden = surroundings().hidden_from(node());
    spread_fan(first, number);
    caster.cast(fan_, RaySet::Visible);
    for (std::size_t at = 0; at < fan_.rays.size(); ++at) {
      const int row = int(at) / number, column = (first + int(at) % number) % columns_;
      // m to what is not hidden from it.
      std::optional<double> distance;
      const RayFan::Hit& hit = fan_.hits[at];
      if (hit.number != RayFan::Hit::nothing)
        distance = hidden && hidden->is_hidden(node().id(), *caster.shape(RaySet::Visible, hit.number).node)
                       ? first_behind(caster, fan_.rays[at], hit.distance, *hidden)
                       : hit.distance;
      const double range =
          distance ? near_ + *distance / stretch(row, column) : std::numeric_limits<double>::infinity();
      ranges_[std::size_t(row) * std::size_t(columns_) + std::size_t(column)] = float(read(range));
    }
  }

  // Of the range along the way.
  double stretch(int layer, int column) const { return is_planar_ ? way(layer, column).norm() : 1; }

  void spread_fan(int first, int number) {
    fan_.pose = surroundings().pose(mount_, *solid());
    fan_.is_planar = is_planar_;
    const auto steps = [](double from, double to, int count) {
      return RayFan::Steps{from, count > 1 ? (to - from) / (count - 1) : 0, count};
    };
    const double tilt = node().get<double>("tiltAngle"), up = layers_ > 1 ? vertical_fov_ / 2 : 0;
    fan_.rows = steps(up + tilt, tilt - up, layers_);
    const double outermost = 1 - 1.0 / columns_, side = outermost * fov_ / 2, slope = outermost * std::tan(fov_ / 2);
    if (is_rotating_)
      fan_.columns = {full_turn * (start_ - double(first) / columns_), -full_turn / columns_, number};
    else
      fan_.columns = is_planar_ ? steps(slope, -slope, columns_) : steps(side, -side, columns_);
    fan_.rays.resize(std::size_t(layers_) * std::size_t(number));
    double most = 0;
    for (std::size_t at = 0; at < fan_.rays.size(); ++at) {
      const int row = int(at) / number, column = (first + int(at) % number) % columns_;
      Vector3d direction = way(row, column);
      const double stretch = is_planar_ ? direction.norm() : 1;
      direction = fan_.pose.rotation * direction / stretch;
      fan_.rays[at] = {fan_.pose.position + near_ * stretch * direction, direction, (max_range_ - near_) * stretch,
                       true};
      most = std::max(most, stretch);
    }
    fan_.farthest_start = near_ * most;
    fan_.reach = max_range_ * most;
  }

  // Past what is hidden, at `next`: faces are met from outside only, so the next one is another.
  std::optional<double> first_behind(Raycaster& caster, Ray ray, double next, const HiddenNodes& hidden) const {
    constexpr double past = 1e-6;  // m
    for (double passed = 0;;) {
      passed += next + past;
      ray.origin += (next + past) * ray.direction;
      ray.length -= next + past;
      if (!(ray.length > 0)) return std::nullopt;
      const auto hit = caster.cast(ray, RaySet::Visible, nullptr);
      if (!hit) return std::nullopt;
      if (!hidden.is_hidden(node().id(), *hit->shape->node)) return passed + hit->distance;
      next = hit->distance;
    }
  }

  // With what the lidar adds to it.
  double read(double range) {
    if (is_bounded_)
      range = std::clamp(range, min_range_, max_range_);
    else if (!(range >= min_range_ && range < max_range_))
      return std::numeric_limits<double>::infinity();
    if (deviation_ > 0) range = std::max(0.0, range + deviation_ * noise_.gaussian());
    return resolution_ > 0 ? quantize(range, resolution_) : range;
  }

  void show() {
    if (room_.empty()) return;
    std::memcpy(room_.data(), ranges_.data(), room_.size());
    ranges_bulk_.publish(wire()->ranges);
    if (cloud_room_.empty()) return;
    std::byte* to = cloud_room_.data();
    std::size_t at = 0;
    for (int i = 0; i < layers_; ++i)
      for (int j = 0; j < columns_; ++j, ++at, to += sizeof(lo_lidar_point)) {
        const double range = ranges_[at];
        const Vector3d place = has_turned_ ? Vector3d(then_from_now_ * way(i, j)) : way(i, j);
        // Where there is no measurement yet, and in a direction that has no part along an axis: 0, not NaN.
        const auto along = [range](double part) { return part == 0 ? 0.0f : float(range * part); };
        const lo_lidar_point point = {along(place.x()), along(place.y()), along(place.z()), i, times_[std::size_t(j)]};
        std::memcpy(to, &point, sizeof point);
      }
    points_bulk_.publish(wire()->points);
  }

  int columns_ = 1, layers_ = 1;
  double fov_ = 0, vertical_fov_ = 0;                // rad
  double near_ = 0, min_range_ = 0, max_range_ = 0;  // m
  const bool is_bounded_ = Release(surroundings().world()).ranges_are_finite();
  // Of the image of one that turns: of turns from its front, counterclockwise.
  const double start_ = Release(surroundings().world()).turning_images_begin_in_front() ? 0 : 0.5;
  const Matrix3d then_from_now_ = Release(surroundings().world()).then_from_now(node());
  const bool has_turned_ = !then_from_now_.isIdentity(0);
  double deviation_ = 0, resolution_ = 0;                 // m
  double frequency_ = 0, min_frequency_, max_frequency_;  // Hz
  bool is_rotating_ = false, is_planar_ = false, has_cloud_ = false;
  Solid* head_ = nullptr;
  std::vector<Eigen::Vector2d> column_ways_, layer_ways_;
  // Of the head, in turns: where it is, and up to where was measured.
  double turn_ = 0, measured_ = 0;
  std::vector<float> ranges_, times_;  // m; s, by column
  std::span<std::byte> room_, cloud_room_;
  Bulk ranges_bulk_{*this, surroundings(), 0}, points_bulk_{*this, surroundings(), 1};
  RayFan fan_;
  Noise noise_;
  Mount mount_;
};

}  // namespace

std::unique_ptr<Device> make_lidar(const DeviceSetup& setup) { return std::make_unique<Lidar>(setup); }

}  // namespace lightsout
