// Expansion: an instance becomes a clone of its PROTO's body with the parameters put in. What a body is, is read in
// proto_body.cpp.
#include "world_format/proto.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "limits/limits.h"
#include "world_format/conversion.h"
#include "world_format/draft.h"
#include "world_format/proto_purpose.h"
#include "world_format/proto_storage.h"
#include "world_format/upgrade.h"

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

bool holds_nodes(FieldType type) { return element_type(type) == FieldType::SFNode; }

// The nodes of a value and all below them.
template <class Visit>
void for_each_node_in(const Value& value, const Visit& visit) {
  if (value.type() == FieldType::SFNode) {
    if (const NodePtr& node = value.as<NodePtr>()) for_each_node(*node, visit);
  } else if (value.type() == FieldType::MFNode) {
    for (const NodePtr& node : value.as<MFNode>())
      if (node) for_each_node(*node, visit);
  }
}

// Those that are a USE which is not filled yet.
template <class Visit>
void for_each_reference(const Value& value, const Visit& visit) {
  for_each_node_in(value, [&visit](Node& node) {
    if (node.use_of()) visit(node);
  });
}

// Which nodes of an instance are still there; looked through when first asked about another than the instance itself.
class Living {
 public:
  explicit Living(Node& instance) : instance_(instance) {}
  bool contains(const Node* node) {
    if (node == &instance_) return true;
    if (nodes_.empty()) for_each_node(instance_, [this](const Node& living) { nodes_.insert(&living); });
    return nodes_.contains(node);
  }

 private:
  Node& instance_;
  std::unordered_set<const Node*> nodes_;
};

// Calls visit(link, record of the nested PROTO or nullptr) for each link of the parameter to a living node.
template <class Visit>
void for_each_link(Node& instance, ProtoInstance& record, FieldIndex parameter, Living& living, const Visit& visit) {
  for (const ProtoInstance::Link& link : record.links) {
    if (link.parameter != parameter || !living.contains(link.node)) continue;
    ProtoInstance* inner = nullptr;
    if (link.nested) {
      inner = link.node == &instance ? record.base.get() : link.node->proto();
      if (!inner) continue;
    }
    visit(link, inner);
  }
}

void follow(Node& instance, ProtoInstance& record, FieldIndex parameter, Living& living,
            std::vector<ProtoTarget>& targets) {
  for_each_link(instance, record, parameter, living, [&](const ProtoInstance::Link& link, ProtoInstance* inner) {
    if (inner)
      follow(*link.node, *inner, link.field, living, targets);
    else
      targets.push_back({link.node, link.field, link.scale});
  });
}

bool is_read(Node& instance, ProtoInstance& record, FieldIndex parameter, Living& living) {
  if (parameter < record.declaration->read_by_template.size() && record.declaration->read_by_template[parameter])
    return true;
  bool read = false;
  for_each_link(instance, record, parameter, living, [&](const ProtoInstance::Link& link, ProtoInstance* inner) {
    read = read || (inner && is_read(*link.node, *inner, link.field, living));
  });
  return read;
}

}  // namespace

std::vector<ProtoTarget> follow(Node& instance, FieldIndex parameter) {
  return instance.proto() ? follow(instance, *instance.proto(), parameter) : std::vector<ProtoTarget>();
}

std::vector<ProtoTarget> follow(Node& instance, ProtoInstance& record, FieldIndex parameter) {
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

bool is_read_by_template(Node& instance, FieldIndex parameter) {
  Living living(instance);
  return instance.proto() && is_read(instance, *instance.proto(), parameter, living);
}

namespace {

// The field that shows the value of a parameter.
std::optional<ProtoTarget> live_target(Node& instance, ProtoInstance& record, FieldIndex parameter) {
  const FieldType type = record.parameters->type().field(parameter).type;
  for (const ProtoTarget& target : follow(instance, record, parameter))
    if (target.node->type().field(target.field).type == type) return target;
  return std::nullopt;
}

}  // namespace

const Value& live_value(Node& instance, ProtoInstance& record, FieldIndex parameter) {
  const auto target = live_target(instance, record, parameter);
  return target ? target->node->get(target->field) : record.parameters->get(parameter);
}

ProtoSet::ProtoSet(World& world, Locator& locator, Diagnostics& diagnostics)
    : world_(world), locator_(locator), diagnostics_(&diagnostics), storage_(std::make_shared<Storage>()) {}
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
    world_seed_ = node->get<std::int32_t>("randomSeed");
    break;
  }
  for (NodePtr& node : nodes) expand_node(node, 0);
  std::erase_if(nodes, [](const NodePtr& node) { return !node; });
  templates_.stop();
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

struct ProtoSet::Binding {
  Entry& entry;
  Node& instance;
  ProtoInstance& record;
  Node* root;
  int depth;
  std::vector<bool> expanded;  // per parameter: the instance's value has been expanded and moved into the tree
};

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
  ++instances_;
  check_parameters(entry, instance);
  check_order(entry, instance);
  give_named_defaults(entry, instance);
  Diagnostics::Context context(*diagnostics_, {instance.span(), fmt::format("in PROTO {}, used here", name)});
  Body* body = body_of(entry, instance);
  if (!body || !body->root || !count(body->nodes, instance.span())) return drop();

  NodePtr root = body->root->clone();
  auto record = std::make_shared<ProtoInstance>();
  record->declaration = entry.declaration;
  record->use = instance.span();
  record->parameters = NodePtr(new Node(instance.type(), instance.span()));
  // What the instance says stays readable as it was said. Nodes go into the tree themselves, lest a reference to one of
  // them be left without it, and a copy stays here.
  for (const FieldValue& value : instance.values())
    Draft(*record->parameters).set_value(value.index, value.value.clone(), value.span);
  Binding binding{entry, instance, *record, root.get(), depth, {}};
  binding.expanded.resize(instance.type().fields().size());
  const std::vector<Node*> references = references_to_defaults(entry, *root);
  bind(binding, *root);
  refer_to_parameters(binding, references);
  for (FieldValue& value : Draft(instance).values())
    if (holds_nodes(value.value.type()) && !binding.expanded[value.index])
      Draft(*record->parameters).set_value(value.index, std::move(value.value), value.span);

  nesting_.push_back(&entry);
  Draft(*root).reserve_id(instance.reserved_id());
  expand_node(root, depth);
  nesting_.pop_back();
  if (!root) return drop();
  Draft(instance).reserve_id(root->reserved_id());
  if (root->proto()) record->base = root->proto()->shared_from_this();
  for (const HiddenValue& hidden : instance.hidden()) Draft(*root).add_hidden(hidden);
  Draft(instance).become(std::move(root));
  Draft(instance).set_proto(std::move(record));
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
    if (!holds_nodes(value->type())) value = converted(*value, node.type().field(is.field).type);
    Draft(node).set_value(is.field, std::move(*value), given ? binding.instance.span_of(parameter) : is.span);
    binding.record.links.push_back(
        {parameter, &node == binding.root ? &binding.instance : &node, is.field, node.type().is_proto()});
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
    if (!node || node->type().is_proto() ||
        std::ranges::any_of(field.choices, [&](const std::string& type) { return is_instance_of(*node, type); }))
      return true;
    diagnostics_->report(DiagnosticKind::MisplacedNode, node->span(),
                         fmt::format("parameter `{}` of {} takes {}, not {}: left out", field.name,
                                     entry.declaration->name, fmt::join(field.choices, " or "), node->type().name()));
    storage_->dropped.push_back(std::move(node));
    return false;
  };
  Value& value = Draft(instance).edit(parameter);
  if (field.type == FieldType::SFNode)
    check(value.as<NodePtr>());
  else
    std::erase_if(value.as<MFNode>(), [&](NodePtr& node) { return !check(node); });
}

// USE names what stands above it in the file. Where the PROTO has the two parameters the other way round, so do those
// who go by its order.
void ProtoSet::check_order(const Entry& entry, const Node& instance) {
  for (const FieldValue& value : instance.values()) {
    if (!holds_nodes(value.value.type())) continue;
    for_each_reference(value.value, [&](const Node& reference) {
      const Node* holder = reference.use_of();
      while (holder && holder->parent() != &instance) holder = holder->parent();
      if (!holder || holder->parent_field() <= value.index) return;
      diagnostics_->report(
          DiagnosticKind::ParameterOrder, reference.span(),
          fmt::format("PROTO {} has `{}` before `{}`, where `{}` is defined: give them in this order, the DEF first",
                      entry.declaration->name, instance.type().field(value.index).name,
                      instance.type().field(holder->parent_field()).name, reference.def()));
    });
  }
}

namespace {

using NamedDefaults = std::unordered_map<const Node*, FieldIndex>;  // looked up, never iterated

// Nodes with a name in the defaults of parameters.
NamedDefaults named_defaults(const NodeType& interface) {
  NamedDefaults named;
  for (FieldIndex i = 0; i < interface.fields().size(); ++i)
    for_each_node_in(interface.field(i).default_value, [&](const Node& node) {
      if (!node.use_of() && !node.def().empty()) named.emplace(&node, i);
    });
  return named;
}

}  // namespace

// The USEs of a body that name nodes in the defaults of parameters.
std::vector<Node*> ProtoSet::references_to_defaults(const Entry& entry, Node& body) {
  std::vector<Node*> references;
  if (!entry.has_named_defaults) return references;
  const NamedDefaults named = named_defaults(*entry.declaration->interface);
  for_each_node(body, [&](Node& node) {
    if (named.contains(node.use_of())) references.push_back(&node);
  });
  return references;
}

// They mean the node of the name in what the parameter is of this instance, or one of their own where the body does not
// have the parameter.
void ProtoSet::refer_to_parameters(const Binding& binding, const std::vector<Node*>& references) {
  if (references.empty()) return;
  const NamedDefaults named = named_defaults(binding.instance.type());
  for (Node* reference : references) {
    const Node* standard = reference->use_of();
    const FieldIndex parameter = named.at(standard);
    Node* meant = nullptr;
    for (const ProtoInstance::Link& link : binding.record.links) {
      if (link.parameter != parameter) continue;
      const Node* holder = link.node == &binding.instance ? binding.root : link.node;
      for_each_node_in(holder->get(link.field), [&](Node& node) {
        if (!meant && !node.use_of() && node.def() == reference->def()) meant = &node;
      });
    }
    if (meant) {
      Draft(*reference).set_use_of(meant);
    } else if (!binding.instance.is_set(parameter)) {
      Draft(*reference).set_use_of(nullptr);
      Draft(*reference).become(standard->clone());
    } else {
      diagnostics_->report(
          DiagnosticKind::UnknownDef, reference->span(),
          fmt::format("no DEF `{}` in the parameter `{}`, which is given: the one in its default is not there",
                      reference->def(), binding.instance.type().field(parameter).name));
    }
  }
}

// A USE in a parameter may name a node that stands only in the default of another one. What such references connect is
// given to the instance as its own.
void ProtoSet::give_named_defaults(const Entry& entry, Node& instance) {
  if (!entry.has_named_defaults) return;
  const NodeType& type = instance.type();
  const NamedDefaults named = named_defaults(type);
  std::vector<bool> wanted(type.fields().size());
  for (FieldIndex i = 0; i < type.fields().size(); ++i) {
    const bool given = instance.is_set(i);
    for_each_reference(given ? instance.get(i) : type.field(i).default_value, [&](const Node& reference) {
      const auto found = named.find(reference.use_of());
      if (found == named.end() || found->second == i) return;
      if (!given) wanted[i] = true;
      if (!instance.is_set(found->second)) wanted[found->second] = true;
    });
  }
  std::unordered_map<const Node*, Node*> copies;  // looked up, never iterated
  for (FieldIndex i = 0; i < type.fields().size(); ++i) {
    if (!wanted[i]) continue;
    const Value& standard = type.field(i).default_value;
    Value copy = standard.clone();
    std::vector<const Node*> originals;
    for_each_node_in(standard, [&](const Node& node) { originals.push_back(&node); });
    auto original = originals.begin();
    for_each_node_in(copy, [&](Node& node) { copies.emplace(*original++, &node); });
    Draft(instance).set_value(i, std::move(copy), instance.span());
  }
  for (const FieldValue& value : instance.values())
    for_each_reference(value.value, [&](Node& reference) {
      const auto other = named.find(reference.use_of());
      if (const auto found = copies.find(reference.use_of()); found != copies.end()) {
        Draft(reference).set_use_of(found->second);
      } else if (other != named.end() && wanted[value.index]) {  // from one default to another that does not count
        Draft(reference).set_use_of(nullptr);
        Draft(reference).become(other->first->clone());
      } else if (other != named.end()) {
        diagnostics_->report(DiagnosticKind::UnknownDef, reference.span(),
                             fmt::format("no DEF `{}` above this USE: the parameter `{}`, in whose default there is "
                                         "one, is given",
                                         reference.def(), type.field(other->second).name));
      }
    });
}

void ProtoSet::check_choice(const Entry& entry, Node& instance, FieldIndex parameter) {
  const std::vector<Value>& allowed = entry.declaration->allowed[parameter];
  if (allowed.empty()) return;
  const FieldDescription& field = instance.type().field(parameter);
  const auto is_allowed = [&](const Value& value) {
    return std::ranges::any_of(allowed, [&](const Value& v) { return v.equals(value); });
  };
  Value good = instance.get(parameter).clone();
  bool changed = false;
  std::visit(
      [&]<class T>(T& stored) {
        if constexpr (std::same_as<T, MFNode>) {
        } else if constexpr (!std::same_as<T, std::string> && requires { stored.push_back({}); }) {
          changed = std::erase_if(stored, [&](const typename T::value_type& element) {
                      return !is_allowed(Value(typename T::value_type(element)));
                    }) > 0;
        } else {
          changed = !is_allowed(good);
        }
      },
      good.storage());
  if (!changed) return;
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
    Draft(instance).set_value(parameter, std::move(good), span);
  else
    Draft(instance).clear_value(parameter);
}

void ProtoSet::expand_missing(NodePtr& slot, Entry& entry) {
  Node& instance = *slot;
  const ProtoDeclaration& declaration = *entry.declaration;
  const Node* parent = instance.parent();
  const FieldDescription* field = parent ? &parent->type().field(instance.parent_field()) : nullptr;
  auto takes = [&](std::string_view type) { return std::ranges::find(field->choices, type) != field->choices.end(); };
  const bool look = declaration.missing_kind == AssetKind::Appearance || instance.is_set("colorOverride") ||
                    instance.is_set("baseColor") ||
                    (field && (takes("PBRAppearance") || field->name.ends_with("ppearance")));
  const bool robot = !look && (declaration.missing_kind == AssetKind::Robot || instance.is_set("controller"));
  const bool holds_pose =
      !field || field->choices.empty() || takes("Pose") || takes("Group") || takes("Solid") || takes("Node");
  if (!entry.missing_reported) {
    entry.missing_reported = true;
    const ProtoPurpose purpose =
        declaration.missing_kind == AssetKind::Ground ? ProtoPurpose::Carries : purpose_of(declaration.name, instance);
    const bool grave = !look && !allow_missing_ && (robot || entry.own_file || purpose != ProtoPurpose::Unknown);
    if (!look) left_out_.push_back(declaration.name);
    std::string effect = look         ? "it gets a plain appearance"
                         : holds_pose ? "an empty placeholder stands at its pose"
                                      : "it is left out";
    if (!look && !robot && purpose == ProtoPurpose::Carries) effect += ", and nothing can stand on it";
    Diagnostic& report =
        diagnostics_->report(grave ? DiagnosticKind::MissingProto : DiagnosticKind::MissingScenery, instance.span(),
                             fmt::format("PROTO `{}` was not found: {}", declaration.name, effect));
    if (declaration.name_span && declaration.name_span.begin != instance.span().begin)
      report.note(declaration.name_span, "declared here");
    for (const std::string& place : entry.looked) report.note({}, fmt::format("looked for: {}", place));
    if (grave) report.note({}, "--allow missing-proto goes on without it");
  }
  auto record = std::make_shared<ProtoInstance>();
  NodePtr stand_in;
  if (look) {
    stand_in.reset(new Node(*find_node_type("PBRAppearance"), instance.span()));
    const char* color = instance.is_set("baseColor") ? "baseColor" : "colorOverride";
    Draft(*stand_in).set_value(stand_in->type().find("baseColor"), instance.get(color).clone());
    Draft(*stand_in).set_value(stand_in->type().find("metalness"), Value(0.0));
  } else if (holds_pose) {
    const bool solid = field && !field->choices.empty() && !takes("Pose") && !takes("Group") && !takes("Node");
    stand_in.reset(new Node(*find_node_type(solid ? "Solid" : "Pose"), instance.span()));
    for (const char* pose : {"translation", "rotation"}) {
      const FieldIndex to = stand_in->type().find(pose);
      if (instance.is_set(pose)) Draft(*stand_in).set_value(to, instance.get(pose).clone());
      record->links.push_back({instance.type().find(pose), &instance, to, false});
    }
  } else {
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
