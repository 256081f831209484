// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/exchange/exchange_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "controllers/host/exchange/description_json.h"
#include "controllers/host/exchange/exchange_record.h"
#include "controllers/wire/version.h"
#include "engine/descriptors/waiting.h"
#include "engine/files/parsed_json.h"

namespace lightsout {
namespace {

using Json = nlohmann::json;

// A record is: session (u32), kind (u8), size (u32), bytes. The head is JSON.
constexpr ChunkFormat exchange_format = {.magic = "LOEXCHG2", .compression = 3};
constexpr std::size_t chunk_bytes = std::size_t(1) << 20;
// A chunk that fills slowly is written after so much of the wall clock: nobody waits long for what is to be whole.
constexpr auto longest_wait = std::chrono::seconds(1);

}  // namespace

std::vector<std::byte> write_opening(const ExchangeOpening& opening) {
  Json json = json_of(opening.description);
  json["block_size"] = opening.block_size;
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::optional<ExchangeOpening> read_opening(std::span<const std::byte> bytes) {
  const auto json = json_or_null<Json>({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  try {
    return ExchangeOpening{description_of(json), json.at("block_size")};
  } catch (const Json::exception&) {
    return {};
  }
}

std::vector<std::byte> write_line(const ExchangeLine& line) {
  std::vector<std::byte> bytes;
  RecordWriter record(bytes);
  record.number(std::uint8_t(line.is_stderr));
  record.text(line.robot);
  record.text(line.text);
  record.number(line.steps);
  return bytes;
}

ExchangeLine read_line(std::span<const std::byte> bytes) {
  RecordReader record(bytes);
  ExchangeLine line;
  line.is_stderr = record.number<std::uint8_t>() != 0;
  line.robot = record.text();
  line.text = record.text();
  line.steps = record.number<std::int64_t>();
  return line;
}

std::expected<std::unique_ptr<ExchangeWriter>, std::string> ExchangeWriter::create(const std::string& path,
                                                                                   const ExchangeOrigin& origin) {
  std::FILE* file = open_stream(path.c_str(), "wbe");
  if (!file) return std::unexpected(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  const std::string head =
      Json{{"world", origin.world}, {"seed", origin.seed}, {"block_version", LO_BLOCK_VERSION}}.dump(
          -1, ' ', false, Json::error_handler_t::replace);
  return std::unique_ptr<ExchangeWriter>(new ExchangeWriter(path, ChunkWriter(file, exchange_format, head)));
}

std::uint32_t ExchangeWriter::new_session() {
  const std::lock_guard lock(mutex_);
  return sessions_++;
}

void ExchangeWriter::append(std::uint32_t session, Exchange kind, std::span<const std::byte> bytes) {
  const std::lock_guard lock(mutex_);
  if (closed_) return;  // the last words of controllers that outlive their run
  RecordWriter chunk(chunks_.begin_record(records_++));
  chunk.number(session);
  chunk.number(kind);
  chunk.number(std::uint32_t(bytes.size()));
  chunk.bytes(bytes);
  if (chunks_.bytes() < chunk_bytes && WallClock::now() - flushed_ < longest_wait) return;
  chunks_.flush();
  flushed_ = WallClock::now();
}

std::string ExchangeWriter::failure() const {
  const std::lock_guard lock(mutex_);
  const int error = chunks_.error();
  return error ? fmt::format("cannot write {}: {}", path_, std::strerror(error)) : std::string();
}

std::string ExchangeWriter::close() {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(closed_, true)) return {};
    chunks_.close();
  }
  return failure();
}

std::expected<std::unique_ptr<ExchangeReader>, std::string> ExchangeReader::open(const std::string& path) {
  std::FILE* file = open_stream(path.c_str(), "rbe");
  if (!file) return std::unexpected(fmt::format("{}: {}", path, std::strerror(errno)));
  auto reader = std::unique_ptr<ExchangeReader>(new ExchangeReader(file));
  if (auto read = reader->read_head(); !read) return std::unexpected(fmt::format("{}: {}", path, read.error()));
  reader->ended_ = !reader->read_chunk();
  if (reader->ended_ && reader->was_cut())
    return std::unexpected(fmt::format("{}: it {}, and nothing of it is whole", path,
                                       reader->was_damaged() ? "is damaged" : "was cut off"));
  return reader;
}

std::expected<void, std::string> ExchangeReader::read_head() {
  const auto head = chunks_.read_head(exchange_format);
  const Json json = head ? json_or_null<Json>(*head) : Json();
  if (!json.is_object()) return std::unexpected("this is no recorded exchange");
  if (member_or(json, "block_version", 0u) != LO_BLOCK_VERSION)
    return std::unexpected("it was recorded by a release of lightsout whose controllers share other memory");
  origin_ = {member_or(json, "world", ""), member_or(json, "seed", std::uint64_t(0))};
  return {};
}

bool ExchangeReader::read_chunk() {
  if (!chunks_.next()) return false;
  left_ = chunks_.records();
  at_ = 0;
  return true;
}

bool ExchangeReader::read_record() {
  while (left_ == 0)
    if (ended_ || (ended_ = !read_chunk())) return false;
  --left_;
  RecordReader reader(std::span(chunks_.chunk()).subspan(at_));
  ExchangeRecord record;
  record.number = records_++;
  record.session = reader.number<std::uint32_t>();
  record.kind = reader.number<Exchange>();
  const auto size = reader.number<std::uint32_t>();
  const auto bytes = reader.bytes(size);
  if (reader.failed()) {
    chunks_.refuse();
    ended_ = true;
    left_ = 0;
    return false;
  }
  at_ += 2 * sizeof(std::uint32_t) + sizeof(Exchange) + size;
  if (ignored_.contains(record.session)) return true;
  record.bytes.assign(bytes.begin(), bytes.end());
  if (record.kind == Exchange::Open) {
    if (auto opening = read_opening(record.bytes)) unclaimed_.push_back({record.session, std::move(*opening)});
  } else if (record.kind == Exchange::Line) {
    lines_.push_back({record.number, read_line(record.bytes)});
  } else {
    waiting_[record.session].push_back(std::move(record));
    ++number_waiting_;
  }
  return true;
}

const ExchangeRecord* ExchangeReader::peek(std::uint32_t session) {
  std::deque<ExchangeRecord>& waiting = waiting_[session];
  while (waiting.empty())
    if (!read_record()) return nullptr;
  return &waiting.front();
}

std::optional<ExchangeRecord> ExchangeReader::next(std::uint32_t session) {
  if (!peek(session)) return {};
  std::deque<ExchangeRecord>& waiting = waiting_[session];
  ExchangeRecord record = std::move(waiting.front());
  waiting.pop_front();
  --number_waiting_;
  return record;
}

// From the first on, as long as they are wanted.
template <class Wanted>
std::vector<ExchangeLine> ExchangeReader::take_lines(Wanted wanted) {
  std::vector<ExchangeLine> lines;
  for (; !lines_.empty() && wanted(lines_.front()); lines_.pop_front()) lines.push_back(std::move(lines_.front().line));
  return lines;
}

std::vector<ExchangeLine> ExchangeReader::lines_before(std::uint64_t number) {
  return take_lines([number](const NumberedLine& line) { return line.number < number; });
}

std::vector<ExchangeLine> ExchangeReader::lines_before_step(std::int64_t total_steps) {
  // What stands behind a record of another kind was printed after what that tells, which has not happened yet.
  while (number_waiting_ == 0 && unclaimed_.empty() && read_record()) {
  }
  return take_lines([total_steps](const NumberedLine& line) { return line.line.steps < total_steps; });
}

std::vector<ExchangeLine> ExchangeReader::lines_left() {
  while (read_record()) {
  }
  return lines_before(records_);
}

}  // namespace lightsout
