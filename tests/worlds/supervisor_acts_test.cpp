// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What supervisors do to a run, by the real executable and the controller tests/controllers/acts: several at once,
// robots that come and go, saving, loading, animations, a thousand resets, and mistakes.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/bodies/solid.h"
#include "engine/programs/sanitizers.h"
#include "engine/recorders/recorder.h"
#include "engine/state/state_hash.h"
#include "tests/support/program.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

const std::filesystem::path worlds = std::filesystem::path(LIGHTSOUT_BUILD_DIR) / "tests/project/worlds";

std::string boss(const std::string& arguments, const std::string& def = "BOSS") {
  return "DEF " + def + " Robot { name \"" + def + "\" supervisor TRUE controller \"acts\" controllerArgs [ " +
         arguments + " ] }\n";
}

const char things[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
DEF VIEW Viewpoint { position 0 0 1 }
DEF MARK Solid { name "mark" translation 0 0 5 }
Solid { name "floor" boundingObject Plane { size 10 10 } }
DEF BALL Solid { name "ball" translation 1 0 0.3 boundingObject Sphere { radius 0.1 } physics Physics { } }
DEF STAND Solid { name "stand" translation 0 3 2 children [
  HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 springConstant 1 dampingConstant 0.1 }
    endPoint DEF BOB Solid { name "bob" translation 0.5 0 0 boundingObject Sphere { radius 0.05 } physics Physics { } } } ] }
)";

ProgramResult run(const std::string& name, const std::string& robots, std::vector<std::string> more = {}) {
  const std::string path = (worlds / (name + ".wbt")).string();
  write_file(path, things + robots);
  std::vector<std::string> arguments{"run", path, "--duration", "60s"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  ProgramResult result = run_lightsout(arguments);
  CHECK(result.err.find("runs as a process") == std::string::npos);
  return result;
}

}  // namespace

TEST_CASE("Of two supervisors that set a field the one later in the tree wins") {
  const ProgramResult result = run("acts_order", boss("\"first\"", "A") + boss("\"last\"", "B"));
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("quit with status 0") != std::string::npos);
}

TEST_CASE("A supervisor that removes its own robot ends with the step") {
  const ProgramResult alone = run("acts_leaves", boss("\"leaves\""));
  CAPTURE(alone.out, alone.err);
  CHECK(alone.exit_code == 0);
  CHECK(alone.err.find("was removed") != std::string::npos);
  // Others go on.
  const ProgramResult watched = run("acts_leaves", boss("\"leaves\"", "A") + boss("\"quits\" \"9\"", "B"));
  CAPTURE(watched.out, watched.err);
  CHECK(watched.exit_code == 9);
}

TEST_CASE("A robot that is removed in the middle of a step takes its controller along") {
  const ProgramResult before = run("acts_removes", boss("\"waits\"", "OTHER") + boss("\"removes\"", "A"));
  CAPTURE(before.out, before.err);
  CHECK(before.exit_code == 6);
  const ProgramResult after = run("acts_removes", boss("\"removes\"", "A") + boss("\"waits\"", "OTHER"));
  CAPTURE(after.out, after.err);
  CHECK(after.exit_code == 6);
}

TEST_CASE("The controller of an imported robot starts") {
  const ProgramResult result = run("acts_imports", boss("\"imports\""));
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 5);
}

TEST_CASE("A step of no duration does what was set, tracked values are those of now") {
  for (const std::string what : {"stands still", "tracks"}) {
    const ProgramResult result = run("acts_now", boss('"' + what + '"'));
    CAPTURE(what, result.out, result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.err.find("quit with status 0") != std::string::npos);
  }
}

TEST_CASE("What is imported gets a name that no sibling has") {
  const ProgramResult result = run("acts_names", boss("\"names\""));
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("quit with status 0") != std::string::npos);
}

TEST_CASE("Handles are good as long as their nodes are there, fields are counted in Webots' order") {
  const ProgramResult result = run("acts_handles", boss("\"handles\""));
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("quit with status 0") != std::string::npos);
}

TEST_CASE("A list is counted anew when a node of it was removed by itself") {
  const ProgramResult result = run("acts_counts", boss("\"counts\""));
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("quit with status 0") != std::string::npos);
}

TEST_CASE("A robot whose field supervisor becomes FALSE is none from the next step on") {
  for (const bool in_process : {false, true}) {
    const std::vector<std::string> options(in_process ? 1 : 0, "--in-process");
    const ProgramResult result = run("acts_resigns", boss("\"resigns\"", "OTHER") + boss("\"appoints\"", "A"), options);
    CAPTURE(result.out, result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.err.find("quit with status 0") != std::string::npos);
    CHECK(result.err.find("is no supervisor") != std::string::npos);
  }
}

TEST_CASE("Devices that a supervisor imports into its own robot are there with the next step") {
  for (const bool in_process : {false, true}) {
    const std::vector<std::string> options(in_process ? 1 : 0, "--in-process");
    const ProgramResult result = run("acts_equips", boss("\"equips\""), options);
    CAPTURE(result.out, result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.err.find("quit with status 0") != std::string::npos);
  }
}

TEST_CASE("Mistakes of a supervisor change nothing and answer as documented") {
  const ProgramResult result = run("acts_errs", boss("\"errs\""));
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("image.bmp: the name must end in .png, .jpg or .jpeg") != std::string::npos);
}

TEST_CASE("States are loaded by name, joints move, the mode is answered") {
  const ProgramResult result = run("acts_moves", boss("\"moves\""));
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("no state \"down\" was saved") != std::string::npos);
}

namespace {

const std::string turning = R"(
  DEF HINGE HingeJoint {
    jointParameters DEF PARAMETERS HingeJointParameters { axis 0 0 1 }
    device [ RotationalMotor { name "motor" maxVelocity 6 maxTorque 80 } Brake { name "brake" } ]
    endPoint DEF TURNING Solid { name "turning" }
  }
)";

}  // namespace

TEST_CASE("A state that is loaded brings back what the manual says, and what was told is forgotten") {
  const std::string robots = R"(
DEF CHARGER Charger { name "charger" translation 0 -5 0 battery [ 5 10 1 ] }
DEF BOSS Robot {
  name "boss" translation 0 5 0 supervisor TRUE controller "acts" controllerArgs [ "restores" ]
  battery [ 100 200 5 ] cpuConsumption 10
  children [ )" + turning + R"(
    LED { name "led" }
    Receiver { name "ear" channel 3 }
    Track {
      name "track"
      device [ LinearMotor { name "belt" consumptionFactor 0 } PositionSensor { name "belt position" } ]
    }
  ]
}
Robot {
  name "speaker" translation 0 6 0 controller "acts" controllerArgs [ "speaks" ]
  children [ Emitter { name "mouth" channel 3 } ]
}
)";
  const ProgramResult result = run("acts_restores", robots);
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
}

TEST_CASE("Resetting the physics stops what moves, random numbers, time and motors go on") {
  const auto robot = [](const std::string& now) {
    return R"(
Robot {
  name "boss" translation 0 5 0 supervisor TRUE controller "acts" controllerArgs [ "calms" ")" +
           now + R"(" ]
  children [ )" +
           turning + R"( GPS { name "gps" accuracy 0.1 } ]
}
)";
  };
  const ProgramResult with = run("acts_calms", robot("1")), without = run("acts_calms", robot("0"));
  CAPTURE(with.out, with.err, without.err);
  CHECK(with.exit_code == 0);
  CHECK(without.exit_code == 0);
  const auto readings = [](const ProgramResult& result) { return result.err.substr(0, result.err.find("quit:")); };
  CHECK(readings(with).find("gps") != std::string::npos);
  CHECK(readings(with) == readings(without));
}

TEST_CASE("A supervisor loads another world, and the verdict counts both") {
  write_file(worlds / "acts_other.wbt", things + boss("\"quits\" \"7\""));
  const std::string verdict = (worlds / "acts_loads.json").string();
  const ProgramResult result = run("acts_loads", boss("\"loads\""), {"--verdict", verdict});
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 7);
  const auto json = nlohmann::json::parse(read_file(verdict));
  CHECK(json["total_steps"].get<int>() == json["steps"].get<int>() + 8);
  CHECK(json["total_simulated_seconds"].get<double>() == Approx(0.008 * json["total_steps"].get<int>()));
}

TEST_CASE("A saved world goes on as the run would have") {
  const ProgramResult result = run("acts_saves", boss("\"saves\""));
  CAPTURE(result.out, result.err);
  REQUIRE(result.exit_code == 0);
  auto straight = Simulated::from_text(things + boss("\"saves\""));
  auto loaded = Simulated::from_text(read_file(worlds / "acts_saved.wbt"));
  straight.run(40 * 0.008);
  // Numbers are written as they are; axis and angle of a rotation are rounded once.
  for (const std::string path : {"BALL", "STAND.BOB"}) {
    CAPTURE(path);
    CHECK((loaded.solid(path).pose().position - straight.solid(path).pose().position).norm() < 1e-14);
    CHECK((loaded.solid(path).linear_velocity() - straight.solid(path).linear_velocity()).norm() < 1e-12);
  }
  // What a joint has drifted until then is its right place in the saved world: the hinge is 0.5 m from the bob.
  const double drift = std::abs((straight.solid("STAND.BOB").pose().position - Vector3d(0, 3, 2)).norm() - 0.5);
  straight.run(0.4);
  loaded.run(0.4);
  const auto apart = [&](const std::string& path) {
    return (loaded.solid(path).pose().position - straight.solid(path).pose().position).norm();
  };
  CHECK(apart("BALL") < 1e-9);
  CHECK(drift < 2e-3);
  CHECK(apart("STAND.BOB") < 2 * drift + 1e-9);
}

TEST_CASE("An animation is complete even if the run ends in the middle of it") {
  const ProgramResult result = run("acts_animates", boss("\"animates\""));
  CAPTURE(result.out, result.err);
  REQUIRE(result.exit_code == 0);
  const auto json = nlohmann::json::parse(read_file(worlds / "acts_animation.json"));
  CHECK(json["basicTimeStep"] == 8);
  const auto& frames = json["frames"];
  REQUIRE(frames.size() >= 11);
  CHECK(frames[0]["time"] == 0);
  CHECK(frames[3]["time"] == 24);
  // The ball falls: v += g h, x += v h; the frame says where it is.
  const std::string x3d = read_file(worlds / "acts_animation.x3d");
  const auto id_of = [&x3d](const std::string& name) {
    const auto solid = x3d.find("name=\"" + name + "\"");
    REQUIRE(solid != std::string::npos);
    return std::stoi(x3d.substr(x3d.rfind("id=\"n", solid) + 5));
  };
  const int id = id_of("ball");
  const double h = 0.008;
  bool seen = false;
  for (const auto& update : frames[3]["updates"]) {
    if (update["id"] != id) continue;
    seen = true;
    double x = 0, y = 0, z = 0;
    std::sscanf(update["translation"].get<std::string>().c_str(), "%lf %lf %lf", &x, &y, &z);
    CHECK(x == Approx(1));
    CHECK(z == Approx(0.3 - 9.81 * h * h * (3 * 4 / 2)).epsilon(1e-5));
  }
  CHECK(seen);
  CHECK(fmt::format(";{};", json["ids"].get<std::string>()).find(fmt::format(";{};", id)) != std::string::npos);
  CHECK(json["labelsIds"] == "3");
  std::vector<std::string> texts;
  for (const auto& frame : frames)
    if (frame.contains("labels")) texts.push_back(frame["labels"][0]["text"]);
  CHECK(texts == std::vector<std::string>{"say \"hello\"", "bye"});
  // Who comes is in the scene, far below before and after; who goes is there afterwards.
  const auto places_of = [&frames](int node) {
    std::map<int, std::string> places;  // by frame
    for (std::size_t i = 0; i < frames.size(); ++i)
      if (frames[i].contains("updates"))
        for (const auto& update : frames[i]["updates"])
          if (update["id"] == node) places[int(i)] = update["translation"];
    return places;
  };
  const std::string away = "0 0 -10000";
  CHECK(places_of(id_of("comer")) == std::map<int, std::string>{{0, away}, {11, "1 2 3"}, {13, away}});
  CHECK(places_of(id_of("mark")) == std::map<int, std::string>{{0, "0 0 5"}, {13, away}});
  CHECK(read_file(worlds / "acts_animation.html").find("acts_animation.json") != std::string::npos);
  CHECK(read_file(worlds / "acts_animation.css").find("webots-view") != std::string::npos);
}

TEST_CASE("The option --animation records the whole run") {
  const std::string path = (worlds / "acts_whole.html").string();
  const ProgramResult result = run("acts_whole", boss("\"quits\" \"0\""), {"--animation", path});
  CAPTURE(result.out, result.err);
  REQUIRE(result.exit_code == 0);
  const auto json = nlohmann::json::parse(read_file(worlds / "acts_whole.json"));
  CHECK(json["frames"].size() == 4);  // time 0 and three steps; in the fourth it quit
}

// Its controller looks at the memory that is resident: a sanitizer keeps what was freed.
#if !LIGHTSOUT_SANITIZER()
TEST_CASE("After a thousand resets a run is as fresh as at first, and has not grown") {
  const std::string verdict = (worlds / "acts_resets.json").string();
  const std::string fresh_verdict = (worlds / "acts_fresh.json").string();
  const ProgramResult fresh = run("acts_fresh", boss("\"resets\" \"0\""), {"--verdict", fresh_verdict});
  const ProgramResult reset = run("acts_resets", boss("\"resets\" \"1000\""), {"--verdict", verdict});
  CAPTURE(fresh.out, fresh.err, reset.out, reset.err);
  REQUIRE(fresh.exit_code == 0);
  REQUIRE(reset.exit_code == 0);
  const auto json = nlohmann::json::parse(read_file(verdict));
  CHECK(json["resets"] == 1001);
  CHECK(json["steps"].get<int>() == 30);
  CHECK(json["total_steps"].get<int>() > 2000);
  CHECK(json["state_hash"] == nlohmann::json::parse(read_file(fresh_verdict))["state_hash"]);
}
#endif
