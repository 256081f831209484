// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// STL, binary and ASCII. What decides between them is the length: binary files that begin with "solid" are common.
#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "engine/mesh/mesh_file.h"
#include "engine/mesh/triangle_mesh.h"

namespace lightsout {
namespace {

using Result = std::expected<TriangleMesh, std::string>;

static_assert(std::endian::native == std::endian::little, "binary STL is read in place");

constexpr std::size_t header_size = 84;  // 80 bytes of text, then the number of facets
constexpr std::size_t facet_size = 50;   // normal and three vertices as floats, two bytes of attributes

Result read_binary(std::string_view bytes, std::size_t count) {
  TriangleMesh mesh;
  mesh.vertices.resize(3 * count);
  mesh.triangles.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(mesh.vertices[3 * i].data(), bytes.data() + header_size + i * facet_size + 12, 36);
    mesh.triangles[i] = Eigen::Vector3i::Constant(int(3 * i)) + Eigen::Vector3i(0, 1, 2);
    for (std::size_t k = 3 * i; k < 3 * i + 3; ++k)
      if (!mesh.vertices[k].allFinite())
        return std::unexpected(fmt::format("facet {} has a coordinate that is no finite number", i + 1));
  }
  return mesh;
}

// facet normal x y z / outer loop / vertex x y z (three times) / endloop / endfacet, between solid and endsolid.
class AsciiReader {
 public:
  explicit AsciiReader(std::string_view text)
      : at_(text.data()), begin_(text.data()), end_(text.data() + text.size()) {}

  Result read() {
    TriangleMesh mesh;
    bool in_solid = false;
    while (true) {
      const std::string_view word = next();
      if (word.empty()) break;
      if (is(word, "solid")) {
        in_solid = true;
        skip_line();
      } else if (is(word, "endsolid")) {
        in_solid = false;
        skip_line();
      } else if (is(word, "facet")) {
        if (!facet(mesh)) return std::unexpected(error_);
      } else {
        return std::unexpected(fmt::format("line {}: expected facet or endsolid, found '{}'", line(), word));
      }
    }
    if (in_solid) return std::unexpected(fmt::format("line {}: the file ends before endsolid", line()));
    return mesh;
  }

 private:
  static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

  static bool is(std::string_view word, std::string_view keyword) {
    if (word.size() != keyword.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i)
      if ((word[i] | 0x20) != keyword[i]) return false;
    return true;
  }

  std::string_view next() {
    while (at_ < end_ && is_space(*at_)) ++at_;
    const char* from = at_;
    while (at_ < end_ && !is_space(*at_)) ++at_;
    return {from, std::size_t(at_ - from)};
  }

  void skip_line() {
    while (at_ < end_ && *at_ != '\n') ++at_;
  }

  // Counted only when an error is printed.
  int line() const {
    int lines = 1;
    for (const char* c = begin_; c < at_; ++c) lines += *c == '\n';
    return lines;
  }

  bool expect(std::string_view keyword) {
    const std::string_view word = next();
    if (is(word, keyword)) return true;
    error_ = word.empty() ? fmt::format("line {}: expected {}, found the end of the file", line(), keyword)
                          : fmt::format("line {}: expected {}, found '{}'", line(), keyword, word);
    return false;
  }

  bool number(float& value) {
    std::string_view word = next();
    if (word.starts_with('+')) word.remove_prefix(1);
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (stop == word.data() + word.size() && !word.empty()) {
      if (error == std::errc() && std::isfinite(value)) return true;
      if (error == std::errc::result_out_of_range && underflows(word, value)) return true;
    }
    error_ = word.empty() ? fmt::format("line {}: expected a number, found the end of the file", line())
                          : fmt::format("line {}: '{}' is no finite number", line(), word);
    return false;
  }

  // from_chars calls 1e-60 out of range for a float; it is 0 to us.
  static bool underflows(std::string_view word, float& value) {
    double wide = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), wide);
    if (error != std::errc() || std::abs(wide) > 1) return false;
    value = float(wide);
    return true;
  }

  bool facet(TriangleMesh& mesh) {
    if (!expect("normal")) return false;
    for (int i = 0; i < 3; ++i) next();  // the vertices' order says it; exporters write NaN here
    if (!expect("outer") || !expect("loop")) return false;
    const int first = int(mesh.vertices.size());
    for (int i = 0; i < 3; ++i) {
      Eigen::Vector3f v;
      if (!expect("vertex") || !number(v.x()) || !number(v.y()) || !number(v.z())) return false;
      mesh.vertices.push_back(v);
    }
    mesh.triangles.emplace_back(first, first + 1, first + 2);
    return expect("endloop") && expect("endfacet");
  }

  const char* at_;
  const char* begin_;
  const char* end_;
  std::string error_;
};

bool starts_with_solid(std::string_view bytes) {
  const std::size_t from = bytes.find_first_not_of(" \t\r\n");
  return from != bytes.npos && bytes.substr(from, 5) == "solid";
}

}  // namespace

std::expected<TriangleMesh, std::string> read_stl(std::string_view bytes) {
  std::uint32_t count = 0;
  if (bytes.size() >= header_size) std::memcpy(&count, bytes.data() + 80, 4);
  const std::size_t binary_size = header_size + std::size_t(count) * facet_size;
  Result mesh;
  if (bytes.size() >= header_size && bytes.size() == binary_size) {
    mesh = read_binary(bytes, count);
  } else if (starts_with_solid(bytes)) {
    mesh = AsciiReader(bytes).read();
  } else if (bytes.size() < header_size) {
    return std::unexpected(fmt::format("{} bytes are too few for an STL file", bytes.size()));
  } else if (bytes.size() < binary_size) {
    return std::unexpected(
        fmt::format("its header promises {} facets ({} bytes), the file has {} bytes: cut off or no STL", count,
                    binary_size, bytes.size()));
  } else {
    mesh = read_binary(bytes, count);  // some exporters pad the file
  }
  if (mesh) weld(*mesh);
  return mesh;
}

}  // namespace lightsout
