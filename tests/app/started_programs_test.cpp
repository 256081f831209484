// What the program starts ends with it and in time; what ends the program itself is reported.
#include <signal.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <set>
#include <string>

#include "tests/support/processes.h"
#include "tests/support/program.h"

using namespace lightsout;

namespace {

const std::string waits = "all:\n\t@touch begun; sleep 1000 & wait\n";

}  // namespace

TEST_CASE("A build ends when its program is killed") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "waits");
  write_file(folder / "waits/Makefile", waits);
  const std::string mark = "BUILD_TEST=" + folder.path().string();
  bool sent = false;
  const ProgramResult result =
      run_lightsout({"build", folder / "waits"}, {.environment = {mark}, .watch = [&](pid_t pid) {
                                                    if (sent || !std::filesystem::exists(folder / "waits/begun"))
                                                      return;
                                                    sent = true;
                                                    ::kill(pid, SIGKILL);
                                                  }});
  CHECK(result.signal == SIGKILL);
  CHECK(processes_with(mark, 10).empty());
}

TEST_CASE("A build has a limit of time") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "waits");
  write_file(folder / "waits/Makefile", waits);
  const std::string mark = "BUILD_TEST=" + folder.path().string();
  const ProgramResult result =
      run_lightsout({"build", "--build-timeout", "300ms", folder / "waits"}, {.environment = {mark}});
  CHECK(result.exit_code == 9);
  INFO(result.err);
  CHECK(result.err.find("was not done within 0.3 s and was ended (--build-timeout)") != std::string::npos);
  CHECK(processes_with(mark, 10).empty());
}

TEST_CASE("make is wanted only where something must be built") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "ready");
  write_file(folder / "ready/Makefile", "all:\n\tfalse\n");
  write_file(folder / "ready/ready.c", "int main() { return 0; }\n");
  write_file(folder / "ready/ready", "a program\n");
  const std::vector<std::string> command = {"build", folder / "ready"};
  const ProgramOptions without_make = {.environment = {"PATH=/nowhere"}};
  const ProgramResult built = run_lightsout(command, without_make);
  INFO(built.err);
  CHECK(built.exit_code == 0);
  const auto now = std::filesystem::last_write_time(folder / "ready/ready");
  std::filesystem::last_write_time(folder / "ready/ready.c", now + std::chrono::seconds(1));
  const ProgramResult changed = run_lightsout(command, without_make);
  CHECK(changed.exit_code == 9);
  CHECK(changed.err.find("there is no `make`") != std::string::npos);
}

TEST_CASE("A signal that comes before the program has begun ends the run cleanly") {
  // Sent to the process before it becomes the program, and held back: it waits across exec.
  const TemporaryFolder folder;
  const std::string script =
      "import os, signal, sys\n"
      "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])\n"
      "os.kill(os.getpid(), signal.SIGTERM)\n"
      "os.execv(sys.argv[1], sys.argv[1:])\n";
  const ProgramResult result = run_program("python3", {"-c", script, LIGHTSOUT_EXECUTABLE, "run", "worlds/pendulum.wbt",
                                                       "--duration", "1000h", "--verdict", folder / "verdict.json"});
  INFO(result.err);
  CHECK(result.exit_code == 8);
  CHECK(read_file(folder / "verdict.json").find("\"outcome\": \"interrupted\"") != std::string::npos);
  // What has nothing to finish is ended.
  const ProgramResult check =
      run_program("python3", {"-c", script, LIGHTSOUT_EXECUTABLE, "check", "worlds/pendulum.wbt"});
  CHECK(check.signal == SIGTERM);
}

TEST_CASE("A signal that is sent twice at once, as `timeout` does, is one") {
  const TemporaryFolder folder;
  const ProgramResult result = run_program("timeout", {"0.5", LIGHTSOUT_EXECUTABLE, "run", "worlds/pendulum.wbt",
                                                       "--duration", "1000h", "--verdict", folder / "verdict.json"});
  INFO(result.err);
  CHECK(result.exit_code == 124);
  CHECK(read_file(folder / "verdict.json").find("\"outcome\": \"interrupted\"") != std::string::npos);
}

TEST_CASE("A limit of file size ends a run with its verdict") {
  const TemporaryFolder folder;
  const std::string command = "ulimit -f 16; exec " LIGHTSOUT_EXECUTABLE
                              " run worlds/pendulum.wbt --duration 100s --record " +
                              (folder / "t.csv").string() + " --verdict " + (folder / "verdict.json").string();
  const ProgramResult result = run_program("bash", {"-c", command});
  INFO(result.err);
  CHECK(result.exit_code == 9);
  CHECK(result.err.find("t.csv: File too large") != std::string::npos);
  CHECK(read_file(folder / "verdict.json").find("\"outcome\": \"environment-failed\"") != std::string::npos);
}

TEST_CASE("A reader that goes away ends a run with its verdict") {
  const TemporaryFolder folder;
  const std::string fifo = folder / "t.csv";
  const std::string command = "mkfifo " + fifo + "; head -c 100 " + fifo +
                              " > /dev/null & exec " LIGHTSOUT_EXECUTABLE
                              " run worlds/pendulum.wbt --duration 100s --record " +
                              fifo + " --verdict " + (folder / "verdict.json").string();
  const ProgramResult result = run_program("bash", {"-c", command});
  INFO(result.err);
  CHECK(result.exit_code == 9);
  CHECK(result.err.find("t.csv: Broken pipe") != std::string::npos);
  CHECK(read_file(folder / "verdict.json").find("\"outcome\": \"environment-failed\"") != std::string::npos);
}

TEST_CASE("A pipe without a reader is waited for until a signal comes") {
  const TemporaryFolder folder;
  const std::string fifo = folder / "t.csv";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  int looks = 0;
  const ProgramResult result = run_lightsout(
      {"run", "worlds/pendulum.wbt", "--duration", "1s", "--record", fifo, "--verdict", folder / "verdict.json"},
      {.watch = [&](pid_t pid) {
        if (++looks == 3) ::kill(pid, SIGTERM);
      }});
  INFO(result.err);
  CHECK(result.exit_code == 8);
  CHECK(read_file(folder / "verdict.json").find("\"outcome\": \"interrupted\"") != std::string::npos);
}

TEST_CASE("A crash in process leaves nothing in the memory that processes share") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "worlds");
  std::filesystem::create_directories(folder / "controllers/crashes");
  write_file(folder / "controllers/crashes/crashes.c",
             "#include <webots/robot.h>\nint main() { wb_robot_init(); *(volatile int *)0 = 1; }\n");
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\nViewpoint { }\nRobot { controller \"crashes\" }\n");
  // Copies of libraries come and go there, of the tests beside this one too, but no folder.
  const auto folders = [] {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator("/dev/shm"))
      if (entry.is_directory()) found.insert(entry.path().filename().string());
    return found;
  };
  const std::set<std::string> before = folders();
  CHECK(run_lightsout({"run", folder / "worlds/w.wbt", "--in-process", "--duration", "1s"}).exit_code != 0);
  for (const std::string& name : folders()) CHECK((before.contains(name) || !name.starts_with("lightsout")));
}
