// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The folder in which joint callbacks may write (--law-files). They read nothing there: what a run does must not depend
// on what another has left.
#pragma once

#include <expected>
#include <filesystem>
#include <map>
#include <string>

namespace lightsout {

class LawFiles {
 public:
  // "": there is none. `discards`: nothing is written, and nobody notices.
  explicit LawFiles(std::filesystem::path folder = {}, bool discards = false)
      : folder_(std::move(folder)), discards_(discards) {}

  const std::filesystem::path& folder() const { return folder_; }

  struct Opening {
    std::filesystem::path path;
    bool anew;  // what an earlier run has left there goes
  };
  // For the law of `joint` to write into. Each file is one law's. The error is a sentence.
  std::expected<Opening, std::string> open(const std::string& name, const std::string& joint);

 private:
  std::filesystem::path folder_;
  bool discards_;
  std::map<std::filesystem::path, std::string> writers_;  // the joint of each file
};

}  // namespace lightsout
