// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Worlds whose controller asserts, run by the real executable: what is not so ends the run with another code than 0.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace lightsout {

// A project in a folder of its own: worlds/world.wbt, of which a robot has the controller "asserts", which is this
// Python (`Supervisor` is imported, `s` is one), and further files by their paths.
class AssertingProject {
 public:
  AssertingProject(const std::string& world, const std::string& controller,
                   const std::map<std::string, std::string>& files = {});
  // `lightsout run` of the world for 60 s, with further arguments.
  ProgramResult run(const std::vector<std::string>& arguments = {}) const;
  std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;
};

// Runs such a project, and checks that it ended well, without a word of an error; gives what it said.
ProgramResult run_asserting(const std::string& world, const std::string& controller,
                            const std::map<std::string, std::string>& files = {},
                            const std::vector<std::string>& arguments = {});

}  // namespace lightsout
