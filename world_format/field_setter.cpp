// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/field_setter.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "world_format/nodes/draft.h"
#include "world_format/nodes/node_path.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/syntax/field_value.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

namespace {

// "ARM.physics.mass": the path of the node, and the field.
std::pair<std::string_view, std::string_view> split(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return {name.substr(0, dot), name.substr(dot + 1)};
}

// The part of the name's place in which the word stands, the whole name where it is written otherwise.
Span place_of(const FieldSetting& setting, std::string_view word) {
  Span place = setting.name_at;
  if (place.text() != setting.name) return place;
  place.begin += std::uint32_t(word.data() - setting.name.data());
  place.end = place.begin + std::uint32_t(word.size());
  return place;
}

// The DEF of a node in the value that a USE elsewhere in the tree means; "" if there is none.
std::string used_elsewhere(const MFNode& nodes, const Value& value) {
  std::unordered_set<const Node*> within;  // looked up, never iterated
  const auto add = [&within](const NodePtr& node) {
    if (node) for_each_node(*node, [&within](const Node& one) { within.insert(&one); });
  };
  if (value.type() == FieldType::SFNode) add(value.as<NodePtr>());
  if (value.type() == FieldType::MFNode) std::ranges::for_each(value.as<MFNode>(), add);
  std::string def;
  if (within.empty()) return def;
  for (const NodePtr& top : nodes)
    for_each_node(*top, [&](const Node& node) {
      if (def.empty() && within.contains(node.use_of()) && !within.contains(&node)) def = node.use_of()->def();
    });
  return def;
}

std::vector<std::string_view> field_names(const Node& node) {
  std::vector<std::string_view> names;
  if (const ProtoInstance* record = node.proto())
    for (const FieldDescription& field : record->parameters->type().fields()) names.push_back(field.name);
  for (const FieldDescription& field : node.type().fields())
    if (!field.hidden) names.push_back(field.name);
  return names;
}

// "; did you mean `a`?", or what there is.
std::string guess(std::string_view word, const std::vector<std::string_view>& known) {
  if (const std::string_view meant = did_you_mean(word, known); !meant.empty())
    return fmt::format("; did you mean `{}`?", meant);
  return known.empty() ? "" : fmt::format("; there are {}", some_of(known));
}

}  // namespace

FieldSetter::FieldSetter(const std::vector<FieldSetting>& settings, World& world, TypeScope& types,
                         Diagnostics& diagnostics)
    : world_(world), types_(types), diagnostics_(diagnostics) {
  for (const FieldSetting& setting : settings) {
    waiting_.push_back(&setting);
    world_.keep_alive.push_back(setting.source);
    // What the world is made of, for who compares two of them.
    world_.sources.push_back(
        std::make_shared<const Source>("--set", fmt::format("{}={}", setting.name, setting.value)));
  }
}

void FieldSetter::set_written(MFNode& nodes) {
  std::erase_if(waiting_, [&](const FieldSetting* setting) { return set(*setting, nodes); });
}

bool FieldSetter::set_expanded(MFNode& nodes) {
  has_new_nodes_ = false;
  for (const FieldSetting* setting : std::exchange(waiting_, {}))
    if (!set(*setting, nodes)) report_unknown(*setting, nodes);
  return has_new_nodes_;
}

bool FieldSetter::set(const FieldSetting& setting, MFNode& nodes) {
  const auto [path, name] = split(setting.name);
  const std::vector<Node*> found = find_by_path(nodes, path);
  if (found.size() > 1) {
    diagnostics_
        .report(DiagnosticKind::BadSetting, place_of(setting, path),
                fmt::format("`{}` may be any of {} nodes: name one above it too", path, found.size()))
        .note(found[0]->span(), "one is here");
    return true;
  }
  const FieldIndex index = found.empty() ? no_field : found.front()->type().find(name);
  if (index == no_field) return false;
  Node& node = *found.front();
  const FieldDescription& field = node.type().field(index);
  std::optional<Value> value = read(setting, field);
  if (!value) return true;
  if (const std::string def = used_elsewhere(nodes, node.get(index)); !def.empty()) {
    diagnostics_.report(DiagnosticKind::BadSetting, setting.name_at,
                        fmt::format("`{}` holds what `USE {}` means elsewhere, and cannot be set", setting.name, def));
    return true;
  }
  has_new_nodes_ |= element_type(field.type) == FieldType::SFNode;
  Draft(node).set_value(index, std::move(*value), setting.value_at);
  return true;
}

void FieldSetter::report_unknown(const FieldSetting& setting, const MFNode& nodes) {
  const auto [path, name] = split(setting.name);
  const std::vector<Node*> found = find_by_path(nodes, path);
  if (!found.empty()) {
    const std::vector<std::string_view> known = field_names(*found.front());
    diagnostics_.report(DiagnosticKind::BadSetting, place_of(setting, name),
                        fmt::format("{} has no field `{}`{}", describe(*found.front()), name, guess(name, known)));
    return;
  }
  const LostPath lost = describe_lost_path(nodes, path);
  diagnostics_.report(DiagnosticKind::BadSetting, place_of(setting, lost.lost),
                      fmt::format("{} no node `{}`{}",
                                  lost.found.empty() ? "the world has" : fmt::format("below `{}` there is", lost.found),
                                  lost.lost, guess(lost.lost, lost.known)));
}

std::optional<Value> FieldSetter::read(const FieldSetting& setting, const FieldDescription& field) {
  const bool verbatim = setting.value_at.text() == setting.value;
  SourcePtr source = setting.source;
  Span text = setting.value_at;
  if (!verbatim) {
    source = std::make_shared<const Source>(setting.source->name(), setting.value);
    text = {source.get(), 0, std::uint32_t(setting.value.size())};
    world_.keep_alive.push_back(source);
  }
  Diagnostics found;
  std::optional<Value> value = read_field_value(field, text, types_, found);
  for (const Diagnostic& diagnostic : found.all())
    diagnostics_.report(DiagnosticKind::BadSetting, verbatim ? diagnostic.span : setting.value_at,
                        fmt::format("{}: {}", setting.name, diagnostic.message));
  if (!found.all().empty()) return std::nullopt;
  return value;
}

}  // namespace lightsout
