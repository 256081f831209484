// The name `webots` of the executable, as scripts written for the other simulator call it.
#include <catch2/catch.hpp>
#include <string>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

const std::string webots = std::string(LIGHTSOUT_BUILD_DIR) + "/bin/webots";
const std::string in_home = std::string(LIGHTSOUT_BUILD_DIR) + "/lib/lightsout/webots";

// A supervisor that says where it is on both streams and quits with status 3 after ten steps of 16 ms.
struct Quits {
  TemporaryFolder folder;
  std::string world = folder / "worlds/quits.wbt";
  Quits() {
    std::filesystem::create_directories(folder / "worlds");
    std::filesystem::create_directories(folder / "controllers/quits");
    write_file(world,
               "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 16 }\n"
               "Robot { name \"q\" controller \"quits\" supervisor TRUE }\n");
    write_file(folder / "controllers/quits/quits.py",
               "import sys\nfrom controller import Supervisor\nrobot = Supervisor()\n"
               "while robot.step(16) != -1:\n"
               "    if robot.getTime() >= 0.159:\n"
               "        print('RESULT ok')\n        print('aside', file=sys.stderr)\n"
               "        robot.simulationQuit(3)\n");
  }
};

}  // namespace

TEST_CASE("the name webots takes the options of scripts, and gives the status of the world") {
  const Quits quits;
  for (const std::string& program : {webots, in_home}) {
    const ProgramResult result = run_program(
        program, {"--batch", "--mode=fast", "--stdout", "--stderr", "--minimize", "--no-rendering", quits.world});
    CAPTURE(result.out, result.err);
    CHECK(result.exit_code == 3);
    CHECK(("\n" + result.out).find("\nRESULT ok\n") != std::string::npos);
    CHECK(("\n" + result.err).find("\naside\n") != std::string::npos);
  }
}

TEST_CASE("without --stdout and --stderr webots does not print what controllers print") {
  const Quits quits;
  const ProgramResult result = run_program(webots, {"--mode=pause", quits.world});
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  CHECK(result.err ==
        "WARNING: webots: nobody could end the pause: runs as with --mode=fast\n"
        "WARNING: quit: supervisor q quit with status 3\n");
}

TEST_CASE("webots names the nearest of an option that it does not have") {
  const ProgramResult result = run_program(webots, {"--bacth", "--mode=fast", "x.wbt"});
  CHECK(result.exit_code == 2);
  CHECK(result.err.find("there is no option '--bacth'; did you mean '--batch'?") != std::string::npos);
  CHECK(run_program(webots, {"--mode=slow", "x.wbt"}).exit_code == 2);
  CHECK(run_program(webots, {"--log-performance=p.txt,100", "x.wbt"}).exit_code == 2);
  CHECK(run_program(webots, {"--version"}).out.find("Webots version: R2025a") == 0);
}

TEST_CASE("the URL of an extern robot is printed by webots --extern-urls, by run --extern-urls and by run -q") {
  const TemporaryFolder folder;
  const std::string world = folder / "w.wbt";
  write_file(world,
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 16 }\n"
             "Robot { name \"a b\" controller \"<extern>\" }\nRobot { name \"c\" controller \"<extern>\" }\n");
  // Nobody connects: the run ends after 0.1 s of wall clock, when both URLs have been said.
  const auto urls_of = [](const std::string& text) {
    const std::size_t at = text.find("ipc://");
    return at == std::string::npos ? "" : text.substr(at + 6, 1);
  };
  const ProgramResult run =
      run_lightsout({"run", world, "--extern-urls", "--extern-timeout", "100ms", "--extern-port", "5234"});
  CAPTURE(run.out, run.err);
  CHECK(run.exit_code == 4);
  CHECK(urls_of(run.out) == "5");
  CHECK(run.out.find("/a b\nipc://") != std::string::npos);
  CHECK(run.out.ends_with("/c\n"));
  CHECK(run.err.find("--extern-timeout") != std::string::npos);
  const ProgramResult quiet = run_lightsout({"run", world, "-q", "--extern-timeout", "100ms", "--extern-port", "5234"});
  CHECK(quiet.out.empty());
  CHECK(quiet.err.find("c: waits for its extern controller: WEBOTS_CONTROLLER_URL=ipc://5") != std::string::npos);
}
