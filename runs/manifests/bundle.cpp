// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/manifests/bundle.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "engine/files/whole_file.h"
#include "engine/mesh/module.h"
#include "limits/limits.h"
#include "runs/manifests/archive_module.h"
#include "runs/manifests/fingerprint.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

template <class Function>
std::expected<Function, std::string> archive_function(const std::string& name) {
  const auto address = find_in_module("lightsout_archive", "lightsout_archive_" + name);
  if (!address) return std::unexpected(address.error());
  return reinterpret_cast<Function>(*address);
}

}  // namespace

fs::path root_in_bundle(const std::string& root) { return fs::path("files") / root; }

std::expected<std::unique_ptr<BundleWriter>, std::string> BundleWriter::create(const std::string& path) {
  auto writer = std::unique_ptr<BundleWriter>(new BundleWriter(path));
  const auto create_archive = archive_function<CreateArchive>("create");
  if (!create_archive) return std::unexpected(writer->failed(create_archive.error()));
  std::string error;
  const fs::path place = place_of(path);
  std::error_code ignored;
  const bool replaces = is_plain(place) || !fs::exists(place, ignored);
  writer->place_ = place;
  if (replaces) writer->unfinished_ = place.string() + ".part";
  writer->archive_ = (*create_archive)((replaces ? writer->unfinished_ : place).c_str(), error);
  if (!writer->archive_) return std::unexpected(writer->failed(error));
  return writer;
}

BundleWriter::~BundleWriter() {
  if (!archive_) return;
  std::string ignored;
  if (const auto close_archive = archive_function<CloseArchive>("close")) (*close_archive)(archive_, ignored);
  if (!unfinished_.empty()) ::unlink(unfinished_.c_str());
}

std::string BundleWriter::failed(const std::string& error) const { return fmt::format("{}: {}", path_, error); }

std::string BundleWriter::add(const InputFile& file, const fs::path& from, std::string_view bytes) {
  return add((root_in_bundle(file.root) / file.path).generic_string(), from, bytes);
}

std::string BundleWriter::add_trace(const fs::path& file) {
  std::string bytes;
  const auto read = fingerprint_of(file, [&bytes](std::string_view piece) { bytes += piece; });
  return read ? add("states.trace", file, bytes) : failed(fmt::format("{}: {}", file.string(), read.error()));
}

std::string BundleWriter::add(const std::string& name, const fs::path& from, std::string_view bytes) {
  struct stat status {};
  if (!from.empty()) ::stat(from.c_str(), &status);
  const ArchivedFile file{name.c_str(),          bytes.data(),          bytes.size(), (status.st_mode & S_IXUSR) != 0,
                          status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
  const auto add_to_archive = archive_function<AddToArchive>("add");
  if (!add_to_archive) return failed(add_to_archive.error());
  std::string error;
  return (*add_to_archive)(archive_, file, error) ? std::string() : failed(error);
}

std::string BundleWriter::close(std::string_view manifest) {
  std::string failure = add(manifest_name, {}, manifest);
  const auto close_archive = archive_function<CloseArchive>("close");
  if (!close_archive) return failed(close_archive.error());
  std::string error;
  if (!(*close_archive)(std::exchange(archive_, nullptr), error) && failure.empty()) failure = failed(error);
  if (unfinished_.empty()) return failure;
  if (failure.empty() && std::rename(unfinished_.c_str(), place_.c_str()) != 0) failure = failed(std::strerror(errno));
  if (!failure.empty()) ::unlink(unfinished_.c_str());
  return failure;
}

std::string unpack_bundle(const std::string& path, const fs::path& folder) {
  const auto unpack = archive_function<UnpackArchive>("unpack");
  if (!unpack) return unpack.error();
  std::string error;
  const UnpackLimits limits{value_of(Limit::BundleBytes), value_of(Limit::BundleFiles)};
  switch ((*unpack)(path.c_str(), folder.c_str(), limits, error)) {
    case Unpacked::Done:
      return {};
    case Unpacked::Failed:
      return fmt::format("{} cannot be unpacked: {}", path, error);
    case Unpacked::TooManyBytes:
      return fmt::format("{} holds too much: {}", path, how_to_raise(Limit::BundleBytes));
    case Unpacked::TooManyFiles:
      return fmt::format("{} holds too many files: {}", path, how_to_raise(Limit::BundleFiles));
  }
  return {};
}

}  // namespace lightsout
