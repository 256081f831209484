// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The world: who is in it, the door for edits, and the journal that tells the scene of them.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <span>

#include "world_format/edit_notes.h"
#include "world_format/nodes/assets.h"
#include "world_format/nodes/draft.h"
#include "world_format/nodes/node.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/text/version.h"
#include "world_format/world_changes.h"

namespace lightsout {

namespace {

// The first match below `nodes` in file order; a first segment that leads nowhere is given up for the next of that
// name.
Node* find_below(const Node& node, std::string_view path);

Node* find_at(Node& node, std::string_view path) {
  if (node.use_of()) return nullptr;
  const std::size_t dot = path.find('.');
  if (node.def() == path.substr(0, dot)) {
    if (dot == std::string_view::npos) return &node;
    if (Node* found = find_below(node, path.substr(dot + 1))) return found;
  }
  return find_below(node, path);
}

Node* find_below(const Node& node, std::string_view path) {
  Node* found = nullptr;
  for_each_child(node, [&found, path](Node& child) {
    if (!found) found = find_at(child, path);
  });
  return found;
}

}  // namespace

namespace {

bool is_below(const Node& node, const Node& top) {
  for (const Node* at = &node; at; at = at->parent())
    if (at == &top) return true;
  return false;
}

}  // namespace

World::World() : version(current_version) {}
World::~World() = default;

Node& World::world_info() {
  const auto found = std::find_if(nodes_.begin(), nodes_.end(), [](const NodePtr& n) { return n->is_a("WorldInfo"); });
  assert(found != nodes_.end());
  return **found;
}

Node* World::find_def(std::string_view def) {
  if (def.empty()) return nullptr;
  for (const NodePtr& node : nodes_)
    if (Node* found = find_at(*node, def)) return found;
  return nullptr;
}

Node* World::find_id(std::uint32_t id) {
  if (!by_id_) {
    by_id_.emplace();
    for (const NodePtr& top : nodes_) for_each_node_with_kept(*top, [this](Node& node) { give_id(node, node.id_); });
  }
  const auto found = by_id_->find(id);
  return found == by_id_->end() ? nullptr : found->second;
}

void World::give_id(Node& node, std::uint32_t id) {
  node.id_ = id;
  if (by_id_ && id != 0) by_id_->emplace(id, &node);
}

void World::enroll(Node& node) {
  give_id(node, node.reserved_id_ != 0 ? node.reserved_id_ : next_id_++);
  if (node.use_of_) uses_[node.use_of_].push_back(&node);
  for_each_child(node, [this](Node& child) { enroll(child); });
  if (!node.use_of_) enroll_kept(node);
}

// What a copy keeps is nobody's: its original's counts.
void World::enroll_kept(Node& node) {
  for_each_kept(node, [this](Node& keeper, Node* child) {
    if (child) return enroll(*child);
    give_id(keeper, next_id_++);
  });
}

void World::retire_kept(Node& node) {
  for_each_kept(node, [this](Node& keeper, Node* child) {
    if (child)
      retire(*child);
    else if (by_id_)
      by_id_->erase(keeper.id_);
  });
}

void World::retire(Node& node) {
  ++departures;
  for_each_child(node, [this](Node& child) { retire(child); });
  if (!node.use_of_) retire_kept(node);
  if (by_id_) by_id_->erase(node.id_);
  if (node.use_of_) {
    const auto found = uses_.find(node.use_of_);
    if (found != uses_.end()) std::erase(found->second, &node);
    return;
  }
  const auto found = uses_.find(&node);
  if (found == uses_.end()) return;
  std::vector<Node*> copies = std::move(found->second);
  uses_.erase(found);
  if (copies.empty()) return;
  // The first copy stands in for the original.
  Node* heir = copies.front();
  heir->use_of_ = nullptr;
  ProtoInstance* own = heir->proto();
  for (const ProtoInstance* record = node.proto(); record && own; record = record->base.get(), own = own->base.get())
    for (const FieldIndex parameter : record->kept)
      Draft(*own->parameters).set_value(parameter, record->parameters->get(parameter).clone());
  enroll_kept(*heir);
  copies.erase(copies.begin());
  for (Node* copy : copies) copy->use_of_ = heir;
  if (!copies.empty()) uses_.emplace(heir, std::move(copies));
}

std::vector<Node*> World::copies_of(const Node& node) const {
  const auto found = uses_.find(&node);
  return found == uses_.end() ? std::vector<Node*>() : found->second;
}

Value followers_of(const Value& value) {
  const auto copy = [](const NodePtr& node) { return node ? node->follower() : NodePtr(); };
  if (value.type() == FieldType::SFNode) return Value(copy(value.as<NodePtr>()));
  if (value.type() != FieldType::MFNode) return value.clone();
  MFNode copies;
  for (const NodePtr& node : value.as<MFNode>()) copies.push_back(copy(node));
  return Value(std::move(copies));
}

namespace {

template <class List>
Value element_at(const List& list, std::size_t index) {
  return Value(typename List::value_type(list[index]));
}

// What names files and is edited is the world's from then on, as if its file said so, whichever file said it before.
void move_names_to_world(World& world, Node& node, FieldIndex field) {
  if (!names_files(node.type().field(field))) return;
  const std::string name = fmt::format("{} (edited)", world.path);
  auto source = std::ranges::find(world.sources, name, [](const SourcePtr& s) { return s->name(); });
  if (source == world.sources.end()) {
    world.sources.push_back(std::make_shared<const Source>(name, std::string()));
    source = std::prev(world.sources.end());
  }
  Draft(node).set_span_of(field, {source->get(), 0, 0});
}

}  // namespace

void World::set(Node& node, FieldIndex field, Value value) {
  remember_now();
  Node& target = node.use_of_ ? *node.use_of_ : node;
  assert(value.type() == target.type().field(field).type);
  const std::vector<Node*> copies = copies_of(target);
  if (value.type() == FieldType::MFNode) {
    // As single edits, so that the journal names each node that comes and goes.
    for (int i = static_cast<int>(target.get(field).size()) - 1; i >= 0; --i) remove(&target, field, i);
    MFNode nodes = std::move(value.as<MFNode>());
    for (NodePtr& element : nodes) insert(&target, field, -1, Value(std::move(element)));
    return;
  }
  if (changes_) {
    if (value.type() == FieldType::SFNode)
      changes_->replace(target, field, value.as<NodePtr>().get(), next_id_);
    else
      changes_->set(target, field);
  }
  apply_set(target, field, std::move(value));
  for (Node* copy : copies) apply_set(*copy, field, followers_of(target.get(field)));
}

void World::apply_set(Node& node, FieldIndex field, Value value) {
  Edit edit{Edit::Kind::Set, &node, field, -1, nullptr, nullptr};
  Value& place = Draft(node).edit(field);
  if (value.type() == FieldType::SFNode) {
    if (place.as<NodePtr>()) retire(*place.as<NodePtr>());
    edit.removed = std::move(place.as<NodePtr>());
    if (edit.removed) edit.removed->parent_ = nullptr;
    edit.inserted = value.as<NodePtr>().get();
  }
  place = std::move(value);
  move_names_to_world(*this, node, field);
  if (edit.inserted) {
    Draft(node).adopt(field);
    enroll(*edit.inserted);
  }
  enter(std::move(edit));
}

void World::set_element(Node& node, FieldIndex field, int index, Value element) {
  remember_now();
  Node& target = node.use_of_ ? *node.use_of_ : node;
  if (element.type() == FieldType::SFNode) {
    remove(&target, field, index);
    insert(&target, field, index, std::move(element));
    return;
  }
  if (changes_) changes_->set(target, field);
  const std::vector<Node*> copies = copies_of(target);
  for (Node* copy : copies) apply_set_element(*copy, field, index, element.clone());
  apply_set_element(target, field, index, std::move(element));
}

void World::apply_set_element(Node& node, FieldIndex field, int index, Value element) {
  Value& place = Draft(node).edit(field);
  assert(index >= 0 && static_cast<std::size_t>(index) < place.size());
  std::visit(
      [index, &element](auto& list) {
        using List = std::remove_cvref_t<decltype(list)>;
        if constexpr (requires { typename List::allocator_type; } && !std::same_as<List, std::string> &&
                      !std::same_as<List, MFNode>)
          list[static_cast<std::size_t>(index)] = std::move(element.as<typename List::value_type>());
      },
      place.storage());
  move_names_to_world(*this, node, field);
  enter({Edit::Kind::Set, &node, field, index, nullptr, nullptr});
}

void World::insert(Node* node, FieldIndex field, int index, Value element) {
  remember_now();
  Node* original = node && node->use_of_ ? node->use_of_ : node;
  if (changes_) {
    if (element.type() != FieldType::SFNode)
      changes_->set(*original, field);
    else if (const NodePtr& inserted = element.as<NodePtr>())
      changes_->insert(original, field, index, *inserted, next_id_);
  }
  if (!node) return apply_insert(nullptr, no_field, index, std::move(element));
  Node& target = *original;
  const std::vector<Node*> copies = copies_of(target);
  apply_insert(&target, field, index, std::move(element));
  if (copies.empty()) return;
  const Value& list = target.get(field);
  const std::size_t at = index < 0 ? list.size() - 1 : static_cast<std::size_t>(index);
  for (Node* copy : copies) {
    Value mirrored = std::visit(
        [at](const auto& values) -> Value {
          using List = std::remove_cvref_t<decltype(values)>;
          if constexpr (std::same_as<List, MFNode>) {
            return Value(values[at]->follower());
          } else if constexpr (requires { typename List::allocator_type; } && !std::same_as<List, std::string>) {
            return element_at(values, at);
          } else {
            return {};
          }
        },
        list.storage());
    apply_insert(copy, field, index, std::move(mirrored));
  }
}

void World::apply_insert(Node* node, FieldIndex field, int index, Value element) {
  Edit edit{Edit::Kind::Insert, node, field, index, nullptr, nullptr};
  const auto put = [&edit, index]<class List>(List& list, typename List::value_type value) {
    const auto at = index < 0 ? list.end() : list.begin() + index;
    edit.index = static_cast<int>(at - list.begin());
    list.insert(at, std::move(value));
  };
  if (element.type() == FieldType::SFNode) {
    NodePtr inserted = std::move(element.as<NodePtr>());
    if (!inserted) return;
    edit.inserted = inserted.get();
    put(node ? Draft(*node).edit(field).as<MFNode>() : nodes_, std::move(inserted));
    if (node) Draft(*node).adopt(field);
    enroll(*edit.inserted);
  } else {
    assert(node);
    std::visit(
        [&put, &element](auto& list) {
          using List = std::remove_cvref_t<decltype(list)>;
          if constexpr (requires { typename List::allocator_type; } && !std::same_as<List, std::string> &&
                        !std::same_as<List, MFNode>)
            put(list, std::move(element.as<typename List::value_type>()));
        },
        Draft(*node).edit(field).storage());
    move_names_to_world(*this, *node, field);
  }
  enter(std::move(edit));
}

void World::remove(Node* node, FieldIndex field, int index) {
  remember_now();
  Node* original = node && node->use_of_ ? node->use_of_ : node;
  if (changes_) {
    if (original && original->get(field).type() != FieldType::MFNode)
      changes_->set(*original, field);
    else
      changes_->remove(original, field, index);
  }
  if (!node) return apply_remove(nullptr, no_field, index);
  Node& target = *original;
  const std::vector<Node*> copies = copies_of(target);
  // Copies first, so that none of them inherits what is going.
  for (Node* copy : copies) apply_remove(copy, field, index);
  apply_remove(&target, field, index);
}

void World::apply_remove(Node* node, FieldIndex field, int index) {
  Edit edit{Edit::Kind::Remove, node, field, index, nullptr, nullptr};
  const auto take = [&edit, index](MFNode& list) {
    const auto at = list.begin() + index;
    edit.removed = std::move(*at);
    list.erase(at);
  };
  if (!node) {
    retire(*nodes_[static_cast<std::size_t>(index)]);
    take(nodes_);
  } else {
    Value& place = Draft(*node).edit(field);
    assert(index >= 0 && static_cast<std::size_t>(index) < place.size());
    std::visit(
        [&](auto& list) {
          using List = std::remove_cvref_t<decltype(list)>;
          if constexpr (std::same_as<List, MFNode>) {
            retire(*list[static_cast<std::size_t>(index)]);
            take(list);
          } else if constexpr (requires { typename List::allocator_type; } && !std::same_as<List, std::string>) {
            list.erase(list.begin() + index);
          }
        },
        place.storage());
  }
  if (edit.removed) edit.removed->parent_ = nullptr;
  enter(std::move(edit));
}

void World::set_parameter(Node& instance, FieldIndex parameter, Value value) {
  remember_now();
  if (changes_) changes_->set_parameter(instance, parameter);
  Draft(*instance.proto()->parameters).set_value(parameter, std::move(value));
  if (edit_notes_) edit_notes_->add_parameter(instance, parameter);
}

namespace {

std::uint64_t key_of(const Node& node, FieldIndex field) { return std::uint64_t(node.id()) << 32 | field; }

}  // namespace

void World::enter(Edit edit) {
  // Of a node that regrew, all fields: no_field.
  if (edit.node) edited_.insert(key_of(*edit.node, edit.field));
  if (edit_notes_) edit_notes_->add(edit);
  journal_.push_back(std::move(edit));
}

void World::write_back(Node& node, FieldIndex field, Value value) {
  if (!edited_.empty() && (edited_.contains(key_of(node, field)) || edited_.contains(key_of(node, no_field)))) return;
  remember_now();
  if (changes_) changes_->write_back(node, field);
  Draft(node).edit(field) = std::move(value);
}

void World::clear_written(Node& node, FieldIndex field) {
  remember_now();
  Draft(node).clear_value(field);
}

template <class Fill>
void World::apply_regrow(Node& node, Fill fill) {
  for_each_child(node, [this](Node& child) { retire(child); });
  if (!node.use_of_) retire_kept(node);
  Edit edit{Edit::Kind::Regrow, &node, no_field, -1, nullptr, NodePtr(new Node(node.type()))};
  Draft(*edit.removed).take_content(node);
  fill(node);
  for_each_child(node, [this](Node& child) { enroll(child); });
  if (!node.use_of_) enroll_kept(node);
  enter(std::move(edit));
}

void World::regrow(Node& node, NodePtr content) {
  remember_now();
  Node& target = node.use_of_ ? *node.use_of_ : node;
  if (changes_) changes_->regrow(target, *content, next_id_);
  const std::vector<Node*> copies = copies_of(target);
  // Copies elsewhere of what was inside follow what has its DEF now.
  struct Orphans {
    std::string def;
    std::vector<Node*> copies;
  };
  std::vector<Orphans> all;
  for_each_node_with_kept(target, [&](Node& inner) {
    const auto found = &inner == &target || inner.def().empty() ? uses_.end() : uses_.find(&inner);
    if (found == uses_.end()) return;
    std::vector<Node*>& followers = found->second;
    const auto is_elsewhere = [&](const Node* copy) {
      for (const Node* at = copy; at; at = at->parent())
        if (at == &target || at->use_of_ == &target || (at != copy && at->use_of_ && is_below(*at->use_of_, target)))
          return false;  // inside of what is made anew, or of a copy that is
      return true;
    };
    const auto gone = std::ranges::stable_partition(followers, std::not_fn(is_elsewhere));
    if (gone.empty()) return;
    all.push_back({inner.def(), {gone.begin(), gone.end()}});
    followers.erase(gone.begin(), gone.end());
  });
  apply_regrow(target, [&content](Node& grown) { Draft(grown).become(std::move(content)); });
  for (Node* copy : copies) apply_regrow(*copy, [&target](Node& grown) { Draft(grown).become_copy_of(target); });
  for (const Orphans& orphans : all) {
    Node* heir = nullptr;
    for_each_node_with_kept(target, [&](Node& inner) {
      if (!heir && &inner != &target && !inner.use_of_ && inner.def_ == orphans.def &&
          inner.type_ == orphans.copies.front()->type_)
        heir = &inner;
    });
    std::span<Node* const> followers = orphans.copies;
    if (!heir) {  // the first of them stands in
      heir = followers.front();
      heir->use_of_ = nullptr;
      followers = followers.subspan(1);
    }
    for (Node* copy : followers) {
      uses_[heir].push_back(copy);
      apply_regrow(*copy, [heir](Node& grown) { Draft(grown).become_copy_of(*heir); });
    }
  }
}

void World::remember() {
  to_remember_ = true;
  remembered_next_id_ = next_id_;
}

void World::number_anew() { next_id_ = remembered_next_id_; }

void World::remember_now() {
  if (!std::exchange(to_remember_, false)) return;
  // As one value, so that USE copies of one top-level node follow the copy of their original in another.
  Value whole(std::move(nodes_));
  remembered_ = whole.clone();
  nodes_ = std::move(whole.as<MFNode>());
  remembered_ids_.clear();
  for (const NodePtr& top : nodes_)
    for_each_node_with_kept(*top, [this](const Node& node) { remembered_ids_.push_back(node.id_); });
}

MFNode World::restore() {
  remember_now();
  MFNode old = std::exchange(nodes_, std::move(remembered_.clone().as<MFNode>()));
  if (changes_) keep_changes();
  ++departures;
  by_id_.reset();
  uses_.clear();
  auto id = remembered_ids_.begin();
  for (const NodePtr& top : nodes_) {
    for_each_node_with_kept(*top, [this, &id](Node& node) {
      give_id(node, *id++);
      if (node.use_of_) uses_[node.use_of_].push_back(&node);
    });
  }
  return old;
}

Journal World::take_journal() {
  edited_.clear();
  return std::exchange(journal_, {});
}

void World::keep_edit_notes() { edit_notes_ = std::make_unique<EditNotes>(ProjectFolder(path)); }

MFNode World::release_nodes() {
  by_id_.reset();
  uses_.clear();
  return std::exchange(nodes_, {});
}

void World::append(NodePtr node) {
  nodes_.push_back(std::move(node));
  enroll(*nodes_.back());
}

std::string describe(const Node& node) {
  std::string path;
  std::vector<const Node*> line;
  for (const Node* at = &node; at; at = at->parent()) line.push_back(at);
  for (auto it = line.rbegin(); it != line.rend(); ++it) {
    const Node& at = **it;
    if (at.type().is_proto() && &at != &node) continue;  // keeps nodes of parameters
    const FieldIndex name_field = at.type().find("name");
    const bool named = name_field != no_field && at.type().field(name_field).type == FieldType::SFString &&
                       at.is_set(name_field) && !at.get(name_field).as<std::string>().empty();
    if (at.def().empty() && !named && &at != &node) continue;
    if (!path.empty()) path += '.';
    path += at.def().empty() ? at.type().name() : at.def();
    if (named) fmt::format_to(std::back_inserter(path), " \"{}\"", at.get(name_field).as<std::string>());
  }
  return path;
}

}  // namespace lightsout
