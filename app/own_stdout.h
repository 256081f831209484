// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/files/output_file.h"

namespace lightsout {

// stdout as it was before a run began, for what scripts read: while a run goes on, descriptor 1 leads to stderr.
class OwnStdout {
 public:
  // Where that cannot be had, failure() says why.
  void open() {
    if (auto file = OutputFile::open("-"))
      file_ = std::move(*file);
    else
      unopened_ = file.error();
  }
  // Nothing before open().
  void write(std::string_view text) {
    if (file_) file_->write(text);
  }
  // Why not all was written; "": it was.
  std::string failure() const { return file_ ? file_->failure() : unopened_; }

 private:
  std::optional<OutputFile> file_;
  std::string unopened_;
};

}  // namespace lightsout
