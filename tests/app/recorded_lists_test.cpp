// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Readings that are more than numbers of fixed count (targets of a radar, objects that a camera recognizes, packets,
// clouds of points), recorded as their controller gets them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "tests/batches/project.h"
#include "tests/support/mcap_reader.h"
#include "tests/support/program.h"

using namespace lightsout;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

// A rover that looks along x, a ball that comes towards it, and a beacon that sends two packets each second step. Steps
// of 10 ms; the controller prints what it reads after each, as JSON.
struct Lookout {
  Lookout() {
    for (const char* name : {"worlds", "controllers/reads", "controllers/sends"}) fs::create_directories(folder / name);
    write_file(folder / "worlds/w.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 gravity 0 }
DEF BALL Solid {
  name "ball" model "red, \"round\"" translation 3 0.5 0 recognitionColors [ 1 0 0, 0 0.5 1 ] radarCrossSection 5
  linearVelocity -1 0 0 boundingObject Sphere { radius 0.2 } physics Physics { }
  children [ Shape { geometry Sphere { radius 0.2 } } ]
}
DEF BEACON Robot { name "beacon" controller "sends" translation 0 2 0 children [ Emitter { name "out" } ] }
DEF ROVER Robot {
  name "rover" controller "reads"
  children [
    Radar { name "radar" rangeNoise 0.1 minRange 0.1 maxRange 50 }
    Receiver { name "in" }
    Camera { name "eye" width 32 height 24 recognition Recognition { } }
    Lidar { name "lidar" horizontalResolution 16 numberOfLayers 2 fieldOfView 1 verticalFieldOfView 0.02 maxRange 10 near 0.1 noise 0.01 }
  ]
}
)");
    write_file(folder / "controllers/sends/sends.py", R"(from controller import Robot
import struct
robot = Robot()
out = robot.getDevice('out')
step = 0
while robot.step(10) != -1:
    step += 1
    if step % 2 == 0:
        out.send(f'step {step} "ä"')
        out.send(struct.pack('<dB', step / 3, 255))
)");
    write_file(folder / "controllers/reads/reads.py", R"(from controller import Robot
import base64, json, math
robot = Robot()
radar, receiver, eye, lidar = (robot.getDevice(n) for n in ('radar', 'in', 'eye', 'lidar'))
radar.enable(20); receiver.enable(10); eye.enable(30); eye.recognitionEnable(30); lidar.enable(20); lidar.enablePointCloud()
step = 0
while robot.step(10) != -1:
    step += 1
    packets = []
    while receiver.getQueueLength() > 0:
        packets.append({'data': base64.b64encode(receiver.getBytes()).decode(),
                        'direction': list(receiver.getEmitterDirection()), 'signal_strength': receiver.getSignalStrength()})
        receiver.nextPacket()
    targets = [{'distance': t.distance, 'received_power': t.received_power, 'speed': t.speed, 'azimuth': t.azimuth}
               for t in radar.getTargets()]
    objects = [{'id': o.getId(), 'model': o.getModel(), 'position': list(o.getPosition()), 'size': list(o.getSize()),
                'colors': [o.getColors()[i] for i in range(3 * o.getNumberOfColors())]}
               for o in eye.getRecognitionObjects()]
    # JSON has no infinity.
    points = [[v if math.isfinite(v) else None for v in (p.x, p.y, p.z, p.layer_id, p.time)]
              for p in lidar.getPointCloud()] if step > 2 else []
    print('READ', json.dumps({'step': step, 'packets': packets, 'targets': targets, 'objects': objects,
                              'points': points}), flush=True)
)");
  }
  ProgramResult run(std::vector<std::string> more) const {
    std::vector<std::string> words{"run", "worlds/w.wbt", "--duration", "200ms", "--seed", "3"};
    words.insert(words.end(), more.begin(), more.end());
    return run_lightsout(words, {.directory = folder.path(), .timeout = 120});
  }
  TemporaryFolder folder;
};

std::map<int, Json> read_by_controller(const std::string& out) {
  std::map<int, Json> read;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);)
    if (const std::size_t at = line.find("READ "); at != line.npos) {
      Json json = Json::parse(line.substr(at + 5));
      const int step = json["step"].get<int>();
      read.emplace(step, std::move(json));
    }
  return read;
}

int step_of(const Json& line) { return int(std::lround(line["time"].get<double>() / 0.01)); }

// What the controller said of a thing is what was recorded of it.
void check_same(const Json& recorded, const Json& said) {
  REQUIRE(recorded.size() == said.size());
  for (std::size_t i = 0; i < said.size(); ++i)
    for (const auto& [name, value] : said[i].items()) {
      CAPTURE(name);
      CHECK(recorded[i][name] == value);
    }
}

}  // namespace

TEST_CASE("Lists that sensors read are recorded as their controller gets them, in every format that holds them") {
  const Lookout place;
  const ProgramResult result =
      place.run({"--what", "readings", "--record", "r.jsonl", "--record", "r.mcap", "--record", "r.csv"});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  const auto read = read_by_controller(result.out + result.err);
  REQUIRE(read.size() >= 19);

  int targets = 0, objects = 0, packets = 0, clouds = 0, hits = 0;
  std::istringstream lines(read_file(place.folder / "r.jsonl"));
  for (std::string text; std::getline(lines, text);) {
    const Json line = Json::parse(text);
    const Json& readings = line["readings"];
    if (!read.contains(step_of(line))) continue;
    const Json& said = read.at(step_of(line));
    if (readings.contains("ROVER.radar")) check_same(readings["ROVER.radar"]["targets"], said["targets"]), ++targets;
    if (readings.contains("ROVER.eye")) check_same(readings["ROVER.eye"]["objects"], said["objects"]), ++objects;
    if (readings.contains("ROVER.in")) {
      const Json& heard = readings["ROVER.in"]["packets"];
      check_same(heard, said["packets"]);
      REQUIRE(heard.size() == 2);
      CHECK(heard[0]["text"].get<std::string>().ends_with("\"ä\""));
      CHECK_FALSE(heard[1].contains("text"));
      ++packets;
    }
    if (readings.contains("ROVER.lidar")) {
      CHECK(readings["ROVER.lidar"]["ranges"].size() == 32);
      const Json& points = readings["ROVER.lidar"]["points"];
      REQUIRE(points.size() == 32);
      for (std::size_t i = 0; i < 32 && !said["points"].empty(); ++i)
        for (std::size_t j = 0; j < 5; ++j) {
          // They are of single precision, and written in as few digits as that needs.
          const Json &one = points[i][j], &other = said["points"][i][j];
          CHECK((one.is_null() ? other.is_null() : one.get<float>() == other.get<float>()));
          hits += j == 0 && !one.is_null();
        }
      ++clouds;
    }
  }
  CHECK(targets >= 9);
  CHECK(objects >= 6);
  CHECK(packets >= 9);
  CHECK(clouds >= 9);
  CHECK(hits > 0);

  McapReader mcap(read_file(place.folder / "r.mcap"));
  CHECK(mcap.by_index("/readings/ROVER.radar").size() >= 9);
  CHECK(Json::parse(mcap.by_index("/readings/ROVER.in").at(0).data)["packets"].size() == 2);
  const auto cloud = mcap.by_index("/points/ROVER.lidar");
  REQUIRE(cloud.size() >= 9);
  CHECK(cloud[0].schema == "foxglove.PointCloud");
  // 32 points of 20 bytes, in base64.
  CHECK(Json::parse(cloud[0].data)["data"].get<std::string>().size() == (32 * 20 + 2) / 3 * 4);

  CHECK(result.err.find("r.csv: lidars and range finders have no column here") != std::string::npos);
  std::istringstream table(read_file(place.folder / "r.csv"));
  const auto head = batch_tests::cells_of_line(table);
  const auto column = [&](const std::string& name) {
    const auto found = std::ranges::find(head, name);
    REQUIRE(found != head.end());
    return std::size_t(found - head.begin());
  };
  const std::size_t radar = column("ROVER.radar.targets"), in = column("ROVER.in.packets");
  int step = 0;
  for (std::vector<std::string> cells; !(cells = batch_tests::cells_of_line(table)).empty(); ++step) {
    REQUIRE(cells.size() == head.size());
    if (!read.contains(step)) continue;
    CHECK(cells[radar].empty() == (step < 2));
    // The last targets, and what has come since the line before.
    if (step >= 2) check_same(Json::parse(cells[radar]), read.at(step)["targets"]);
    if (!cells[in].empty()) check_same(Json::parse(cells[in]), read.at(step)["packets"]);
  }
}

TEST_CASE("The frame of each cloud and image is in /tf at its time, whatever else is recorded") {
  const Lookout place;
  for (const char* what : {"readings,images", "solids,readings,images"}) {
    CAPTURE(what);
    const ProgramResult result =
        place.run({"--what", what, "--record", "r.mcap", "--set", "ROVER.translation=1 2 0", "--set",
                   "ROVER.lidar.translation=0 0 0.5", "--set", "ROVER.eye.translation=0.25 0 0"});
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    McapReader mcap(read_file(place.folder / "r.mcap"));
    const auto transforms = mcap.by_index("/tf");
    for (const auto& [topic, x, z] : {std::tuple{"/points/ROVER.lidar", 1.0, 0.5}, {"/images/ROVER.eye", 1.25, 0.0}}) {
      CAPTURE(topic);
      const auto messages = mcap.by_index(topic);
      REQUIRE(messages.size() >= 3);
      for (const McapMessage& message : messages) {
        const Json frame = Json::parse(message.data)["frame_id"];
        int found = 0;
        for (const McapMessage& other : transforms) {
          const Json data = Json::parse(other.data);
          for (const Json& transform : data["transforms"]) {
            if (other.time != message.time || transform["child_frame_id"] != frame) continue;
            ++found;
            CHECK(transform["parent_frame_id"] == "world");
            CHECK(transform["timestamp"] == Json::parse(message.data)["timestamp"]);
            CHECK(transform["translation"] == Json({{"x", x}, {"y", 2.0}, {"z", z}}));
            CHECK(transform["rotation"] == Json({{"x", 0.0}, {"y", 0.0}, {"z", 0.0}, {"w", 1.0}}));
          }
        }
        CHECK(found == 1);
      }
    }
  }
}

TEST_CASE("Packets between two samples of a recording are all in the later one") {
  const Lookout place;
  const ProgramResult result = place.run({"--record", "r.jsonl", "--what", "readings", "--every", "100ms"});
  REQUIRE(result.exit_code == 0);
  std::vector<std::string> said, recorded;
  for (const auto& [step, json] : read_by_controller(result.out + result.err))
    if (step <= 10)
      for (const Json& packet : json["packets"]) said.push_back(packet["data"]);
  std::istringstream lines(read_file(place.folder / "r.jsonl"));
  for (std::string text; std::getline(lines, text);) {
    const Json line = Json::parse(text);
    if (step_of(line) != 10) continue;
    for (const Json& packet : line["readings"]["ROVER.in"]["packets"]) recorded.push_back(packet["data"]);
  }
  CHECK(said.size() >= 8);
  CHECK(recorded == said);
}
