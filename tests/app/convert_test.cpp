// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/support/program.h"

using namespace lightsout;

TEST_CASE("convert writes a world of any version in today's dialect") {
  const TemporaryFolder folder;
  write_file(folder / "old.wbt",
             "#VRML_SIM V6.0 utf8\nWorldInfo { gravity 0 -1.62 0 }\nSupervisor { controllerArgs \"a b\" }\n"
             "Solid { boundingObject Cylinder { radius 0.1 } }\n");
  const ProgramResult result =
      run_lightsout({"convert", "old.wbt", "-o", "new.wbt", "--to", "R2025a"}, {.directory = folder.path()});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.out == "");
  const std::string text = read_file(folder / "new.wbt");
  CHECK(text.starts_with("#VRML_SIM R2025a utf8\n"));
  // What the manual of R2025a calls them; the Moon's gravity is along -y of a world whose y is up.
  CHECK(text.find("gravity 1.62\n") != std::string::npos);
  CHECK(text.find("coordinateSystem \"NUE\"\n") != std::string::npos);
  CHECK(text.find("supervisor TRUE\n") != std::string::npos);
  CHECK(text.find("controllerArgs [\n    \"a\"\n    \"b\"\n  ]\n") != std::string::npos);
  CHECK(text.find("rotation 1 0 0 -1.5707963267948966\n") != std::string::npos);
  // Of a world of today it makes the same again, on stdout.
  CHECK(run_lightsout({"convert", "new.wbt"}, {.directory = folder.path()}).out == text);
}

TEST_CASE("convert writes nothing of a bad world, for a version that it does not know, or where it cannot") {
  const TemporaryFolder folder;
  write_file(folder / "bad.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep \"often\" }\n");
  write_file(folder / "good.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { }\n");
  const auto exit_code = [&folder](const std::vector<std::string>& arguments) {
    return run_lightsout(arguments, {.directory = folder.path()}).exit_code;
  };
  CHECK(exit_code({"convert", "bad.wbt", "-o", "new.wbt"}) == 3);
  CHECK(exit_code({"convert", "good.wbt", "-o", "new.wbt", "--to", "R2019a"}) == 2);
  CHECK(!std::filesystem::exists(folder / "new.wbt"));
  CHECK(exit_code({"convert", "good.wbt", "-o", "good.wbt/new.wbt"}) == 9);
  // The extension says what a reader of the file expects.
  CHECK(exit_code({"convert", "good.wbt", "-o", "new.urdf"}) == 2);
  CHECK(exit_code({"convert", "good.wbt", "-o", "new.PROTO"}) == 2);
  CHECK(!std::filesystem::exists(folder / "new.urdf"));
}

// As a checkout or a disk that was full leaves it.
TEST_CASE("A file in which there is nothing is no world, whatever is to be done with it") {
  const TemporaryFolder folder;
  for (const char* text : {"", "\n \n", "# a comment\n"})
    for (const char* command : {"run", "convert", "check"}) {
      write_file(folder / "w.wbt", text);
      std::vector<std::string> words = {command, "w.wbt"};
      if (words[0] == "run") words.insert(words.end(), {"--duration", "32ms"});
      const ProgramResult result = run_lightsout(words, {.directory = folder.path()});
      INFO(command << " of '" << text << "'\n" << result.out << result.err);
      CHECK(result.exit_code == (words[0] == "check" ? 1 : 3));
      CHECK((result.out + result.err).find("w.wbt is no world: it is empty") != std::string::npos);
    }
}

TEST_CASE("A PROTO file is no world, whatever is to be done with it") {
  const TemporaryFolder folder;
  write_file(folder / "Thing.proto",
             "#VRML_SIM R2025a utf8\n# A PROTO of a box.\nPROTO Thing [ field SFString name \"thing\" ]\n"
             "{ Solid { name IS name } }\n");
  write_file(folder / "empty.proto", "#VRML_SIM R2025a utf8\n");
  write_file(folder / "inside.wbt",
             "#VRML_SIM R2025a utf8\nPROTO Thing [ ] { Solid { } }\nPROTO Other [ ] { Solid { } }\n");
  // An empty world is one, and so is one that uses what it declares.
  write_file(folder / "empty.wbt", "#VRML_SIM R2025a utf8\n");
  write_file(folder / "uses.wbt", "#VRML_SIM R2025a utf8\nPROTO Thing [ ] { Solid { } }\nThing { }\n");
  const auto run = [&folder](const std::string& command, const std::string& world) {
    std::vector<std::string> words = {command, world};
    if (command == "run") words.insert(words.end(), {"--duration", "32ms"});
    return run_lightsout(words, {.directory = folder.path()});
  };
  for (const char* command : {"run", "convert", "check"}) {
    const int bad = std::string(command) == "check" ? 1 : 3;
    for (const char* world : {"Thing.proto", "empty.proto", "inside.wbt"}) {
      const ProgramResult result = run(command, world);
      INFO(command << " " << world << "\n" << result.out << result.err);
      CHECK(result.exit_code == bad);
      CHECK((result.out + result.err).find(std::string(world) + " is no world") != std::string::npos);
    }
    CHECK(run(command, "empty.wbt").exit_code == 0);
    CHECK(run(command, "uses.wbt").exit_code == 0);
  }
  const ProgramResult result = run("check", "Thing.proto");
  CHECK(result.out.find("Thing.proto:3:7: error:") != std::string::npos);
  CHECK(result.out.find("EXTERNPROTO \"Thing.proto\"") != std::string::npos);
}
