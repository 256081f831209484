// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/reports/named_files.h"

#include <fmt/format.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "engine/descriptors/whole_names.h"
#include "engine/files/whole_file.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// Of what worlds, controllers, plugins and commands are made. Which of these a run will read is known only while it
// runs, so an output takes the place of none.
constexpr const char* source_endings[] = {
    ".wbt", ".wbo",  ".wbproj", ".proto", ".wrl", ".vrml", ".urdf", ".stl",   ".obj", ".dae",    ".mtl",     ".png",
    ".jpg", ".jpeg", ".hdr",    ".bvh",   ".py",  ".c",    ".cc",   ".cpp",   ".cxx", ".h",      ".hpp",     ".java",
    ".m",   ".lua",  ".js",     ".so",    ".ini", ".yaml", ".yml",  ".cmake", ".mk",  ".motion", ".snapshot"};

bool exists(const std::string& path, struct stat& status) { return ::stat(path.c_str(), &status) == 0; }

// A program or a script, whatever its name.
bool is_program(const std::string& path) {
  char head[4] = {};
  std::ifstream(path, std::ios::binary).read(head, sizeof head);
  return std::string_view(head, 2) == "#!" || std::string_view(head, 4) ==
                                                  "\x7f"
                                                  "ELF";
}

bool is_source(const std::string& path, const struct stat& status) {
  if (!S_ISREG(status.st_mode) || status.st_size == 0) return false;
  const std::string ending = fs::path(path).extension().string();
  const bool named = std::ranges::find(source_endings, ending) != std::end(source_endings);
  return named || fs::path(path).filename() == "Makefile" || is_program(path);
}

// Whatever the two are called: links count as what they lead to.
bool same_file(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return a == b;
  struct stat of_a, of_b;
  const bool has_a = exists(a, of_a), has_b = exists(b, of_b);
  if (has_a != has_b) return false;
  // Whoever names the null device twice means it.
  if (has_a) return of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino && !S_ISCHR(of_a.st_mode);
  const fs::path place_a = place_of(a), place_b = place_of(b);
  if (place_a.filename() != place_b.filename()) return false;
  // What may not be looked at is compared by its name.
  const auto whole = [](const fs::path& path) {
    const fs::path place = absolute_path(path), canonical = canonical_path(place);
    return canonical.empty() ? place.lexically_normal() : canonical;
  };
  return whole(place_a) == whole(place_b);
}

std::string shown(const std::string& option, const std::string& path) { return fmt::format("{} {}", option, path); }

// A file beside another is nothing that anybody has named.
std::string shown(const std::string& option, const std::string& path, const std::string& of) {
  return of.empty() ? shown(option, path) : fmt::format("{} (beside {})", path, shown(option, of));
}

}  // namespace

void NamedFiles::reads(std::string option, std::string path) {
  if (!path.empty()) inputs_.push_back({std::move(option), std::move(path), false});
}

void NamedFiles::reads_folder(std::string option, std::string path) {
  inputs_.push_back({std::move(option), std::move(path), true});
}

void NamedFiles::add(Output output) {
  if (!output.path.empty()) outputs_.push_back(std::move(output));
}

void NamedFiles::writes(std::string option, std::string path, std::string of) {
  if (path == of) of.clear();
  add({.option = std::move(option), .path = std::move(path), .of = std::move(of)});
}

void NamedFiles::may_write(std::string option, std::string path, std::string of) {
  add({.option = std::move(option), .path = std::move(path), .perhaps = true, .of = std::move(of)});
}

void NamedFiles::replaces(std::string option, std::string path) {
  add({.option = std::move(option), .path = std::move(path), .replaces = true, .may_be_source = true});
}

void NamedFiles::reports(std::string option, std::string path) {
  add({.option = std::move(option), .path = std::move(path), .replaces = true});
}

void NamedFiles::writes_folder(std::string option, std::string path) {
  add({.option = std::move(option), .path = std::move(path), .folder = true});
}

bool NamedFiles::Conflict::involves(const std::string& option) const {
  return std::ranges::find(options, option) != options.end();
}

std::optional<NamedFiles::Conflict> NamedFiles::conflict_of(const Output& output) const {
  const std::string name = shown(output.option, output.path, output.of);
  if (output.path == "-") return {};
  struct stat status;
  const bool there = exists(output.path, status);
  for (const Input& input : inputs_)
    if (there && same_file(input.path, output.path) && (output.folder == false || !input.folder))
      return Conflict{fmt::format("{} would take the place of {}", name, shown(input.option, input.path)),
                      {output.option, input.option}};
  if (!there) return {};
  if (output.folder && !S_ISDIR(status.st_mode)) return Conflict{fmt::format("{} is no folder", name), {output.option}};
  if (output.folder) return {};
  if (S_ISDIR(status.st_mode)) return Conflict{fmt::format("{} is a folder", name), {output.option}};
  if (S_ISBLK(status.st_mode) || S_ISSOCK(status.st_mode))
    return Conflict{fmt::format("{} is no plain file", name), {output.option}};
  if (!output.may_be_source && is_source(output.path, status))
    return Conflict{fmt::format("{} would take the place of a program, or of a file of which worlds and controllers "
                                "are made: remove it first, or give another name",
                                name),
                    {output.option}};
  return {};
}

std::optional<NamedFiles::Conflict> NamedFiles::conflict() const {
  for (const Output& output : outputs_)
    if (auto found = conflict_of(output)) return found;
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Output &a = outputs_[j], &b = outputs_[i];
      if ((a.folder && b.folder) || !same_file(a.path, b.path)) continue;
      const std::string message = a.path == "-"
                                      ? fmt::format("{} and {} both print to standard output", a.option, b.option)
                                      : fmt::format("{} and {} are the same file", shown(a.option, a.path, a.of),
                                                    shown(b.option, b.path, b.of));
      return Conflict{message, {a.option, b.option}};
    }
  return {};
}

std::string NamedFiles::prepare() const {
  for (const Output& output : outputs_) {
    if (output.path == "-") continue;
    const fs::path place = place_of(output.path);
    const fs::path folder = output.folder ? place : place.parent_path();
    std::error_code error;
    if (!folder.empty()) fs::create_directories(folder, error);
    if (error)
      return fmt::format("{}: cannot make the folder {}: {}", shown(output.option, output.path, output.of),
                         folder.string(), error.message());
    if (output.folder || output.replaces || !is_plain(place)) continue;
    fs::remove(place, error);
    if (error)
      return fmt::format("cannot replace {}: {}", shown(output.option, output.path, output.of), error.message());
  }
  return {};
}

std::string NamedFiles::missing() const {
  for (const Input& input : inputs_) {
    // No command reads a world of standard input.
    if (input.path == "-" && input.option != "WORLD") continue;
    const std::string name = shown(input.option, input.path);
    struct stat status;
    if (!exists(input.path, status)) return fmt::format("cannot open {}: {}", name, std::strerror(errno));
    if (input.folder && !S_ISDIR(status.st_mode)) return fmt::format("{} is no folder", name);
    if (!input.folder && S_ISDIR(status.st_mode)) return fmt::format("{} is a folder", name);
    if (::access(input.path.c_str(), input.folder ? R_OK | X_OK : R_OK) != 0)
      return fmt::format("cannot open {}: {}", name, std::strerror(errno));
  }
  return {};
}

std::string missing_file(std::string option, std::string path) {
  NamedFiles files;
  files.reads(std::move(option), std::move(path));
  return files.missing();
}

std::string flush_stdout() {
  errno = 0;
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return {};
  const int error = errno;
  // It is said once, by whoever knows what was to be written.
  ::__fpurge(stdout);
  std::clearerr(stdout);
  return fmt::format("standard output: {}", error ? std::strerror(error) : "not all of it could be written");
}

}  // namespace lightsout
