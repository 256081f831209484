// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The module lightsout_archive: writes and unpacks tar archives compressed by Zstandard, through libarchive. Its own
// library, so that runs without bundles do not pay for loading that.
#include "runs/manifests/archive_module.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include "engine/descriptors/write_all.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t block_bytes = 1 << 16;

std::string error_of(archive* from) {
  const char* text = ::archive_error_string(from);
  return text ? text : "not all could be done";
}

using Entry = std::unique_ptr<archive_entry, decltype(&::archive_entry_free)>;

Entry make_entry(const ArchivedFile& file) {
  Entry entry(::archive_entry_new(), &::archive_entry_free);
  ::archive_entry_set_pathname(entry.get(), file.name);
  ::archive_entry_set_filetype(entry.get(), AE_IFREG);
  ::archive_entry_set_perm(entry.get(), file.executable ? 0755 : 0644);
  ::archive_entry_set_size(entry.get(), la_int64_t(file.size));
  ::archive_entry_set_mtime(entry.get(), file.seconds, long(file.nanoseconds));
  return entry;
}

// Where an entry of the archive may be put, "" if nowhere.
std::string place_in(const fs::path& folder, const char* name) {
  if (!name || !*name) return {};
  const fs::path path(name);
  if (path.is_absolute()) return {};
  for (const fs::path& part : path)
    if (part == "..") return {};
  return (folder / path).lexically_normal().string();
}

class Unpacking {
 public:
  Unpacking(fs::path folder, const UnpackLimits& limits, std::string& error)
      : folder_(std::move(folder)), limits_(limits), error_(error) {}

  Unpacked all(archive* from) {
    for (;;) {
      archive_entry* entry = nullptr;
      const int got = ::archive_read_next_header(from, &entry);
      if (got == ARCHIVE_EOF) return Unpacked::Done;
      if (got != ARCHIVE_OK && got != ARCHIVE_WARN) return fail(error_of(from));
      if (const Unpacked one = unpack(from, entry); one != Unpacked::Done) return one;
    }
  }

 private:
  Unpacked fail(std::string what) {
    error_ = std::move(what);
    return Unpacked::Failed;
  }

  Unpacked unpack(archive* from, archive_entry* entry) {
    const char* name = ::archive_entry_pathname(entry);
    const std::string place = place_in(folder_, name);
    if (place.empty()) return fail(fmt::format("the name '{}' leads out of it", name ? name : ""));
    if (++files_ > limits_.files) return Unpacked::TooManyFiles;
    std::error_code error;
    if (::archive_entry_filetype(entry) == AE_IFDIR) {
      fs::create_directories(place, error);
      return error ? fail(fmt::format("{}: {}", place, error.message())) : Unpacked::Done;
    }
    if (::archive_entry_filetype(entry) != AE_IFREG || ::archive_entry_hardlink(entry))
      return fail(fmt::format("'{}' is a link or a device, and plain files alone are taken", name));
    fs::create_directories(fs::path(place).parent_path(), error);
    if (error) return fail(fmt::format("{}: {}", place, error.message()));
    const int file = ::open(place.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) return fail(fmt::format("'{}': {}", name, std::strerror(errno)));
    const Unpacked written = write(from, file, name);
    ::fchmod(file, ::archive_entry_perm(entry) & 0100 ? 0755 : 0644);
    const timespec times[2] = {{0, UTIME_NOW}, {::archive_entry_mtime(entry), ::archive_entry_mtime_nsec(entry)}};
    ::futimens(file, times);
    ::close(file);
    return written;
  }

  Unpacked write(archive* from, int file, const char* name) {
    char buffer[block_bytes];
    for (;;) {
      const la_ssize_t got = ::archive_read_data(from, buffer, sizeof buffer);
      if (got == 0) return Unpacked::Done;
      if (got < 0) return fail(fmt::format("'{}': {}", name, error_of(from)));
      if ((bytes_ += got) > limits_.bytes) return Unpacked::TooManyBytes;
      if (!write_all(file, {buffer, std::size_t(got)}))
        return fail(fmt::format("'{}': {}", name, std::strerror(errno)));
    }
  }

  fs::path folder_;
  const UnpackLimits& limits_;
  std::string& error_;
  std::int64_t bytes_ = 0, files_ = 0;
};

}  // namespace
}  // namespace lightsout

using namespace lightsout;

extern "C" void* lightsout_archive_create(const char* path, std::string& error) {
  archive* made = ::archive_write_new();
  ::archive_write_set_format_pax(made);  // keeps times to the nanosecond, by which builds are known to be up to date
  ::archive_write_set_bytes_in_last_block(made, 1);  // nothing behind the end, where it is written to a pipe either
  // Names are bytes, as the file system has them: the locale knows no more than ASCII.
  if (::archive_write_set_format_option(made, "pax", "hdrcharset", "BINARY") == ARCHIVE_OK &&
      ::archive_write_add_filter_zstd(made) == ARCHIVE_OK && ::archive_write_open_filename(made, path) == ARCHIVE_OK)
    return made;
  error = error_of(made);
  ::archive_write_free(made);
  return nullptr;
}

extern "C" bool lightsout_archive_add(void* to, const ArchivedFile& file, std::string& error) {
  archive* made = static_cast<archive*>(to);
  const Entry entry = make_entry(file);
  if (::archive_write_header(made, entry.get()) == ARCHIVE_OK &&
      ::archive_write_data(made, file.bytes, file.size) == la_ssize_t(file.size))
    return true;
  error = error_of(made);
  return false;
}

extern "C" bool lightsout_archive_close(void* to, std::string& error) {
  archive* made = static_cast<archive*>(to);
  const bool closed = ::archive_write_close(made) == ARCHIVE_OK;
  if (!closed) error = error_of(made);
  ::archive_write_free(made);
  return closed;
}

extern "C" Unpacked lightsout_archive_unpack(const char* path, const char* folder, const UnpackLimits& limits,
                                             std::string& error) {
  archive* from = ::archive_read_new();
  ::archive_read_support_format_tar(from);
  ::archive_read_support_filter_zstd(from);
  Unpacked result = Unpacked::Failed;
  if (::archive_read_open_filename(from, path, block_bytes) == ARCHIVE_OK)
    result = Unpacking(folder, limits, error).all(from);
  else
    error = error_of(from);
  ::archive_read_free(from);
  return result;
}
