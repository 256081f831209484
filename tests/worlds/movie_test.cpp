// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Movies that supervisors record, by the real executable; ffmpeg reads them again.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

// A wall that shows light 1 of green, 207, and fills what the Viewpoint sees.
const char world[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 16 }
Viewpoint { position 0 0 0 orientation 0 0 1 0 }
Solid { translation 5.5 0 0 name "wall" children [ Shape {
  appearance Appearance { material Material { emissiveColor 0 1 0 } } geometry Box { size 1 40 40 } } ] }
Robot { name "robot" supervisor TRUE controller "films" }
)";

bool has_ffmpeg() { return run_program("sh", {"-c", "command -v ffmpeg"}).exit_code == 0; }

struct Project {
  explicit Project(const std::string& controller) {
    std::filesystem::create_directories(folder / "worlds");
    std::filesystem::create_directories(folder / "controllers/films");
    write_file(folder / "worlds/film.wbt", world);
    write_file(folder / "controllers/films/films.py",
               "from controller import Supervisor\nrobot = Supervisor()\n" + controller);
  }
  ProgramResult run(std::vector<std::string> environment = {}) const {
    return run_lightsout({"run", (folder / "worlds/film.wbt").string(), "--duration", "1s"},
                         {.environment = std::move(environment)});
  }
  std::filesystem::path movie(const std::string& name) const { return folder / ("controllers/films/" + name); }
  // Red, green, blue of each pixel of all frames.
  std::string frames(const std::string& name) const {
    const auto raw = folder / "frames";
    const auto read = run_program("ffmpeg", {"-v", "error", "-nostdin", "-y", "-i", movie(name).string(), "-vsync", "0",
                                             "-f", "rawvideo", "-pix_fmt", "rgb24", raw.string()});
    CAPTURE(read.err);
    REQUIRE(read.exit_code == 0);
    return read_file(raw);
  }
  // A program of that name in a folder that comes first in PATH.
  std::string path_with(const std::string& name, const std::string& script) const {
    std::filesystem::create_directories(folder / "bin");
    write_file(folder / ("bin/" + name), script);
    std::filesystem::permissions(folder / ("bin/" + name), std::filesystem::perms::owner_all);
    return fmt::format("PATH={}:{}", (folder / "bin").string(), std::getenv("PATH"));
  }
  TemporaryFolder folder;
};

}  // namespace

// supervisor.md of Webots: a name that does not end in .mp4 is completed.
TEST_CASE("A movie's name is completed by .mp4") {
  if (!has_ffmpeg()) return;
  const Project project(R"(
for name in 'plain', 'whole.mp4', 'clip.avi', 'two.mp4.':
    robot.movieStartRecording(name, 32, 32, 0, 90, 1, False)
    robot.step(16)
    robot.movieStopRecording()
    assert not robot.movieFailed()
)");
  const ProgramResult result = project.run();
  CAPTURE(result.out, result.err);
  REQUIRE(result.exit_code == 0);
  for (const char* name : {"plain.mp4", "whole.mp4", "clip.avi.mp4", "two.mp4..mp4"})
    CHECK(project.frames(name).size() == std::size_t(1) * 32 * 32 * 3);
  for (const char* name : {"plain", "whole.mp4.mp4", "clip.avi", "two.mp4."})
    CHECK_FALSE(std::filesystem::exists(project.movie(name)));
}

TEST_CASE("A movie has a frame each 40 ms at most, and is the same on every run") {
  if (!has_ffmpeg()) return;
  // Frames each 2 steps of 16 ms: of 25 steps 12. A second movie of other sizes, odd ones, at four times the speed:
  // frames each 10 steps, 2 of them.
  const std::string script = R"(
robot.movieStartRecording('first.mp4', 64, 48, 0, 100, 1, False)
assert not robot.movieIsReady()
for i in range(25): robot.step(16)
robot.movieStartRecording('never.mp4', 64, 48, 0, 100, 1, False)
robot.movieStopRecording()
assert robot.movieIsReady() and not robot.movieFailed()
robot.movieStartRecording('second.mp4', 33, 21, 0, 100, 4, True)
for i in range(20): robot.step(16)
robot.movieStopRecording()
assert robot.movieIsReady() and not robot.movieFailed()
robot.movieStopRecording()
robot.simulationQuit(0)
robot.step(16)
)";
  const Project one(script), other(script);
  const ProgramResult result = one.run();
  CAPTURE(result.out, result.err);
  REQUIRE(result.exit_code == 0);
  CHECK_THAT(result.err, Catch::Contains("a movie is being recorded already"));
  CHECK_THAT(result.err, Catch::Contains("no movie is being recorded"));
  CHECK_FALSE(std::filesystem::exists(one.movie("never.mp4")));
  const std::string frames = one.frames("first.mp4");
  CHECK(frames.size() == std::size_t(12) * 64 * 48 * 3);
  // What YUV of 8 bits and the codec leave of 0, 207, 0.
  const std::size_t middle = 3 * std::size_t(5 * 64 * 48 + 24 * 64 + 32);
  CHECK(int(std::uint8_t(frames.at(middle))) <= 6);
  CHECK(std::abs(int(std::uint8_t(frames.at(middle + 1))) - 207) <= 6);
  CHECK(int(std::uint8_t(frames.at(middle + 2))) <= 6);
  CHECK(one.frames("second.mp4").size() == std::size_t(2) * 33 * 21 * 3);
  REQUIRE(other.run().exit_code == 0);
  CHECK(read_file(one.movie("first.mp4")) == read_file(other.movie("first.mp4")));
}

TEST_CASE("A movie that nobody stops is whole, after a reset too") {
  if (!has_ffmpeg()) return;
  const Project project(R"(
robot.movieStartRecording('run.mp4', 32, 32, 0, 90, 1, False)
for i in range(4): robot.step(16)
robot.simulationReset()
for i in range(4): robot.step(16)
robot.simulationQuit(0)
robot.step(16)
)");
  const ProgramResult result = project.run();
  CAPTURE(result.err);
  REQUIRE(result.exit_code == 0);
  CHECK(project.frames("run.mp4").size() == std::size_t(4) * 32 * 32 * 3);
}

TEST_CASE("A movie that cannot be written is said, and the run goes on") {
  const std::string script = R"(
robot.movieStartRecording('/nowhere/run.mp4', 32, 32, 0, 90, 1, False)
for i in range(4): robot.step(16)
robot.movieStopRecording()
assert robot.movieFailed() and robot.movieIsReady()
robot.movieStartRecording('run.mp4', 100000, 20000, 0, 90, 1, False)
assert robot.movieFailed()
robot.movieStartRecording('', 32, 32, 0, 90, 1, False)
assert robot.movieFailed()
assert not robot.exportImage('', 90)
print('went on')
robot.simulationQuit(0)
robot.step(16)
)";
  const Project project(script);
  if (has_ffmpeg()) {
    const ProgramResult result = project.run();
    CAPTURE(result.out, result.err);
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.err, Catch::Contains("No such file or directory"));
    CHECK_THAT(result.err, Catch::Contains("a movie of 100000 x 20000 pixels: the limit is"));
    CHECK_THAT(result.err, Catch::Contains("called without a file name"));
    CHECK_THAT(result.err, Catch::Contains("went on"));
  }
  // An ffmpeg that ends at once, and one that ends with a word.
  const std::string listing = "#!/bin/sh\ncase \"$*\" in *-encoders*) echo ' V libx264 '; exit 0;; esac\n";
  const ProgramResult ended = project.run({project.path_with("ffmpeg", listing + "exit 3\n")});
  CAPTURE(ended.out, ended.err);
  CHECK(ended.exit_code == 0);
  CHECK_THAT(ended.err, Catch::Contains("ffmpeg"));
  const ProgramResult said = project.run({project.path_with("ffmpeg", listing + "echo no room >&2; exit 3\n")});
  CHECK(said.exit_code == 0);
  CHECK_THAT(said.err, Catch::Contains("ffmpeg: no room"));
  const ProgramResult old = project.run({project.path_with("ffmpeg", "#!/bin/sh\n")});
  CHECK(old.exit_code == 0);
  CHECK_THAT(old.err, Catch::Contains("writes neither H.264 nor MPEG-4"));
}
