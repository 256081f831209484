// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/files/chunk_file.h"

#include <sys/types.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <new>
#include <utility>

namespace lightsout {
namespace {

constexpr std::uint32_t most_bytes = 1u << 30;

static_assert(std::endian::native == std::endian::little);

// Of a regular file; what can be read of another is not known.
std::uint64_t bytes_left(std::FILE* file) {
  const off_t here = ::ftello(file);
  if (here < 0 || ::fseeko(file, 0, SEEK_END) != 0) return most_bytes;
  const off_t end = ::ftello(file);
  return ::fseeko(file, here, SEEK_SET) == 0 && end >= here ? std::uint64_t(end - here) : 0;
}

}  // namespace

void ChunkWriter::Free::operator()(ZSTD_CCtx_s* packer) const { ::ZSTD_freeCCtx(packer); }

ChunkWriter::ChunkWriter(std::FILE* file, const ChunkFormat& format, const std::string& head)
    : file_(hold_stream(file)), packer_(::ZSTD_createCCtx()), magic_(format.magic) {
  if (!packer_) throw std::bad_alloc();
  ::ZSTD_CCtx_setParameter(packer_.get(), ZSTD_c_compressionLevel, format.compression);
  ::ZSTD_CCtx_setParameter(packer_.get(), ZSTD_c_checksumFlag, 1);
  const auto size = std::uint32_t(head.size());
  write(magic_.data(), magic_.size());
  write(&size, sizeof size);
  write(head.data(), head.size());
}

void ChunkWriter::write(const void* data, std::size_t size) {
  if (error_ == 0 && std::fwrite(data, 1, size, file_.get()) != size) error_ = errno ? errno : EIO;
  offset_ += size;
}

void ChunkWriter::write_out() {
  if (std::fflush(file_.get()) != 0 && error_ == 0) error_ = errno ? errno : EIO;
}

std::vector<std::byte>& ChunkWriter::begin_record(std::uint64_t number) {
  if (records_++ == 0) places_.push_back({offset_, number});
  return chunk_;
}

void ChunkWriter::flush() {
  if (records_ == 0) return;
  packed_.resize(::ZSTD_compressBound(chunk_.size()));
  const std::size_t size =
      ::ZSTD_compress2(packer_.get(), packed_.data(), packed_.size(), chunk_.data(), chunk_.size());
  if (::ZSTD_isError(size) && error_ == 0) error_ = ENOMEM;
  const std::uint32_t sizes[] = {records_, std::uint32_t(size), std::uint32_t(chunk_.size())};
  write("C", 1);
  write(sizes, sizeof sizes);
  write(packed_.data(), error_ == 0 ? size : 0);
  write_out();
  records_ = 0;
  chunk_.clear();
}

void ChunkWriter::close() {
  flush();
  const std::uint64_t begin = offset_;
  const auto count = std::uint32_t(places_.size());
  write("E", 1);
  write(&count, sizeof count);
  write(places_.data(), places_.size() * sizeof places_[0]);
  write(&begin, sizeof begin);
  write(magic_.data(), magic_.size());
  write_out();
}

ChunkReader::ChunkReader(std::FILE* file, Owns owns)
    : file_(file, [owns](std::FILE* open) {
        if (owns == Owns::Yes) CloseHeld()(open);
      }) {
  if (owns == Owns::Yes) hold(::fileno(file));
}

bool ChunkReader::read(void* data, std::size_t size) { return std::fread(data, 1, size, file_.get()) == size; }

std::optional<std::string> ChunkReader::read_head(const ChunkFormat& format) {
  std::string begin(format.magic.size(), '\0'), head;
  std::uint32_t size = 0;
  if (!read(begin.data(), begin.size()) || begin != format.magic || !read(&size, sizeof size) ||
      size > bytes_left(file_.get()))
    return std::nullopt;
  head.resize(size);
  if (!read(head.data(), size)) return std::nullopt;
  return head;
}

bool ChunkReader::next() {
  char kind = 0;
  std::uint32_t sizes[3];
  records_ = 0;
  cut_ = true;
  if (!read(&kind, 1)) return false;
  if (kind == 'E') cut_ = false;
  damaged_ = kind != 'C' && kind != 'E';
  if (kind != 'C' || !read(sizes, sizeof sizes)) return false;
  damaged_ = std::ranges::any_of(sizes, [](std::uint32_t size) { return size > most_bytes; });
  // No memory for what the file does not hold.
  if (damaged_ || sizes[1] > bytes_left(file_.get())) return false;
  packed_.resize(sizes[1]);
  if (!read(packed_.data(), packed_.size())) return false;
  damaged_ = ::ZSTD_getFrameContentSize(packed_.data(), packed_.size()) != sizes[2];
  if (damaged_) return false;
  chunk_.resize(sizes[2]);
  damaged_ = ::ZSTD_decompress(chunk_.data(), chunk_.size(), packed_.data(), packed_.size()) != chunk_.size();
  if (damaged_) return false;
  records_ = sizes[0];
  cut_ = false;
  return true;
}

}  // namespace lightsout
