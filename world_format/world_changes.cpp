// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/world_changes.h"

#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/nodes/draft.h"
#include "world_format/nodes/proto_declaration.h"
#include "world_format/protos/proto.h"
#include "world_format/text/diagnostic.h"
#include "world_format/text/digest.h"
#include "world_format/upgrade/upgrade.h"
#include "world_format/writer.h"

namespace lightsout {
namespace {

using Json = nlohmann::json;

Json to_json(bool value) { return value; }
Json to_json(std::int32_t value) { return value; }
Json to_json(double value) { return value; }
Json to_json(const std::string& value) { return value; }
Json to_json(const Vec2& v) { return {v.x, v.y}; }
Json to_json(const Vec3& v) { return {v.x, v.y, v.z}; }
Json to_json(const Rotation& r) { return {r.x, r.y, r.z, r.angle}; }
Json to_json(const Color& c) { return {c.r, c.g, c.b}; }

void from_json(const Json& json, bool& value) { value = json.get<bool>(); }
void from_json(const Json& json, std::int32_t& value) { value = json.get<std::int32_t>(); }
void from_json(const Json& json, double& value) { value = json.get<double>(); }
void from_json(const Json& json, std::string& value) { value = json.get<std::string>(); }
void from_json(const Json& json, Vec2& v) { v = {json.at(0), json.at(1)}; }
void from_json(const Json& json, Vec3& v) { v = {json.at(0), json.at(1), json.at(2)}; }
void from_json(const Json& json, Rotation& r) { r = {json.at(0), json.at(1), json.at(2), json.at(3)}; }
void from_json(const Json& json, Color& c) { c = {json.at(0), json.at(1), json.at(2)}; }

template <class T>
constexpr bool is_list = requires {
  typename T::allocator_type;
}
&&!std::same_as<T, std::string>;
template <class T>
constexpr bool is_of_nodes = std::same_as<T, NodePtr> || std::same_as<T, MFNode>;

// The files of the PROTOs that a text of the node names, by their names.
void add_protos(const Node& node, const ProtoSet& protos, std::map<std::string, std::string>& urls) {
  const auto add = [&](const ProtoDeclaration* declaration) {
    if (!declaration || declaration->missing) return;
    if (std::string url = protos.run_url(*declaration); !url.empty()) urls.emplace(declaration->name, std::move(url));
  };
  for_each_node(node, [&](const Node& part) {
    if (part.type().is_proto()) add(protos.declaration_of(part.type()));
    for (const ProtoInstance* record = part.proto(); record; record = record->base.get()) {
      add(record->declaration.get());
      add_protos(*record->parameters, protos, urls);
    }
  });
}

std::string text_of(const Node& node, const World& world) {
  std::map<std::string, std::string> urls;
  if (world.protos) add_protos(node, *world.protos, urls);
  std::string text;
  for (const auto& [name, url] : urls) text += fmt::format("EXTERNPROTO {}\n", write_value(Value(url)));
  return text + write_node(node, {.keep_protos = true, .all_protos = true});
}

Json to_json(const Value& value, const World& world) {
  return std::visit(
      [&world](const auto& v) -> Json {
        using T = std::remove_cvref_t<decltype(v)>;
        if constexpr (std::same_as<T, NodePtr>) {
          return v ? text_of(*v, world) : "";
        } else if constexpr (is_of_nodes<T>) {
          Json list = Json::array();
          for (const NodePtr& node : v) list.push_back(text_of(*node, world));
          return list;
        } else if constexpr (is_list<T>) {
          Json list = Json::array();
          for (const typename T::value_type& element : v) list.push_back(to_json(element));
          return list;
        } else {
          return to_json(v);
        }
      },
      value.storage());
}

MFNode read_node(const std::string& text, World& world, const Node* parent, FieldIndex field, std::uint32_t id = 0) {
  Diagnostics diagnostics;
  MFNode nodes = load_written_nodes(text, world, parent, field, diagnostics, id);
  if (nodes.size() != 1 || diagnostics.errors() > 0) nodes.clear();
  return nodes;
}

Value value_from(const Json& json, World& world, const Node& node, FieldIndex field) {
  const FieldType type = node.type().field(field).type;
  const auto node_from = [&](const Json& text) {
    MFNode nodes = read_node(text.get_ref<const std::string&>(), world, &node, field);
    return nodes.empty() ? NodePtr() : std::move(nodes.front());
  };
  Value value = Value::empty(type);
  std::visit(
      [&](auto& v) {
        using T = std::remove_cvref_t<decltype(v)>;
        if constexpr (std::same_as<T, NodePtr>) {
          if (json != "") v = node_from(json);
        } else if constexpr (is_of_nodes<T>) {
          for (const Json& text : json)
            if (NodePtr element = node_from(text)) v.push_back(std::move(element));
        } else if constexpr (is_list<T>) {
          for (const Json& element : json) {
            typename T::value_type read{};
            from_json(element, read);
            v.push_back(std::move(read));
          }
        } else {
          from_json(json, v);
        }
      },
      value.storage());
  return value;
}

// Of who is where, with which id; values left out.
void add_tree(Digest& digest, const Node& node) {
  digest.add(node.type().name());
  digest.add(node.def());
  digest.add(std::uint64_t(node.id()));
  digest.add(std::uint64_t(node.use_of() ? node.use_of()->id() : 0));
  for_each_child(node, [&digest](const Node& child) { add_tree(digest, child); });
}

std::uint64_t tree_digest(const World& world) {
  Digest digest;
  for (const NodePtr& node : world.nodes()) add_tree(digest, *node);
  return digest.value();
}

constexpr std::string_view use_of_id = "USE #";

constexpr std::string_view other_tree =
    "the world's nodes are not those that were saved: its file or a PROTO of it has changed";

}  // namespace

void WorldChanges::add(Step step, const Node* came) {
  if (came) {
    const ProtoInstance* first = nullptr;
    for_each_node(*came, [&first](const Node& node) {
      if (!first) first = node.proto();
    });
    if (first) step.chance = first->chance;
    step.text = came->use_of() ? fmt::format("{}{}", use_of_id, came->use_of()->id()) : text_of(*came, world_);
    for_each_node_with_kept(*came, [&step](const Node& node) {
      const std::uint32_t id = node.reserved_id();
      if (id != 0 && (step.reserved == 0 || id < step.reserved)) step.reserved = id;
    });
  }
  steps_.push_back(std::move(step));
}

void WorldChanges::replace(const Node& node, FieldIndex field, const Node* inserted, std::uint32_t next_id) {
  add({Kind::Replace, node.id(), field, -1, {}, 0, next_id}, inserted);
}

void WorldChanges::insert(const Node* node, FieldIndex field, int index, const Node& inserted, std::uint32_t next_id) {
  add({Kind::Insert, node ? node->id() : 0, field, index, {}, 0, next_id}, &inserted);
}

void WorldChanges::remove(const Node* node, FieldIndex field, int index) {
  steps_.push_back({Kind::Remove, node ? node->id() : 0, field, index, {}});
}

void WorldChanges::regrow(const Node& node, const Node& content, std::uint32_t next_id) {
  add({Kind::Regrow, node.id(), no_field, -1, {}, 0, next_id}, &content);
  // What the content's root has reserved is the node's own id, of old.
  std::uint32_t& first = steps_.back().reserved = 0;
  for_each_node_with_kept(content, [&first, &content](const Node& below) {
    const std::uint32_t id = below.reserved_id();
    if (&below != &content && id != 0 && (first == 0 || id < first)) first = id;
  });
}

std::vector<std::uint8_t> WorldChanges::save(const World& world) const {
  Json steps = Json::array(), values = Json::array(), parameters = Json::array(), written = Json::array();
  const auto numbers_of = [](const TemplateChance& chance) { return Json{chance.seed, chance.draws, chance.resets}; };
  for (const Step& s : steps_)
    steps.push_back({int(s.kind), s.node, s.field, s.index, s.text, s.reserved, s.next_id, numbers_of(s.chance)});
  for (const auto& [id, field] : values_)
    if (const Node* node = world.find_id(id)) values.push_back({id, field, to_json(node->get(field), world)});
  for (const auto& [id, parameter] : parameters_)
    if (const Node* node = world.find_id(id); node && node->proto())
      parameters.push_back({id, parameter, to_json(node->proto()->parameters->get(parameter), world)});
  for (const auto& [id, field] : written_)
    if (const Node* node = world.find_id(id)) written.push_back({id, field, to_json(node->get(field), world)});
  return Json::to_cbor({{"next id", first_id_},
                        {"steps", steps},
                        {"chance", numbers_of(world.protos ? world.protos->chance() : TemplateChance())},
                        {"values", values},
                        {"parameters", parameters},
                        {"written", written},
                        {"tree", tree_digest(world)}});
}

void World::keep_changes() { changes_ = std::make_unique<WorldChanges>(*this, next_id_); }

std::vector<std::uint8_t> World::save_changes() const {
  assert(changes_);
  return changes_->save(*this);
}

namespace {

void set_chance(World& world, const Json& numbers) {
  if (world.protos) world.protos->set_chance({numbers.at(0), numbers.at(1), numbers.at(2)});
}

// Makes saved edits on a world. Each function answers whether the world has what they are about.
class Repetition {
 public:
  // `next_id`: the world's own.
  Repetition(World& world, std::uint32_t& next_id) : world_(world), next_id_(next_id) {}

  bool step(const Json& step);
  bool value(const Json& value) {
    Node* node = node_of(value);
    const FieldIndex field = node ? field_of(*node, value.at(1), false) : no_field;
    if (field == no_field) return false;
    world_.set(*node, field, value_from(value.at(2), world_, *node, field));
    return true;
  }
  bool parameter(const Json& value) {
    Node* node = node_of(value);
    if (!node || !node->proto()) return false;
    const Node& parameters = *node->proto()->parameters;
    const auto parameter = value.at(1).get<FieldIndex>();
    if (parameter >= parameters.type().fields().size()) return false;
    world_.set_parameter(*node, parameter, value_from(value.at(2), world_, parameters, parameter));
    return true;
  }
  // `changes`: where what motion wrote is noted; nullptr: nowhere.
  bool written(const Json& value, WorldChanges* changes) {
    Node* node = node_of(value);
    const FieldIndex field = node ? field_of(*node, value.at(1), false) : no_field;
    if (field == no_field) return false;
    Draft(*node).edit(field) = value_from(value.at(2), world_, *node, field);
    if (changes) changes->write_back(*node, field);
    return true;
  }

 private:
  Node* node_of(const Json& value) { return world_.find_id(value.at(0).get<std::uint32_t>()); }
  // no_field where the node has none of that number, or where it is of the other sort.
  static FieldIndex field_of(const Node& node, const Json& index, bool of_nodes) {
    const FieldIndex field = index;
    if (field >= node.type().field_count()) return no_field;
    const FieldType type = node.type().field(field).type;
    return of_nodes == (element_type(type) == FieldType::SFNode) ? field : no_field;
  }
  bool regrow(Node& node, const std::string& text, std::uint32_t next_id);
  // The node that came with a step, if any did.
  bool read_arrival(const std::string& text, const Node* node, FieldIndex field, MFNode& read);

  World& world_;
  std::uint32_t& next_id_;
};

bool Repetition::step(const Json& step) {
  const auto kind = WorldChanges::Kind(step.at(0).get<int>());
  const std::uint32_t id = step.at(1);
  Node* node = world_.find_id(id);
  if (id != 0 && !node) return false;
  const std::string& text = step.at(4).get_ref<const std::string&>();
  const std::uint32_t reserved = step.at(5), next_id = step.at(6);
  if (reserved != 0) next_id_ = reserved;
  set_chance(world_, step.at(7));
  if (kind == WorldChanges::Kind::Regrow) return node && regrow(*node, text, next_id);
  const FieldIndex field = node ? field_of(*node, step.at(2), true) : no_field;
  if (node && field == no_field) return false;
  const int index = step.at(3);
  const std::size_t size = node ? node->get(field).size() : world_.nodes().size();
  MFNode read;
  if (!read_arrival(text, node, field, read)) return false;
  if (next_id != 0) next_id_ = next_id;
  if (kind == WorldChanges::Kind::Replace) {
    if (!node) return false;
    world_.set(*node, field, Value(read.empty() ? NodePtr() : std::move(read.front())));
  } else if (kind == WorldChanges::Kind::Insert) {
    if (read.empty() || index < -1 || index > int(size)) return false;
    world_.insert(node, field, index, Value(std::move(read.front())));
  } else {
    if (index < 0 || index >= int(size)) return false;
    world_.remove(node, field, index);
  }
  return true;
}

bool Repetition::regrow(Node& node, const std::string& text, std::uint32_t next_id) {
  MFNode grown = read_node(text, world_, node.parent(), node.parent_field(), node.id());
  if (grown.empty()) return false;
  next_id_ = next_id;
  if (const ProtoInstance* instance = node.proto()) rescale(*grown.front(), instance->scale);
  world_.regrow(node, std::move(grown.front()));
  return true;
}

bool Repetition::read_arrival(const std::string& text, const Node* node, FieldIndex field, MFNode& read) {
  if (text.starts_with(use_of_id)) {
    Node* original = world_.find_id(std::uint32_t(std::strtoul(text.c_str() + use_of_id.size(), nullptr, 10)));
    if (!original) return false;
    read.push_back(original->follower());
    return true;
  }
  return text.empty() || !(read = read_node(text, world_, node, field)).empty();
}

}  // namespace

std::expected<void, std::string> World::apply_changes(std::span<const std::uint8_t> saved) {
  remember_now();
  try {
    const Json json = Json::from_cbor(saved.begin(), saved.end());
    next_id_ = json.at("next id");
    if (changes_) keep_changes();
    Repetition again(*this, next_id_);
    bool same = true;
    for (const Json& step : json.at("steps")) same = same && again.step(step);
    for (const Json& value : json.at("values")) same = same && again.value(value);
    for (const Json& value : json.at("parameters")) same = same && again.parameter(value);
    for (const Json& value : json.at("written")) same = same && again.written(value, changes_.get());
    set_chance(*this, json.at("chance"));
    if (!same || json.at("tree").get<std::uint64_t>() != tree_digest(*this))
      return std::unexpected(std::string(other_tree));
  } catch (const Json::exception& error) {
    return std::unexpected(fmt::format("the saved edits are damaged: {}", error.what()));
  }
  return {};
}

}  // namespace lightsout
