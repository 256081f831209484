// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_tests/test_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

namespace lightsout {
namespace {

namespace fs = std::filesystem;

constexpr const char* test_ending = ".test.yaml";

std::string find_in(const fs::path& folder, std::vector<std::string>& files) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    entries.push_back(at->path());
  if (error) return fmt::format("{}: {}", folder.string(), error.message());
  std::ranges::sort(entries);
  for (const fs::path& entry : entries) {
    const std::string name = entry.filename().string();
    if (name.starts_with('.')) continue;
    // A link to a folder may lead back up.
    if (fs::is_directory(entry, error) && !fs::is_symlink(entry, error)) {
      if (std::string wrong = find_in(entry, files); !wrong.empty()) return wrong;
    } else if (name.ends_with(test_ending)) {
      files.push_back(entry.lexically_normal().string());
    }
  }
  return {};
}

// By another name of its folder it is the same; a link to it is a file of its own, whose names start elsewhere.
void keep_each_once(std::vector<std::string>& files) {
  std::set<fs::path> seen;
  std::erase_if(files, [&seen](const fs::path& file) {
    std::error_code error;
    const fs::path folder = fs::canonical(file.has_parent_path() ? file.parent_path() : ".", error);
    return !seen.insert(folder / file.filename()).second;
  });
}

bool has_tags(const WorldTest& test, const std::vector<std::string>& asked) {
  bool is_asked = false, asks_for_some = false;
  for (const std::string& tag : asked) {
    const bool is_unwanted = tag.starts_with('!');
    const bool has = std::ranges::find(test.tags, is_unwanted ? tag.substr(1) : tag) != test.tags.end();
    if (is_unwanted && has) return false;
    asks_for_some |= !is_unwanted;
    is_asked |= !is_unwanted && has;
  }
  return is_asked || !asks_for_some;
}

}  // namespace

std::expected<std::vector<std::string>, std::string> find_test_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::exists(path, error)) return std::unexpected(fmt::format("{} is not there", path));
    if (!fs::is_directory(path, error))
      files.push_back(path);
    else if (std::string wrong = find_in(path, files); !wrong.empty())
      return std::unexpected(wrong);
  }
  keep_each_once(files);
  return files;
}

std::expected<std::vector<WorldTest>, std::string> select_tests(std::vector<WorldTest> tests,
                                                                const TestSelection& selection) {
  std::regex pattern;
  try {
    pattern = std::regex(selection.pattern);
  } catch (const std::regex_error&) {
    return std::unexpected(fmt::format("-k {}: this is no regular expression", selection.pattern));
  }
  std::erase_if(tests, [&](const WorldTest& test) {
    return !std::regex_search(test.id(), pattern) || (test.wrong.empty() && !has_tags(test, selection.tags));
  });
  if (!selection.shard) return tests;
  std::vector<WorldTest> part;
  for (std::size_t i = std::size_t(selection.shard->index) - 1; i < tests.size();
       i += std::size_t(selection.shard->count))
    part.push_back(std::move(tests[i]));
  return part;
}

}  // namespace lightsout
