// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What stands for an instance of a PROTO whose file was not found: a plain appearance, or a placeholder at its pose.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "world_format/nodes/draft.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/nodes/proto_purpose.h"
#include "world_format/protos/proto_storage.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

// What the instance seems to be, by its name, what it gives, and what the field takes that it stands in.
struct ProtoSet::MissingRole {
  bool look;        // an appearance
  bool robot;       // it has a controller
  bool holds_pose;  // a node with a pose may stand there
  bool solid;       // and it must be a solid
};

ProtoSet::MissingRole ProtoSet::role_of_missing(const Entry& entry, const Node& instance) {
  const AssetKind kind = entry.declaration->missing_kind;
  const Node* parent = instance.parent();
  const FieldDescription* field = parent ? &parent->type().field(instance.parent_field()) : nullptr;
  const auto takes = [field](std::string_view type) {
    return std::ranges::find(field->choices, type) != field->choices.end();
  };
  MissingRole role{};
  role.look = kind == AssetKind::Appearance || instance.is_set("colorOverride") || instance.is_set("baseColor") ||
              (field && (takes("PBRAppearance") || field->name.ends_with("ppearance")));
  role.robot = !role.look && (kind == AssetKind::Robot || instance.is_set("controller"));
  role.holds_pose =
      !field || field->choices.empty() || takes("Pose") || takes("Group") || takes("Solid") || takes("Node");
  role.solid = field && !field->choices.empty() && !takes("Pose") && !takes("Group") && !takes("Node");
  return role;
}

void ProtoSet::report_missing(Entry& entry, const Node& instance, const MissingRole& role) {
  if (std::exchange(entry.missing_reported, true)) return;
  const ProtoDeclaration& declaration = *entry.declaration;
  const ProtoPurpose purpose =
      declaration.missing_kind == AssetKind::Ground ? ProtoPurpose::Carries : purpose_of(declaration.name, instance);
  const bool grave =
      !role.look && !allow_missing_ && (role.robot || entry.own_file || purpose != ProtoPurpose::Unknown);
  if (!role.look) left_out_.push_back(declaration.name);
  std::string effect = role.look         ? "it gets a plain appearance"
                       : role.holds_pose ? "an empty placeholder stands at its pose"
                                         : "it is left out";
  if (!role.look && !role.robot && purpose == ProtoPurpose::Carries) effect += ", and nothing can stand on it";
  Diagnostic& report =
      diagnostics_->report(grave ? DiagnosticKind::MissingProto : DiagnosticKind::MissingScenery, instance.span(),
                           fmt::format("PROTO `{}` was not found: {}", declaration.name, effect));
  if (declaration.name_span && declaration.name_span.begin != instance.span().begin)
    report.note(declaration.name_span, "declared here");
  for (const std::string& place : entry.looked) report.note({}, fmt::format("looked for: {}", place));
  if (grave) report.note({}, "--allow missing-proto goes on without it");
}

// nullptr where nothing can stand.
NodePtr ProtoSet::stand_in_for(Node& instance, const MissingRole& role, ProtoInstance& record) {
  if (role.look) {
    NodePtr plain(new Node(*find_node_type("PBRAppearance"), instance.span()));
    const char* color = instance.is_set("baseColor") ? "baseColor" : "colorOverride";
    Draft(*plain).set_value(plain->type().find("baseColor"), instance.get(color).clone());
    Draft(*plain).set_value(plain->type().find("metalness"), Value(0.0));
    return plain;
  }
  if (!role.holds_pose) return nullptr;
  NodePtr placeholder(new Node(*find_node_type(role.solid ? "Solid" : "Pose"), instance.span()));
  for (const char* pose : {"translation", "rotation"}) {
    const FieldIndex to = placeholder->type().find(pose);
    if (instance.is_set(pose)) Draft(*placeholder).set_value(to, instance.get(pose).clone());
    record.links.push_back({instance.type().find(pose), &instance, to, false});
  }
  return placeholder;
}

void ProtoSet::expand_missing(NodePtr& slot, Entry& entry) {
  Node& instance = *slot;
  const MissingRole role = role_of_missing(entry, instance);
  report_missing(entry, instance, role);
  auto record = std::make_shared<ProtoInstance>();
  NodePtr stand_in = stand_in_for(instance, role, *record);
  if (!stand_in) {
    storage_->dropped.push_back(std::move(slot));
    return;
  }
  record->declaration = entry.declaration;
  record->use = instance.span();
  record->parameters = NodePtr(new Node(instance.type(), instance.span()));
  for (const FieldValue& value : instance.values())
    Draft(*record->parameters).set_value(value.index, value.value.clone(), value.span);
  Draft(instance).become(std::move(stand_in));
  Draft(instance).set_proto(std::move(record));
}

}  // namespace lightsout
