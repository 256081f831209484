// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/image/image_writer.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "controllers/wire/image_module.h"
#include "engine/mesh/module.h"

namespace lightsout {

namespace {

// `quality`: of a JPEG; 0: a PNG.
std::expected<void, std::string> write_by_module(const char* path, int width, int height,
                                                 std::span<const std::uint8_t> bgra, int quality) {
  const auto address = find_in_module("lightsout_image", "lightsout_write_image");
  if (!address) return std::unexpected(address.error());
  char error[512] = "";
  const auto write = reinterpret_cast<lightsout_write_image_function*>(*address);
  if (write(path, width, height, bgra.data(), false, quality, error, sizeof error)) return {};
  return std::unexpected(std::string(error));
}

// A file in memory.
class MemoryFile {
 public:
  MemoryFile() : file_(::memfd_create("image", MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (file_ >= 0) ::close(file_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  bool is_open() const { return file_ >= 0; }
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }
  // All of it; empty if it cannot be read.
  std::vector<std::uint8_t> bytes() const {
    struct stat status;
    if (::fstat(file_, &status) != 0) return {};
    std::vector<std::uint8_t> bytes(std::size_t(status.st_size));
    if (::pread(file_, bytes.data(), bytes.size(), 0) != ssize_t(bytes.size())) return {};
    return bytes;
  }

 private:
  int file_;
};

}  // namespace

std::expected<void, std::string> write_image_file(const std::filesystem::path& path, int width, int height,
                                                  std::span<const std::uint8_t> bgra, int quality) {
  std::string ending = path.extension().string();
  for (char& c : ending)
    if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
  const bool is_jpeg = ending == ".jpg" || ending == ".jpeg";
  if (!is_jpeg && ending != ".png") return std::unexpected("the name must end in .png, .jpg or .jpeg");
  if (is_jpeg && (quality < 1 || quality > 100))
    return std::unexpected("the quality " + std::to_string(quality) + " is not in [1, 100]");
  return write_by_module(path.c_str(), width, height, bgra, is_jpeg ? quality : 0);
}

std::expected<std::vector<std::uint8_t>, std::string> png_of(int width, int height,
                                                             std::span<const std::uint8_t> bgra) {
  const MemoryFile file;
  if (!file.is_open()) return std::unexpected(std::string("no memory for an image: ") + std::strerror(errno));
  if (auto written = write_by_module(file.path().c_str(), width, height, bgra, 0); !written)
    return std::unexpected(written.error());
  return file.bytes();
}

}  // namespace lightsout
