// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/supervision/supervisor_old_names.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "controllers/wire/supervisor.h"
#include "engine/robots/exchange/old_types.h"
#include "engine/robots/exchange/release.h"
#include "world_format/text/version.h"
#include "world_format/upgrade/old_arguments.h"
#include "world_format/upgrade/upgrade.h"

namespace lightsout {

namespace {

FieldPlace place_in(Node& node, FieldIndex field) {
  Node& original = node.use_of() ? *node.use_of() : node;
  return {&original, nullptr, LO_LEVEL_BASE, field};
}

std::optional<FieldPlace> place_in(Node* node, std::string_view field) {
  const FieldIndex index = node ? node->type().find(field) : no_field;
  return index == no_field ? std::nullopt : std::optional(place_in(*node, index));
}

std::optional<FieldPlace> place_in_servo(const ServoParts& servo, std::string_view field) {
  if (field == "maxForce") field = servo.motor->has("maxTorque") ? "maxTorque" : "maxForce";
  if (field == "controlP") return place_in(*servo.motor, servo.motor->type().find_retired(field, 0));
  for (const std::string_view of_motor :
       {"maxVelocity", "maxForce", "maxTorque", "acceleration", "minPosition", "maxPosition"})
    if (field == of_motor) return place_in(servo.motor, field);
  for (const std::string_view of_joint :
       {"position", "minStop", "maxStop", "springConstant", "dampingConstant", "staticFriction"})
    if (field == of_joint) return place_in(servo.parameters, field);
  return std::nullopt;
}

struct Renamed {
  std::string_view type, then, now;
};

// Fields that have another name and the same type and meaning.
constexpr Renamed renamed[] = {
    {"ElevationGrid", "zDimension", "yDimension"},
    {"ElevationGrid", "zSpacing", "ySpacing"},
    {"Robot", "data", "customData"},
    {"Robot", "robotWindow", "window"},
    {"GPS", "resolution", "accuracy"},
    {"Camera", "lensDistortion", "lens"},
};

// Fields whose type is another one by now.
constexpr Renamed retyped[] = {
    {"WorldInfo", "gravity", "gravity"},           {"Motor", "controlP", "controlPID"},
    {"Robot", "controllerArgs", "controllerArgs"}, {"Recognition", "occlusion", "occlusion"},
    {"Camera", "spherical", "projection"},         {"RangeFinder", "spherical", "projection"},
    {"Lidar", "spherical", "projection"},          {"Viewpoint", "followOrientation", "followType"},
};

constexpr std::string_view no_longer_there = "the field is no longer there";

Vec3 up_of(const World& world) {
  return world.world_info().get<std::string>("coordinateSystem") == "ENU" ? Vec3{0, 0, 1} : Vec3{0, 1, 0};
}

}  // namespace

std::optional<FieldPlace> place_by_old_name(const World& world, Node& node, std::string_view field) {
  if (node.is_a("Solid"))
    if (const auto servo = servo_of(world, node))
      if (const auto place = place_in_servo(*servo, field)) return place;
  const FieldIndex retired = node.type().find_retired(field, version_number(world.version));
  if (retired == no_field) return std::nullopt;
  const auto is_it = [&](const Renamed& entry) { return entry.then == field && node.is_a(entry.type); };
  if (const auto* entry = std::ranges::find_if(renamed, is_it); entry != std::end(renamed))
    return place_in(&node, entry->now);
  // What has become of all others is not known, or nothing: they read as they stand, or have their defaults.
  return place_in(node, retired);
}

namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

// How the upgrade has turned the value: value_now = around^-1 value_then own, where a pose has both; angle 0: not.
struct Turns {
  Rotation around, own;
};

std::optional<Turns> turns_of(const World& world, const FieldPlace& place) {
  if (place.is_root() || place.record) return std::nullopt;
  const std::string& name = place.description().name;
  const bool turns = is_one_of(name, {"rotation", "orientation"});
  if (!turns && !is_one_of(name, {"translation", "axis", "anchor", "suspensionAxis"})) return std::nullopt;
  const Release release(world);
  Turns found{release.turn_around(*place.node), turns ? release.turn_of(*place.node) : Rotation{0, 0, 1, 0}};
  return found.around.angle != 0 || found.own.angle != 0 ? std::optional(found) : std::nullopt;
}

Rotation back(Rotation turn) {
  turn.angle = -turn.angle;
  return turn;
}

}  // namespace

bool is_old(const World& world, const FieldPlace& place) {
  if (place.is_root() || place.record) return false;
  return !place.description().retired_in.empty() || turns_of(world, place);
}

Value old_value(const World& world, const FieldPlace& place) {
  const Node& node = *place.node;
  const std::string& name = place.description().name;
  if (const auto turns = turns_of(world, place)) {
    const Value& now = node.get(place.field);
    if (now.type() == FieldType::SFVec3f) return Value(turned(now.as<Vec3>(), turns->around));
    return Value(turned(turns->around, turned(now.as<Rotation>(), back(turns->own))));
  }
  if (name == "gravity") {
    const Vec3 up = up_of(world);
    const double g = node.get<double>("gravity");
    return Value(Vec3{-g * up.x, -g * up.y, -g * up.z});
  }
  if (name == "northDirection" && !node.is_set(place.field)) {
    const std::string& system = world.world_info().get<std::string>("coordinateSystem");
    return Value(system == "ENU" ? Vec3{0, 1, 0} : system == "EUN" ? Vec3{0, 0, 1} : Vec3{1, 0, 0});
  }
  if (name == "occlusion") return Value(node.get<std::int32_t>("occlusion") != 0);
  if (name == "spherical") return Value(node.get<std::string>("projection") != "planar");
  if (name == "followOrientation") return Value(node.get<std::string>("followType") == "Mounted Shot");
  if (name == "controlP") return Value(node.get<Vec3>("controlPID").x);
  if (name == "controllerArgs") return Value(join_arguments(node.get<MFString>("controllerArgs")));
  return node.get(place.field).clone();
}

const Node& seen_there(const World& world, const Node& node) {
  return Release(world).is_before("R2022a") && is_put_around(node) ? *node.nodes("children").front() : node;
}

namespace {

template <class N>
N& pose_around(const World& world, N& node) {
  N* above = node.parent();
  return above && Release(world).is_before("R2022a") && is_put_around(*above) ? *above : node;
}

}  // namespace

const Node& standing_for(const World& world, const Node& node) { return pose_around(world, node); }
Node& standing_for(const World& world, Node& node) { return pose_around(world, node); }

int element_now(const World& world, const FieldPlace& place, int index) {
  if (place.is_root() || place.record || place.description().name != "height" || !place.node->is_a("ElevationGrid") ||
      !Release(world).rows_are_reversed(*place.node))
    return index;
  const int columns = place.node->get<std::int32_t>("xDimension"), rows = place.node->get<std::int32_t>("yDimension");
  if (index < 0) index += int(place.node->get<MFFloat>("height").size());
  if (columns <= 0 || index < 0 || index / columns >= rows) return index;
  return (rows - 1 - index / columns) * columns + index % columns;
}

std::string edit_problem(const World& world, const FieldPlace& place) {
  return is_old(world, place) && !turns_of(world, place) ? std::string(no_longer_there) : "";
}

std::string bring_to_today(const World& world, FieldPlace& place, Value& value) {
  const std::string& name = place.description().name;
  const Node& node = *place.node;
  if (const auto turns = turns_of(world, place)) {
    if (value.type() == FieldType::SFVec3f)
      value = Value(turned(value.as<Vec3>(), back(turns->around)));
    else
      value = Value(turned(back(turns->around), turned(value.as<Rotation>(), turns->own)));
    return {};
  }
  if (name == "gravity") {
    const Vec3 up = up_of(world), g = value.as<Vec3>();
    if (g.x != 0 || (up.z == 0 ? g.z : g.y) != 0) return "gravity can only be along the vertical axis of the world";
    value = Value(up.z == 0 ? -g.y : -g.z);
  } else if (name == "controlP") {
    const Vec3 gains = node.get<Vec3>("controlPID");
    value = Value(Vec3{value.as<double>(), gains.y, gains.z});
  } else if (name == "controllerArgs") {
    value = Value(split_arguments(value.as<std::string>()));
  } else if (name == "occlusion") {
    value = Value(std::int32_t{value.as<bool>() ? 1 : 0});
  } else if (name == "spherical") {
    value = Value(std::string(value.as<bool>() ? "cylindrical" : "planar"));
  } else if (name == "followOrientation") {
    value = Value(std::string(value.as<bool>() ? "Mounted Shot" : "Tracking Shot"));
  } else {
    return std::string(no_longer_there);
  }
  for (const Renamed& entry : retyped)
    if (entry.then == name && node.is_a(entry.type)) place.field = node.type().find(entry.now);
  return {};
}

}  // namespace lightsout
