// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The pixels of the world tests/sights, which shows all that is seen: the same by any number of threads, repeated, from
// a snapshot, in a batch. And a world in which all that sees is used together.
#include <catch2/catch.hpp>
#include <map>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

class Sights {
 public:
  Sights() { fs::copy(LIGHTSOUT_SOURCE_DIR "/tests/sights", folder_.path(), fs::copy_options::recursive); }
  ProgramResult lightsout(const std::vector<std::string>& arguments) const {
    ProgramResult result = run_lightsout(arguments, {.directory = folder_.path(), .timeout = 120});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    return result;
  }
  // The hash of three images, and of all that led to them.
  std::string hash(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"run", "worlds/sights.wbt", "--duration", "48ms", "--quiet", "--hash"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return lightsout(arguments).out;
  }
  std::map<std::string, std::string> images(const std::string& threads) const {
    TemporaryFolder pictures;
    hash({"--images", pictures.path().string(), "--threads", threads});
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(pictures.path()))
      files[entry.path().filename().string()] = read_file(entry.path());
    return files;
  }
  const fs::path& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("Pixels do not depend on the number of threads that make them") {
  const Sights sights;
  const std::string one = sights.hash({"--threads", "1"});
  CHECK(one.size() > 15);
  CHECK(sights.hash({"--threads", "2"}) == one);
  CHECK(sights.hash({"--threads", "5"}) == one);
  CHECK(sights.hash({"--threads", "5", "--render-threads", "3"}) == one);
  CHECK(sights.hash({}) == one);
  const auto images = sights.images("1");
  CHECK(images.size() == 3);
  CHECK(sights.images("3") == images);
}

TEST_CASE("Pixels are the same in a repeated run, and from each snapshot") {
  const Sights sights;
  sights.lightsout({"run", "worlds/sights.wbt", "--duration", "32ms", "--repeat", "2", "--verify"});
  TemporaryFolder snapshots;
  const std::string whole = sights.hash({"--snapshot-every", "16ms", "--snapshots", snapshots.path().string()});
  int count = 0;
  for (const auto& entry : fs::directory_iterator(snapshots.path())) {
    if (entry.path().extension() != ".snapshot") continue;
    ++count;
    CHECK(sights.lightsout({"run", "--from", entry.path().string(), "--duration", "48ms", "--quiet", "--hash"}).out ==
          whole);
  }
  CHECK(count >= 2);
}

TEST_CASE("Pixels are the same beside other runs of a batch as alone") {
  const Sights sights;
  sights.lightsout({"batch", "worlds/sights.wbt", "--duration", "32ms", "--seeds", "1..3", "-j", "2", "-o", "out"});
  const std::string alone =
      sights.lightsout({"run", "worlds/sights.wbt", "--duration", "32ms", "--seed", "2", "--quiet", "--hash"}).out;
  const std::string table = read_file(sights.path() / "out/results.csv");
  REQUIRE(alone.size() > 15);
  CHECK(table.find(alone.substr(0, 16)) != table.npos);
}

TEST_CASE("Cameras, recognition, zoom and a display that shows a camera see the same, through edits and a reset") {
  const Sights sights;
  const std::vector<std::string> together = {"run", "worlds/together.wbt", "--quiet", "--hash"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), together.begin(), together.end());
    return sights.lightsout(more).out;
  };
  TemporaryFolder snapshots;
  const std::string whole = with({"--snapshot-every", "80ms", "--snapshots", snapshots.path().string()});
  CHECK(whole.size() > 15);
  CHECK(with({"--threads", "3"}) == whole);
  int count = 0;
  for (const auto& entry : fs::directory_iterator(snapshots.path())) {
    if (entry.path().extension() != ".snapshot") continue;
    ++count;
    CHECK(sights.lightsout({"run", "--from", entry.path().string(), "--quiet", "--hash"}).out == whole);
  }
  CHECK(count >= 3);
}
