// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Numbers of some things of a run, sampled: what a golden of a test is. A file of it is a line of JSON (what is in it,
// what made it) and the numbers, column by column, packed as one zstd frame.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace lightsout {

// A number, a vector or a rotation of one thing, in every sample.
struct SeriesQuantity {
  enum class Kind : std::uint8_t {
    Position,  // x y z in world axes, m
    Rotation,  // a unit quaternion w x y z, w not negative
    Joint,     // the position of one axis, rad or m
    Reading,   // what a sensor's controller reads: a number, or all ranges of a lidar
  };
  std::string name;  // "BALL", "HINGE", "UNIVERSAL axis 2", "ROVER.gps.x", "ROVER.lidar.ranges"
  Kind kind = Kind::Position;
  std::vector<double> values;  // one sample after the other; NaN while the thing is not there
  std::string unit{};          // of a reading
  std::size_t count = 1;       // numbers of a reading

  std::size_t width() const { return kind == Kind::Position ? 3 : kind == Kind::Rotation ? 4 : count; }
};

struct Series {
  std::string version;        // of lightsout
  std::string build;          // digest of the executable, "" unless somebody has asked for it
  std::string world;          // digest of the world file, the same
  std::vector<double> times;  // s, of the whole run, resets included
  std::vector<SeriesQuantity> quantities;
};

constexpr SeriesQuantity::Kind series_kinds[] = {SeriesQuantity::Kind::Position, SeriesQuantity::Kind::Rotation,
                                                 SeriesQuantity::Kind::Joint, SeriesQuantity::Kind::Reading};
// "position", "rotation", "joint", "reading"
std::string_view name_of(SeriesQuantity::Kind kind);
// "m", "rad"; of a joint, which may be linear, "rad or m".
std::string_view unit_of(const SeriesQuantity& quantity);

// What is written and read; the error says what is wrong with it.
std::string pack(const Series& series);
std::expected<Series, std::string> unpack(std::string_view bytes);
// The error names the file.
std::expected<Series, std::string> read_series(const std::string& file);

}  // namespace lightsout
