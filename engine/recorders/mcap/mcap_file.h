// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Files of MCAP (https://mcap.dev/spec): messages with times on channels, in chunks that are compressed by zstd, each
// with its index behind it, and a summary at the end, by which readers find what they look for. A chunk is written at
// once when it is full: of a file that a kill has cut, readers get all but the chunk that was being filled. Knows
// nothing of what the messages say.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/files/output_file.h"

struct ZSTD_CCtx_s;

namespace lightsout {

class McapFile {
 public:
  // What it held is kept until begin(). The error names the file.
  static std::expected<McapFile, std::string> open(const std::string& path);
  McapFile(McapFile&&) noexcept;
  ~McapFile();

  // `library`: who writes it.
  void begin(std::string_view library);
  // A JSON Schema; its number.
  std::uint16_t add_schema(std::string_view name, std::string_view json_schema);
  // For messages in JSON; its number. More than 65,535 are a failure.
  std::uint16_t add_channel(std::uint16_t schema, std::string_view topic);
  // `time`: ns, never less than that of a message before.
  void write(std::uint16_t channel, std::uint64_t time, std::string_view message);
  // The last chunk and the summary. No writing after this.
  void close();
  const std::string& failure() const { return failure_.empty() ? file_.failure() : failure_; }

 private:
  struct Channel {
    std::uint32_t sequence = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> index;  // times and offsets in the chunk
  };
  struct ChunkIndex {
    std::uint64_t start_time, end_time, offset, length;
    std::vector<std::pair<std::uint16_t, std::uint64_t>> message_indexes;  // by channel: where
    std::uint64_t message_index_length, compressed_size, size;
  };

  explicit McapFile(OutputFile file);
  void put(std::string_view bytes);
  void write_chunk();
  void compress_chunk();
  void write_summary();

  OutputFile file_;
  std::unique_ptr<ZSTD_CCtx_s, std::size_t (*)(ZSTD_CCtx_s*)> compressor_;
  std::uint64_t written_ = 0;  // bytes
  std::uint32_t crc_ = 0;      // of them
  std::string chunk_, compressed_, out_;
  std::uint64_t chunk_start_ = 0, chunk_end_ = 0;  // times
  std::uint64_t chunk_messages_ = 0;
  std::string schemas_, channel_records_;  // their records, for the summary
  std::uint16_t schema_count_ = 0;
  std::vector<Channel> channels_;
  std::vector<ChunkIndex> chunks_;
  std::uint64_t messages_ = 0, start_time_ = 0, end_time_ = 0;
  bool open_ = false;
  std::string failure_;
};

}  // namespace lightsout
