// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A file of records in chunks, each compressed on its own: one that was cut off yields all its whole chunks, and what
// is damaged is noticed. All numbers are little-endian:
//   head:  a magic number of 8 bytes, the size of a text (u32), the text
//   chunk: 'C', records, size packed, size unpacked (u32 each), zstd of the records with its checksum
//   index: 'E', chunks (u32), each: offset, number of its first record (u64); offset of the index (u64), the magic
//   number
//          again
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/descriptors/held.h"

struct ZSTD_CCtx_s;

namespace lightsout {

// What makes files of one kind.
struct ChunkFormat {
  std::string_view magic;  // 8 characters
  int compression = 1;     // of zstd
};

class ChunkWriter {
 public:
  // Closes the file at its end. Throws std::bad_alloc where there is no memory for the compression.
  ChunkWriter(std::FILE* file, const ChunkFormat& format, const std::string& head);

  // A record begins, with this number if it is the first one of a chunk; its bytes are appended to what is returned.
  std::vector<std::byte>& begin_record(std::uint64_t number);
  // Of the chunk that is not written yet.
  std::uint32_t records() const { return records_; }
  std::size_t bytes() const { return chunk_.size(); }
  // The chunk is written. Nothing where it is empty.
  void flush();
  // The last chunk and the index.
  void close();
  // errno of the first write that failed; 0: none has.
  int error() const { return error_; }
  std::FILE* file() const { return file_.get(); }

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* packer) const;
  };
  struct Place {
    std::uint64_t offset, first;
  };
  void write(const void* data, std::size_t size);
  void write_out();

  HeldStream file_;
  std::unique_ptr<ZSTD_CCtx_s, Free> packer_;
  std::string magic_;
  std::uint64_t offset_ = 0;
  std::uint32_t records_ = 0;
  std::vector<std::byte> chunk_, packed_;
  std::vector<Place> places_;
  int error_ = 0;
};

class ChunkReader {
 public:
  enum class Owns : bool { No, Yes };
  ChunkReader(std::FILE* file, Owns owns);

  // The text of the head; nothing if the file is of no such kind. Comes first.
  std::optional<std::string> read_head(const ChunkFormat& format);
  // The next chunk's records; false at the end, of a file that was cut off at its last whole chunk.
  bool next();
  const std::vector<std::byte>& chunk() const { return chunk_; }
  std::uint32_t records() const { return records_; }
  // The records of a chunk are not what they say: nothing follows.
  void refuse() { cut_ = damaged_ = true; }
  // The file has no end: whoever wrote it was stopped, or it is damaged.
  bool was_cut() const { return cut_; }
  // It holds what nobody wrote.
  bool was_damaged() const { return damaged_; }

 private:
  bool read(void* data, std::size_t size);

  std::shared_ptr<std::FILE> file_;
  std::vector<std::byte> packed_, chunk_;
  std::uint32_t records_ = 0;
  bool cut_ = false, damaged_ = false;
};

}  // namespace lightsout
