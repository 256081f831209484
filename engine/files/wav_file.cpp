// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/files/wav_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/files/whole_file.h"
#include "limits/limits.h"

namespace lightsout {
namespace {

static_assert(std::endian::native == std::endian::little);  // as the files are

template <class T>
T number_at(const std::string& bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, &bytes[offset], sizeof value);
  return value;
}

}  // namespace

std::int16_t pcm_of(float sample) { return std::int16_t(std::lround(std::clamp(sample, -1.0F, 1.0F) * 32767)); }

std::expected<Clip, std::string> read_wav(const std::filesystem::path& path) {
  std::error_code error;
  // A pipe is waited for, and a device may have no end.
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
    return std::unexpected("it is no plain file");
  if (const auto size = std::filesystem::file_size(path, error);
      !error && size > std::uintmax_t(value_of(Limit::FileBytes)))
    return std::unexpected("it is too large: " + how_to_raise(Limit::FileBytes));
  const auto content = read_whole_file(path);
  if (!content) return std::unexpected(std::string(std::strerror(content.error())));
  const std::string& bytes = *content;
  if (bytes.size() < 12 || bytes.compare(0, 4, "RIFF") != 0 || bytes.compare(8, 4, "WAVE") != 0)
    return std::unexpected("it is no WAV file");
  Clip clip;
  int bits = 0;
  for (std::size_t at = 12; at + 8 <= bytes.size();) {
    const std::size_t size = std::min<std::size_t>(number_at<std::uint32_t>(bytes, at + 4), bytes.size() - at - 8);
    const std::size_t data = at + 8;
    if (bytes.compare(at, 4, "fmt ") == 0 && size >= 16) {
      const int format = number_at<std::uint16_t>(bytes, data);
      clip.channels = number_at<std::uint16_t>(bytes, data + 2);
      const auto rate = number_at<std::uint32_t>(bytes, data + 4);
      bits = number_at<std::uint16_t>(bytes, data + 14);
      const bool is_pcm =
          format == 1 || (format == 0xfffe && size >= 26 && number_at<std::uint16_t>(bytes, data + 24) == 1);
      if (!is_pcm || (bits != 8 && bits != 16) || clip.channels < 1 || clip.channels > 2 || rate < 1 || rate > 1000000)
        return std::unexpected("only PCM of 8 or 16 bits with one or two channels can be played");
      clip.rate = int(rate);
    } else if (bytes.compare(at, 4, "data") == 0) {
      if (bits == 0) return std::unexpected("it does not say what its samples are");
      const std::size_t count = size / std::size_t(bits / 8) / std::size_t(clip.channels) * std::size_t(clip.channels);
      clip.samples.resize(count);
      for (std::size_t i = 0; i < count; ++i)
        clip.samples[i] = bits == 8 ? float(number_at<std::uint8_t>(bytes, data + i) - 128) / 128
                                    : float(number_at<std::int16_t>(bytes, data + 2 * i)) / 32768;
      if (clip.samples.empty()) return std::unexpected("it holds no sound");
      return clip;
    }
    at = data + size + (size & 1);
  }
  return std::unexpected("it holds no sound");
}

WavWriter::WavWriter(const std::filesystem::path& path, int rate)
    : file_(hold_stream(std::fopen((path.string() + ".part").c_str(), "wb"))), path_(path.string()), rate_(rate) {
  std::remove(path_.c_str());
  if (!file_)
    failure_ = fmt::format("{}: {}", path_, std::strerror(errno));
  else
    write_header();
}

WavWriter::~WavWriter() { close(); }

// Sizes past 4 GB cannot be told: players then read to the end of the file.
void WavWriter::write_header() {
  const std::uint32_t data = std::uint32_t(std::min<std::uint64_t>(2 * written_, 0xffffff00U)), riff = data + 36;
  const std::uint32_t format_size = 16, rate = std::uint32_t(rate_), bytes_per_second = 2 * rate;
  const std::uint16_t pcm = 1, channels = 1, frame = 2, bits = 16;
  std::string header;
  const auto put = [&header](const auto& value) { header.append(reinterpret_cast<const char*>(&value), sizeof value); };
  header += "RIFF", put(riff), header += "WAVEfmt ", put(format_size), put(pcm), put(channels), put(rate);
  put(bytes_per_second), put(frame), put(bits), header += "data", put(data);
  if (std::fwrite(header.data(), 1, header.size(), file_.get()) != header.size() && failure_.empty())
    failure_ = fmt::format("{}: {}", path_, std::strerror(errno));
}

void WavWriter::write(std::span<const float> samples) {
  if (!file_ || !failure_.empty()) return;
  for (const float sample : samples) {
    const std::int16_t pcm = pcm_of(sample);
    if (std::fwrite(&pcm, sizeof pcm, 1, file_.get()) != 1) {
      failure_ = fmt::format("{}: {}", path_, std::strerror(errno));
      return;
    }
  }
  written_ += samples.size();
}

void WavWriter::close() {
  if (!file_) return;
  const auto failed = [this](bool is) {
    if (is && failure_.empty()) failure_ = fmt::format("{}: {}", path_, std::strerror(errno));
  };
  if (std::fseek(file_.get(), 0, SEEK_SET) == 0)
    write_header();
  else
    failed(true);
  failed(close_stream(std::move(file_)) != 0);
  const std::string part = path_ + ".part";
  if (failure_.empty()) failed(std::rename(part.c_str(), path_.c_str()) != 0);
  if (!failure_.empty()) std::remove(part.c_str());
}

}  // namespace lightsout
