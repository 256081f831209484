// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is recorded of a run, in each format, against what its controllers have seen and what physics says.
#include <signal.h>
#include <zlib.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "engine/recorders/mcap/mcap_file.h"
#include "tests/support/mcap_reader.h"
#include "tests/support/program.h"

using namespace lightsout;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

using Row = std::map<std::string, std::string>;

std::vector<std::string> cut_fields(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

// As a reader without options takes a table: the header is the first line.
std::vector<Row> table_of(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> header = cut_fields(line);
  std::vector<Row> rows;
  while (std::getline(lines, line)) {
    const std::vector<std::string> fields = cut_fields(line);
    REQUIRE(fields.size() == header.size());
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < header.size(); ++i) row[header[i]] = fields[i];
  }
  return rows;
}

// What zlib gets out of a file, up to where it ends or is cut.
std::string unzipped(const fs::path& file) {
  gzFile in = gzopen(file.c_str(), "rb");
  REQUIRE(in);
  std::string text;
  char piece[65536];
  for (int count; (count = gzread(in, piece, sizeof piece)) > 0;) text.append(piece, std::size_t(count));
  gzclose(in);
  return text;
}

std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(Json::parse(line));
  return lines;
}

// A ball on the floor, a pendulum with a motor, sensors with noise, and a controller in Python that prints what it
// reads; steps of 10 ms.
struct Bench {
  explicit Bench(const std::string& after_step = "") {
    fs::create_directories(folder / "worlds");
    fs::create_directories(folder / "controllers/reads");
    write_file(folder / "worlds/w.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 }
Viewpoint { position 0 -5 1 }
DEF FLOOR Solid { name "floor" boundingObject Box { size 10 10 0.2 } children [ Shape { geometry Box { size 10 10 0.2 } } ] translation 0 0 -0.1 }
DEF BALL Solid { translation 2 0 0.1 name "ball" boundingObject Sphere { radius 0.1 } physics Physics { } }
DEF ROVER Robot {
  name "rover" controller "reads" supervisor TRUE translation 0 0 1
  children [
    DistanceSensor { name "ds" rotation 0 1 0 1.5707963 lookupTable [ 0 0 0.1, 4 4 0.1 ] }
    GPS { name "gps" accuracy 0.1 }
    Camera { name "eye" width 8 height 4 }
    DEF HINGE HingeJoint {
      jointParameters HingeJointParameters { axis 0 1 0 anchor 0 0 0 }
      device [ RotationalMotor { name "swing" maxVelocity 20 } PositionSensor { name "angle" } ]
      endPoint DEF BOB Solid { translation 0.5 0 0 name "bob" boundingObject Sphere { radius 0.05 } }
    }
  ]
}
)");
    write_file(
        folder / "controllers/reads/reads.py",
        "from controller import Supervisor\ns = Supervisor()\nds, gps, angle = (s.getDevice(n) for n in ('ds', "
        "'gps', 'angle'))\nds.enable(20); gps.enable(10); angle.enable(10)\n"
        "eye = s.getDevice('eye'); eye.enable(50)\n"
        "swing = s.getDevice('swing'); swing.setPosition(float('inf')); swing.setVelocity(2.0)\nstep = 0\n"
        "while s.step(10) != -1:\n    step += 1\n"
        "    print('READ', step, repr(ds.getValue()), repr(gps.getValues()[0]), repr(angle.getValue()), flush=True)\n" +
            after_step);
  }
  ProgramResult run(std::vector<std::string> more, const std::string& duration = "200ms") {
    std::vector<std::string> arguments{"run", folder / "worlds/w.wbt", "--duration", duration, "--seed", "3"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_lightsout(arguments, {.directory = folder.path(), .timeout = 120});
  }
  std::string text(const std::string& name) const { return read_file(folder / name); }

  TemporaryFolder folder;
};

// Of the lines that the controller printed: by number of the step.
std::map<int, std::vector<double>> read_by_controller(const std::string& out) {
  std::map<int, std::vector<double>> read;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find("READ ");
    if (at == line.npos) continue;
    std::istringstream words(line.substr(at + 5));
    int step = 0;
    words >> step;
    for (std::string word; words >> word;) read[step].push_back(std::stod(word));
  }
  return read;
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace

TEST_CASE("Readings are recorded to the last bit as the controller gets them, in every format") {
  Bench bench;
  const ProgramResult result = bench.run({"--record", "a/b/r.csv", "--what", "readings", "--record", "r.jsonl",
                                          "--what", "readings", "--record", "r.mcap", "--what", "readings"});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  const auto read = read_by_controller(result.out + result.err);
  REQUIRE(read.size() >= 19);

  const auto rows = table_of(bench.text("a/b/r.csv"));
  REQUIRE(rows.size() == 21);
  CHECK(rows[0].contains("episode"));
  int compared = 0;
  for (const auto& [step, values] : read) {
    const Row& row = rows.at(std::size_t(step));
    CHECK(std::stod(row.at("time")) == step * 0.01);
    CHECK(same(std::stod(row.at("ROVER.ds.value")), values[0]));
    CHECK(same(std::stod(row.at("ROVER.gps.x")), values[1]));
    CHECK(same(std::stod(row.at("ROVER.angle.value")), values[2]));
    compared += !std::isnan(values[0]);
  }
  CHECK(compared > 15);

  // A line has what was measured since the line before: the distance every other step.
  int distances = 0;
  for (const Json& line : json_lines(bench.text("r.jsonl"))) {
    if (!line["readings"].contains("ROVER.ds")) continue;
    const auto step = int(std::lround(line["time"].get<double>() / 0.01));
    if (read.contains(step)) CHECK(line["readings"]["ROVER.ds"]["value"] == read.at(step)[0]);
    ++distances;
  }
  CHECK(distances == 10);

  McapReader mcap(bench.text("r.mcap"));
  bool whole = false;
  const auto streamed = mcap.stream(&whole);
  CHECK(whole);
  const auto messages = mcap.by_index("/readings/ROVER.ds");
  CHECK(messages.size() == 10);
  CHECK(mcap.message_count == streamed.size());
  for (const McapMessage& message : messages) {
    CHECK(message.schema == "lightsout.DistanceSensor");
    const auto step = int(message.time / 10'000'000);
    if (read.contains(step)) CHECK(Json::parse(message.data)["value"] == read.at(step)[0]);
  }
  for (const auto& [number, schema] : mcap.schemas) {
    CHECK(schema.encoding == "jsonschema");
    CHECK(Json::parse(schema.data)["type"] == "object");
  }
  CHECK(mcap.channels.size() == mcap.by_index("/episode").size() + 3);  // ds, gps, angle and the episode
}

TEST_CASE("Each recording has its own options: those behind it, and before the first those of all") {
  Bench bench;
  const ProgramResult result =
      bench.run({"--every", "50ms", "--record", "all.csv", "--record", "ball.csv", "--every", "20ms", "--select",
                 "BALL", "--record", "motor.csv", "--what", "motors,joints", "--select", "ROVER"});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  const auto all = table_of(bench.text("all.csv")), ball = table_of(bench.text("ball.csv")),
             motor = table_of(bench.text("motor.csv"));
  CHECK(all.size() == 5);
  CHECK(all[0].contains("BALL.x"));
  CHECK(all[0].contains("ROVER.BOB.joint"));
  CHECK(ball.size() == 11);
  CHECK(ball[0].size() == 1 + 13 + 1);
  CHECK(motor.size() == 5);
  // It has come to its speed by the end.
  CHECK(std::stod(motor.back().at("ROVER.swing.target_velocity")) == 2);
  CHECK(std::stod(motor.back().at("ROVER.HINGE.velocity")) == Approx(2));
  CHECK(motor.back().at("ROVER.swing.target_position") == "nan");

  const Json columns = Json::parse(bench.text("ball.columns.json"));
  REQUIRE(columns["columns"].size() == 15);
  CHECK(columns["columns"][0]["unit"] == "s");
  CHECK(columns["columns"][1]["name"] == "BALL.x");
  CHECK(columns["columns"][1]["of"] == "BALL");
  CHECK(columns["columns"][1]["unit"] == "m");
  CHECK(columns["columns"][14]["name"] == "episode");
}

TEST_CASE("Today's command lines say what they said") {
  Bench bench;
  CHECK(bench.run({"--select", "BALL", "--every", "100", "--record", "t.csv"}).exit_code == 0);
  const auto rows = table_of(bench.text("t.csv"));
  CHECK(rows.size() == 3);
  CHECK(rows[0].size() == 15);
}

TEST_CASE("A run file lists recordings, and options win over it") {
  Bench bench;
  write_file(bench.folder / "run.yaml",
             "every: 100ms\nrecord:\n  - {file: ball.csv, every: 50ms, select: BALL}\n"
             "  - file: touch.csv\n    what: [contacts]\n  - all.csv\n");
  CHECK(bench.run({"--run-file", "run.yaml"}).exit_code == 0);
  CHECK(table_of(bench.text("ball.csv")).size() == 5);
  CHECK(table_of(bench.text("all.csv")).size() == 3);
  CHECK(bench.text("touch.csv").starts_with("time,solid1,solid2,x,y,z,nx,ny,nz,depth,episode\n"));
  CHECK(bench.run({"--run-file", "run.yaml", "--every", "200ms"}).exit_code == 0);
  CHECK(table_of(bench.text("ball.csv")).size() == 2);
  fs::remove(bench.folder / "all.csv");
  CHECK(bench.run({"--run-file", "run.yaml", "--record", "mine.csv"}).exit_code == 0);
  CHECK(table_of(bench.text("mine.csv")).size() == 3);
  CHECK(!fs::exists(bench.folder / "all.csv"));
}

TEST_CASE("Contacts are those that physics says, and recording them changes nothing") {
  Bench bench;
  const ProgramResult with = bench.run({"--hash", "--quiet", "--record", "touch.csv", "--what", "contacts", "--select",
                                        "BALL", "--record", "touch.jsonl", "--what", "contacts,solids"});
  INFO(with.err);
  REQUIRE(with.exit_code == 0);
  const ProgramResult without = bench.run({"--hash", "--quiet"});
  CHECK(with.out.substr(with.out.size() - 17) == without.out.substr(without.out.size() - 17));
  const auto rows = table_of(bench.text("touch.csv"));
  REQUIRE(rows.size() >= 20);
  for (const Row& row : rows) {
    CHECK(row.at("solid1") + row.at("solid2") == (row.at("solid1") == "BALL" ? "BALLFLOOR" : "FLOORBALL"));
    // It lies on z = 0 at x = 2, as deep as 0.1 m minus its height.
    CHECK(std::stod(row.at("x")) == Approx(2));
    CHECK(std::abs(std::stod(row.at("z"))) < 1e-3);
    CHECK(std::abs(std::stod(row.at("nz"))) == Approx(1));
  }
  const auto lines = json_lines(bench.text("touch.jsonl"));
  const double height = lines.back()["solids"]["BALL"]["z"];
  CHECK(lines.back()["contacts"][0]["depth"].get<double>() == Approx(0.1 - height).margin(1e-12));
}

TEST_CASE("Tables, lines, MCAP and TUM hold the same numbers of a solid") {
  Bench bench;
  const ProgramResult result = bench.run({"--select", "ROVER.BOB", "--record", "t.csv", "--record", "z.csv.gz",
                                          "--record", "t.tum", "--record", "t.mcap"});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  CHECK(unzipped(bench.folder / "z.csv.gz") == bench.text("t.csv"));
  const auto rows = table_of(bench.text("t.csv"));
  McapReader mcap(bench.text("t.mcap"));
  const auto poses = mcap.by_index("/poses/ROVER.BOB"), frames = mcap.by_index("/tf");
  REQUIRE(poses.size() == rows.size());
  REQUIRE(frames.size() == rows.size());
  std::istringstream tum(bench.text("t.tum"));
  const char* const order[] = {"x", "y", "z", "qx", "qy", "qz", "qw"};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto number = [&](const std::string& name) { return std::stod(rows[i].at("ROVER.BOB." + name)); };
    double value = 0;
    tum >> value;
    CHECK(value == Approx(std::stod(rows[i].at("time"))));
    for (const char* name : order) {
      tum >> value;
      CHECK(value == number(name));
    }
    const Json pose = Json::parse(poses[i].data), frame = Json::parse(frames[i].data);
    CHECK(pose["frame_id"] == "world");
    CHECK(pose["pose"]["position"]["x"] == number("x"));
    CHECK(pose["pose"]["orientation"]["w"] == number("qw"));
    CHECK(frame["transforms"][0]["child_frame_id"] == "ROVER.BOB");
    CHECK(frame["transforms"][0]["translation"]["z"] == number("z"));
    CHECK(frame["transforms"][0]["rotation"]["y"] == number("qy"));
    CHECK(frame["transforms"][0]["timestamp"]["nsec"] == std::int64_t(i) * 10'000'000);
  }
}

TEST_CASE("A reset begins an episode, and labels are recorded when they change") {
  Bench bench(
      "    if step == 3: s.setLabel(0, 'go, \"now\"', 0.1, 0.2, 0.1, 0xff0000, 0.5)\n"
      "    if step == 5: s.simulationReset()\n");
  const ProgramResult result =
      bench.run({"--record", "t.csv", "--record", "l.csv", "--what", "labels", "--record", "t.mcap", "--what",
                 "labels,solids", "--record", "t.tum", "--select", "BALL"});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  const auto rows = table_of(bench.text("t.csv"));
  int episodes = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const bool again = std::stod(rows[i].at("time")) < std::stod(rows[i - 1].at("time"));
    CHECK(std::stoi(rows[i].at("episode")) == std::stoi(rows[i - 1].at("episode")) + again);
    episodes += again;
  }
  CHECK(episodes == 1);
  const std::string labels = bench.text("l.csv");
  CHECK_THAT(labels, Catch::Contains(",0,\"go, \"\"now\"\"\",0.1,0.2,0.1,ff0000,0.5,"));
  McapReader mcap(bench.text("t.mcap"));
  std::uint64_t last = 0;
  for (const McapMessage& message : mcap.stream()) {
    CHECK(message.time >= last);
    last = message.time;
  }
  const auto begins = mcap.by_index("/episode");
  REQUIRE(begins.size() == 2);
  CHECK(Json::parse(begins[1].data)["episode"] == 1);
  REQUIRE(!mcap.by_index("/labels").empty());
  CHECK(Json::parse(mcap.by_index("/labels")[0].data)["text"] == "go, \"now\"");
  double before = -1, time = 0;
  std::istringstream tum(bench.text("t.tum"));
  for (std::string line; std::getline(tum, line); before = time) {
    time = std::stod(line);
    CHECK(time > before);
  }
}

TEST_CASE("Camera images are recorded as PNG, one for each that the camera took") {
  Bench bench;
  const ProgramResult result = bench.run({"--record", "t.mcap", "--what", "images", "--images", "images"});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  McapReader mcap(bench.text("t.mcap"));
  const auto images = mcap.by_index("/images/ROVER.eye");
  int files = 0;
  for ([[maybe_unused]] const auto& file : fs::directory_iterator(bench.folder / "images")) ++files;
  CHECK(int(images.size()) == files);
  REQUIRE(images.size() >= 3);
  const Json image = Json::parse(images[0].data);
  CHECK(images[0].schema == "foxglove.CompressedImage");
  CHECK(image["format"] == "png");
  CHECK(image["frame_id"] == "ROVER.eye");
  CHECK(image["data"].get<std::string>().starts_with("iVBORw0KGgo"));  // the signature of PNG
}

TEST_CASE("What a format cannot hold is wrong use, and so is a selection of nothing") {
  Bench bench;
  const auto refused = [&](std::vector<std::string> options, const std::string& why) {
    const ProgramResult result = bench.run(std::move(options));
    INFO(result.err);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains(why));
  };
  refused({"--record", "t.txt"},
          "t.txt: the name's ending tells the format, one of: .csv, .csv.gz, .jsonl, .mcap, .tum");
  refused({"--record", "t.csv", "--what", "images"}, "a table holds no images: record them into .mcap");
  refused({"--record", "t.csv", "--what", "contacts,solids"}, "a table of contacts has lines of its own");
  refused({"--record", "t.tum"}, "name it by --select");
  refused({"--record", "t.csv", "--what", "sounds"}, "'sounds' is none of solids, joints, motors, readings, contacts");
  refused({"--record", "t.csv", "--record", "./t.csv"}, "--record t.csv and --record ./t.csv are the same file");
  refused({"--record", "t.csv", "--record", "t.csv.gz"}, "are the same file");  // what is beside them
  refused({"--record", "{file: t.csv, evry: 1s}"}, "a recording has no key `evry`; did you mean `every`?");
  refused({"--what", "solids"}, "--what needs --record");
}

TEST_CASE("A compressed table of a run that was killed is whole lines") {
  Bench bench;
  std::vector<std::string> arguments{
      "run",      bench.folder / "worlds/w.wbt", "--duration", "1h", "--quiet", "--record", bench.folder / "t.csv.gz",
      "--record", bench.folder / "t.mcap"};
  const auto is_long = [&](const char* name) {
    std::error_code error;
    const auto size = fs::file_size(bench.folder / name, error);
    return !error && size > 100'000;
  };
  bool sent = false;
  const auto watch = [&](pid_t pid) {
    if (!sent && is_long("t.csv.gz") && is_long("t.mcap")) sent = ::kill(pid, SIGKILL) == 0;
  };
  const ProgramResult result = run_lightsout(arguments, {.timeout = 100, .watch = watch});
  REQUIRE(result.exit_code == -1);
  const std::string text = unzipped(bench.folder / "t.csv.gz");
  CHECK(text.ends_with('\n'));
  CHECK(table_of(text).size() > 300);
  McapReader mcap(bench.text("t.mcap"));
  bool whole = true;
  CHECK(mcap.stream(&whole).size() > 300);
  CHECK(!whole);
}

TEST_CASE("A file of MCAP that is cut anywhere yields all chunks before the cut") {
  const TemporaryFolder folder;
  const std::string path = folder / "t.mcap";
  auto file = McapFile::open(path);
  REQUIRE(file);
  file->begin("test");
  const auto schema = file->add_schema("a", "{\"type\":\"object\"}");
  const std::uint16_t channels[] = {file->add_channel(schema, "/one"), file->add_channel(schema, "/two")};
  constexpr int count = 20'000;
  // Numbers that compress badly, so that there are several chunks.
  for (int i = 0; i < count; ++i)
    file->write(channels[i % 3 == 0], std::uint64_t(i) * 1000,
                "{\"i\":" + std::to_string(i) + ",\"x\":" + std::to_string(std::sin(double(i) * i)) + ",\"pad\":\"" +
                    std::string(80, char('a' + i % 26)) + "\"}");
  file->close();
  CHECK(file->failure() == "");
  const std::string bytes = read_file(path);
  McapReader whole(bytes);
  bool is_whole = false;
  const auto all = whole.stream(&is_whole);
  CHECK(is_whole);
  REQUIRE(all.size() == count);
  REQUIRE(whole.chunks >= 4);
  CHECK(whole.by_index("/one").size() == count - (count + 2) / 3);
  CHECK(whole.by_index("/two").size() == (count + 2) / 3);
  std::size_t before = 0;
  int most = 0;
  for (int tenth = 1; tenth < 10; ++tenth) {
    McapReader cut(bytes.substr(0, bytes.size() * std::size_t(tenth) / 10));
    const auto some = cut.stream(&is_whole);
    CHECK(!is_whole);
    CHECK(some.size() >= before);
    for (std::size_t i = 0; i < some.size(); i += 97) CHECK(some[i].data == all[i].data);
    before = some.size();
    most = cut.chunks;
  }
  CHECK(most >= whole.chunks - 2);
}

// `npm install @mcap/core fzstd` in a folder that NODE_PATH names.
TEST_CASE("The reader of mcap.dev reads our files") {
  const std::string look = "require.resolve('@mcap/core'); require.resolve('fzstd')";
  if (run_program("node", {"-e", look}).exit_code != 0) {
    WARN("skipped: node or its packages @mcap/core and fzstd are not there");
    return;
  }
  Bench bench;
  REQUIRE(bench.run({"--record", "t.mcap", "--what", "solids,readings,contacts,joints"}).exit_code == 0);
  write_file(bench.folder / "read.js", R"(
const fs = require('fs'), {McapIndexedReader, McapStreamReader} = require('@mcap/core'), fzstd = require('fzstd');
const bytes = fs.readFileSync('t.mcap');
const decompressHandlers = {zstd: data => fzstd.decompress(data)};
const readable = {size: async () => BigInt(bytes.length),
                  read: async (offset, size) => new Uint8Array(bytes.buffer, bytes.byteOffset + Number(offset), Number(size))};
(async () => {
  const indexed = await McapIndexedReader.Initialize({readable, decompressHandlers});
  let messages = 0;
  for await (const message of indexed.readMessages({validateCrcs: true})) {
    JSON.parse(new TextDecoder().decode(message.data));
    ++messages;
  }
  const stream = new McapStreamReader({decompressHandlers, validateCrcs: true});
  stream.append(new Uint8Array(bytes));
  let streamed = 0;
  for (let record; (record = stream.nextRecord());) streamed += record.type === 'Message';
  const topics = [...indexed.channelsById.values()].map(channel => channel.topic).sort().join(' ');
  console.log(messages === streamed && BigInt(messages) === indexed.statistics.messageCount, topics);
})();
)");
  const ProgramResult read = run_program("node", {"read.js"}, {.directory = bench.folder.path()});
  INFO(read.err);
  CHECK_THAT(read.out, Catch::StartsWith("true /contacts /episode /joints/ROVER.HINGE"));
}

TEST_CASE("Recordings in several folders come out of the sandbox, and a batch has them in each run's folder") {
  Bench bench;
  if (run_program("bwrap", {"--ro-bind", "/", "/", "true"}).exit_code == 0) {
    const ProgramResult result =
        bench.run({"--sandbox", "--record", "a/t.csv", "--record", "b/t.csv", "--every", "100ms"});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(table_of(bench.text("a/t.csv")).size() == 21);
    CHECK(table_of(bench.text("b/t.csv")).size() == 3);
    CHECK(fs::exists(bench.folder / "b/t.columns.json"));
  }
  const ProgramResult batch = run_lightsout({"batch", "worlds/w.wbt", "--seeds", "1..2", "--duration", "100ms", "-o",
                                             "out", "--record", "t.csv", "--record", "r.mcap", "--what", "readings"},
                                            {.directory = bench.folder.path(), .timeout = 120});
  INFO(batch.err);
  CHECK(batch.exit_code == 0);
  int tables = 0, others = 0;
  for (const auto& entry : fs::recursive_directory_iterator(bench.folder / "out/runs")) {
    tables += entry.path().filename() == "t.csv";
    others += entry.path().filename() == "r.mcap";
  }
  CHECK(tables == 2);
  CHECK(others == 2);
}
