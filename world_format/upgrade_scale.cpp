// R2023b: a solid has no scale. What a scaled solid held is given the size that it had: lengths of geometries, places,
// anchors of joints and ranges of distance sensors; and motors the strength that goes with it. Masses that were given
// as numbers stay. Where a solid holds instances of PROTOs this waits until they are expanded: a parameter is no
// length.

#include <algorithm>

#include "world_format/upgrade_steps.h"

namespace lightsout {

namespace {

void multiply(Value& value, double factor) {
  switch (value.type()) {
    case FieldType::SFFloat:
      value.as<double>() *= factor;
      break;
    case FieldType::SFVec2f:
      value.as<Vec2>() = {value.as<Vec2>().x * factor, value.as<Vec2>().y * factor};
      break;
    case FieldType::SFVec3f: {
      Vec3& v = value.as<Vec3>();
      v = {v.x * factor, v.y * factor, v.z * factor};
      break;
    }
    case FieldType::MFFloat:
      for (double& number : value.as<MFFloat>()) number *= factor;
      break;
    case FieldType::MFVec3f:
      for (Vec3& v : value.as<MFVec3f>()) v = {v.x * factor, v.y * factor, v.z * factor};
      break;
    default:
      break;
  }
}

struct ScaledField {
  std::string_view type;
  std::string_view field;
  int power = 1;
};

// What grows with a power of the scale, by the type that has it, defaults too: metres, and forces and torques of
// motors, as WbHingeJoint and WbSliderJoint gave them to ODE.
constexpr ScaledField scaled_fields[] = {
    {"Pose", "translation"},
    {"Box", "size"},
    {"Sphere", "radius"},
    {"Cylinder", "radius"},
    {"Cylinder", "height"},
    {"Capsule", "radius"},
    {"Capsule", "height"},
    {"Cone", "bottomRadius"},
    {"Cone", "height"},
    {"Plane", "size"},
    {"ElevationGrid", "height"},
    {"ElevationGrid", "xSpacing"},
    {"ElevationGrid", "ySpacing"},
    {"ElevationGrid", "thickness"},
    {"Coordinate", "point"},
    {"HingeJointParameters", "anchor"},
    {"BallJointParameters", "anchor"},
    {"Physics", "centerOfMass"},
    {"Propeller", "centerOfThrust"},
    {"RotationalMotor", "maxTorque", 5},
    {"LinearMotor", "maxForce", 4},
};

void scale_content(Node& node, double factor, const UpgradeStep& step);

void scale_node(Node& node, double factor, const UpgradeStep& step) {
  if (node.use_of()) return;  // follows its original
  for (const ScaledField& scaled : scaled_fields) {
    if (!node.is_a(scaled.type)) continue;
    Value& value = node.edit(node.type().find(scaled.field));
    for (int i = 0; i < scaled.power; ++i) multiply(value, factor);
  }
  // Of each row the first number is a distance.
  if (node.is_a("DistanceSensor"))
    for (Vec3& row : node.edit(node.type().find("lookupTable")).as<MFVec3f>()) row.x *= factor;
  scale_content(node, factor, step);
}

// Files of meshes cannot be changed: their shape is put into a Transform.
bool needs_transform(const Node& node) {
  if (node.is_a("CadShape") || node.is_a("Mesh")) return true;
  return node.is_a("Shape") && node.node("geometry") && node.node("geometry")->is_a("Mesh");
}

NodePtr scaled(NodePtr node, double factor, const UpgradeStep& step) {
  if (!node->use_of() && needs_transform(*node)) {
    NodePtr transform = new_node("Transform", node->span());
    set_field(*transform, "scale", Value(Vec3{factor, factor, factor}));
    MFNode children;
    children.push_back(std::move(node));
    set_field(*transform, "children", Value(std::move(children)));
    return transform;
  }
  scale_node(*node, factor, step);
  return node;
}

void scale_content(Node& node, double factor, const UpgradeStep& step) {
  for (std::size_t i = 0; i < node.values().size(); ++i) {
    const FieldIndex index = node.values()[i].index;
    const FieldType type = node.type().field(index).type;
    if (type == FieldType::SFNode) {
      NodePtr& child = node.edit(index).as<NodePtr>();
      if (child) child = scaled(std::move(child), factor, step);
    } else if (type == FieldType::MFNode) {
      for (NodePtr& child : node.edit(index).as<MFNode>()) child = scaled(std::move(child), factor, step);
    } else {
      continue;
    }
    node.adopt(index);
  }
}

bool holds_instances(const Node& node) {
  const auto is_one = [](const NodePtr& child) {
    return child && (child->type().is_proto() || holds_instances(*child));
  };
  return std::ranges::any_of(node.values(), [&is_one](const FieldValue& field) {
    if (field.value.type() == FieldType::SFNode) return is_one(field.value.as<NodePtr>());
    return field.value.type() == FieldType::MFNode && std::ranges::any_of(field.value.as<MFNode>(), is_one);
  });
}

}  // namespace

void bake_scales(const UpgradeStep& step) {
  for_each_node(step.nodes, [&step](Node& node) {
    if (!node.is_a("Solid") || holds_instances(node)) return;
    const auto scale = take_retired(node, "scale");
    if (!scale) return;
    const Vec3 factors = scale->value.as<Vec3>();
    if (factors == Vec3{1, 1, 1}) return;
    if (factors.x != factors.y || factors.x != factors.z || !(factors.x > 0)) {
      step.diagnostics.report(DiagnosticKind::LostMeaning, scale->span,
                              "the scale of a solid must be positive and equal along all axes: left out");
      return;
    }
    scale_content(node, factors.x, step);
  });
}

}  // namespace lightsout
