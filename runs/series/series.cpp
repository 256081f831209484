// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/series/series.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "engine/files/parsed_json.h"
#include "engine/files/whole_file.h"

namespace lightsout {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* series_format = "lightsout series 1";
constexpr int zstd_level = 19;
// A golden is small enough for a repository: what unpacks to more is none.
constexpr std::size_t most_unpacked = std::size_t(1) << 30;

// Numbers that follow each other have many bytes alike: each is told by its difference from the one before (of bits, so
// that nothing is rounded), and first bytes stand with first bytes.
void put_column(std::string& to, const double* first, std::size_t count, std::size_t stride) {
  std::vector<std::uint64_t> words(count);
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t word;
    std::memcpy(&word, first + i * stride, sizeof word);
    words[i] = word ^ before;
    before = word;
  }
  for (int byte = 0; byte < 8; ++byte)
    for (const std::uint64_t word : words) to.push_back(char(word >> (8 * byte)));
}

void take_column(const char* from, double* first, std::size_t count, std::size_t stride) {
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t word = 0;
    for (std::size_t byte = 0; byte < 8; ++byte)
      word |= std::uint64_t(std::uint8_t(from[byte * count + i])) << (8 * byte);
    before ^= word;
    std::memcpy(first + i * stride, &before, sizeof before);
  }
}

std::expected<std::string, std::string> decompressed(std::string_view bytes) {
  const auto size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > most_unpacked)
    return std::unexpected("it is no golden");
  std::string text(size, '\0');
  const std::size_t got = ZSTD_decompress(text.data(), text.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(got) || got != size) return std::unexpected("it is damaged");
  return text;
}

std::expected<SeriesQuantity::Kind, std::string> kind_of(const std::string& name) {
  for (const auto kind : series_kinds)
    if (name_of(kind) == name) return kind;
  return std::unexpected(fmt::format("it holds `{}`, which this version does not know", name));
}

}  // namespace

std::string_view name_of(SeriesQuantity::Kind kind) {
  switch (kind) {
    case SeriesQuantity::Kind::Position:
      return "position";
    case SeriesQuantity::Kind::Rotation:
      return "rotation";
    case SeriesQuantity::Kind::Joint:
      return "joint";
    case SeriesQuantity::Kind::Reading:
      return "reading";
  }
  return "";
}

std::string_view unit_of(const SeriesQuantity& quantity) {
  switch (quantity.kind) {
    case SeriesQuantity::Kind::Position:
      return "m";
    case SeriesQuantity::Kind::Rotation:
      return "rad";
    case SeriesQuantity::Kind::Joint:
      return "rad or m";
    case SeriesQuantity::Kind::Reading:
      return quantity.unit;
  }
  return "";
}

std::string pack(const Series& series) {
  Json head = {{"format", series_format}, {"version", series.version},      {"build", series.build},
               {"world", series.world},   {"samples", series.times.size()}, {"quantities", Json::array()}};
  for (const SeriesQuantity& quantity : series.quantities) {
    Json& entry = head["quantities"].emplace_back(Json{{"name", quantity.name}, {"kind", name_of(quantity.kind)}});
    if (quantity.kind != SeriesQuantity::Kind::Reading) continue;
    entry["unit"] = quantity.unit;
    entry["count"] = quantity.count;
  }
  std::string text = head.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  const std::size_t samples = series.times.size();
  put_column(text, series.times.data(), samples, 1);
  for (const SeriesQuantity& quantity : series.quantities)
    for (std::size_t i = 0; i < quantity.width(); ++i)
      put_column(text, quantity.values.data() + i, samples, quantity.width());
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), zstd_level));
  return packed;
}

std::expected<Series, std::string> unpack(std::string_view bytes) {
  const auto text = decompressed(bytes);
  if (!text) return std::unexpected(text.error());
  const std::size_t end = text->find('\n');
  const Json head = end == std::string::npos ? Json() : json_or_null<Json>(text->substr(0, end));
  if (!head.is_object() || member_or(head, "format", "") != series_format)
    return std::unexpected("it is no golden of this version's format");
  Series series{.version = member_or(head, "version", ""),
                .build = member_or(head, "build", ""),
                .world = member_or(head, "world", "")};
  const auto samples = member_or(head, "samples", std::size_t(0));
  std::size_t columns = 1;
  for (const Json& entry : member_or(head, "quantities", Json::array())) {
    const auto kind = kind_of(member_or(entry, "kind", ""));
    if (!kind) return std::unexpected(kind.error());
    series.quantities.push_back({member_or(entry, "name", ""),
                                 *kind,
                                 {},
                                 member_or(entry, "unit", ""),
                                 member_or(entry, "count", std::size_t(1))});
    // Of no more columns than there are bytes, which says something where there are no samples, too.
    if (series.quantities.back().width() > text->size()) return std::unexpected("it is damaged");
    columns += series.quantities.back().width();
  }
  if (samples > most_unpacked || columns > most_unpacked || text->size() - end - 1 != samples * columns * 8)
    return std::unexpected("it is damaged");
  const char* at = text->data() + end + 1;
  series.times.resize(samples);
  take_column(at, series.times.data(), samples, 1);
  for (SeriesQuantity& quantity : series.quantities) {
    quantity.values.resize(samples * quantity.width());
    for (std::size_t i = 0; i < quantity.width(); ++i)
      take_column(at += samples * 8, quantity.values.data() + i, samples, quantity.width());
  }
  return series;
}

std::expected<Series, std::string> read_series(const std::string& file) {
  const auto bytes = read_whole_file(file);
  if (!bytes) return std::unexpected(fmt::format("{}: {}", file, std::strerror(bytes.error())));
  auto series = unpack(*bytes);
  if (!series) return std::unexpected(fmt::format("{}: {}", file, series.error()));
  return series;
}

}  // namespace lightsout
