// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/templates/template_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "limits/limits.h"

namespace lightsout {

namespace fs = std::filesystem;

fs::path TemplateFiles::folder() {
  if (!folder_)
    if (auto made = PrivateFolder::make("templates")) folder_.emplace(std::move(*made));
  return folder_ ? folder_->path() : fs::path();
}

bool TemplateFiles::exists(std::string_view path, const fs::path& base) { return !find_(path, base).path.empty(); }

std::expected<std::string, TemplateFiles::Failure> TemplateFiles::read(std::string_view path, const fs::path& base) {
  const Found found = find_(path, base);
  if (found.path.empty()) return std::unexpected(found.is_outside ? Failure::Refused : Failure::Missing);
  std::error_code error;
  if (fs::file_size(found.path, error) > std::uintmax_t(value_of(Limit::TemplateBytes)) || error)
    return std::unexpected(Failure::Refused);
  std::ifstream file(found.path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.good() && !file.eof()) return std::unexpected(Failure::Missing);
  return text;
}

std::expected<void, std::string> TemplateFiles::write(std::string_view name, std::string_view content) {
  const fs::path own = folder();
  if (own.empty()) return std::unexpected("there is no temporary folder");
  const fs::path path = (own / name).lexically_normal();  // an absolute one stays as it is
  const fs::path inside = path.lexically_relative(own);
  if (name.empty() || inside.empty() || *inside.begin() == ".." || *inside.begin() == "." || !path.has_filename())
    return std::unexpected("");
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  // At once whole: forks of this process may read it.
  const fs::path draft = fmt::format("{}.{}.{}", path.string(), getpid(), ++written_);
  errno = 0;
  std::ofstream file(draft, std::ios::binary);
  file.write(content.data(), std::streamsize(content.size()));
  file.close();
  if (!file) error = std::error_code(errno ? errno : EIO, std::generic_category());
  if (!error) fs::rename(draft, path, error);
  if (!error) return {};
  std::error_code ignored;
  fs::remove(draft, ignored);
  // What the template asks for makes no sense: a file where it has made a folder, and so on.
  if (error == std::errc::is_a_directory || error == std::errc::not_a_directory ||
      error == std::errc::filename_too_long)
    return std::unexpected("");
  return std::unexpected(fmt::format("{}: {}", path.string(), error.message()));
}

}  // namespace lightsout
