// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Expansion: an instance becomes a clone of its PROTO's body with the parameters put in. What a body is, is read in
// proto_body.cpp; what is given is looked over in proto_parameters.cpp.
#include "world_format/protos/proto.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "limits/limits.h"
#include "world_format/nodes/conversion.h"
#include "world_format/nodes/draft.h"
#include "world_format/nodes/proto_links.h"
#include "world_format/protos/proto_storage.h"
#include "world_format/text/diagnostic.h"
#include "world_format/upgrade/old_arguments.h"
#include "world_format/upgrade/upgrade.h"

namespace lightsout {

namespace {

std::size_t size_of(const Value& value) {
  std::size_t size = 0;
  if (value.type() == FieldType::SFNode) {
    if (const NodePtr& node = value.as<NodePtr>()) size = count_nodes(*node);
  } else if (value.type() == FieldType::MFNode) {
    for (const NodePtr& node : value.as<MFNode>()) size += count_nodes(*node);
  }
  return size;
}

// A parameter's value as a field takes it that is bound to it.
Value fitted(const Value& value, const FieldDescription& field) {
  // What was one text before R2020b (the parser binds it in such files alone).
  if (field.name == "controllerArgs" && field.type == FieldType::MFString && value.type() == FieldType::SFString)
    return Value(split_arguments(value.as<std::string>()));
  return converted(value, field.type);
}

// What an instance says, as it was said.
NodePtr as_said(const Node& instance) {
  NodePtr parameters(new Node(instance.type(), instance.span()));
  for (const FieldValue& value : instance.values())
    Draft(*parameters).set_value(value.index, value.value.clone(), value.span);
  return parameters;
}

}  // namespace

ProtoSet::ProtoSet(World& world, Locator& locator, Diagnostics& diagnostics)
    : world_(world),
      locator_(locator),
      diagnostics_(&diagnostics),
      storage_(std::make_shared<Storage>()),
      template_files_([this](std::string_view path, const std::filesystem::path& base) {
        const Asset asset = locator_.find(path, base);
        return TemplateFiles::Found{asset.path, asset.is_outside};
      }) {}
ProtoSet::~ProtoSet() = default;

TypeScope& ProtoSet::world_scope(SourcePtr source, int version) {
  storage_->scopes.push_back(std::make_unique<ProtoScope>(*this, std::move(source), version));
  return *storage_->scopes.back();
}

void ProtoSet::forget(const TypeScope& scope) {
  std::erase_if(storage_->scopes, [&](const auto& known) { return known.get() == &scope; });
}

const std::vector<ExternProto>& ProtoSet::world_externs() const {
  static const std::vector<ExternProto> none;
  return storage_->scopes.empty() ? none : storage_->scopes.front()->externs_;
}

std::vector<SourcePtr> ProtoSet::sources(std::size_t first) const {
  std::vector<SourcePtr> result;
  for (std::size_t i = first; i < storage_->sources.size(); ++i)
    result.emplace_back(storage_, storage_->sources[i].get());
  return result;
}

std::string_view ProtoSet::approximation_of(const AssetUse& use) const {
  if (use.asset.place != Asset::Place::Library) return {};
  const auto found = storage_->entries.find(use.asset.path.string());
  if (found == storage_->entries.end()) return {};
  const std::string_view text = found->second->declaration->documentation;
  const auto at = text.find("pproximat");
  if (at == text.npos || at == 0) return {};
  return text.substr(std::min(text.find(' ', at) + 1, text.size()));
}

std::vector<std::string> ProtoSet::approximations() const {
  std::vector<std::string> names;
  for (const AssetUse& use : uses_)
    if (!approximation_of(use).empty()) {
      const std::string& name = storage_->entries.find(use.asset.path.string())->second->declaration->name;
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  return names;
}

void ProtoSet::note_approximations() {
  for (const AssetUse& use : uses_)
    if (const std::string_view text = approximation_of(use); !text.empty())
      diagnostics_->report(
          DiagnosticKind::ApproximateProto, use.span,
          fmt::format("the built-in PROTO {} approximates: {}",
                      storage_->entries.find(use.asset.path.string())->second->declaration->name, text));
}

Span ProtoSet::origin(Span span) const { return parsing_ ? parsing_->origin(span) : span; }

bool ProtoSet::count(std::size_t nodes, Span where) {
  nodes_ += nodes;
  if (nodes_ <= std::size_t(value_of(Limit::Nodes))) return true;
  if (!full_)
    diagnostics_->report(DiagnosticKind::TooManyNodes, where,
                         fmt::format("PROTOs make too many nodes: {}", how_to_raise(Limit::Nodes)));
  full_ = true;
  return false;
}

void ProtoSet::expand(MFNode& nodes) {
  for (const NodePtr& node : nodes) {
    if (!node || !node->is_a("WorldInfo")) continue;
    coordinate_system_ = node->get<std::string>("coordinateSystem");
    load_seed_ = given_seed_.value_or(std::uint64_t(std::int64_t(node->get<std::int32_t>("randomSeed"))));
    chance_.seed = load_seed_;
    break;
  }
  for (NodePtr& node : nodes) expand_node(node, 0);
  std::erase_if(nodes, [](const NodePtr& node) { return !node; });
  templates_.stop();
}

void ProtoSet::begin_episode(std::uint64_t seed, bool is_given) {
  const std::uint32_t resets = is_given ? 0 : chance_.resets + 1;
  // Numbers apart (Steele, Lea, Flood 2014), so that no episode is that of another seed near by.
  chance_ = {seed ^ (resets * 0x9e3779b97f4a7c15u), 0, resets};
}

// Instances that know their ids by their templates are written anew: as copies they will have others.
void ProtoSet::forget_ids(Value& value) {
  const auto forget = [this](NodePtr& node) {
    if (!node || node->use_of()) return;
    bool knows = false;
    for (const ProtoInstance* record = node->proto(); record && !knows; record = record->base.get()) {
      const auto entry = storage_->by_interface.find(&record->parameters->type());
      knows = entry != storage_->by_interface.end() && entry->second->text.reads_id;
    }
    if (knows) {
      NodePtr again = as_written(*node, no_field, Value());
      storage_->dropped.push_back(std::exchange(node, std::move(again)));
      return;
    }
    for (FieldValue& field : Draft(*node).values())
      if (holds_nodes(field.value.type())) forget_ids(field.value);
    for (ProtoInstance* record = node->proto(); record; record = record->base.get())
      for (const FieldIndex parameter : record->kept) forget_ids(Draft(*record->parameters).edit(parameter));
  };
  if (NodePtr* node = std::get_if<NodePtr>(&value.storage())) forget(*node);
  if (MFNode* nodes = std::get_if<MFNode>(&value.storage())) std::ranges::for_each(*nodes, forget);
}

NodePtr ProtoSet::as_written(Node& instance, FieldIndex parameter, const Value& value) {
  assert(instance.proto());
  ProtoInstance& record = *instance.proto();
  const NodeType& type = record.parameters->type();
  NodePtr again(new Node(type, record.use));
  Draft(*again).set_def(instance.def());
  for (FieldIndex i = 0; i < type.fields().size(); ++i) {
    Value now = (i == parameter ? value : live_value(instance, record, i)).clone();
    if (const auto target = live_target(instance, record, i))
      rescale(now, *target->node, target->field, 1 / target->scale);
    if (i != parameter && !record.parameters->is_set(i) && now.equals(type.field(i).default_value)) continue;
    forget_ids(now);
    Draft(*again).set_value(i, std::move(now), record.parameters->span_of(i));
  }
  return again;
}

NodePtr ProtoSet::expand_again(Node& instance, FieldIndex parameter, const Value& value) {
  NodePtr again = as_written(instance, parameter, value);
  Draft(*again).reserve_id(instance.id());
  nodes_ = 0;
  full_ = false;
  expand_node(again, 0);
  templates_.stop();
  return again;
}

void ProtoSet::expand_value(Value& value, int depth) {
  if (value.type() == FieldType::SFNode) {
    expand_node(value.as<NodePtr>(), depth);
  } else if (value.type() == FieldType::MFNode) {
    MFNode& nodes = value.as<MFNode>();
    for (NodePtr& node : nodes) expand_node(node, depth);
    std::erase_if(nodes, [](const NodePtr& node) { return !node; });
  }
}

void ProtoSet::expand_node(NodePtr& node, int depth) {
  if (!node || node->use_of()) return;  // a reference becomes a copy of the expanded original later
  if (depth > max_depth) {
    if (!full_)
      diagnostics_->report(DiagnosticKind::TooDeep, node->span(),
                           fmt::format("PROTOs nest nodes more than {} deep", max_depth));
    full_ = true;
    storage_->dropped.push_back(std::move(node));
    return;
  }
  if (node->type().is_proto()) {
    expand_instance(node, depth);
    return;
  }
  for (FieldValue& field : Draft(*node).values())
    if (holds_nodes(field.value.type())) expand_value(field.value, depth + 1);
}

void ProtoSet::expand_instance(NodePtr& slot, int depth) {
  Node& instance = *slot;
  Entry& entry = *storage_->by_interface.at(&instance.type());
  const std::string& name = entry.declaration->name;
  auto drop = [&] { storage_->dropped.push_back(std::move(slot)); };
  if (entry.declaration->missing) return expand_missing(slot, entry);
  if (std::ranges::find(nesting_, &entry) != nesting_.end()) {
    diagnostics_->report(DiagnosticKind::RecursiveProto, instance.span(),
                         fmt::format("PROTO `{}` contains itself: skipped", name));
    return drop();
  }
  if (nesting_.size() >= std::size_t(max_nesting)) {
    diagnostics_->report(DiagnosticKind::TooDeep, instance.span(),
                         fmt::format("PROTOs are nested more than {} deep: `{}` is skipped", max_nesting, name));
    return drop();
  }
  if (full_) return drop();
  check_parameters(entry, instance);
  check_order(entry, instance);
  give_named_defaults(entry, instance);
  Diagnostics::Context context(*diagnostics_, {instance.span(), fmt::format("in PROTO {}, used here", name)});
  const TemplateChance chance = chance_;
  Body* body = body_of(entry, instance);
  if (!body || !body->root) return drop();
  Expansion* expansion = expansion_for(entry, *body, instance, depth);
  if (expansion && become_copy(*expansion, instance)) return;
  const std::size_t nodes_before = nodes_;
  if (!count(body->nodes, instance.span())) return drop();

  const std::size_t reports_before = diagnostics_->reports();
  const bool varied = std::exchange(varied_, false);
  NodePtr root = body->root->clone();
  auto record = std::make_shared<ProtoInstance>();
  record->chance = chance;
  record->declaration = entry.declaration;
  record->use = instance.span();
  // What the instance says stays readable. Nodes go into the tree themselves, lest a reference to one of them be left
  // without it, and a copy stays here.
  record->parameters = as_said(instance);
  Binding binding{entry, instance, *record, root.get(), depth, {}};
  binding.expanded.resize(instance.type().fields().size());
  const std::vector<Node*> references = references_to_defaults(entry, *root);
  bind(binding, *root);
  refer_to_parameters(binding, references);
  keep_unbound(binding);

  nesting_.push_back(&entry);
  Draft(*root).reserve_id(instance.reserved_id());
  expand_node(root, depth);
  nesting_.pop_back();
  const bool varies = std::exchange(varied_, varied || varied_);
  if (!root) return drop();
  Draft(instance).reserve_id(root->reserved_id());
  if (root->proto()) record->base = root->proto()->shared_from_this();
  for (const HiddenValue& hidden : instance.hidden()) Draft(*root).add_hidden(hidden);
  Draft(instance).become(std::move(root));
  Draft(instance).set_proto(std::move(record));
  if (!expansion || varies || chance_ != chance || diagnostics_->reports() != reports_before) return;
  expansion->nodes = nodes_ - nodes_before;
  keep_expansion(binding, *expansion);
}

// Swarms are of one robot: what a PROTO became once is copied where nothing but values of fields can differ. nullptr
// where more can.
ProtoSet::Expansion* ProtoSet::expansion_for(const Entry& entry, Body& body, const Node& instance, int depth) {
  const bool gives_nodes =
      std::ranges::any_of(instance.values(), [](const FieldValue& value) { return holds_nodes(value.value.type()); });
  if (gives_nodes || entry.has_named_defaults || entry.text.varies || entry.text.reads_id) return nullptr;
  for (Expansion& known : body.expansions)
    if (known.depth == depth && known.nesting == nesting_ && known.chance == chance_ &&
        std::ranges::equal(known.given, instance.values(), {}, {}, &FieldValue::index))
      return &known;
  if (body.expansions.size() == Body::max_expansions) return nullptr;
  Expansion& fresh = body.expansions.emplace_back();
  for (const FieldValue& value : instance.values()) fresh.given.push_back(value.index);
  fresh.nesting = nesting_;
  fresh.depth = depth;
  fresh.chance = chance_;
  return &fresh;
}

bool ProtoSet::become_copy(const Expansion& expansion, Node& instance) {
  if (!expansion.instance || nodes_ + expansion.nodes > std::size_t(value_of(Limit::Nodes))) return false;
  nodes_ += expansion.nodes;
  NodePtr copy = expansion.instance->clone();
  ProtoInstance& record = *copy->proto();
  for (const ProtoInstance::Link& link : record.links)
    if (instance.is_set(link.parameter))
      Draft(*link.node)
          .set_value(link.field, fitted(instance.get(link.parameter), link.node->type().field(link.field)),
                     instance.span_of(link.parameter));
  record.use = instance.span();
  record.parameters = as_said(instance);
  for (const HiddenValue& hidden : instance.hidden()) Draft(*copy).add_hidden(hidden);
  Draft(instance).become(std::move(copy));
  return true;
}

// The second time: most PROTOs are used once.
void ProtoSet::keep_expansion(const Binding& binding, Expansion& expansion) {
  const Node& instance = binding.instance;
  const ProtoInstance& record = binding.record;
  const bool keeps_nodes =
      std::ranges::any_of(record.kept, [&](FieldIndex kept) { return record.parameters->is_set(kept); });
  if (binding.reaches_instances || keeps_nodes || !instance.def().empty() || !instance.hidden().empty()) return;
  if (std::exchange(expansion.again, true)) expansion.instance = instance.clone();
}

void ProtoSet::bind(Binding& binding, Node& node) {
  // Before the bindings: what they bring is bound already.
  for_each_child(node, [&](Node& child) { bind(binding, child); });
  if (node.bindings().empty()) return;
  const std::vector<IsBinding> bindings = node.bindings();
  Draft(node).clear_bindings();
  for (const IsBinding& is : bindings) {
    const FieldIndex parameter = binding.instance.type().find(is.parameter);
    if (parameter == no_field) continue;  // reported by the parser
    std::optional<Value> value = parameter_value(binding, parameter, is.span);
    if (!value) continue;
    const bool given = binding.instance.is_set(parameter);
    if (!holds_nodes(value->type())) value = fitted(*value, node.type().field(is.field));
    for (const Node* at = &node; given && at; at = at->parent())
      if (at->type().is_proto()) binding.reaches_instances = true;
    Draft(node).set_value(is.field, std::move(*value), given ? binding.instance.span_of(parameter) : is.span);
    binding.record.links.push_back(
        {parameter, &node == binding.root ? &binding.instance : &node, is.field, node.type().is_proto()});
  }
}

// Parameters of nodes that no field follows: their nodes stay with the record.
void ProtoSet::keep_unbound(Binding& binding) {
  const NodeType& type = binding.instance.type();
  for (FieldIndex i = 0; i < type.fields().size(); ++i) {
    if (!holds_nodes(type.field(i).type) || binding.expanded[i]) continue;
    binding.record.kept.push_back(i);
    const Span span = binding.instance.span_of(i);
    std::optional<Value> value = parameter_value(binding, i, span);
    if (value && (binding.instance.is_set(i) || size_of(*value) > 0))
      Draft(*binding.record.parameters).set_value(i, std::move(*value), span);
  }
}

std::optional<Value> ProtoSet::parameter_value(Binding& binding, FieldIndex parameter, Span where) {
  const FieldDescription& field = binding.instance.type().field(parameter);
  if (!holds_nodes(field.type)) return binding.instance.get(parameter).clone();
  // The first field gets the nodes; a further one gets copies that follow them.
  if (binding.expanded[parameter]) {
    for (const ProtoInstance::Link& link : binding.record.links) {
      if (link.parameter != parameter) continue;
      Node* holder = link.node == &binding.instance ? binding.root : link.node;
      const Value& first = holder->get(link.field);
      if (!count(size_of(first), where)) return std::nullopt;
      return references_to(first);
    }
    return std::nullopt;
  }
  binding.expanded[parameter] = true;
  if (!binding.instance.is_set(parameter)) {
    std::optional<Value>& value = binding.entry.defaults[parameter];
    if (!value) {
      Value fresh = field.default_value.clone();
      if (!count(size_of(fresh), where)) return std::nullopt;
      const bool varied = std::exchange(varied_, false);
      expand_value(fresh, binding.depth + 1);
      if (std::exchange(varied_, varied || varied_)) return fresh;
      // The expansion may have come back here.
      if (!value) value = std::move(fresh);
    }
    if (!count(size_of(*value), where)) return std::nullopt;
    return value->clone();
  }
  Value& given = Draft(binding.instance).edit(parameter);
  // In the place of use: the bodies around do not count as recursion here.
  expand_value(given, binding.depth + 1);
  check_nodes(binding.entry, binding.instance, parameter);
  Value copy = Value::empty(field.type);
  std::swap(copy, given);
  return copy;
}

// Nodes that are to stand in two fields at once are as with USE: whoever edits one edits the other.
Value ProtoSet::references_to(const Value& value) {
  const auto reference = [](const NodePtr& node) {
    if (!node) return NodePtr();
    NodePtr made(new Node(node->type(), node->span()));
    Draft(*made).set_def(node->def());
    Draft(*made).set_use_of(node->use_of() ? node->use_of() : node.get());
    return made;
  };
  if (value.type() == FieldType::SFNode) return Value(reference(value.as<NodePtr>()));
  MFNode references;
  for (const NodePtr& node : value.as<MFNode>()) references.push_back(reference(node));
  return Value(std::move(references));
}

}  // namespace lightsout
