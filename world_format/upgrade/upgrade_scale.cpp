// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// R2023b: a solid has no scale. What a scaled solid held is given the size that it had: lengths of geometries, places,
// anchors of joints and ranges of distance sensors; and motors the strength that goes with it. Masses that were given
// as numbers stay. So with a Transform that holds solids, in files of every version. What USE has in common in places
// of different scales is parted. Where there are instances of PROTOs, or fields that a parameter sets, this waits until
// they are expanded: a parameter is no length. What they became remembers its scale, so that it can be expanded again.

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "world_format/nodes/draft.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/text/diagnostic.h"
#include "world_format/upgrade/upgrade.h"
#include "world_format/upgrade/upgrade_steps.h"

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

// Of such a type, or a reference to one; the node itself is not asked.
bool holds(const Node& node, std::string_view type) {
  bool found = false;
  for_each_child(node, [&](const Node& child) {
    found = found || meant(child).is_a(type) || (!is_reference(child) && holds(child, type));
  });
  return found;
}

bool is_scaled_transform(const Node& node) {
  return node.type().name() == "Transform" && !is_bound(node, "scale") && node.get<Vec3>("scale") != Vec3{1, 1, 1} &&
         !waits_for_protos(node) && holds(node, "Solid");
}

// The retired scale of a solid, which is given and does not wait; nullptr for all else.
const Vec3* scale_of_solid(const Node& node) {
  if (!node.is_a("Solid")) return nullptr;
  const FieldIndex index = node.type().find_retired("scale", 0);
  if (index == no_field || !node.is_set(index) || waits_for_protos(node)) return nullptr;
  return &node.get(index).as<Vec3>();
}

// Of what the node holds, in this step: 1 for one that has no scale or waits. A Transform that is longer along one axis
// than along another is left as it is: a solid cannot follow it.
double scale_of(const Node& node) {
  if (is_reference(node) || node.type().is_proto()) return 1;
  if (node.type().name() == "Transform") {
    if (!is_scaled_transform(node) || holds(node, "Robot")) return 1;
    const Vec3 scale = node.get<Vec3>("scale");
    return scale.x == scale.y && scale.x == scale.z && scale.x > 0 ? scale.x : 1;
  }
  const Vec3* scale = scale_of_solid(node);
  return scale && scale->x > 0 ? scale->x : 1;
}

void forget_names(Node& node) {
  for_each_node(node, [](Node& each) { Draft(each).set_def(""); });
}

// A reference in a place of another scale than its original's becomes a copy, which is scaled for itself.
class Parting {
 public:
  void operator()(MFNode& nodes) {
    for (const NodePtr& node : nodes) note(*node, 1);
    for (NodePtr& node : nodes) visit(node, 1);
  }

 private:
  void note(Node& node, double scale) {
    if (is_reference(node)) return;
    scales_[&node] = scale;
    const double inner = scale * scale_of(node);
    for_each_child(node, [&](Node& child) { note(child, inner); });
  }

  void visit(NodePtr& node, double scale) {
    if (!node) return;
    if (is_reference(*node)) {
      // The copies that stand for parts of meshes get a Transform of their own.
      const auto original = scales_.find(node->use_of());
      if (original == scales_.end() || original->second == scale || needs_transform(*node)) return;
      const Span span = node->span();
      node = node->use_of()->clone();
      Draft(*node).set_span(span);
      forget_names(*node);
      note(*node, scale);
    }
    const double inner = scale * scale_of(*node);
    for (std::size_t i = 0; i < node->values().size(); ++i) {
      const FieldIndex index = node->values()[i].index;
      Value& value = Draft(*node).edit(index);
      if (value.type() == FieldType::SFNode) {
        visit(value.as<NodePtr>(), inner);
      } else if (value.type() == FieldType::MFNode) {
        for (NodePtr& child : value.as<MFNode>()) visit(child, inner);
      } else {
        continue;
      }
      Draft(*node).adopt(index);
    }
  }

  std::unordered_map<const Node*, double> scales_;  // of the place of each; looked up, never iterated
};

// Solids and a Transform above a robot: what is wrong with their scale is reported as Webots reported it.
void check_scale(Node& node, const UpgradeStep& step) {
  if (is_scaled_transform(node) && holds(node, "Robot")) {
    step.diagnostics.report(DiagnosticKind::OutOfRange, node.span_of("scale"),
                            "a Transform that holds a Robot has no scale: 1 1 1 instead");
    Draft(node).set_value(node.type().find("scale"), Value(Vec3{1, 1, 1}));
  }
  const Vec3* scale = scale_of_solid(node);
  if (!scale || (scale->x > 0 && scale->x == scale->y && scale->x == scale->z)) return;
  const double all = scale_of(node);
  step.diagnostics.report(DiagnosticKind::OutOfRange, node.span_of(node.type().find_retired("scale", 0)),
                          fmt::format("the scale of a solid is positive and equal along all axes: {0:g} {0:g} {0:g} "
                                      "instead",
                                      all));
}

}  // namespace

bool has_scaled_solids(const Node& node) { return scale_of(node) != 1 || is_scaled_transform(node); }

void bake_scales(const UpgradeStep& step) {
  bool any = false;
  for_each_node_to_upgrade(step.nodes, [&](Node& node) {
    check_scale(node, step);
    any = any || scale_of(node) != 1;
  });
  if (any) Parting()(step.nodes);
  Scaling scaling;
  for_each_node_to_upgrade(step.nodes, [&](Node& node) {
    const double scale = scale_of(node);
    if (node.type().name() == "Transform") {
      if (scale != 1) Draft(node).set_value(node.type().find("scale"), Value(Vec3{1, 1, 1}));
    } else if (scale_of_solid(node)) {
      take_retired(node, "scale");
    }
    if (scale != 1) scaling.scale_content(node, scale);
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
