// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/files/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "engine/descriptors/file_descriptor.h"
#include "engine/descriptors/waiting.h"
#include "engine/descriptors/write_all.h"

namespace lightsout {

namespace fs = std::filesystem;

namespace {

bool names_open_files(const fs::path& path) {
  const std::string text = path.lexically_normal().string();
  return text.starts_with("/dev/fd/") || text.starts_with("/dev/std") || text.starts_with("/proc/");
}

}  // namespace

fs::path place_of(const fs::path& path) {
  fs::path place = path;
  std::error_code error;
  // As many links as the kernel follows.
  for (int links = 0; links < 40 && !names_open_files(place) && fs::is_symlink(place, error); ++links) {
    const fs::path target = fs::read_symlink(place, error);
    if (error) break;
    place = place.parent_path() / target;  // the target alone where it is absolute
  }
  return place;
}

bool is_plain(const fs::path& path) {
  std::error_code ignored;
  return !names_open_files(place_of(path)) && fs::is_regular_file(path, ignored);
}

int write_whole_file(const fs::path& path, std::string_view bytes) {
  const fs::path target = place_of(path);
  std::error_code ignored;
  const bool replace = is_plain(target) || (!names_open_files(target) && !fs::exists(target, ignored));
  const std::string place = replace ? target.string() + ".part" : target.string();
  FileDescriptor file(open_patiently(place.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, last_patience));
  if (!file) return errno;
  const bool all = replace ? write_all(file.get(), bytes) : write_patiently(file.get(), bytes);
  int error = all ? 0 : errno;
  if (const int closed = file.close(); error == 0) error = closed;
  if (replace && error == 0 && std::rename(place.c_str(), target.c_str()) != 0) error = errno;
  if (replace && error != 0) std::remove(place.c_str());
  return error;
}

std::expected<std::string, int> read_whole_file(const fs::path& path) {
  const FileDescriptor file(open_patiently(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return std::unexpected(errno);
  struct stat status {};
  constexpr std::size_t least = 1 << 16;
  std::string bytes;
  std::size_t size = 0;
  if (::fstat(file.get(), &status) == 0 && status.st_size > 0) bytes.resize(std::size_t(status.st_size) + 1);
  int error = 0;
  while (true) {
    if (size == bytes.size()) bytes.resize(std::max(least, 2 * size));
    const ssize_t got = read_patiently(file.get(), bytes.data() + size, bytes.size() - size);
    if (got < 0) error = errno;
    if (got <= 0) break;
    size += std::size_t(got);
  }
  if (error != 0) return std::unexpected(error);
  bytes.resize(size);
  return bytes;
}

}  // namespace lightsout
