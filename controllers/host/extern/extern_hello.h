// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What somebody says who knocks (controllers/wire/extern.h), read as it comes: nobody who connects and then says
// nothing, or says it slowly, holds up anybody else.
#pragma once

#include <chrono>
#include <string>

#include "controllers/wire/extern.h"
#include "engine/descriptors/file_descriptor.h"

namespace lightsout {

class ExternHello {
 public:
  enum class State : unsigned char { Incomplete, Whole, Wrong };
  using Clock = std::chrono::steady_clock;

  // An accepted connection; invalid if there was none.
  explicit ExternHello(FileDescriptor connection)
      : connection_(std::move(connection)), until_(Clock::now() + std::chrono::seconds(2)) {}

  // Reads what has come. Wrong: it is gone, too slow, or none of ours. Whole too where it is of another version, of
  // which nothing more is read.
  State read();
  bool is_valid() const { return bool(connection_); }
  int fd() const { return connection_.get(); }
  Clock::time_point until() const { return until_; }
  bool has_our_version() const;
  std::string robot() const;
  // Compared in a time that says nothing of where they differ.
  bool knows(const std::string& token) const;
  void answer(unsigned char status) const;
  // The connection is the caller's from now on.
  FileDescriptor take() { return std::move(connection_); }

 private:
  FileDescriptor connection_;
  Clock::time_point until_;
  lo_extern_hello hello_{};
  std::size_t read_ = 0;
};

}  // namespace lightsout
