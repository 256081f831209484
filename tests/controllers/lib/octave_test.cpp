// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers in MATLAB's language, run by GNU Octave as a user's project has them.
#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/support/optional.h"
#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const char robot_world[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 }
DEF R Robot { name "r" controller "drives" supervisor TRUE
  children [ Emitter { } Receiver { name "own" channel 2 } ] }
DEF OTHER Robot { name "other" controller "answers" children [ Receiver { } Emitter { channel 2 } ] }
)";

const char answers[] = R"(receiver = wb_robot_get_device('receiver');
emitter = wb_robot_get_device('emitter');
wb_receiver_enable(receiver, 10);
while wb_robot_step(10) ~= -1
  while wb_receiver_get_queue_length(receiver) > 0
    data = wb_receiver_get_data(receiver);
    setdatatype(data, 'doublePtr', 2, 3);
    wb_emitter_send(emitter, 2 * get(data, 'Value'));
    wb_receiver_next_packet(receiver);
  end
end
)";

struct Project {
  TemporaryFolder folder;
  fs::path controller = folder / "controllers/drives";
  explicit Project(const std::string& script) {
    for (const char* name : {"controllers/drives", "controllers/answers", "worlds"})
      fs::create_directories(folder / name);
    write_file(folder / "worlds/w.wbt", robot_world);
    write_file(folder / "controllers/answers/answers.m", answers);
    write_file(controller / "drives.m", script);
  }
  // A program that stands for MATLAB.
  fs::path matlab(const std::string& text) const {
    fs::create_directories(folder / "bin");
    write_file(folder / "bin/matlab", text);
    fs::permissions(folder / "bin/matlab", fs::perms::owner_all);
    return folder / "bin/matlab";
  }
  static std::string path_with(const fs::path& program) {
    return "PATH=" + program.parent_path().string() + ":" + std::getenv("PATH");
  }
  ProgramResult run(std::vector<std::string> options = {}, std::vector<std::string> environment = {}) const {
    options.insert(options.begin(), {"run", "worlds/w.wbt", "--duration", "100ms"});
    return run_lightsout(options, {.directory = folder.path(), .environment = environment, .timeout = 200});
  }
};

}  // namespace

TEST_CASE("Octave: a script as MATLAB has it runs, with its functions at its end, desktop, keyboard and figures") {
  if (!has_octave()) return;
  const Project project(R"(clear all; close all; clc;
desktop;
keyboard;
TIME_STEP = 10;
figure; plot(1:3); title('seen by nobody'); drawnow;
fprintf('%d\n', twice(4));
wb_console_print(sprintf('printed\n'), WB_STDOUT);
while wb_robot_step(TIME_STEP) ~= -1
  if wb_robot_get_time() > 0.05, break, end
end
pause;
fprintf('%g %s\n', wb_robot_get_time(), wb_robot_get_name());

function y = twice(x)
  y = 2 * x;
end
)");
  const ProgramResult result = project.run();
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.err, "[r] 8\n"));
  CHECK(contains(result.err, "[r] printed\n"));
  CHECK(contains(result.err, "[r] 0.06 r\n"));
  CHECK_FALSE(contains(result.err, "warning"));
}

TEST_CASE("Octave: matrices travel between robots, and fields of nodes are set") {
  if (!has_octave()) return;
  const Project project(R"(function drives
  emitter = wb_robot_get_device('emitter');
  receiver = wb_robot_get_device('own');
  wb_receiver_enable(receiver, 10);
  wb_emitter_send(emitter, [1, 2, 3; 4, 5, 6]);
  for i = 1:5, wb_robot_step(10); end
  disp(reshape(wb_receiver_get_data(receiver, 'double'), 2, 3))
  fprintf('%s\n', class(wb_receiver_get_data(receiver, 'uint8')));
  node = wb_supervisor_node_get_from_def('OTHER');
  field = wb_supervisor_node_get_field(node, 'translation');
  wb_supervisor_field_set_sf_vec3f(field, [1 2 3]);
  wb_robot_step(10);
  fprintf('%g ', wb_supervisor_node_get_position(node), size(wb_supervisor_node_get_pose(node)));
  fprintf('\n%d %d\n', isNull(wb_supervisor_node_get_from_def('NONE')), WB_NODE_ROBOT == wb_supervisor_node_get_type(node));
  wb_supervisor_simulation_quit(5);
  wb_robot_step(10);
end
)");
  const ProgramResult result = project.run();
  INFO(result.err);
  CHECK(result.exit_code == 5);
  CHECK(contains(result.err, "[r]     2    4    6\n[r]     8   10   12\n"));
  CHECK(contains(result.err, "[r] uint8\n"));
  CHECK(contains(result.err, "[r] 1 2 3 4 4 \n[r] 1 1\n"));
}

TEST_CASE("Octave: texts that are objects in MATLAB are refused with their place, not worked on as characters") {
  if (!has_octave()) return;
  for (const auto& [line, column] : std::vector<std::pair<std::string, int>>{{"x = \"abc\" + 5;", 5},
                                                                             {"x = 5 + \"abc\";", 7},
                                                                             {"x = string(7) + 'a';", 5},
                                                                             {"x = [\"a\", \"bc\"];", 5}}) {
    const ProgramResult result = Project("wb_robot_step(10);\ndisp('never');\n" + line + "\n").run();
    INFO(line << "\n" << result.err);
    CHECK(result.exit_code == 4);
    CHECK(contains(result.err, "drives.m:3:" + std::to_string(column) + ": error: MATLAB "));
    CHECK_FALSE(contains(result.err, "never"));
  }
  // What looks like it in comments and in texts, and what is the same in both.
  const ProgramResult same =
      Project(
          "x = 'a \"b\" + c'; % \"a\" + \"b\"\ny = [1, 2] + 3; z = {\"a\", \"b\"};\n"
          "fprintf('%s %d %s %s\\n', x, y(2), z{2}, string(5));\nfprintf(\"100%% + %d\\n\", 1);\n")
          .run();
  INFO(same.err);
  CHECK(same.exit_code == 0);
  CHECK(contains(same.err, "[r] a \"b\" + c 5 b 5\n[r] 100% + 1\n"));
}

TEST_CASE("Octave: a figure that cannot be saved is an error where that is asked for") {
  if (!has_octave()) return;
  const Project project("f = figure; plot(1:3);\nsaveas(f, 'p.png');\n");
  // With the programs that start a controller, and neither gnuplot nor Ghostscript.
  const std::filesystem::path bin = project.folder / "bin";
  std::filesystem::create_directories(bin);
  const ProgramResult result =
      run_program("sh",
                  {"-c", "for p in octave-cli sh bash env; do ln -s $(command -v $p) " + bin.string() +
                             "; done; PATH=" + bin.string() + " exec " + std::string(LIGHTSOUT_BUILD_DIR) +
                             "/bin/lightsout run worlds/w.wbt --duration 100ms --controller-timeout 60s"},
                  {.directory = project.folder.path(), .timeout = 200});
  INFO(result.err);
  CHECK(result.exit_code == 4);
  CHECK(contains(result.err, "drives.m:2:1: error: figures can be saved where gnuplot and Ghostscript are"));
}

TEST_CASE("Octave: errors name file, line and column, and what is wrong with a call") {
  if (!has_octave()) return;
  const Project caller("wb_robot_step(10);\nhelper(3);\n");
  write_file(caller.controller / "helper.m", "function helper(x)\n  y = x;\n  missing_function(y);\nend\n");
  const ProgramResult called = caller.run();
  INFO(called.err);
  CHECK(called.exit_code == 4);
  CHECK(contains(called.err, "helper.m:3:3: error: 'missing_function' undefined"));
  CHECK(contains(called.err, "  called from " + (caller.controller / "drives.m").string() + ":2:1 (drives)"));

  const ProgramResult parsed = Project("x = [1, 2;\n").run();
  CHECK(parsed.exit_code == 4);
  CHECK(contains(parsed.err, "parse error"));
  CHECK(contains(parsed.err, "drives.m"));

  for (const auto& [statement, message] : std::vector<std::pair<std::string, std::string>>{
           {"wb_motor_set_velocity(1)", "wb_motor_set_velocity(tag, velocity): called with 1 argument"},
           {"wb_led_set('led', 1)", "tag"},
           {"wb_robot_step('')", "duration is no number"},
           {"wb_supervisor_field_set_sf_vec3f(1, [1 2])", "value is no array of 3 numbers"},
           {"wb_camera_get_image([])", ""}}) {
    const ProgramResult result = Project("try, " + statement + ";\ncatch e, disp(e.message), end").run();
    INFO(statement << "\n" << result.err);
    CHECK(contains(result.err, message));
    CHECK_FALSE(contains(result.err, "signal"));
  }
  CHECK(Project("exit(3)").run().exit_code == 4);
}

TEST_CASE("Octave: numbers that are drawn are those of the robot's seed") {
  if (!has_octave()) return;
  const Project project("fprintf('%.17g %.17g\\n', rand(), randn());\n");
  const auto drawn = [&](const std::string& seed) { return project.run({"--seed", seed}).err; };
  const std::string first = drawn("1");
  // Behind it may stand that a controller took long.
  const auto numbers = [](const std::string& text) {
    const std::size_t begin = text.find("[r] ");
    REQUIRE(begin != std::string::npos);
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  CHECK(numbers(drawn("1")) == numbers(first));
  CHECK(numbers(drawn("2")) != numbers(first));
  if (!has_parts("bwrap")) return;
  const ProgramResult sandboxed = project.run({"--sandbox", "--seed", "1"});
  INFO(sandboxed.err);
  CHECK(numbers(sandboxed.err) == numbers(first));
}

// MATLAB's manual: `matlab -nodisplay -nosplash -nodesktop -r STATEMENT` takes one argument with statements in all
// releases; -batch came with R2019a. It begins in the folder in which it is started, and ends with the code of exit().
TEST_CASE("MATLAB runs the launcher where it is in the path, as runtime.ini says") {
  const Project project("disp(1)\n");
  const fs::path matlab = project.matlab(
      "#!/bin/sh\necho \"in $PWD: $# arguments\"\nfor each; do echo \"<$each>\"; done\n"
      "echo \"$WEBOTS_CONTROLLER_NAME in $WEBOTS_HOME, input: $(readlink /proc/self/fd/0)\"\nexit 3\n");
  write_file(project.controller / "runtime.ini", "[matlab]\nOPTIONS = -singleCompThread\n");
  const ProgramResult result = project.run({}, {project.path_with(matlab)});
  INFO(result.err);
  const std::string home = LIGHTSOUT_HOME;
  CHECK(contains(result.err, "[r] in " + fs::canonical(project.controller).string() + ": 6 arguments\n"));
  for (const std::string argument : {"-nodisplay", "-nosplash", "-nodesktop", "-singleCompThread", "-r"})
    CHECK(contains(result.err, "[r] <" + argument + ">\n"));
  CHECK(contains(result.err, "[r] <addpath('" + home + "/lib/controller/matlab'); launcher>\n"));
  CHECK(contains(result.err, "[r] drives in " + home + ", input: /dev/null\n"));
  CHECK(contains(result.err, "controller \"drives\" exited with code 3"));
}

// What is said to MATLAB, run by Octave: the statement finds the launcher, and that the controller.
TEST_CASE("Octave: the statement that MATLAB is given runs the controller") {
  if (!has_octave()) return;
  const Project project("wb_robot_step(10);\nfprintf('%s at %g\\n', wb_robot_get_name(), wb_robot_get_time());\n");
  const fs::path matlab = project.matlab(
      "#!/bin/sh\nwhile [ \"$1\" != -r ]; do shift; done\nexec octave-cli --norc --quiet --eval \"$2\"\n");
  const ProgramResult result = project.run({}, {project.path_with(matlab)});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.err, "[r] r at 0.01\n"));
}

TEST_CASE("Octave: where it is missing, an error says what to install") {
  const ProgramResult result = Project("disp(1)\n").run({}, {"PATH=/nonexistent"});
  CHECK(result.exit_code != 0);
  CHECK(contains(result.err, "there is neither `matlab` nor `octave-cli`: install GNU Octave (Debian: octave)"));
}
