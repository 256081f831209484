// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/files/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/descriptors/file_descriptor.h"
#include "engine/descriptors/waiting.h"
#include "engine/descriptors/write_all.h"

namespace lightsout {

std::string name_of_output(const std::string& path) { return path == "-" ? "standard output" : path; }

std::expected<FileDescriptor, std::string> open_output(const std::string& path, int flags) {
  FileDescriptor file(path == "-" ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                                  : open_patiently(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags));
  if (!file) return std::unexpected(fmt::format("{}: {}", name_of_output(path), std::strerror(errno)));
  return file;
}

bool is_regular(int file) {
  struct stat status {};
  return ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

std::expected<OutputFile, std::string> OutputFile::open(const std::string& path) {
  auto file = open_output(path, O_TRUNC | O_APPEND);
  if (!file) return std::unexpected(file.error());
  return OutputFile(name_of_output(path), std::move(*file));
}

OutputFile::OutputFile(std::string path, FileDescriptor&& file)
    : path_(std::move(path)),
      file_(std::make_unique<FileDescriptor>(std::move(file))),
      is_regular_(lightsout::is_regular(file_->get())) {}

OutputFile::OutputFile(OutputFile&& other) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&& other) noexcept = default;
OutputFile::~OutputFile() = default;

std::expected<OutputFile, std::string> OutputFile::open_kept(const std::string& path) {
  auto file = open_output(path, O_APPEND);
  if (!file) return std::unexpected(file.error());
  return OutputFile(name_of_output(path), std::move(*file));
}

void OutputFile::clear() {
  if (is_regular_ && file_ && ::ftruncate(file_->get(), 0) != 0) fail();
}

void OutputFile::write(std::string_view text) {
  if (!failure_.empty() || !file_ || !*file_) return;
  if (!(is_regular_ ? write_all(file_->get(), text) : write_patiently(file_->get(), text))) fail();
}

void OutputFile::close() {
  if (file_ && file_->close() != 0 && failure_.empty()) fail();
}

void OutputFile::fail() { failure_ = fmt::format("{}: {}", path_, std::strerror(errno)); }

}  // namespace lightsout
