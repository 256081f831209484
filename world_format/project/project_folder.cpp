// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/project/project_folder.h"

#include <algorithm>

#include "engine/descriptors/whole_names.h"
#include "world_format/project/project.h"

namespace lightsout {
namespace {

bool goes_on_a_name(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-' || c == '.';
}

}  // namespace

ProjectFolder::ProjectFolder(const std::filesystem::path& file) {
  const std::filesystem::path folder = project_of(file);
  for (const std::filesystem::path& path : {folder, canonical_path(folder)}) {
    std::string name = path.string();
    while (name.ends_with('/')) name.pop_back();
    if (name.starts_with('/') && std::ranges::find(names_, name) == names_.end()) names_.push_back(std::move(name));
  }
  std::ranges::stable_sort(names_, std::ranges::greater(), &std::string::size);
}

std::size_t ProjectFolder::size_at(std::string_view text, std::size_t at) const {
  if (at > 0 && goes_on_a_name(text[at - 1])) return 0;
  const std::string_view rest = text.substr(at);
  for (const std::string& name : names_)
    if (rest.starts_with(name) && (rest.size() == name.size() || !goes_on_a_name(rest[name.size()])))
      return name.size();
  return 0;
}

std::string_view ProjectFolder::leave_out(std::string_view text, std::string& room) const {
  room.clear();
  std::size_t taken = 0;
  for (std::size_t at = text.find('/'); at != text.npos; at = text.find('/', std::max(at + 1, taken))) {
    const std::size_t size = size_at(text, at);
    if (size == 0) continue;
    room += text.substr(taken, at - taken);
    taken = at + size;
  }
  if (taken == 0) return text;
  room += text.substr(taken);
  return room;
}

}  // namespace lightsout
