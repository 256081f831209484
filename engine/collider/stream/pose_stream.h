// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Millions of configurations through a collider: read from a stream, checked on several threads, answered in order.
// What is in memory at a time is a fixed number of chunks, however long the stream.
#pragma once

#include <cstdint>
#include <cstdio>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/collider/collider_scene.h"

namespace lightsout {

// A stream of something else than matrices, joint positions say.
struct PoseSource {
  int numbers = 0;  // of a configuration
  // The matrices of all links of the scene, static ones too. Called from several threads at once. The error says what
  // is wrong with the numbers.
  std::function<std::expected<void, std::string>(std::span<const double> numbers, std::span<Eigen::Matrix4d> matrices)>
      place;
  // From one configuration that can be placed to another, of all links of the scene. Called as `place`.
  std::function<std::unique_ptr<LinkMotion>(std::span<const double> from, std::span<const double> to)> motion;
};

// Ways from one configuration to another are checked, instead of configurations.
struct PoseMotions {
  // From each configuration to the next one; else from the first to the second, the third to the fourth and so on.
  bool path = false;
  MotionRequest request;
};

struct PoseStreamOptions {
  CollisionRequest request;
  std::optional<std::vector<int>> robots;
  // Little-endian doubles, `numbers` per link, one link after the other; else text.
  bool binary = false;
  // Per link: 16 in rows, or 12 without the last row. 0: as the first good line of a text says.
  int numbers = 0;
  // The static groups stand where their files put them: the stream has no matrices for them.
  bool fixed_static = false;
  // A line per configuration with the source's numbers, instead of matrices; `numbers` and `fixed_static` are unused.
  std::optional<PoseSource> source;
  // Then `request` is unused. Matrices move as in StraightMotion.
  std::optional<PoseMotions> motions;
  // The number of the first line of the text, where the caller has read some.
  std::int64_t first_line = 1;
  // A bad line or matrix ends it all; else it is reported, and the answer is "error".
  bool strict = false;
  int threads = 1;  // that check; the calling one reads and writes
  // Called with results, one at a time but in any order.
  std::function<void(const CollisionResult&)> on_result;
  // Called with what is wrong with a line, in order.
  std::function<void(const std::string&)> complain;
  // Called now and then with the number of configurations answered.
  std::function<void(std::int64_t)> progress;
};

struct PoseStreamTotals {
  std::int64_t configurations = 0;  // or motions
  std::int64_t collided = 0;
  std::int64_t bad = 0;
};

// Text: a line per link of 12 or 16 numbers, all links of a configuration in order, or a line per configuration with
// all of its numbers; separated by commas, semicolons or blanks. Lines that are empty or begin with # are passed over,
// and a heading before the first numbers: a line that begins with a word. The answer is CSV with a header:
// configuration, collided (0, 1 or error), then what the request asks for:
//   distance  distance,first,second,x1,y1,z1,x2,y2,z2
//   pairs     pairs ("0.1-1.2 0.3-1.2")
//   contacts  first,second,x,y,z,nx,ny,nz,depth, a line per contact
//   distances first,second,distance,x1,y1,z1,x2,y2,z2, a line per pair; not with contacts
// Of motions: motion, collided, then time, apart, first, second of MotionResult.
std::expected<PoseStreamTotals, std::string> check_pose_stream(std::shared_ptr<const ColliderScene> scene,
                                                               std::FILE* in, std::FILE* out,
                                                               const PoseStreamOptions& options);

}  // namespace lightsout
