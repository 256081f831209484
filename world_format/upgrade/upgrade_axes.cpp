// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// R2022a turned frames: cylinders, cones, capsules, planes, elevation grids and Collada files stand along z instead of
// y, and devices look along x. Old nodes are turned so that everything stays where it was: a geometry is put into a
// Pose, a device is turned itself and what it holds is turned back. Source: "Upgrade from R2021b to R2022a" in the
// Webots user guide.
//
// Where a geometry comes to stand that is given to a PROTO, or is one, is known when that is expanded: until then it is
// marked. Who refers to it by USE waits too.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "limits/limits.h"
#include "world_format/nodes/draft.h"
#include "world_format/text/diagnostic.h"
#include "world_format/text/version.h"
#include "world_format/upgrade/upgrade.h"
#include "world_format/upgrade/upgrade_steps.h"

namespace lightsout {

namespace {

constexpr double half_pi = 1.57079632679489661923;

// Unit quaternion w + x i + y j + z k.
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;
};

Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

Quaternion inverse(const Quaternion& q) { return {q.w, -q.x, -q.y, -q.z}; }

Quaternion to_quaternion(const Rotation& r) {
  const double length = std::sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
  if (length == 0) return {};
  const double s = std::sin(r.angle / 2) / length;
  return {std::cos(r.angle / 2), r.x * s, r.y * s, r.z * s};
}

// Rounding leaves dust where a component or an angle was exact.
double clean(double value) {
  for (const double exact : {0.0, 1.0, -1.0})
    if (std::fabs(value - exact) < 1e-15) return exact;
  return value;
}

Rotation to_rotation(const Quaternion& q) {
  const double length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
  if (length < 1e-15) return {0, 0, 1, 0};
  return {clean(q.x / length), clean(q.y / length), clean(q.z / length), 2 * std::atan2(length, q.w)};
}

Vec3 rotate(const Quaternion& q, const Vec3& v) {
  const Quaternion r = q * Quaternion{0, v.x, v.y, v.z} * inverse(q);
  return {r.x, r.y, r.z};
}

// Quarter turns move components around and change their signs: without rounding.
Vec3 quarter_rotate(const Quaternion& q, const Vec3& v) {
  const auto row = [&q](const Vec3& axis) {
    const Vec3 r = rotate(q, axis);
    return Vec3{std::round(r.x), std::round(r.y), std::round(r.z)};
  };
  const Vec3 x = row({1, 0, 0}), y = row({0, 1, 0}), z = row({0, 0, 1});
  return {x.x * v.x + y.x * v.y + z.x * v.z, x.y * v.x + y.y * v.y + z.y * v.z, x.z * v.x + y.z * v.y + z.z * v.z};
}

// x stays, what was y becomes z.
const Rotation upright{1, 0, 0, -half_pi};

// New x, y, z in the old frame: camera-like -z, -x, y; pen-like x, -z, y; emitter-like z, x, y.
Quaternion camera_turn() { return to_quaternion({1, 0, 0, -half_pi}) * to_quaternion({0, 0, 1, half_pi}); }
Quaternion pen_turn() { return to_quaternion(upright); }
Quaternion emitter_turn() { return to_quaternion({1, 0, 0, -half_pi}) * to_quaternion({0, 0, 1, -half_pi}); }

// What is up in a Collada file was y and is z.
bool is_collada(const Node& node) {
  if (!node.is_a("Mesh")) return false;
  const MFString& urls = node.get<MFString>("url");
  return !urls.empty() && (urls[0].ends_with(".dae") || urls[0].ends_with(".DAE"));
}

constexpr std::string_view mark = "standsAlongY";

bool is_marked(const Node& geometry) { return geometry.is_set(geometry.type().find_retired(mark, 0)); }

// The geometry in this place that stands otherwise today; nullptr if there is none.
Node* standing_geometry(Node& place) {
  const auto original = [](Node* node) { return node->use_of() ? node->use_of() : node; };
  Node* node = original(&place);
  if (node->is_a("Shape")) {
    node = node->node("geometry");
    if (!node) return nullptr;
    node = original(node);
  }
  for (const std::string_view type : {"Cylinder", "Cone", "Capsule", "Plane", "ElevationGrid"})
    if (node->is_a(type)) return node;
  return is_collada(*node) ? node : nullptr;
}

// The same, if it is this step that turns it.
Node* geometry_to_turn(Node& place, const UpgradeStep& step) {
  Node* geometry = standing_geometry(place);
  return geometry && is_marked(*geometry) == (step.version >= version_number("R2022a")) ? geometry : nullptr;
}

void mark_geometry(Node* geometry) {
  if (geometry && !is_marked(*geometry))
    Draft(*geometry).set_value(geometry->type().find_retired(mark, 0), Value(true));
}

NodePtr wrap(NodePtr node, const Rotation& rotation, const Vec3& translation = {}) {
  NodePtr pose = new_node("Pose", node->span());
  if (translation != Vec3{}) set_field(*pose, "translation", Value(translation));
  set_field(*pose, "rotation", Value(rotation));
  MFNode children;
  children.push_back(std::move(node));
  set_field(*pose, "children", Value(std::move(children)));
  return pose;
}

// The grid began at the origin and its rows went along z; now rows go along y, which is -z of old, so they are listed
// the other way round and begin at the far end.
double grid_depth(const Node& grid) {
  return (std::max(grid.get<std::int32_t>("yDimension"), 1) - 1) * grid.get<double>("ySpacing");
}

void turn_grid(Node& grid, const UpgradeStep& step) {
  if (auto value = take_retired(grid, "zDimension"))
    set_field(grid, "yDimension", std::move(value->value), value->span);
  if (auto value = take_retired(grid, "zSpacing")) set_field(grid, "ySpacing", std::move(value->value), value->span);
  if (step.version >= version_number("R2022a")) return;
  if (!grid.bindings().empty())
    step.diagnostics.report(DiagnosticKind::LostMeaning, grid.span(),
                            "the rows of an ElevationGrid older than R2022a cannot be parameters of a PROTO");
  const auto columns = static_cast<std::size_t>(std::max(grid.get<std::int32_t>("xDimension"), 0));
  const auto rows = static_cast<std::size_t>(std::max(grid.get<std::int32_t>("yDimension"), 0));
  const FieldIndex index = grid.type().find("height");
  const MFFloat& heights = grid.get(index).as<MFFloat>();
  // What is missing counts as 0; what is too much has no place. check_world refuses a grid that lacks more.
  const auto most_missing = std::size_t(std::min(value_of(Limit::MissingHeights), std::int64_t{1} << 32));
  if (columns == 0 || rows == 0 || heights.empty() || rows > (heights.size() + most_missing) / columns) return;
  MFFloat turned(columns * rows, 0.0);
  for (std::size_t i = 0; i < std::min(heights.size(), turned.size()); ++i)
    turned[(rows - 1 - i / columns) * columns + i % columns] = heights[i];
  Draft(grid).set_value(index, Value(std::move(turned)), grid.span_of(index));
}

bool is_in_bounding_object(const Node& node) {
  for (const Node* at = &node; at->parent(); at = at->parent())
    if (at->parent()->type().field(at->parent_field()).name == "boundingObject") return true;
  return false;
}

// A plain pose around a single shape of a boundingObject, where poses do not nest, is turned itself.
bool turn_instead(Node& parent, const FieldDescription& field, MFNode& list, const UpgradeStep& step) {
  const bool plain_pose = (parent.type().name() == "Pose" || parent.type().name() == "Transform") &&
                          !parent.is_set("scale") && !is_bound(parent, "rotation");
  if (!plain_pose || list.size() != 1 || field.name != "children" || !is_in_bounding_object(parent)) return false;
  const Node* geometry = geometry_to_turn(*list[0], step);
  if (!geometry || geometry->is_a("ElevationGrid")) return false;
  const Rotation rotation = turned(parent.get<Rotation>("rotation"), upright);
  Draft(parent).set_value(parent.type().find("rotation"), Value(rotation), parent.span_of("rotation"));
  return true;
}

// Each node that stands in a place of its own: not the geometry of a Shape.
void turn_geometries_of(Node& parent, const UpgradeStep& step) {
  for (std::size_t i = 0; i < parent.values().size(); ++i) {
    const FieldIndex index = parent.values()[i].index;
    const FieldDescription& field = parent.type().field(index);
    if (parent.is_a("Shape")) continue;
    if (field.type == FieldType::MFNode) {
      MFNode& list = Draft(parent).edit(index).as<MFNode>();
      if (turn_instead(parent, field, list, step)) continue;
      for (NodePtr& child : list) {
        const Node* geometry = geometry_to_turn(*child, step);
        if (!geometry) continue;
        const double depth = geometry->is_a("ElevationGrid") ? grid_depth(*geometry) : 0;
        child = wrap(std::move(child), upright, {0, 0, depth});
      }
      Draft(parent).adopt(index);
    } else if (field.type == FieldType::SFNode) {
      NodePtr& child = Draft(parent).edit(index).as<NodePtr>();
      const Node* geometry = child ? geometry_to_turn(*child, step) : nullptr;
      if (!geometry) continue;
      const double depth = geometry->is_a("ElevationGrid") ? grid_depth(*geometry) : 0;
      child = wrap(std::move(child), upright, {0, 0, depth});
      Draft(parent).adopt(index);
    }
  }
}

bool device_turn_of(const Node& node, Quaternion& turn) {
  for (const std::string_view type : {"Camera", "RangeFinder", "Lidar", "Radar"})
    if (node.is_a(type)) {
      turn = camera_turn();
      return true;
    }
  for (const std::string_view type : {"Pen", "Track"})
    if (node.is_a(type)) {
      turn = pen_turn();
      return true;
    }
  for (const std::string_view type : {"Emitter", "Receiver", "Connector", "TouchSensor"})
    if (node.is_a(type)) {
      turn = emitter_turn();
      return true;
    }
  return false;
}

void set_vector(Node& node, std::string_view field, const Quaternion& turn) {
  const FieldIndex index = node.type().find(field);
  if (index == no_field) return;
  Draft(node).set_value(index, Value(quarter_rotate(turn, node.get(index).as<Vec3>())), node.span_of(index));
}

// A posed node into the turned frame around it.
void turn_pose(Node& pose, const Quaternion& back) {
  set_vector(pose, "translation", back);
  const FieldIndex index = pose.type().find("rotation");
  Draft(pose).set_value(index, Value(to_rotation(back * to_quaternion(pose.get(index).as<Rotation>()))),
                        pose.span_of(index));
}

// What the device holds stays where it was.
NodePtr turn_back(NodePtr node, const Quaternion& back) {
  if (node->is_a("TrackWheel")) return node;  // its own frame is the old one
  const bool posed = node->is_a("Pose") && !node->use_of();
  if (posed && !is_bound(*node, "translation") && !is_bound(*node, "rotation")) {
    turn_pose(*node, back);
    return node;
  }
  if (node->is_a("Joint") && !node->use_of()) {
    for (const std::string_view field : {"jointParameters", "jointParameters2", "jointParameters3"}) {
      if (!node->has(field)) continue;
      const FieldIndex index = node->type().find(field);
      NodePtr& parameters = Draft(*node).edit(index).as<NodePtr>();
      if (!parameters) parameters = new_node(node->type().field(index).choices.front(), node->span());
      Draft(*node).adopt(index);
      if (parameters->use_of()) continue;
      set_vector(*parameters, "axis", back);
      set_vector(*parameters, "anchor", back);
      set_vector(*parameters, "suspensionAxis", back);
    }
    if (Node* end = node->node("endPoint"); end && end->is_a("Pose") && !end->use_of()) turn_pose(*end, back);
    return node;
  }
  return wrap(std::move(node), to_rotation(back));
}

void turn_mass(Node& physics, const Quaternion& back, const UpgradeStep& step) {
  if (physics.use_of()) {
    const Node& original = *physics.use_of();
    // The origin is where it was.
    const bool is_off = original.is_set("centerOfMass") && original.get<MFVec3f>("centerOfMass") != MFVec3f{{0, 0, 0}};
    if (is_off || original.is_set("inertiaMatrix"))
      step.diagnostics.report(DiagnosticKind::LostMeaning, physics.span(),
                              "centerOfMass and inertiaMatrix of a device older than R2022a must be its own, not USEd");
    return;
  }
  const FieldIndex center = physics.type().find("centerOfMass");
  if (physics.is_set(center))
    for (Vec3& point : Draft(physics).edit(center).as<MFVec3f>()) point = quarter_rotate(back, point);
  const FieldIndex inertia = physics.type().find("inertiaMatrix");
  if (!physics.is_set(inertia) || physics.get(inertia).size() != 2) return;
  // I' = R I R^T, column by column, then row by row.
  MFVec3f& value = Draft(physics).edit(inertia).as<MFVec3f>();
  const Vec3 d = value[0], o = value[1];
  const std::array<Vec3, 3> columns = {quarter_rotate(back, {d.x, o.x, o.y}), quarter_rotate(back, {o.x, d.y, o.z}),
                                       quarter_rotate(back, {o.y, o.z, d.z})};
  const Vec3 r0 = quarter_rotate(back, {columns[0].x, columns[1].x, columns[2].x});
  const Vec3 r1 = quarter_rotate(back, {columns[0].y, columns[1].y, columns[2].y});
  const Vec3 r2 = quarter_rotate(back, {columns[0].z, columns[1].z, columns[2].z});
  value = {{r0.x, r1.y, r2.z}, {r0.y, r0.z, r1.z}};
}

// A device whose pose is a parameter gets a frame of its own below the pose.
void mount(Node& device, const Quaternion& turn) {
  const bool in_list =
      device.parent() && device.parent()->type().field(device.parent_field()).type == FieldType::MFNode;
  NodePtr frame = new_node(in_list ? "Pose" : "Solid", device.span());
  NodePtr inner(new Node(device.type(), device.span()));
  for (const std::string_view field : {"translation", "rotation"})
    if (device.is_set(field)) {
      set_field(*frame, field, device.get(field).clone(), device.span_of(field));
      Draft(device).clear_value(device.type().find(field));
    }
  for (const IsBinding& binding : device.bindings()) {
    const std::string& name = device.type().field(binding.field).name;
    const bool of_pose = name == "translation" || name == "rotation";
    // The inner one is of the device's type and may have retired fields of the same name as today's, or of none.
    if (of_pose)
      Draft(*frame).bind({frame->type().find(name), binding.parameter, binding.span});
    else
      Draft(*inner).bind(binding);
  }
  Draft(device).clear_bindings();
  move_fields(device, *inner);
  set_field(*inner, "rotation", Value(to_rotation(turn)));
  Draft(*inner).set_def(device.def());
  Draft(device).set_def({});
  MFNode children;
  children.push_back(std::move(inner));
  set_field(*frame, "children", Value(std::move(children)));
  Draft(device).become(std::move(frame));
}

void turn_device(Node& device, const Quaternion& turn, const UpgradeStep& step) {
  const Quaternion back = inverse(turn);
  for (const std::string_view field : {"children", "boundingObject", "rotatingHead", "animatedGeometry"}) {
    const FieldIndex index = device.type().find(field);
    if (index == no_field || !device.is_set(index)) continue;
    if (device.type().field(index).type == FieldType::MFNode) {
      for (NodePtr& child : Draft(device).edit(index).as<MFNode>()) child = turn_back(std::move(child), back);
    } else if (NodePtr& child = Draft(device).edit(index).as<NodePtr>()) {
      child = turn_back(std::move(child), back);
    }
    Draft(device).adopt(index);
  }
  if (Node* physics = device.node("physics")) turn_mass(*physics, back, step);
  if (is_bound(device, "rotation")) return mount(device, turn);
  const FieldIndex rotation = device.type().find("rotation");
  Draft(device).set_value(rotation, Value(to_rotation(to_quaternion(device.get(rotation).as<Rotation>()) * turn)),
                          device.span_of(rotation));
}

// What PROTOs are given, and a PROTO that is a geometry, which is the whole of a text.
void mark_waiting(MFNode& nodes) {
  for (NodePtr& top : nodes) {
    if (top->is_a("Geometry")) mark_geometry(standing_geometry(*top));
    for_each_node(*top, [](Node& node) {
      if (!node.type().is_proto() || node.use_of()) return;
      for_each_child(node, [](Node& child) { mark_geometry(standing_geometry(child)); });
    });
  }
}

}  // namespace

Rotation device_turn() { return to_rotation(camera_turn()); }

// What turn_instead has turned holds its geometry without a Pose in between.
bool is_turned_in_bounding_object(const Node& pose) {
  if (pose.type().name() != "Pose" || !is_in_bounding_object(pose)) return false;
  const MFNode& children = pose.nodes("children");
  const Node* geometry = children.size() == 1 ? standing_geometry(*children.front()) : nullptr;
  return geometry && !geometry->is_a("ElevationGrid");
}

std::optional<Rotation> turn_of_device(const Node& node) {
  Quaternion turn;
  if (node.is_a("Viewpoint")) return device_turn();
  if (device_turn_of(node, turn)) return to_rotation(turn);
  return is_turned_in_bounding_object(node) && !is_put_around(node) ? std::optional(upright) : std::nullopt;
}

Rotation turned(const Rotation& rotation, const Rotation& turn) {
  return to_rotation(to_quaternion(rotation) * to_quaternion(turn));
}

Vec3 rotated(const Rotation& r, const Vec3& v) {
  const double n = std::sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
  if (n == 0) return v;
  const Vec3 k{r.x / n, r.y / n, r.z / n};
  const double c = std::cos(r.angle), s = std::sin(r.angle), d = (k.x * v.x + k.y * v.y + k.z * v.z) * (1 - c);
  return {v.x * c + (k.y * v.z - k.z * v.y) * s + k.x * d, v.y * c + (k.z * v.x - k.x * v.z) * s + k.y * d,
          v.z * c + (k.x * v.y - k.y * v.x) * s + k.z * d};
}

Vec3 turned(const Vec3& vector, const Rotation& turn) { return quarter_rotate(to_quaternion(turn), vector); }

// `wrap` gives it the place in the file of what it holds.
bool is_put_around(const Node& node) {
  if (node.type().name() != "Pose" || !node.def().empty() || !node.span().source) return false;
  const MFNode& children = node.nodes("children");
  return children.size() == 1 && children.front()->span().source == node.span().source &&
         children.front()->span().begin == node.span().begin;
}

void turn_axes(const UpgradeStep& step) {
  for_each_node_to_upgrade(step.nodes, [&step](Node& node) {
    if (node.is_a("ElevationGrid")) turn_grid(node, step);
  });
  const bool are_todays = step.version >= version_number("R2022a");
  if (!are_todays) mark_waiting(step.nodes);
  for_each_node_to_upgrade(step.nodes, [&step](Node& node) { turn_geometries_of(node, step); });
  for (NodePtr& node : step.nodes)
    if (const Node* geometry = geometry_to_turn(*node, step); geometry && !node->is_a("Geometry"))
      node = wrap(std::move(node), upright, {0, 0, geometry->is_a("ElevationGrid") ? grid_depth(*geometry) : 0});
  if (are_todays) {
    for_each_node_to_upgrade(step.nodes, [](Node& node) { take_retired(node, mark); });
    return;
  }
  for_each_node_to_upgrade(step.nodes, [&step](Node& node) {
    Quaternion turn;
    if (device_turn_of(node, turn)) return turn_device(node, turn, step);
    if (!node.is_a("Viewpoint")) return;
    const FieldIndex index = node.type().find("orientation");
    // It looked along -z from 10 m in front, where no other place was given.
    if (!node.is_set("position") && !is_bound(node, "position"))
      Draft(node).set_value(node.type().find("position"), Value(Vec3{0, 0, 10}));
    Draft(node).set_value(index, Value(to_rotation(to_quaternion(node.get(index).as<Rotation>()) * camera_turn())),
                          node.span_of(index));
  });
}

}  // namespace lightsout
