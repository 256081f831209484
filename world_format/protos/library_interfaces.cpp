// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/protos/library_interfaces.h"

#include <fmt/format.h>

#include "world_format/library/library.h"
#include "world_format/nodes/node.h"
#include "world_format/nodes/proto_declaration.h"
#include "world_format/project/locate.h"
#include "world_format/protos/proto.h"
#include "world_format/text/version.h"

namespace lightsout {

// A world of the library's own, in which each of its PROTOs may be named.
struct LibraryInterfaces::State {
  World world;
  Diagnostics diagnostics;
  Locator locator{fmt::format("{}names", library::path_prefix), {}, std::nullopt};
  ProtoSet protos{world, locator, diagnostics};
  SourcePtr source = std::make_shared<Source>(fmt::format("{}names", library::path_prefix), "");
  TypeScope& scope = protos.world_scope(source, version_number(current_version));
};

LibraryInterfaces::LibraryInterfaces() : state_(std::make_unique<State>()) {}
LibraryInterfaces::~LibraryInterfaces() = default;

const ProtoDeclaration* LibraryInterfaces::find(std::string_view name) {
  if (!library::has(fmt::format("{}.proto", name))) return nullptr;
  const NodeType* type = state_->scope.find(name, {state_->source.get(), 0, 0}, state_->diagnostics);
  return type ? state_->protos.declaration_of(*type) : nullptr;
}

}  // namespace lightsout
