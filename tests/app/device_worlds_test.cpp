// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The worlds of tests/device_worlds: each world's controllers, in C, hold what the API answers against what the manual
// says, and end with a code that tells. Run in processes of their own and inside the executable, to the same bits.
#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>
#include <set>

#include "engine/programs/sanitizers.h"
#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

// The project is built where it is run: in the build folder.
fs::path make_project(const std::string& name) {
  const fs::path copy = fs::path(LIGHTSOUT_BUILD_DIR "/tests") / name;
  fs::create_directories(copy);
  fs::copy(LIGHTSOUT_SOURCE_DIR "/tests/device_worlds", copy,
           fs::copy_options::recursive | fs::copy_options::update_existing);
  return copy;
}

fs::path project() {
  static const fs::path folder = make_project("device_worlds");
  return folder;
}

std::vector<std::string> worlds() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(LIGHTSOUT_SOURCE_DIR "/tests/device_worlds/worlds"))
    if (entry.path().extension() == ".wbt") names.push_back("worlds/" + entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

ProgramResult run(const std::string& world, const std::vector<std::string>& options) {
  std::vector<std::string> arguments = {"run", world, "--duration", "20s", "--hash", "--controller-timeout", "20s"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return run_lightsout(arguments, {.directory = project(), .timeout = 120});
}

}  // namespace

TEST_CASE("Controllers find that every device answers as documented") {
  const ProgramResult built =
      run_lightsout({"build", "plugins/remote_controls/mirror"}, {.directory = project(), .timeout = 120});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  for (const std::string& world : worlds()) {
    const ProgramResult alone = run(world, {});
    INFO(world << "\n" << alone.err);
    CHECK(alone.exit_code == 0);
    CHECK(alone.err.find("FAILED") == std::string::npos);  // of a controller that was started again, say
    const ProgramResult inside = run(world, {"--in-process"});
    INFO(inside.err);
    CHECK(inside.exit_code == 0);
    CHECK(inside.out == alone.out);
  }
}

TEST_CASE("A remote control library that is there as sources is built, and one that is missing ends in a verdict") {
  const TemporaryFolder copy;
  for (const char* part : {"worlds", "controllers", "plugins"})
    fs::copy(fs::path(LIGHTSOUT_SOURCE_DIR "/tests/device_worlds") / part, copy / part, fs::copy_options::recursive);
  const std::string verdict = copy / "v.json";
  const auto run = [&] {
    return run_lightsout({"run", "worlds/remote.wbt", "--duration", "5s", "--in-process", "--verdict", verdict},
                         {.directory = copy.path(), .timeout = 120});
  };
  const ProgramResult built = run();
  INFO(built.err);
  CHECK(built.exit_code == 0);
  CHECK(built.err.find("building its remote control library") != std::string::npos);
  if (LIGHTSOUT_ADDRESS_SANITIZER()) return;  // which ends the program at a crash, with a report
  // The controller counts on it, and reads what it then answers.
  fs::remove_all(copy / "plugins");
  const ProgramResult missing = run();
  INFO(missing.err);
  CHECK(missing.exit_code == 4);
  CHECK(missing.err.find("the remote control library \"mirror\" is not found") != std::string::npos);
  CHECK(missing.err.find("was killed by SIGSEGV") != std::string::npos);
  CHECK(read_file(verdict).find("\"outcome\": \"controller-failed\"") != std::string::npos);
}

// From the middle of its first second, of whatever its controllers are at; tests/campaigns/snapshots goes on from more.
TEST_CASE(
    "A remote control library without one of its two functions is refused, and the one that is missing is named") {
  const TemporaryFolder project;
  for (const char* name : {"worlds", "controllers/sits", "plugins/remote_controls/half"})
    std::filesystem::create_directories(project / name);
  write_file(project / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n"
             "Robot { name \"R\" controller \"sits\" remoteControl \"half\" }\n");
  write_file(
      project / "controllers/sits/sits.c",
      "#include <webots/robot.h>\nint main() { wb_robot_init(); wb_robot_step(8); wb_robot_cleanup(); return 0; }\n");
  const std::string init = "bool wbr_init(WbrInterface *r) { (void)r; return true; }\n",
                    cleanup = "void wbr_cleanup(void) {}\n";
  for (const auto& [functions, why] : {std::pair(init, "it has no wbr_cleanup()"),
                                       {cleanup, "it has no wbr_init()"},
                                       {std::string(), "it has neither wbr_init() nor wbr_cleanup()"}}) {
    std::filesystem::remove_all(project / "plugins/remote_controls/half");
    std::filesystem::create_directory(project / "plugins/remote_controls/half");
    write_file(project / "plugins/remote_controls/half/half.c", "#include <webots/remote_control.h>\n" + functions);
    const ProgramResult result = run_lightsout({"run", "worlds/w.wbt"}, {.directory = project.path(), .timeout = 60});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.err, Catch::Contains(std::string(why) + "."));
  }
}

TEST_CASE("Every world goes on from a snapshot in the same bits") {
  std::vector<std::pair<fs::path, std::string>> all;
  // Controllers leave files in their folders: another test runs the same worlds beside this one.
  const fs::path own = make_project("resumed_device_worlds");
  for (const std::string& world : worlds()) all.emplace_back(own, world);
  for (const fs::directory_entry& entry : fs::directory_iterator(LIGHTSOUT_SOURCE_DIR "/worlds"))
    if (entry.path().extension() == ".wbt")
      all.emplace_back(LIGHTSOUT_SOURCE_DIR, "worlds/" + entry.path().filename().string());
  int with_plugins = 0;
  for (const auto& [folder, world] : all) {
    TemporaryFolder kept;
    const auto run = [&, &folder = folder](std::vector<std::string> words) {
      words.insert(words.begin(), "run");
      words.insert(words.end(), {"--duration", "1s", "--hash"});
      return run_lightsout(words, {.directory = folder, .timeout = 120});
    };
    const ProgramResult whole = run({world, "--snapshot-every", "32ms", "--snapshots", kept.path().string()});
    INFO(world << "\n" << whole.err);
    if (whole.exit_code == 2 &&
        whole.err.find("the state of its physics plugin is out of reach") != std::string::npos) {
      ++with_plugins;
      continue;
    }
    CHECK(whole.exit_code == 0);
    std::vector<fs::path> snapshots;
    for (const fs::directory_entry& entry : fs::directory_iterator(kept.path()))
      if (entry.path().extension() == ".snapshot") snapshots.push_back(entry.path());
    if (snapshots.empty()) continue;  // it is over within a step or two
    std::ranges::sort(snapshots);
    const ProgramResult resumed = run({"--from", snapshots[snapshots.size() / 2].string()});
    INFO(snapshots[snapshots.size() / 2] << "\n" << resumed.err);
    CHECK(resumed.exit_code == 0);
    CHECK(resumed.out == whole.out);
  }
  CHECK(with_plugins == 7);
}

TEST_CASE("After a snapshot, too, devices answer what the tree says, and radios hear what was under way") {
  const std::string world = GENERATE("worlds/answers.wbt", "worlds/radios.wbt");
  INFO(world);
  TemporaryFolder folder;
  const ProgramResult whole = run(world, {"--snapshot-every", "10ms", "--snapshots", folder.path().string()});
  INFO(whole.err);
  REQUIRE(whole.exit_code == 0);
  int snapshots = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path())) {
    if (entry.path().extension() != ".snapshot") continue;
    ++snapshots;
    const ProgramResult resumed = run_lightsout({"run", "--from", entry.path().string(), "--duration", "20s", "--hash"},
                                                {.directory = project(), .timeout = 60});
    INFO(entry.path() << "\n" << resumed.err);
    CHECK(resumed.exit_code == 0);
    CHECK(resumed.out == whole.out);
  }
  CHECK(snapshots > 4);
}

// What a device says of its fields is compared with the tree by the world "answers". A function that answers one number
// or text of a device is there, or says a reading, what its controller itself has set, or the same as another.
TEST_CASE("Every function that answers of a device is compared with the tree") {
  const std::set<std::string> others = {
      // readings
      "wb_camera_get_image", "wb_camera_get_range_image", "wb_camera_recognition_get_number_of_objects",
      "wb_camera_recognition_get_objects", "wb_camera_recognition_get_segmentation_image", "wb_connector_get_presence",
      "wb_gps_get_speed", "wb_gps_get_speed_vector", "wb_inertial_unit_get_quaternion",
      "wb_inertial_unit_get_roll_pitch_yaw", "wb_lidar_get_point_cloud", "wb_lidar_get_number_of_points",
      "wb_lidar_get_range_image", "wb_microphone_get_sample_data", "wb_microphone_get_sample_size",
      "wb_motor_get_force_feedback", "wb_motor_get_torque_feedback", "wb_radar_get_number_of_targets",
      "wb_radar_get_targets", "wb_range_finder_get_image", "wb_range_finder_get_range_image", "wb_receiver_get_data",
      "wb_receiver_get_data_size", "wb_receiver_get_emitter_direction", "wb_receiver_get_queue_length",
      "wb_receiver_get_signal_strength", "wb_speaker_is_speaking", "wb_vacuum_gripper_get_presence",
      // set by the controller
      "wb_camera_recognition_is_segmentation_enabled", "wb_lidar_is_point_cloud_enabled", "wb_speaker_get_engine",
      "wb_speaker_get_language",
      // of what the device is, which no edit changes
      "wb_brake_get_type", "wb_camera_get_type", "wb_device_get_node_type", "wb_device_get_type", "wb_motor_get_type",
      "wb_position_sensor_get_type", "wb_servo_get_type", "wb_supervisor_node_get_from_device",
      // older names of others, and what always says the same
      "wb_camera_get_far", "wb_camera_get_max_range", "wb_inertial_unit_get_lookup_table",
      "wb_inertial_unit_get_lookup_table_size", "wb_motor_get_available_force", "wb_motor_get_motor_force_feedback",
      "wb_motor_get_motor_torque_feedback", "wb_motor_get_position", "wb_position_sensor_get_position",
      "wb_servo_get_position", "wb_servo_get_motor_force_feedback", "wb_servo_get_target_position",
      "wb_servo_get_min_position", "wb_servo_get_max_position"};
  const std::string compared = read_file(LIGHTSOUT_SOURCE_DIR "/tests/device_worlds/controllers/answers/answers.c");
  const std::regex function(R"(((wb_\w+?)_(?:get|is|has)_\w+)\(WbDeviceTag \w+\))");
  int functions = 0;
  for (const fs::directory_entry& header :
       fs::directory_iterator(LIGHTSOUT_BUILD_DIR "/lib/lightsout/include/controller/c/webots")) {
    if (header.path().extension() != ".h") continue;
    const std::string text = read_file(header.path());
    for (std::sregex_iterator found(text.begin(), text.end(), function), end; found != end; ++found) {
      const std::string name = (*found)[1], device = (*found)[2];
      ++functions;
      if (others.contains(name) || name.ends_with("_sampling_period") || name.ends_with("_get_value") ||
          name.ends_with("_get_values"))
        continue;
      INFO(name);
      const bool is_table = name.find("_get_lookup_table") != std::string::npos;
      CHECK(compared.find(is_table ? device + "," : name + "(") != std::string::npos);
    }
  }
  CHECK(functions > 150);
}

TEST_CASE("What is heard is written as WAV on request") {
  TemporaryFolder folder;
  const ProgramResult result = run("worlds/sound.wbt", {"--sounds", folder.path().string()});
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path()))
    files.push_back(entry.path().filename().string());
  std::sort(files.begin(), files.end());
  CHECK(files == std::vector<std::string>{"robot.averted.wav", "robot.deaf.wav", "robot.dull.wav", "robot.far.wav",
                                          "robot.microphone.wav", "robot.speaker.wav"});
  const std::string speaker = read_file(folder / "robot.speaker.wav");
  REQUIRE(speaker.size() > 44 + 2 * 441);
  CHECK(speaker.compare(0, 4, "RIFF") == 0);
  // The first sample of the file that was played, half scale at a volume of 0.8: 0.5 x 0.8 x 32767.
  const auto sample = std::int16_t(std::uint8_t(speaker[44]) | std::uint8_t(speaker[45]) << 8);
  CHECK(std::abs(sample - 13107) <= 1);
  // The log tells the levels: 20 log10(0.8) and, at 4 m, 12 dB less.
  CHECK(result.err.find("plays \"step.wav\" (0.100 s), volume 0.8, pitch 1; robot.microphone at 0.500 m hears -1.9 dB; "
                        "robot.far at 4.000 m hears -14.0 dB; robot.deaf at 4.000 m hears nothing") !=
        std::string::npos);
  // What is spoken makes no sound.
  CHECK(result.err.find("robot</prosody>\" (en-UK, 0.800 s), volume 1\n") != std::string::npos);
}
