// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The files of PROTO templates: they read what a url of their PROTO may name, and write into a folder of the load's
// own.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/programs/private_folder.h"

namespace lightsout {

class TemplateFiles {
 public:
  // Where a file is that a template names, in or relative to `base`, the PROTO's file; "" if it is nowhere.
  struct Found {
    std::filesystem::path path;
    bool is_outside = false;  // of what may be read
  };
  using Find = std::function<Found(std::string_view path, const std::filesystem::path& base)>;

  explicit TemplateFiles(Find find) : find_(std::move(find)) {}
  TemplateFiles(const TemplateFiles&) = delete;
  TemplateFiles& operator=(const TemplateFiles&) = delete;

  // Where files are written, made when first asked for; urls may name files there. "" if none can be made.
  std::filesystem::path folder();

  bool exists(std::string_view path, const std::filesystem::path& base);
  enum class Failure : std::uint8_t { Missing, Refused };
  std::expected<std::string, Failure> read(std::string_view path, const std::filesystem::path& base);
  // A name in the folder, or a path that leads into it. The error is what the machine lacks, or "" of a path that leads
  // elsewhere.
  std::expected<void, std::string> write(std::string_view name, std::string_view content);

 private:
  Find find_;
  std::optional<PrivateFolder> folder_;
  int written_ = 0;
};

}  // namespace lightsout
