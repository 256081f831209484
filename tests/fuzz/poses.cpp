// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Configurations as a stream: the first byte says whether they are text, and whether the ways between them are asked.
#include <cmath>

#include "engine/collider/stream/pose_stream.h"
#include "tests/fuzz/target.h"

namespace lightsout::fuzz {

void fuzz_poses(std::string_view bytes) {
  static const auto scene = [] {
    auto loaded = ColliderScene::load({{"box:1,1,1"}, {"sphere:0.5"}}, {});
    require(loaded.has_value(), "two primitives are a scene");
    return *loaded;
  }();
  Input input(bytes);
  const auto how = input.take<std::uint8_t>();
  PoseStreamOptions options;
  options.binary = (how & 1) != 0;
  options.numbers = options.binary || (how & 2) != 0 ? ((how & 4) != 0 ? 12 : 16) : 0;
  options.strict = (how & 8) != 0;
  options.request.distance = options.request.pairs = true;
  if ((how & 16) != 0) options.motions = PoseMotions{(how & 32) != 0, {}};
  options.complain = [](const std::string& text) { require(!text.empty(), "a complaint says something"); };
  std::string text(input.rest());
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(
      text.empty() ? std::fopen("/dev/null", "r") : ::fmemopen(text.data(), text.size(), "r"), std::fclose);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::fopen("/dev/null", "w"), std::fclose);
  require(in && out, "both streams can be had");
  const auto totals = check_pose_stream(scene, in.get(), out.get(), options);
  if (!totals) return;
  require(totals->collided >= 0 && totals->collided <= totals->configurations, "what has collided has been counted");
  // A path of one configuration has no motion, and may be bad.
  const std::int64_t most_bad = totals->configurations - totals->collided + (options.motions ? 1 : 0);
  require(totals->bad <= most_bad, "what is bad has been counted");
}

}  // namespace lightsout::fuzz
