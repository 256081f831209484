// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// USE after the tree is whole: references become copies of what they refer to.
#include <fmt/format.h>

#include <cstddef>
#include <unordered_set>

#include "limits/limits.h"
#include "world_format/nodes/draft.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/syntax/parser.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

// Fills references in file order: what a reference copies is then already whole, because USE follows its DEF.
class UseResolver {
 public:
  explicit UseResolver(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void resolve(NodePtr& node) {
    if (!node || stopped_) return;
    if (Node* original = node->use_of(); original && node->values().empty()) {
      // PROTOs may put a copy before its original, which must be whole first.
      has_nameless_ = has_nameless_ || original->def().empty();
      if (whole_.insert(original).second) for_each_child_slot(*original, [this](NodePtr& child) { resolve(child); });
      count_ += count_nodes(*original);
      if (count_ > std::size_t(value_of(Limit::Nodes))) {
        diagnostics_.report(DiagnosticKind::TooManyNodes, node->span(),
                            fmt::format("USE makes too many copies: {}", how_to_raise(Limit::Nodes)));
        stopped_ = true;
        return;
      }
      Draft(*node).become_copy_of(*original);
      return;
    }
    if ((has_nameless_ || !node->def().empty()) && whole_.contains(node.get())) return;
    for_each_child_slot(*node, [this](NodePtr& child) { resolve(child); });
    if (!node->def().empty()) whole_.insert(node.get());
  }

 private:
  template <class Visit>
  static void for_each_child_slot(Node& node, const Visit& visit) {
    for (FieldValue& field : Draft(node).values()) {
      if (field.value.type() == FieldType::SFNode) visit(field.value.as<NodePtr>());
      if (field.value.type() == FieldType::MFNode)
        for (NodePtr& child : field.value.as<MFNode>()) visit(child);
    }
    for (ProtoInstance* record = node.proto(); record; record = record->base.get())
      if (!record->kept.empty()) for_each_child_slot(*record->parameters, visit);
  }

  Diagnostics& diagnostics_;
  std::unordered_set<const Node*> whole_;  // originals below which nothing is empty; looked up, never iterated
  bool has_nameless_ = false;              // among them are some without a DEF
  std::size_t count_ = 0;
  bool stopped_ = false;
};

}  // namespace

void resolve_uses(MFNode& nodes, Diagnostics& diagnostics) {
  UseResolver resolver(diagnostics);
  for (NodePtr& node : nodes) resolver.resolve(node);
}

}  // namespace lightsout
