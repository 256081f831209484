// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/plans/held_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <sstream>
#include <tuple>

#include "batches/plans/file_digest.h"

namespace lightsout {
namespace {

// Its time of change counts whatever is done to its content, and cannot be set.
bool look_at(HeldFile& file) {
  struct stat status;
  if (::stat(file.path.c_str(), &status) != 0) return false;
  file.inode = status.st_ino;
  file.size = status.st_size;
  file.changed_ns = std::int64_t(status.st_ctim.tv_sec) * 1'000'000'000 + status.st_ctim.tv_nsec;
  return true;
}

bool is_untouched(const HeldFile& file) {
  HeldFile now{.path = file.path};
  const auto signature = [](const HeldFile& one) { return std::tie(one.inode, one.size, one.changed_ns); };
  return look_at(now) && signature(now) == signature(file);
}

}  // namespace

std::optional<HeldFile> hold_file(const std::string& path) {
  HeldFile file{.path = path};
  // Looked at before it is read: if it is changed in between, it is read again later.
  if (!look_at(file)) return {};
  file.digest = digest_of_file(path);
  return file.digest == 0 ? std::nullopt : std::optional(file);
}

std::string changed_file(const std::vector<HeldFile>& files) {
  for (const HeldFile& file : files)
    if (!is_untouched(file) && digest_of_file(file.path) != file.digest) return file.path;
  return {};
}

std::string lines_of(const std::vector<HeldFile>& files) {
  std::string lines;
  for (const HeldFile& file : files)
    if (!file.path.contains('\n'))
      lines += fmt::format("{} {} {} {} {}\n", file.digest, file.inode, file.size, file.changed_ns, file.path);
  return lines;
}

std::vector<HeldFile> held_files_of(std::string_view lines) {
  std::vector<HeldFile> files;
  std::istringstream in{std::string(lines)};
  for (HeldFile file; in >> file.digest >> file.inode >> file.size >> file.changed_ns && in.get() == ' ' &&
                      std::getline(in, file.path);)
    files.push_back(file);
  return files;
}

}  // namespace lightsout
