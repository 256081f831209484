// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/nodes/proto_links.h"

#include <unordered_set>
#include <utility>

#include "world_format/nodes/proto_declaration.h"
#include "world_format/nodes/proto_instance.h"

namespace lightsout {
namespace {

// Which nodes of an instance are still there; looked through when first asked about another than the instance itself.
class Living {
 public:
  explicit Living(const Node& instance) : instance_(instance) {}
  bool contains(const Node* node) {
    if (node == &instance_) return true;
    if (nodes_.empty()) for_each_node_with_kept(instance_, [this](const Node& living) { nodes_.insert(&living); });
    return nodes_.contains(node);
  }

 private:
  const Node& instance_;
  std::unordered_set<const Node*> nodes_;
};

// Calls visit(link, record of the nested PROTO or nullptr) for each link of the parameter to a living node.
template <class Visit>
void for_each_link(const Node& instance, const ProtoInstance& record, FieldIndex parameter, Living& living,
                   const Visit& visit) {
  for (const ProtoInstance::Link& link : record.links) {
    if (link.parameter != parameter || !living.contains(link.node)) continue;
    const ProtoInstance* inner = nullptr;
    if (link.nested) {
      inner = link.node == &instance ? record.base.get() : link.node->proto();
      if (!inner) continue;
    }
    visit(link, inner);
  }
}

void follow(const Node& instance, const ProtoInstance& record, FieldIndex parameter, Living& living,
            std::vector<ProtoTarget>& targets) {
  for_each_link(instance, record, parameter, living, [&](const ProtoInstance::Link& link, const ProtoInstance* inner) {
    if (inner)
      follow(*link.node, *inner, link.field, living, targets);
    else
      targets.push_back({link.node, link.field, link.scale});
  });
  if (record.keeps(parameter)) targets.push_back({record.parameters.get(), parameter, 1});
}

bool is_read(const Node& instance, const ProtoInstance& record, FieldIndex parameter, Living& living) {
  if (parameter < record.declaration->read_by_template.size() && record.declaration->read_by_template[parameter])
    return true;
  bool read = false;
  for_each_link(instance, record, parameter, living, [&](const ProtoInstance::Link& link, const ProtoInstance* inner) {
    read = read || (inner && is_read(*link.node, *inner, link.field, living));
  });
  return read;
}

}  // namespace

std::vector<ProtoTarget> follow(const Node& instance, FieldIndex parameter) {
  return instance.proto() ? follow(instance, *instance.proto(), parameter) : std::vector<ProtoTarget>();
}

std::vector<ProtoTarget> follow(const Node& instance, const ProtoInstance& record, FieldIndex parameter) {
  std::vector<ProtoTarget> targets;
  Living living(instance);
  follow(instance, record, parameter, living, targets);
  return targets;
}

bool is_instance_of(const Node& node, std::string_view type) {
  for (const ProtoInstance* record = node.proto(); record; record = record->base.get())
    if (record->declaration->name == type) return true;
  return node.is_a(type);
}

const std::string& written_type(const Node& node) {
  const Node& meant = node.use_of() ? *node.use_of() : node;
  return meant.proto() ? meant.proto()->declaration->name : meant.type().name();
}

bool is_taken(const Node& node, std::string_view choice) {
  if (choice.starts_with('+')) return is_instance_of(node.use_of() ? *node.use_of() : node, choice.substr(1));
  return written_type(node) == choice;
}

bool is_read_by_template(const Node& instance, FieldIndex parameter) {
  Living living(instance);
  return instance.proto() && is_read(instance, *instance.proto(), parameter, living);
}

std::optional<ProtoTarget> live_target(const Node& instance, const ProtoInstance& record, FieldIndex parameter) {
  const FieldType type = record.parameters->type().field(parameter).type;
  for (const ProtoTarget& target : follow(instance, record, parameter))
    if (target.node->type().field(target.field).type == type) return target;
  return std::nullopt;
}

const Value& live_value(const Node& instance, const ProtoInstance& record, FieldIndex parameter) {
  const auto target = live_target(instance, record, parameter);
  return target ? target->node->get(target->field) : record.parameters->get(parameter);
}

}  // namespace lightsout
