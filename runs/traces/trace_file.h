// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The state after every step of a run, in a file: what somebody needs who gets another hash on another machine. Steps
// stand in chunks that are compressed on their own; a file that was cut off yields all its whole chunks.
#pragma once

#include <cstdint>
#include <cstdio>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/files/chunk_file.h"
#include "engine/state/state_hash.h"

namespace lightsout {

class Simulation;

// What a trace says of itself.
struct TraceOrigin {
  std::string world;  // path
  std::uint64_t seed = 0;
  double basic_time_step_ms = 0;
  std::string made_by;  // version, compiler and processor
};

// A state and how to read it: which bytes belong to what.
struct TracedStep {
  struct Label {
    std::size_t offset;
    std::string node, field;
    StateHash::Element element;
    std::size_t element_size;
    bool operator==(const Label&) const = default;
  };
  std::int64_t total = 0;        // steps so far, also beyond resets and other worlds
  std::int64_t step = 0;         // as the clock has it
  double time = 0;               // s, likewise
  std::uint64_t hash = 0;        // of the state
  std::vector<std::byte> state;  // empty: only its hash was kept
  std::vector<Label> labels;
  std::int64_t layout = 0;  // another number whenever take() found other labels

  // After the step that `simulation` has just made.
  void take(const Simulation& simulation);

 private:
  StateHash labelled_{true};  // its memory is used again
};

// What a sentence calls two runs: "in the first run", "here".
struct TraceNames {
  std::string_view first, second = "here";
};

// What differs first, in a sentence: step, node, field and both numbers. "" if the states are equal.
std::string difference(const TracedStep& first, const TracedStep& second, const TraceNames& names);

class TraceWriter {
 public:
  // Whole states are kept up to `capacity` bytes of states, beyond it their hashes alone. The error names the file.
  static std::expected<TraceWriter, std::string> create(const std::string& path, const TraceOrigin& origin);
  static std::expected<TraceWriter, std::string> temporary(std::uint64_t capacity);

  // False if the file cannot be written.
  bool append(const TracedStep& step);
  // The last chunk and the index. False if anything was not written.
  bool close();
  // Of a temporary one, after close(): the file, from its beginning.
  std::FILE* rewound();

 private:
  TraceWriter(std::FILE* file, std::uint64_t capacity, const TraceOrigin& origin);

  ChunkWriter chunks_;
  std::uint64_t capacity_, size_ = 0;
  std::vector<std::byte> before_;  // the chunk's last state
  std::int64_t layout_ = -1;       // of the chunk's last step
};

class TraceReader {
 public:
  // The error names the file.
  static std::expected<TraceReader, std::string> open(const std::string& path);
  // Reads what a TraceWriter made; the file stays the caller's.
  static std::expected<TraceReader, std::string> of(std::FILE* file);

  const TraceOrigin& origin() const { return origin_; }
  // The next step, in order; nullptr at the end, of a file that was cut off at its last whole chunk.
  const TracedStep* next();
  // The file has no end: whoever wrote it was stopped, or the file is damaged.
  bool was_cut() const { return chunks_.was_cut(); }

 private:
  explicit TraceReader(ChunkReader chunks) : chunks_(std::move(chunks)) {}
  std::expected<void, std::string> read_head();

  ChunkReader chunks_;
  TraceOrigin origin_;
  std::size_t at_ = 0;
  std::uint32_t left_ = 0;  // steps of the chunk
  TracedStep step_;
};

}  // namespace lightsout
