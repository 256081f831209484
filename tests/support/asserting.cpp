// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/asserting.h"

#include <catch2/catch.hpp>

namespace lightsout {

AssertingProject::AssertingProject(const std::string& world, const std::string& controller,
                                   const std::map<std::string, std::string>& files) {
  std::map<std::string, std::string> all = files;
  all["worlds/world.wbt"] = world;
  all["controllers/asserts/asserts.py"] = "from controller import Supervisor\ns = Supervisor()\n" + controller;
  for (const auto& [name, text] : all) {
    std::filesystem::create_directories((folder_ / name).parent_path());
    write_file(folder_ / name, text);
  }
}

ProgramResult AssertingProject::run(const std::vector<std::string>& arguments) const {
  std::vector<std::string> all = {"run", "worlds/world.wbt", "--duration", "60s"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return run_lightsout(all, {.directory = folder_.path()});
}

ProgramResult run_asserting(const std::string& world, const std::string& controller,
                            const std::map<std::string, std::string>& files,
                            const std::vector<std::string>& arguments) {
  const AssertingProject project(world, controller, files);
  ProgramResult result = project.run(arguments);
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("error") == std::string::npos);
  return result;
}

}  // namespace lightsout
