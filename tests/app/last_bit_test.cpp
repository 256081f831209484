// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// One last bit of one call of one function of libm: the hash of the run sees it, and --against names where it came in.
#include <catch2/catch.hpp>
#include <cmath>
#include <regex>

#include "engine/programs/sanitizers.h"
#include "tests/support/program.h"

using namespace lightsout;

// Sanitizers want their libraries to be loaded first.
#if !LIGHTSOUT_SANITIZER()

TEST_CASE("A last bit that differs in one call of libm is found, and named") {
  const TemporaryFolder folder;
  const std::string trace = folder / "run.trace";
  const auto run = [&](const std::string& flipped_call, std::vector<std::string> more) {
    std::vector<std::string> arguments = {"run", "worlds/suspended_wheel.wbt", "--duration", "1s", "--quiet", "--hash"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    // Room for the variables of the threads of jemalloc, which the loader has less of while it is audited.
    return run_lightsout(arguments, {.environment = {"LD_AUDIT=" LIGHTSOUT_BUILD_DIR "/tests/flipped_atan2.so",
                                                     "GLIBC_TUNABLES=glibc.rtld.optional_static_tls=65536",
                                                     "FLIPPED_CALL=" + flipped_call}});
  };
  const ProgramResult first = run("0", {"--trace", trace});
  INFO(first.err);
  REQUIRE(first.exit_code == 0);
  CHECK(run("0", {"--against", trace}).out == first.out);

  // The angles of a hinge-2 joint are measured once at the load and twice in each step, where its rows are made. The
  // 100th time is the first of these in the 50th step.
  const ProgramResult second = run("100", {"--against", trace});
  INFO(second.err);
  CHECK(second.exit_code == 7);
  CHECK(second.out != first.out);
  std::smatch found;
  REQUIRE(std::regex_search(second.err, found,
                            std::regex(R"(at step 50 \(0\.2 s\): .*CHASSIS, position.*: (\S+) .* in \S+, (\S+) )")));
  const double one = std::stod(found[1]), other = std::stod(found[2]);
  CHECK(one != other);
  // The angle turns the axis by 2e-16, and the impulse of a step along it does not move the chassis by more.
  CHECK(std::abs(one - other) < 1e-15);
}

#endif
