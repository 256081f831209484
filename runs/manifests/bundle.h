// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A run in one file, `.tar.zst`: its manifest and the files that it read, for machines that have none of them. The
// program is not in it, nor what comes with a machine (Python and its packages).
#pragma once

#include <expected>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "runs/manifests/run_inputs.h"

namespace lightsout {

class BundleWriter {
 public:
  // Written beside its name; close() gives it that. The error names the file.
  static std::expected<std::unique_ptr<BundleWriter>, std::string> create(const std::string& path);
  ~BundleWriter();  // without close(): nothing is left

  // "" or what went wrong.
  std::string add(const InputFile& file, const std::filesystem::path& from, std::string_view bytes);
  // The states of the run, by which a replay finds where it parts.
  std::string add_trace(const std::filesystem::path& file);
  // With the manifest, which is the last.
  std::string close(std::string_view manifest);

 private:
  explicit BundleWriter(std::string path) : path_(std::move(path)) {}
  std::string add(const std::string& name, const std::filesystem::path& from, std::string_view bytes);
  std::string failed(const std::string& error) const;

  std::string path_;
  // Where it is put, behind links; and where it is until it is whole: "" for a pipe or a device, which is written to.
  std::filesystem::path place_, unfinished_;
  void* archive_ = nullptr;
};

// Where a bundle has a root's files, from the folder into which it was unpacked; and its manifest.
std::filesystem::path root_in_bundle(const std::string& root);
inline constexpr const char* manifest_name = "manifest.json";

// Into a folder that is empty. "" or what went wrong; names that lead out of it, links and more than the limits allow
// are refused.
std::string unpack_bundle(const std::string& path, const std::filesystem::path& folder);

}  // namespace lightsout
