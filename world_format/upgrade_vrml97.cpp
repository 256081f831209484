// What VRML97 has and Webots never had (ISO/IEC 14772-1, 6): groups that choose among their children, and transforms
// about a centre.
#include <fmt/format.h>

#include <cmath>

#include "world_format/upgrade.h"
#include "world_format/upgrade_steps.h"

namespace lightsout {

namespace {

// Rodrigues' formula.
Vec3 rotate(const Rotation& r, const Vec3& v) {
  const double n = std::sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
  if (n == 0) return v;
  const Vec3 k{r.x / n, r.y / n, r.z / n};
  const double c = std::cos(r.angle), s = std::sin(r.angle), d = (k.x * v.x + k.y * v.y + k.z * v.z) * (1 - c);
  return {v.x * c + (k.y * v.z - k.z * v.y) * s + k.x * d, v.y * c + (k.z * v.x - k.x * v.z) * s + k.y * d,
          v.z * c + (k.x * v.y - k.y * v.x) * s + k.z * d};
}

// The group with the one child that is shown.
void become_group(Node& node, std::string_view list, std::size_t shown, const UpgradeStep& step) {
  NodePtr group = new_node("Group", node.span());
  const FieldIndex index = node.type().find(list);
  MFNode children;
  if (node.is_set(index)) {
    MFNode& nodes = node.edit(index).as<MFNode>();
    if (shown < nodes.size()) {
      children.push_back(std::move(nodes[shown]));
      nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(shown));
    }
    if (has_names(node.get(index)))
      step.diagnostics.report(DiagnosticKind::LostMeaning, node.span_of(index),
                              fmt::format("what a {} does not show must not have a DEF", node.type().name()));
  }
  set_field(*group, "children", Value(std::move(children)));
  node.become(std::move(group));
}

// P' = T C R SR S SR^-1 C^-1 P: with C = 0 the translation is T + C - R S C. SR matters where S is not the same along
// all axes.
void upgrade_transform(Node& transform, const UpgradeStep& step) {
  const auto center = take_retired(transform, "center");
  const auto orientation = take_retired(transform, "scaleOrientation");
  const Vec3 s = transform.get<Vec3>("scale");
  const bool is_turned = orientation && orientation->value.as<Rotation>().angle != 0;
  if (is_turned && (s.x != s.y || s.x != s.z))
    step.diagnostics.report(DiagnosticKind::RetiredField, orientation->span,
                            "`scaleOrientation` has no effect: the scale is along the axes of the Transform");
  if (!center) return;
  const Vec3 c = center->value.as<Vec3>(), t = transform.get<Vec3>("translation");
  const Vec3 moved = rotate(transform.get<Rotation>("rotation"), {s.x * c.x, s.y * c.y, s.z * c.z});
  transform.set_value(transform.type().find("translation"),
                      Value(Vec3{t.x + c.x - moved.x, t.y + c.y - moved.y, t.z + c.z - moved.z}), center->span);
}

}  // namespace

void from_vrml97(const UpgradeStep& step) {
  for_each_node(step.nodes, [&step](Node& node) {
    const std::string& type = node.type().name();
    if (type == "Switch") {
      const std::int32_t shown = node.get<std::int32_t>("whichChoice");
      become_group(node, "choice", shown < 0 ? std::string::npos : static_cast<std::size_t>(shown), step);
    } else if (type == "LOD") {
      become_group(node, "level", 0, step);
    } else if (type == "Anchor" || type == "Collision") {
      NodePtr group = new_node("Group", node.span());
      move_fields(node, *group);
      node.become(std::move(group));
    } else if (type == "Transform") {
      upgrade_transform(node, step);
    }
  });
}

}  // namespace lightsout
