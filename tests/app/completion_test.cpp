// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout completion` and `lightsout man`: what shells offer and what man shows is what the commands take.
#include <catch2/catch.hpp>
#include <sstream>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

// What bash offers for the last of these words.
std::string offered(const std::string& words) {
  const std::string script = run_lightsout({"completion", "bash"}).out + "\nCOMP_WORDS=(" + words +
                             ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_lightsout\necho \"${COMPREPLY[@]}\"\n";
  const ProgramResult result = run_program("bash", {"-c", script});
  CHECK(result.err == "");
  return result.out;
}

}  // namespace

TEST_CASE("bash completes commands, their options and the words that these take") {
  CHECK(offered("lightsout che") == "check\n");
  CHECK(offered("lightsout run --reco").starts_with("--record"));
  CHECK(offered("lightsout run world.wbt --see") == "--seed\n");
  CHECK(offered("lightsout new pl") == "plugin\n");
  CHECK(offered("lightsout new controller it --language ''") == "c c++ python java matlab\n");
  CHECK(offered("lightsout new controller it --language = py") == "python\n");
  // Bash takes these for a file: nothing is offered, and it looks itself.
  CHECK(offered("lightsout run wor") == "\n");
  CHECK(offered("lightsout run --record fi") == "\n");
  CHECK(offered("lightsout nothing --x") == "\n");
}

TEST_CASE("completion knows every command in each shell, and what a shell reads it as") {
  std::istringstream help(run_lightsout({"--help"}).out);
  std::vector<std::string> verbs;
  bool listed = false;
  for (std::string line; std::getline(help, line);) {
    if (listed && line.empty()) break;
    if (listed) verbs.push_back(line.substr(2, line.find(' ', 2) - 2));
    listed |= line == "Subcommands:";
  }
  REQUIRE(verbs.size() > 10);
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    CAPTURE(shell);
    const ProgramResult script = run_lightsout({"completion", shell});
    REQUIRE(script.exit_code == 0);
    for (const std::string& verb : verbs) CHECK(script.out.find(verb) != std::string::npos);
    if (run_program("sh", {"-c", "command -v " + shell}).exit_code != 0) continue;
    const TemporaryFolder folder;
    write_file(folder / "script", script.out);
    CHECK(run_program(shell, {"-n", folder / "script"}).exit_code == 0);
  }
  CHECK(run_lightsout({"completion", "tcsh"}).exit_code == 2);
}

TEST_CASE("man prints a page of each command, with its options and examples") {
  const std::string page = run_lightsout({"man", "build"}).out;
  CHECK(page.starts_with(".TH LIGHTSOUT-BUILD 1 "));
  CHECK(page.find(".SH NAME\nlightsout\\-build \\- Build controllers") != std::string::npos);
  CHECK(page.find("\\fB\\-\\-build\\-timeout\\fR \\fITIME\\fR") != std::string::npos);
  CHECK(page.find(".SH EXAMPLES\n.nf\nlightsout build controllers/obstacle_avoider\n.fi\n") != std::string::npos);
  CHECK(run_lightsout({"man"}).out.find(".SH EXIT CODES\n") != std::string::npos);
  CHECK(run_lightsout({"man", "bild"}).exit_code == 2);
  if (run_program("sh", {"-c", "command -v man"}).exit_code == 0) {
    const ProgramResult shown =
        run_program("sh", {"-c", std::string(LIGHTSOUT_EXECUTABLE) + " man run | man --warnings -l - | cat"});
    CHECK(shown.err == "");
    CHECK(shown.out.find("--duration") != std::string::npos);
  }
}
