// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a run says of what it has not: PROTOs that were not found, and those that the library only approximates.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

const std::string ball =
    "DEF BALL Solid { translation 0 1 0 boundingObject Sphere { radius 0.1 } physics Physics { } }\n";

}  // namespace

TEST_CASE("a run without its floor says what falls, once, and what was left out") {
  TemporaryFolder folder;
  write_file(folder / "w.wbt", "#VRML_SIM R2021a utf8\nWorldInfo { coordinateSystem \"NUE\" }\nGymFloor { }\n" + ball);
  const ProgramOptions there{.directory = folder.path(), .environment = {}};
  const auto refused = run_lightsout({"run", "w.wbt", "--duration", "4s"}, there);
  CHECK(refused.exit_code == 3);
  CHECK(refused.err.find("PROTO `GymFloor` was not found: an empty placeholder stands at its pose, and nothing can "
                         "stand on it [missing-proto]") != std::string::npos);
  CHECK(run_lightsout({"check", "w.wbt"}, there).exit_code == 1);
  CHECK(run_lightsout({"check", "w.wbt", "--allow", "missing-proto"}, there).exit_code == 0);

  const auto run = run_lightsout(
      {"run", "w.wbt", "--duration", "4s", "--allow", "missing-proto", "--repeat", "2", "--verify", "--verdict", "v"},
      there);
  INFO(run.err);
  CHECK(run.exit_code == 0);
  // After 1.1 s it has fallen 5 m from where its underside was; it is looked for twice a second.
  CHECK(count(run.err, "BALL falls, and is ") == 1);
  CHECK(count(run.err, "m below everything that the world holds. Left out of the world: GymFloor") == 1);
  const auto verdict = nlohmann::json::parse(read_file(folder / "v"));
  CHECK(verdict["left_out"] == nlohmann::json::array({"GymFloor"}));
  CHECK(run_lightsout({"run", "w.wbt", "--allow", "anything"}, there).exit_code == 2);
}

TEST_CASE("what lies on a floor or a plane does not fall below everything") {
  for (const std::string floor :
       {"Solid { boundingObject Plane { size 1 1 } }\n", "Solid { boundingObject Box { size 1 1 1 } }\n"}) {
    TemporaryFolder folder;
    write_file(folder / "w.wbt",
               "#VRML_SIM R2021a utf8\nWorldInfo { coordinateSystem \"NUE\" }\nNoSuchPlant { }\n" + floor + ball);
    const auto run =
        run_lightsout({"run", "w.wbt", "--duration", "4s"}, {.directory = folder.path(), .environment = {}});
    INFO(run.err);
    CHECK(run.exit_code == 0);
    CHECK(run.err.find("falls, and is") == std::string::npos);
  }
}

TEST_CASE("a run says once which PROTOs are approximated, and the verdict keeps it") {
  TemporaryFolder folder;
  write_file(folder / "w.wbt", "#VRML_SIM R2021a utf8\nWorldInfo { }\nSofa { }\nFridge { }\nSofa { name \"b\" }\n");
  const auto run = run_lightsout({"run", "w.wbt", "--duration", "1s", "--repeat", "2", "--verify", "--verdict", "v"},
                                 {.directory = folder.path(), .environment = {}});
  INFO(run.err);
  CHECK(run.exit_code == 0);
  CHECK(count(run.err, "approximated by the built-in library: Sofa, Fridge") == 1);
  CHECK(nlohmann::json::parse(read_file(folder / "v"))["approximate"] == nlohmann::json::array({"Sofa", "Fridge"}));
}
