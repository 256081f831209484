// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <unordered_map>
#include <utility>

#include "limits/limits.h"
#include "world_format/text/diagnostic.h"
#include "world_format/value_check.h"
#include "world_format/writer.h"

namespace lightsout {

namespace {

bool may_hold(const FieldDescription& field, const Node& node, bool in_bounding_object) {
  if (field.choices.empty() || node.type().is_proto()) return true;
  if (in_bounding_object && field.name == "children" && node.is_a("Geometry")) return true;
  return std::any_of(field.choices.begin(), field.choices.end(),
                     [&node](const std::string& type) { return node.is_a(type); });
}

// "a+" fits "a-"; without a gender equal types fit. An empty type fits each.
bool types_fit(const std::string& one, const std::string& other) {
  if (one.empty() || other.empty()) return true;
  if (!one.ends_with('+') && !one.ends_with('-')) return one == other;
  return one != other && one.substr(0, one.size() - 1) == other.substr(0, other.size() - 1);
}

// Slots come in pairs, the lower one in the endPoint of the upper one, and only the lower one holds anything else.
std::string slot_problem(const Node& slot, const Node& child) {
  const bool is_lower = slot.parent() && slot.parent()->is_a("Slot");
  if (is_lower) return child.is_a("Slot") ? "a Slot connects to one Slot only" : "";
  if (!child.is_a("Slot")) return "only another Slot can stand in a Slot that stands in none";
  const std::string &mine = slot.get<std::string>("type"), &theirs = child.get<std::string>("type");
  return types_fit(mine, theirs) ? "" : fmt::format("a Slot of type \"{}\" takes none of type \"{}\"", mine, theirs);
}

// Nodes that have a meaning at the top of a world.
bool may_stand_at_top(const Node& node) {
  if (node.type().is_proto()) return true;
  for (const std::string_view type : {"WorldInfo", "Scenery", "Group", "Shape", "Joint"})
    if (node.is_a(type)) return !node.is_a("Look");
  return false;
}

bool is_only_seen(const Node& node) { return node.is_a("Scenery"); }

class Checker {
 public:
  Checker(World& world, Diagnostics& diagnostics) : world_(world), diagnostics_(diagnostics) {}

  void check_top() {
    for (std::size_t i = 0; i < world_.nodes().size();) {
      Node& node = *world_.nodes()[i];
      if (may_stand_at_top(node)) {
        check(node);
        ++i;
        continue;
      }
      diagnostics_.report(DiagnosticKind::MisplacedNode, node.span(),
                          fmt::format("{} cannot stand at the top of a world: left out", node.type().name()));
      world_.remove(nullptr, no_field, static_cast<int>(i));
    }
  }

  void check_import(Node& holder, const Node& parent) {
    holder_ = &holder;
    parent_ = &parent;
    for (const Node* node = &parent; node->parent() && !in_bounding_object_; node = node->parent())
      in_bounding_object_ = node->parent()->type().field(node->parent_field()).name == "boundingObject";
    check(holder);
  }

  // Of an edited node: what its fields must agree in. Few are edited in a step: their types are not looked through.
  void check_agreement(Node& node, FieldIndex edited) {
    edited_ = edited;
    for (const TypeCheck& agreement : agreement_checks)
      if (node.is_a(agreement.type)) (this->*agreement.check)(node);
  }

 private:
  using Check = void (Checker::*)(Node&);
  // What is to be looked at in nodes of a type.
  struct TypeChecks {
    std::vector<bool> restricted;  // by field
    std::vector<Check> special;
  };

  const TypeChecks& checks_of(const NodeType& type) {
    const auto [known, is_new] = checks_.try_emplace(&type);
    TypeChecks& checks = known->second;
    if (!is_new) return checks;
    for (FieldIndex i = 0; i < type.field_count(); ++i) checks.restricted.push_back(is_restricted(type.field(i)));
    for (const TypeCheck& special : special_checks)
      if (type.is_a(special.type)) checks.special.push_back(special.check);
    for (const TypeCheck& agreement : agreement_checks)
      if (type.is_a(agreement.type)) checks.special.push_back(agreement.check);
    return checks;
  }

  // USE copies are checked where they are defined.
  void check(Node& node) {
    if (node.use_of()) return;
    const TypeChecks& checks = checks_of(node.type());
    // Indices, because a value may be replaced on the way.
    for (std::size_t i = 0; i < node.values().size(); ++i) {
      const FieldValue& value = node.values()[i];
      switch (value.value.type()) {
        case FieldType::SFNode:
          check_child(node, value.index);
          break;
        case FieldType::MFNode:
          check_children(node, value.index);
          break;
        default:
          if (checks.restricted[value.index]) check_value(node, value.index, value.value);
      }
    }
    for (const Check special : checks.special) (this->*special)(node);
  }

  // Upgrades have given solids the size that an equal scale gives them.
  void check_transform(Node& node) {
    if (Vec3 scale = node.get<Vec3>("scale"); reset_zeros(scale)) {
      warn(node, "scale", fmt::format("`scale` must not have a 0: {} is used", write_value(Value(scale))));
      world_.set(node, node.type().find("scale"), Value(scale));
    }
    if (node.get<Vec3>("scale") == Vec3{1, 1, 1}) return;
    bool holds_solid = false;
    for_each_node(node, [&](const Node& below) { holds_solid = holds_solid || below.is_a("Solid"); });
    if (holds_solid)
      diagnostics_.report(DiagnosticKind::Unsupported, node.span_of("scale"),
                          "a Transform that holds a Solid scales shapes alone, unless its scale is positive and equal "
                          "along all axes: the Solid keeps its size and place");
  }

  void warn(const Node& node, std::string_view field, std::string problem) {
    diagnostics_.report(DiagnosticKind::OutOfRange, node.span_of(field), std::move(problem));
  }

  // WbPhysics: what was edited last gives way.
  void check_physics(Node& physics) {
    if (physics.get<double>("density") != -1 || physics.get<double>("mass") != -1) return;
    if (edited_ != no_field && physics.type().field(edited_).name == "mass")
      replace(physics, "mass", 1, "neither `density` nor `mass` is given");
    else
      replace(physics, "density", 1000, "neither `density` nor `mass` is given");
  }

  // WbMotor::updateMultiplier.
  void check_multiplier(Node& motor) {
    if (motor.get<double>("multiplier") == 0) replace(motor, "multiplier", 1, "a multiplier of 0 would stop the motor");
  }

  void check_device(Node& device) {
    // A Connector that is passive couples wherever it stands, a Track is a belt without a motor.
    // What is imported may come to stand in a Robot yet.
    if (!holder_ && !device.is_a("Connector") && !device.is_a("Track") && !is_inside(device, "Robot"))
      diagnostics_.report(DiagnosticKind::MisplacedNode, device.span(),
                          fmt::format("{} has no Robot above it that could use it", device.type().name()));
    if (device.is_a("Connector") && device.get<bool>("isLocked") && device.get<std::string>("type") == "passive")
      warn(device, "isLocked", "a passive connector cannot be locked");
  }

  // What a LED or a Charger lights up: the first child, or what stands in it if that is a Group.
  void check_lamps(Node& owner) {
    if (owner.is_a("LED") && owner.get<bool>("gradual") && owner.get<MFColor>("color").size() > 1)
      warn(owner, "color", "a gradual LED has one colour, or none: the first counts");
    const MFNode& children = owner.nodes("children");
    if (children.empty() || children.front()->type().is_proto()) return;
    bool lights_up = false;
    check_lamp(*children.front(), owner, lights_up);
    if (!lights_up)
      warn(owner, "children",
           fmt::format(
               "the first child of a {} is to be a Shape with a Material or a PBRAppearance, a Light, or a Group "
               "of them: nothing lights up",
               owner.type().name()));
  }

  void check_lamp(const Node& child, const Node& owner, bool& lights_up) {
    if (child.is_a("Shape")) {
      const Node* look = child.node("appearance");
      if (look && !look->is_a("PBRAppearance")) look = look->has("material") ? look->node("material") : nullptr;
      lights_up = lights_up || look;
      if (look && look->use_of())
        warn(child, "appearance",
             fmt::format("what a {} lights up must not be a USE: all that share it would shine", owner.type().name()));
    } else if (child.is_a("Light")) {
      lights_up = true;
      if (owner.is_a("LED") && child.is_a("DirectionalLight"))
        warn(owner, "children", "the light of a LED is to be a PointLight or a SpotLight");
    } else if (child.has("children")) {
      for (const NodePtr& inner : child.nodes("children")) check_lamp(*inner, owner, lights_up);
    }
  }

  // Charge, capacity and charging power.
  void check_battery(Node& robot) {
    const std::size_t count = robot.get<MFFloat>("battery").size();
    if (count != 0 && count != 3)
      warn(robot, "battery", fmt::format("`battery` has three values, or none, not {}", count));
  }

  // Manual, JointParameters and Motor: the stops of a hinge are on both sides of 0 and within half a turn, and the
  // position of a joint is between its stops.
  void check_stops(const Node& joint, std::string_view field, bool turns) {
    const Node* parameters = joint.node(field);
    if (!parameters || parameters->use_of()) return;
    const double least = parameters->get<double>("minStop"), most = parameters->get<double>("maxStop");
    if (least == most) return;
    constexpr double half_turn = std::numbers::pi + 1e-3;  // as people write it: 3.1416
    if (turns && (least > 0 || least < -half_turn))
      warn(*parameters, "minStop", fmt::format("`minStop` of a hinge must be in [-pi, 0], not {}", least));
    if (turns && (most < 0 || most > half_turn))
      warn(*parameters, "maxStop", fmt::format("`maxStop` of a hinge must be in [0, pi], not {}", most));
    const double position = parameters->get<double>("position");
    if (position < least || position > most)
      warn(*parameters, "position",
           fmt::format("`position` {} is not between `minStop` {} and `maxStop` {}", position, least, most));
  }

  void check_hinge(Node& joint) { check_stops(joint, "jointParameters", true); }
  void check_hinge2(Node& joint) { check_stops(joint, "jointParameters2", true); }
  void check_slider(Node& joint) { check_stops(joint, "jointParameters", false); }

  // Values of two fields that cannot work together: `field` gets another one.
  void replace(Node& node, std::string_view field, double instead, const std::string& problem) {
    const FieldIndex index = node.type().find(field);
    diagnostics_.report(is_only_seen(node) ? DiagnosticKind::SceneryValue : DiagnosticKind::OutOfRange,
                        node.span_of(index), fmt::format("{}: `{}` {} is used", problem, field, instead));
    world_.set(node, index, Value(instead));
  }

  // Manual, PointLight: "the attenuation and the ambientIntensity fields cannot be set simultaneously".
  void check_attenuation(Node& light) {
    if (light.get<Vec3>("attenuation") != Vec3{1, 0, 0} && light.get<double>("ambientIntensity") != 0)
      replace(light, "ambientIntensity", 0, "a light with an `attenuation` has no `ambientIntensity`");
  }

  // WbSpotLight. The default is beyond too, and shines the same.
  void check_beam(Node& light) {
    const double beam = light.get<double>("beamWidth"), cut_off = light.get<double>("cutOffAngle");
    if (beam > cut_off && light.is_set(light.type().find("beamWidth")))
      replace(light, "beamWidth", cut_off, fmt::format("`beamWidth` {} is beyond `cutOffAngle` {}", beam, cut_off));
  }

  // WbZoom, WbFocus, WbLidar: the lower end gives way.
  void check_ends(Node& node, std::string_view low, std::string_view high) {
    const double least = node.get<double>(low), most = node.get<double>(high);
    if (least > most) replace(node, low, most, fmt::format("`{}` {} is above `{}` {}", low, least, high, most));
  }

  void check_zoom(Node& zoom) { check_ends(zoom, "minFieldOfView", "maxFieldOfView"); }
  void check_focus(Node& focus) { check_ends(focus, "minFocalDistance", "maxFocalDistance"); }

  // WbCamera::updateNear.
  void check_camera(Node& camera) {
    const double near = camera.get<double>("near"), far = camera.get<double>("far");
    if (far > 0 && far < near) replace(camera, "near", far, fmt::format("`near` {} is beyond `far` {}", near, far));
  }

  // WbRangeFinder, WbLidar: first near, then the ends of the range, of which either kind of device keeps the other one.
  void check_ranges(Node& device) {
    const double near = device.get<double>("near"), least = device.get<double>("minRange"),
                 most = device.get<double>("maxRange");
    if (near > least) replace(device, "near", least, fmt::format("`near` {} is beyond `minRange` {}", near, least));
    if (least < most) return;
    const std::string problem = fmt::format("`minRange` {} is not below `maxRange` {}", least, most);
    if (device.is_a("Lidar"))
      replace(device, "maxRange", least + 1, problem);
    else
      replace(device, "minRange", std::max(most - 1, 0.0), problem);
  }

  // WbRadar.
  void check_radar(Node& radar) {
    const double near = radar.get<double>("minRange"), far = radar.get<double>("maxRange"),
                 least = radar.get<double>("minRadialSpeed"), most = radar.get<double>("maxRadialSpeed");
    if (near >= far)
      replace(radar, "minRange", std::max(far - 1, 0.0),
              fmt::format("`minRange` {} is not below `maxRange` {}", near, far));
    if (most < least && most != -1)
      replace(radar, "maxRadialSpeed", least + 1,
              fmt::format("`maxRadialSpeed` {} is below `minRadialSpeed` {}", most, least));
  }

  // WbLidar.
  void check_frequencies(Node& lidar) {
    check_ends(lidar, "minFrequency", "maxFrequency");
    const double least = lidar.get<double>("minFrequency"), most = lidar.get<double>("maxFrequency"),
                 first = lidar.get<double>("defaultFrequency");
    if (first >= least && first <= most) return;
    replace(
        lidar, "defaultFrequency", std::clamp(first, least, most),
        fmt::format("`defaultFrequency` {} is not from `minFrequency` {} to `maxFrequency` {}", first, least, most));
  }

  // WbLidar::updateVerticalFieldOfView.
  void check_vertical_angle(Node& lidar) {
    const double angle = lidar.get<double>("verticalFieldOfView");
    if (angle > std::numbers::pi + 1e-3)  // as people write it: 3.1416
      replace(lidar, "verticalFieldOfView", std::numbers::pi,
              fmt::format("`verticalFieldOfView` must be at most pi, not {}", angle));
  }

  // A plane has no room for half a turn, and nothing is seen twice.
  void check_angle_of_view(Node& eye) {
    const FieldIndex field = eye.type().find("fieldOfView");
    const auto& projection = eye.get<std::string>("projection");
    // The head of a rotating Lidar looks all around.
    const bool is_planar = projection == "planar" && !(eye.is_a("Lidar") && eye.get<std::string>("type") == "rotating");
    const double angle = eye.get(field).as<double>();
    constexpr double turn = 2 * std::numbers::pi + 1e-3;  // as people write it: 6.2832
    if (is_planar ? angle < std::numbers::pi : angle <= turn) return;
    const double standard = eye.type().field(field).default_value.as<double>();
    diagnostics_.report(DiagnosticKind::OutOfRange, eye.span_of(field),
                        fmt::format("`fieldOfView` of the projection \"{}\" must be {}, not {}: {} is used", projection,
                                    is_planar ? "below pi" : "at most 2 pi", angle, standard));
    world_.set(eye, field, Value(standard));
  }

  // Devices that show their controllers pictures, four bytes a pixel.
  void check_picture(Node& device) { check_picture(device, "width", "height"); }

  // WbLidar::updateHorizontalResolution: its layers are rows of an image with square pixels, each has a row of its own.
  void check_layers(Node& lidar) {
    check_picture(lidar, "horizontalResolution", "numberOfLayers");
    check_angle_of_view(lidar);
    check_vertical_angle(lidar);
    const FieldIndex field = lidar.type().find("horizontalResolution");
    const double columns = lidar.get(field).as<std::int32_t>(), layers = lidar.get<std::int32_t>("numberOfLayers"),
                 view = lidar.get<double>("fieldOfView"), height = lidar.get<double>("verticalFieldOfView");
    const bool is_rotating = lidar.get<std::string>("type") == "rotating";
    constexpr double turn = 2 * std::numbers::pi;
    const double width = is_rotating ? std::ceil(columns * (view / turn)) : columns;
    if (layers == 1 || std::ceil((height + view / width) * (width / view)) >= layers) return;
    double needed = std::ceil(layers * view / height);
    if (is_rotating) needed = std::floor(needed * (turn / view));
    needed = std::min(needed, double{std::numeric_limits<std::int32_t>::max()});
    diagnostics_.report(
        DiagnosticKind::OutOfRange, lidar.span_of(field),
        fmt::format("`horizontalResolution` {} leaves {} layers within `verticalFieldOfView` {} no row of "
                    "square pixels each: {} is used",
                    columns, layers, height, needed));
    world_.set(lidar, field, Value(static_cast<std::int32_t>(needed)));
    check_picture(lidar, "horizontalResolution", "numberOfLayers");
  }

  void check_picture(Node& device, std::string_view columns_field, std::string_view rows_field) {
    const FieldIndex columns = device.type().find(columns_field), rows = device.type().find(rows_field);
    const std::int64_t width = device.get(columns).as<std::int32_t>(), height = device.get(rows).as<std::int32_t>();
    if (width <= 0 || height <= 0 || height <= value_of(Limit::BulkBytes) / 4 / width) return;
    diagnostics_.report(DiagnosticKind::BeyondLimit, device.span_of(columns),
                        fmt::format("{} x {} pixels: {}", width, height, how_to_raise(Limit::BulkBytes)));
    for (const FieldIndex field : {columns, rows}) world_.set(device, field, Value(std::int32_t{1}));
  }

  void check_grid(Node& grid) {
    const FieldIndex columns = grid.type().find("xDimension");
    const std::int64_t points =
        std::int64_t{grid.get(columns).as<std::int32_t>()} * grid.get<std::int32_t>("yDimension");
    const auto heights = static_cast<std::int64_t>(grid.get<MFFloat>("height").size());
    if (points - heights <= value_of(Limit::MissingHeights)) return;
    diagnostics_.report(DiagnosticKind::PhysicalValue, grid.span_of(columns),
                        fmt::format("the grid has {} points, but only {} heights: {}", points, heights,
                                    how_to_raise(Limit::MissingHeights)));
    world_.set(grid, columns, Value(std::int32_t{0}));
  }

  void check_value(Node& node, FieldIndex index, const Value& given) {
    const FieldDescription& field = node.type().field(index);
    if (is_plainly_right(field, given)) return;
    normalize_rotations(node, index);
    const Value& value = node.get(index);
    if (std::string problem = limit_problem(field, value); !problem.empty()) {
      diagnostics_.report(DiagnosticKind::BeyondLimit, node.span_of(index), std::move(problem));
      world_.set(node, index, field.default_value.clone());
      return;
    }
    ValueProblem problem = problem_of(field, value);
    if (problem.sentence.empty()) return;
    const DiagnosticKind kind = is_only_seen(node) ? DiagnosticKind::SceneryValue : problem.kind;
    const Span span = node.span_of(index);
    if (field.repair == Repair::Keep) {
      diagnostics_.report(kind, span, std::move(problem.sentence));
      return;
    }
    Value instead = repaired(field, value);
    diagnostics_.report(kind, span, with_replacement(std::move(problem.sentence), field, instead));
    world_.set(node, index, std::move(instead));
  }

  // An axis of length zero has no direction: with it a rotation is none.
  void normalize_rotations(Node& node, FieldIndex index) {
    const FieldType type = node.type().field(index).type;
    if (element_type(type) != FieldType::SFRotation) return;
    const auto has_axis = [](const Rotation& rotation) {
      return rotation.x != 0 || rotation.y != 0 || rotation.z != 0;
    };
    const auto repair = [&](Rotation& rotation) {
      if (has_axis(rotation)) return false;
      if (rotation.angle != 0)
        diagnostics_.report(
            DiagnosticKind::ZeroAxis, node.span_of(index),
            fmt::format("the axis of `{}` is zero: read as no rotation", node.type().field(index).name));
      rotation = {0, 0, 1, 0};
      return true;
    };
    if (type == FieldType::SFRotation && has_axis(node.get(index).as<Rotation>())) return;
    Value value = node.get(index).clone();
    bool changed = false;
    if (type == FieldType::SFRotation)
      changed = repair(value.as<Rotation>());
    else
      for (Rotation& rotation : value.as<MFRotation>()) changed = repair(rotation) || changed;
    if (changed) world_.set(node, index, std::move(value));
  }

  void report_misplaced(const FieldDescription& field, const Node& node) {
    std::string message = fmt::format("{} cannot stand in `{}`: left out", node.type().name(), field.name);
    if (field.choices.size() <= 12) message += fmt::format("; {} can", list_of(field.choices, '`'));
    diagnostics_.report(DiagnosticKind::MisplacedNode, node.span(), std::move(message));
  }

  void check_child(Node& node, FieldIndex index) {
    Node* child = node.get(index).as<NodePtr>().get();
    if (!child) return;
    const FieldDescription& field = node.type().field(index);
    if (!may_hold(field, *child, in_bounding_object_)) {
      report_misplaced(field, *child);
      return world_.set(node, index, Value(NodePtr()));
    }
    if (node.is_a("Slot")) {
      const std::string problem = slot_problem(&node == holder_ ? *parent_ : node, *child);
      if (!problem.empty()) {
        diagnostics_.report(DiagnosticKind::MisplacedNode, child->span(),
                            fmt::format("{}: {} is left out", problem, child->type().name()));
        return world_.set(node, index, Value(NodePtr()));
      }
    }
    const bool bounding = field.name == "boundingObject";
    if (bounding && !check_bounding(*child)) return world_.set(node, index, Value(NodePtr()));
    const bool outside = std::exchange(in_bounding_object_, in_bounding_object_ || bounding);
    check(*child);
    in_bounding_object_ = outside;
  }

  bool is_inside(const Node& node, std::string_view type) const {
    for (const Node* above = &node == holder_ ? parent_ : &node; above; above = above->parent())
      if (above->is_a(type) || above->type().is_proto()) return true;
    return false;
  }

  void check_children(Node& node, FieldIndex index) {
    const FieldDescription& field = node.type().field(index);
    const auto count = [&node, index] { return node.get(index).as<MFNode>().size(); };
    for (std::size_t i = 0; i < count();) {
      Node& child = *node.get(index).as<MFNode>()[i];
      if (child.is_a("Joint") && node.is_a("Group") && !is_inside(node, "Solid")) {
        diagnostics_.report(
            DiagnosticKind::MisplacedNode, child.span(),
            fmt::format("{} has no Solid above it that it could join anything to: left out", child.type().name()));
        world_.remove(&node, index, static_cast<int>(i));
        continue;
      }
      // As in Webots, which takes none into a joint that is not part of a Robot.
      if (child.is_a("JointDevice") && may_hold(field, child, false) && !is_inside(node, "Robot")) {
        diagnostics_.report(DiagnosticKind::MisplacedNode, child.span(),
                            fmt::format("{} has no Robot above it that could use it: left out", child.type().name()));
        world_.remove(&node, index, static_cast<int>(i));
        continue;
      }
      if (may_hold(field, child, in_bounding_object_)) {
        check(child);
        ++i;
      } else {
        report_misplaced(field, child);
        world_.remove(&node, index, static_cast<int>(i));
      }
    }
  }

  // A bounding object holds geometries only, at whatever poses; false if the node itself is none.
  bool check_bounding(Node& node) {
    if (node.is_a("Solid")) {
      diagnostics_.report(DiagnosticKind::MisplacedNode, node.span(),
                          fmt::format("{} cannot be part of a bounding object: left out", node.type().name()));
      return false;
    }
    if (!node.is_a("Group") || node.use_of()) return true;
    const FieldIndex children = node.type().find("children");
    for (std::size_t i = 0; i < node.get(children).as<MFNode>().size();) {
      Node& child = *node.get(children).as<MFNode>()[i];
      const bool fits = child.type().is_proto() || child.is_a("Shape") || child.is_a("Geometry") || child.is_a("Group");
      if (fits && check_bounding(child)) {
        ++i;
        continue;
      }
      if (!fits)
        diagnostics_.report(DiagnosticKind::MisplacedNode, child.span(),
                            fmt::format("{} cannot be part of a bounding object: left out", child.type().name()));
      world_.remove(&node, children, static_cast<int>(i));
    }
    return true;
  }

  struct TypeCheck {
    std::string_view type;
    Check check;
  };
  // In the order in which what they find is reported.
  static constexpr TypeCheck special_checks[] = {
      {"ElevationGrid", &Checker::check_grid}, {"Transform", &Checker::check_transform},
      {"Robot", &Checker::check_battery},      {"Charger", &Checker::check_battery},
      {"Device", &Checker::check_device},      {"LED", &Checker::check_lamps},
      {"Charger", &Checker::check_lamps},      {"HingeJoint", &Checker::check_hinge},
      {"SliderJoint", &Checker::check_slider}, {"Hinge2Joint", &Checker::check_hinge2},
      {"Camera", &Checker::check_picture},     {"RangeFinder", &Checker::check_picture},
      {"Lidar", &Checker::check_layers},       {"Display", &Checker::check_picture},
  };
  // Of fields that must agree, also when one of them is edited.
  static constexpr TypeCheck agreement_checks[] = {
      {"Physics", &Checker::check_physics},
      {"Motor", &Checker::check_multiplier},
      {"PointLight", &Checker::check_attenuation},
      {"SpotLight", &Checker::check_attenuation},
      {"SpotLight", &Checker::check_beam},
      {"Camera", &Checker::check_angle_of_view},
      {"RangeFinder", &Checker::check_angle_of_view},
      {"Lidar", &Checker::check_angle_of_view},
      {"Camera", &Checker::check_camera},
      {"RangeFinder", &Checker::check_ranges},
      {"Lidar", &Checker::check_ranges},
      {"Lidar", &Checker::check_frequencies},
      {"Lidar", &Checker::check_vertical_angle},
      {"Radar", &Checker::check_radar},
      {"Zoom", &Checker::check_zoom},
      {"Focus", &Checker::check_focus},
  };

  World& world_;
  Diagnostics& diagnostics_;
  std::unordered_map<const NodeType*, TypeChecks> checks_;  // looked up, never iterated
  bool in_bounding_object_ = false;
  FieldIndex edited_ = no_field;  // of a node that is looked at because it was edited
  const Node* holder_ = nullptr;  // of what is imported, a stand-in for
  const Node* parent_ = nullptr;
};

}  // namespace

void check_world(World& world, Diagnostics& diagnostics) {
  Checker(world, diagnostics).check_top();
  world.take_journal();
}

void check_import(World& scratch, Node& holder, const Node& parent, Diagnostics& diagnostics) {
  Checker(scratch, diagnostics).check_import(holder, parent);
  scratch.take_journal();
}

void check_edits(World& world, Journal& journal, Diagnostics& diagnostics) {
  Checker checker(world, diagnostics);
  for (const Edit& edit : journal) {
    const bool is_set = edit.kind == Edit::Kind::Set && edit.node && !edit.node->use_of();
    if (is_set && world.find_id(edit.node->id()) == edit.node) checker.check_agreement(*edit.node, edit.field);
  }
  std::ranges::move(world.take_journal(), std::back_inserter(journal));
}

}  // namespace lightsout
