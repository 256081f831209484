// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/exchange/release.h"

#include "world_format/library/library.h"
#include "world_format/nodes/proto_declaration.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/text/lexer.h"
#include "world_format/text/version.h"
#include "world_format/upgrade/upgrade.h"

namespace lightsout {

namespace {

constexpr Rotation no_turn{0, 0, 1, 0};

bool is_of_library(std::string_view path) { return path.starts_with(library::path_prefix); }

// Of the library's robot around the node.
Rotation turn_of_body(const Node& node) {
  for (const Node* at = &node; at; at = at->parent())
    for (const ProtoInstance* record = at->proto(); record; record = record->base.get()) {
      const FieldIndex field = record->parameters->type().find("bodyRotation");
      if (field != no_field && is_of_library(record->declaration->path))
        return record->parameters->get(field).as<Rotation>();
    }
  return no_turn;
}

}  // namespace

Release::Release(const World& world) : number_(version_number(world.version)) {}

bool Release::is_before(std::string_view version) const { return number_ < version_number(version); }

Rotation Release::turn_of(const Node& node) const {
  if (!is_before("R2022a")) return no_turn;
  const auto turn = turn_of_device(node);
  if (!turn) return no_turn;
  const Source* source = node.span().source;
  if (source && is_of_library(source->name())) return turn_of_body(node);
  return is_written_before(node, "R2022a") ? *turn : no_turn;
}

bool Release::is_written_before(const Node& node, std::string_view version) const {
  const Source* source = node.span().source;
  if (!source || is_of_library(source->name())) return false;
  Span header;
  const int number = version_number(header_version(*source, header));
  return (number ? number : number_) < version_number(version);
}

Rotation Release::turn_around(const Node& node) const {
  if (!is_before("R2022a") || node.use_of()) return no_turn;
  const Node* holder = node.parent();
  if (node.is_a("JointParameters") || (holder && holder->is_a("Joint"))) {
    if (!holder || holder->use_of()) return no_turn;
    holder = holder->parent();
  } else if (!node.is_a("Pose")) {
    return no_turn;
  }
  // What came from elsewhere was given in the frame of today.
  if (!holder || !holder->is_a("Solid") || holder->span().source != node.span().source) return no_turn;
  return turn_of(*holder);
}

Matrix3d Release::then_from_now(const Node& node) const { return to_matrix(turn_of(node)).array().round().matrix(); }

}  // namespace lightsout
