// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Requests of a supervisor as bytes: the controller library refuses mistakes before they are sent, so what the engine
// itself makes of them is asked here without it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

#include "controllers/wire/sensor.h"
#include "controllers/wire/supervisor.h"
#include "engine/robots/device.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/supervision/supervisor.h"
#include "engine/supervision/supervisor_place.h"
#include "tests/support/simulated.h"
#include "world_format/writer.h"

using namespace lightsout;

namespace {

const char world[] = R"(#VRML_SIM R2025a utf8
PROTO Tile [ field SFVec3f translation 0 0 0 field SFFloat size 1 unconnectedField MFNode parts [ ] ]
{ Solid { translation IS translation children [ Group { } ] boundingObject Sphere { radius IS size } } }
DEF INFO WorldInfo { basicTimeStep 8 }
DEF BOSS Robot {
  supervisor TRUE controller "<none>"
  children [
    DEF HINGE HingeJoint {
      jointParameters HingeJointParameters { axis 0 1 0 }
      device RotationalMotor { name "motor" }
      endPoint Solid { name "arm" translation 1 0 0 boundingObject Sphere { radius 0.1 } physics Physics { } }
    }
  ]
}
DEF BOX Solid { name "box" translation 0 5 1 boundingObject Box { size 1 1 1 } physics Physics { } }
DEF TILE Tile { translation 0 -5 0 parts [ Pose { } ] }
Solid { name "floor" boundingObject Plane { size 20 20 } }
)";

void serve(Simulated& run, lo_supervisor_request request, std::string_view text = {}) {
  request.text_size = std::uint32_t(text.size());
  std::vector<std::byte> bytes(sizeof request + text.size());
  std::memcpy(bytes.data(), &request, sizeof request);
  if (!text.empty()) std::memcpy(bytes.data() + sizeof request, text.data(), text.size());
  Simulation& simulation = run.simulation();
  simulation.supervisor().serve(*simulation.scene().robots()[0], bytes);
}

lo_supervisor_request set_of(Simulated& run, std::string_view def, std::string_view field) {
  const Node& node = *run.simulation().world().find_def(def);
  lo_supervisor_request request{};
  request.operation = LO_SUPERVISOR_FIELD_SET;
  request.node = std::int32_t(node.id());
  request.field = number_of(node.type(), node.type().find(field));
  return request;
}

}  // namespace

TEST_CASE("A field is not set to what is no value of it") {
  auto run = Simulated::from_text(world);
  run.start();
  const std::string before = write_world(run.simulation().world());
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  int tries = 0;
  const auto set = [&](std::string_view def, std::string_view field, double number, int level = LO_LEVEL_WRITTEN) {
    lo_supervisor_request request = set_of(run, def, field);
    for (double& n : request.numbers) n = number;
    request.level = level;
    serve(run, request, "text");
    ++tries;
  };
  set("BOX", "translation", nan);
  set("BOX", "rotation", infinity);
  set("BOX", "physics", 1);  // holds a node
  set("BOX", "boundingObject", 1);
  set("BOX", "children", 1);
  set("BOX", "recognitionColors", 0.5);          // a list without elements
  set("INFO", "basicTimeStep", 16);              // fixed while the world runs
  set("TILE", "translation", 1, LO_LEVEL_BASE);  // inside of a PROTO instance
  set("TILE", "translation", 1, 7);
  for (const int number : {-1, 1000, 1 << 20}) {
    lo_supervisor_request request = set_of(run, "BOX", "translation");
    request.field = number;
    serve(run, request);
    request = set_of(run, "BOX", "translation");
    request.node = number;
    serve(run, request);
    tries += 2;
  }
  run.simulation().supervisor().apply_sets();
  CHECK(write_world(run.simulation().world()) == before);
  CHECK(int(run.take_warnings().size()) == tries);
}

TEST_CASE("A file without a name, or in a folder that is missing, ends no run, whatever was to go into it") {
  auto run = Simulated::from_text(world);
  run.start();
  for (const int operation :
       {LO_SUPERVISOR_WORLD_SAVE, LO_SUPERVISOR_ANIMATION_START, LO_SUPERVISOR_EXPORT_IMAGE, LO_SUPERVISOR_MOVIE_START})
    for (const std::string_view path : {"", "/nowhere/file", "/nowhere/file.png"}) {
      if (path.empty() && operation == LO_SUPERVISOR_WORLD_SAVE) continue;  // the world's own file
      CAPTURE(operation, path);
      lo_supervisor_request request{};
      request.operation = operation;
      request.index = 90;                            // quality of an image
      const double movie[] = {64, 48, 0, 90, 1, 0};  // width, height, codec, quality, acceleration, caption
      std::copy(std::begin(movie), std::end(movie), request.numbers);
      serve(run, request, path);
      run.simulation().supervisor().apply_sets();
      run.simulation().step();
      CHECK_FALSE(run.simulation().stop());
      request.operation = LO_SUPERVISOR_MOVIE_STOP;
      serve(run, request);
      CHECK_FALSE(std::filesystem::exists(path));
    }
  run.take_warnings();  // of movies whose encoder ended
}

TEST_CASE("No request that a controller can think of breaks the simulation") {
  // Files are not written here (see above), the run does not end and no other world comes.
  const auto is_left_out = [](int operation) {
    return operation == LO_SUPERVISOR_WORLD_LOAD || operation == LO_SUPERVISOR_WORLD_SAVE ||
           operation == LO_SUPERVISOR_WORLD_RELOAD || operation == LO_SUPERVISOR_QUIT ||
           operation == LO_SUPERVISOR_ANIMATION_START || operation == LO_SUPERVISOR_EXPORT_IMAGE ||
           operation == LO_SUPERVISOR_MOVIE_START;
  };
  const std::vector<std::string_view> texts = {
      "",
      "translation",
      "children",
      "BOX",
      "TILE.x",
      "__init__",
      "state",
      "Box { }",
      "Solid { name \"n\" }",
      "DEF X Pose { children [ USE BOX ] }",
      "Solid {",
      "\xff\0\x01",
      "Tile { size -1 }",
      "HingeJoint { endPoint Solid { physics Physics { } boundingObject Box { } } }"};
  const double numbers[] = {0, 1, -1, 0.5, 1e-300, 1e5, NAN, INFINITY, -INFINITY};
  std::mt19937_64 random(7);
  const auto below = [&random](int n) { return int(random() % std::uint64_t(n)); };
  auto run = Simulated::from_text(world);
  run.start();
  int steps = 0, worlds = 1;
  for (int i = 0; i < 6000; ++i) {
    lo_supervisor_request request{};
    const auto small = [&] { return below(8) == 0 ? int(random()) : below(24) - 3; };
    do request.operation = below(8) == 0 ? int(random()) : below(LO_SUPERVISOR_OPERATION_COUNT + 1);
    while (is_left_out(request.operation));
    request.node = small();
    request.level = below(3) ? LO_LEVEL_WRITTEN : small();
    request.field = small();
    request.index = small();
    request.other = small();
    request.flag = below(2);
    request.integer = small();
    for (double& number : request.numbers) number = numbers[below(int(std::size(numbers)))];
    const bool pushes =
        request.operation >= LO_SUPERVISOR_SET_VELOCITY && request.operation <= LO_SUPERVISOR_ADD_TORQUE;
    if (pushes && below(2)) request.numbers[below(6)] = 1e300;
    serve(run, request, texts[std::size_t(below(int(texts.size())))]);
    if (i % 40 != 39) continue;
    run.simulation().supervisor().apply_sets();
    run.simulation().step();
    ++steps;
    // What diverges, or cannot be simulated any more, has its own end.
    const bool boss_is_there = !run.simulation().scene().robots().empty();
    if (!run.simulation().stop() && boss_is_there && below(10)) continue;
    run.take_warnings();
    run = Simulated::from_text(world);
    run.start();
    ++worlds;
  }
  run.take_warnings();
  CHECK(steps == 150);
  CHECK(worlds > 5);
}
