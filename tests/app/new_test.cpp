// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout new`: what it writes builds and runs as it is.
#include <catch2/catch.hpp>

#include "tests/support/optional.h"
#include "tests/support/program.h"

using namespace lightsout;

TEST_CASE("new worlds, controllers in each language and plugins run as they are written") {
  const TemporaryFolder folder;
  const std::string project = folder / "";
  const auto start = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "new");
    arguments.insert(arguments.end(), {"--project", project});
    return run_lightsout(arguments);
  };
  REQUIRE(start({"world", "yard"}).exit_code == 0);
  const std::string world = read_file(folder / "worlds/yard.wbt");
  CHECK(run_lightsout({"check", "--strict", folder / "worlds/yard.wbt"}).exit_code == 0);
  // `clean` is a target of make's, too.
  const std::pair<std::string, std::string> controllers[] = {{"c", "in_c"},           {"c++", "in_cpp"},
                                                             {"python", "in_python"}, {"java", "InJava_1"},
                                                             {"matlab", "in_matlab"}, {"c", "clean"}};
  for (const auto& [language, name] : controllers) {
    CAPTURE(language, name);
    if (language == "java" && !has_java()) continue;
    if (language == "matlab" && !has_octave()) continue;
    REQUIRE(start({"controller", name, "--language", language}).exit_code == 0);
    std::string text = world;
    text.replace(text.find("<none>"), 6, name);
    write_file(folder / "worlds/yard.wbt", text);
    const ProgramResult run = run_lightsout({"run", folder / "worlds/yard.wbt", "--duration", "1s"});
    CAPTURE(run.err);
    CHECK(run.exit_code == 0);
    CHECK_THAT(run.err, Catch::Contains("robot: 0 devices"));
  }
  for (const std::string language : {"c", "c++"}) {
    CAPTURE(language);
    const std::string name = language == "c" ? "wind_c" : "wind_cpp";
    REQUIRE(start({"plugin", name, "--language", language}).exit_code == 0);
    std::string text = world;
    text.replace(text.find("basicTimeStep"), 0, "physics \"" + name + "\" ");
    write_file(folder / "worlds/yard.wbt", text);
    const ProgramResult run = run_lightsout({"run", folder / "worlds/yard.wbt", "--duration", "1s"});
    CAPTURE(run.err);
    CHECK(run.exit_code == 0);
  }
}

TEST_CASE("new overwrites nothing and refuses names that are no file names") {
  const TemporaryFolder folder;
  const std::string project = folder / "";
  REQUIRE(run_lightsout({"new", "controller", "mine", "--project", project}).exit_code == 0);
  write_file(folder / "controllers/mine/mine.c", "int precious;\n");
  CHECK(run_lightsout({"new", "controller", "mine", "--project", project}).exit_code == 2);
  CHECK(run_lightsout({"new", "controller", "mine", "--language", "python", "--project", project}).exit_code == 2);
  CHECK(read_file(folder / "controllers/mine/mine.c") == "int precious;\n");
  CHECK(run_lightsout({"new", "world", "../out", "--project", project}).exit_code == 2);
  // A folder that cannot be made: its path leads through a file.
  const std::string file = folder / "controllers/mine/mine.c";
  const ProgramResult through = run_lightsout({"new", "world", "yard", "--project", file});
  CHECK(through.exit_code == 9);
  CHECK_THAT(through.err, Catch::Contains("cannot make " + file + "/worlds: Not a directory"));
  CHECK(run_lightsout({"new", "plugin", "p", "--language", "python", "--project", project}).exit_code == 2);
  // Make takes no names with blanks, and a script named controller would import itself.
  for (const std::string kind : {"controller", "plugin", "world"})
    for (const std::string name : {"a b", "a$b", "a.b", "-a", "\303\244", ""}) {
      CAPTURE(kind, name);
      CHECK(run_lightsout({"new", kind, name, "--project", project}).exit_code == 2);
    }
  CHECK(run_lightsout({"new", "controller", "controller", "--language", "python", "--project", project}).exit_code ==
        2);
  // The name of a file is that of a class in Java, and of a script in MATLAB's language.
  for (const std::string language : {"java", "matlab"})
    for (const std::string name : {"1st", "a-b", "_a"}) {
      CAPTURE(language, name);
      CHECK(run_lightsout({"new", "controller", name, "--language", language, "--project", project}).exit_code == 2);
    }
  for (const auto& [language, name] :
       {std::pair("java", "class"), {"java", "int"}, {"java", "while"}, {"matlab", "end"}, {"matlab", "while"}}) {
    CAPTURE(language, name);
    CHECK(run_lightsout({"new", "controller", name, "--language", language, "--project", project}).exit_code == 2);
  }
  CHECK(run_lightsout({"new", "controller", "Robot", "--language", "java", "--project", project}).exit_code == 2);
  CHECK_FALSE(std::filesystem::exists(folder / "controllers/Robot"));
  CHECK_FALSE(std::filesystem::exists(folder / "controllers/controller"));
  CHECK_FALSE(std::filesystem::exists(folder / "controllers/a b"));
}

TEST_CASE("new called twice leaves all as it is, and takes its name for nothing else") {
  const TemporaryFolder folder;
  const std::string project = folder / "";
  for (const std::string kind : {"controller", "plugin", "world"}) {
    CAPTURE(kind);
    const ProgramResult first = run_lightsout({"new", kind, "again", "--project", project});
    const ProgramResult second = run_lightsout({"new", kind, "again", "--project", project});
    CHECK(first.exit_code == 0);
    CHECK(second.exit_code == 0);
    CHECK(second.out == first.out);
  }
  const std::string text = read_file(folder / "plugins/physics/again/again.c");
  CHECK_THAT(text, Catch::Contains("dWebotsGetBodyFromDEF(\"DEF_NAME\")"));
  CHECK_THAT(text, !Catch::Contains("@"));
  // A name that is a word of the text changes nothing but itself.
  REQUIRE(run_lightsout({"new", "plugin", "NAME", "--language", "c++", "--project", project}).exit_code == 0);
  CHECK_THAT(read_file(folder / "plugins/physics/NAME/NAME.cpp"), Catch::Contains("physics \"NAME\"`"));
  // An empty folder is no work of anybody.
  std::filesystem::create_directories(folder / "controllers/empty");
  CHECK(run_lightsout({"new", "controller", "empty", "--project", project}).exit_code == 0);
}
