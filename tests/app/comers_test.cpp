// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Bodies that come into a running world, go, and come again: in each kind of recording.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/program.h"

using namespace lightsout;
using Json = nlohmann::json;

namespace {

using Row = std::map<std::string, std::string>;

// Rows of a CSV file without quotes, by column.
std::vector<Row> rows_of(const std::filesystem::path& file) {
  std::vector<Row> rows;
  std::vector<std::string> heading;
  std::istringstream text(read_file(file));
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with('#')) continue;
    std::vector<std::string> fields;
    std::istringstream cut(line);
    for (std::string field; std::getline(cut, field, ',');) fields.push_back(field);
    if (heading.empty()) {
      heading = fields;
      continue;
    }
    REQUIRE(fields.size() == heading.size());
    Row row;
    for (std::size_t i = 0; i < fields.size(); ++i) row[heading[i]] = fields[i];
    rows.push_back(row);
  }
  return rows;
}

// A world whose supervisor, in Python, does `script` from time 0 on; no gravity, steps of 10 ms.
struct Scene {
  explicit Scene(const std::string& script, const std::string& more = "") {
    std::filesystem::create_directories(folder / "worlds");
    std::filesystem::create_directories(folder / "controllers/brings");
    write_file(folder / "worlds/w.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 gravity 0 }
Viewpoint { position 0 -5 1 }
DEF FIRST Solid { translation 1 0 0 name "first" boundingObject DEF S Sphere { radius 0.1 } physics Physics { } }
Robot { name "supervisor" controller "brings" supervisor TRUE }
)" + more);
    write_file(
        folder / "controllers/brings/brings.py",
        "import os\nfrom controller import Supervisor\ns = Supervisor()\nroot = s.getRoot().getField('children')\n"
        "other = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../worlds/other.wbt')\n"
        "def ball(name, x):\n"
        "    root.importMFNodeFromString(-1, 'DEF ' + name + ' Solid { translation %g 0 0 name \"' % x + name + '\" "
        "boundingObject Sphere { radius 0.1 } physics Physics { } }')\n" +
            script + "\nwhile s.step(10) != -1:\n    pass\n");
  }
  ProgramResult run(std::vector<std::string> more) {
    std::vector<std::string> arguments{"run", folder / "worlds/w.wbt", "--duration", "100ms"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_lightsout(arguments, {.timeout = 120});
  }
  TemporaryFolder folder;
};

}  // namespace

TEST_CASE("Bodies that come later have a file of their own beside the trajectory, and those that go have nan") {
  Scene scene(
      "s.step(10); s.step(10)\n"
      "ball('SECOND', 3)\n"  // asked for at 20 ms, there from the next step on
      "s.step(10); s.step(10)\n"
      "s.getFromDef('FIRST').remove()\n"
      "s.step(10)\n"
      "s.getFromDef('SECOND').remove()\n");
  write_file(scene.folder / "t.later.csv", "time,solid of a run before this one\n");
  const ProgramResult result = scene.run({"--record", scene.folder / "t.csv"});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  const std::vector<Row> rows = rows_of(scene.folder / "t.csv"), later = rows_of(scene.folder / "t.later.csv");
  REQUIRE(rows.size() == 11);
  CHECK(rows[0].contains("supervisor.x"));
  for (const Row& row : rows) CHECK(row.at("FIRST.x") == (std::stod(row.at("time")) < 0.045 ? "1" : "nan"));
  REQUIRE(later.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(std::stod(later[i].at("time")) == Approx(0.03 + 0.01 * double(i)));
    CHECK(later[i].at("solid") == "SECOND");
    CHECK(later[i].at("x") == "3");
    CHECK(later[i].at("joint") == "nan");
  }
  // A run in which nothing comes leaves no such file, not even an old one.
  Scene quiet("");
  write_file(quiet.folder / "t.later.csv", "time,solid of a run before this one\n");
  CHECK(quiet.run({"--record", quiet.folder / "t.csv"}).exit_code == 0);
  CHECK(!std::filesystem::exists(quiet.folder / "t.later.csv"));
}

TEST_CASE("A solid that is selected may come later, go, and come again") {
  Scene scene(
      "s.step(10)\n"
      "ball('SECOND', 3)\n"
      "s.step(10); s.step(10)\n"
      "s.getFromDef('SECOND').remove()\n"
      "s.step(10)\n"
      "ball('SECOND', 4)\n");
  const ProgramResult result = scene.run({"--record", scene.folder / "t.csv", "--select", "SECOND,FIRST,THIRD"});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  CHECK(result.err.find("no solid of the DEF or path THIRD ever came into the world") != std::string::npos);
  const std::vector<Row> rows = rows_of(scene.folder / "t.csv");
  REQUIRE(rows.size() == 11);
  const std::vector<std::string> x = {"nan", "nan", "3", "3", "nan", "4", "4", "4", "4", "4", "4"};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows[i].at("SECOND.x") == x[i]);
    CHECK(rows[i].at("FIRST.x") == "1");
    CHECK(rows[i].at("THIRD.x") == "nan");
  }
  CHECK(!std::filesystem::exists(scene.folder / "t.later.csv"));
}

TEST_CASE("Columns are those of the same paths in a world that is loaded while the run goes on") {
  Scene scene("if s.getFromDef('FIRST'):\n    s.step(10); s.step(10)\n    s.worldLoad(other)");
  // Another order, so that ids are others.
  write_file(scene.folder / "worlds/other.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 gravity 0 }
Viewpoint { position 0 -5 1 }
DEF NEW Solid { translation 5 0 0 name "new" boundingObject Sphere { radius 0.1 } physics Physics { } }
DEF NEW2 Solid { translation 6 0 0 name "new2" boundingObject Sphere { radius 0.1 } physics Physics { } }
Robot { name "supervisor" translation 0 7 0 controller "brings" supervisor TRUE }
)");
  const ProgramResult result = scene.run({"--record", scene.folder / "t.csv", "--animation", scene.folder / "a.html"});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  const std::vector<Row> rows = rows_of(scene.folder / "t.csv"), later = rows_of(scene.folder / "t.later.csv");
  REQUIRE(rows.size() > 5);
  CHECK(rows[1].at("FIRST.x") == "1");
  CHECK(rows[1].at("supervisor.y") == "0");
  CHECK(rows.back().at("FIRST.x") == "nan");
  CHECK(rows.back().at("supervisor.y") == "7");
  REQUIRE(!later.empty());
  CHECK(later[0].at("solid") == "NEW");
  CHECK(later[0].at("x") == "5");
  CHECK(later[1].at("solid") == "NEW2");

  // The animation has both worlds' solids, each under a number of its own.
  const std::string x3d = read_file(scene.folder / "a.x3d");
  for (const std::string name : {"first", "new", "new2"}) CHECK(x3d.find("name=\"" + name + "\"") != std::string::npos);
  std::vector<std::string> ids;
  for (std::size_t at = 0; (at = x3d.find(" id=\"", at)) != std::string::npos; ++at)
    ids.push_back(x3d.substr(at, x3d.find('"', at + 5) - at));
  std::ranges::sort(ids);
  CHECK(std::ranges::adjacent_find(ids) == ids.end());
}

TEST_CASE("What comes into a Pose without children is below it in an animation") {
  Scene scene(
      "s.step(10)\n"
      "s.getFromDef('EMPTY').getField('children').importMFNodeFromString(-1, 'DEF IN Pose { translation 0 0 3 }')\n"
      "s.step(10)\n",
      "DEF EMPTY Pose { translation 7 0 0 }\n");
  const ProgramResult result = scene.run({"--animation", scene.folder / "a.html"});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  const std::string x3d = read_file(scene.folder / "a.x3d");
  INFO(x3d);
  const std::size_t outer = x3d.find("translation=\"7 0 0\"");
  REQUIRE(outer != std::string::npos);
  const std::size_t inner = x3d.find("<Transform", outer), end = x3d.find("</Transform>", outer);
  CHECK(inner < end);
}

TEST_CASE("An animation of a world that is loaded again has its nodes once, and what came before and after apart") {
  Scene scene(
      "mark = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'mark')\n"
      "s.step(10)\n"
      "if os.path.exists(mark):\n    ball('AFTER', 4)\n"
      "else:\n    open(mark, 'w').close()\n    ball('BEFORE', 3)\n    s.step(10); s.step(10)\n    s.worldReload()\n");
  const ProgramResult result = scene.run({"--animation", scene.folder / "a.html"});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  const std::string x3d = read_file(scene.folder / "a.x3d");
  const auto count = [&](const std::string& text) {
    int times = 0;
    for (std::size_t at = 0; (at = x3d.find(text, at)) != std::string::npos; ++at) ++times;
    return times;
  };
  CHECK(count("name=\"first\"") == 1);
  CHECK(count("name=\"BEFORE\"") == 1);
  CHECK(count("name=\"AFTER\"") == 1);
  const auto id_of = [&](const std::string& name) {
    const std::size_t begin = x3d.rfind(" id=\"n", x3d.find("name=\"" + name + "\"")) + 6;
    return std::stoi(x3d.substr(begin));
  };
  const int before = id_of("BEFORE"), after = id_of("AFTER");
  REQUIRE(before != after);
  // At the end the one is out of sight, the other where it came.
  const Json json = Json::parse(read_file(scene.folder / "a.json"));
  std::map<int, std::string> last;
  for (const Json& frame : json["frames"])
    if (frame.contains("updates"))
      for (const Json& update : frame["updates"])
        if (update.contains("translation")) last[update["id"]] = update["translation"];
  CHECK(last[before] == "0 0 -10000");
  CHECK(last[after] == "4 0 0");
}

TEST_CASE("An animation shows names as XML can: what is markup as references, and no character that it has not") {
  // XML 1.0, 2.2 and 2.4: U+0001 is no character, not even as a reference; & and < are never written as they are.
  Scene scene("s.step(10)",
              "Solid { name \"a<b & c \x01"
              "d\" }\n");
  const ProgramResult result = scene.run({"--animation", scene.folder / "a.html"});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  const std::string x3d = read_file(scene.folder / "a.x3d");
  CHECK(x3d.find("name=\"a&lt;b &amp; c d\"") != std::string::npos);
  CHECK(x3d.find('\x01') == std::string::npos);
}

TEST_CASE("A supervisor's worlds find PROTOs in the folders of --assets") {
  Scene scene("if s.getFromDef('FIRST'):\n    s.step(10)\n    s.worldLoad(other)");
  std::filesystem::create_directories(scene.folder / "assets/protos");
  write_file(
      scene.folder / "assets/protos/Odd.proto",
      "#VRML_SIM R2025a utf8\nPROTO Odd [ field SFVec3f translation 0 0 0 ]\n{ Solid { translation IS translation "
      "name \"odd\" boundingObject Sphere { radius 0.1 } physics Physics { } } }\n");
  write_file(scene.folder / "worlds/other.wbt", R"(#VRML_SIM R2025a utf8
EXTERNPROTO "https://example.org/protos/Odd.proto"
WorldInfo { basicTimeStep 10 gravity 0 }
Viewpoint { position 0 -5 1 }
DEF ODD Odd { translation 2 0 0 }
Robot { name "supervisor" controller "brings" supervisor TRUE }
)");
  const ProgramResult result =
      scene.run({"--record", scene.folder / "t.csv", "--assets", scene.folder / "assets", "--select", "ODD"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(rows_of(scene.folder / "t.csv").back().at("ODD.x") == "2");
}

TEST_CASE("A speaker that comes later begins with silence for the time before") {
  // 44,100 samples a second: a file as long as the run.
  Scene scene(
      "for i in range(5): s.step(10)\n"
      "root.importMFNodeFromString(-1, 'Robot { name \"talks\" controller \"<none>\" children [ Speaker { } ] }')\n");
  const ProgramResult result = scene.run({"--sounds", scene.folder / "sounds"});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(scene.folder / "sounds")) {
    ++files;
    CHECK(read_file(file.path()).size() == 44 + 2 * 4410);
  }
  CHECK(files == 1);
}
