// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A stream of poses on its way to numbers: cut into chunks of whole configurations, which are then read one by one.
#pragma once

#include <cstdint>
#include <cstdio>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "engine/collider/stream/pose_stream.h"

namespace lightsout {

struct PoseComplaint {
  std::int64_t line;  // 0 for binary streams
  std::string text;
  std::size_t column = 0;  // from 1; 0: the whole line
};

// What a configuration's text or bytes say. One that cannot be read has a complaint.
struct ReadConfiguration {
  std::int64_t last_line = 0;
  int complaint = -1;  // among the chunk's
};

struct PoseChunk {
  std::string bytes;  // of whole configurations, as read; a text ends with the end of a line
  std::int64_t first_configuration = 0;
  std::int64_t first_line = 1;
  // The first configuration was the last one of the chunk before: there it is answered, here a motion begins at it.
  bool repeats_first = false;
  // Once read, its configurations, and their numbers one behind the other.
  bool is_read = false;
  std::vector<ReadConfiguration> configurations;
  std::vector<PoseComplaint> unread;  // what is wrong with configurations
  std::vector<double> numbers;
  // Once checked.
  bool done = false;
  std::string answer;
  std::vector<PoseComplaint> complaints;
  PoseStreamTotals totals;  // bad is -1 where the stream could not be read: the first complaint says how
};

// How numbers stand in the stream: known once there is a chunk.
struct PoseLayout {
  int links = 1;    // of a configuration
  int numbers = 0;  // of a link
  bool line_per_link = false;

  std::size_t of_configuration() const { return std::size_t(links) * std::size_t(numbers); }
};

// Cuts the input into chunks.
class PoseReader {
 public:
  PoseReader(std::FILE* in, const PoseStreamOptions& options, int links);

  const PoseLayout& layout() const { return layout_; }
  // False at the end; the error is about the whole stream. The chunk must be fresh: memory of an older one may be in
  // it.
  std::expected<bool, std::string> next(PoseChunk& chunk);

 private:
  std::expected<bool, std::string> next_binary(PoseChunk& chunk);
  std::expected<bool, std::string> next_text(PoseChunk& chunk);
  std::expected<void, std::string> find_layout(std::string_view line);
  // Behind what is there, which begins with a line that is not whole.
  std::expected<void, std::string> read_more(std::string& text, std::size_t line_begin);

  std::FILE* in_;
  bool binary_, strict_, path_;
  PoseLayout layout_;
  bool layout_known_ = false;
  std::string layout_error_;  // of the first line, where it said nothing: a later one may
  bool seen_data_ = false;    // or the heading: there is one at most
  bool at_end_ = false;
  std::string rest_;  // what was read and belongs to the next chunk
  bool rest_repeats_ = false;
  std::int64_t line_ = 1;  // at which it begins
  std::int64_t configurations_ = 0;
};

// From any thread.
void read_numbers(PoseChunk& chunk, const PoseLayout& layout, bool binary);

}  // namespace lightsout
