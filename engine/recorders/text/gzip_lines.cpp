// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/recorders/text/gzip_lines.h"

#include <new>

#include "engine/files/whole_file.h"

namespace lightsout {
namespace {

// Bytes of lines: four times what the method looks back, so that little is lost by beginning anew.
constexpr std::size_t member_size = 128 * 1024;
constexpr int gzip_level = 6, gzip_window = 15 + 16, memory_level = 8;

}  // namespace

std::expected<std::unique_ptr<LineSink>, std::string> GzipLines::open(const std::string& path) {
  auto file = OutputFile::open_kept(path);
  if (!file) return std::unexpected(file.error());
  return std::unique_ptr<LineSink>(new GzipLines(std::move(*file), is_plain(path)));
}

GzipLines::GzipLines(OutputFile file, bool regular) : file_(std::move(file)), regular_(regular) {
  if (deflateInit2(&stream_, gzip_level, Z_DEFLATED, gzip_window, memory_level, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  lines_.reserve(member_size);
}

GzipLines::~GzipLines() {
  close();
  deflateEnd(&stream_);
}

void GzipLines::clear() {
  lines_.clear();
  headed_ = false;
  file_.clear();
}

void GzipLines::write(std::string_view line) {
  if (!lines_.empty() && lines_.size() + line.size() > member_size) write_member();
  lines_ += line;
  if (!headed_) write_member();
  headed_ = true;
}

void GzipLines::close() {
  if (!lines_.empty()) write_member();
  file_.close();
}

void GzipLines::write_member() {
  deflateReset(&stream_);
  compressed_.resize(deflateBound(&stream_, uLong(lines_.size())));
  stream_.next_in = reinterpret_cast<Bytef*>(lines_.data());
  stream_.avail_in = uInt(lines_.size());
  stream_.next_out = reinterpret_cast<Bytef*>(compressed_.data());
  stream_.avail_out = uInt(compressed_.size());
  // The room is enough for all of it.
  deflate(&stream_, Z_FINISH);
  file_.write({compressed_.data(), compressed_.size() - stream_.avail_out});
  lines_.clear();
}

}  // namespace lightsout
