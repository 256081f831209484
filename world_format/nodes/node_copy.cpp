// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Copying nodes and values that hold nodes.
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "world_format/nodes/draft.h"
#include "world_format/nodes/proto_instance.h"

namespace lightsout {

// Copies trees, either plainly or as what USE stands for.
class NodeCopier {
 public:
  explicit NodeCopier(bool follow_originals) : follow_originals_(follow_originals) {}

  // `original`: what the copy follows; nullptr: nothing.
  NodePtr clone(const Node& node, Node* original = nullptr) {
    NodePtr copy(new Node(*node.type_, node.span_));
    fill(*copy, node, original);
    return copy;
  }

  Value clone(const Value& value) {
    Value copy;
    fill(copy, value);
    return copy;
  }

  void fill(Node& copy, const Node& node, Node* original) {
    copy.type_ = node.type_;
    copy.def_ = node.def_;
    made_.emplace_back(&node, &copy);
    if (node.proto_) {
      copy.proto_ = node.proto_;
      instances_.push_back(&copy);
      // Whoever follows reads what its original keeps.
      if (!follow_originals_)
        for (const ProtoInstance* record = node.proto_.get(); record; record = record->base.get())
          parameters_.emplace_back(record, clone(*record->parameters));
    }
    if (node.extras_) copy.extras_ = std::make_unique<Node::Extras>(*node.extras_);
    if (original) {
      copy.use_of_ = node.use_of_ ? node.use_of_ : original;
    } else if (node.use_of_) {
      copy.use_of_ = node.use_of_;
      followers_.push_back(&copy);
    }
    // Of the body of a PROTO: its parameters will come.
    copy.values_.reserve(node.values_.size() + (node.extras_ ? node.extras_->bindings.size() : 0));
    for (const FieldValue& value : node.values_) {
      FieldValue& made = copy.values_.emplace_back();
      made.index = value.index;
      made.span = value.span;
      fill(made.value, value.value);
      if (element_type(value.value.type()) == FieldType::SFNode) Draft(copy).adopt(value.index);
    }
  }

  // Copies of USE copies follow the copies of their originals where these were copied too, and what PROTOs made of the
  // original nodes they made of the copies.
  void finish() {
    if (instances_.empty() && followers_.empty()) return;
    std::ranges::sort(made_, std::less(), &Copied::first);
    std::ranges::sort(parameters_, std::less(), &Kept::first);
    for (Node* instance : instances_) Draft(*instance).set_proto(clone(*instance->proto_));
    for (Node* follower : followers_)
      if (Node* copy = copy_of(follower->use_of_)) follower->use_of_ = copy;
  }

 private:
  void fill(Value& copy, const Value& value) {
    std::visit(
        [this, &copy](const auto& stored) {
          using T = std::remove_cvref_t<decltype(stored)>;
          if constexpr (std::same_as<T, NodePtr>) {
            copy.storage().emplace<T>(stored ? clone(stored) : NodePtr());
          } else if constexpr (std::same_as<T, MFNode>) {
            MFNode& copies = copy.storage().emplace<T>();
            copies.reserve(stored.size());
            for (const NodePtr& node : stored) copies.push_back(clone(node));
          } else {
            copy.storage().emplace<T>(stored);
          }
        },
        value.storage());
  }

  NodePtr clone(const NodePtr& node) { return clone(*node, follow_originals_ ? node.get() : nullptr); }
  std::shared_ptr<ProtoInstance> clone(const ProtoInstance& record) {
    auto copy = std::make_shared<ProtoInstance>();
    copy->declaration = record.declaration;
    copy->parameters =
        follow_originals_
            ? record.parameters->clone()
            : std::move(std::ranges::lower_bound(parameters_, &record, std::less(), &Kept::first)->second);
    copy->kept = record.kept;
    copy->use = record.use;
    copy->chance = record.chance;
    copy->scale = record.scale;
    if (record.base) copy->base = clone(*record.base);
    copy->links.reserve(record.links.size());
    for (ProtoInstance::Link link : record.links) {
      link.node = copy_of(link.node);
      if (link.node) copy->links.push_back(link);
    }
    return copy;
  }

  // Of a node below which everything was copied; nullptr: of another.
  Node* copy_of(const Node* node) const {
    const auto found = std::ranges::lower_bound(made_, node, std::less(), &Copied::first);
    return found != made_.end() && found->first == node ? found->second : nullptr;
  }

  using Copied = std::pair<const Node*, Node*>;
  using Kept = std::pair<const ProtoInstance*, NodePtr>;

  bool follow_originals_;
  // By address once all are there: looked up, never iterated.
  std::vector<Copied> made_;
  std::vector<Kept> parameters_;  // of the instances
  std::vector<Node*> followers_;
  std::vector<Node*> instances_;
};

NodePtr Node::clone() const {
  NodeCopier copier(false);
  NodePtr copy = copier.clone(*this);
  copier.finish();
  return copy;
}

void Draft::become_copy_of(Node& original) {
  node_.values_.clear();
  NodeCopier copier(true);
  copier.fill(node_, original, &original);
  copier.finish();
}

NodePtr Node::follower() {
  NodePtr made(new Node(*type_, span_));
  Draft(*made).become_copy_of(*this);
  return made;
}

Value Value::clone() const {
  NodeCopier copier(false);
  Value copy = copier.clone(*this);
  copier.finish();
  return copy;
}

}  // namespace lightsout
