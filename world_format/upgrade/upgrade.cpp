// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// One function per version step, in the order of time. A step that only renames a retired field acts wherever the field
// was given; a step that changes what a file means without saying so acts on files older than its version. Sources:
// change logs of the Webots reference manual and its pages on retired nodes. Axes are turned in upgrade_axes.cpp.
#include "world_format/upgrade/upgrade.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>
#include <utility>

#include "world_format/nodes/conversion.h"
#include "world_format/nodes/draft.h"
#include "world_format/text/diagnostic.h"
#include "world_format/text/version.h"
#include "world_format/upgrade/old_arguments.h"
#include "world_format/upgrade/upgrade_steps.h"

namespace lightsout {

namespace {

void for_each_node_to_upgrade(Node& node, const std::function<void(Node&)>& visit) {
  for (std::size_t i = 0; i < node.values().size(); ++i) {
    const FieldIndex index = node.values()[i].index;
    const FieldType type = node.type().field(index).type;
    if (type == FieldType::SFNode) {
      if (Node* child = Draft(node).edit(index).as<NodePtr>().get()) for_each_node_to_upgrade(*child, visit);
    } else if (type == FieldType::MFNode) {
      for (NodePtr& child : Draft(node).edit(index).as<MFNode>()) for_each_node_to_upgrade(*child, visit);
    }
  }
  // A reference has no content of its own; a PROTO's interface has its own history.
  if (!node.use_of() && !node.type().is_proto()) visit(node);
}

}  // namespace

void for_each_node_to_upgrade(MFNode& nodes, const std::function<void(Node&)>& visit) {
  for (NodePtr& node : nodes) for_each_node_to_upgrade(*node, visit);
}

bool is_bound(const Node& node, std::string_view field) {
  return std::ranges::find(node.bindings(), node.type().find(field), &IsBinding::field) != node.bindings().end();
}

bool has_names(const Value& value) {
  const auto named = [](const NodePtr& node) {
    if (!node) return false;
    if (!node->def().empty()) return true;
    return std::any_of(node->values().begin(), node->values().end(),
                       [](const FieldValue& field) { return has_names(field.value); });
  };
  if (value.type() == FieldType::SFNode) return named(value.as<NodePtr>());
  if (value.type() != FieldType::MFNode) return false;
  return std::any_of(value.as<MFNode>().begin(), value.as<MFNode>().end(), named);
}

bool gives_retired(const Node& node) {
  return std::ranges::any_of(node.values(),
                             [&node](const FieldValue& value) { return node.type().is_retired(value.index); });
}

std::optional<RetiredValue> take_retired(Node& node, std::string_view field) {
  const FieldIndex index = node.type().find_retired(field, 0);
  if (index == no_field || !node.is_set(index) || has_names(node.get(index))) return std::nullopt;
  RetiredValue taken{std::move(Draft(node).edit(index)), node.span_of(index)};
  Draft(node).clear_value(index);
  return taken;
}

void set_field(Node& node, std::string_view field, Value value, Span span) {
  const FieldIndex index = node.type().find(field);
  assert(index != no_field);
  if (!node.is_set(index)) Draft(node).set_value(index, std::move(value), span);
}

void move_fields(Node& from, Node& to) {
  const auto counterpart = [&from, &to](FieldIndex index) {
    const FieldDescription& field = from.type().field(index);
    const FieldIndex found =
        field.retired_in.empty() ? to.type().find(field.name) : to.type().find_retired(field.name, 0);
    return found != no_field && to.type().field(found).type == field.type ? found : no_field;
  };
  std::vector<FieldIndex> given;
  for (const FieldValue& value : from.values()) given.push_back(value.index);
  for (const FieldIndex index : given) {
    const FieldIndex target = counterpart(index);
    if (target == no_field || to.is_set(target)) continue;
    Draft(to).set_value(target, std::move(Draft(from).edit(index)), from.span_of(index));
    Draft(from).clear_value(index);
  }
  for (const IsBinding& binding : from.bindings())
    if (const FieldIndex target = counterpart(binding.field); target != no_field)
      Draft(to).bind({target, binding.parameter, binding.span});
  for (const HiddenValue& hidden : from.hidden()) Draft(to).add_hidden(hidden);
}

NodePtr new_node(std::string_view type, Span span) { return NodePtr(new Node(*find_node_type(type), span)); }

namespace {

void drop(Node& node, std::initializer_list<std::string_view> fields) {
  for (const std::string_view field : fields) take_retired(node, field);
}

// What the field was where nothing is given.
void set_default(Node& node, std::string_view field, Value value) {
  if (!is_bound(node, field)) set_field(node, field, std::move(value));
}

// The value of a field, or the parameter that will set it, for a field of another node.
void give(const Node& from, std::string_view field, Node& to, std::string_view target) {
  const FieldIndex source = from.type().find(field), index = to.type().find(target);
  if (from.is_set(source))
    set_field(to, target, converted(from.get(source), to.type().field(index).type), from.span_of(source));
  for (const IsBinding& binding : from.bindings())
    if (binding.field == source) Draft(to).bind({index, binding.parameter, binding.span});
}

// "<motor> sensor"; no name as long as a parameter is to name the motor: name_sensors will, once it is known.
void name_sensor(Node& sensor, const Node& motor) {
  const std::string name = is_bound(motor, "name") ? "" : motor.get<std::string>("name") + " sensor";
  Draft(sensor).set_value(sensor.type().find("name"), Value(name), motor.span_of("name"));
}

bool has_unnamed_sensor(const Node& node) {
  if (!node.is_a("Joint")) return false;
  for (const std::string_view field : {"device", "device2"})
    if (node.has(field))
      for (const NodePtr& device : node.nodes(field))
        if (device->is_a("PositionSensor") && device->get<std::string>("name").empty()) return true;
  return false;
}

void name_sensors(Node& joint) {
  for (const std::string_view field : {"device", "device2"}) {
    if (!joint.has(field)) continue;
    const MFNode& devices = joint.nodes(field);
    const auto motor = std::ranges::find_if(devices, [](const NodePtr& device) { return device->is_a("Motor"); });
    for (const NodePtr& device : devices)
      if (motor != devices.end() && device->is_a("PositionSensor") && device->get<std::string>("name").empty())
        name_sensor(*device, **motor);
  }
}

void drop_with_warning(Node& node, std::initializer_list<std::string_view> fields, std::string_view instead,
                       Diagnostics& diagnostics) {
  for (const std::string_view field : fields)
    if (const auto value = take_retired(node, field))
      diagnostics.report(DiagnosticKind::RetiredField, value->span,
                         fmt::format("`{}` of {} has no effect: {}", field, node.type().name(), instead));
}

// Colours of points and faces, which no node has today but a PointSet.
void drop_colors(Node& node, Diagnostics& diagnostics) {
  const FieldIndex color = node.type().find_retired("color", 0);
  // What USE may refer to stays, and an upgrade meets it again.
  if (node.is_set(color) && node.get(color).as<NodePtr>() && !has_names(node.get(color)))
    diagnostics.report(
        DiagnosticKind::RetiredField, node.span_of(color),
        fmt::format("`color` of {} is not shown: it looks as the appearance of its Shape says", node.type().name()));
  drop(node, {"color", "colorPerVertex"});
  if (!node.is_a("ElevationGrid")) drop(node, {"colorIndex"});
}

// The default was a tenth of today's.
void to_6_0(const UpgradeStep& step) {
  if (step.version >= version_number("V6.0")) return;
  for_each_node_to_upgrade(step.nodes, [](Node& node) {
    if (node.is_a("DifferentialWheels")) set_field(node, "speedUnit", Value(0.1));
  });
  make_planes(step);
}

bool has_old_inertia(const Node& node) {
  return node.is_a("Physics") && node.get<MFVec3f>("inertiaMatrix").size() == 3;
}

// Nine values were what dMassSetParameters takes beside the mass: the centre, then the diagonal and what stands beside
// it, about the origin. Today the matrix is about the centre of mass: I_c = I - m (c.c 1 - c c^T).
void upgrade_inertia(Node& physics) {
  if (!has_old_inertia(physics)) return;
  const FieldIndex index = physics.type().find("inertiaMatrix");
  const MFVec3f rows = physics.get(index).as<MFVec3f>();
  const Vec3 c = rows[0];
  const double m = std::max(physics.get<double>("mass"), 0.0);
  const Vec3 diagonal{rows[1].x - m * (c.y * c.y + c.z * c.z), rows[1].y - m * (c.x * c.x + c.z * c.z),
                      rows[1].z - m * (c.x * c.x + c.y * c.y)};
  const Vec3 beside{rows[2].x + m * c.x * c.y, rows[2].y + m * c.x * c.z, rows[2].z + m * c.y * c.z};
  Draft(physics).set_value(index, Value(MFVec3f{diagonal, beside}), physics.span_of(index));
  set_field(physics, "centerOfMass", Value(MFVec3f{c}));
}

void to_6_3(const UpgradeStep& step) {
  for_each_node_to_upgrade(step.nodes, [&step](Node& node) {
    if (!node.is_a("Physics")) return;
    drop_with_warning(node, {"orientation"}, "give the inertia matrix in the frame of the solid", step.diagnostics);
    upgrade_inertia(node);
  });
}

// A density other than -1, which is the default, was what counted (manual of 7.0.2); today it is the mass.
void drop_mass(Node& physics, Diagnostics& diagnostics) {
  const FieldIndex mass = physics.type().find("mass");
  if (!physics.is_set(mass) || physics.get<double>("mass") <= 0 || physics.get<double>("density") <= 0 ||
      is_bound(physics, "density") || !physics.get<MFVec3f>("inertiaMatrix").empty())
    return;
  diagnostics.report(DiagnosticKind::RetiredField, physics.span_of(mass),
                     "`mass` has no effect in files of Webots 6: `density`, which is not -1, says the mass");
  Draft(physics).clear_value(mass);
}

// Change logs of 6 and 7, and the manuals of 6.3.4 and 7.0.2. All files of Webots 6 and the first of 7 say V6.0.
void to_7_0(const UpgradeStep& step) {
  if (step.version >= version_number("V7.0")) return;
  for_each_node_to_upgrade(step.nodes, [&step](Node& node) {
    if (node.is_a("Physics")) {
      // It was a vector that is 0 where nothing is given: the solid's origin, wherever its boundingObject is.
      set_default(node, "centerOfMass", Value(MFVec3f{{0, 0, 0}}));
      drop_mass(node, step.diagnostics);
    }
    if (!node.is_a("DistanceSensor")) return;
    set_default(node, "type", Value(std::string("infra-red")));
    set_default(node, "aperture", Value(0.0));
  });
}

void to_7_4(const UpgradeStep& step) {
  for_each_node_to_upgrade(step.nodes, [](Node& node) {
    // It was what `accuracy` is today; a file of today that gives a resolution means another field.
    if (node.is_a("GPS"))
      if (auto value = take_retired(node, "resolution"))
        set_field(node, "accuracy", std::move(value->value), value->span);
  });
}

// A motor measured the position of its axis: the joint gets the sensor that does it by now.
void add_position_sensors(Node& joint) {
  for (const std::string_view field : {"device", "device2"}) {
    const FieldIndex index = joint.type().find(field);
    if (index == no_field || !joint.is_set(index)) continue;
    MFNode& devices = Draft(joint).edit(index).as<MFNode>();
    const auto is_sensor = [](const NodePtr& device) { return device->is_a("PositionSensor"); };
    const auto motor =
        std::ranges::find_if(devices, [](const NodePtr& device) { return !device->use_of() && device->is_a("Motor"); });
    if (motor == devices.end() || std::ranges::any_of(devices, is_sensor)) continue;
    NodePtr sensor = new_node("PositionSensor", (*motor)->span());
    name_sensor(*sensor, **motor);
    devices.push_back(std::move(sensor));
    Draft(joint).adopt(index);
  }
}

void to_8_0(const UpgradeStep& step) {
  if (step.version >= version_number("V8.0")) return;
  for_each_node_to_upgrade(step.nodes, [](Node& node) {
    if (node.is_a("Joint")) add_position_sensors(node);
    if (node.is_a("Emitter") || node.is_a("Receiver")) set_default(node, "bufferSize", Value(std::int32_t{4096}));
    // Computers and motors drew nothing unless it was said.
    if (node.is_a("Robot")) set_default(node, "cpuConsumption", Value(0.0));
    if (node.is_a("Motor")) set_default(node, "consumptionFactor", Value(0.0));
  });
}

void to_8_6(const UpgradeStep& step) {
  for_each_node_to_upgrade(step.nodes, [](Node& node) {
    if (node.is_a("Motor")) drop(node, {"resolution"});
    if (node.is_a("ImageTexture"))
      if (auto value = take_retired(node, "filtering"))
        set_field(node, "filtering", Value(std::int32_t{value->value.as<bool>() ? 4 : 0}), value->span);
  });
}

// A Camera that measures distances became a RangeFinder.
void upgrade_camera(Node& camera, const UpgradeStep& step) {
  auto type = take_retired(camera, "type");
  if (auto lens = take_retired(camera, "lensDistortion")) set_field(camera, "lens", std::move(lens->value), lens->span);
  auto range = take_retired(camera, "maxRange");
  auto range_noise = take_retired(camera, "rangeNoise");
  auto range_resolution = take_retired(camera, "rangeResolution");
  for (const std::string_view name : {"colorNoise", "gaussianNoise"})
    if (auto noise = take_retired(camera, name)) set_field(camera, "noise", std::move(noise->value), noise->span);
  drop(camera, {"display", "windowPosition", "pixelSize"});
  const std::string kind = type ? type->value.as<std::string>() : "color";
  if (kind == "color") return;
  // The camera itself asks for it.
  if (kind == "black and white")
    return Draft(camera).set_value(camera.type().find_retired("type", 0), std::move(type->value), type->span);
  if (kind == "both") {
    step.diagnostics.report(
        DiagnosticKind::RetiredField, type->span,
        "a Camera takes colours alone, and `wb_camera_get_range_image` answers NULL: add a Camera of "
        "`type \"range-finder\"`");
    return;
  }
  if (kind != "range-finder") {
    step.diagnostics.report(DiagnosticKind::RetiredField, type->span,
                            "the `type` of a Camera is \"color\", \"black and white\", \"range-finder\" or \"both\": "
                            "read as \"color\"");
    return;
  }
  for (const std::string_view field : {"focus", "zoom", "recognition", "lensFlare"})
    if (has_names(camera.get(field))) {
      step.diagnostics.report(DiagnosticKind::RetiredField, type->span,
                              fmt::format("`{}` has a DEF that a RangeFinder cannot keep: read as colours", field));
      return;
    }
  NodePtr finder = new_node("RangeFinder", camera.span());
  const auto spherical = take_retired(camera, "spherical");
  move_fields(camera, *finder);
  if (spherical && spherical->value.as<bool>())
    set_field(*finder, "projection", Value(std::string("cylindrical")), spherical->span);
  if (!camera.is_set("name") && camera.bindings().empty()) set_field(*finder, "name", Value(std::string("camera")));
  if (range) set_field(*finder, "maxRange", std::move(range->value), range->span);
  if (range_noise) set_field(*finder, "noise", std::move(range_noise->value), range_noise->span);
  if (range_resolution) set_field(*finder, "resolution", std::move(range_resolution->value), range_resolution->span);
  Draft(camera).become(std::move(finder));
}

// A plugin that moved the robots of a flat world by their wheels, without ODE. "" and "<none>": there is none.
void drop_fast2d(Node& info, Diagnostics& diagnostics) {
  const auto plugin = take_retired(info, "fast2d");
  if (!plugin) return;
  const std::string& name = plugin->value.as<std::string>();
  if (name.empty() || name == "<none>") return;
  diagnostics.report(DiagnosticKind::RetiredField, plugin->span,
                     fmt::format("`fast2d` of WorldInfo has no effect: the world is simulated in 3D without the plugin "
                                 "\"{}\"; robots without Physics are moved by their wheels",
                                 name));
}

// Nodes that have another name and the same fields.
void rename_node(Node& node) {
  constexpr std::pair<std::string_view, std::string_view> renamed[] = {
      {"CustomRobot", "Robot"}, {"CameraZoom", "Zoom"}, {"CameraFocus", "Focus"}, {"CameraLensDistortion", "Lens"}};
  for (const auto& [then, now] : renamed) {
    if (!node.is_a(then)) continue;
    NodePtr todays = new_node(now, node.span());
    move_fields(node, *todays);
    Draft(node).become(std::move(todays));
    return;
  }
}

void to_r2018a(const UpgradeStep& step) {
  for_each_node_to_upgrade(step.nodes, [&step](Node& node) {
    rename_node(node);
    if (node.is_a("Motor"))
      if (auto gain = take_retired(node, "controlP"))
        set_field(node, "controlPID", Value(Vec3{gain->value.as<double>(), 0, 0}), gain->span);
    if (node.is_a("Robot")) {
      if (auto data = take_retired(node, "data")) set_field(node, "customData", std::move(data->value), data->span);
      if (auto window = take_retired(node, "robotWindow"))
        set_field(node, "window", std::move(window->value), window->span);
    }
    if (node.is_a("Camera")) upgrade_camera(node, step);
    if (node.is_a("RangeFinder")) drop(node, {"windowPosition", "pixelSize"});
    if (node.is_a("IndexedFaceSet")) drop(node, {"solid"});
    if (node.is_a("IndexedLineSet")) drop_colors(node, step.diagnostics);
    if (node.is_a("WorldInfo")) {
      drop(node, {"runRealTime"});
      drop_fast2d(node, step.diagnostics);
    }
  });
}

// Frames per second: one image every `displayRefresh` steps was meant; only displays know it.
void to_r2018b(const UpgradeStep& step) {
  for_each_node_to_upgrade(step.nodes, [](Node& node) {
    if (node.is_a("WorldInfo")) drop(node, {"displayRefresh"});
  });
}

void become_robot(Node& node) {
  NodePtr robot = new_node("Robot", node.span());
  move_fields(node, *robot);
  // The default name was another one.
  const FieldIndex name = node.type().find("name");
  if (!robot->is_set("name")) set_field(*robot, "name", node.type().field(name).default_value.clone());
  Draft(*robot).set_value(robot->type().find("supervisor"), Value(true));
  Draft(node).become(std::move(robot));
}

// The Servo was the joint, its motor and the solid that it moves. Its rotation is axis and angle: the axis is that of
// the joint, in the frame of the solid above.
void become_joint(Node& servo, const UpgradeStep& step) {
  const bool linear = servo.get<std::string>("type") == "linear";
  const Span span = servo.span();
  NodePtr joint = new_node(linear ? "SliderJoint" : "HingeJoint", span);
  NodePtr parameters = new_node(linear ? "JointParameters" : "HingeJointParameters", span);
  NodePtr motor = new_node(linear ? "LinearMotor" : "RotationalMotor", span);
  NodePtr sensor = new_node("PositionSensor", span);
  NodePtr solid = new_node("Solid", span);

  if (is_bound(servo, "type"))
    step.diagnostics.report(DiagnosticKind::LostMeaning, span,
                            "`type` of a Servo cannot be a parameter: it decides what joint it is");
  if (!servo.is_set("rotation")) Draft(servo).set_value(servo.type().find("rotation"), Value(Rotation{0, 1, 0, 0}));
  give(servo, "rotation", *parameters, "axis");
  if (!linear) give(servo, "translation", *parameters, "anchor");
  give(servo, "name", *motor, "name");
  set_default(*motor, "name", Value(servo.get<std::string>("name")));
  name_sensor(*sensor, *motor);
  give(servo, "controlP", *motor, "controlPID");
  give(servo, "maxForce", *motor, linear ? "maxForce" : "maxTorque");
  for (const std::string_view field : {"maxVelocity", "acceleration", "minPosition", "maxPosition"})
    give(servo, field, *motor, field);
  set_field(*motor, "consumptionFactor", Value(0.0));
  for (const std::string_view field :
       {"position", "minStop", "maxStop", "springConstant", "dampingConstant", "staticFriction"})
    give(servo, field, *parameters, field);
  give(servo, "resolution", *sensor, "resolution");

  move_fields(servo, *solid);
  set_default(*solid, "name", Value(motor->get<std::string>("name")));
  // Plugins look for the body by this name.
  Draft(*solid).set_def(servo.def());
  Draft(servo).set_def({});
  MFNode devices;
  devices.push_back(std::move(motor));
  devices.push_back(std::move(sensor));
  set_field(*joint, "jointParameters", Value(std::move(parameters)));
  set_field(*joint, "device", Value(std::move(devices)));
  set_field(*joint, "endPoint", Value(std::move(solid)));
  Draft(servo).become(std::move(joint));
}

// A Servo of type "none" was a body that nothing holds, to be joined by a physics plugin (change log of 5.5). A Solid
// without Physics between the bodies keeps them from becoming one.
void become_free(Node& servo) {
  NodePtr frame = new_node("Solid", servo.span());
  NodePtr solid = new_node("Solid", servo.span());
  for (const std::string_view field : {"translation", "rotation"}) {
    give(servo, field, *frame, field);
    Draft(servo).clear_value(servo.type().find(field));
  }
  std::vector<IsBinding> bindings = servo.bindings();
  Draft(servo).clear_bindings();
  for (IsBinding& binding : bindings)
    if (const std::string& name = servo.type().field(binding.field).name; name != "translation" && name != "rotation")
      Draft(servo).bind(std::move(binding));
  if (!is_bound(servo, "name"))
    set_field(*frame, "name", Value(servo.get<std::string>("name") + " frame"), servo.span_of("name"));
  move_fields(servo, *solid);
  // Plugins look for the body by this name.
  Draft(*solid).set_def(servo.def());
  Draft(servo).set_def({});
  MFNode children;
  children.push_back(std::move(solid));
  set_field(*frame, "children", Value(std::move(children)));
  Draft(servo).become(std::move(frame));
}

void to_r2019a(const UpgradeStep& step) {
  for_each_node_to_upgrade(step.nodes, [&step](Node& node) {
    if (node.is_a("Supervisor"))
      become_robot(node);
    else if (node.is_a("Servo") && node.get<std::string>("type") == "none")
      become_free(node);
    else if (node.is_a("Servo"))
      become_joint(node, step);
    else if (node.is_a("Joint"))
      name_sensors(node);
  });
}

void to_r2020a(const UpgradeStep& step) {
  for_each_node_to_upgrade(step.nodes, [](Node& node) {
    if (node.is_a("Background")) drop(node, {"cubemap"});
    if (node.is_a("Light")) drop(node, {"castLensFlares"});
    if (node.is_a("Muscle")) drop(node, {"maxRadius"});
    if (node.is_a("Viewpoint"))
      if (const auto value = take_retired(node, "followOrientation"); value && value->value.as<bool>())
        set_field(node, "followType", Value(std::string("Mounted Shot")), value->span);
  });
}

// Gravity was a vector, along y where none was given; since R2020b the coordinate system says where down is: along z
// where none is given.
void upgrade_gravity(Node& info, const UpgradeStep& step) {
  const auto vector = take_retired(info, "gravity");
  if (!vector && info.is_set("coordinateSystem")) return;  // upgraded before
  auto north_given = take_retired(info, "northDirection");
  // What is up is said by coordinateSystem alone since then.
  if (north_given && !vector && step.version >= version_number("R2020b")) {
    step.diagnostics.report(DiagnosticKind::RetiredField, north_given->span,
                            "`northDirection` is no field of WorldInfo since R2020b: left out; see `coordinateSystem`");
    return;
  }
  if (step.version >= version_number("R2020b") && !vector) return;
  const Vec3 g = vector ? vector->value.as<Vec3>() : Vec3{0, -9.81, 0};
  const Span span = vector ? vector->span : Span{};
  const Vec3 north = north_given ? north_given->value.as<Vec3>() : Vec3{1, 0, 0};
  const bool z_up = g.x == 0 && g.y == 0 && g.z != 0;
  if (g.x != 0 || (g.y != 0 && g.z != 0))
    step.diagnostics.report(DiagnosticKind::LostMeaning, span,
                            "gravity along no single axis y or z: tilt the world instead");
  std::string system = "NUE";
  if (z_up)
    system = "ENU";
  else if (north == Vec3{0, 0, 1})
    system = "EUN";
  const Vec3 expected = system == "NUE" ? Vec3{1, 0, 0} : system == "ENU" ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  // Where it is another one the scene asks for it.
  if (north_given && north != expected) {
    const FieldIndex field = info.type().find_retired("northDirection", 0);
    if ((z_up ? north.z : north.y) == 0 && north != Vec3{})
      Draft(info).set_value(field, std::move(north_given->value), north_given->span);
    else
      step.diagnostics.report(DiagnosticKind::RetiredField, north_given->span,
                              "`northDirection` must be horizontal: left out");
  }
  const double down = z_up ? -g.z : -g.y;
  if (vector) set_field(info, "gravity", Value(down), span);
  set_field(info, "coordinateSystem", Value(std::move(system)), span);
}

bool is_controlled_by_void(const Node& node) {
  return node.is_a("Robot") && node.get<std::string>("controller") == "void";
}

// Of an instance of a PROTO whose parameter is a list today: before R2020b the parameter was one text. A list in
// brackets stays, as that of a Robot does.
void split_arguments_of_protos(const UpgradeStep& step) {
  if (step.version >= version_number("R2020b")) return;
  for (NodePtr& root : step.nodes)
    for_each_node(*root, [](Node& node) {
      const FieldIndex index = node.type().is_proto() ? node.type().find("controllerArgs") : no_field;
      if (index == no_field || !node.is_set(index) || node.type().field(index).type != FieldType::MFString) return;
      const Span span = node.span_of(index);
      const MFString& arguments = node.get(index).as<MFString>();
      if (span.text().starts_with('[') || arguments.size() != 1) return;
      Draft(node).set_value(index, Value(split_arguments(arguments.front())), span);
    });
}

void to_r2020b(const UpgradeStep& step) {
  split_arguments_of_protos(step);
  for_each_node_to_upgrade(step.nodes, [&step](Node& node) {
    if (node.is_a("WorldInfo")) upgrade_gravity(node, step);
    if (!node.is_a("Robot")) return;
    if (const auto arguments = take_retired(node, "controllerArgs"))
      set_field(node, "controllerArgs", Value(split_arguments(arguments->value.as<std::string>())), arguments->span);
    const FieldIndex controller = node.type().find("controller");
    if (is_controlled_by_void(node))
      Draft(node).set_value(controller, Value(std::string("<none>")), node.span_of(controller));
  });
}

void to_r2021a(const UpgradeStep& step) {
  for_each_node_to_upgrade(step.nodes, [&step](Node& node) {
    if (node.is_a("InertialUnit"))
      drop_with_warning(node, {"lookupTable"}, "angles are returned as measured", step.diagnostics);
    if (node.is_a("Mesh")) drop(node, {"creaseAngle", "normalPerVertex"});
  });
}

void to_r2022a(const UpgradeStep& step) {
  for_each_node_to_upgrade(step.nodes, [&step](Node& node) {
    if (node.is_a("ElevationGrid") || node.is_a("IndexedFaceSet")) drop_colors(node, step.diagnostics);
    if (node.is_a("Recognition"))
      if (auto looks = take_retired(node, "occlusion"))
        set_field(node, "occlusion", Value(std::int32_t{looks->value.as<bool>() ? 1 : 0}), looks->span);
    if (node.is_a("Skin"))
      if (auto model = take_retired(node, "model")) set_field(node, "modelUrl", std::move(model->value), model->span);
  });
  turn_axes(step);
}

void to_r2023a(const UpgradeStep& step) {
  for_each_node_to_upgrade(step.nodes, [](Node& node) {
    const bool camera = node.is_a("Camera");
    if (!camera && !node.is_a("RangeFinder") && !node.is_a("Lidar")) return;
    if (const auto value = take_retired(node, "spherical")) {
      // A lidar without it was planar; the others were spherical or cylindrical with it.
      const bool spherical = value->value.as<bool>();
      set_field(node, "projection", Value(std::string(!spherical ? "planar" : "cylindrical")), value->span);
    }
  });
  for_each_node_to_upgrade(step.nodes, [](Node& node) {
    if (node.is_a("Robot")) drop(node, {"showWindow"});
    if (node.is_a("Display")) drop(node, {"windowPosition", "pixelSize"});
  });
}

void to_r2023b(const UpgradeStep& step) { bake_scales(step); }

struct Step {
  std::string_view version;
  void (*apply)(const UpgradeStep&);
  // It acts on nodes of every version with such a value, which no retired field gives away.
  bool (*looks_for)(const Node&) = nullptr;
  std::string_view looked_for_type = {};  // none but nodes of this type have it
};

constexpr Step steps[] = {
    {"V5.0", from_vrml97},
    {"V6.0", to_6_0},
    {"V6.3", to_6_3, has_old_inertia, "Physics"},
    {"V7.0", to_7_0},
    {"V7.4", to_7_4},
    {"V8.0", to_8_0},
    {"V8.6", to_8_6},
    {"R2018a", to_r2018a},
    {"R2018b", to_r2018b},
    {"R2019a", to_r2019a, has_unnamed_sensor, "Joint"},
    {"R2020a", to_r2020a},
    {"R2020b", to_r2020b, is_controlled_by_void, "Robot"},
    {"R2021a", to_r2021a},
    {"R2022a", to_r2022a},
    {"R2023a", to_r2023a},
    {"R2023b", to_r2023b, has_scaled_solids, "Transform"},
};

}  // namespace

// WbNodeReader::createNode, WbVrmlNodeUtilities::transformBackwardCompatibility.
void make_poses(Node& node) {
  for_each_node(node, [](Node& transform) {
    if (transform.type().name() != "Transform") return;
    const FieldIndex scale = transform.type().find("scale");
    const auto& bindings = transform.bindings();
    if (std::ranges::find(bindings, scale, &IsBinding::field) != bindings.end() ||
        transform.get(scale).as<Vec3>() != Vec3{1, 1, 1})
      return;
    NodePtr pose = new_node("Pose", transform.span());
    move_fields(transform, *pose);
    Draft(transform).become(std::move(pose));
  });
}

namespace {

// Looks for what a step has something to do for in a file of today: a node that is retired, or gives a field that is,
// or is what a step looks for in files of every version.
class OldNodes {
 public:
  bool are_in(const MFNode& nodes) {
    bool found = false;
    for (const NodePtr& node : nodes)
      for_each_node(std::as_const(*node), [&](const Node& each) { found = found || is_one(each); });
    return found;
  }

 private:
  bool is_one(const Node& node) {
    if (node.use_of() || node.type().is_proto()) return false;  // as for_each_node_to_upgrade
    if (!node.type().retired_in().empty()) return true;
    return gives_retired(node) ||
           (may_be_looked_for(node.type()) &&
            std::ranges::any_of(steps, [&node](const Step& step) { return step.looks_for && step.looks_for(node); }));
  }

  bool may_be_looked_for(const NodeType& type) {
    const auto [known, is_new] = looked_for_.try_emplace(&type);
    if (is_new)
      known->second = std::ranges::any_of(
          steps, [&type](const Step& step) { return step.looks_for && type.is_a(step.looked_for_type); });
    return known->second;
  }

  std::unordered_map<const NodeType*, bool> looked_for_;  // looked up, never iterated
};

}  // namespace

void upgrade(MFNode& nodes, int version, Diagnostics& diagnostics) {
  const bool is_todays = version >= version_number(steps[std::size(steps) - 1].version);
  if (is_todays && !OldNodes().are_in(nodes)) return;
  for (const Step& step : steps) step.apply({nodes, version, diagnostics});
}

}  // namespace lightsout
