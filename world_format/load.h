// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// From a file to a checked world, through every stage: source, parse, upgrade, PROTO expansion, check.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "world_format/nodes/node.h"

namespace lightsout {

class Diagnostics;
struct LoadOptions;

// nullptr if the file cannot be read or is beyond use. The world may be incomplete when there are errors: callers that
// run it check diagnostics.errors() first.
std::unique_ptr<World> load_world(const std::filesystem::path& path, const LoadOptions& options,
                                  Diagnostics& diagnostics);
// The same from text; `name` is shown in diagnostics and resolves relative urls.
std::unique_ptr<World> load_world_text(std::string text, std::string name, const LoadOptions& options,
                                       Diagnostics& diagnostics);

// The nodes of a text, read in the context of a world that runs (a supervisor's import) for a field of `parent`
// (nullptr: the world's top level): checked, not yet in the world, which keeps the text alive. Without a header the
// text is of today's version. USE may name nodes of the world. From R2022b on, PROTOs must be declared IMPORTABLE by
// the world (or by an EXTERNPROTO line of the text itself).
// `id`: that the first of them will have, 0 for a new one.
MFNode load_nodes(std::string text, World& world, const Node* parent, FieldIndex field, Diagnostics& diagnostics,
                  std::uint32_t id = 0);

// The same of a text that WorldChanges wrote of nodes of such a world: any PROTO that is found may be in it.
MFNode load_written_nodes(std::string text, World& world, const Node* parent, FieldIndex field,
                          Diagnostics& diagnostics, std::uint32_t id = 0);

// What a PROTO instance of the world would be with another value of a parameter that its template reads: not yet in the
// world. nullptr, and the diagnostics tell why, if it cannot be expanded so.
NodePtr expand_again(World& world, Node& instance, FieldIndex parameter, const Value& value, Diagnostics& diagnostics);

// A reset: instances of PROTOs that are tagged nonDeterministic become other ones, by ProtoSet::begin_episode. One that
// cannot be expanded again stays, and the diagnostics tell why.
void draw_again(World& world, std::uint64_t seed, bool is_given, Diagnostics& diagnostics);

}  // namespace lightsout
