// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/stream/pose_chunks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/collider/stream/decimal.h"

namespace lightsout {
namespace {

static_assert(std::endian::native == std::endian::little, "binary poses are read in place");

// Even, so that pairs of configurations stay together. Their numbers fit the second-level cache of a processor.
constexpr int configurations_per_chunk = 128;

constexpr std::array<bool, 256> separators = [] {
  std::array<bool, 256> characters{};
  for (const char c : {' ', ',', ';', '\t', '\r'}) characters[std::size_t(c)] = true;
  return characters;
}();

bool is_separator(char c) { return separators[static_cast<unsigned char>(c)]; }

// Skips separators; false at the end.
bool to_next(const char*& at, const char* end) {
  while (at < end && is_separator(*at)) ++at;
  return at < end;
}

int count_numbers(std::string_view line) {
  const char *at = line.data(), *end = at + line.size();
  int count = 0;
  while (to_next(at, end)) {
    ++count;
    while (at < end && !is_separator(*at)) ++at;
  }
  return count;
}

bool carries_data(std::string_view line) {
  const char *at = line.data(), *end = at + line.size();
  return to_next(at, end) && *at != '#';
}

// Its first word begins as names do and is no number.
bool names_columns(std::string_view line) {
  const char *at = line.data(), *end = at + line.size();
  if (!to_next(at, end)) return false;
  if (!std::isalpha(static_cast<unsigned char>(*at)) && *at != '_' && *at != '"') return false;
  double number;
  const auto [stop, error] = std::from_chars(at, end, number);  // nan, inf
  return error != std::errc() || (stop < end && !is_separator(*stop));
}

// Reads the numbers of a chunk's text.
class TextNumbers {
 public:
  TextNumbers(PoseChunk& chunk, const PoseLayout& layout)
      : chunk_(chunk),
        layout_(layout),
        at_(chunk.bytes.data()),
        end_(at_ + chunk.bytes.size()),
        line_(chunk.first_line) {}

  void read() {
    const int lines = layout_.line_per_link ? layout_.links : 1;
    const std::size_t in_line = layout_.of_configuration() / std::size_t(lines);
    chunk_.numbers.reserve(configurations_per_chunk * layout_.of_configuration());
    while (true) {
      const std::size_t first = chunk_.numbers.size();
      configuration_ = {};
      for (int i = 0; i < lines; ++i) {
        if (next_data_line()) {
          chunk_.numbers.resize(first + std::size_t(i + 1) * in_line);
          read_line(chunk_.numbers.data() + first + std::size_t(i) * in_line, in_line);
        } else if (i == 0) {
          return;
        } else {
          complain(line_ - 1, fmt::format("the poses end after {} of the {} lines of configuration {}", i, lines,
                                          chunk_.first_configuration + std::int64_t(chunk_.configurations.size())));
          break;
        }
      }
      chunk_.numbers.resize(first + layout_.of_configuration());
      chunk_.configurations.push_back(configuration_);
    }
  }

 private:
  // The first of a configuration counts.
  void complain(std::int64_t line, std::string text, std::size_t column = 0) {
    if (configuration_.complaint >= 0) return;
    configuration_.complaint = int(chunk_.unread.size());
    chunk_.unread.push_back({line, std::move(text), column});
  }

  bool next_data_line() {
    while (at_ < end_) {
      const char* stop = static_cast<const char*>(std::memchr(at_, '\n', std::size_t(end_ - at_)));
      text_ = {at_, std::size_t(stop - at_)};
      at_ = stop + 1;
      ++line_;
      if (!carries_data(text_)) continue;
      configuration_.last_line = line_ - 1;
      return true;
    }
    return false;
  }

  void read_line(double* to, std::size_t count) {
    const char *at = text_.data(), *end = at + text_.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (!to_next(at, end))
        return complain(configuration_.last_line, fmt::format("{} numbers, {} were expected", i, count));
      const auto [stop, error] = decimals_.read(at, end, end_, to[i]);
      if (error != std::errc() || (stop < end && !is_separator(*stop))) {
        const char* word_end = at;
        while (word_end < end && !is_separator(*word_end)) ++word_end;
        return complain(configuration_.last_line,
                        fmt::format("'{}' is no number", std::string_view(at, std::size_t(word_end - at))),
                        std::size_t(at - text_.data()) + 1);
      }
      at = stop;
    }
    if (to_next(at, end))
      complain(configuration_.last_line, fmt::format("{} numbers, {} were expected", count_numbers(text_), count));
  }

  PoseChunk& chunk_;
  const PoseLayout& layout_;
  const char *at_, *const end_;
  std::int64_t line_;
  std::string_view text_;
  DecimalReader decimals_;
  ReadConfiguration configuration_;
};

}  // namespace

PoseReader::PoseReader(std::FILE* in, const PoseStreamOptions& options, int links)
    : in_(in),
      binary_(options.binary),
      strict_(options.strict),
      path_(options.motions && options.motions->path),
      layout_{links, options.source ? options.source->numbers : options.numbers, false},
      layout_known_(options.source.has_value()),
      line_(options.first_line) {}

std::expected<bool, std::string> PoseReader::next(PoseChunk& chunk) {
  chunk.first_line = line_;
  chunk.repeats_first = rest_repeats_;
  chunk.first_configuration = configurations_ - rest_repeats_;
  chunk.bytes.assign(rest_);
  return binary_ ? next_binary(chunk) : next_text(chunk);
}

std::expected<bool, std::string> PoseReader::next_binary(PoseChunk& chunk) {
  const std::size_t size = layout_.of_configuration() * sizeof(double), had = chunk.bytes.size();
  chunk.bytes.resize_and_overwrite(size * configurations_per_chunk, [&](char* to, std::size_t most) {
    return had + std::fread(to + had, 1, most - had, in_);
  });
  const std::size_t got = chunk.bytes.size();
  if (std::ferror(in_)) return std::unexpected("the poses can not be read: " + std::string(std::strerror(errno)));
  if (got % size != 0)
    return std::unexpected(fmt::format("the poses end {} bytes into configuration {}, which takes {}", got % size,
                                       chunk.first_configuration + std::int64_t(got / size), size));
  configurations_ = chunk.first_configuration + std::int64_t(got / size);
  if (path_ && got > 0) {
    rest_.assign(chunk.bytes, got - size);
    rest_repeats_ = true;
  }
  return got > had;
}

std::expected<bool, std::string> PoseReader::next_text(PoseChunk& chunk) {
  std::string& text = chunk.bytes;
  std::size_t from = 0;
  int wanted = configurations_per_chunk;  // data lines
  int found = 0;
  // Where the last configuration begins, and its line.
  std::size_t last_begin = 0;
  std::int64_t last_line = line_;
  while (true) {
    const char* const stop = static_cast<const char*>(std::memchr(text.data() + from, '\n', text.size() - from));
    if (!stop && !at_end_) {
      if (const auto more = read_more(text, from); !more) return std::unexpected(more.error());
      continue;
    }
    if (!stop && from == text.size()) break;
    if (!stop) {
      text += '\n';
      continue;
    }
    const std::size_t end = std::size_t(stop - text.data());
    const std::string_view line(text.data() + from, end - from);
    // A heading stands before all data. It is blanked, so that lines keep their numbers.
    const bool is_heading = !seen_data_ && !layout_known_ && names_columns(line);
    const bool is_data = !is_heading && carries_data(line);
    if (is_data && !layout_known_)
      if (auto known = find_layout(line); !known) {
        if (layout_error_.empty()) layout_error_ = std::move(known.error());
        if (strict_ || found + 1 == wanted) return std::unexpected(layout_error_);
      }
    const int lines = layout_.line_per_link ? layout_.links : 1;
    wanted = configurations_per_chunk * lines;
    if (is_data && found % lines == 0) {
      last_begin = from;
      last_line = line_;
    }
    found += is_data;
    seen_data_ |= is_data || is_heading;
    if (is_heading) std::fill(text.begin() + std::ptrdiff_t(from), text.begin() + std::ptrdiff_t(end), ' ');
    from = end + 1;
    ++line_;
    if (found == wanted) break;
  }
  if (found > 0 && !layout_known_) return std::unexpected(layout_error_);
  const int lines = layout_.line_per_link ? layout_.links : 1;
  const int configurations = (found + lines - 1) / lines;
  const bool is_more = configurations > int(chunk.repeats_first);
  configurations_ = chunk.first_configuration + configurations;
  rest_repeats_ = path_ && found > 0;
  if (rest_repeats_) {
    rest_.assign(text, last_begin);
    line_ = last_line;
  } else {
    rest_.assign(text, from);
  }
  text.resize(from);
  return is_more;
}

std::expected<void, std::string> PoseReader::find_layout(std::string_view line) {
  const int count = count_numbers(line), links = layout_.links;
  for (const int numbers : {12, 16}) {
    if (layout_.numbers != 0 && layout_.numbers != numbers) continue;
    if (count != numbers && count != numbers * links) continue;
    layout_.numbers = numbers;
    layout_.line_per_link = count == numbers && links > 1;
    layout_known_ = true;
    return {};
  }
  return std::unexpected(
      fmt::format("line {} has {} numbers; it should have 12 or 16 (one of {} links), or {} or {} (a configuration)",
                  line_, count, links, 12 * links, 16 * links));
}

std::expected<void, std::string> PoseReader::read_more(std::string& text, std::size_t line_begin) {
  constexpr std::size_t longest_line = std::size_t(1) << 26, block = std::size_t(1) << 17;
  const std::size_t had = text.size();
  if (had - line_begin > longest_line) return std::unexpected(fmt::format("line {} is longer than 64 MB", line_));
  text.resize_and_overwrite(had + block,
                            [&](char* to, std::size_t most) { return had + std::fread(to + had, 1, most - had, in_); });
  if (std::ferror(in_)) return std::unexpected("the poses can not be read: " + std::string(std::strerror(errno)));
  at_end_ = text.size() == had;
  return {};
}

void read_numbers(PoseChunk& chunk, const PoseLayout& layout, bool binary) {
  chunk.configurations.clear();
  chunk.unread.clear();
  chunk.numbers.clear();
  chunk.is_read = true;
  if (!binary) return TextNumbers(chunk, layout).read();
  chunk.numbers.resize(chunk.bytes.size() / sizeof(double));
  std::memcpy(chunk.numbers.data(), chunk.bytes.data(), chunk.bytes.size());
  chunk.configurations.resize(chunk.numbers.size() / layout.of_configuration());
}

}  // namespace lightsout
