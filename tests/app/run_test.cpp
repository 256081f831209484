// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <charconv>
#include <csignal>
#include <nlohmann/json.hpp>
#include <regex>

#include "engine/bodies/solid.h"
#include "engine/controller_end.h"
#include "engine/joints/joint.h"
#include "engine/recorders/recorder.h"
#include "engine/state/log.h"
#include "engine/state/state_hash.h"
#include "tests/support/program.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

using Json = nlohmann::json;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::vector<double> numbers_of(const std::string& line) {
  std::vector<double> numbers;
  const char* at = line.data();
  const char* end = at + line.size();
  while (at < end) {
    double number = 0;
    const auto [rest, error] = std::from_chars(at, end, number);
    REQUIRE(error == std::errc());
    numbers.push_back(number);
    REQUIRE((rest == end || *rest == ','));
    at = rest + 1;
  }
  return numbers;
}

}  // namespace

TEST_CASE("run ends at its duration and leaves a verdict") {
  const TemporaryFolder folder;
  const ProgramResult result = run_lightsout(
      {"run", "worlds/stack.wbt", "--duration", "500ms", "--seed", "7", "--hash", "--verdict", folder / "v.json"});
  CHECK(result.exit_code == 0);
  CHECK(std::regex_match(result.out, std::regex("[0-9a-f]{16}\n")));
  CHECK(result.err.find('\x1b') == std::string::npos);
  const Json verdict = Json::parse(read_file(folder / "v.json"));
  CHECK(verdict["outcome"] == "done");
  CHECK(verdict["exit_code"] == 0);
  CHECK(verdict["world"] == "worlds/stack.wbt");
  CHECK(verdict["seed"] == 7);
  CHECK(verdict["steps"] == 125);  // of 4 ms
  CHECK(verdict["simulated_seconds"] == 0.5);
  CHECK(verdict["basic_time_step_ms"] == 4);
  CHECK(verdict["run_hash"] == result.out.substr(0, 16));
  CHECK(verdict["state_hash"].get<std::string>().size() == 16);
  CHECK(verdict["controllers"] == Json::array());
  CHECK(verdict["wall_seconds"] > 0);
}

TEST_CASE("run writes a verdict in every ending") {
  const TemporaryFolder folder;
  const std::string verdict = folder / "v.json";
  const auto outcome = [&](std::vector<std::string> arguments, int exit_code) {
    write_file(verdict, "an old one");
    arguments.insert(arguments.end(), {"--verdict", verdict});
    const ProgramResult result = run_lightsout(arguments);
    CHECK(result.exit_code == exit_code);
    CHECK(result.out == "");
    const Json json = Json::parse(read_file(verdict));
    CHECK(json["exit_code"] == exit_code);
    CHECK(json["message"] != "");
    return json["outcome"].get<std::string>();
  };
  write_file(folder / "bad.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { gravity \"down\" }\n");
  CHECK(outcome({"run", folder / "bad.wbt", "--duration", "1s"}, 3) == "bad-world");
  CHECK(outcome({"run", folder / "missing.wbt", "--duration", "1s"}, 9) == "environment-failed");
  // A disk that has no room.
  std::filesystem::create_symlink("/dev/full", folder / "full.csv");
  // No controller would ever end it.
  CHECK(outcome({"run", "worlds/stack.wbt"}, 2) == "wrong-use");
  // A folder that cannot be made: a file stands there.
  CHECK(outcome({"run", "worlds/stack.wbt", "--duration", "1s", "--record", folder / "bad.wbt/such/t.csv"}, 9) ==
        "environment-failed");
  CHECK(outcome({"run", "worlds/stack.wbt", "--duration", "1s", "--record", folder / "full.csv"}, 9) ==
        "environment-failed");
  CHECK(outcome({"run", "worlds/stack.wbt", "--duration", "1s", "--log", folder.path()}, 2) == "wrong-use");
  CHECK(outcome({"run", "worlds/stack.wbt", "--duration", "1s", "--record", folder / "t.csv", "--select", "BOX_11"},
                2) == "wrong-use");
  // The command line itself is wrong.
  CHECK(outcome({"run", "worlds/stack.wbt", "--duration", "soon"}, 2) == "wrong-use");
  CHECK(outcome({"run", "worlds/stack.wbt", "--no-such-option"}, 2) == "wrong-use");
}

TEST_CASE("run refuses what it cannot understand with exit code 2") {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{},
                                             {"run"},
                                             {"fly"},
                                             {"run", "worlds/stack.wbt", "--duration", "soon"},
                                             {"run", "worlds/stack.wbt", "--no-such-option"},
                                             {"run", "worlds/stack.wbt", "--repeat", "3"},
                                             {"run", "worlds/stack.wbt", "--quiet", "--verbose"},
                                             {"run", "worlds/stack.wbt", "--select", "BOX_1"},
                                             {"run", "worlds/stack.wbt", "--on-controller-failure", "panic"}}) {
    const ProgramResult result = run_lightsout(arguments);
    CHECK(result.exit_code == 2);
    CHECK(result.out == "");
    CHECK(result.err != "");
  }
}

TEST_CASE("Every command has a page of help, on stdout") {
  for (const char* verb : {"run", "check", "nodes", "convert", "build"}) {
    const ProgramResult result = run_lightsout({verb, "--help"});
    CHECK(result.exit_code == 0);
    CHECK(result.err == "");
    CHECK(result.out.find("Exit codes") != std::string::npos);
    CHECK(result.out.find("Examples\n  lightsout " + std::string(verb)) != std::string::npos);
  }
  CHECK(run_lightsout({"--help"}).out.find("Subcommands:") != std::string::npos);
  CHECK(run_lightsout({"--version"}).out.find("lightsout ") == 0);
}

TEST_CASE("run records what the simulation went through, to the last bit") {
  const TemporaryFolder folder;
  const ProgramResult result = run_lightsout(
      {"run", "worlds/pendulum.wbt", "--duration", "1s", "--record", folder / "t.csv", "--every", "100", "--quiet"});
  CHECK(result.exit_code == 0);
  CHECK(result.err == "");
  const auto lines = lines_of(read_file(folder / "t.csv"));
  REQUIRE(lines.size() == 1 + 11);
  CHECK(lines[0] ==
        "time,STAND.BOB.x,STAND.BOB.y,STAND.BOB.z,STAND.BOB.qw,STAND.BOB.qx,STAND.BOB.qy,STAND.BOB.qz,STAND.BOB.vx,"
        "STAND.BOB.vy,STAND.BOB.vz,STAND.BOB.wx,STAND.BOB.wy,STAND.BOB.wz,STAND.BOB.joint,episode");

  Simulated same("worlds/pendulum.wbt");
  same.start();
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (i > 1) same.run(0.1);
    const auto numbers = numbers_of(lines[i]);
    REQUIRE(numbers.size() == 16);
    const Solid& bob = same.solid("STAND.BOB");
    CHECK(numbers[0] == same.time());
    CHECK(Vector3d(numbers[1], numbers[2], numbers[3]) == bob.pose().position);
    const Quaterniond q(numbers[4], numbers[5], numbers[6], numbers[7]);
    CHECK((q.toRotationMatrix() - bob.pose().rotation).norm() < 1e-14);
    CHECK(Vector3d(numbers[8], numbers[9], numbers[10]) == bob.linear_velocity());
    CHECK(Vector3d(numbers[11], numbers[12], numbers[13]) == bob.angular_velocity());
    CHECK(numbers[14] == bob.joint()->axes()[0].position);
    CHECK(numbers[15] == 0);
  }
}

TEST_CASE("run records the solids that are selected, in that order") {
  const TemporaryFolder folder;
  const auto header = [&](const std::vector<std::string>& select) {
    std::vector<std::string> arguments = {"run", "worlds/stack.wbt", "--duration", "0", "--record", folder / "t.csv"};
    arguments.insert(arguments.end(), select.begin(), select.end());
    CHECK(run_lightsout(arguments).exit_code == 0);
    std::string solids;
    for (const std::string& field :
         lines_of(std::regex_replace(lines_of(read_file(folder / "t.csv"))[0], std::regex(","), "\n")))
      if (field.ends_with(".qw")) solids += field.substr(0, field.size() - 3) + ' ';
    return solids;
  };
  CHECK(header({}) == "BOX_1 BOX_2 BOX_3 BOX_4 BOX_5 ");
  CHECK(header({"--select", "BOX_4,FLOOR"}) == "BOX_4 FLOOR ");
  CHECK(header({"--select", "BOX_2", "--select", "BOX_1"}) == "BOX_2 BOX_1 ");
}

TEST_CASE("Runs of one world are equal in every state, from another folder too") {
  const ProgramResult here =
      run_lightsout({"run", "worlds/stack.wbt", "--duration", "1s", "--repeat", "3", "--verify", "--hash"});
  CHECK(here.exit_code == 0);
  CHECK(here.err.find("3 runs were equal in every state") != std::string::npos);

  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "another/folder/worlds");
  std::filesystem::copy(std::filesystem::path(LIGHTSOUT_SOURCE_DIR) / "worlds/stack.wbt",
                        folder / "another/folder/worlds");
  const ProgramResult there = run_lightsout({"run", "another/folder/worlds/stack.wbt", "--duration", "1s", "--hash"},
                                            {.directory = folder.path()});
  CHECK(there.exit_code == 0);
  CHECK(there.out == here.out);
}

TEST_CASE("Of a run that does not begin no other is said to be equal") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "worlds");
  std::filesystem::create_directories(folder / "controllers/wrong");
  write_file(folder / "worlds/w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { }\nRobot { controller \"wrong\" }\n");
  write_file(folder / "controllers/wrong/wrong.c", "this is no C\n");
  const ProgramResult result = run_lightsout({"run", "worlds/w.wbt", "--duration", "1s", "--repeat", "2", "--verify"},
                                             {.directory = folder.path()});
  CHECK(result.exit_code == 4);
  CHECK(result.err.find("equal in every state") == std::string::npos);
}

TEST_CASE("The log file's lines carry the simulated time, a level and a text") {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_lightsout({"run", "worlds/stack.wbt", "--duration", "1s", "--log", folder / "log", "--quiet"});
  CHECK(result.err == "");
  const auto lines = lines_of(read_file(folder / "log"));
  REQUIRE(!lines.empty());
  for (const std::string& line : lines)
    CHECK(std::regex_match(line, std::regex(" *[0-9]+\\.[0-9]{3} (debug|info|warning|error) .*")));
}

TEST_CASE("A signal ends a run cleanly, with everything on disk") {
  for (int signal : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    bool sent = false;
    ProgramOptions options;
    options.watch = [&](pid_t pid) {
      // Wait for some samples: by then the handlers stand.
      if (sent || lines_of(read_file(folder / "t.csv")).size() < 20) return;
      sent = ::kill(pid, signal) == 0;
    };
    const ProgramResult result = run_lightsout({"run", "worlds/pendulum.wbt", "--duration", "1h", "--realtime",
                                                "--record", folder / "t.csv", "--verdict", folder / "v.json"},
                                               options);
    CHECK(result.exit_code == 8);
    const Json verdict = Json::parse(read_file(folder / "v.json"));
    CHECK(verdict["outcome"] == "interrupted");
    const auto lines = lines_of(read_file(folder / "t.csv"));
    // Header, the state at time 0, and one line per step.
    CHECK(lines.size() == 2 + verdict["steps"].get<std::size_t>());
  }
}

TEST_CASE("A killed run leaves whole lines up to its last second") {
  const TemporaryFolder folder;
  bool killed = false;
  std::size_t seen = 0;
  ProgramOptions options;
  options.watch = [&](pid_t pid) {
    if (killed) return;
    seen = lines_of(read_file(folder / "t.csv")).size();
    if (seen < 500) return;
    killed = ::kill(pid, SIGKILL) == 0;
  };
  // In real time: it would write faster than its lines are read here.
  const ProgramResult result = run_lightsout(
      {"run", "worlds/stack.wbt", "--duration", "10h", "--realtime", "--record", folder / "t.csv"}, options);
  CHECK(result.signal == SIGKILL);
  const std::string text = read_file(folder / "t.csv");
  const auto lines = lines_of(text);
  CHECK(lines.size() >= seen);
  const std::size_t columns = 1 + 5 * 13 + 1;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].starts_with('#')) {
      CHECK(i == lines.size() - 1);  // the line that was being written: a comment for every reader
      continue;
    }
    const auto numbers = numbers_of(lines[i]);
    CHECK(numbers.size() == columns);
    CHECK(numbers[0] == Approx(double(i - 1) * 0.004).epsilon(1e-12));
  }
}
