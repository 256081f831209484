// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A file of lines that a kill leaves whole.
//
// A line is on its way to disk when write() returns. A kill may cut a write short, but only between two pages of the
// file: the kernel copies a page at a time and looks for signals in between. So a line within one page is one write,
// which is made or is not. A line across pages is first written as a comment, and then made to count by overwriting its
// '#': one byte. What a kill leaves is whole lines, and in the one case in many where it comes amid a long line an
// unfinished comment at the end, which no reader can take for numbers.
#pragma once

#include <sys/types.h>

#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "engine/descriptors/file_descriptor.h"
#include "engine/recorders/text/line_sink.h"

namespace lightsout {

class LineFile final : public LineSink {
 public:
  // What it held is kept until clear(); "-" is standard output. The error names the file.
  static std::expected<std::unique_ptr<LineSink>, std::string> open(const std::string& path);
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;
  ~LineFile() override;

  void clear() override;
  void write(std::string_view line) override;
  void close() override;
  bool is_regular() const override { return regular_; }
  const std::string& failure() const override { return failure_; }

 private:
  LineFile(std::string path, FileDescriptor file, bool regular)
      : path_(std::move(path)), file_(std::move(file)), regular_(regular) {}
  void put(std::string_view text);
  void fail();

  std::string path_;
  FileDescriptor file_;
  bool regular_;
  off_t size_ = 0;
  std::string line_;
  std::string failure_;
};

}  // namespace lightsout
