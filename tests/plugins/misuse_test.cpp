// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What plugins and joint callbacks do to the process and to the simulator's own objects ends the run with a verdict.
#include <fmt/format.h>
#include <signal.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "engine/programs/interposed.h"
#include "tests/support/processes.h"
#include "tests/support/program.h"

using namespace lightsout;

namespace {

struct Offence {
  ProgramResult result;
  std::string verdict;
};

Offence commit(const std::string& offence, const std::vector<std::string>& more = {},
               const std::string& world = "offends.wbt") {
  const TemporaryFolder folder;
  std::vector<std::string> arguments{
      "run", "tests/plugins/project/worlds/" + world, "--duration", "100ms", "--verdict", folder / "verdict.json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  Offence done;
  done.result = run_lightsout(arguments, {.environment = {"OFFENCE=" + offence}, .timeout = 240});
  done.verdict = read_file(folder / "verdict.json");
  return done;
}

void check_fails(const std::string& offence, const std::string& how, const std::vector<std::string>& more = {},
                 const std::string& world = "offends.wbt") {
  const Offence done = commit(offence, more, world);
  INFO(offence << ": " << done.result.err);
  CHECK(done.result.exit_code == 5);
  CHECK(done.result.err.find(how) != std::string::npos);
  CHECK(done.verdict.find("\"outcome\": \"plugin-failed\"") != std::string::npos);
  CHECK(done.verdict.find("\"exit_code\": 5") != std::string::npos);
}

}  // namespace

TEST_CASE("A plugin that ends the process has failed, wherever it does so") {
  const std::string in_step = " in webots_physics_step, step 1 (t = 8 ms)";
  check_fails("exit", "the physics plugin \"offends\" called exit(0)" + in_step);
  check_fails("_exit", "called _exit(0)" + in_step);
  check_fails("quick_exit", "called quick_exit(0)" + in_step);
  check_fails("exit at the end", "called exit(0) in webots_physics_cleanup");
  check_fails("exit when unloaded", "called exit(0) in the destructors of its static variables");
  check_fails("exit", "called exit(0)" + in_step, {"--plugin-guard"});
}

#if LIGHTSOUT_INTERPOSES

TEST_CASE("A thread of a plugin that ends the process, and a callback that ends the thread, have failed") {
  check_fails("exit in a thread", "had a thread that called exit(0) (seen in webots_physics_step), step 1");
  check_fails("pthread_exit", "called pthread_exit() in webots_physics_step, step 1");
  check_fails("pthread_cancel", "called pthread_cancel() of its own thread in webots_physics_step, step 1");
}

TEST_CASE("No program takes the place of the simulation, and a plugin keeps no signal from the program") {
  const Offence executes = commit("exec");
  INFO(executes.result.err);
  CHECK(executes.result.exit_code == 0);
  CHECK(executes.result.err.find("still here") != std::string::npos);
  CHECK(executes.verdict.find("\"outcome\": \"done\"") != std::string::npos);
  for (const std::string offence : {"ignore", "ignore in a thread"}) {
    const Offence ignores = commit(offence);
    INFO(ignores.result.err);
    CHECK(ignores.result.exit_code == 8);
    CHECK(ignores.verdict.find("\"outcome\": \"interrupted\"") != std::string::npos);
  }
}

namespace {

// All that a run writes, by the names of the files.
std::map<std::string, std::string> outputs_with(const std::string& offence, const std::vector<std::string>& more = {}) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments{"run",         "tests/plugins/project/worlds/closes.wbt",
                                     "--duration",  "100ms",
                                     "-o",          folder / "out",
                                     "--record",    "t.csv",
                                     "--record",    "t.mcap",
                                     "--trace",     "trace",
                                     "--animation", "a.html"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ProgramResult result = run_lightsout(arguments, {.environment = {"OFFENCE=" + offence}, .timeout = 240});
  INFO(offence << ": " << result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("done: reached 0.104 s") != std::string::npos);
  std::map<std::string, std::string> outputs;
  for (const char* name : {"t.csv", "t.mcap", "trace", "a.json"}) outputs[name] = read_file(folder / "out" / name);
  CHECK(read_file(folder / "out/log").find("done: reached 0.104 s") != std::string::npos);
  CHECK(read_file(folder / "out/verdict.json").find("\"outcome\": \"done\"") != std::string::npos);
  return outputs;
}

}  // namespace

TEST_CASE("What a run has open stays open and leads where it did, whatever a plugin closes and replaces") {
  const auto whole = outputs_with("nothing");
  for (const auto& [name, content] : whole) CHECK(!content.empty());
  for (const char* offence :
       {"close files", "close file ranges", "close files from", "replace files", "close streams", "close own file"}) {
    CAPTURE(offence);
    CHECK(outputs_with(offence) == whole);
  }
  CHECK(outputs_with("replace files", {"--plugin-guard"}) == whole);
}

TEST_CASE("A run has a verdict whose plugin keeps all descriptors for itself") {
  const TemporaryFolder folder;
  const ProgramResult result = run_program(
      "bash",
      {"-c", "ulimit -n 200; exec \"$0\" run tests/plugins/project/worlds/closes.wbt --duration 100ms --verdict \"$1\"",
       LIGHTSOUT_EXECUTABLE, folder / "v.json"},
      {.environment = {"OFFENCE=keep files"}, .timeout = 240});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(read_file(folder / "v.json").find("\"outcome\": \"done\"") != std::string::npos);
}

TEST_CASE("A plugin does not stop the process of the simulation") {
  for (const char* offence : {"raise SIGSTOP", "kill SIGSTOP", "kill SIGSTOP of the group", "pthread_kill SIGTSTP",
                              "raise SIGSTOP in a thread"})
    for (const bool guarded : {false, true}) {
      const Offence goes_on =
          commit(offence, guarded ? std::vector<std::string>{"--plugin-guard"} : std::vector<std::string>{});
      INFO(offence << ": " << goes_on.result.err);
      CHECK(goes_on.result.exit_code == 0);
      CHECK(goes_on.result.err.find("would stop the simulation") != std::string::npos);
      CHECK(goes_on.verdict.find("\"outcome\": \"done\"") != std::string::npos);
    }
}

#endif

TEST_CASE("A plugin may fork: the child's exit() is the child's") {
  const Offence done = commit("fork");
  INFO(done.result.err);
  CHECK(done.result.exit_code == 0);
  CHECK(done.result.err.find("the child's code was 3") != std::string::npos);
}

TEST_CASE("What a plugin forks does not go on with the simulation, and what it starts does not outlive it") {
  const Offence leaves = commit("leave");
  INFO(leaves.result.err);
  CHECK(leaves.result.exit_code == 0);
  CHECK(leaves.result.err.find("forked cannot go on with the simulation") != std::string::npos);
  CHECK(commit("stray").result.exit_code == 0);
  CHECK(processes_with("OFFENCE=strayed", 1).empty());
}

TEST_CASE("A folder that a plugin goes to is its own: outputs and inputs stay where they were named") {
  const TemporaryFolder folder;
  std::filesystem::create_directory_symlink(LIGHTSOUT_SOURCE_DIR "/tests/plugins/project", folder / "project");
  const ProgramResult result =
      run_lightsout({"run", "project/worlds/offends.wbt", "--duration", "100ms", "--verdict", "v.json", "--record",
                     "r.csv", "--animation", "a.html", "--repeat", "2", "--verify"},
                    {.directory = folder.path(), .environment = {"OFFENCE=chdir"}});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("it is in /proc") != std::string::npos);
  for (const char* name : {"v.json", "r.csv", "a.html", "a.json"}) CHECK(std::filesystem::exists(folder / name));
}

TEST_CASE("A guarded run demands a verdict of its child") {
  // A system call, which nobody inside the process can notice.
  // By codes too with which runs end for other reasons.
  for (const std::string code : {"0", "4", "9", "12"})
    check_fails("exit_group " + code, "the process of the simulation exited with code " + code + " without a verdict",
                {"--plugin-guard"});
}

TEST_CASE("A guarded run whose plugin takes files away from its child has a verdict") {
  for (const char* world : {"offends.wbt", "closes.wbt"})
    for (const char* offence : {"take files", "take files at the end", "no files", "no bytes"}) {
      CAPTURE(world);
      check_fails(offence, "without a verdict", {"--plugin-guard"}, world);
    }
}

// Where nobody guards, the run ends all the same: its controllers are lost. It depends on the machine whether that is
// seen in a step (the controller has failed) or at the end of the run (the environment has).
TEST_CASE("A run ends whose plugin closes what the program has open by system calls") {
  const Offence done = commit("take files", {}, "closes.wbt");
  INFO(done.result.err);
  CHECK((done.result.exit_code == 4 || done.result.exit_code == 9));
  CHECK(done.result.err.find("Bad file descriptor") != std::string::npos);
}

TEST_CASE("A plugin that destroys what is the world's own has failed, by the name of that") {
  const std::string own = ", which is the world's own";
  check_fails("body", "destroyed the body of CRATE" + own);
  check_fails("geom", "destroyed the geom of FLOOR" + own);
  check_fails("space", "destroyed the space of CRATE" + own);
  check_fails("joint", "destroyed the joint POST.");
  check_fails("data", "set the data pointer of the geom of FLOOR" + own);
  check_fails("world", "destroyed the world that is simulated");
  check_fails("close", "called dCloseODE()");
  const Offence nothing = commit("nothing");
  INFO(nothing.result.err);
  CHECK(nothing.result.exit_code == 0);
}

TEST_CASE("What a plugin reads of a body that is gone is no number, and a force made of it ends the run") {
  const Offence done = commit("read");
  INFO(done.result.err);
  CHECK(done.result.exit_code == 6);
  CHECK(done.result.err.find("it is at nan, twice that is nan") != std::string::npos);
  CHECK(done.result.err.find("CRATE") != std::string::npos);
}

TEST_CASE("What a plugin prints is no data") {
  const Offence done = commit("print", {"--hash"});
  CHECK(done.result.exit_code == 0);
  CHECK(done.result.out.size() == 17);  // the hash and its newline
  CHECK(done.result.err.find("a line of the plugin's\n") != std::string::npos);
}

TEST_CASE("A signal ends a run whose plugin does not return, without waiting for its time") {
  for (const std::string timeout : {"60s", "0s"}) {
    const TemporaryFolder folder;
    bool sent = false;
    const auto start = std::chrono::steady_clock::now();
    const ProgramResult result = run_lightsout({"run", "tests/plugins/project/worlds/offends.wbt", "--duration", "1s",
                                                "--plugin-timeout", timeout, "--verdict", folder / "verdict.json"},
                                               {.environment = {"OFFENCE=hang", "HANGS=" + (folder / "hangs").string()},
                                                .timeout = 240,
                                                .watch = [&](pid_t pid) {
                                                  if (sent || !std::filesystem::exists(folder / "hangs")) return;
                                                  sent = true;
                                                  ::kill(pid, SIGINT);
                                                }});
    INFO(result.err);
    CHECK(result.exit_code == 8);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(50));
    CHECK(read_file(folder / "verdict.json").find("\"outcome\": \"interrupted\"") != std::string::npos);
  }
}

TEST_CASE("A guarded run that a system call has stopped has failed, and hears signals to end") {
  check_fails("system call SIGSTOP", "was stopped by a signal", {"--plugin-guard", "--plugin-timeout", "1s"});
  const TemporaryFolder folder;
  bool sent = false;
  const ProgramResult result =
      run_lightsout({"run", "tests/plugins/project/worlds/offends.wbt", "--duration", "1s", "--plugin-guard",
                     "--plugin-timeout", "0s", "--verdict", folder / "verdict.json"},
                    {.environment = {"OFFENCE=system call SIGSTOP"}, .timeout = 240, .watch = [&](pid_t pid) {
                       const std::string child = read_file(fmt::format("/proc/{0}/task/{0}/children", pid));
                       if (sent || child.empty()) return;
                       if (read_file(fmt::format("/proc/{}/stat", std::stoi(child))).find(") T ") == std::string::npos)
                         return;
                       sent = true;
                       ::kill(pid, SIGTERM);
                     }});
  INFO(result.err);
  CHECK(sent);
  CHECK(result.exit_code == 8);
  CHECK(read_file(folder / "verdict.json").find("\"outcome\": \"interrupted\"") != std::string::npos);
}

TEST_CASE("A guarded run passes on a signal to end, and its child dies with it") {
  const TemporaryFolder folder;
  const std::string mark = "GUARDED_RUN_TEST=" + folder.path().string();
  for (const int signal : {SIGTERM, SIGKILL}) {
    bool sent = false;
    const ProgramResult result =
        run_lightsout({"run", "tests/plugins/project/worlds/forever.wbt", "--plugin-guard", "--realtime", "--record",
                       folder / "t.csv", "--every", "8", "--verdict", folder / "verdict.json"},
                      {.environment = {mark}, .timeout = 240, .watch = [&](pid_t pid) {
                         // The controller runs when the robot has moved on.
                         if (sent || !std::filesystem::exists(folder / "t.csv") ||
                             read_file(folder / "t.csv").find("\n0.04") == std::string::npos)
                           return;
                         sent = true;
                         ::kill(pid, signal);
                       }});
    INFO(result.err);
    CHECK(sent);
    if (signal == SIGTERM) {
      CHECK(result.exit_code == 8);
      CHECK(read_file(folder / "verdict.json").find("\"outcome\": \"interrupted\"") != std::string::npos);
      std::filesystem::remove(folder / "t.csv");
    } else {
      CHECK(result.signal == SIGKILL);
    }
    CHECK(processes_with(mark, 10).empty());
  }
}

TEST_CASE("A plugin is loaded anew with its world, and goes on through a reset") {
  const TemporaryFolder folder;
  const ProgramResult result = run_lightsout({"run", "tests/plugins/project/worlds/counts.wbt", "--duration", "40ms"},
                                             {.environment = {"MARK=" + (folder / "mark").string()}, .timeout = 240});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  const std::size_t first = result.err.find("initialised 1"), reset = result.err.find("initialised 2", first + 1),
                    again = result.err.find("initialised 1", reset + 1);
  CHECK(first != std::string::npos);
  CHECK(reset != std::string::npos);
  CHECK(again != std::string::npos);
  CHECK(result.err.find("initialised 3") == std::string::npos);
}

TEST_CASE("A plugin that ignores SIGCHLD takes nobody's end away from the program") {
  const TemporaryFolder folder;
  for (const char* part : {"worlds", "controllers/ends", "plugins/physics/ignores"})
    std::filesystem::create_directories(folder / part);
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 physics \"ignores\" }\n"
             "Robot { name \"bot\" controller \"ends\" }\n");
  write_file(folder / "controllers/ends/ends.c",
             "#include <webots/robot.h>\nint main(int argc, char **argv) {\n  wb_robot_init();\n  wb_robot_step(8);\n"
             "  return argc > 1 ? 0 : 3;\n}\n");
  write_file(folder / "plugins/physics/ignores/ignores.c",
             "#include <plugins/physics.h>\n#include <signal.h>\n"
             "void webots_physics_init() { signal(SIGCHLD, SIG_IGN); }\n"
             "void webots_physics_step() { signal(SIGCHLD, SIG_IGN); }\nvoid webots_physics_cleanup() {}\n");
  for (const bool guarded : {false, true}) {
    std::vector<std::string> words{"run", "worlds/w.wbt", "--verdict", "v.json"};
    if (guarded) words.push_back("--plugin-guard");
    // Without its end the run would wait for ever.
    const ProgramResult fails = run_lightsout(words, {.directory = folder.path()});
    INFO(fails.err);
    CHECK(fails.exit_code == 4);
    CHECK(read_file(folder / "v.json").find("exited with code 3") != std::string::npos);
    words.insert(words.end(), {"--set", "bot.controllerArgs=well"});
    const ProgramResult done = run_lightsout(words, {.directory = folder.path()});
    INFO(done.err);
    CHECK(done.exit_code == 0);
  }
}

TEST_CASE("The verdict of a guarded run that is killed says how far it has come") {
  const Offence done = commit("exit_group 0", {"--plugin-guard"});
  INFO(done.verdict);
  // It ends in its second step: one is whole.
  CHECK(done.verdict.find("\"steps\": 1,") != std::string::npos);
  CHECK(done.verdict.find("\"simulated_seconds\": 0.008,") != std::string::npos);
  CHECK(done.verdict.find("\"seed\": 0,") != std::string::npos);
}
