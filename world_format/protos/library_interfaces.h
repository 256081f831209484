// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the PROTOs of the built-in library take: their parameters as node types, for who describes them. A load reads
// PROTOs by itself (proto.h).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "world_format/text/diagnostic.h"

namespace lightsout {

class NodeType;
struct ProtoDeclaration;

class LibraryInterfaces {
 public:
  LibraryInterfaces();
  ~LibraryInterfaces();
  // nullptr if the library has no PROTO of that name. Lives as long as this.
  const ProtoDeclaration* find(std::string_view name);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lightsout
