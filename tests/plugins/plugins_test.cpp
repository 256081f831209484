// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Physics plugins and joint callbacks through the executable: the samples against closed forms, and what goes wrong in
// plugins reported as what it is. Plugins are built from their sources by the first run that names them.
#include <catch2/catch.hpp>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

// The last sample of a trajectory, by column.
std::map<std::string, double> last_sample(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (text[begin] != '#') lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  REQUIRE(lines.size() > 1);
  std::map<std::string, double> sample;
  const char *name = lines.front().c_str(), *number = lines.back().c_str();
  while (*name) {
    const char* name_end = name;
    while (*name_end && *name_end != ',') ++name_end;
    double value = 0;
    const auto [rest, error] = std::from_chars(number, lines.back().c_str() + lines.back().size(), value);
    REQUIRE(error == std::errc());
    sample[std::string(name, name_end)] = value;
    name = *name_end ? name_end + 1 : name_end;
    number = *rest ? rest + 1 : rest;
  }
  return sample;
}

std::map<std::string, double> run_sample(const std::string& world, const std::string& duration,
                                         std::vector<std::string> more = {}) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments{"run",           "worlds/" + world + ".wbt", "--duration", duration, "--record",
                                     folder / "t.csv"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ProgramResult result = run_lightsout(arguments, {.timeout = 240});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  return last_sample(read_file(folder / "t.csv"));
}

std::string run_bad(const std::string& world) {
  const ProgramResult result = run_lightsout(
      {"run", "tests/plugins/project/worlds/" + world + ".wbt", "--duration", "1s", "--plugin-timeout", "1s"},
      {.timeout = 240});
  CHECK(result.exit_code == 5);
  return result.err;
}

void check_says(const std::string& text, const std::string& part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
}

const std::string pid_bindings = R"(
    parameters: {PID_P: 0.02, PID_I: 0.001, PID_D: 0.00001}
    max_force: 100
    velocity_limit: 3
    target: {table: [[0, 0.5], [2, 1.0], [3, -0.5]]}
)";

std::string joint_law_library(const TemporaryFolder& folder, const std::string& name) {
  const std::string library = folder / ("lib" + name + ".so");
  const ProgramResult built =
      run_program("g++", {"-std=c++17", "-O2", "-fPIC", "-shared", "-ffp-contract=off", "-Iplugins/include",
                          "plugins/joint_callbacks/pid/" + name + ".cpp", "-o", library});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  return library;
}

}  // namespace

TEST_CASE("Wind pushes a crate towards its own speed") {
  // m u' = -k u^2 for the crate's lag u behind the wind: u = w / (1 + k w t / m), k = 1.2 / 2 (a cube of 1 m2 faces).
  const auto end = run_sample("wind", "4s");
  const double wind = 5, lag = wind / (1 + 0.6 * wind * 4 / 2);
  CHECK(end.at("CRATE.vx") == Approx(wind - lag).epsilon(1e-3));
}

TEST_CASE("Runs that start at once build their plugin once") {
  const TemporaryFolder project;
  std::filesystem::create_directories(project / "worlds");
  std::filesystem::create_directories(project / "plugins/physics/wind");
  write_file(project / "worlds/wind.wbt", read_file(LIGHTSOUT_SOURCE_DIR "/worlds/wind.wbt"));
  for (const char* name : {"Makefile", "wind.c"})
    write_file(project / (std::string("plugins/physics/wind/") + name),
               read_file(std::string(LIGHTSOUT_SOURCE_DIR "/plugins/physics/wind/") + name));
  const std::string run = LIGHTSOUT_EXECUTABLE " run worlds/wind.wbt --duration 0.1s --hash";
  const ProgramResult result = run_program("bash", {"-c", "for i in 1 2 3 4; do " + run + R"( & runs+=($!); done
                                  for run in "${runs[@]}"; do wait "$run" || exit; done)"},
                                           {.directory = project.path(), .timeout = 240});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  // Four hashes, and all the same.
  const std::string first = result.out.substr(0, result.out.find('\n') + 1);
  CHECK(result.out == first + first + first + first);
}

TEST_CASE("A blimp neither falls nor outruns its drag") {
  const auto end = run_sample("blimp", "4s");
  CHECK(end.at("BLIMP.vx") == Approx(0.5 / 0.25 * (1 - std::exp(-0.25 * 4 / 1.5))).epsilon(2e-3));
  CHECK(end.at("BLIMP.z") == Approx(2).margin(1e-12));
}

TEST_CASE("A hull floats where it displaces its own mass") {
  const auto end = run_sample("swimmer", "15s");
  CHECK(end.at("HULL.z") == Approx(0.4 / 2 - 60 / (1000 * 1 * 0.5)).margin(1e-4));
}

TEST_CASE("A wheel on a suspension axis sags by m g / k while it turns") {
  const auto end = run_sample("suspended_wheel", "4s");
  const double sag = 2 * 9.81 / 4000;
  // The stand's own joint gives way by a few hundredths of a millimetre.
  CHECK(end.at("WHEEL.z") == Approx(0.5 - sag).margin(5e-5));
}

TEST_CASE("A universal joint keeps two shafts together and passes on no more than there is") {
  const auto end = run_sample("universal_joint", "4s");
  // The shafts' ends, half a metre along each, meet where the joint is.
  const auto end_of = [&](const std::string& shaft, double along) {
    const double w = end.at(shaft + ".qw"), z = end.at(shaft + ".qz");
    return std::pair(end.at(shaft + ".x") + along * (1 - 2 * z * z), end.at(shaft + ".y") + along * 2 * w * z);
  };
  const auto [x1, y1] = end_of("DRIVING_SHAFT", 0.5);
  const auto [x2, y2] = end_of("DRIVEN_SHAFT", -0.5);
  CHECK(x1 == Approx(x2).margin(1e-3));
  CHECK(y1 == Approx(y2).margin(1e-3));
  CHECK(end.at("DRIVING_SHAFT.vy") + end.at("DRIVEN_SHAFT.vy") == Approx(0.2).margin(1e-9));
}

TEST_CASE("Feet bear the weight of what stands on them") {
  const ProgramResult result = run_lightsout({"run", "worlds/contact_feet.wbt", "--duration", "4s"}, {.timeout = 240});
  CHECK(result.exit_code == 0);
  check_says(result.err, "feet bear 98.1000 N");  // 10 kg
}

TEST_CASE("A robot flies by the thrust that its controller sends, as high as the plugin's ray says") {
  const TemporaryFolder folder;
  const std::string drawing = folder / "d.jsonl";
  const auto end = run_sample("flying_robot", "15s", {"--plugin-drawing", drawing});
  CHECK(end.at("FLYER.z") == Approx(2).margin(1e-3));
  // The ray is drawn from the robot to the ground.
  check_says(read_file(drawing), R"("kind":"lines","size":2)");
}

TEST_CASE("Runs with plugins repeat") {
  for (const std::string world : {"wind", "contact_feet"}) {
    const ProgramResult result = run_lightsout(
        {"run", "worlds/" + world + ".wbt", "--duration", "1s", "--repeat", "3", "--verify"}, {.timeout = 240});
    INFO(result.err);
    CHECK(result.exit_code == 0);
  }
}

TEST_CASE("A crash names the callback, the step, the function, file and line, the trajectory is kept") {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_lightsout({"run", "tests/plugins/project/worlds/crash.wbt", "--duration", "1s", "--record", folder / "t.csv"},
                    {.timeout = 240});
  CHECK(result.exit_code == 5);
  check_says(result.err, "SIGSEGV");
  check_says(result.err, "in webots_physics_step, step 5");
  check_says(result.err, "crash.c:7 in push");
  CHECK(last_sample(read_file(folder / "t.csv")).at("time") >= 0.04);
}

TEST_CASE("What goes wrong in a plugin is reported as what it is") {
  check_says(run_bad("null_id"), "Bad argument(s) in dBodyAddForce()");
  check_says(run_bad("hang"), "did not return within 1 s");
  check_says(run_bad("stale_id"), "an ODE object that had been destroyed");
  check_says(run_bad("stale_body"), "changed an ODE object that had been destroyed");
  check_says(run_bad("bad_group"), "destroyed the simulator's contact joint group");
  check_says(run_bad("overflow"), "SIGSEGV");
  check_says(run_bad("throws"), "std::runtime_error: nothing to push");
}

TEST_CASE("A library that cannot be loaded says all that is wrong with it") {
  check_says(run_bad("missing_callback"), "it has no webots_physics_cleanup()");
  const std::string text = run_bad("missing_symbols");
  check_says(text, "undefined symbol wb_robot_step: the controller API");
  check_says(text, "undefined symbol dWorldStepFast1: ODE before 0.12");
  check_says(text, "undefined symbol nowhere_to_be_found");
}

TEST_CASE("A guarded run reports a crash with the same exit code") {
  const ProgramResult result = run_lightsout(
      {"run", "tests/plugins/project/worlds/crash.wbt", "--duration", "1s", "--plugin-guard"}, {.timeout = 240});
  CHECK(result.exit_code == 5);
}

TEST_CASE("The PID in Lua and in C++ brings a joint to its target with equal hashes") {
  const TemporaryFolder folder;
  const std::string lua = std::string(LIGHTSOUT_SOURCE_DIR) + "/plugins/joint_callbacks/pid/pid.lua";
  write_file(folder / "lua.yaml", "passes: 10\njoint_callbacks:\n  - joint: HINGE\n    lua: " + lua + pid_bindings);
  write_file(folder / "cpp.yaml", "passes: 10\njoint_callbacks:\n  - joint: HINGE\n    function: pid\n    library: " +
                                      joint_law_library(folder, "pid") + pid_bindings);
  std::string hashes[2];
  int i = 0;
  for (const std::string file : {"lua.yaml", "cpp.yaml"}) {
    const ProgramResult result = run_lightsout({"run", "worlds/pendulum.wbt", "--duration", "5s", "--run-file",
                                                folder / file, "--hash", "--record", folder / "t.csv"},
                                               {.timeout = 240});
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    hashes[i++] = result.out;
    // The integral part is still at work: within a thousandth of a radian.
    CHECK(last_sample(read_file(folder / "t.csv")).at("STAND.BOB.joint") == Approx(-0.5).margin(1e-3));
  }
  CHECK(hashes[0] == hashes[1]);
}

TEST_CASE("Computed torque makes the error obey the equation that its gains set, whatever the link weighs") {
  const TemporaryFolder folder;
  // A bob of 2 kg and radius 0.1 m, 1 m from the joint: I = m l^2 + 2/5 m r^2.
  write_file(folder / "r.yaml",
             "passes: 20\njoint_callbacks:\n  - joint: HINGE\n    function: computed_torque\n    library: " +
                 joint_law_library(folder, "computed_torque") +
                 "\n    parameters: {mass: 2, length: 1, inertia: 2.008, gravity: 9.81, kp: 25, kd: 10}\n"
                 "    max_force: 1000\n    velocity_limit: 1000\n    target: 1.0\n");
  const ProgramResult result = run_lightsout({"run", "worlds/pendulum.wbt", "--duration", "400ms", "--run-file",
                                              folder / "r.yaml", "--record", folder / "t.csv"},
                                             {.timeout = 240});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  // Critically damped from 0.5 to 1: e = 0.5 (1 + w t) exp(-w t), w = 5 / s. The integrator errs by about w h of it.
  const double t = 0.4, w = 5, h = 0.0001;
  CHECK(last_sample(read_file(folder / "t.csv")).at("STAND.BOB.joint") ==
        Approx(1 - 0.5 * (1 + w * t) * std::exp(-w * t)).margin(0.5 * w * h));
}

TEST_CASE("A cyclic joint goes the shortest way round, across its wrap") {
  const TemporaryFolder folder;
  const std::string lua = std::string(LIGHTSOUT_SOURCE_DIR) + "/plugins/joint_callbacks/pid/pid.lua";
  write_file(folder / "r.yaml", "joint_callbacks:\n  - joint: HINGE\n    lua: " + lua +
                                    "\n    parameters: {PID_P: 0.02, PID_I: 0, PID_D: 0}\n    max_force: 1000\n    "
                                    "velocity_limit: 3\n    cyclic: true\n"
                                    "    target: {table: [[0, 0.5], [1, 3], [1.001, -3]]}\n");
  // From 0.5 towards 3, then -3, which is 2 pi - 3 = 3.28 the short way: the unwrapped angle goes on upwards.
  const TemporaryFolder out;
  const ProgramResult result = run_lightsout(
      {"run", "worlds/pendulum.wbt", "--duration", "6s", "--run-file", folder / "r.yaml", "--record", out / "t.csv"},
      {.timeout = 240});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  CHECK(last_sample(read_file(out / "t.csv")).at("STAND.BOB.joint") == Approx(2 * M_PI - 3).margin(1e-2));
}

TEST_CASE("A joint callback that fails stops the run with its line") {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& script) {
    write_file(folder / "law.lua", script);
    write_file(folder / "r.yaml", "joint_callbacks:\n  - joint: HINGE\n    lua: law.lua\n");
    const ProgramResult result = run_lightsout(
        {"run", "worlds/pendulum.wbt", "--duration", "1s", "--run-file", folder / "r.yaml"}, {.timeout = 240});
    CHECK(result.exit_code == 5);
    return result.err;
  };
  check_says(run("function sysCall_jointCallback(inData)\n  return nothing.force\nend\n"), "law.lua:2:");
  check_says(run("function sysCall_jointCallback(inData)\n  return {force = 1, velocity = 0 / 0}\nend\n"), "velocity");
  check_says(run("function sysCall_jointCallback(inData)\n  return 7\nend\n"), "returned number instead of a table");
  check_says(run("function sysCall_jointCallback(inData)\n  return {force = 1, velocity = 'fast'}\nend\n"),
             "returned string as \"velocity\"");
  check_says(run("x = 1\n"), "defines no function sysCall_joint(inData), nor sysCall_jointCallback(inData)");
}

TEST_CASE("DEF names lead to the geoms and bodies that the manual's table names") {
  // Webots reference, "Structure of ODE objects" and "Utility functions". Stock ODE needs no transform geoms: a pose is
  // an offset (0.5 m above the centre of mass here).
  const ProgramResult result =
      run_lightsout({"run", "tests/plugins/project/worlds/geoms.wbt", "--duration", "8ms"}, {.timeout = 240});
  CHECK(result.exit_code == 0);
  for (const char* line :
       {"BOX: dBoxClass, its body, offset 0\n", "SPHERE: dSphereClass, its body, offset 0\n",
        "CYLINDER: dCylinderClass, its body, offset 0\n", "CAPSULE: dCapsuleClass, its body, offset 0\n",
        "PLANE: dPlaneClass, no body", "FACES: dTriMeshClass, its body", "GRID: dHeightfieldClass, no body",
        "SHAPE: dBoxClass, its body, offset 0\n", "POSED: dBoxClass, its body, offset 0.5\n",
        "GROUP: dSimpleSpaceClass of 2, a body", "BARE: no geom, a body", "STATIC: dBoxClass, no body",
        // No Solid.
        "LIGHT: no geom, no body", "NOBODY: no geom, no body",
        // Dots scope and may skip levels, also those of nodes that are no Solids; not the other way round.
        "geoms: HAND: dBoxClass, its body", "geoms: ARM.HAND: dBoxClass, its body",
        "geoms: ROBOT.HAND: dBoxClass, its body", "ROBOT.ARM.HAND: dBoxClass, its body",
        "geoms: LEG.HAND: no geom, no body", "HAND.ARM: no geom, no body", "ROBOT.LEG.HAND: no geom, no body",
        "OTHER.HAND: no geom, no body",
        // A merged Solid has the body of all; one without Physics has none.
        "merged: 1, without Physics: 0", "merged mass 3; null 1 1", "same world 1, in a space 1"})
    check_says(result.err, line);
}

namespace {

// The world of ids.wbt for a second, its supervisor with this argument.
ProgramResult run_ids(const TemporaryFolder& folder, const std::string& argument) {
  const std::filesystem::path project = std::filesystem::path(LIGHTSOUT_SOURCE_DIR) / "tests/plugins/project";
  std::string world = read_file(project / "worlds/ids.wbt");
  const std::string controller = "controller \"edits\"";
  world.insert(world.find(controller) + controller.size(), " controllerArgs [ \"" + argument + "\" ]");
  for (const char* source :
       {"plugins/physics/holds_ids/holds_ids.c", "controllers/edits/edits.c", "protos/Crate.proto"}) {
    if (std::filesystem::exists(folder / source)) continue;
    std::filesystem::create_directories((folder / source).parent_path());
    write_file(folder / source, read_file(project / source));
  }
  std::filesystem::create_directories(folder / "worlds");
  write_file(folder / "worlds/ids.wbt", world);
  ProgramResult result = run_lightsout(
      {"run", folder / "worlds/ids.wbt", "--duration", "1s", "--verdict", folder / "ids.json"}, {.timeout = 240});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  // Of the last state: that of the run sees the edits too.
  result.out = nlohmann::json::parse(read_file(folder / "ids.json"))["state_hash"];
  return result;
}

}  // namespace

TEST_CASE("Ids of bodies and geoms, and what a plugin made with them, outlive edits of every kind") {
  const TemporaryFolder folder;
  const std::string text = run_ids(folder, "all").err;
  CHECK(text.find("is another") == std::string::npos);
  // 125 steps; each of the ten edits, one every eighth step, made a new scene.
  check_says(text, "after 125 steps and 11 scenes\n");
  // Without gravity nothing moves it.
  check_says(text, "floater 3.000000000, data 1\n");
  check_says(text, "bob swings at 1.000");
  // As fast as its motor, 2 rad/s, which gives way a little (CFM 1e-5 times 20 to 30 N m).
  check_says(text, "hand turns at 2.00\n");
  // On the plugin's ledge, 2 m high, by the plugin's contacts.
  check_says(text, "ball lies at 2.100\n");
  check_says(text, "feeler felt the floor 0 steps ago\n");
  // m g / k = 2 * 9.81 / 4000.
  check_says(text, "wheel sags by 0.0049");
  check_says(text, " along 1\n");
  // 0.5 m/s for 125 steps of 8 ms.
  check_says(text, "drifter at 0.500000\n");
  check_says(text, "sized is 0.4 wide, child has radius 0.04, pair is a space of 2\n");
  // In the tenth edit, at the end of step 80.
  check_says(text, "doomed was gone at step 81\n");
}

TEST_CASE("A new scene in place of an equal one moves in the same bits, plugin's joints and bodies included") {
  const TemporaryFolder folder;
  const ProgramResult untouched = run_ids(folder, "none"), edited = run_ids(folder, "same");
  check_says(untouched.err, "and 1 scenes\n");
  check_says(edited.err, "and 11 scenes\n");
  CHECK(edited.out == untouched.out);
}

TEST_CASE(
    "A plugin is asked about a Group's space as a whole, then about its geoms, and about two geoms of its own space") {
  // Webots (WbSimulationCluster::odeNearCallback) asks about spaces first, and looks into those that are left to it.
  const TemporaryFolder folder;
  const ProgramResult result = run_lightsout(
      {"run", "tests/plugins/project/worlds/spaces.wbt", "--duration", "1s", "--record", folder / "t.csv"},
      {.timeout = 240});
  CHECK(result.exit_code == 0);
  check_says(result.err, "handled 1 + 0, left 1 + 2, own 1\n");
  // Both stand on the floor, whose top is at 0.1 m: on the plugin's contacts, and on the simulator's.
  const auto end = last_sample(read_file(folder / "t.csv"));
  CHECK(end.at("HANDLED.z") == Approx(0.2).margin(1e-3));
  CHECK(end.at("LEFT.z") == Approx(0.2).margin(1e-3));
}

TEST_CASE("What a plugin acts on wakes, whichever way it acts") {
  const TemporaryFolder folder;
  const ProgramResult result = run_lightsout(
      {"run", "tests/plugins/project/worlds/wakes.wbt", "--duration", "1.4s", "--record", folder / "t.csv"},
      {.timeout = 240});
  INFO(result.out << result.err);
  REQUIRE(result.exit_code == 0);
  check_says(result.out + result.err, "6 sleep");
  check_says(result.out + result.err, "enabled 1");
  const auto now = last_sample(read_file(folder / "t.csv"));
  // 40 steps of 10 ms: v = F t / m, w = M t / (2/5 m r^2), x = x0 cos(sqrt(k / m) t).
  const double t = 0.4, m = 2;
  CHECK(now.at("rail_0.FORCED.vx") == Approx(0.02 * t / m).epsilon(1e-6));
  CHECK(now.at("rail_1.TURNED.wx") == Approx(1e-4 * t / (0.4 * m * 0.0025)).epsilon(1e-6));
  CHECK(now.at("rail_2.THROWN.x") == Approx(0.005 * t).epsilon(1e-6));
  CHECK(now.at("rail_3.PUSHED.vx") == Approx(0.02 * t / m).epsilon(1e-6));
  CHECK(now.at("rail_5.MOVED.x") == Approx(0.1 * std::cos(std::sqrt(8 / m) * t)).epsilon(0.03));
}

TEST_CASE("Packets on channel 0 wait until the plugin receives them, once") {
  const ProgramResult result =
      run_lightsout({"run", "tests/plugins/project/worlds/slow_reader.wbt", "--duration", "100ms"}, {.timeout = 240});
  CHECK(result.exit_code == 0);
  // A letter leaves with each step.
  check_says(result.err, "step 4: 4 bytes \"abcd\", then 0 bytes\n");
  check_says(result.err, "step 8: 4 bytes \"efgh\", then 0 bytes\n");
}

TEST_CASE("Calls without a name or a buffer are told and answered, and the plugin's packets come after the robots'") {
  // Webots warns and goes on (src/webots/plugins/WbPhysicsPlugin.cpp). Emitters act before webots_physics_step.
  const ProgramResult result =
      run_lightsout({"run", "tests/plugins/project/worlds/careless.wbt", "--duration", "40ms"}, {.timeout = 240});
  CHECK(result.exit_code == 0);
  check_says(result.err, "nothing: 1\n");
  check_says(result.err, "dWebotsGetBodyFromDEF was called without a DEF name");
  check_says(result.err, "dWebotsGetGeomFromDEF was called without a DEF name");
  check_says(result.err, "dWebotsSend was called without a buffer");
  // Of both, a letter leaves with each of the four steps.
  check_says(result.err, "came: apbpcpdp\n");
}

TEST_CASE("The CMake functions build plugins and joint laws that run") {
  const TemporaryFolder folder;
  const std::string prefix = std::filesystem::path(LIGHTSOUT_EXECUTABLE).parent_path().parent_path() / "lib/lightsout";
  const auto plugin = folder / "plugins/physics/pusher", law = folder / "law";
  std::filesystem::create_directories(plugin);
  std::filesystem::create_directories(law);
  std::filesystem::create_directories(folder / "worlds");
  write_file(plugin / "pusher.c",
             "#include <plugins/physics.h>\nvoid webots_physics_step() {\n"
             "  dBodyAddForce(dWebotsGetBodyFromDEF(\"CART\"), 4, 0, 0);\n}\nvoid webots_physics_cleanup() {}\n");
  write_file(plugin / "CMakeLists.txt",
             "cmake_minimum_required(VERSION 3.18)\nproject(pusher C)\ninclude($ENV{WEBOTS_HOME}/resources/"
             "lightsout_plugin.cmake)\nlightsout_physics_plugin(pusher pusher.c)\n");
  write_file(
      law / "still.cpp",
      "#include <plugins/joint_callback.h>\nextern \"C\" int still(void*, const lo_joint_in*, lo_joint_out* out) "
      "{\n  out->velocity = 0;\n  out->force = 3;\n  return 0;\n}\n");
  write_file(law / "CMakeLists.txt",
             "cmake_minimum_required(VERSION 3.18)\nproject(still CXX)\ninclude($ENV{WEBOTS_HOME}/resources/"
             "lightsout_plugin.cmake)\nlightsout_joint_callback(still still.cpp)\n");
  std::string world =
      read_file(std::filesystem::path(LIGHTSOUT_SOURCE_DIR) / "tests/plugins/project/worlds/slider.wbt");
  world.replace(world.find("gravity 0"), 9, "gravity 0 physics \"pusher\"");
  world.replace(world.find("Robot {"), world.find("DEF RAIL") - world.find("Robot {"), "");
  write_file(folder / "worlds/pushed.wbt", world);
  for (const auto& source : {plugin, law}) {
    const ProgramOptions options{.environment = {"WEBOTS_HOME=" + prefix}, .timeout = 240};
    const ProgramResult configured =
        run_program("cmake", {"-S", source, "-B", folder / "build" / source.filename()}, options);
    INFO(configured.out << configured.err);
    REQUIRE(configured.exit_code == 0);
    const ProgramResult built = run_program("cmake", {"--build", folder / "build" / source.filename()}, options);
    INFO(built.out << built.err);
    REQUIRE(built.exit_code == 0);
  }
  REQUIRE(std::filesystem::exists(plugin / "libpusher.so"));
  const auto end_of = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"run",           folder / "worlds/pushed.wbt", "--duration", "1s", "--record",
                                       folder / "t.csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult result = run_lightsout(arguments, {.timeout = 240});
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    return last_sample(read_file(folder / "t.csv")).at("RAIL.CART.vx");
  };
  // 4 N on 2 kg for a second; the law's brake takes 3 N of it.
  CHECK(end_of({}) == Approx(2).epsilon(1e-6));
  write_file(folder / "r.yaml",
             "joint_callbacks:\n  - joint: SLIDER\n    function: still\n    library: law/libstill.so\n");
  CHECK(end_of({"--run-file", folder / "r.yaml"}) == Approx(0.5).epsilon(1e-6));
}

TEST_CASE("A joint callback works on a slider without a motor, and begins anew after a reset") {
  const TemporaryFolder folder;
  // The law tells what it is given, and pulls the cart to where it shall be: with a time constant of 1/20 s.
  write_file(
      folder / "law.lua",
      "calls = 0\nfunction sysCall_jointCallback(inData)\n  calls = calls + 1\n"
      "  if inData.first then print('first', calls, inData.revolute, inData.cyclic, inData.targetPos, "
      "inData.maxForce, inData.velUpperLimit, inData.lowLimit < -1e300, inData.passCnt, inData.totalPasses) end\n"
      "  local v = 20 * inData.errorValue\n"
      "  v = math.max(-inData.velUpperLimit, math.min(v, inData.velUpperLimit))\n"
      "  return {force = inData.maxForce, velocity = v}\nend\n");
  write_file(
      folder / "r.yaml",
      "passes: 2\njoint_callbacks:\n  - joint: SLIDER\n    lua: law.lua\n    target: 0.25\n    max_force: 100\n    "
      "velocity_limit: 1\n");
  const ProgramResult result = run_lightsout({"run", "tests/plugins/project/worlds/slider.wbt", "--duration", "1s",
                                              "--run-file", folder / "r.yaml", "--record", folder / "t.csv"},
                                             {.timeout = 240});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  const std::string line = "first\t1\tfalse\tfalse\t0.25\t100.0\t1.0\ttrue\t0\t2";
  std::size_t firsts = 0;
  for (auto at = result.err.find("first\t"); at != std::string::npos; at = result.err.find("first\t", at + 1)) {
    ++firsts;
    CHECK(result.err.compare(at, line.size(), line) == 0);  // its globals are new, too
  }
  CHECK(firsts == 2);
  CHECK(last_sample(read_file(folder / "t.csv")).at("RAIL.CART.joint") == Approx(0.25).margin(1e-4));
}

TEST_CASE("A law in C++ that fails stops the run with what it did") {
  const TemporaryFolder folder;
  write_file(folder / "laws.cpp",
             "#include <plugins/joint_callback.h>\n#include <cmath>\n#include <cstdlib>\n#include <stdexcept>\n"
             "#define LAW(name, body) extern \"C\" int name(void*, const lo_joint_in*, lo_joint_out* out) { body }\n"
             "LAW(nan_force, out->velocity = 1; out->force = NAN; return 0;)\n"
             "LAW(infinite, out->velocity = INFINITY; out->force = 1; return 0;)\n"
             "LAW(negative, out->velocity = 1; out->force = -1; return 0;)\n"
             "LAW(refuses, (void)out; return 3;)\n"
             "LAW(throws, (void)out; throw std::runtime_error(\"no law\");)\n"
             "LAW(exits, (void)out; exit(0);)\n"
             "LAW(crashes, *(volatile int*)0 = 1; (void)out; return 0;)\n");
  const ProgramResult built = run_program("g++", {"-std=c++17", "-g", "-fPIC", "-shared", "-Iplugins/include",
                                                  folder / "laws.cpp", "-o", folder / "liblaws.so"});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const auto run = [&](const std::string& function) {
    write_file(folder / "r.yaml",
               "joint_callbacks:\n  - joint: HINGE\n    library: liblaws.so\n    function: " + function + "\n");
    const ProgramResult result = run_lightsout(
        {"run", "worlds/pendulum.wbt", "--duration", "1s", "--run-file", folder / "r.yaml"}, {.timeout = 240});
    CHECK(result.exit_code == 5);
    return result.err;
  };
  check_says(run("nan_force"), "returned force nan");
  check_says(run("infinite"), "velocity inf");
  check_says(run("negative"), "returned force -1");
  check_says(run("refuses"), "returned 3 (0 is success)");
  check_says(run("throws"), "std::runtime_error: no law");
  check_says(run("exits"), "called exit(0)");
  check_says(run("crashes"), "SIGSEGV");
  check_says(run("not_there"), "exports no function not_there");
}
