// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `run --snapshot-every` and `run --from`, with controllers as processes and in this process: the run goes on in the
// same bits, its controllers brought to where they were.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "controllers/wire/block.h"
#include "tests/support/program.h"

using namespace lightsout;

namespace {

namespace fs = std::filesystem;

std::vector<std::string> snapshots_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".snapshot") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

ProgramResult run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "run");
  return run_lightsout(arguments);
}

// Runs the world with its snapshots in a fresh folder `kept`, then goes on from each of these: each time to the same
// output. `common`: the arguments of all runs.
struct Resumed {
  ProgramResult whole;
  std::size_t snapshots = 0;
};
Resumed run_and_resume(const std::string& world, const std::string& every, const std::string& kept,
                       const std::vector<std::string>& common) {
  fs::remove_all(kept);
  const auto with_common = [&common](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), common.begin(), common.end());
    return arguments;
  };
  Resumed result{run(with_common({world, "--snapshot-every", every, "--snapshots", kept}))};
  const ProgramResult& whole = result.whole;
  CAPTURE(whole.err);
  REQUIRE(whole.exit_code == 0);
  const std::vector<std::string> files = snapshots_in(kept);
  result.snapshots = files.size();
  for (const std::string& file : files) {
    CAPTURE(file);
    const ProgramResult resumed = run(with_common({"--from", file}));
    CAPTURE(resumed.err);
    CHECK(resumed.exit_code == 0);
    CHECK(resumed.out == whole.out);
  }
  return result;
}

}  // namespace

TEST_CASE("a run goes on from each of its snapshots to the same state") {
  const TemporaryFolder folder;
  const std::string kept = folder / "kept";
  for (const bool in_process : {false, true}) {
    CAPTURE(in_process);
    std::vector<std::string> common = {"--duration", "4s", "--hash"};
    if (in_process) common.push_back("--in-process");
    CHECK(run_and_resume("worlds/demo.wbt", "1s", kept, common).snapshots == 4);
  }
}

TEST_CASE("a run that went on leaves snapshots of its own, from which a third goes on") {
  const TemporaryFolder folder;
  const std::string kept = folder / "kept";
  const ProgramResult whole =
      run({"worlds/demo.wbt", "--duration", "3s", "--hash", "--snapshot-every", "1s", "--snapshots", kept});
  const std::string first = snapshots_in(kept).at(0), second = snapshots_in(kept).at(1);
  fs::remove(second);
  CHECK(run({"--from", first, "--duration", "3s", "--snapshot-every", "1s", "--snapshots", kept}).exit_code == 0);
  REQUIRE(fs::exists(second));
  const std::string verdict = folder / "v.json";
  CHECK(run({"--from", second, "--duration", "3s", "--hash", "--verdict", verdict}).out == whole.out);
  // All that was simulated, also before the snapshot.
  CHECK(nlohmann::json::parse(read_file(verdict))["total_simulated_seconds"] == 3.0);
}

TEST_CASE("a supervisor that edits, imports, resets and tracks is brought to where it was") {
  const TemporaryFolder folder;
  const std::string kept = folder / "kept";
  const std::string world = (fs::path(LIGHTSOUT_BUILD_DIR) / "tests/project/worlds/supervisor_snapshots.wbt").string();
  write_file(world, R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
Solid { boundingObject Plane { size 20 20 } }
DEF BOX Solid { name "box" translation 2 0 1 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { density 500 } }
DEF BOSS Robot { supervisor TRUE controller "supervises" }
)");
  CHECK(run_and_resume(world, "80ms", kept, {"--duration", "60s", "--hash"}).snapshots > 3);
}

// What it was started with has changed since: a reset has begun an episode with a seed of its own, and its fields are
// others.
const std::string drawer = R"(import os, random, sys
from controller import Supervisor
robot = Supervisor()
random.seed(os.environ['LIGHTSOUT_SEED'] + os.environ['LIGHTSOUT_ROBOT_SEED'] + str(sys.argv[1:]))
seed = robot.getRoot().getField('children').getMFNode(0).getField('randomSeed')
itself = robot.getSelf()
k = 0
while robot.step(8) != -1:
    k += 1
    print(k, random.random())
    if k == 10:
        seed.setSFInt32(77)
        robot.simulationReset()
    if k == 13:
        itself.getField('controllerArgs').setMFString(0, 'another')
        itself.getField('name').setSFString('renamed')
)";

struct Episodes {
  TemporaryFolder folder;
  std::string world = folder / "worlds/episodes.wbt";
  Episodes() {
    fs::create_directories(fs::path(folder / "worlds"));
    fs::create_directories(fs::path(folder / "controllers/drawer"));
    write_file(folder / "controllers/drawer/drawer.py", drawer);
    write_file(world,
               "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 randomSeed 3 }\n"
               "Robot { supervisor TRUE controller \"drawer\" controllerArgs [ \"one\" ] }\n");
  }
};

TEST_CASE("a controller is brought back with the seed and the arguments that it was started with") {
  const Episodes episodes;
  CHECK(run_and_resume(episodes.world, "40ms", episodes.folder / "kept", {"--duration", "240ms", "--hash"}).snapshots ==
        6);
}

TEST_CASE("a snapshot whose world has gone ends as one of the environment") {
  const Episodes episodes;
  REQUIRE(
      run({episodes.world, "--duration", "80ms", "--snapshot-every", "40ms", "--snapshots", episodes.folder / "kept"})
          .exit_code == 0);
  fs::remove(episodes.world);
  const ProgramResult gone = run({"--from", snapshots_in(episodes.folder / "kept").front(), "--duration", "160ms"});
  CHECK(gone.exit_code == 9);
  CHECK_THAT(gone.err, Catch::Contains("is of a world that is not there any more"));
}

TEST_CASE("a rehearsal gives its run the seed of a fresh load, whatever seed an episode of it had") {
  const Episodes episodes;
  const std::string trace = episodes.folder / "whole.trace";
  CHECK(run({episodes.world, "--duration", "120ms", "--trace", trace}).exit_code == 0);
  for (const char* rehearsal : {"40ms", "80ms", "120ms"}) {
    const ProgramResult again =
        run({episodes.world, "--duration", "120ms", "--rehearsal", rehearsal, "--against", trace});
    CAPTURE(rehearsal, again.err);
    CHECK(again.exit_code == 0);
  }
}

TEST_CASE("what a controller has sent to a real robot is there again in a snapshot amid remote control") {
  const TemporaryFolder project;
  for (const char* name : {"worlds", "controllers/both", "plugins/remote_controls"})
    fs::create_directories(fs::path(project / name));
  fs::copy(LIGHTSOUT_SOURCE_DIR "/tests/device_worlds/plugins/remote_controls/mirror",
           fs::path(project / "plugins/remote_controls/mirror"), fs::copy_options::recursive);
  write_file(project / "worlds/both.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 10 }\n"
             "Robot { name \"R\" controller \"both\" remoteControl \"mirror\" children [ LED { } Pen { write FALSE }\n"
             "  HingeJoint { device [ RotationalMotor { name \"motor\" } PositionSensor { name \"angle\" } ]\n"
             "    endPoint Solid { name \"hand\" } } ] }\n");
  // Simulated, remote from step 3 on, simulated from step 6 on, remote once more from step 9 on. The simulated motor,
  // LED and pen never hear of what is commanded in between; the real ones are sent it again at step 9.
  write_file(
      project / "controllers/both/both.c",
      "#include <stdio.h>\n#include <webots/led.h>\n#include <webots/motor.h>\n#include <webots/pen.h>\n"
      "#include <webots/position_sensor.h>\n#include <webots/remote_control.h>\n#include <webots/robot.h>\n"
      "int main(void) {\n"
      "  wb_robot_init();\n"
      "  const WbDeviceTag motor = wb_robot_get_device(\"motor\"), angle = wb_robot_get_device(\"angle\");\n"
      "  const WbDeviceTag led = wb_robot_get_device(\"led\"), pen = wb_robot_get_device(\"pen\");\n"
      "  wb_position_sensor_enable(angle, 10);\n"
      "  for (int i = 0; i < 12; ++i) {\n"
      "    if (i == 3 || i == 9) wb_robot_set_mode(WB_MODE_REMOTE_CONTROL, \"here\");\n"
      "    if (i == 6) wb_robot_set_mode(WB_MODE_SIMULATION, NULL);\n"
      "    if (i == 3) {\n"
      "      wb_motor_set_position(motor, 0.75);\n      wb_motor_set_velocity(motor, 2);\n"
      "      wb_led_set(led, 1);\n      wb_pen_set_ink_color(pen, 0x0000ff, 1);\n      wb_pen_write(pen, "
      "true);\n    }\n"
      "    wb_robot_step(10);\n"
      "    int word;\n"
      "    printf(\"%d: target %g, velocity %g, led %d, angle %g, %s\\n\", i, wb_motor_get_target_position(motor),\n"
      "           wb_motor_get_velocity(motor), wb_led_get(led), wb_position_sensor_get_value(angle),\n"
      "           (const char *)wb_remote_control_custom_function(&word));\n"
      "  }\n"
      "  wb_robot_cleanup();\n  return 0;\n}\n");
  const ProgramResult built = run_lightsout({"build", "plugins/remote_controls/mirror", "controllers/both"},
                                            {.directory = project.path(), .timeout = 120});
  REQUIRE(built.exit_code == 0);
  const Resumed resumed =
      run_and_resume(project / "worlds/both.wbt", "10ms", project / "kept", {"--duration", "130ms", "--hash"});
  CHECK(resumed.snapshots >= 12);
  // What was commanded stays what is answered, and goes to the real robot once more.
  CHECK_THAT(resumed.whole.err, Catch::Contains("8: target 0.75, velocity 2, led 1, angle 0, "));
  CHECK_THAT(resumed.whole.err, Catch::Contains("11: target 0.75, velocity 2, led 1, angle 0.75, writes 0000ff"));
}

TEST_CASE("the trace of a run that went on from a snapshot is compared from there on") {
  const TemporaryFolder folder;
  const std::string kept = folder / "kept", whole = folder / "whole.trace", rest = folder / "rest.trace";
  REQUIRE(run({"worlds/pendulum.wbt", "--duration", "400ms", "--snapshot-every", "200ms", "--snapshots", kept,  //
               "--trace", whole})
              .exit_code == 0);
  REQUIRE(run({"--from", snapshots_in(kept).at(0), "--duration", "400ms", "--trace", rest}).exit_code == 0);
  for (const auto& [first, second] : {std::pair(whole, rest), std::pair(rest, whole)}) {
    const ProgramResult compared = run_lightsout({"trace", first, second});
    CAPTURE(compared.out, compared.err);
    CHECK(compared.exit_code == 0);
    CHECK(compared.out.find("equal in all ") != std::string::npos);
  }
  const std::string none = folder / "none.trace";
  REQUIRE(run({"worlds/pendulum.wbt", "--duration", "100ms", "--trace", none}).exit_code == 0);
  CHECK(run_lightsout({"trace", none, rest}).exit_code == 9);
}

// The robot drifts along while an arm of it turns as fast as ink under an eye, what a microphone hears and keys say.
TEST_CASE("what pens drew, what sounds and what keys are down is there again") {
  const TemporaryFolder folder;
  const std::string kept = folder / "kept";
  fs::create_directories(fs::path(folder / "controllers/artist"));
  fs::create_directories(fs::path(folder / "worlds"));
  fs::copy_file(fs::path(LIGHTSOUT_SOURCE_DIR) / "tests/device_worlds/controllers/sound/step.wav",
                folder / "controllers/artist/step.wav");
  fs::copy_file(fs::path(LIGHTSOUT_SOURCE_DIR) / "tests/device_worlds/worlds/white.png", folder / "worlds/white.png");
  write_file(folder / "controllers/artist/artist.c", R"(#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <webots/distance_sensor.h>
#include <webots/keyboard.h>
#include <webots/microphone.h>
#include <webots/motor.h>
#include <webots/pen.h>
#include <webots/robot.h>
#include <webots/speaker.h>
int main() {
  wb_robot_init();
  WbDeviceTag pen = wb_robot_get_device("pen"), eye = wb_robot_get_device("eye"), arm = wb_robot_get_device("arm");
  WbDeviceTag speaker = wb_robot_get_device("speaker"), microphone = wb_robot_get_device("microphone");
  wb_distance_sensor_enable(eye, 10);
  wb_microphone_enable(microphone, 20);
  wb_keyboard_enable(30);
  wb_motor_set_position(arm, INFINITY);
  for (int step = 0; wb_robot_step(10) != -1; ++step) {
    if (step % 20 == 5) wb_pen_write(pen, step % 40 == 5);
    if (step % 15 == 3) wb_speaker_play_sound(speaker, speaker, "step.wav", 0.5 + 0.01 * step, 1, 0, false);
    double heard = 0;
    const int16_t *samples = wb_microphone_get_sample_data(microphone);
    for (int i = 0; samples && i < wb_microphone_get_sample_size(microphone) / 2; ++i) heard += samples[i] * 1e-5;
    const double seen = wb_distance_sensor_get_value(eye) / 1000;
    const int key = wb_keyboard_get_key();
    if (step) wb_motor_set_velocity(arm, fmod(seen + heard + 0.01 * key, 5));
    printf("%.6f %.6f %d %d\n", seen, heard, key, wb_speaker_is_sound_playing(speaker, "step.wav"));
  }
  wb_robot_cleanup();
  return 0;
}
)");
  write_file(folder / "worlds/artist.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 }
Solid { name "paper" children [ Shape { appearance PBRAppearance { roughness 0 metalness 0
  baseColorMap ImageTexture { url [ "white.png" ] } } geometry Plane { size 10 10 } } ] }
Robot { translation 0 0 0.1 controller "artist" linearVelocity 1 0 0 children [
  Pen { leadSize 0.02 inkDensity 1 write FALSE }
  DistanceSensor { name "eye" type "infra-red" translation -0.05 0 0 rotation 0 1 0 1.5707963267948966 lookupTable [ 0 0 0.01, 1 1000 0.01 ] }
  Speaker { }
  Microphone { translation 0 0.5 0 }
  HingeJoint { device RotationalMotor { name "arm" } endPoint Solid { name "arm" } }
] }
)");
  write_file(folder / "keys.txt", "0.105 Up\n0.3 -\n0.31 Left A\n0.6 -\n0.62 press B\n");
  const std::string keys = folder / "keys.txt";
  for (const bool in_process : {false, true}) {
    CAPTURE(in_process);
    std::vector<std::string> common = {"--keys", keys, "--duration", "0.8s", "--hash"};
    if (in_process) common.push_back("--in-process");
    const auto [whole, snapshots] = run_and_resume(folder / "worlds/artist.wbt", "70ms", kept, common);
    CAPTURE(whole.err);
    CHECK(snapshots == 11);  // at 0.07 s, 0.14 s, ... 0.77 s
    // All of it happened: keys were down, ink was seen (at 0.5 m instead of 0.1), the sound was heard.
    CHECK(whole.err.find(" 315 ") != std::string::npos);
    CHECK((whole.err.find("] 0.49") != std::string::npos || whole.err.find("] 0.50") != std::string::npos));
    CHECK(whole.err.find("plays \"step.wav\"") != std::string::npos);
  }
}

// The robot turns as its lidars say; what they and a display held at each step is what the new controller is told.
TEST_CASE("what lidars measured and what was drawn is there again") {
  const TemporaryFolder folder;
  const std::string kept = folder / "kept";
  fs::create_directories(fs::path(folder / "controllers/looker"));
  fs::create_directories(fs::path(folder / "worlds"));
  write_file(folder / "controllers/looker/looker.c", R"(#include <math.h>
#include <stdio.h>
#include <webots/display.h>
#include <webots/lidar.h>
#include <webots/motor.h>
#include <webots/robot.h>
int main() {
  wb_robot_init();
  WbDeviceTag fixed = wb_robot_get_device("fixed"), turning = wb_robot_get_device("turning");
  WbDeviceTag display = wb_robot_get_device("display"), arm = wb_robot_get_device("arm");
  wb_lidar_enable(fixed, 30);
  wb_lidar_enable(turning, 10);
  wb_lidar_enable_point_cloud(turning);
  wb_motor_set_position(arm, INFINITY);
  for (int step = 0; wb_robot_step(10) != -1; ++step) {
    const float *ranges = wb_lidar_get_range_image(fixed), *around = wb_lidar_get_range_image(turning);
    const WbLidarPoint *points = wb_lidar_get_point_cloud(turning);
    double sum = ranges[3], y = 0;
    for (int i = 0; i < 40; ++i) {
      if (isfinite(around[i])) sum += around[i];
      if (isfinite(points[i].y)) y += points[i].y;
    }
    wb_motor_set_velocity(arm, fmod(sum, 3));
    wb_display_draw_line(display, 0, 0, step % 16, (int)fmod(sum, 16));
    printf("%.6f %.6f\n", sum, y);
  }
  wb_robot_cleanup();
  return 0;
}
)");
  write_file(folder / "worlds/looker.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 }
Solid { children [ Pose { translation 3 0 0 children [ Shape { geometry Box { size 1 5 5 } } ] }
  Pose { translation -3 1 0 children [ Shape { geometry Sphere { } } ] } ] }
Robot { controller "looker" children [
  HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 } device RotationalMotor { name "arm" }
    endPoint Solid { name "arm" children [
      Lidar { name "fixed" maxRange 9 noise 0.01 horizontalResolution 8 numberOfLayers 1 }
      Lidar { name "turning" type "rotating" maxRange 9 noise 0.001 defaultFrequency 7 horizontalResolution 40
        numberOfLayers 1 rotatingHead Solid { name "head" } } ] } }
  Display { width 16 height 16 }
] }
)");
  for (const bool in_process : {false, true}) {
    CAPTURE(in_process);
    std::vector<std::string> common = {"--duration", "0.8s", "--hash"};
    if (in_process) common.push_back("--in-process");
    const auto [whole, snapshots] = run_and_resume(folder / "worlds/looker.wbt", "70ms", kept, common);
    CAPTURE(whole.err);
    CHECK(snapshots == 11);  // at 0.07 s, 0.14 s, ... 0.77 s
  }
}

// A controller may write over all that it shares: where things lie in there the engine knows itself.
TEST_CASE("a controller that wrote over the table of its devices goes on from a snapshot as it would have") {
  const TemporaryFolder folder;
  const std::string kept = folder / "kept";
  fs::create_directories(fs::path(folder / "controllers/scrawls"));
  fs::create_directories(fs::path(folder / "worlds"));
  // scrawls <offset> <count>: from its tenth turn on those bytes are 0xa5, behind the offset that stands there if the
  // count is that of a table.
  write_file(folder / "controllers/scrawls/scrawls.c", R"(#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/robot.h>
int main(int argc, char **argv) {
  wb_robot_init();
  WbDeviceTag motor = wb_robot_get_device("motor"), sensor = wb_robot_get_device("sensor");
  wb_motor_set_position(motor, INFINITY);
  wb_position_sensor_enable(sensor, 8);
  char *block = NULL, line[512];
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps))
    if (strstr(line, "lightsout-block")) sscanf(line, "%p", (void **)&block);
  if (argc != 3 || !block) return 9;
  char *at = block + atoi(argv[1]);
  const int count = atoi(argv[2]);
  if (count > 4) at = block + *(uint32_t *)at;
  for (int step = 0; wb_robot_step(8) != -1; ++step) {
    if (step >= 10) memset(at, 0xa5, count);
    wb_motor_set_velocity(motor, 0.1 * (step % 7));
    printf("%.9f\n", wb_position_sensor_get_value(sensor));
  }
  wb_robot_cleanup();
  return 0;
}
)");
  const auto world = [&](std::size_t offset, std::size_t count) {
    write_file(folder / "worlds/scrawls.wbt", fmt::format(R"(#VRML_SIM R2025a utf8
WorldInfo {{ basicTimeStep 8 }}
Robot {{ controller "scrawls" controllerArgs [ "{}" "{}" ] children [ HingeJoint {{
  device [ RotationalMotor {{ name "motor" }} PositionSensor {{ name "sensor" }} ] endPoint Solid {{ name "wheel" }} }} ] }}
)",
                                                          offset, count));
    return std::string(folder / "worlds/scrawls.wbt");
  };
  // The robot, its motor and its sensor.
  const Resumed table = run_and_resume(world(offsetof(lo_block, devices), 3 * sizeof(lo_device)), "64ms", kept,
                                       {"--duration", "0.4s", "--hash"});
  CHECK(table.snapshots == 6);
  // The motor obeys to the end, and the sensor says so: 49 steps at 0.3 rad/s on the average are 0.12 rad.
  CHECK(table.whole.err.find("] 0.11") != std::string::npos);

  // The place of the bits that tell which devices are to be looked at: this damage is found when the turn ends.
  fs::remove_all(kept);
  const std::vector<std::string> common = {"--duration", "0.4s", "--snapshot-every", "64ms", "--snapshots", kept};
  std::vector<std::string> first = common;
  first.insert(first.begin(), world(offsetof(lo_block, touched), sizeof(std::uint32_t)));
  const ProgramResult whole = run(first);
  CHECK(whole.exit_code == 4);
  CHECK_THAT(whole.err, Catch::Contains("damaged the memory that it shares with the simulation, and was killed"));
  REQUIRE(snapshots_in(kept).size() == 1);
  const ProgramResult resumed = run({"--from", snapshots_in(kept).at(0), "--duration", "0.4s"});
  CHECK(resumed.exit_code == 4);
  CHECK_THAT(resumed.err, Catch::Contains("damaged the memory that it shares with the simulation, and was killed"));
}

TEST_CASE("a controller that does not repeat itself is told, and so is what cannot be gone on from") {
  const TemporaryFolder folder;
  const std::string kept = folder / "kept";
  fs::create_directories(fs::path(folder / "controllers/dice"));
  fs::create_directories(fs::path(folder / "worlds"));
  write_file(folder / "controllers/dice/dice.c", R"(#include <unistd.h>
#include <webots/robot.h>
#include <webots/motor.h>
int main() {
  wb_robot_init();
  while (wb_robot_step(8) != -1) wb_motor_set_velocity(wb_robot_get_device("motor"), 1.0 / getpid());
  wb_robot_cleanup();
  return 0;
}
)");
  write_file(folder / "worlds/dice.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
DEF ROBOT Robot { controller "dice" children [ HingeJoint { device RotationalMotor { name "motor" }
  endPoint Solid { name "wheel" } } ] }
)");
  REQUIRE(run({folder / "worlds/dice.wbt", "--duration", "0.2s", "--snapshot-every", "80ms", "--snapshots", kept})
              .exit_code == 0);
  const std::string file = snapshots_in(kept).at(0);
  const ProgramResult other = run({"--from", file, "--duration", "1s"});
  CHECK(other.exit_code == 4);
  CHECK_THAT(other.err, Catch::Contains("cannot be brought to where the snapshot has it"));

  const std::string exchange = (fs::path(kept) / "exchange_000000000").string();
  std::string told = read_file(exchange);
  REQUIRE(told.size() > 200);
  told[100] ^= 1;
  write_file(exchange, told);
  const ProgramResult damaged = run({"--from", file, "--duration", "1s"});
  CHECK(damaged.exit_code == 2);
  CHECK_THAT(damaged.err, Catch::Contains("is not what it was when the snapshot was made"));

  CHECK(run({"--from", folder / "none.snapshot", "--duration", "1s"}).exit_code == 9);
  write_file(folder / "text.snapshot", "not a snapshot");
  const ProgramResult text = run({"--from", folder / "text.snapshot", "--duration", "1s"});
  CHECK(text.exit_code == 2);
  CHECK_THAT(text.err, Catch::Contains("no snapshot"));
  CHECK(run({"--duration", "1s"}).exit_code == 2);  // neither a world nor a snapshot

  const ProgramResult plugin =
      run({"worlds/wind.wbt", "--duration", "1s", "--snapshot-every", "0.5s", "--snapshots", folder / "others"});
  CHECK(plugin.exit_code == 2);
  CHECK_THAT(plugin.err, Catch::Contains("physics plugin"));
}
