// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the program starts ends with it and in time; what ends the program itself is reported.
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/descriptors/file_descriptor.h"
#include "engine/programs/sanitizers.h"
#include "tests/support/processes.h"
#include "tests/support/program.h"

using namespace lightsout;

namespace {

const std::string waits = "all:\n\t@touch begun; sleep 1000 & wait\n";

// worlds/w.wbt with a robot, and its controller.
void write_project(const TemporaryFolder& folder, const std::string& main) {
  std::filesystem::create_directories(folder / "worlds");
  std::filesystem::create_directories(folder / "controllers/c");
  write_file(folder / "controllers/c/c.c",
             "#include <stdio.h>\n#include <stdlib.h>\n#include <webots/robot.h>\n" + main);
  write_file(folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\nViewpoint { }\nRobot { controller \"c\" }\n");
}

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

TEST_CASE("A source whose name make would read as something else is refused by its name") {
  const std::string main = "int main(void) { return 0; }\n";
  const std::vector<std::pair<std::string, std::string>> names{
      {"a b.c", "has a blank"},         {"it's.c", "has the character '"},
      {"a$b.c", "has the character $"}, {"a#b.c", "has the character #"},
      {"-x.c", "begins with -"},        {"a=b.cpp", "has the character ="},
      {"a:b.c", "has the character :"}, {"a\tb.c", "has a control character"}};
  for (const auto& [name, trouble] : names) {
    CAPTURE(name);
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "named");
    write_file(folder / "named" / name, main);
    const ProgramResult result = run_lightsout({"build", folder / "named"});
    CHECK(result.exit_code != 0);
    CHECK(result.err.find("the name of the source \"" + name + "\" " + trouble) != std::string::npos);
    // With a Makefile only where that fails.
    write_file(folder / "named/Makefile", "all:\n\t@true\n");
    CHECK(run_lightsout({"build", folder / "named"}).exit_code == 0);
    write_file(folder / "named/Makefile", "all:\n\t@false\n");
    CHECK(run_lightsout({"build", folder / "named"}).err.find(trouble) != std::string::npos);
  }
  // Programs and libraries have the name of their folder.
  for (const auto& [name, trouble] : std::vector<std::pair<std::string, std::string>>{
           {"c d", "has a blank"}, {"c'd", "has the character '"}, {"c$d", "has the character $"}}) {
    const TemporaryFolder named;
    std::filesystem::create_directory(named / name);
    write_file(named / name / "x.c", main);
    const ProgramResult result = run_lightsout({"build", named / name});
    CHECK(result.exit_code != 0);
    CHECK(result.err.find("the name of the folder \"" + name + "\" " + trouble) != std::string::npos);
  }
  // Folders above may have any name, and other characters in names are as good as letters.
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "it's a $1 #2 place/named");
  write_file(folder / "it's a $1 #2 place/named/a,b+c@d-\u00fc.c", main);
  const ProgramResult result = run_lightsout({"build", folder / "it's a $1 #2 place/named"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
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

TEST_CASE("Who waits for the build of another process says so, has a limit of time, and heeds signals") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "held/build");
  write_file(folder / "held/held.c", "int main(void) { return 0; }\n");
  const FileDescriptor held(
      ::open((folder / "held/build/.lightsout.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  REQUIRE(::flock(held.get(), LOCK_EX) == 0);
  const ProgramResult late = run_lightsout({"build", "--build-timeout", "300ms", folder / "held"});
  CHECK(late.exit_code == 9);
  CAPTURE(late.err);
  CHECK(late.err.find("another process, which holds ") != std::string::npos);
  CHECK(late.err.find("was not done within 0.3 s (--build-timeout)") != std::string::npos);
  bool sent = false;
  const auto said = [&] { return read_file(folder / "said"); };
  const ProgramResult stopped =
      run_program("sh", {"-c", "exec " LIGHTSOUT_EXECUTABLE " build held 2>said"},
                  {.directory = folder.path(), .watch = [&](pid_t pid) {
                     if (sent || said().find("waiting for the build of ") == std::string::npos) return;
                     sent = true;
                     ::kill(pid, SIGTERM);
                   }});
  CAPTURE(said());
  CHECK(sent);
  CHECK(stopped.exit_code == 8);
  CHECK(said().find("was interrupted") != std::string::npos);
  ::flock(held.get(), LOCK_UN);
  CHECK(run_lightsout({"build", folder / "held"}).exit_code == 0);
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
  CHECK(check.exit_code == 8);
  CHECK(check.err.find("interrupted") != std::string::npos);
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
  int looks = 0;  // at which it was asleep
  const ProgramResult result = run_lightsout(
      {"run", "worlds/pendulum.wbt", "--duration", "1s", "--record", fifo, "--verdict", folder / "verdict.json"},
      {.watch = [&](pid_t pid) {
        looks = takes_signal(pid, SIGTERM) && is_asleep(pid) ? looks + 1 : 0;
        if (looks == 10) ::kill(pid, SIGTERM);
      }});
  INFO(result.err);
  CHECK(result.exit_code == 8);
  CHECK(read_file(folder / "verdict.json").find("\"outcome\": \"interrupted\"") != std::string::npos);
}

TEST_CASE("A crash in process leaves nothing in the memory that processes share") {
  const TemporaryFolder folder;
  write_project(folder, "int main() { wb_robot_init(); *(volatile int *)0 = 1; }");
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

// AddressSanitizer ends the program at a crash, with a report.
#if !LIGHTSOUT_ADDRESS_SANITIZER()

TEST_CASE("A crash in process ends its controller, and the run with its verdict") {
  const auto [crash, signal] = GENERATE(table<std::string, std::string>({
      {"*(volatile int *)0 = 1;", "SIGSEGV"},
      {"abort();", "SIGABRT"},
      {"volatile int zero = 0; printf(\"%d\\n\", 7 / zero);", "SIGFPE"},
      {"overflow(1);", "SIGSEGV"},
  }));
  CAPTURE(crash);
  const TemporaryFolder folder;
  write_project(
      folder,
      "int overflow(int n) { volatile char room[512]; room[0] = (char)n; return n ? overflow(n + 1) + room[0] : 0; }\n"
      "int main() { wb_robot_init(); wb_robot_step(8); wb_robot_step(8); puts(\"now\"); " +
          crash + " while (wb_robot_step(8) != -1) { } return 0; }\n");
  const std::vector<std::string> words = {"run",       folder / "worlds/w.wbt", "--in-process", "--duration", "1s",
                                          "--verdict", folder / "v.json"};
  const ProgramResult result = run_lightsout(words, {.directory = folder.path()});
  INFO(result.err);
  CHECK(result.exit_code == 4);
  CHECK(result.err.find("[robot] now") != std::string::npos);
  CHECK(result.err.find("was killed by " + signal) != std::string::npos);
  const std::string verdict = read_file(folder / "v.json");
  CHECK(verdict.find("\"outcome\": \"controller-failed\"") != std::string::npos);
  CHECK(verdict.find("\"steps\": 2") != std::string::npos);
}

#endif

TEST_CASE("What a run keeps in the folder for temporary files goes with it, also when it is killed") {
  const bool in_process = GENERATE(false, true);
  const bool crashes = GENERATE(false, true);
  CAPTURE(in_process, crashes);
  const TemporaryFolder folder;
  const std::filesystem::path temporary = folder / "tmp";
  std::filesystem::create_directory(temporary);
  write_project(folder,
                "int main() {\n  wb_robot_init();\n  FILE *left = fopen(getenv(\"LIGHTSOUT_METRICS\"), \"w\");\n"
                "  fputs(\"{}\", left);\n  fclose(left);\n  while (wb_robot_step(8) != -1) { }\n  return 0;\n}\n");
  std::vector<std::string> words = {"run", folder / "worlds/w.wbt", "--manifest", folder / "m.json"};
  if (in_process) words.push_back("--in-process");
  const auto holds_metrics = [&] {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(temporary))
      if (entry.path().filename().string().starts_with("metrics.")) return true;
    return false;
  };
  bool held = false;
  const ProgramResult result =
      run_lightsout(words, {.environment = {"TMPDIR=" + temporary.string()}, .watch = [&](pid_t pid) {
                              if (held || !holds_metrics()) return;
                              held = true;
                              ::kill(pid, crashes ? SIGSEGV : SIGKILL);
                            }});
  INFO(result.err);
  CHECK(held);
  CHECK(result.exit_code != 0);
  // By a process that outlives it for a moment.
  std::size_t left = 1;
  for (int look = 0; look < 200 && left > 0; ++look) {
    left = std::size_t(std::distance(std::filesystem::directory_iterator(temporary), {}));
    if (left > 0) ::usleep(50'000);
  }
  CHECK(left == 0);
}

TEST_CASE("What a run keeps goes when the program is killed that has started the run") {
  const TemporaryFolder folder;
  const std::filesystem::path temporary = folder / "tmp";
  std::filesystem::create_directory(temporary);
  write_project(folder, "int main() {\n  wb_robot_init();\n  while (wb_robot_step(8) != -1) { }\n  return 0;\n}\n");
  const auto runs = [&] {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(temporary))
      count += entry.path().filename().string().starts_with("lightsout_run_");
    return count;
  };
  // What is built leaves nothing of a compiler.
  REQUIRE(run_lightsout({"run", folder / "worlds/w.wbt", "--duration", "8ms"}).exit_code == 0);
  bool killed = false;
  // Each circumstance is a run, a process of its own, and the first one lasts.
  (void)run_lightsout({"verify", folder / "worlds/w.wbt", "--duration", "1h"},
                      {.environment = {"TMPDIR=" + temporary.string()}, .watch = [&](pid_t pid) {
                         if (killed || runs() == 0) return;
                         killed = true;
                         ::kill(pid, SIGKILL);
                       }});
  CHECK(killed);
  std::size_t left = 1;
  for (int look = 0; look < 200 && left > 0; ++look) {
    left = std::size_t(std::distance(std::filesystem::directory_iterator(temporary), {}));
    if (left > 0) ::usleep(50'000);
  }
  CHECK(left == 0);
}

TEST_CASE("What templates write goes with the program that reads the world, also when it is killed") {
  const TemporaryFolder folder;
  const std::filesystem::path temporary = folder / "tmp";
  std::filesystem::create_directory(temporary);
  // It is killed while the template is at work, which has a limit of 10 s of processor time.
  write_file(folder / "Writes.proto",
             "#VRML_SIM R2025a utf8\n# template language: javascript\nPROTO Writes [ ] {\n%<\n"
             "wbfile.writeTextFile(context.temporary_files_path + 'deep/made.txt', 'text');\nfor (;;) { }\n>%\n"
             "Group { } }\n");
  write_file(folder / "w.wbt",
             "#VRML_SIM R2025a utf8\nEXTERNPROTO \"Writes.proto\"\nWorldInfo { }\nViewpoint { }\nWrites { }\n");
  const auto holds_text = [&] {
    for (const auto& entry : std::filesystem::directory_iterator(temporary))
      if (std::filesystem::exists(entry.path() / "deep/made.txt")) return true;
    return false;
  };
  bool killed = false;
  const ProgramResult result = run_lightsout({"check", folder / "w.wbt"},
                                             {.environment = {"TMPDIR=" + temporary.string()}, .watch = [&](pid_t pid) {
                                                if (killed || !holds_text()) return;
                                                killed = true;
                                                ::kill(pid, SIGKILL);
                                              }});
  INFO(result.err);
  CHECK(killed);
  std::size_t left = 1;
  for (int look = 0; look < 200 && left > 0; ++look) {
    left = std::size_t(std::distance(std::filesystem::directory_iterator(temporary), {}));
    if (left > 0) ::usleep(50'000);
  }
  CHECK(left == 0);
}

// Sanitizers read /proc.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("Where /proc or /dev/null are missing, the machine is reported and no controller") {
  const TemporaryFolder folder;
  write_project(folder, "int main() {\n  wb_robot_init();\n  while (wb_robot_step(8) != -1) {\n  }\n}\n");
  const std::vector<std::string> words{"run", "worlds/w.wbt", "--duration", "16ms", "--verdict", "v.json"};
  REQUIRE(run_lightsout(words, {.directory = folder.path()}).exit_code == 0);
  const auto without = [&](const std::string& place, const std::string& command) {
    return run_program("unshare", {"-m", "sh", "-c", "mount -t tmpfs none " + place + " || exit 77; exec " + command},
                       {.directory = folder.path()});
  };
  if (without("/proc", "true").exit_code != 0) {
    WARN("skipped: nothing can be mounted here");
    return;
  }
  const std::string program = LIGHTSOUT_EXECUTABLE;
  for (const auto& [place, lacking] : std::vector<std::pair<std::string, std::string>>{
           {"/proc", "/proc is not mounted"}, {"/dev", "/dev/null cannot be opened"}}) {
    const ProgramResult run = without(place, program + " run worlds/w.wbt --duration 16ms --verdict v.json");
    INFO(run.err);
    CHECK(run.exit_code == 9);
    const std::string verdict = read_file(folder / "v.json");
    CHECK(verdict.find(lacking) != std::string::npos);
    CHECK(verdict.find("\"outcome\": \"environment-failed\"") != std::string::npos);
    CHECK(verdict.find("\"by_environment\": true") != std::string::npos);
    const ProgramResult doctor = without(place, program + " doctor");
    INFO(doctor.err);
    CHECK(doctor.exit_code == 9);
    CHECK(doctor.err.find(lacking) != std::string::npos);
  }
}
#endif
