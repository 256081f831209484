// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// R2023b: a solid has no scale. What a scaled solid held is given the size that it had: lengths of geometries, places,
// anchors of joints and ranges of distance sensors; and motors the strength that goes with it. Masses that were given
// as numbers stay. Where a solid holds instances of PROTOs, or fields that a parameter sets, this waits until they
// are expanded: a parameter is no length. What they became remembers its scale, so that it can be expanded again.

#include <algorithm>
#include <unordered_map>

#include "world_format/draft.h"
#include "world_format/proto.h"
#include "world_format/upgrade.h"
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

void scale_field(Value& value, const Node& node, FieldIndex field, double factor) {
  const std::string& name = node.type().field(field).name;
  // Of each row the first number is a distance.
  if (node.is_a("DistanceSensor") && name == "lookupTable")
    for (Vec3& row : value.as<MFVec3f>()) row.x *= factor;
  for (const ScaledField& scaled : scaled_fields)
    if (name == scaled.field && node.is_a(scaled.type))
      for (int i = 0; i < scaled.power; ++i) multiply(value, factor);
}

// An empty reference: it follows its original.
bool is_reference(const Node& node) { return node.use_of() && node.values().empty(); }

// Files of meshes cannot be changed: their shape is put into a Transform.
bool needs_transform(const Node& node) {
  if (is_reference(node)) return needs_transform(*node.use_of());
  if (node.is_a("CadShape") || node.is_a("Mesh")) return true;
  return node.is_a("Shape") && node.node("geometry") && node.node("geometry")->is_a("Mesh");
}

class Scaling {
 public:
  void scale_node(Node& node, double factor) {
    if (is_reference(node)) return;
    factors_.try_emplace(&node, 1).first->second *= factor;
    for (const ScaledField& scaled : scaled_fields)
      if (node.is_a(scaled.type)) Draft(node).edit(node.type().find(scaled.field));  // defaults too
    if (node.is_a("DistanceSensor")) Draft(node).edit(node.type().find("lookupTable"));
    for (std::size_t i = 0; i < node.values().size(); ++i) {
      const FieldIndex index = node.values()[i].index;
      scale_field(Draft(node).edit(index), node, index, factor);
    }
    scale_content(node, factor);
  }

  void scale_content(Node& node, double factor) {
    for (std::size_t i = 0; i < node.values().size(); ++i) {
      const FieldIndex index = node.values()[i].index;
      scale_nodes(Draft(node).edit(index), factor);
      Draft(node).adopt(index);
    }
  }

  void scale_nodes(Value& value, double factor) {
    if (value.type() == FieldType::SFNode) {
      NodePtr& child = value.as<NodePtr>();
      if (child) child = scaled(std::move(child), factor);
    } else if (value.type() == FieldType::MFNode) {
      for (NodePtr& child : value.as<MFNode>()) child = scaled(std::move(child), factor);
    }
  }

  // In the instances of PROTOs at and below the root.
  void remember(Node& root) const {
    const auto factor = [this](const Node* node) {
      const auto found = factors_.find(node);
      return found == factors_.end() ? 1 : found->second;
    };
    for_each_node(root, [&factor](Node& node) {
      for (ProtoInstance* record = node.proto(); record; record = record->base.get()) {
        record->scale *= factor(&node);
        for (ProtoInstance::Link& link : record->links) link.scale *= factor(link.node);
      }
    });
  }

 private:
  NodePtr scaled(NodePtr node, double factor) {
    if (needs_transform(*node)) {
      NodePtr transform = new_node("Transform", node->span());
      set_field(*transform, "scale", Value(Vec3{factor, factor, factor}));
      MFNode children;
      children.push_back(std::move(node));
      set_field(*transform, "children", Value(std::move(children)));
      return transform;
    }
    scale_node(*node, factor);
    return node;
  }

  std::unordered_map<const Node*, double> factors_;  // looked up, never iterated
};

// Instances of PROTOs, or fields that parameters of a PROTO will set.
bool waits_for_protos(const Node& node) {
  const auto is_one = [](const NodePtr& child) {
    return child && (child->type().is_proto() || !child->bindings().empty() || waits_for_protos(*child));
  };
  return std::ranges::any_of(node.values(), [&is_one](const FieldValue& field) {
    if (field.value.type() == FieldType::SFNode) return is_one(field.value.as<NodePtr>());
    return field.value.type() == FieldType::MFNode && std::ranges::any_of(field.value.as<MFNode>(), is_one);
  });
}

}  // namespace

void bake_scales(const UpgradeStep& step) {
  Scaling scaling;
  bool any = false;
  for_each_node_to_upgrade(step.nodes, [&](Node& node) {
    if (!node.is_a("Solid") || waits_for_protos(node)) return;
    const auto scale = take_retired(node, "scale");
    if (!scale) return;
    const Vec3 factors = scale->value.as<Vec3>();
    if (factors == Vec3{1, 1, 1}) return;
    if (factors.x != factors.y || factors.x != factors.z || !(factors.x > 0)) {
      step.diagnostics.report(DiagnosticKind::LostMeaning, scale->span,
                              "the scale of a solid must be positive and equal along all axes: left out");
      return;
    }
    scaling.scale_content(node, factors.x);
    any = true;
  });
  if (!any) return;
  for (NodePtr& node : step.nodes) scaling.remember(*node);
}

void rescale(Node& node, double factor) {
  if (factor == 1) return;
  Scaling scaling;
  scaling.scale_node(node, factor);
  scaling.remember(node);
}

void rescale(Value& value, const Node& node, FieldIndex field, double factor) {
  if (factor == 1) return;
  Scaling scaling;
  scale_field(value, node, field, factor);
  scaling.scale_nodes(value, factor);
  if (value.type() == FieldType::SFNode && value.as<NodePtr>()) scaling.remember(*value.as<NodePtr>());
  if (value.type() == FieldType::MFNode)
    for (NodePtr& child : value.as<MFNode>()) scaling.remember(*child);
}

}  // namespace lightsout
