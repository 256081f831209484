// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/files/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/descriptors/waiting.h"
#include "engine/descriptors/write_all.h"

namespace lightsout {

std::string name_of_output(const std::string& path) { return path == "-" ? "standard output" : path; }

std::expected<int, std::string> open_output(const std::string& path, int flags) {
  const int file = path == "-" ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                               : open_patiently(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags);
  if (file < 0) return std::unexpected(fmt::format("{}: {}", name_of_output(path), std::strerror(errno)));
  return file;
}

bool is_regular(int file) {
  struct stat status {};
  return ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

std::expected<OutputFile, std::string> OutputFile::open(const std::string& path) {
  const auto file = open_output(path, O_TRUNC | O_APPEND);
  if (!file) return std::unexpected(file.error());
  return OutputFile(name_of_output(path), *file);
}

OutputFile::OutputFile(std::string path, int file)
    : path_(std::move(path)), file_(file), is_regular_(lightsout::is_regular(file)) {}

std::expected<OutputFile, std::string> OutputFile::open_kept(const std::string& path) {
  const auto file = open_output(path, O_APPEND);
  if (!file) return std::unexpected(file.error());
  return OutputFile(name_of_output(path), *file);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      is_regular_(other.is_regular_),
      failure_(std::move(other.failure_)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(file_, other.file_);
  std::swap(is_regular_, other.is_regular_);
  std::swap(failure_, other.failure_);
  return *this;
}

void OutputFile::clear() {
  if (is_regular_ && ::ftruncate(file_, 0) != 0) fail();
}

void OutputFile::write(std::string_view text) {
  if (!failure_.empty() || file_ < 0) return;
  if (!(is_regular_ ? write_all(file_, text) : write_patiently(file_, text))) fail();
}

void OutputFile::close() {
  const int file = std::exchange(file_, -1);
  if (file >= 0 && ::close(file) != 0 && failure_.empty()) fail();
}

void OutputFile::fail() { failure_ = fmt::format("{}: {}", path_, std::strerror(errno)); }

}  // namespace lightsout
