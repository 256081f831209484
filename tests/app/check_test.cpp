// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

constexpr const char* with_warning = R"(#VRML_SIM R2025a utf8
WorldInfo { }
Solid { name "a" nmae "b" }
)";
constexpr const char* with_error = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep "often" }
)";

}  // namespace

TEST_CASE("check finds nothing in our worlds, even when strict") {
  const ProgramResult result = run_lightsout({"check", "--strict", "worlds/demo.wbt", "worlds/stack.wbt"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "");
  CHECK(result.err == "2 worlds: 0 errors, 0 warnings\n");
}

TEST_CASE("check shows place, line and remedy, and counts warnings only when strict") {
  const TemporaryFolder folder;
  write_file(folder / "w.wbt", with_warning);
  const ProgramResult lenient = run_lightsout({"check", "w.wbt"}, {.directory = folder.path()});
  CHECK(lenient.exit_code == 0);
  CHECK(lenient.out.find("w.wbt:3:18: warning:") == 0);
  CHECK(lenient.out.find("Solid { name \"a\" nmae \"b\" }") != std::string::npos);
  CHECK(lenient.out.find("did you mean") != std::string::npos);
  CHECK(lenient.err == "1 world: 0 errors, 1 warning\n");
  CHECK(run_lightsout({"check", "--strict", "w.wbt"}, {.directory = folder.path()}).exit_code == 1);
}

TEST_CASE("check goes on after a bad world and prints JSON for programs") {
  const TemporaryFolder folder;
  write_file(folder / "error.wbt", with_error);
  write_file(folder / "warning.wbt", with_warning);
  const ProgramResult result =
      run_lightsout({"check", "--json", "error.wbt", "missing.wbt", "warning.wbt"}, {.directory = folder.path()});
  CHECK(result.exit_code == 9);  // for the file that is not there
  const auto report = nlohmann::json::parse(result.out);
  REQUIRE(report.size() == 3);
  CHECK(report[0]["errors"] == 1);
  const auto& finding = report[0]["diagnostics"][0];
  CHECK(finding["file"] == "error.wbt");
  CHECK(finding["line"] == 2);
  CHECK(finding["column"] == 27);
  CHECK(finding["severity"] == "error");
  CHECK(finding["kind"].is_string());
  CHECK(finding["message"].is_string());
  CHECK(report[1]["errors"] == 1);
  CHECK(report[1]["diagnostics"][0]["kind"] == "unreadable-file");
  CHECK(report[2]["warnings"] == 1);
}

TEST_CASE("check lists the files that a world needs and where each was found") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "more");
  write_file(folder / "more/there.png", "");
  write_file(
      folder / "w.wbt",
      "#VRML_SIM R2025a utf8\n"
      "EXTERNPROTO \"https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/objects/x/Ball.proto\"\n"
      "Ball { }\n"
      "Solid { children [ Shape { appearance PBRAppearance { baseColorMap ImageTexture { url [ \"there.png\" ] }\n"
      "  roughnessMap ImageTexture { url [ \"gone.png\" ] } } } ] }\n");
  const ProgramResult result = run_lightsout({"check", "--assets-needed", "--assets", "more", "w.wbt"},
                                             {.directory = folder.path(), .environment = {"WEBOTS_HOME="}});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("library      https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/objects/x/"
                        "Ball.proto  w.wbt:2\n") != std::string::npos);
  CHECK(result.out.find("assets       there.png  w.wbt:4\n") != std::string::npos);
  CHECK(result.out.find("missing      gone.png  w.wbt:5\n") != std::string::npos);
  const auto report = nlohmann::json::parse(
      run_lightsout({"check", "--assets-needed", "--json", "w.wbt"}, {.directory = folder.path()}).out);
  REQUIRE(report[0]["assets"].size() == 3);
  CHECK(report[0]["assets"][0]["path"] == "library:Ball.proto");
  CHECK(!report[0]["assets"][2].contains("path"));
}

TEST_CASE("check finds the physical values that only building the scene shows") {
  const TemporaryFolder folder;
  write_file(folder / "w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { }\n"
             "Solid { physics Physics { mass 1 centerOfMass 0 0 0 inertiaMatrix\n"
             "[ 1 1 -1, 0 0 0 ] } }\n");
  const ProgramResult result = run_lightsout({"check", "w.wbt"}, {.directory = folder.path()});
  CHECK(result.exit_code == 1);
  CHECK(result.out.find("w.wbt:4:") == 0);
}

TEST_CASE("check says of a physics plugin without a library, or with an old one, that its sources were not checked") {
  const TemporaryFolder folder;
  const auto plugin = folder / "plugins/physics/pushes";
  std::filesystem::create_directories(plugin);
  std::filesystem::create_directories(folder / "worlds");
  write_file(folder / "worlds/w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { physics \"pushes\" }\n");
  const std::string sources =
      "#include <plugins/physics.h>\nvoid webots_physics_init() {}\n"
      "void webots_physics_step() {}\nvoid webots_physics_cleanup() {}\n";
  write_file(plugin / "pushes.c", sources + "a mistake\n");
  const auto check = [&] { return run_lightsout({"check", "worlds/w.wbt"}, {.directory = folder.path()}); };
  const ProgramResult unbuilt = check();
  CHECK(unbuilt.exit_code == 0);
  CHECK(unbuilt.out.find("note: the physics plugin \"pushes\" is not built yet") != std::string::npos);
  CHECK(!std::filesystem::exists(plugin / "libpushes.so"));

  write_file(plugin / "pushes.c", sources);
  REQUIRE(run_lightsout({"build", plugin.string()}).exit_code == 0);
  CHECK(check().out == "");
  const auto made = std::filesystem::last_write_time(plugin / "libpushes.so");
  std::filesystem::last_write_time(plugin / "pushes.c", made + std::chrono::seconds(1));
  CHECK(check().out.find("note: libpushes.so of the physics plugin \"pushes\" is older than its sources") !=
        std::string::npos);
}

// An OFF file of fewer faces than it says ends assimp by an assertion, in the process that reads it.
TEST_CASE("What check has printed is printed once, though the reader of a mesh aborts") {
  const TemporaryFolder folder;
  write_file(folder / "a.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { }\nSolid { foo 3 }\n");
  write_file(folder / "b.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { }\nSolid { boundingObject Mesh { url \"bad.off\" } }\n");
  write_file(folder / "bad.off", "OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
  const ProgramResult result = run_lightsout({"check", "a.wbt", "b.wbt"}, {.directory = folder.path()});
  CAPTURE(result.out, result.err);
  CHECK_THAT(result.out, Catch::Contains("the reader was killed by SIGABRT"));
  const std::size_t first = result.out.find("no field `foo`");
  REQUIRE(first != std::string::npos);
  CHECK(result.out.find("no field `foo`", first + 1) == std::string::npos);
}

TEST_CASE("check says of a controller that is not there what a run would end for") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "worlds");
  std::filesystem::create_directories(folder / "controllers/here");
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { }\nRobot { name \"a\" controller \"here\" }\n"
             "Robot { name \"b\" controller \"gone\" }\nRobot { name \"c\" controller \"<extern>\" }\n");
  const ProgramOptions there{.directory = folder.path()};
  const ProgramResult result = run_lightsout({"check", "worlds/w.wbt"}, there);
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, Catch::StartsWith("worlds/w.wbt:4:29: error: there is no controller \"gone\""));
  CHECK(result.err == "1 world: 1 error, 0 warnings\n");
  // What is allowed is a note.
  const ProgramResult allowed = run_lightsout({"check", "--allow", "missing-controller", "worlds/w.wbt"}, there);
  CHECK(allowed.exit_code == 0);
  CHECK_THAT(allowed.out, Catch::StartsWith("worlds/w.wbt:4:29: note: "));
  const ProgramResult unknown = run_lightsout({"check", "--allow", "missing-controler", "worlds/w.wbt"}, there);
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.err, Catch::Contains("did you mean 'missing-controller'?"));
  // Beside what is wrong with the text, too.
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep \"8\" }\nRobot { controller \"gone\" }\n");
  CHECK(run_lightsout({"check", "worlds/w.wbt"}, there).err == "1 world: 2 errors, 0 warnings\n");
}

TEST_CASE("check prints annotations for GitHub and SARIF for services") {
  const TemporaryFolder folder;
  write_file(folder / "w.wbt", with_warning);
  const ProgramOptions there{.directory = folder.path(), .environment = {"GITHUB_WORKSPACE="}};
  CHECK_THAT(
      run_lightsout({"check", "--format", "github", "w.wbt"}, there).out,
      Catch::StartsWith("::warning file=w.wbt,line=3,col=18,endLine=3,endColumn=22,title=unknown-field::Solid has"));
  const auto sarif = nlohmann::json::parse(run_lightsout({"check", "--format", "sarif", "w.wbt"}, there).out);
  CHECK(sarif["version"] == "2.1.0");
  const auto& run = sarif["runs"][0];
  CHECK(run["tool"]["driver"]["rules"][0]["id"] == "unknown-field");
  const auto& finding = run["results"][0];
  CHECK(finding["ruleId"] == "unknown-field");
  CHECK(finding["level"] == "warning");
  const auto& place = finding["locations"][0]["physicalLocation"];
  CHECK(place["artifactLocation"]["uri"] == "w.wbt");
  CHECK(place["region"]["startLine"] == 3);
  CHECK(place["region"]["startColumn"] == 18);
  CHECK(place["region"]["endColumn"] == 22);
  // In a job of GitHub both name files as the repository has them.
  std::filesystem::create_directory(folder / "sub");
  write_file(folder / "sub/w.wbt", with_warning);
  const ProgramOptions in_job{.directory = folder / "sub",
                              .environment = {"GITHUB_WORKSPACE=" + folder.path().string()}};
  CHECK_THAT(run_lightsout({"check", "--format", "github", "w.wbt"}, in_job).out, Catch::Contains("file=sub/w.wbt,"));
  CHECK_THAT(run_lightsout({"check", "--format", "sarif", "w.wbt"}, in_job).out, Catch::Contains("\"sub/w.wbt\""));
  // Without findings it is a report all the same.
  write_file(folder / "good.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { }\n");
  const auto none = nlohmann::json::parse(run_lightsout({"check", "--format", "sarif", "good.wbt"}, there).out);
  CHECK(none["runs"][0]["results"].empty());
}

TEST_CASE("What check is asked to print, it is asked once") {
  const auto check = [](std::vector<std::string> words) {
    words.insert(words.begin(), {"check", "worlds/pendulum.wbt"});
    return run_lightsout(words);
  };
  for (const char* format : {"github", "sarif", "text"}) {
    const ProgramResult wrong = check({"--json", "--format", format});
    CHECK(wrong.exit_code == 2);
    CHECK(wrong.out.empty());
    CHECK_THAT(wrong.err, Catch::Contains(std::string("--json is --format json, and --format ") + format));
  }
  CHECK(check({"--json", "--format", "json"}).out == check({"--json"}).out);
  CHECK_THAT(check({"--assets-needed", "--format", "sarif"}).err, Catch::Contains("--assets-needed lists files"));
  CHECK(check({"--assets-needed", "--format", "github"}).exit_code == 2);
  CHECK(check({"--assets-needed", "--json"}).exit_code == 0);
}
