// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout doctor` and `lightsout --version`.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

const nlohmann::json& part(const nlohmann::json& page, const std::string& name) {
  for (const auto& each : page["parts"])
    if (each["name"] == name) return each;
  FAIL(name);
  return page;
}

}  // namespace

TEST_CASE("doctor says what is there, in which version, and what each part is for") {
  const ProgramResult result = run_lightsout({"doctor", "--json"});
  CHECK(result.exit_code == 0);
  const auto page = nlohmann::json::parse(result.out);
  CHECK(page["missing_files"].empty());
  const auto home = std::filesystem::path(LIGHTSOUT_EXECUTABLE).parent_path().parent_path() / "lib/lightsout";
  CHECK(page["home"].get<std::string>() == home.string());
  for (const auto& each : page["parts"]) {
    CAPTURE(each.dump());
    CHECK(!each["purpose"].get<std::string>().empty());
    CHECK(!each["package"].get<std::string>().empty());
  }
  const auto& make = part(page, "make");
  CHECK(make["found"] == true);
  CHECK(make["version"].get<std::string>().find('.') != std::string::npos);
}

TEST_CASE("doctor: what is missing and what does not work are told apart") {
  const TemporaryFolder folder;
  write_file(folder / "java", "#!/bin/sh\necho no virtual machine >&2; exit 3\n");
  std::filesystem::permissions(folder / "java", std::filesystem::perms::owner_all);
  const ProgramOptions alone{.environment = {"PATH=" + folder.path().string()}};
  const auto page = nlohmann::json::parse(run_lightsout({"doctor", "--json"}, alone).out);
  CHECK(part(page, "octave")["found"] == false);
  CHECK(!part(page, "octave").contains("trouble"));
  CHECK(part(page, "java")["found"] == false);
  CHECK(part(page, "java")["trouble"] == "no virtual machine");
  const std::string table = run_lightsout({"doctor"}, alone).out;
  CHECK_THAT(table, Catch::Contains("octave       missing") && Catch::Contains("; Debian: octave"));
  CHECK_THAT(table, Catch::Contains("java         does not work") && Catch::Contains("it said: no virtual machine"));
}

TEST_CASE("doctor --home is the folder for WEBOTS_HOME alone") {
  const std::string home = run_lightsout({"doctor", "--home"}).out;
  CHECK(std::filesystem::exists(home.substr(0, home.find('\n')) + "/resources/Makefile.include"));
}

TEST_CASE("The version says of what the program is made") {
  const std::string text = run_lightsout({"--version"}).out;
  for (const std::string line : {"lightsout ", "\ncommit ", "\nbuild ", "\nODE 0.", "\nEmbree 3.", "\ncompiler "})
    CHECK_THAT(text, Catch::Contains(line));
}
