// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// GPS: the sensor's position in world axes (plus WorldInfo.gpsReference) or as latitude, longitude and altitude, and
// its velocity. Position noise is white, or follows an exponentially correlated process of the same deviation.
#include "controllers/wire/gps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/robots/components/lookup_table.h"
#include "engine/robots/components/utm.h"
#include "engine/robots/exchange/release.h"
#include "engine/robots/sampled_device.h"
#include "engine/stage/world_axes.h"
#include "engine/state/clock.h"
#include "engine/state/noise.h"
#include "engine/state/state.h"

namespace lightsout {

namespace {

class Gps final : public Sampled<lo_gps_state, LO_DEVICE_GPS> {
 public:
  explicit Gps(const DeviceSetup& setup)
      : Wired(setup),
        then_from_now_(Release(setup.surroundings.world()).then_from_now(setup.node)),
        position_noise_(setup.surroundings.seed(), path(), 0),
        speed_noise_(setup.surroundings.seed(), path(), 1) {
    read_fields();
    const Node& info = setup.surroundings.world().world_info();
    reference_ = to_eigen(info.get<Vec3>("gpsReference"));
    if (info.get<std::string>("gpsCoordinateSystem") == "WGS84")
      utm_.emplace(GeographicPosition{reference_.x(), reference_.y()});
  }

  void end_period() override {
    SampledDevice::end_period();
    has_previous_ = false;
  }

  void visit_state(StateVisitor& state) override {
    SampledDevice::visit_state(state);
    state.field("noise", deviation_);
    state.field("previous position", previous_);
    state.field("has a previous position", has_previous_);
    position_noise_.visit_state(state);
    speed_noise_.visit_state(state);
  }

 private:
  void tell(lo_gps_state& wire) override { wire.coordinate_system = utm_ ? 1 : 0; }
  void blank(lo_gps_state& wire) override {
    std::fill_n(wire.speed_vector, 3, std::numeric_limits<double>::quiet_NaN());
    std::fill_n(wire.orientation, 9, std::numeric_limits<double>::quiet_NaN());
  }

  bool follow(FieldIndex field) override {
    read_fields();
    return is_own_field(field);
  }

  void read_fields() {
    accuracy_ = node().get<double>("accuracy");
    correlation_ = node().get<double>("noiseCorrelation");
    resolution_ = node().get<double>("resolution");
    speed_deviation_ = node().get<double>("speedNoise");
    speed_resolution_ = node().get<double>("speedResolution");
  }

  void on_enable(const Clock&) override { has_previous_ = false; }

  void measure(const Clock& clock) override {
    const Vector3d position = pose().position;
    measure_position(position, clock);
    measure_velocity(position, clock);
    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>{wire()->orientation} =
        pose().rotation * then_from_now_.transpose();
  }

  // A deviation of now is c of the deviation one period ago and fresh noise that keeps the variance, c =
  // noiseCorrelation to the power of the period in seconds.
  void add_noise(Vector3d& position, const Clock& clock) {
    if (accuracy_ > 0) {
      const double kept = correlation_ > 0 ? std::pow(correlation_, double(period_steps()) * clock.dt()) : 0;
      const double fresh = std::sqrt(1 - kept * kept);
      for (int i = 0; i < 3; ++i) deviation_[i] = kept * deviation_[i] + fresh * position_noise_.gaussian();
      position += accuracy_ * deviation_;
    }
    for (int i = 0; i < 3; ++i) position[i] = quantize(position[i], resolution_);
  }

  void measure_position(const Vector3d& position, const Clock& clock) {
    double* values = sensor()->values;
    if (!utm_) {
      Vector3d measured = position + reference_;
      add_noise(measured, clock);
      Eigen::Map<Vector3d>{values} = measured;
      return;
    }
    const WorldAxes& axes = surroundings().axes();
    const UtmPosition origin = utm_->project({reference_.x(), reference_.y()});
    Vector3d measured{origin.easting + position.dot(axes.east), origin.northing + position.dot(axes.north),
                      reference_.z() + position.dot(axes.up)};
    add_noise(measured, clock);
    const GeographicPosition geographic = utm_->unproject({measured.x(), measured.y()});
    values[0] = geographic.latitude;
    values[1] = geographic.longitude;
    values[2] = measured.z();
  }

  // A body knows its velocity; without one it is the difference quotient of the last two samples, which the first
  // sample has not yet.
  void measure_velocity(const Vector3d& position, const Clock& clock) {
    Vector3d velocity;
    if (has_body())
      velocity = linear_velocity();
    else if (has_previous_)
      velocity = (position - previous_) / (double(period_steps()) * clock.dt());
    else
      velocity.setConstant(std::numeric_limits<double>::quiet_NaN());
    previous_ = position;
    has_previous_ = true;

    double speed = velocity.norm();
    const double factor = speed_deviation_ > 0 ? 1 + speed_deviation_ * speed_noise_.gaussian() : 1;
    speed = quantize(speed * factor, speed_resolution_);
    Eigen::Map<Vector3d>{wire()->speed_vector} = velocity;
    sensor()->values[3] = speed;
  }

  double accuracy_ = 0, correlation_ = 0, resolution_ = -1;
  double speed_deviation_ = 0, speed_resolution_ = -1;
  Vector3d reference_ = Vector3d::Zero();
  std::optional<Utm> utm_;
  Matrix3d then_from_now_;  // of the device's frame
  Noise position_noise_;
  Noise speed_noise_;
  Vector3d deviation_ = Vector3d::Zero();
  Vector3d previous_ = Vector3d::Zero();
  bool has_previous_ = false;
};

}  // namespace

std::unique_ptr<Device> make_gps(const DeviceSetup& setup) { return std::make_unique<Gps>(setup); }

}  // namespace lightsout
