// R2023b: a solid has no scale. What a scaled solid held is given the size that it had: lengths of geometries, places,
// and axes of joints. Masses that were given as numbers stay.
#include <fmt/format.h>

#include <cmath>

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

struct LengthField {
  std::string_view type;
  std::string_view field;
};

// Fields in metres, by the type that has them; their defaults are lengths too.
constexpr LengthField lengths[] = {
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
};

void scale_content(Node& node, double factor, const UpgradeStep& step);

void scale_node(Node& node, double factor, const UpgradeStep& step) {
  if (node.use_of()) return;  // follows its original
  if (node.type().is_proto()) {
    step.diagnostics.report(
        DiagnosticKind::LostMeaning, node.span(),
        fmt::format("`{}` stands in a solid with a scale, which has no effect on it", node.type().name()));
    return;
  }
  for (const LengthField& length : lengths) {
    if (!node.is_a(length.type)) continue;
    Value& value = node.edit(node.type().find(length.field));
    multiply(value, factor);
  }
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

}  // namespace

void bake_scales(const UpgradeStep& step) {
  for_each_node(step.nodes, [&step](Node& node) {
    if (!node.is_a("Solid")) return;
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
