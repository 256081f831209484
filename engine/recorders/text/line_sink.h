// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where lines go.
#pragma once

#include <string>
#include <string_view>

namespace lightsout {

class LineSink {
 public:
  virtual ~LineSink() = default;
  // What it held goes.
  virtual void clear() = 0;
  // With its newline.
  virtual void write(std::string_view line) = 0;
  // Whatever is held back is written, and whatever the system still had to say about it. No writing after this.
  virtual void close() = 0;
  // False: a pipe or a device, whose reader sees each line as it comes.
  virtual bool is_regular() const = 0;
  virtual const std::string& failure() const = 0;
};

}  // namespace lightsout
