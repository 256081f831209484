// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/recorders/mcap/mcap_file.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <new>

namespace lightsout {
namespace {

constexpr std::string_view mcap_magic = "\x89MCAP0\r\n";
constexpr std::size_t chunk_size = 512 * 1024;  // bytes before compression
constexpr int zstd_level = 3;                   // of zstd
constexpr std::size_t most_channels = 65535;

enum class Op : std::uint8_t {
  Header = 1,
  Footer,
  Schema,
  Channel,
  Message,
  Chunk,
  MessageIndex,
  ChunkIndex,
  Statistics = 0x0b,
  SummaryOffset = 0x0e,
  DataEnd
};

// Little-endian, as this machine is.
template <class Number>
void add(std::string& out, Number number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void add_text(std::string& out, std::string_view text) {
  add(out, std::uint32_t(text.size()));
  out += text;
}

// A record while it is written: its length is known at its end.
class McapRecord {
 public:
  McapRecord(std::string& out, Op op) : out_(out) {
    add(out, std::uint8_t(op));
    begin_ = out.size();
    add(out, std::uint64_t(0));
  }
  McapRecord(const McapRecord&) = delete;
  McapRecord& operator=(const McapRecord&) = delete;
  ~McapRecord() {
    const std::uint64_t length = out_.size() - begin_ - sizeof(std::uint64_t);
    out_.replace(begin_, sizeof length, reinterpret_cast<const char*>(&length), sizeof length);
  }

 private:
  std::string& out_;
  std::size_t begin_;
};

std::uint32_t crc_of(std::uint32_t before, std::string_view bytes) {
  return std::uint32_t(crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

std::expected<McapFile, std::string> McapFile::open(const std::string& path) {
  auto file = OutputFile::open_kept(path);
  if (!file) return std::unexpected(file.error());
  return McapFile(std::move(*file));
}

McapFile::McapFile(OutputFile file) : file_(std::move(file)), compressor_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
  if (!compressor_) throw std::bad_alloc();
  chunk_.reserve(2 * chunk_size);
}

McapFile::McapFile(McapFile&&) noexcept = default;
McapFile::~McapFile() = default;

void McapFile::put(std::string_view bytes) {
  file_.write(bytes);
  crc_ = crc_of(crc_, bytes);
  written_ += bytes.size();
}

void McapFile::begin(std::string_view library) {
  file_.clear();
  open_ = true;
  out_ = mcap_magic;
  {
    const McapRecord header(out_, Op::Header);
    add_text(out_, "");  // of no profile
    add_text(out_, library);
  }
  put(out_);
}

std::uint16_t McapFile::add_schema(std::string_view name, std::string_view json_schema) {
  const std::size_t begin = chunk_.size();
  const std::uint16_t number = ++schema_count_;
  {
    const McapRecord record(chunk_, Op::Schema);
    add(chunk_, number);
    add_text(chunk_, name);
    add_text(chunk_, "jsonschema");
    add_text(chunk_, json_schema);
  }
  schemas_.append(chunk_, begin);
  return number;
}

std::uint16_t McapFile::add_channel(std::uint16_t schema, std::string_view topic) {
  if (channels_.size() >= most_channels) {
    failure_ = "a file of MCAP has at most 65,535 channels: select less";
    return 0;
  }
  const auto number = std::uint16_t(channels_.size());
  channels_.emplace_back();
  const std::size_t begin = chunk_.size();
  {
    const McapRecord record(chunk_, Op::Channel);
    add(chunk_, number);
    add(chunk_, schema);
    add_text(chunk_, topic);
    add_text(chunk_, "json");
    add_text(chunk_, "");  // no more is said of it
  }
  channel_records_.append(chunk_, begin);
  return number;
}

void McapFile::write(std::uint16_t channel, std::uint64_t time, std::string_view message) {
  if (!failure().empty() || !open_) return;
  Channel& to = channels_[channel];
  if (chunk_messages_++ == 0) chunk_start_ = time;
  chunk_end_ = time;
  if (messages_++ == 0) start_time_ = time;
  end_time_ = time;
  to.index.emplace_back(time, chunk_.size());
  {
    const McapRecord record(chunk_, Op::Message);
    add(chunk_, channel);
    add(chunk_, to.sequence++);
    add(chunk_, time);  // when it was noted, and when it was made
    add(chunk_, time);
    chunk_ += message;
  }
  if (chunk_.size() >= chunk_size) write_chunk();
}

void McapFile::compress_chunk() {
  compressed_.resize(ZSTD_compressBound(chunk_.size()));
  const std::size_t size = ZSTD_compressCCtx(compressor_.get(), compressed_.data(), compressed_.size(), chunk_.data(),
                                             chunk_.size(), zstd_level);
  if (ZSTD_isError(size)) throw std::bad_alloc();  // nothing else can go wrong with so much room
  compressed_.resize(size);
}

void McapFile::write_chunk() {
  if (chunk_.empty()) return;
  compress_chunk();
  ChunkIndex index{.start_time = chunk_start_,
                   .end_time = chunk_end_,
                   .offset = written_,
                   .length = 0,
                   .message_indexes = {},
                   .message_index_length = 0,
                   .compressed_size = compressed_.size(),
                   .size = chunk_.size()};
  out_.clear();
  {
    const McapRecord record(out_, Op::Chunk);
    add(out_, chunk_start_);
    add(out_, chunk_end_);
    add(out_, std::uint64_t(chunk_.size()));
    add(out_, crc_of(0, chunk_));
    add_text(out_, "zstd");
    add(out_, std::uint64_t(compressed_.size()));
    out_ += compressed_;
  }
  index.length = out_.size();
  for (std::size_t channel = 0; channel < channels_.size(); ++channel) {
    auto& messages = channels_[channel].index;
    if (messages.empty()) continue;
    index.message_indexes.emplace_back(std::uint16_t(channel), written_ + out_.size());
    const McapRecord record(out_, Op::MessageIndex);
    add(out_, std::uint16_t(channel));
    add(out_, std::uint32_t(messages.size() * sizeof messages.front()));
    for (const auto& [time, offset] : messages) {
      add(out_, time);
      add(out_, offset);
    }
    messages.clear();
  }
  index.message_index_length = out_.size() - index.length;
  put(out_);
  chunks_.push_back(std::move(index));
  chunk_.clear();
  chunk_messages_ = 0;
  chunk_start_ = chunk_end_ = 0;
}

// Groups of records, then where each group is, then where all of that is.
void McapFile::write_summary() {
  const std::uint64_t start = written_;
  std::string offsets;
  out_.clear();
  std::size_t group = 0;
  const auto end_group = [&](Op op) {
    if (out_.size() == group) return;
    const McapRecord record(offsets, Op::SummaryOffset);
    add(offsets, std::uint8_t(op));
    add(offsets, start + group);
    add(offsets, std::uint64_t(out_.size() - group));
    group = out_.size();
  };
  out_ += schemas_;
  end_group(Op::Schema);
  out_ += channel_records_;
  end_group(Op::Channel);
  {
    const McapRecord record(out_, Op::Statistics);
    add(out_, messages_);
    add(out_, schema_count_);
    add(out_, std::uint32_t(channels_.size()));
    add(out_, std::uint32_t(0));  // attachments
    add(out_, std::uint32_t(0));  // metadata
    add(out_, std::uint32_t(chunks_.size()));
    add(out_, start_time_);
    add(out_, end_time_);
    constexpr std::size_t entry = sizeof(std::uint16_t) + sizeof(std::uint64_t);
    add(out_, std::uint32_t(channels_.size() * entry));
    for (std::size_t channel = 0; channel < channels_.size(); ++channel) {
      add(out_, std::uint16_t(channel));
      add(out_, std::uint64_t(channels_[channel].sequence));
    }
  }
  end_group(Op::Statistics);
  for (const ChunkIndex& chunk : chunks_) {
    const McapRecord record(out_, Op::ChunkIndex);
    add(out_, chunk.start_time);
    add(out_, chunk.end_time);
    add(out_, chunk.offset);
    add(out_, chunk.length);
    constexpr std::size_t entry = sizeof(std::uint16_t) + sizeof(std::uint64_t);
    add(out_, std::uint32_t(chunk.message_indexes.size() * entry));
    for (const auto& [channel, offset] : chunk.message_indexes) {
      add(out_, channel);
      add(out_, offset);
    }
    add(out_, chunk.message_index_length);
    add_text(out_, "zstd");
    add(out_, chunk.compressed_size);
    add(out_, chunk.size);
  }
  end_group(Op::ChunkIndex);
  const std::uint64_t offsets_start = start + out_.size();
  out_ += offsets;
  // The checksum is that of the summary up to itself.
  add(out_, std::uint8_t(Op::Footer));
  add(out_, std::uint64_t(2 * sizeof(std::uint64_t) + sizeof(std::uint32_t)));
  add(out_, start);
  add(out_, offsets_start);
  add(out_, crc_of(0, out_));
  out_ += mcap_magic;
  put(out_);
}

void McapFile::close() {
  if (!open_) return file_.close();
  open_ = false;
  write_chunk();
  out_.clear();
  {
    const McapRecord record(out_, Op::DataEnd);
    add(out_, crc_);
  }
  put(out_);
  write_summary();
  file_.close();
}

}  // namespace lightsout
