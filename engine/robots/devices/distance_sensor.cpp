// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// DistanceSensor: rays in a cone around the sensor's x axis, put together to one distance by type:
//   generic    mean of the rays' distances, weighted by a Gaussian of their angle; a miss counts as the range
//   sonar      the nearest surface that is met at less than 22.5 degrees from its normal
//   laser      the one ray
//   infra-red  weighted mean over visible surfaces, d; with f the mean of their reflection factors and s the field
//              redColorSensitivity: d + s (d / f - d)
// In worlds before Webots 7.1.1 infra-red rays meet the boundingObjects, with the looks of their shapes, and sonar rays
// count at any angle.
// Rays pass through the boundingObjects of the own robot, if it has not selfCollision, but not through visible
// surfaces. The range is the lookup table's largest input. The distance goes through the table and is rounded to the
// resolution.
#include "controllers/wire/distance_sensor.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/rays/raycast.h"
#include "engine/robots/components/lookup_table.h"
#include "engine/robots/exchange/release.h"
#include "engine/robots/sampled_device.h"
#include "engine/stage/parts.h"
#include "engine/state/cache_lines.h"
#include "engine/state/log.h"
#include "engine/state/noise.h"

namespace lightsout {

namespace {

enum Type : std::int32_t { generic, infra_red, sonar, laser };  // numbers of WbDistanceSensorType

Type type_of(const std::string& name) {
  if (name == "infra-red") return infra_red;
  if (name == "sonar") return sonar;
  if (name == "laser") return laser;
  return generic;
}

// Where a ray goes: around the axis, and away from it as a part of half the aperture.
struct Polar {
  double around;  // rad, from the sensor's +z towards +y
  double away;
};

// `count` rays at equal angles.
void add_ring(std::vector<Polar>& rays, int count, double away) {
  for (int i = 0; i < count; ++i) rays.push_back({2 * std::numbers::pi * i / count, away});
}

// Up to ten rays in fixed figures; beyond, rings of 1, 4, 7, ... rays, the last one with what is left.
std::vector<Polar> layout(int count) {
  std::vector<Polar> rays;
  const bool has_centre = count == 1 || (count >= 4 && count != 9);
  if (count <= 10) {
    if (has_centre) rays.push_back({0, 0});
    if (count == 2) {
      rays = {{std::numbers::pi / 2, 1}, {-std::numbers::pi / 2, 1}};
    } else if (count == 9 || count == 10) {
      add_ring(rays, 3, count == 9 ? 0.3 : 0.5);
      add_ring(rays, 6, 1);
    } else if (count > 2) {
      add_ring(rays, has_centre ? count - 1 : count, 1);
    }
    return rays;
  }
  int rings = 0;
  for (int left = count; left > 0; ++rings) {
    const int in_ring = std::min(left, 3 * rings + 1);
    // The angle goes on with the number of the ray, not with its place in the ring.
    for (int i = 0; i < in_ring; ++i)
      rays.push_back({2 * std::numbers::pi * double(rays.size()) / in_ring, double(rings)});
    left -= in_ring;
  }
  for (Polar& ray : rays) ray.away /= rings - 1;
  return rays;
}

// What sensors of equal fields share.
struct Optics : SharedSetting {
  struct Beam {
    Vector3d direction;  // sensor frame, unit
    double weight;       // all add up to 1
  };
  Optics(Type the_type, bool are_old_rays, double the_aperture, double the_resolution, double the_red_sensitivity,
         const LookupTable& the_table, std::vector<Beam> the_beams)
      : type(the_type),
        old_rays(are_old_rays),
        aperture(the_aperture),
        resolution(the_resolution),
        red_sensitivity(the_red_sensitivity),
        range(the_table.max_input()),
        table(the_table),
        beams(std::move(the_beams)) {}

  Type type;
  bool old_rays;
  double aperture, resolution, red_sensitivity, range;
  LookupTable table;
  std::vector<Beam> beams;
};

std::vector<Optics::Beam> make_beams(int count, double aperture, double gaussian_width, bool about_y) {
  std::vector<Optics::Beam> beams;
  double sum = 0;
  for (const Polar& ray : layout(count)) {
    const double theta = ray.away * aperture / 2;
    const double scaled = count == 1 ? 0 : theta / (aperture * gaussian_width);
    const double up = std::sin(theta) * std::cos(ray.around), left = std::sin(theta) * std::sin(ray.around);
    beams.push_back({about_y ? Vector3d(std::cos(theta), up, -left) : Vector3d(std::cos(theta), left, up),
                     std::exp(-scaled * scaled)});
    sum += beams.back().weight;
  }
  if (count == 1) beams[0].direction = Vector3d::UnitX();
  for (Optics::Beam& beam : beams) beam.weight /= sum;
  return beams;
}

// A robot has many, and looks at all of them in each step: two lines of cache.
class alignas(CacheLines::size) DistanceSensor final
    : public Sampled<lo_distance_sensor_state, LO_DEVICE_DISTANCE_SENSOR> {
 public:
  explicit DistanceSensor(const DeviceSetup& setup) : Wired(setup), noise_(setup.surroundings.seed(), path()) {
    read_fields();
  }

  void visit_state(StateVisitor& state) override {
    SampledDevice::visit_state(state);
    noise_.visit_state(state);
  }

  bool senses_apart() const override { return true; }

  void list_memory(CacheLines& lines) const override {
    lines.add(this, sizeof *this);
    lines.add(sensor(), CacheLines::size);
  }

 private:
  const LookupTable* table() const override { return &optics_->table; }

  bool follow(FieldIndex field) override {
    read_fields();
    return is_own_field(field);
  }

  void read_fields() {
    const Type type = type_of(node().get<std::string>("type"));
    const double aperture = node().get<double>("aperture"), resolution = node().get<double>("resolution"),
                 red_sensitivity = node().get<double>("redColorSensitivity"),
                 gaussian_width = node().get<double>("gaussianWidth");
    const auto& rows = node().get<MFVec3f>("lookupTable");
    const int rays = node().get<std::int32_t>("numberOfRays");
    if (type == laser && rays > 1) log(LogLevel::Warning, "a laser has one ray: numberOfRays is read as 1");
    const int count = type == laser || aperture == 0 ? 1 : std::max(1, rays);
    SharedSettings::Key key("DistanceSensor");
    const bool about_y = Release(surroundings().world()).rays_spread_about_y(node());
    key.add(type).add(aperture).add(resolution).add(red_sensitivity).add(gaussian_width).add(count).add(about_y);
    for (const Vec3& row : rows) key.add(row);
    optics_ = surroundings().shared_settings().find<Optics>(key, [&] {
      const World& world = surroundings().world();
      return Optics(type, Release(world).rays_meet_bounding_objects(), aperture, resolution, red_sensitivity,
                    LookupTable(rows, noise_kind(world)), make_beams(count, aperture, gaussian_width, about_y));
    });
  }

  void tell(lo_distance_sensor_state& wire) override {
    wire.type = optics_->type;
    wire.min_value = optics_->table.min_output();
    wire.max_value = optics_->table.max_output();
    wire.aperture = optics_->aperture;
  }

  void measure(const Clock&) override {
    double value = 0;
    if (!optics_->table.empty()) value = quantize(optics_->table.value(distance(), noise_), optics_->resolution);
    sensor()->values[0] = value;
  }

  // Calls visit(beam, ray) for each of the beams; world axes.
  template <class Visit>
  void for_each_ray(Visit visit) {
    const Optics& optics = *optics_;
    if (optics.beams.size() == 1) {
      const Mount::Axis axis = surroundings().x_axis(mount_, *solid());
      visit(optics.beams[0], Ray{axis.origin, axis.direction, optics.range});
      return;
    }
    const Pose pose = surroundings().pose(mount_, *solid());
    for (const Optics::Beam& beam : optics.beams)
      visit(beam, Ray{pose.position, pose.rotation * beam.direction, optics.range});
  }

  double distance() {
    const Optics& optics = *optics_;
    Raycaster& rays = surroundings().parts().get<Raycaster>();
    if (optics.type == sonar) {
      static const double cosine = std::cos(std::numbers::pi / 8);
      const double least_cosine = optics.old_rays ? 0 : cosine;
      double nearest = optics.range;
      for_each_ray([&](const Optics::Beam&, const Ray& ray) {
        if (const auto hit = rays.cast(ray, RaySet::Collision, surroundings().passed_by_rays());
            hit && hit->distance < nearest && -hit->normal.dot(ray.direction) > least_cosine)
          nearest = hit->distance;
      });
      return nearest;
    }
    if (optics.type == infra_red) {
      double mean = 0, mean_factor = 0;
      const RaySet met = optics.old_rays ? RaySet::Collision : RaySet::Visible;
      const Robot* passed = optics.old_rays ? surroundings().passed_by_rays() : nullptr;
      for_each_ray([&](const Optics::Beam& beam, const Ray& ray) {
        const auto hit = rays.cast(ray, met, passed);
        mean += beam.weight * (hit ? hit->distance : optics.range);
        mean_factor += beam.weight * (hit ? rays.infra_red_factor(*hit, met) : 1);
      });
      return mean + optics.red_sensitivity * (mean / mean_factor - mean);
    }
    double mean = 0;
    const RaySet met = optics.type == laser ? RaySet::Opaque : RaySet::Collision;
    for_each_ray([&](const Optics::Beam& beam, const Ray& ray) {
      const auto hit = rays.cast(ray, met, surroundings().passed_by_rays());
      mean += beam.weight * (hit ? hit->distance : optics.range);
    });
    return mean;
  }

  Shared<Optics> optics_;
  Noise noise_;
  Mount mount_;
};
static_assert(sizeof(DistanceSensor) == 2 * CacheLines::size);

}  // namespace

std::unique_ptr<Device> make_distance_sensor(const DeviceSetup& setup) {
  return std::make_unique<DistanceSensor>(setup);
}

}  // namespace lightsout
