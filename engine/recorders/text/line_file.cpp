// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/recorders/text/line_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/descriptors/waiting.h"
#include "engine/files/output_file.h"

namespace lightsout {
namespace {

constexpr off_t page = 4096;  // bytes; where pages are larger, this is only more careful

}  // namespace

std::expected<std::unique_ptr<LineSink>, std::string> LineFile::open(const std::string& path) {
  auto file = open_output(path, 0);
  if (!file) return std::unexpected(file.error());
  const bool regular = path != "-" && lightsout::is_regular(file->get());
  return std::unique_ptr<LineSink>(new LineFile(name_of_output(path), std::move(*file), regular));
}

LineFile::~LineFile() { close(); }

void LineFile::close() {
  if (file_.close() != 0 && failure_.empty()) fail();
}

void LineFile::clear() {
  size_ = 0;
  if (regular_ && ::ftruncate(file_.get(), 0) != 0) fail();
}

void LineFile::write(std::string_view line) {
  // Room for a line across pages, before one comes.
  if (line_.capacity() < 2 * line.size()) line_.reserve(4 * line.size());
  const off_t start = size_, end = start + off_t(line.size());
  if (!regular_ || line.empty() || start / page == (end - 1) / page) return put(line);
  line_ = line;
  line_.front() = '#';
  put(line_);
  if (failure_.empty() && file_ && ::pwrite(file_.get(), line.data(), 1, start) != 1) fail();
}

void LineFile::put(std::string_view text) {
  if (!regular_ && failure_.empty() && file_ && !write_patiently(file_.get(), text)) fail();
  while (regular_ && !text.empty() && failure_.empty() && file_) {
    const ssize_t written = ::pwrite(file_.get(), text.data(), text.size(), size_);
    if (written < 0) {
      if (errno != EINTR) fail();
      continue;
    }
    size_ += written;
    text.remove_prefix(std::size_t(written));
  }
}

void LineFile::fail() { failure_ = fmt::format("{}: {}", path_, std::strerror(errno)); }

}  // namespace lightsout
