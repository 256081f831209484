// Nodes: reading fields, building, copying. The world that owns them is in world.cpp.
#include "world_format/node.h"

#include <algorithm>
#include <utility>

#include "world_format/proto.h"

namespace lightsout {

void NodeDeleter::operator()(Node* node) const { delete node; }

Node::~Node() = default;

const Value& Node::get(FieldIndex field) const {
  for (const FieldValue& value : values_)
    if (value.index == field) return value.value;
  return type_->field(field).default_value;
}

const Value& Node::get(std::string_view field) const {
  const FieldIndex index = type_->find(field);
  assert(index != no_field);
  return get(index);
}

bool Node::is_set(FieldIndex field) const {
  return std::any_of(values_.begin(), values_.end(), [field](const FieldValue& v) { return v.index == field; });
}

Span Node::span_of(FieldIndex field) const {
  for (const FieldValue& value : values_)
    if (value.index == field && value.span) return value.span;
  return span_;
}

void Node::set_value(FieldIndex field, Value value, Span span) {
  assert(field < type_->field_count() && value.type() == type_->field(field).type);
  const auto found =
      std::find_if(values_.begin(), values_.end(), [field](const FieldValue& v) { return v.index == field; });
  if (found == values_.end()) {
    values_.push_back({field, std::move(value), span});
  } else {
    found->value = std::move(value);
    found->span = span;
  }
  adopt(field);
}

void Node::clear_value(FieldIndex field) {
  std::erase_if(values_, [field](const FieldValue& value) { return value.index == field; });
}

Value& Node::edit(FieldIndex field) {
  for (FieldValue& value : values_)
    if (value.index == field) return value.value;
  values_.push_back({field, type_->field(field).default_value.clone(), {}});
  return values_.back().value;
}

void Node::adopt(FieldIndex field) {
  const FieldType type = type_->field(field).type;
  const auto take = [this, field](const NodePtr& node) {
    if (!node) return;
    node->parent_ = this;
    node->parent_field_ = field;
  };
  if (type == FieldType::SFNode) take(edit(field).as<NodePtr>());
  if (type == FieldType::MFNode)
    for (const NodePtr& node : edit(field).as<MFNode>()) take(node);
}

MFNode Node::release_nodes(FieldIndex field) {
  MFNode released;
  if (type_->field(field).type == FieldType::MFNode)
    released = std::move(edit(field).as<MFNode>());
  else if (NodePtr& node = edit(field).as<NodePtr>())
    released.push_back(std::move(node));
  for (const NodePtr& node : released) {
    node->parent_ = nullptr;
    node->parent_field_ = no_field;
  }
  return released;
}

Node::Extras& Node::extras() {
  if (!extras_) extras_ = std::make_unique<Extras>();
  return *extras_;
}

const std::vector<IsBinding>& Node::bindings() const {
  static const std::vector<IsBinding> none;
  return extras_ ? extras_->bindings : none;
}

const std::vector<HiddenValue>& Node::hidden() const {
  static const std::vector<HiddenValue> none;
  return extras_ ? extras_->hidden : none;
}

void Node::clear_bindings() {
  if (extras_) extras_->bindings.clear();
}

void Node::clear_hidden() {
  if (extras_) extras_->hidden.clear();
}

std::size_t count_nodes(const Node& node) {
  std::size_t count = 1;
  for_each_child(node, [&count](const Node& child) { count += count_nodes(child); });
  return count;
}

void Node::become(NodePtr other) {
  assert(other && other.get() != this);
  type_ = other->type_;
  if (def_.empty()) def_ = std::move(other->def_);
  // The old content may hold `other`, and goes last.
  std::swap(values_, other->values_);
  std::swap(proto_, other->proto_);
  std::swap(extras_, other->extras_);
  for (ProtoInstance* record = proto_.get(); record; record = record->base.get())
    for (ProtoInstance::Link& link : record->links)
      if (link.node == other.get()) link.node = this;
  for (const FieldValue& value : values_) adopt(value.index);
}

void Node::take_content(Node& other) {
  values_ = std::exchange(other.values_, {});
  proto_ = std::move(other.proto_);
  extras_ = std::move(other.extras_);
  for (const FieldValue& value : values_) adopt(value.index);
}

// Copies trees, either plainly or as what USE stands for.
class Cloner {
 public:
  explicit Cloner(bool follow_originals) : follow_originals_(follow_originals) {}

  NodePtr clone(const Node& node) {
    NodePtr copy(new Node(*node.type_, node.span_));
    fill(*copy, node);
    return copy;
  }

  Value clone(const Value& value) {
    return std::visit(
        [this](const auto& stored) -> Value {
          using T = std::remove_cvref_t<decltype(stored)>;
          if constexpr (std::same_as<T, NodePtr>) {
            return Value(stored ? clone(*stored) : NodePtr());
          } else if constexpr (std::same_as<T, MFNode>) {
            MFNode copies;
            copies.reserve(stored.size());
            for (const NodePtr& node : stored) copies.push_back(clone(*node));
            return Value(std::move(copies));
          } else {
            return Value(T(stored));
          }
        },
        value.storage());
  }

  void fill(Node& copy, const Node& node) {
    copy.type_ = node.type_;
    copy.def_ = node.def_;
    copies_.emplace(&node, &copy);
    if (node.proto_) {
      copy.proto_ = node.proto_;
      instances_.push_back(&copy);
    }
    if (node.extras_) copy.extras_ = std::make_unique<Node::Extras>(*node.extras_);
    if (follow_originals_) {
      copy.use_of_ = node.use_of_ ? node.use_of_ : const_cast<Node*>(&node);
    } else if (node.use_of_) {
      copy.use_of_ = node.use_of_;
      followers_.push_back(&copy);
    }
    copy.values_.reserve(node.values_.size());
    for (const FieldValue& value : node.values_) {
      copy.values_.push_back({value.index, clone(value.value), value.span});
      copy.adopt(value.index);
    }
  }

  // Copies of USE copies follow the copies of their originals where these were copied too, and what PROTOs made of the
  // original nodes they made of the copies.
  void finish() {
    for (Node* instance : instances_) instance->proto_ = clone(*instance->proto_);
    for (Node* follower : followers_)
      if (const auto found = copies_.find(follower->use_of_); found != copies_.end()) follower->use_of_ = found->second;
  }

 private:
  std::shared_ptr<ProtoInstance> clone(const ProtoInstance& record) const {
    auto copy = std::make_shared<ProtoInstance>();
    copy->declaration = record.declaration;
    copy->parameters = record.parameters->clone();
    copy->use = record.use;
    copy->scale = record.scale;
    if (record.base) copy->base = clone(*record.base);
    copy->links.reserve(record.links.size());
    for (ProtoInstance::Link link : record.links) {
      const auto found = copies_.find(link.node);
      if (found == copies_.end()) continue;
      link.node = found->second;
      copy->links.push_back(link);
    }
    return copy;
  }

  bool follow_originals_;
  std::unordered_map<const Node*, Node*> copies_;  // looked up, never iterated
  std::vector<Node*> followers_;
  std::vector<Node*> instances_;
};

NodePtr Node::clone() const {
  Cloner cloner(false);
  NodePtr copy = cloner.clone(*this);
  cloner.finish();
  return copy;
}

void Node::become_copy_of(Node& original) {
  values_.clear();
  Cloner cloner(true);
  cloner.fill(*this, original);
  cloner.finish();
}

Value Value::clone() const {
  Cloner cloner(false);
  Value copy = cloner.clone(*this);
  cloner.finish();
  return copy;
}

}  // namespace lightsout
