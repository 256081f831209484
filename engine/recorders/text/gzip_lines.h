// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Lines, compressed as a file of gzip. It is cut into members (RFC 1952) of whole lines, each of which is written at
// once when it is full: after a kill the file is a whole one that ends with the last of them.
#pragma once

#include <zlib.h>

#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "engine/files/output_file.h"
#include "engine/recorders/text/line_sink.h"

namespace lightsout {

class GzipLines final : public LineSink {
 public:
  // What it held is kept until clear(). The error names the file.
  static std::expected<std::unique_ptr<LineSink>, std::string> open(const std::string& path);
  GzipLines(const GzipLines&) = delete;
  GzipLines& operator=(const GzipLines&) = delete;
  ~GzipLines() override;

  void clear() override;
  void write(std::string_view line) override;
  void close() override;
  bool is_regular() const override { return regular_; }
  const std::string& failure() const override { return file_.failure(); }

 private:
  GzipLines(OutputFile file, bool regular);
  void write_member();

  OutputFile file_;
  bool regular_;
  bool headed_ = false;  // the first line, the header, is a member of its own
  z_stream stream_{};
  std::string lines_;  // of the member that is filled
  std::vector<char> compressed_;
};

}  // namespace lightsout
