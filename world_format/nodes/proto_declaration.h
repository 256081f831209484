// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a PROTO file declares: its name, where it lies, and the interface of its parameters. protos/ reads it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "world_format/nodes/node.h"
#include "world_format/nodes/schema.h"
#include "world_format/project/locate.h"

namespace lightsout {

// The keyword of a parameter; all of them are fields to an instance.
enum class ParameterKind : std::uint8_t { Field, Hidden, Deprecated, Unconnected };

// What a PROTO file says, and what was made of it so far.
struct ProtoDeclaration {
  std::string name;
  Asset::Place place = Asset::Place::Project;
  std::string path;  // of the file, or "library:Ball.proto"
  SourcePtr source;
  int version = 0;
  Span name_span;
  std::unique_ptr<NodeType> interface;
  std::vector<ParameterKind> kinds;         // per field of the interface
  std::vector<Span> spans;                  // of the parameters' names
  std::vector<std::vector<Value>> allowed;  // per field: `SFInt32{1, 2}`; empty: any. Strings and nodes: in `choices`
  std::vector<bool> read_by_template;       // per field: the body depends on it beyond IS
  std::string documentation;                // the comment lines under the header
  bool varies = false;                      // tag nonDeterministic
  bool missing = false;                     // a placeholder for a file that was not found
  AssetKind missing_kind = AssetKind::Unknown;
};

}  // namespace lightsout
