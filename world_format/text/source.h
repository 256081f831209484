// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A text with a name, and places in it. Tokens and nodes keep spans (offsets); line and column are computed only when
// something is printed.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace lightsout {

// Made by make_shared where diagnostics may outlive who reads it: they share it.
class Source : public std::enable_shared_from_this<Source> {
 public:
  // `name` is shown in diagnostics: the path as the user gave it.
  Source(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }

  struct Position {
    int line;    // from 1
    int column;  // from 1, in UTF-8 code points
  };
  Position position(std::uint32_t offset) const;
  // The line that holds `offset`, without its end of line.
  std::string_view line_at(std::uint32_t offset) const;

 private:
  std::string name_;
  std::string text_;
};

using SourcePtr = std::shared_ptr<const Source>;

// Reads a whole file; the error says why it cannot be read.
std::expected<SourcePtr, std::string> read_source(const std::filesystem::path& path, std::string name = {});

// Half-open range of bytes in a source, which somebody else keeps alive: the world that was read from it, or the
// diagnostic about it.
struct Span {
  const Source* source = nullptr;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  explicit operator bool() const { return source != nullptr; }
  std::string_view text() const { return source ? source->text().substr(begin, end - begin) : std::string_view(); }
};

}  // namespace lightsout
