// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Source of the naming: Webots reference, "PROTO hidden fields": name_i is about the i-th solid of the tree below the
// node in pre-order (0: the node itself), position_i_j, position2_i_j, position3_i_j about the j-th joint that the i-th
// solid holds.
#include "world_format/saved_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "world_format/nodes/draft.h"
#include "world_format/nodes/proto_declaration.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/nodes/proto_links.h"
#include "world_format/text/diagnostic.h"
#include "world_format/upgrade/upgrade.h"

namespace lightsout {

namespace {

// Of Node or const Node.
template <class N>
void collect_solids(N& node, std::vector<N*>& solids) {
  if (node.is_a("Solid")) solids.push_back(&node);
  for_each_child(node, [&solids](N& child) { collect_solids(child, solids); });
}

template <class N>
void collect_joints(N& solid, std::vector<N*>& joints) {
  for_each_child(solid, [&joints](N& child) {
    if (child.is_a("Joint"))
      joints.push_back(&child);
    else if (!child.is_a("Solid"))
      collect_joints(child, joints);
  });
}

// "position2_3_1" -> "position2", {3, 1}
std::string_view split(std::string_view name, std::vector<std::size_t>& indices) {
  const std::size_t first = name.find('_');
  std::string_view rest = first == std::string_view::npos ? std::string_view() : name.substr(first);
  while (!rest.empty()) {
    rest.remove_prefix(1);
    std::size_t index = 0;
    const auto result = std::from_chars(rest.data(), rest.data() + rest.size(), index);
    if (result.ec != std::errc()) return {};
    indices.push_back(index);
    rest.remove_prefix(static_cast<std::size_t>(result.ptr - rest.data()));
    if (!rest.empty() && rest.front() != '_') return {};
  }
  return name.substr(0, first);
}

bool set_numbers(Node& node, std::string_view field, const HiddenValue& hidden) {
  const FieldIndex index = node.type().find(field);
  if (index == no_field) return false;
  const std::vector<double>& n = hidden.numbers;
  switch (node.type().field(index).type) {
    case FieldType::SFFloat:
      if (n.size() != 1) return false;
      Draft(node).set_value(index, Value(n[0]), hidden.span);
      return true;
    case FieldType::SFVec3f:
      if (n.size() != 3) return false;
      Draft(node).set_value(index, Value(Vec3{n[0], n[1], n[2]}), hidden.span);
      return true;
    case FieldType::SFRotation:
      if (n.size() != 4) return false;
      Draft(node).set_value(index, Value(Rotation{n[0], n[1], n[2], n[3]}), hidden.span);
      return true;
    default:
      return false;
  }
}

bool restore_position(Node& solid, std::string_view field, std::size_t joint_index, const HiddenValue& hidden) {
  std::vector<Node*> joints;
  collect_joints(solid, joints);
  if (joint_index >= joints.size()) return false;
  Node& joint = *joints[joint_index];
  std::string parameters = "jointParameters";
  parameters += field.substr(std::string_view("position").size());
  const FieldIndex index = joint.type().find(parameters);
  if (index == no_field) return false;
  const NodePtr& given = joint.get(index).as<NodePtr>();
  return given ? set_numbers(*given, "position", hidden) : set_numbers(joint, field, hidden);
}

bool restore(const std::vector<Node*>& solids, const HiddenValue& hidden) {
  std::vector<std::size_t> indices;
  const std::string_view field = split(hidden.name, indices);
  if (indices.empty() || indices[0] >= solids.size()) return false;
  Node& solid = *solids[indices[0]];
  if (field == "position" || field == "position2" || field == "position3")
    return indices.size() == 2 && restore_position(solid, field, indices[1], hidden);
  if (indices.size() != 1) return false;
  for (const std::string_view known : {"translation", "rotation", "linearVelocity", "angularVelocity"})
    if (field == known) return set_numbers(solid, field, hidden);
  return false;
}

// A thing of the built-in library that is not made of the parts that the file knows, or not for sure.
bool approximates(const Node& node) {
  for (const ProtoInstance* proto = node.proto(); proto; proto = proto->base.get())
    if (proto->declaration->place == Asset::Place::Library &&
        proto->declaration->documentation.find("Approximates") != std::string::npos)
      return true;
  return false;
}

// Where `saved_axes` says so, the positions that stand with the joint belong into the parameters.
void restore_axis_positions(Node& joint) {
  for (const SavedAxis& axis : saved_axes(joint)) {
    if (!joint.is_set(axis.field)) continue;
    Node& parameters = *joint.node(axis.parameters);
    const FieldIndex position = parameters.type().find("position");
    Draft(parameters).set_value(position, joint.get(axis.field).clone(), joint.span_of(axis.field));
    Draft(joint).clear_value(axis.field);
  }
}

double angle_between(const Rotation& a, Rotation b) {
  b.angle = -b.angle;
  const double angle = std::fmod(std::fabs(turned(a, b).angle), 2 * std::numbers::pi);
  return std::min(angle, 2 * std::numbers::pi - angle);
}

// Its frame's axes lie along those of the frame around, whichever way.
bool is_of_quarters(const Rotation& rotation, double tolerance) {
  for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    const Vec3 v = rotated(rotation, axis);
    for (const double part : {v.x, v.y, v.z})
      if (std::fabs(part - std::round(part)) > tolerance) return false;
  }
  return true;
}

Rotation opposite(Rotation rotation) {
  rotation.angle = -rotation.angle;
  return rotation;
}

constexpr Rotation not_turned{0, 0, 1, 0};

// The 24 ways in which axes lie along axes, the one that is none first.
std::vector<Rotation> quarter_turns() {
  constexpr double quarter = std::numbers::pi / 2;
  std::vector<Rotation> turns;
  for (const Rotation& side : {not_turned, Rotation{1, 0, 0, quarter}, Rotation{1, 0, 0, 2 * quarter},
                               Rotation{1, 0, 0, -quarter}, Rotation{0, 1, 0, quarter}, Rotation{0, 1, 0, -quarter}})
    for (int i = 0; i < 4; ++i) turns.push_back(turned(side, Rotation{0, 0, 1, i * quarter}));
  return turns;
}

double distance_between(const Vec3& a, const Vec3& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

Node* solid_at_end(Node& joint) {
  Node* end = joint.node("endPoint");
  while (end && end->is_a("Slot")) end = end->node("endPoint");
  return end && end->is_a("Solid") ? end : nullptr;
}

// Values that a file gives of an instance whose parts need not be those that the file knows. A joint gets its positions
// where they agree with the pose that the file gives of its endPoint: a file says both, so that the joint is the one
// that is meant. The frames of the original may be turned against ours by quarters, Q from its to ours: of the ends of
// a joint, our pose R and the file's S, R Q_end = Q_parent S. Then the positions count alone.
class ApproximateState {
 public:
  ApproximateState(Node& instance, const std::vector<Node*>& solids) : solids_(solids), frames_(solids.size()) {
    if (!frames_.empty()) frames_.front() = not_turned;
    for (const HiddenValue& hidden : instance.hidden()) {
      Known known;
      known.field = split(hidden.name, known.indices);
      known.value = &hidden;
      known_.push_back(std::move(known));
    }
  }

  void restore_all(const Node& instance, Diagnostics& diagnostics) {
    for (std::size_t i = 0; i < solids_.size(); ++i) {
      if (i > 0 && !frames_[i]) frames_[i] = frame_of_holder(*solids_[i]);
      std::vector<Node*> joints;
      collect_joints(*solids_[i], joints);
      for (std::size_t j = 0; j < joints.size(); ++j) restore_joint(*joints[j], i, j);
    }
    std::vector<const Known*> lost;
    for (const Known& known : known_)
      if (known.is_position() && !known.is_done && std::fabs(known.value->numbers.at(0)) > no_matter)
        lost.push_back(&known);
    // Of the whole in any case, of its parts where they are those that the file knows.
    for (const Known& known : known_)
      if ((known.field == "linearVelocity" || known.field == "angularVelocity") && known.indices.size() == 1 &&
          (known.indices[0] == 0 || lost.empty()))
        restore(solids_, *known.value);
    // Doors of furniture stand as the library has them.
    if (lost.empty() || !instance.is_a("Robot")) return;
    const std::string more = lost.size() > 1 ? fmt::format(" and {} more", lost.size() - 1) : std::string();
    diagnostics.report(
        DiagnosticKind::StaleState, lost.front()->value->span,
        fmt::format(
            "saved positions of joints (`{}`{}) do not fit the built-in {}: these joints begin where it has them",
            lost.front()->value->name, more, instance.proto()->declaration->name));
  }

 private:
  struct Known {
    std::string_view field;
    std::vector<std::size_t> indices;
    const HiddenValue* value = nullptr;
    bool is_done = false;
    bool is_position() const {
      return (field == "position" || field == "position2" || field == "position3") && indices.size() == 2 &&
             value->numbers.size() == 1;
    }
  };
  static constexpr double no_matter = 1e-3;  // rad or m: as much as a joint drifts
  static constexpr double near = 1e-2;       // rad or m: what is saved is where a joint has been moved to, not exactly

  Known* find(std::string_view field, const std::vector<std::size_t>& indices, std::size_t numbers) {
    for (Known& known : known_)
      if (known.field == field && known.indices == indices && known.value->numbers.size() == numbers) return &known;
    return nullptr;
  }

  std::size_t index_of(const Node& solid) const {
    return std::size_t(std::ranges::find(solids_, &solid) - solids_.begin());
  }

  // Of a solid that no joint moves: that of the solid above.
  std::optional<Rotation> frame_of_holder(const Node& solid) const {
    const Node* above = solid.parent();
    if (above->is_a("Joint") || above->is_a("Slot")) return std::nullopt;
    while (above && !above->is_a("Solid")) above = above->parent();
    const std::size_t index = above ? index_of(*above) : solids_.size();
    return index < solids_.size() ? frames_[index] : std::nullopt;
  }

  // Whether the end of a joint, in our pose and in the file's, is the same but for quarters; that of the end is kept.
  // True for `exactly` where there are none.
  bool is_end(std::size_t parent, std::size_t end, const Rotation& ours, const Rotation& saved, bool& exactly) {
    static const std::vector<Rotation> any = quarter_turns();
    const std::vector<Rotation> frames = frames_[parent] ? std::vector{*frames_[parent]} : any;
    for (const Rotation& frame : frames) {
      const Rotation found = turned(opposite(ours), turned(frame, saved));
      if (!is_of_quarters(found, near)) continue;
      exactly = angle_between(frame, not_turned) < near && angle_between(found, not_turned) < near;
      if (frames_[parent] || exactly) frames_[end] = found;
      return true;
    }
    return false;
  }

  void restore_joint(Node& joint, std::size_t i, std::size_t j) {
    Node* end = solid_at_end(joint);
    if (!end) return;
    std::vector<Known*> given;
    Rotation rotation = end->get<Rotation>("rotation");
    Vec3 translation = end->get<Vec3>("translation");
    bool slides = joint.is_a("SliderJoint"), moves = false;
    // The axes in their order from the end inwards: the first carries the others.
    for (const std::string_view axis : {"3", "2", ""}) {
      Known* known = find(fmt::format("position{}", axis), {i, j}, 1);
      const std::string field = fmt::format("jointParameters{}", axis);
      if (!known || !joint.has(field)) continue;
      const Node* parameters = joint.node(field);
      const double before =
          parameters ? parameters->get<double>("position") : joint.get<double>(fmt::format("position{}", axis));
      const double way = known->value->numbers[0] - before;
      const bool is_first = axis.empty();
      const Vec3 direction = parameters && parameters->has("axis") ? parameters->get<Vec3>("axis")
                             : is_first && !slides                 ? Vec3{1, 0, 0}
                                                                   : Vec3{0, 0, 1};
      given.push_back(known);
      moves = moves || std::fabs(way) > near;
      if (slides) {
        const double length = std::hypot(direction.x, direction.y, direction.z);
        for (auto [to, along] :
             {std::pair{&translation.x, direction.x}, {&translation.y, direction.y}, {&translation.z, direction.z}})
          *to += way * along / length;
        continue;
      }
      const Rotation turn{direction.x, direction.y, direction.z, way};
      const Node* first = joint.node("jointParameters");
      const Vec3 anchor = first && first->has("anchor") ? first->get<Vec3>("anchor") : Vec3{};
      const Vec3 arm = rotated(turn, {translation.x - anchor.x, translation.y - anchor.y, translation.z - anchor.z});
      translation = {anchor.x + arm.x, anchor.y + arm.y, anchor.z + arm.z};
      rotation = turned(turn, rotation);
    }
    if (given.empty()) return;
    const std::size_t k = index_of(*end);
    const Known* saved_rotation = find("rotation", {k}, 4);
    const Known* saved_translation = find("translation", {k}, 3);
    const auto numbers = [](const Known& known) -> const std::vector<double>& { return known.value->numbers; };
    if (saved_rotation) {
      const auto& n = numbers(*saved_rotation);
      const Rotation saved{n[0], n[1], n[2], n[3]};
      bool exactly = false;
      if (!is_end(i, k, rotation, saved, exactly)) return;
      if (exactly) rotation = saved;
    } else if (moves && !slides) {
      return;
    }
    if (saved_translation) {
      const auto& n = numbers(*saved_translation);
      const Vec3 saved{n[0], n[1], n[2]};
      const bool is_there = distance_between(saved, translation) <= near;
      if (slides && !is_there) return;
      if (is_there) translation = saved;
    } else if (moves && slides) {
      return;
    }
    for (Known* known : given) known->is_done = restore_position(*solids_[i], known->field, j, *known->value);
    const Span span = given.front()->value->span;
    Draft(*end).set_value(end->type().find("rotation"), Value(rotation), span);
    Draft(*end).set_value(end->type().find("translation"), Value(translation), span);
  }

  const std::vector<Node*>& solids_;
  std::vector<std::optional<Rotation>> frames_;  // Q of each solid, where it is known
  std::vector<Known> known_;
};

void restore_below(Node& node, Diagnostics& diagnostics) {
  if (node.is_a("Joint")) restore_axis_positions(node);
  if (!node.hidden().empty()) {
    std::vector<Node*> solids;
    collect_solids(node, solids);
    if (approximates(node))
      ApproximateState(node, solids).restore_all(node, diagnostics);
    else
      for (const HiddenValue& hidden : node.hidden())
        if (!restore(solids, hidden))
          diagnostics.report(
              DiagnosticKind::StaleState, hidden.span,
              fmt::format("the saved value `{}` fits no part of this {}: left out", hidden.name, node.type().name()));
    Draft(node).clear_hidden();
  }
  for_each_child(node, [&diagnostics](Node& child) { restore_below(child, diagnostics); });
}

}  // namespace

std::vector<SavedAxis> saved_axes(const Node& joint) {
  struct Axis {
    std::string_view position, parameters;
  };
  static constexpr Axis fields[] = {
      {"position", "jointParameters"}, {"position2", "jointParameters2"}, {"position3", "jointParameters3"}};
  std::vector<SavedAxis> axes;
  for (const auto& [position_field, parameters_field] : fields) {
    const FieldIndex field = joint.type().find(position_field);
    const Node* parameters = field != no_field && joint.has(parameters_field) ? joint.node(parameters_field) : nullptr;
    if (!parameters || !parameters->proto() || parameters->use_of()) continue;
    const FieldIndex position = parameters->type().find("position");
    bool follows = false;
    for (FieldIndex i = 0; i < parameters->proto()->parameters->type().fields().size(); ++i)
      for (const ProtoTarget& target : follow(*parameters, i))
        follows = follows || (target.node == parameters && target.field == position);
    if (!follows && position != no_field) axes.push_back({field, std::string(parameters_field)});
  }
  return axes;
}

std::vector<HiddenValue> state_below(const Node& instance) {
  std::vector<HiddenValue> state;
  std::vector<ProtoTarget> given;  // by parameters: written with them
  for (FieldIndex i = 0; i < instance.proto()->parameters->type().fields().size(); ++i)
    for (const ProtoTarget& target : follow(instance, i)) given.push_back(target);
  const auto is_given = [&given](const Node& node, FieldIndex field) {
    for (const ProtoTarget& target : given)
      if (target.node == &node && target.field == field) return true;
    return false;
  };
  const auto is_inside = [&](const Node& node) {
    for (const Node* at = &node; at != &instance; at = at->parent())
      if (is_given(*at->parent(), at->parent_field())) return false;
    return true;
  };
  std::vector<const Node*> solids;
  collect_solids(instance, solids);
  for (std::size_t i = 0; i < solids.size(); ++i) {
    const Node& solid = *solids[i];
    if (!is_inside(solid)) continue;
    const auto add = [&](std::string_view name, std::vector<double> numbers) {
      state.push_back({fmt::format("{}_{}", name, i), std::move(numbers), {}});
    };
    const auto wants = [&](std::string_view field) {
      return solid.is_set(field) && !is_given(solid, solid.type().find(field));
    };
    const bool moves = &solid == &instance || (solid.parent() && solid.parent()->is_a("Joint"));
    if (moves && wants("translation")) {
      const Vec3& v = solid.get<Vec3>("translation");
      add("translation", {v.x, v.y, v.z});
    }
    if (moves && wants("rotation")) {
      const Rotation& r = solid.get<Rotation>("rotation");
      add("rotation", {r.x, r.y, r.z, r.angle});
    }
    for (const std::string_view field : {"linearVelocity", "angularVelocity"}) {
      if (!solid.has(field) || !solid.is_set(field)) continue;
      const Vec3& v = solid.get<Vec3>(field);
      if (v != Vec3{}) add(field, {v.x, v.y, v.z});
    }
    std::vector<const Node*> joints;
    collect_joints(solid, joints);
    for (std::size_t j = 0; j < joints.size(); ++j) {
      if (!is_inside(*joints[j])) continue;
      for (const std::string_view axis : {"", "2", "3"}) {
        const std::string field = fmt::format("jointParameters{}", axis);
        if (!joints[j]->has(field)) continue;
        const Node* parameters = joints[j]->node(field);
        const Node& holder = parameters ? *parameters : *joints[j];
        const std::string position = parameters ? "position" : fmt::format("position{}", axis);
        if (!holder.is_set(position) || is_given(holder, holder.type().find(position))) continue;
        state.push_back({fmt::format("position{}_{}_{}", axis, i, j), {holder.get<double>(position)}, {}});
      }
    }
  }
  return state;
}

void restore_saved_state(MFNode& nodes, Diagnostics& diagnostics) {
  for (NodePtr& node : nodes) restore_below(*node, diagnostics);
}

}  // namespace lightsout
