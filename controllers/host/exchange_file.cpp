// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/exchange_file.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "controllers/host/description_json.h"
#include "controllers/host/exchange_record.h"
#include "controllers/wire/version.h"
#include "engine/files/parsed_json.h"

namespace lightsout {
namespace {

using Json = nlohmann::json;

// A file is a magic number, the size of a JSON text and the text; chunks; an index. All numbers little-endian.
//   chunk:  'C', records, size packed, size unpacked (u32 each), zstd of the records with its checksum
//   record: session (u32), kind (u8), size (u32), bytes
//   index:  'E', chunks (u32), each: offset, number of its first record (u64); offset of the index (u64), the magic
//           number again
constexpr char magic[8] = {'L', 'O', 'E', 'X', 'C', 'H', 'G', '2'};
constexpr std::size_t chunk_bytes = std::size_t(1) << 20;
// A chunk that fills slowly is written after so much of the wall clock: nobody waits long for what is to be whole.
constexpr auto longest_wait = std::chrono::seconds(1);
constexpr int compression = 3;  // of zstd
constexpr std::uint32_t most_bytes = 1u << 30;

static_assert(std::endian::native == std::endian::little);

bool read_exactly(std::FILE* file, void* data, std::size_t size) { return std::fread(data, 1, size, file) == size; }

// Of a regular file; what can be read of another is not known.
std::uint64_t bytes_left(std::FILE* file) {
  const off_t here = ::ftello(file);
  if (here < 0 || ::fseeko(file, 0, SEEK_END) != 0) return most_bytes;
  const off_t end = ::ftello(file);
  return ::fseeko(file, here, SEEK_SET) == 0 && end >= here ? std::uint64_t(end - here) : 0;
}

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

std::expected<std::unique_ptr<ExchangeWriter>, std::string> ExchangeWriter::create(const std::string& path,
                                                                                   const ExchangeOrigin& origin) {
  std::FILE* file = std::fopen(path.c_str(), "wbe");
  if (!file) return std::unexpected(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  auto writer = std::unique_ptr<ExchangeWriter>(new ExchangeWriter(path, file));
  writer->packer_.reset(::ZSTD_createCCtx());
  if (!writer->packer_) return std::unexpected(fmt::format("cannot write {}: {}", path, std::strerror(ENOMEM)));
  ::ZSTD_CCtx_setParameter(writer->packer_.get(), ZSTD_c_compressionLevel, compression);
  ::ZSTD_CCtx_setParameter(writer->packer_.get(), ZSTD_c_checksumFlag, 1);
  const std::string head =
      Json{{"world", origin.world}, {"seed", origin.seed}, {"block_version", LO_BLOCK_VERSION}}.dump(
          -1, ' ', false, Json::error_handler_t::replace);
  const auto size = std::uint32_t(head.size());
  writer->write(magic, sizeof magic);
  writer->write(&size, sizeof size);
  writer->write(head.data(), head.size());
  return writer;
}

void ExchangeWriter::PackerFreer::operator()(ZSTD_CCtx_s* packer) const { ::ZSTD_freeCCtx(packer); }

std::uint32_t ExchangeWriter::new_session() {
  const std::lock_guard lock(mutex_);
  return sessions_++;
}

void ExchangeWriter::write(const void* data, std::size_t size) {
  if (error_ == 0 && std::fwrite(data, 1, size, file_.get()) != size) error_ = errno ? errno : EIO;
  offset_ += size;
}

void ExchangeWriter::append(std::uint32_t session, Exchange kind, std::span<const std::byte> bytes) {
  const std::lock_guard lock(mutex_);
  if (closed_) return;  // the last words of controllers that outlive their run
  if (in_chunk_++ == 0) places_.push_back({offset_, records_});
  ++records_;
  RecordWriter chunk(chunk_);
  chunk.number(session);
  chunk.number(kind);
  chunk.number(std::uint32_t(bytes.size()));
  chunk.bytes(bytes);
  if (chunk_.size() >= chunk_bytes || WallClock::now() - flushed_ >= longest_wait) flush();
}

void ExchangeWriter::flush() {
  flushed_ = WallClock::now();
  if (in_chunk_ == 0) return;
  packed_.resize(::ZSTD_compressBound(chunk_.size()));
  const std::size_t size =
      ::ZSTD_compress2(packer_.get(), packed_.data(), packed_.size(), chunk_.data(), chunk_.size());
  if (::ZSTD_isError(size) && error_ == 0) error_ = ENOMEM;
  const std::uint32_t sizes[] = {in_chunk_, std::uint32_t(size), std::uint32_t(chunk_.size())};
  write("C", 1);
  write(sizes, sizeof sizes);
  write(packed_.data(), error_ ? 0 : size);
  if (std::fflush(file_.get()) != 0 && error_ == 0) error_ = errno;
  in_chunk_ = 0;
  chunk_.clear();
}

std::string ExchangeWriter::failure() const {
  const std::lock_guard lock(mutex_);
  return error_ ? fmt::format("cannot write {}: {}", path_, std::strerror(error_)) : std::string();
}

std::string ExchangeWriter::close() {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(closed_, true)) return {};
    flush();
    const std::uint64_t begin = offset_;
    const auto count = std::uint32_t(places_.size());
    write("E", 1);
    write(&count, sizeof count);
    write(places_.data(), places_.size() * sizeof places_[0]);
    write(&begin, sizeof begin);
    write(magic, sizeof magic);
    if (std::fflush(file_.get()) != 0 && error_ == 0) error_ = errno;
  }
  return failure();
}

std::expected<std::unique_ptr<ExchangeReader>, std::string> ExchangeReader::open(const std::string& path) {
  auto reader = std::unique_ptr<ExchangeReader>(new ExchangeReader);
  reader->file_.reset(std::fopen(path.c_str(), "rbe"));
  if (!reader->file_) return std::unexpected(fmt::format("{}: {}", path, std::strerror(errno)));
  if (auto read = reader->read_head(); !read) return std::unexpected(fmt::format("{}: {}", path, read.error()));
  reader->ended_ = !reader->read_chunk();
  if (reader->ended_ && reader->was_cut())
    return std::unexpected(fmt::format("{}: it {}, and nothing of it is whole", path,
                                       reader->was_damaged() ? "is damaged" : "was cut off"));
  return reader;
}

std::expected<void, std::string> ExchangeReader::read_head() {
  char begin[sizeof magic];
  std::uint32_t size = 0;
  if (!read_exactly(file_.get(), begin, sizeof begin) || std::memcmp(begin, magic, sizeof magic) != 0 ||
      !read_exactly(file_.get(), &size, sizeof size) || size > bytes_left(file_.get()))
    return std::unexpected("this is no recorded exchange");
  std::string head(size, '\0');
  const Json json = read_exactly(file_.get(), head.data(), size) ? json_or_null<Json>(head) : Json();
  if (!json.is_object()) return std::unexpected("this is no recorded exchange");
  if (member_or(json, "block_version", 0u) != LO_BLOCK_VERSION)
    return std::unexpected("it was recorded by a release of lightsout whose controllers share other memory");
  origin_ = {member_or(json, "world", ""), member_or(json, "seed", std::uint64_t(0))};
  return {};
}

bool ExchangeReader::read_chunk() {
  char kind = 0;
  std::uint32_t sizes[3];
  cut_ = true;
  if (!read_exactly(file_.get(), &kind, 1)) return false;
  if (kind == 'E') cut_ = false;
  damaged_ = kind != 'C' && kind != 'E';
  if (kind != 'C' || !read_exactly(file_.get(), sizes, sizeof sizes)) return false;
  damaged_ = std::ranges::any_of(sizes, [](std::uint32_t size) { return size > most_bytes; });
  // No memory for what the file does not hold.
  if (damaged_ || sizes[1] > bytes_left(file_.get())) return false;
  packed_.resize(sizes[1]);
  if (!read_exactly(file_.get(), packed_.data(), packed_.size())) return false;
  damaged_ = ::ZSTD_getFrameContentSize(packed_.data(), packed_.size()) != sizes[2];
  if (damaged_) return false;
  chunk_.resize(sizes[2]);
  damaged_ = ::ZSTD_decompress(chunk_.data(), chunk_.size(), packed_.data(), packed_.size()) != chunk_.size();
  if (damaged_) return false;
  left_ = sizes[0];
  at_ = 0;
  return true;
}

bool ExchangeReader::read_record() {
  while (left_ == 0)
    if (ended_ || (ended_ = !read_chunk())) return false;
  --left_;
  RecordReader reader(std::span<const std::byte>(chunk_).subspan(at_));
  ExchangeRecord record;
  record.number = records_++;
  record.session = reader.number<std::uint32_t>();
  record.kind = reader.number<Exchange>();
  const auto size = reader.number<std::uint32_t>();
  const auto bytes = reader.bytes(size);
  if (reader.failed()) {
    ended_ = cut_ = damaged_ = true;
    left_ = 0;
    return false;
  }
  at_ += 2 * sizeof(std::uint32_t) + sizeof(Exchange) + size;
  if (ignored_.contains(record.session)) return true;
  record.bytes.assign(bytes.begin(), bytes.end());
  if (record.kind == Exchange::Open) {
    if (auto opening = read_opening(record.bytes)) unclaimed_.push_back({record.session, std::move(*opening)});
  } else if (record.kind == Exchange::Line) {
    lines_.push_back(std::move(record));
  } else {
    waiting_[record.session].push_back(std::move(record));
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
  return record;
}

std::vector<ExchangeRecord> ExchangeReader::lines_before(std::uint64_t number) {
  std::vector<ExchangeRecord> lines;
  while (!lines_.empty() && lines_.front().number < number) {
    lines.push_back(std::move(lines_.front()));
    lines_.pop_front();
  }
  return lines;
}

std::vector<ExchangeRecord> ExchangeReader::lines_left() {
  while (read_record()) {
  }
  return lines_before(records_);
}

}  // namespace lightsout
