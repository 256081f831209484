// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/recorders/media/page_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <system_error>
#include <vector>

#include "engine/files/percent_encoding.h"
#include "engine/files/whole_file.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

// What stands behind the keyword of each line that begins with `keyword`. Names may have blanks; options before them,
// as of `map_Kd -s 2 2 1 wood.png`, are taken for a part of the name, which is then nowhere.
void add_lines(std::string_view text, std::string_view keyword, std::vector<std::string>& names) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = trimmed(text.substr(at, end - at));
    at = end + 1;
    if (!line.starts_with(keyword)) continue;
    const std::size_t blank = line.find_first_of(" \t");
    if (blank != std::string_view::npos) names.emplace_back(trimmed(line.substr(blank)));
  }
}

void add_elements(std::string_view text, std::string_view name, std::vector<std::string>& names) {
  const std::string begin = fmt::format("<{}>", name);
  for (std::size_t at = text.find(begin); at != std::string_view::npos; at = text.find(begin, at + 1)) {
    const std::size_t from = at + begin.size(), end = text.find('<', from);
    if (end != std::string_view::npos) names.emplace_back(trimmed(text.substr(from, end - from)));
  }
}

// The files that a mesh file, or a file of materials, names.
std::vector<std::string> named_in(const fs::path& file) {
  std::vector<std::string> names;
  const std::string kind = file.extension().string();
  if (kind != ".obj" && kind != ".mtl" && kind != ".dae") return names;
  const auto text = read_whole_file(file);
  if (!text) return names;
  if (kind == ".obj") add_lines(*text, "mtllib", names);
  if (kind == ".mtl")
    for (const char* keyword : {"map_", "bump", "disp", "norm"}) add_lines(*text, keyword, names);
  if (kind == ".dae") add_elements(*text, "init_from", names);
  return names;
}

bool is_below(const fs::path& name) {
  const fs::path normal = name.lexically_normal();
  return !normal.empty() && normal.is_relative() && *normal.begin() != "..";
}

}  // namespace

bool PageFiles::copy(const fs::path& file, const fs::path& to) {
  std::error_code wrong;
  fs::create_directories(to.parent_path(), wrong);
  if (!wrong) fs::copy_file(file, to, fs::copy_options::overwrite_existing, wrong);
  if (wrong && failure_.empty())
    failure_ = fmt::format("cannot copy {} to {}: {}", file.string(), to.string(), wrong.message());
  return !wrong;
}

std::string PageFiles::url_of(const fs::path& file) {
  const auto [known, is_new] = urls_.try_emplace(file);
  if (!is_new) return known->second;
  const int number = numbers_.try_emplace(file.parent_path(), int(numbers_.size())).first->second;
  const fs::path below = fs::path(std::to_string(number)) / file.filename();
  known->second = percent_encoded((folder_.filename() / below).string(), plain_in_paths);
  if (!copy(file, folder_ / below)) return known->second;
  std::vector<fs::path> mentioned = {file.filename()};
  for (std::size_t i = 0; i < mentioned.size(); ++i)
    for (const std::string& name : named_in(file.parent_path() / mentioned[i])) {
      const fs::path next = (mentioned[i].parent_path() / name).lexically_normal();
      std::error_code ignored;
      if (!is_below(next) || std::ranges::find(mentioned, next) != mentioned.end()) continue;
      if (!fs::is_regular_file(file.parent_path() / next, ignored)) continue;
      mentioned.push_back(next);
      copy(file.parent_path() / next, folder_ / std::to_string(number) / next);
    }
  return known->second;
}

void PageFiles::end() const {
  std::error_code ignored;
  fs::remove(folder_, ignored);
}

}  // namespace lightsout
