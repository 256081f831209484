// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/protos/proto_projects.h"

#include "world_format/library/library.h"
#include "world_format/nodes/proto_declaration.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/project/project.h"

namespace lightsout {

namespace fs = std::filesystem;

std::vector<std::string> proto_files_of(const Node& node) {
  std::vector<std::string> files;
  for (const ProtoInstance* proto = node.proto(); proto; proto = proto->base.get())
    if (const std::string& file = proto->declaration->path; !file.starts_with(library::path_prefix))
      files.push_back(file);
  return files;
}

std::vector<std::string> proto_files_of(const World& world) {
  std::vector<std::string> files;
  for (const SourcePtr& source : world.sources)
    if (source->name().ends_with(".proto") && !source->name().starts_with(library::path_prefix))
      files.push_back(source->name());
  return files;
}

fs::path find_part(const World& world, const Node& node, const fs::path& part, const std::string& name) {
  return find_in(projects_of({.world = world.path, .proto_files = proto_files_of(node)}), part, name);
}

}  // namespace lightsout
