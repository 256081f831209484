// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What inputs may take of the machine: each limit that is reached is an error with its place, its name and how to raise
// it.
#include "limits/limits.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "engine/image/image_file.h"
#include "engine/programs/sanitizers.h"
#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// A folder with w.wbt.
struct Place {
  TemporaryFolder folder;
  explicit Place(const std::string& nodes) {
    write_file(folder / "w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 10 }\n" + nodes);
  }
  ProgramResult lightsout(std::vector<std::string> arguments) const {
    return run_lightsout(arguments, {.directory = folder.path()});
  }
  ProgramResult check(std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"check", "w.wbt"});
    return lightsout(std::move(options));
  }
  ProgramResult run(std::vector<std::string> options = {}, const std::string& duration = "50ms") const {
    options.insert(options.begin(), {"run", "w.wbt", "--duration", duration, "--verdict", "v.json"});
    return lightsout(std::move(options));
  }
  std::string message() const { return Json::parse(read_file(folder / "v.json"))["message"]; }
};

// A mesh of two triangles, but for what stands in its list of indices.
std::string collada(const std::string& indices) {
  return R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g" name="g"><mesh>
<source id="p"><float_array id="a" count="12">0 0 0 1 0 0 1 1 0 0 0 1</float_array>
<technique_common><accessor source="#a" count="4" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/><p>)" +
         indices + R"(</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>
)";
}

}  // namespace

TEST_CASE("Numbers of a world by which memory is taken have limits that can be raised") {
  const Place place("Robot { children [ DistanceSensor { aperture 1 numberOfRays 30 } Pen { leadSize 0.1 } ] }\n");
  CHECK(place.check().exit_code == 0);
  const ProgramResult rays = place.check({"--limit", "rays=29"});
  CHECK(rays.exit_code == 1);
  CHECK(
      contains(rays.out, "w.wbt:3:61: error: 30 rays: the limit is 29 rays (--limit rays=N raises it) [beyond-limit]"));
  // 0.1 m are 5 cells of 2 cm, and 2 more at the ends: 7^3.
  CHECK(place.check({"--limit", "paint_cells=343"}).exit_code == 0);
  CHECK(contains(place.check({"--limit", "paint_cells=342"}).out, "(--limit paint_cells=N raises it)"));
  CHECK(place.check({"--limit", "rays=none", "--limit", "paint_cells=none"}).exit_code == 0);
}

TEST_CASE("Images of devices have a limit") {
  for (const std::string device :
       {"Camera { width 300 height 10 }", "Display { height 10 width 300 }", "RangeFinder { width 300 height 10 }",
        "Lidar { horizontalResolution 300 numberOfLayers 10 }"}) {
    const Place place("Robot { children [ " + device + " ] }\n");
    CHECK(place.check({"--limit", "bulk_bytes=12000"}).exit_code == 0);
    const ProgramResult result = place.check({"--limit", "bulk_bytes=11999"});
    CHECK(result.exit_code == 1);
    CHECK(contains(result.out, "300 x 10 pixels: the limit is 11999 bytes (--limit bulk_bytes=N raises it)"));
  }
}

TEST_CASE("A limit is named and given as the table has it") {
  const Place place("");
  const ProgramResult unknown = place.check({"--limit", "ray=3"});
  CHECK(unknown.exit_code == 2);
  CHECK(contains(unknown.err, "there is no limit 'ray'; there are file_bytes, nodes,"));
  for (const std::string wrong : {"rays", "rays=", "rays=0", "rays=-1", "rays=1e6", "rays=3 "})
    CHECK(place.check({"--limit", wrong}).exit_code == 2);
}

TEST_CASE("Files, nodes and templates have limits") {
  const Place place("EXTERNPROTO \"P.proto\"\nDEF A Group { children [ Group { } Group { } ] } USE A USE A P { }\n");
  write_file(place.folder / "P.proto",
             "#VRML_SIM R2025a utf8\n# template language: javascript\nPROTO P [ ] { Group { "
             "%< while (true) { } >% } }\n");
  CHECK(contains(place.check({"--limit", "file_bytes=50"}).out, "(--limit file_bytes=N raises it)"));
  const std::string nodes = place.check({"--limit", "nodes=5"}).out;
  CHECK(contains(nodes, "USE makes too many copies: the limit is 5 nodes (--limit nodes=N raises it)"));
  CHECK(contains(place.check({"--limit", "template_seconds=1"}).out, "--limit template_"));
}

TEST_CASE("A template's memory, instructions and text have limits of their own") {
  const Place place("EXTERNPROTO \"P.proto\"\nP { }\n");
  const auto check = [&](const std::string& language, const std::string& code, const std::string& limit) {
    write_file(place.folder / "P.proto",
               "#VRML_SIM R2025a utf8\n" + language + "PROTO P [ ] { Group { children [ " + code + " ] } }\n");
    CHECK(place.check().exit_code == 0);
    const ProgramResult result = place.check({"--limit", limit});
    INFO(result.out);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.out, "P.proto:"));
    CHECK(contains(result.out, fmt::format("(--limit {}=N raises it)", limit.substr(0, limit.find('=')))));
  };
  const std::string javascript = "# template language: javascript\n";
  // 30 MB.
  check("", "%{ local t = {} for i = 1, 30000 do t[i] = string.rep('x', 1000) .. i end }%", "template_memory=20000000");
  check("", "%{ for i = 1, 100000 do end }%", "template_instructions=50000");
  // 12 bytes and more each.
  check("", "%{ for i = 1, 100 do }% Group { } %{ end }%", "template_bytes=1000");
  check(javascript, "%< for (let i = 0; i < 100; ++i) { >% Group { } %< } >%", "template_bytes=1000");
  // Files count too: 20 bytes and a name each.
  check(javascript,
        "%< for (let i = 0; i < 100; ++i) wbfile.writeTextFile('f' + i, "
        "'x'.repeat(20)); >% Group { }",
        "template_bytes=1000");
  check("",
        "%{ for i = 1, 100 do local f = io.open(context.temporary_files_path .. 'f' .. i, 'w') "
        "f:write(string.rep('x', 20)) f:close() end }% Group { }",
        "template_bytes=1000");
  // JavaScript's memory is looked at every 20 ms.
  write_file(place.folder / "P.proto", "#VRML_SIM R2025a utf8\n" + javascript +
                                           "PROTO P [ ] { %< let t = []; for (;;) t.push(new Array(1e5).fill(1)); >% "
                                           "Group { } }\n");
  CHECK(contains(place.check({"--limit", "template_memory=50000000"}).out, "(--limit template_memory=N raises it)"));
}

// A machine that is half as fast would see another world.
TEST_CASE("A template that reaches a limit while a world runs ends the run with the limit's name") {
  const std::string how = GENERATE("import", "parameter", "reset");
  const bool is_lua = GENERATE(false, true);
  CAPTURE(how, is_lua);
  const Place place(std::string(how == "import" ? "IMPORTABLE " : "") + "EXTERNPROTO \"P.proto\"\n" +
                    (how == "import" ? "" : "DEF P P { }\n") +
                    "Robot { name \"bot\" supervisor TRUE controller \"edits\" }\n");
  // While it is read nothing is too much: an import is n = 3 from the start.
  const std::string n = how == "import" ? "3" : "1";
  const std::string endless = is_lua
                                  ? "%{ local wbfile = require('wbfile') if fields.n.value == 3 or "
                                    "wbfile.fileExists('endless') then while true do end end }%"
                                  : "%< if (fields.n.value == 3 || wbfile.fileExists('endless')) while (true) { } >%";
  write_file(place.folder / "P.proto", std::string("#VRML_SIM R2025a utf8\n# template language: ") +
                                           (is_lua ? "lua" : "javascript") +
                                           "\n# tags: nonDeterministic\nPROTO P [ field SFInt32 n " + n +
                                           " ] { Solid { name \"p\" " + endless + " } }\n");
  fs::create_directories(place.folder / "controllers/edits");
  write_file(place.folder / "controllers/edits/edits.py", R"(import os
from controller import Supervisor
robot = Supervisor()
robot.step(10)
robot.step(10)
how = os.environ["HOW"]
if how == "import":
    robot.getRoot().getField("children").importMFNodeFromString(-1, "P { }")
elif how == "parameter":
    robot.getFromDef("P").getField("n").setSFInt32(3)
else:
    open("../../endless", "w").close()
    robot.simulationReset()
while robot.step(10) != -1:
    pass
)");
  const std::string limit = is_lua ? "template_instructions" : "template_seconds";
  const ProgramResult result =
      place.run({"--limit", limit + (is_lua ? "=1000000" : "=1"), "--env", "HOW=" + how}, "10s");
  INFO(result.err);
  CHECK(result.exit_code == 9);
  CHECK(contains(place.message(), "P.proto:4:"));
  CHECK(contains(place.message(), "the template runs too long: the limit is "));
  CHECK(contains(place.message(), "(--limit " + limit + "=N raises it)"));
  // What was simulated before counts.
  if (how != "reset") CHECK(Json::parse(read_file(place.folder / "v.json"))["steps"] == 2);
}

TEST_CASE("A template that needs more memory than the process may have is no error of the world") {
  const Place place("EXTERNPROTO \"P.proto\"\nP { }\n");
  const bool is_lua = GENERATE(false, true);
  // 400 MB, of the 512 that it may have. It holds them for a while: a sandbox looks now and then.
  write_file(place.folder / "P.proto",
             is_lua
                 ? "#VRML_SIM R2025a utf8\n# template language: lua\nPROTO P [ ] { Group { %{ local t = {} for i = 1, "
                   "400 do t[i] = string.rep('x', 1000000) .. i end }% } }\n"
                 : "#VRML_SIM R2025a utf8\n# template language: javascript\nPROTO P [ ] { Group { %< const t = []; for "
                   "(let i = 0; i < 400; ++i) t.push(new Uint8Array(1e6).fill(1)); for (let i = 0; i < 20; ++i) for "
                   "(const each of t) each.fill(i); >% } }\n");
  CHECK(place.run().exit_code == 0);
  const ProgramResult result =
      run_program("/bin/sh", {"-c", "ulimit -d 400000; exec \"$L\" run w.wbt --duration 50ms --verdict v.json"},
                  {.directory = place.folder.path(), .environment = {"L=" LIGHTSOUT_EXECUTABLE}});
  INFO(result.err);
  CHECK(result.exit_code == 9);
  CHECK(!contains(result.err, "template_memory"));
  const ProgramResult confined = place.run({"--sandbox", "--limit", "sandbox_memory=150000000"});
  INFO(confined.err);
  CHECK(confined.exit_code == 9);
  CHECK(!contains(confined.err, "template_memory"));
  // Where it is to be had.
  if (!contains(confined.err, "bwrap")) CHECK(contains(place.message(), "(--limit sandbox_memory=N raises it)"));
}

TEST_CASE("A template whose file the machine does not take ends the run as such, and no world is read without it") {
  const Place place("EXTERNPROTO \"P.proto\"\nP { }\n");
  const bool is_lua = GENERATE(false, true);
  const std::string code = is_lua ? "%{ local f = io.open(context.temporary_files_path .. 'm', 'w') "
                                    "f:write(string.rep('x', 20000)) f:close() }%"
                                  : "%< wbfile.writeTextFile('m', 'x'.repeat(20000)); >%";
  write_file(place.folder / "P.proto", std::string("#VRML_SIM R2025a utf8\n# template language: ") +
                                           (is_lua ? "lua" : "javascript") + "\nPROTO P [ ] { Group { children [ " +
                                           code + " ] } }\n");
  CHECK(place.run().exit_code == 0);
  // No file may be longer than 16 blocks of 512 bytes.
  const ProgramResult result =
      run_program("/bin/sh", {"-c", "ulimit -f 16; exec \"$L\" run w.wbt --duration 50ms --verdict v.json"},
                  {.directory = place.folder.path(), .environment = {"L=" LIGHTSOUT_EXECUTABLE}});
  INFO(result.err);
  CHECK(result.exit_code == 9);
  CHECK(contains(place.message(), "a template cannot write"));
}

// Sanitizers end the reader themselves where memory lacks.
#if !LIGHTSOUT_SANITIZER()

TEST_CASE("A mesh that makes its reader take all memory is an error of the world") {
  const Place place("Solid { boundingObject Mesh { url \"m.dae\" } }\n");
  write_file(place.folder / "m.dae", collada("0 1 2 0 1 3"));
  CHECK(place.check().exit_code == 0);
  write_file(place.folder / "m.dae", collada("0 1 2 0 x 3"));
  const ProgramResult result = place.check({"--limit", "mesh_memory=300000000", "--limit", "mesh_seconds=5"});
  INFO(result.out);
  CHECK(result.exit_code == 1);
  CHECK(contains(result.out, "w.wbt:3:35: error: "));
  CHECK(contains(result.out, "--limit mesh_"));
}

#endif

TEST_CASE("A face of very many corners is an error where it stands") {
  std::string points, corners;
  for (int i = 0; i < 30; ++i) {
    points += fmt::format("{} {} 0 ", i % 2 + i, i);
    corners += fmt::format("{} ", i);
  }
  const Place place("Solid { boundingObject IndexedFaceSet { convex FALSE coord Coordinate { point [ " + points +
                    "] } coordIndex [ " + corners + "-1 ] } }\n");
  CHECK(place.check().exit_code == 0);
  const ProgramResult result = place.check({"--limit", "face_corners=29"});
  CHECK(result.exit_code == 1);
  CHECK(contains(result.out, "a face of 30 corners: the limit is 29 corners (--limit face_corners=N raises it)"));
}

TEST_CASE("Shapes without number that are all near each other end the run with the limit's name") {
  // n (n - 1) / 2 pairs.
  std::string boxes = "DEF B Solid { boundingObject Box { } physics Physics { } }\n";
  for (int i = 1; i < 30; ++i)
    boxes += fmt::format("Solid {{ name \"{}\" boundingObject Box {{ }} physics Physics {{ }} }}\n", i);
  const Place place(boxes);
  const ProgramResult result = place.run({"--limit", "pairs=434"});
  CHECK(result.exit_code == 9);
  CHECK(contains(place.message(), "too many shapes are near each other: the limit is 434 pairs"));
  CHECK(place.run({"--limit", "pairs=435"}, "0").exit_code == 0);
}

TEST_CASE("What a controller sends has limits") {
  const Place place("Robot { name \"bot\" children [ Emitter { } ] controller \"sends\" }\n");
  fs::create_directories(place.folder / "controllers/sends");
  write_file(place.folder / "controllers/sends/sends.py",
             "from controller import Robot\nrobot = Robot()\nemitter = robot.getDevice('emitter')\n"
             "for i in range(10):\n  emitter.send(bytes(1000))\nrobot.step(10)\n");
  CHECK(place.run().exit_code == 0);
  const ProgramResult packets = place.run({"--limit", "packet_bytes=5000"});
  CHECK(packets.exit_code == 9);
  CHECK(contains(place.message(), "bot.emitter sends too much in one step: the limit is 5000 bytes"));
  const ProgramResult messages = place.run({"--limit", "message_bytes=500"});
  CHECK(messages.exit_code == 9);
  CHECK(contains(place.message(), "(--limit message_bytes=N raises it)"));
}

TEST_CASE("What a controller leaves as metrics, and a movie that a supervisor asks for, have limits") {
  const Place place("Robot { name \"bot\" supervisor TRUE controller \"leaves\" }\n");
  fs::create_directories(place.folder / "controllers/leaves");
  write_file(place.folder / "controllers/leaves/leaves.py", R"(import os
from controller import Supervisor
robot = Supervisor()
robot.step(10)
with open(os.environ["LIGHTSOUT_METRICS"], "w") as file:
    file.write('{"a": "%s"}' % (1000 * "x"))
robot.movieStartRecording("m.mp4", 320, 240, 0, 80, 1, False)
)");
  CHECK(place.run({"--limit", "metrics_bytes=1009"}).err.find("metrics_bytes") == std::string::npos);
  // {"a": ""} and 1000 characters.
  CHECK(contains(place.run({"--limit", "metrics_bytes=1008"}).err,
                 "they have 1009 bytes: the limit is 1008 bytes (--limit metrics_bytes=N raises it)"));
  CHECK(contains(place.run({"--limit", "movie_pixels=76799"}).err,
                 "a movie of 320 x 240 pixels: the limit is 76799 pixels (--limit movie_pixels=N raises it)"));
  // What is copied for the sandbox counts too.
  const ProgramResult sandbox = place.run({"--sandbox", "--limit", "sandbox_bytes=100"});
  INFO(sandbox.err);
  if (contains(sandbox.err, "sandbox_bytes")) {
    CHECK(contains(sandbox.err, "is too large to be copied for the sandbox: the limit is 100 bytes"));
  } else {
    CHECK(contains(sandbox.err, "sandbox"));  // it is not to be had here
  }
}

TEST_CASE("The pictures that a display keeps have a limit, those that are deleted do not count") {
  const Place place("Robot { name \"bot\" controller \"keeps\" children [ Display { width 10 height 10 } ] }\n");
  fs::create_directories(place.folder / "controllers/keeps");
  // 400 bytes each: two at once, then three.
  write_file(place.folder / "controllers/keeps/keeps.py", R"(from controller import Robot
robot = Robot()
display = robot.getDevice("display")
for i in range(5):
    first, second = display.imageCopy(0, 0, 10, 10), display.imageCopy(0, 0, 10, 10)
    robot.step(10)
    display.imageDelete(first)
    display.imageDelete(second)
kept = [display.imageCopy(0, 0, 10, 10) for i in range(3)]
robot.step(10)
)");
  CHECK(place.run({"--limit", "clipboard_bytes=1200"}, "1s").exit_code == 0);
  const ProgramResult more = place.run({"--limit", "clipboard_bytes=1199"}, "1s");
  INFO(more.err);
  CHECK(more.exit_code == 9);
  CHECK(contains(place.message(), "bot.display keeps too many pictures: the limit is 1199 bytes"));
  CHECK(contains(place.message(), "(--limit clipboard_bytes=N raises it)"));
  // The two at once were none too many.
  CHECK(place.run({"--limit", "clipboard_bytes=800"}, "50ms").exit_code == 0);
}

TEST_CASE("A picture says its size before memory is taken for it") {
  const TemporaryFolder folder;
  // The head of a PNG file (PNG specification, 11.2.2 IHDR) of 60000 x 60000 pixels, and the begin of its data.
  constexpr unsigned char head[] = {0x89, 'P',  'N',  'G',  13,   10,   26, 10, 0,    0,    0,   13,  'I', 'H',
                                    'D',  'R',  0,    0,    0xea, 0x60, 0,  0,  0xea, 0x60, 8,   2,   0,   0,
                                    0,    0x0f, 0xb0, 0xe2, 0x15, 0,    0,  0,  0,    'I',  'D', 'A', 'T'};
  write_file(folder / "bomb.png", std::string(reinterpret_cast<const char*>(head), sizeof head));
  const auto image = read_image_file(folder / "bomb.png");
  REQUIRE(!image);
  CHECK(image.error() == "has 60000 x 60000 pixels: the limit is 268435456 pixels (--limit image_pixels=N raises it)");
}

TEST_CASE("The memory of a run is held to its limit however short the run is") {
  const Place place("Solid { }");
  const ProgramResult result = place.run({"--limit", "run_memory=1"});
  INFO(result.err);
  CHECK(result.exit_code == 9);
  CHECK(contains(read_file(place.folder / "v.json"), "--limit run_memory=N raises it"));
}

TEST_CASE("Metrics beyond their limit end the run as other limits do") {
  const Place place("Robot { controller \"c\" }");
  fs::create_directories(place.folder / "controllers/c");
  write_file(place.folder / "controllers/c/c.py",
             "import os\nfrom controller import Robot\nrobot = Robot()\nrobot.step(10)\n"
             "open(os.environ['LIGHTSOUT_METRICS'], 'w').write('{\"a\": \"' + 'x' * 200 + '\"}')\n");
  const ProgramResult result = place.run({"--limit", "metrics_bytes=100"});
  INFO(result.err);
  CHECK(result.exit_code == 9);
  CHECK(contains(result.err, "they have 209 bytes: the limit is 100 bytes (--limit metrics_bytes=N raises it)"));
}

TEST_CASE("Sides of an image whose product no number holds are beyond the limit too") {
  for (const std::string device :
       {"Camera { width 2147483647 height 2147483647 }", "Display { width 2147483647 height 2147483647 }",
        "RangeFinder { width 2147483647 height 2147483647 }",
        "Lidar { horizontalResolution 2147483647 numberOfLayers 2147483647 }", "Camera { width 46341 height 46341 }",
        "Camera { width 65536 height 65536 }"}) {
    const Place place("Robot { children [ " + device + " ] }");
    const ProgramResult result = place.check();
    INFO(result.out);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.out, "--limit bulk_bytes=N raises it) [beyond-limit]"));
  }
}

TEST_CASE("A sound is a plain file of bounded size, whatever its name leads to") {
  const Place place("Robot { controller \"c\" children [ Speaker { } ] }");
  fs::create_directories(place.folder / "controllers/c");
  const auto play = [&](const std::string& sound) {
    write_file(place.folder / "controllers/c/c.py",
               "from controller import Robot, Speaker\nrobot = Robot()\nspeaker = robot.getDevice('speaker')\n"
               "Speaker.playSound(speaker, speaker, '" +
                   (place.folder / sound).string() + "', 1, 1, 0, False)\nwhile robot.step(10) != -1: pass\n");
    return place.run({"--allow", "outside", "--limit", "file_bytes=100000"});
  };
  // Both would be read for ever.
  REQUIRE(::mkfifo((place.folder / "pipe.wav").c_str(), 0600) == 0);
  fs::create_symlink("/dev/zero", place.folder / "zero.wav");
  for (const char* sound : {"pipe.wav", "zero.wav"}) {
    const ProgramResult result = play(sound);
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(contains(result.err, sound));
    CHECK(contains(result.err, "warning"));
  }
  write_file(place.folder / "long.wav", std::string(100001, 'x'));
  const ProgramResult result = play("long.wav");
  INFO(result.err);
  CHECK(contains(result.err, "--limit file_bytes=N raises it"));
}

TEST_CASE(
    "Folders that a controller leaves deep in each other take little memory to be removed, however the run ends") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "worlds");
  fs::create_directories(folder / "controllers/digs");
  fs::create_directory(folder / "tmp");
  write_file(folder / "controllers/digs/digs.py",
             "import os\n"
             "from controller import Robot\n"
             "robot = Robot()\n"
             "os.chdir(os.path.dirname(os.environ['LIGHTSOUT_METRICS']))\n"
             "for i in range(1500):\n"
             "    name = 'd' * 200\n"
             "    os.mkdir(name)\n"
             "    os.chdir(name)\n"
             "os.chmod('.', 0)\n"
             "print('has dug', flush=True)\n"
             "while robot.step(32) != -1: pass\n");
  write_file(folder / "worlds/w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { }\nRobot { controller \"digs\" }\n");
  const auto left = [&] { return std::distance(fs::directory_iterator(folder / "tmp"), {}); };
  for (const int signal : {0, SIGTERM, SIGKILL}) {
    INFO("signal " << signal);
    long peak_kb = 0;
    bool sent = false;
    fs::remove(folder / "log");
    const ProgramResult result = run_lightsout(
        {"run", "worlds/w.wbt", "--duration", signal == 0 ? "64ms" : "1h", "--realtime", "--log", "log"},
        {.directory = folder.path(), .environment = {"TMPDIR=" + (folder / "tmp").string()}, .watch = [&](pid_t pid) {
           std::ifstream status(fmt::format("/proc/{}/status", pid));
           for (std::string line; std::getline(status, line);)
             if (line.starts_with("VmHWM:")) peak_kb = std::max(peak_kb, std::strtol(line.c_str() + 6, nullptr, 10));
           if (signal != 0 && !sent && contains(read_file(folder / "log"), "has dug")) sent = ::kill(pid, signal) == 0;
         }});
    INFO(result.err);
    CHECK(result.exit_code == (signal == 0 ? 0 : signal == SIGTERM ? 8 : -1));
    // Their paths come to 225 MB, and more as a list of names.
    CHECK(peak_kb < 300'000);
    // After a signal a run has two seconds for it, and its guard does the rest.
    if (signal == 0) CHECK(left() == 0);
    for (int look = 0; look < 100 && left() > 0; ++look) ::usleep(100'000);
    CHECK(left() == 0);
  }
}
