// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Functions of the executable that stand before those of the C library (engine/programs/interposed.h).
#include <catch2/catch.hpp>
#include <regex>
#include <sstream>
#include <vector>

#include "tests/support/program.h"

using namespace lightsout;

TEST_CASE("No function with a C name waits for a variable of its own to be initialized") {
  // A process that is forked (for a mesh, say) while another thread is at it would wait for ever: seen as a hang of
  // `collide` with two meshes, the one read in a child while the thread that read the other was in its first fclose().
  const ProgramResult listed = run_program("nm", {LIGHTSOUT_BUILD_DIR "/bin/lightsout"});
  REQUIRE(listed.exit_code == 0);
  // Itanium C++ ABI: the guard of a static variable is _ZGVZ, the function, E, the variable. The name of a function
  // with C linkage is its length and itself, without the parameters that stand there for others.
  const std::regex guard("_ZGVZ[0-9]+([a-z_]+)E[0-9].*");
  std::vector<std::string> guarded;
  bool has_any = false;
  std::istringstream lines(listed.out);
  for (std::string line; std::getline(lines, line);) {
    const std::string name = line.substr(line.rfind(' ') + 1);
    std::smatch parts;
    if (std::regex_match(name, parts, guard)) guarded.push_back(parts[1]);
    has_any |= name.starts_with("_ZGVZ");
  }
  CHECK(has_any);  // the executable is not stripped
  CHECK(guarded == std::vector<std::string>{});
}
