// The worlds of tests/device_worlds: each world's controllers, in C, hold what the API answers against what the manual
// says, and end with a code that tells. Run in processes of their own and inside the executable, to the same bits.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

// The project is built where it is run: in the build folder.
fs::path project() {
  static const fs::path folder = [] {
    const fs::path copy = LIGHTSOUT_BUILD_DIR "/tests/device_worlds";
    fs::create_directories(copy);
    fs::copy(LIGHTSOUT_SOURCE_DIR "/tests/device_worlds", copy,
             fs::copy_options::recursive | fs::copy_options::update_existing);
    return copy;
  }();
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
    const ProgramResult inside = run(world, {"--in-process"});
    INFO(inside.err);
    CHECK(inside.exit_code == 0);
    CHECK(inside.out == alone.out);
  }
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
  CHECK(files == std::vector<std::string>{"robot.averted.wav", "robot.deaf.wav", "robot.far.wav",
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
