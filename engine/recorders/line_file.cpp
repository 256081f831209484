#include "engine/recorders/line_file.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/files/output_file.h"

namespace lightsout {

std::expected<LineFile, std::string> LineFile::open(const std::string& path) {
  const auto file = open_output(path, 0);
  if (!file) return std::unexpected(file.error());
  struct stat status;
  return LineFile(name_of_output(path), *file, path != "-" && ::fstat(*file, &status) == 0 && S_ISREG(status.st_mode));
}

LineFile::LineFile(LineFile&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      regular_(other.regular_),
      size_(other.size_),
      line_(std::move(other.line_)),
      failure_(std::move(other.failure_)) {}

LineFile& LineFile::operator=(LineFile&& other) noexcept {
  path_ = std::move(other.path_);
  std::swap(file_, other.file_);
  regular_ = other.regular_;
  size_ = other.size_;
  failure_ = std::move(other.failure_);
  return *this;
}

LineFile::~LineFile() { close(); }

void LineFile::close() {
  const int file = std::exchange(file_, -1);
  if (file >= 0 && ::close(file) != 0 && failure_.empty()) fail();
}

void LineFile::clear() {
  size_ = 0;
  if (regular_ && ::ftruncate(file_, 0) != 0) fail();
}

void LineFile::write(std::string_view line) {
  if (!regular_ || line.empty()) return write_plain(line);
  const off_t start = size_;
  line_ = line;
  line_.front() = '#';
  write_plain(line_);
  if (failure_.empty() && file_ >= 0 && ::pwrite(file_, line.data(), 1, start) != 1) fail();
}

void LineFile::write_plain(std::string_view text) {
  while (!text.empty() && failure_.empty() && file_ >= 0) {
    const ssize_t written =
        regular_ ? ::pwrite(file_, text.data(), text.size(), size_) : ::write(file_, text.data(), text.size());
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
