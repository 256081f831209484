// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Looks over what an instance gives to its PROTO: values that a parameter does not take are reported and left out.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "world_format/nodes/draft.h"
#include "world_format/nodes/proto_links.h"
#include "world_format/nodes/restriction.h"
#include "world_format/protos/proto_storage.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

// A restricted parameter that is given another value has its default (WbField::checkValueIsAccepted): nodes that it
// does not take are left out, and so are elements of lists.
void ProtoSet::check_parameters(const Entry& entry, Node& instance) {
  const ProtoDeclaration& declaration = *entry.declaration;
  for (FieldIndex i = 0; i < declaration.kinds.size(); ++i) {
    if (!instance.is_set(i)) continue;
    const FieldDescription& field = instance.type().field(i);
    if (declaration.kinds[i] == ParameterKind::Deprecated)
      diagnostics_->report(DiagnosticKind::DeprecatedParameter, instance.span_of(i),
                           fmt::format("parameter `{}` of {} is deprecated", field.name, declaration.name));
    if (holds_nodes(field.type))
      check_nodes(entry, instance, i);
    else
      check_choice(entry, instance, i);
  }
}

void ProtoSet::check_nodes(const Entry& entry, Node& instance, FieldIndex parameter) {
  const FieldDescription& field = instance.type().field(parameter);
  if (field.choices.empty()) return;
  // True if the node may stay; of an instance of a PROTO that is known once it is expanded.
  const auto check = [&](NodePtr& node) {
    const Node* meant = node && node->use_of() ? node->use_of() : node.get();
    if (!meant || meant->type().is_proto() ||
        std::ranges::any_of(field.choices, [&](const std::string& type) { return is_taken(*node, type); }))
      return true;
    diagnostics_->report(DiagnosticKind::MisplacedNode, node->span(),
                         fmt::format("parameter `{}` of {} takes {}, not {}: left out", field.name,
                                     entry.declaration->name, fmt::join(field.choices, " or "), written_type(*node)));
    storage_->dropped.push_back(std::move(node));
    return false;
  };
  Value& value = Draft(instance).edit(parameter);
  if (field.type == FieldType::SFNode)
    check(value.as<NodePtr>());
  else
    std::erase_if(value.as<MFNode>(), [&](NodePtr& node) { return !check(node); });
}

void ProtoSet::check_choice(const Entry& entry, Node& instance, FieldIndex parameter) {
  const std::vector<Value>& allowed = entry.declaration->allowed[parameter];
  if (allowed.empty()) return;
  const FieldDescription& field = instance.type().field(parameter);
  std::optional<Value> left = left_by(allowed, instance.get(parameter));
  if (!left) return;
  const Span span = instance.span_of(parameter);
  const bool is_list = is_multiple(field.type);
  const std::vector<std::string_view> texts(field.choices.begin(), field.choices.end());
  const std::string_view guess = did_you_mean(span.text(), texts);
  diagnostics_->report(
      DiagnosticKind::UnknownChoice, span,
      fmt::format("parameter `{}` of {} does not allow this value{}{}: {}", field.name, entry.declaration->name,
                  texts.empty() ? std::string() : fmt::format("; it takes \"{}\"", fmt::join(texts, "\", \"")),
                  guess.empty() ? std::string() : fmt::format("; did you mean \"{}\"?", guess),
                  is_list ? "what it does not take is left out" : "it has its default"));
  if (is_list)
    Draft(instance).set_value(parameter, std::move(*left), span);
  else
    Draft(instance).clear_value(parameter);
}

}  // namespace lightsout
