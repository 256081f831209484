// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Who is told of the files that a world and its run are made of, where they are found: a manifest lists them.
#pragma once

#include <filesystem>
#include <string_view>

namespace lightsout {

class FileListener {
 public:
  virtual ~FileListener() = default;
  // It is about to be read, or started. A folder stands for the files in it. `role`: what it is for, one word: "world",
  // "proto", "asset", "controller", "plugin".
  virtual void reads(const std::filesystem::path& path, std::string_view role) = 0;
  // The folder in which controllers in Python leave the lists of their modules; "" for none.
  virtual std::filesystem::path module_lists() const { return {}; }
};

}  // namespace lightsout
