// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What edits made of a running world since it was loaded or restored, so that the same can be done to a fresh load of
// its file, node ids included: the nodes that came and went in their order, then the values of the fields that were
// set, what instances of PROTOs keep of their parameters, and what motion wrote back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "world_format/nodes/node.h"
#include "world_format/nodes/proto_instance.h"

namespace lightsout {

class WorldChanges {
 public:
  enum class Kind : std::uint8_t { Replace, Insert, Remove, Regrow };

  // Nothing was changed; the next node that comes gets this id.
  WorldChanges(const World& world, std::uint32_t next_id) : world_(world), first_id_(next_id) {}

  // Told by the world's door, about originals only (USE copies follow). `node` nullptr: the world's top level.
  void set(const Node& node, FieldIndex field) { values_.emplace(node.id(), field); }
  void set_parameter(const Node& instance, FieldIndex parameter) { parameters_.emplace(instance.id(), parameter); }
  // Of any node: each copy has a motion of its own.
  void write_back(const Node& node, FieldIndex field) { written_.insert({node.id(), field}); }
  // next_id: of the next node that comes.
  void replace(const Node& node, FieldIndex field, const Node* inserted, std::uint32_t next_id);
  void insert(const Node* node, FieldIndex field, int index, const Node& inserted, std::uint32_t next_id);
  void remove(const Node* node, FieldIndex field, int index);
  void regrow(const Node& node, const Node& content, std::uint32_t next_id);

  std::uint32_t first_id() const { return first_id_; }

  // As a CBOR document. The values are those that the world has now.
  std::vector<std::uint8_t> save(const World& world) const;

 private:
  struct Step {
    Kind kind;
    std::uint32_t node;  // 0: the top level
    FieldIndex field;
    int index;
    std::string text;  // of the node that came, "" for none; `USE #5`: a copy that follows the node of this id
    std::uint32_t reserved = 0;  // the first id that was reserved for a node of the text; 0: none was
    std::uint32_t next_id = 0;   // of the first other node
    TemplateChance chance = {};  // before the first instance of the text was expanded
  };
  void add(Step step, const Node* came);
  friend class World;

  const World& world_;
  std::uint32_t first_id_;
  std::vector<Step> steps_;
  std::set<std::pair<std::uint32_t, FieldIndex>> values_;      // node id, field
  std::set<std::pair<std::uint32_t, FieldIndex>> parameters_;  // of instances of PROTOs
  std::set<std::pair<std::uint32_t, FieldIndex>> written_;
};

}  // namespace lightsout
