// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/sandbox/sandbox_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "engine/descriptors/waiting.h"
#include "engine/files/whole_file.h"
#include "limits/limits.h"

namespace lightsout {

namespace fs = std::filesystem;

namespace {

std::string too_deep(const fs::path& folder) {
  return fmt::format("{} has more folders in each other: {}", folder.string(), how_to_raise(Limit::SandboxDepth));
}

// `top`: what was asked for, in which `to` is; a path of a depth that a stranger has chosen is nothing to show.
std::string bring_folder(const fs::path& from, const fs::path& to, std::string_view ending, const fs::path& top,
                         std::int64_t depth) {
  std::error_code error;
  const auto failed = [&](const fs::path& what) {
    constexpr std::size_t most_shown = 1000;
    return fmt::format("{}: {}", what.native().size() > most_shown ? top.string() + "/..." : what.string(),
                       error.message());
  };
  if (depth > value_of(Limit::SandboxDepth)) return too_deep(top);
  for (fs::directory_iterator at(from, error), end; !error && at != end; at.increment(error)) {
    if (must_not_wait()) return fmt::format("{}: a signal came before all was copied", top.string());
    const fs::path target = to / at->path().filename();
    const fs::file_status status = at->symlink_status(error);
    if (error) return failed(target);  // its path is too long to be looked at
    if (fs::is_regular_file(status) && fs::is_symlink(fs::symlink_status(target, error))) continue;
    if (fs::is_regular_file(status) && !target.native().ends_with(ending)) continue;
    std::string failure;
    if (fs::is_regular_file(status)) failure = bring_file(at->path(), target);
    if (fs::is_directory(status) && !fs::is_symlink(fs::symlink_status(target, error))) {
      fs::create_directories(target, error);
      failure = error ? failed(target) : bring_folder(at->path(), target, ending, top, depth + 1);
    }
    if (!failure.empty()) return failure;
    error.clear();
  }
  return error ? failed(to) : "";
}

}  // namespace

std::expected<SandboxFolder, std::string> SandboxFolder::make() {
  auto folder = PrivateFolder::make("sandbox");
  if (!folder) return std::unexpected(folder.error());
  return SandboxFolder(std::move(*folder));
}

std::expected<fs::path, std::string> SandboxFolder::folder() {
  const fs::path made = folder_.path() / fmt::format("{}", folders_++);
  std::error_code error;
  fs::create_directory(made, error);
  if (error) return std::unexpected(fmt::format("cannot make {}: {}", made.string(), error.message()));
  return made;
}

std::expected<fs::path, std::string> SandboxFolder::copy_of(const fs::path& from) {
  auto to = folder();
  if (!to) return to;
  std::error_code error;
  const auto failed = [&](const fs::path& what) {
    return std::unexpected(fmt::format("cannot copy {} for the sandbox: {}", what.string(), error.message()));
  };
  for (fs::recursive_directory_iterator at(from, error), end; at != end; at.increment(error)) {
    if (error) return failed(from);
    const fs::path target = *to / at->path().lexically_relative(from);
    const fs::file_status status = at->symlink_status(error);
    if (fs::is_symlink(status)) {
      fs::copy_symlink(at->path(), target, error);
    } else if (fs::is_directory(status)) {
      if (at.depth() >= value_of(Limit::SandboxDepth)) return std::unexpected(too_deep(from));
      fs::create_directory(target, error);
    } else if (fs::is_regular_file(status)) {
      copied_ += std::int64_t(at->file_size(error));
      if (copied_ > value_of(Limit::SandboxBytes))
        return std::unexpected(fmt::format("{} is too large to be copied for the sandbox: {}", from.string(),
                                           how_to_raise(Limit::SandboxBytes)));
      fs::copy_file(at->path(), target, error);
      // What is built is compared with its sources.
      if (!error) fs::last_write_time(target, at->last_write_time(error), error);
    }
    if (error) return failed(at->path());
  }
  if (error) return failed(from);
  return to;
}

std::string bring_file(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(from, error))) return {};
  // With the rights of whoever runs the program, it would give them away.
  fs::permissions(from, fs::perms::set_uid | fs::perms::set_gid | fs::perms::sticky_bit, fs::perm_options::remove,
                  error);
  if (error) return fmt::format("{}: {}", from.string(), error.message());
  const fs::path place = place_of(to);
  fs::copy_file(from, place, fs::copy_options::overwrite_existing, error);
  return error ? fmt::format("{}: {}", to.string(), error.message()) : "";
}

std::string bring_folder(const fs::path& from, const fs::path& to, std::string_view ending) {
  return bring_folder(from, to, ending, to, 0);
}

}  // namespace lightsout
