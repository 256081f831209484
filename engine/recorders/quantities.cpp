// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/recorders/quantities.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/recorders/reading_lists.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/exchange/readings.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"

namespace lightsout {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

constexpr const char* position_text = "position of the solid's origin, world axes";
constexpr const char* rotation_text = "unit quaternion that turns solid axes into world axes, qw >= 0";
constexpr const char* velocity_text = "velocity of the origin, world axes";
constexpr const char* turning_text = "angular velocity, world axes";

const std::vector<QuantityField>& solid_fields() {
  static const std::vector<QuantityField> fields = {
      {"x", "m", position_text},    {"y", "m", position_text},     {"z", "m", position_text},
      {"qw", "", rotation_text},    {"qx", "", rotation_text},     {"qy", "", rotation_text},
      {"qz", "", rotation_text},    {"vx", "m/s", velocity_text},  {"vy", "m/s", velocity_text},
      {"vz", "m/s", velocity_text}, {"wx", "rad/s", turning_text}, {"wy", "rad/s", turning_text},
      {"wz", "rad/s", turning_text}};
  return fields;
}

// "position", "position2", "position3".
std::string name_of_axis(const char* name, std::size_t axis) {
  return axis ? fmt::format("{}{}", name, axis + 1) : name;
}

std::size_t axes_of(const Joint* joint) { return joint ? joint->axes().size() : 0; }

Quantity quantity_of(std::string name, const Solid* solid) {
  Quantity quantity{.subject = Subject::Solids, .name = std::move(name), .kind = "Solid", .fields = solid_fields()};
  quantity.solid = solid;
  if (!solid) return quantity;
  quantity.node_id = solid->node().id();
  for (std::size_t axis = 0; axis < axes_of(solid->joint()); ++axis)
    quantity.fields.push_back({name_of_axis("joint", axis), solid->joint()->axes()[axis].linear ? "m" : "rad",
                               "position of the joint that holds the solid"});
  return quantity;
}

Quantity quantity_of(const Joint& joint) {
  Quantity quantity{.subject = Subject::Joints, .name = joint.path(), .kind = "Joint", .fields = {}};
  quantity.joint = &joint;
  quantity.node_id = joint.node().id();
  for (std::size_t axis = 0; axis < joint.axes().size(); ++axis) {
    const bool linear = joint.axes()[axis].linear;
    quantity.fields.push_back({name_of_axis("position", axis), linear ? "m" : "rad", "position of the axis"});
    quantity.fields.push_back({name_of_axis("velocity", axis), linear ? "m/s" : "rad/s", "its velocity"});
  }
  return quantity;
}

Quantity quantity_of(const Motor& motor) {
  const bool linear = motor.joint() && motor.joint()->axes()[std::size_t(motor.axis())].linear;
  Quantity quantity{.subject = Subject::Motors, .name = motor.path(), .kind = "Motor", .fields = {}};
  quantity.device = &motor;
  quantity.node_id = motor.node().id();
  quantity.fields = {
      {"target_position", linear ? "m" : "rad", "position that it is to reach; NaN where it controls none"},
      {"target_velocity", linear ? "m/s" : "rad/s", "velocity that it is to have, or at most where it has a position"},
      {"available_force", linear ? "N" : "N m", "most that it may exert"},
      {"force", linear ? "N" : "N m", "what it exerted in the last step; NaN where nobody has it measured"}};
  return quantity;
}

Quantity quantity_of(const Device& sensor) {
  const auto fields = reading_fields(sensor.kind());
  Quantity quantity{.subject = Subject::Readings, .name = sensor.path(), .kind = {}, .fields = {}};
  quantity.device = &sensor;
  quantity.node_id = sensor.node().id();
  for (const ReadingField& field : fields) quantity.fields.push_back({field.name, field.unit, field.text});
  quantity.list = reading_list_of(sensor);
  quantity.kind = quantity.list                             ? quantity.list->device
                  : !fields.empty()                         ? fields.front().device
                  : sensor.kind() == LO_DEVICE_RANGE_FINDER ? "RangeFinder"
                                                            : "Lidar";
  return quantity;
}

bool has_readings(const Device& device) {
  return !reading_fields(device.kind()).empty() || device.kind() == LO_DEVICE_LIDAR ||
         device.kind() == LO_DEVICE_RANGE_FINDER || reading_list_of(device);
}

void add_vector(std::vector<double>& numbers, const Vector3d& v) {
  numbers.insert(numbers.end(), {v.x(), v.y(), v.z()});
}

void read_solid(const Solid& solid, std::size_t axes, std::vector<double>& numbers) {
  const Pose pose = solid.pose();
  const Quaterniond q = recorded_rotation(pose.rotation);
  add_vector(numbers, pose.position);
  numbers.insert(numbers.end(), {q.w(), q.x(), q.y(), q.z()});
  add_vector(numbers, solid.linear_velocity());
  add_vector(numbers, solid.angular_velocity());
  for (std::size_t axis = 0; axis < axes; ++axis)
    numbers.push_back(axis < axes_of(solid.joint()) ? solid.joint()->axes()[axis].position : none);
}

void read_motor(const Motor& motor, std::vector<double>& numbers) {
  const double force = motor.joint() ? motor.joint()->motor_force(motor.axis()) : none;
  numbers.insert(numbers.end(), {motor.controls_position() ? motor.target_position() : none, motor.target_velocity(),
                                 motor.available_force(), force});
}

void read_sensor(const Device& sensor, std::vector<double>& numbers) {
  const Reading reading = sensor.reading();
  for (const ReadingField& field : reading_fields(sensor.kind()))
    numbers.push_back(reading.count > 0 ? reading.values[std::size_t(field.place)] : none);
}

}  // namespace

Quaterniond recorded_rotation(const Matrix3d& rotation) {
  Quaterniond q(rotation);
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  return q;
}

void Quantity::read(std::vector<double>& numbers) const {
  const std::size_t end = numbers.size() + fields.size();
  if (solid) {
    read_solid(*solid, fields.size() - solid_fields().size(), numbers);
  } else if (joint) {
    for (const JointAxis& axis : joint->axes()) numbers.insert(numbers.end(), {axis.position, axis.velocity});
  } else if (device && subject == Subject::Motors) {
    read_motor(static_cast<const Motor&>(*device), numbers);
  } else if (device) {
    read_sensor(*device, numbers);
  }
  numbers.resize(end, none);
}

const std::string& Quantity::shown_name() const { return solid ? solid->path() : name; }

Pose Quantity::pose() const { return solid->pose(); }

std::uint32_t Quantity::samples() const {
  if (!device) return 0;
  return list ? shown_list_of(*device).count : device->reading().count;
}

bool Quantity::has_news(std::uint32_t& known) const {
  const std::uint32_t now = samples();
  if (now == 0 || std::exchange(known, now) == now) return false;
  return !list || !list->comes_once || !things.empty();
}

std::span<const float> Quantity::ranges() const { return device ? device->reading().ranges : std::span<const float>(); }

std::span<const std::byte> Quantity::points() const {
  return device && is_bulk() ? shown_list_of(*device).bytes : std::span<const std::byte>();
}

void Quantities::look() {
  for (Quantity& quantity : all_) {
    if (!quantity.list || !quantity.device) continue;
    const std::uint32_t samples = quantity.samples();
    if (samples == 0 || std::exchange(quantity.seen_samples, samples) == samples) continue;
    if (!quantity.list->comes_once) quantity.things.clear();
    const std::size_t before = quantity.things.size();
    if (before > 0) quantity.things += ',';
    append_things(quantity.things, *quantity.device);
    if (before > 0 && quantity.things.size() == before + 1) quantity.things.pop_back();
  }
}

void Quantities::forget_gathered() {
  for (Quantity& quantity : all_)
    if (quantity.list && quantity.list->comes_once) quantity.things.clear();
}

bool Quantities::records(Subject subject) const {
  if (options_.what.empty()) return subject == Subject::Solids;
  return std::ranges::find(options_.what, subject) != options_.what.end();
}

bool Quantities::selects(const Solid* solid) const {
  return options_.select.empty() ||
         (solid && std::ranges::any_of(tops_, [&](const Solid* top) { return solid->is_part_of(*top); }));
}

bool Quantities::selects(const Device& device) const {
  return selects(device.solid()) || std::ranges::find(options_.select, device.path()) != options_.select.end();
}

void Quantities::find_tops(const Scene& scene) {
  tops_.clear();
  for (const std::string& name : options_.select)
    if (const Solid* solid = scene.find_solid(name)) tops_.push_back(solid);
}

// In the order of the subjects, and of the scene tree or the selection within.
std::vector<Quantity> Quantities::found_in(const Scene& scene) const {
  std::vector<Quantity> found;
  if (records(Subject::Solids)) {
    if (options_.select.empty())
      for (const Solid* solid : recorded_solids(scene)) found.push_back(quantity_of(solid->path(), solid));
    // A name that is a device's is no solid's, where others are recorded beside.
    for (const std::string& name : options_.select)
      if (const Solid* solid = scene.find_solid(name); solid || options_.what.size() <= 1)
        found.push_back(quantity_of(name, solid));
  }
  if (records(Subject::Joints))
    for (const Joint* joint : scene.joints())
      if (!joint->axes().empty() && selects(joint->end_point())) found.push_back(quantity_of(*joint));
  const auto add_devices = [&](auto quantity_of_device) {
    for (const Robot* robot : robots_of(scene))
      for (const Device* device : robot->devices())
        if (selects(*device)) quantity_of_device(*device);
  };
  if (records(Subject::Motors))
    add_devices([&](const Device& device) {
      if (const auto* motor = dynamic_cast<const Motor*>(&device)) found.push_back(quantity_of(*motor));
    });
  if (records(Subject::Readings))
    add_devices([&](const Device& device) {
      if (has_readings(device)) found.push_back(quantity_of(device));
    });
  return found;
}

std::vector<Quantity> Quantities::in(const Scene& scene) {
  find_tops(scene);
  return found_in(scene);
}

void Quantities::begin(const Recorded& run) {
  generation_ = run.scene_generation;
  world_ = run.world_generation;
  all_ = in(run.scene);
  for (Quantity& quantity : all_) quantity.was_there = quantity.is_there();
}

bool Quantities::finds_by_node(Quantity& quantity, const Recorded& run) const {
  const Node* node = quantity.node_id ? run.world.find_id(quantity.node_id) : nullptr;
  if (!node) return false;
  if (quantity.subject == Subject::Solids) quantity.solid = run.scene.solid_of(*node);
  if (quantity.subject == Subject::Joints) quantity.joint = run.scene.joint_of(*node);
  if (quantity.subject == Subject::Motors || quantity.subject == Subject::Readings)
    for (const Robot* robot : robots_of(run.scene))
      for (const Device* device : robot->devices())
        // A node may have several.
        if (&device->node() == node && (!quantity.device || device->path() == quantity.name)) quantity.device = device;
  return quantity.is_there();
}

void Quantities::follow(const Recorded& run) {
  if (generation_ == run.scene_generation) return;
  generation_ = run.scene_generation;
  const bool same_world = world_ == run.world_generation;
  world_ = run.world_generation;
  const std::vector<Quantity> found = in(run.scene);
  std::set<std::pair<Subject, const void*>> taken;  // asked, never gone through
  const auto place_of = [](const Quantity& q) -> std::pair<Subject, const void*> {
    return {q.subject, q.solid   ? static_cast<const void*>(q.solid)
                       : q.joint ? static_cast<const void*>(q.joint)
                                 : q.device};
  };
  for (Quantity& quantity : all_) {
    if (!same_world) quantity.node_id = 0;
    quantity.solid = nullptr;
    quantity.joint = nullptr;
    quantity.device = nullptr;
    if (finds_by_node(quantity, run)) taken.insert(place_of(quantity));
  }
  for (Quantity& quantity : all_) {
    if (quantity.is_there()) continue;
    const Solid* solid = quantity.subject == Subject::Solids ? run.scene.find_solid(quantity.name) : nullptr;
    const auto same = std::ranges::find_if(found, [&](const Quantity& other) {
      return other.subject == quantity.subject && (solid ? other.solid == solid : other.name == quantity.name) &&
             other.kind == quantity.kind && other.is_there();
    });
    const Quantity heir = same != found.end() ? *same : quantity_of(quantity.name, solid);
    if (!heir.is_there() || !taken.insert(place_of(heir)).second) continue;
    quantity.solid = heir.solid;
    quantity.joint = heir.joint;
    quantity.device = heir.device;
    quantity.node_id = heir.node_id;
    quantity.was_there = true;
  }
  for (const Quantity& other : found)
    if (other.is_there() && taken.insert(place_of(other)).second) {
      all_.push_back(other);
      all_.back().was_there = true;
    }
}

std::string Quantities::never_came() const {
  std::string text;
  for (const Quantity& quantity : all_)
    if (!quantity.was_there)
      text += fmt::format("{}no solid of the DEF or path {} ever came into the world", text.empty() ? "" : "; ",
                          quantity.name);
  return text;
}

}  // namespace lightsout
