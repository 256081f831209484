// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Reading files and turning offsets into lines and columns.
#include "world_format/text/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "engine/descriptors/waiting.h"
#include "limits/limits.h"
#include "world_format/text/byte_order_mark.h"
#include "world_format/text/utf8.h"

namespace lightsout {

namespace {

constexpr std::size_t max_source_bytes = 0xfffffff0u;  // offsets are 32 bits

}  // namespace

Source::Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  if (text_.size() > max_source_bytes) text_.resize(max_source_bytes);
  // Lines of old Macintosh files end with a carriage return alone.
  if (text_.find('\n') == std::string::npos) std::ranges::replace(text_, '\r', '\n');
}

Source::Position Source::position(std::uint32_t offset) const {
  const std::size_t end = std::min<std::size_t>(offset, text_.size());
  int line = 1;
  std::size_t line_begin = 0;
  while (const void* hit = std::memchr(text_.data() + line_begin, '\n', end - line_begin)) {
    line_begin = static_cast<std::size_t>(static_cast<const char*>(hit) - text_.data()) + 1;
    ++line;
  }
  const auto begin = text_.begin() + static_cast<std::ptrdiff_t>(line_begin);
  const auto stop = text_.begin() + static_cast<std::ptrdiff_t>(end);
  return {line, 1 + static_cast<int>(std::count_if(begin, stop, [](char c) { return !is_continuation_byte(c); }))};
}

std::string_view Source::line_at(std::uint32_t offset) const {
  const std::string_view text = text_;
  const std::size_t at = std::min<std::size_t>(offset, text.size());
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  std::size_t end = text.find('\n', at);
  if (end == std::string_view::npos) end = text.size();
  std::string_view line = text.substr(begin, end - begin);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::expected<SourcePtr, std::string> read_source(const std::filesystem::path& path, std::string name) {
  if (name.empty()) name = path.string();
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return std::unexpected(fmt::format("{} is a folder", name));
  std::FILE* file = open_stream(path.c_str(), "rb");
  if (!file) return std::unexpected(fmt::format("cannot open {}: {}", name, std::strerror(errno)));
  const std::size_t most = std::min(max_source_bytes, std::size_t(value_of(Limit::FileBytes)));
  std::string text;
  if (const auto size = std::filesystem::file_size(path, error); !error && size < most) text.reserve(size);
  char buffer[1 << 16];
  std::size_t count;
  while ((count = std::fread(buffer, 1, sizeof buffer, file)) > 0 && text.size() <= most) text.append(buffer, count);
  const bool failed = std::ferror(file) != 0;
  const int read_error = errno;
  std::fclose(file);
  if (failed) return std::unexpected(fmt::format("cannot read {}: {}", name, std::strerror(read_error)));
  if (text.size() > max_source_bytes) return std::unexpected(fmt::format("{} is larger than 4 GiB", name));
  if (text.size() > most)
    return std::unexpected(fmt::format("{} is too large: {}", name, how_to_raise(Limit::FileBytes)));
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  return std::make_shared<const Source>(std::move(name), std::move(text));
}

}  // namespace lightsout
