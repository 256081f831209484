// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// All that controllers of a run were told and said, in a file: each start of a controller is a session, whose records
// stand in the order in which things happened. Chunks are compressed on their own; a file that was cut off yields all
// its whole chunks.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <expected>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/files/chunk_file.h"
#include "engine/robots/exchange/controller_link.h"

namespace lightsout {

enum class Exchange : std::uint8_t {
  Open,   // which controller, as JSON
  Start,  // the block as the controller found it
  Bulk,   // what of an image behind the boxes the engine changed, before Told
  Told,   // what of the block the engine changed, when the controller got its turn; its box
  Said,   // how the controller's turn ended, what of the block it changed; its box
  Line,   // that it printed
};

// What an exchange says of itself.
struct ExchangeOrigin {
  std::string world;  // path
  std::uint64_t seed = 0;
};

struct ExchangeRecord {
  std::uint64_t number = 0;  // in the file
  std::uint32_t session = 0;
  Exchange kind = Exchange::Open;
  std::vector<std::byte> bytes;
};

// Of what an Open record holds.
struct ExchangeOpening {
  ControllerDescription description;
  std::uint64_t block_size = 0;
};
std::vector<std::byte> write_opening(const ExchangeOpening& opening);
std::optional<ExchangeOpening> read_opening(std::span<const std::byte> bytes);

// Of what a Line record holds.
struct ExchangeLine {
  std::string robot;
  bool is_stderr = false;
  std::string text;
  std::int64_t steps = 0;  // that the run had when it was printed
};
std::vector<std::byte> write_line(const ExchangeLine& line);
ExchangeLine read_line(std::span<const std::byte> bytes);

class ExchangeWriter {
 public:
  static std::expected<std::unique_ptr<ExchangeWriter>, std::string> create(const std::string& path,
                                                                            const ExchangeOrigin& origin);
  std::uint32_t new_session();
  // From any thread.
  void append(std::uint32_t session, Exchange kind, std::span<const std::byte> bytes);
  // The last chunk and the index. "" or what could not be written.
  std::string close();
  std::string failure() const;

 private:
  using WallClock = std::chrono::steady_clock;
  ExchangeWriter(std::string path, ChunkWriter chunks) : path_(std::move(path)), chunks_(std::move(chunks)) {}

  std::string path_;
  mutable std::mutex mutex_;
  ChunkWriter chunks_;
  std::uint32_t sessions_ = 0;
  std::uint64_t records_ = 0;
  WallClock::time_point flushed_ = WallClock::now();
  bool closed_ = false;
};

// Gives each session its records in order, reading the file once.
class ExchangeReader {
 public:
  // The error names the file: also of one that was cut off before its first chunk was whole.
  static std::expected<std::unique_ptr<ExchangeReader>, std::string> open(const std::string& path);

  const ExchangeOrigin& origin() const { return origin_; }
  // The next start of a controller that `wanted` takes, among those that were not asked for before; its Open record is
  // consumed. Nothing if there is none.
  struct Session {
    std::uint32_t number;
    ExchangeOpening opening;
  };
  template <class Wanted>
  std::optional<Session> next_session(Wanted wanted) {
    for (std::size_t i = 0;; ++i) {
      while (i >= unclaimed_.size())
        if (!read_record()) return {};
      if (!wanted(unclaimed_[i].opening)) continue;
      Session found = std::move(unclaimed_[i]);
      unclaimed_.erase(unclaimed_.begin() + std::ptrdiff_t(i));
      return found;
    }
  }
  // All starts of controllers that were not asked for before, to the end of the file. Records of those that `wanted`
  // does not take are let go.
  template <class Wanted>
  std::vector<Session> sessions_left(Wanted wanted) {
    std::vector<Session> found;
    do {
      for (Session& each : unclaimed_)
        if (wanted(each.opening))
          found.push_back(std::move(each));
        else
          ignored_.insert(each.number);
      unclaimed_.clear();
    } while (read_record());
    return found;
  }
  // A start of a controller before any of them had a turn, that was not asked for; nothing if all were.
  const Session* unclaimed_at_start() {
    while (waiting_.empty() && read_record()) {
    }
    return unclaimed_.empty() ? nullptr : &unclaimed_.front();
  }
  // The next of the session that is no Line; nothing at the end of the file.
  std::optional<ExchangeRecord> next(std::uint32_t session);
  // Without taking it.
  const ExchangeRecord* peek(std::uint32_t session);
  // Lines of all sessions that stand before this record of the file.
  std::vector<ExchangeLine> lines_before(std::uint64_t number);
  // Those that stand before the next record of another kind, and were printed before the run had so many steps.
  std::vector<ExchangeLine> lines_before_step(std::int64_t total_steps);
  // The rest, to the end of the file.
  std::vector<ExchangeLine> lines_left();
  // The file has no end: whoever wrote it was stopped.
  bool was_cut() const { return chunks_.was_cut(); }
  // It holds what nobody wrote.
  bool was_damaged() const { return chunks_.was_damaged(); }

 private:
  explicit ExchangeReader(std::FILE* file) : chunks_(file, ChunkReader::Owns::Yes) {}
  std::expected<void, std::string> read_head();
  bool read_chunk();
  bool read_record();

  ChunkReader chunks_;
  ExchangeOrigin origin_;
  std::size_t at_ = 0;
  std::uint32_t left_ = 0;  // records of the chunk
  std::uint64_t records_ = 0;
  std::vector<Session> unclaimed_;
  std::map<std::uint32_t, std::deque<ExchangeRecord>> waiting_;
  std::size_t number_waiting_ = 0;
  struct NumberedLine {
    std::uint64_t number;  // of its record
    ExchangeLine line;
  };
  template <class Wanted>
  std::vector<ExchangeLine> take_lines(Wanted wanted);
  std::deque<NumberedLine> lines_;
  std::set<std::uint32_t> ignored_;  // sessions
  bool ended_ = false;
};

}  // namespace lightsout
