// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/sweeps/field_lists.h"

#include <fmt/format.h>

#include <optional>

#include "batches/sweeps/beside.h"
#include "limits/limits.h"
#include "runs/stages/loaded_world.h"
#include "world_format/nodes/node_path.h"
#include "world_format/nodes/proto_instance.h"

namespace lightsout {
namespace {

// What a process of its own says of a list, a letter each.
constexpr char is_whole = 'w', is_several = 's', is_unknown = '?';

std::optional<FieldType> type_of(const Node& node, std::string_view name) {
  if (const ProtoInstance* instance = node.proto()) {
    const NodeType& parameters = instance->parameters->type();
    if (const FieldIndex index = parameters.find(name); index != no_field) return parameters.field(index).type;
  }
  const FieldIndex index = node.type().find(name);
  return index == no_field ? std::nullopt : std::optional(node.type().field(index).type);
}

bool is_number(FieldType type) {
  return type == FieldType::SFFloat || type == FieldType::SFInt32 || type == FieldType::SFBool;
}

bool takes_whole(FieldType type, FieldList::Form form) {
  if (type == FieldType::MFString) return form != FieldList::Form::Nested;
  if (is_multiple(type)) return true;
  if (form == FieldList::Form::Text) return !is_number(type);
  if (is_number(type) || type == FieldType::SFString || type == FieldType::SFNode) return false;
  return form == FieldList::Form::Flat;
}

char letter_of(const FieldList& list, const World* world) {
  if (!world) return is_unknown;
  const std::string_view name = list.whole.name;
  const std::size_t dot = name.rfind('.');
  const std::vector<Node*> found = find_by_path(world->nodes(), name.substr(0, dot));
  if (found.empty()) return is_unknown;
  const auto type = type_of(*found.front(), name.substr(dot + 1));
  if (!type) return is_unknown;
  return takes_whole(*type, list.form) ? is_whole : is_several;
}

std::string letters_of(RunSettings settings, const std::vector<FieldList>& lists) {
  for (const std::string& limit : settings.limits) (void)set_limit(limit);
  const LoadedWorld loaded = read_world(settings);
  std::string letters;
  for (const FieldList& list : lists) letters += letter_of(list, loaded.world.get());
  return letters;
}

}  // namespace

std::string settle_field_lists(Sweep& sweep) {
  const std::vector<FieldList>& lists = sweep.field_lists;
  if (lists.empty()) return {};
  std::string known(lists.size(), is_unknown);
  for (const std::string& world : sweep.worlds) {
    RunSettings settings = sweep.run;
    settings.world = world;
    const std::string letters = told_beside([&] { return letters_of(settings, lists); }).value_or("");
    for (std::size_t i = 0; i < lists.size() && letters.size() == lists.size(); ++i) {
      if (letters[i] == is_unknown) continue;
      if (known[i] != is_unknown && known[i] != letters[i])
        return fmt::format(
            "set: {} is one value in one of the worlds and several in another: write it under parameters",
            lists[i].whole.name);
      known[i] = letters[i];
    }
  }
  for (std::size_t i = 0; i < lists.size(); ++i)
    if (known[i] == is_several)
      sweep.parameters.push_back(lists[i].several);
    else
      sweep.run.load.settings.push_back(lists[i].whole);
  sweep.field_lists.clear();
  return {};
}

}  // namespace lightsout
