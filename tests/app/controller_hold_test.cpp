// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a controller can do wrong does not hold a run up or bring it down: every run ends, with a verdict that names the
// controller.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <nlohmann/json.hpp>

#include "engine/programs/sanitizers.h"
#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

// Of one robot and a controller: one of the tests' programs, or of this C source.
class Project {
 public:
  explicit Project(const std::string& controller, const std::string& robot = "", const std::string& source = "") {
    fs::create_directory(folder_ / "worlds");
    if (source.empty()) {
      fs::create_directory_symlink(LIGHTSOUT_BUILD_DIR "/tests/project/controllers", folder_ / "controllers");
    } else {
      fs::create_directories(folder_ / "controllers" / controller);
      write_file(folder_ / "controllers" / controller / (controller + ".c"), source);
    }
    write_file(folder_ / "worlds/w.wbt", fmt::format("#VRML_SIM R2025a utf8\nWorldInfo {{ basicTimeStep 8 }}\n"
                                                     "Robot {{ name \"bot\" controller \"{}\" {} }}\n",
                                                     controller, robot));
  }
  ProgramResult run(const std::vector<std::string>& options, std::function<void(pid_t)> watch = nullptr) {
    std::vector<std::string> arguments = {"run", "worlds/w.wbt", "--verdict", "v.json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_lightsout(arguments, {.directory = folder_.path(), .watch = std::move(watch)});
  }
  Json verdict() const { return Json::parse(read_file(folder_ / "v.json")); }
  std::string reason() const { return verdict()["controllers"].at(0)["reason"]; }
  fs::path operator/(const std::string& name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

constexpr const char* loops = R"(#include <webots/robot.h>
int main() {
  wb_robot_init();
  wb_robot_step(8);
  for (volatile int i = 0;; ++i) {
  }
}
)";

constexpr const char* sleeps = R"(#include <unistd.h>
#include <webots/robot.h>
int main() {
  wb_robot_init();
  wb_robot_step(8);
  for (;;) sleep(100);
}
)";

constexpr const char* ends_late = R"(#include <webots/robot.h>
int main() {
  wb_robot_init();
  while (wb_robot_step(8) != -1) {
  }
  for (volatile int i = 0;; ++i) {
  }
}
)";

// Moves a motor in its first run, and does not come back in its second.
constexpr const char* hangs_again = R"(#include <stdio.h>
#include <unistd.h>
#include <webots/motor.h>
#include <webots/robot.h>
int main() {
  wb_robot_init();
  wb_robot_step(8);
  FILE* before = fopen("first", "r");
  fclose(fopen(before ? "second" : "first", "w"));
  while (before) sleep(100);
  wb_motor_set_position(wb_robot_get_device("motor"), 1);
  while (wb_robot_step(8) != -1) {
  }
}
)";

}  // namespace

TEST_CASE("In process a controller that does not give its turn back is given up after the timeout") {
  Project project("loops", "", GENERATE(loops, sleeps));
  const ProgramResult result = project.run({"--in-process", "--controller-timeout", "200ms"});
  INFO(result.err);
  CHECK(result.exit_code == 4);
  CHECK(project.verdict()["steps"] == 1);
  CHECK(project.reason() ==
        "gave no answer for 0.2 s of wall-clock time (the limit of --controller-timeout) and was given up");
}

TEST_CASE("In process a signal ends a run whose controller does not give its turn back") {
  Project project("loops", "", loops);
  bool sent = false;
  const ProgramResult result = project.run({"--in-process", "--record", "t.csv"}, [&](pid_t pid) {
    // The header and two states: the controller has taken its only step.
    const std::string text = read_file(project / "t.csv");
    if (!sent && std::count(text.begin(), text.end(), '\n') >= 3) sent = ::kill(pid, SIGTERM) == 0;
  });
  INFO(result.err);
  CHECK(result.exit_code == 8);
  CHECK(project.verdict()["outcome"] == "interrupted");
}

TEST_CASE("A signal in a later run of --verify is no difference, although the run would go on without its controller") {
  Project project("hangs_again",
                  "children [ HingeJoint { device [ RotationalMotor { name \"motor\" } ] endPoint Solid { } } ]",
                  hangs_again);
  bool sent = false;
  const ProgramResult result = project.run(
      {"--duration", "80ms", "--repeat", "2", "--verify", "--on-controller-failure", "continue"}, [&](pid_t pid) {
        if (!sent && fs::exists(project / "controllers/hangs_again/second")) sent = ::kill(pid, SIGINT) == 0;
      });
  INFO(result.err);
  CHECK(sent);
  CHECK(result.exit_code == 8);
  CHECK(project.verdict()["outcome"] == "interrupted");
}

TEST_CASE("In process a controller that does not end when it is told to is left") {
  Project project("ends_late", "", ends_late);
  const ProgramResult result = project.run({"--in-process", "--duration", "16ms"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(project.verdict()["steps"] == 2);
}

TEST_CASE("In process a controller leaves no process behind that it has forked") {
  constexpr const char* forks = R"(#include <stdio.h>
#include <unistd.h>
#include <webots/robot.h>
int main() {
  wb_robot_init();
  const pid_t child = fork();
  if (child == 0) {
    sleep(100);
    _exit(0);
  }
  printf("%d\n", (int)child);
  while (wb_robot_step(8) != -1) {
  }
  return 0;
}
)";
  const int signal = GENERATE(0, SIGINT, SIGKILL);
  INFO("signal " << signal);
  Project project("forks", "", forks);
  std::vector<std::string> options{"--in-process", "--log", "log", "--hash"};
  for (const char* option : signal == 0 ? std::vector{"--duration", "80ms"} : std::vector{"--realtime"})
    options.push_back(option);
  int child = 0;
  const ProgramResult result = project.run(options, [&](pid_t pid) {
    const std::string log = read_file(project / "log");
    const std::size_t at = log.find("[bot] ");
    if (signal == 0 || child > 0 || at == std::string::npos) return;
    child = std::stoi(log.substr(at + 6));
    ::kill(pid, signal);
  });
  INFO(result.err);
  CHECK(result.exit_code == (signal == 0 ? 0 : signal == SIGINT ? 8 : -1));
  if (signal == 0) {
    CHECK(result.out.size() == 17);  // the hash
    CHECK(contains(result.err, "done: "));
    child = std::stoi(result.err.substr(result.err.find("[bot] ") + 6));
  }
  REQUIRE(child > 1);
  // A zombie has no more memory; it is only not yet waited for by whoever inherited it.
  const auto is_alive = [child] {
    return ::kill(child, 0) == 0 && !read_file(fmt::format("/proc/{}/statm", child)).starts_with("0 ");
  };
  for (int i = 0; i < 100 && is_alive(); ++i) usleep(20000);
  CHECK_FALSE(is_alive());
}

TEST_CASE("A controller that writes zeros over its block ends its run") {
  Project project("zeroes");
  const ProgramResult result = project.run({"--duration", "10s"});
  INFO(result.err);
  CHECK(result.exit_code == 4);
  CHECK(contains(project.reason(), "damaged the memory that it shares with the simulation"));
}

TEST_CASE("A controller that says goodbye and does not end is ended after the timeout") {
  Project project("stays", "", R"(#include <unistd.h>
#include <webots/robot.h>
int main() {
  wb_robot_init();
  wb_robot_step(8);
  wb_robot_cleanup();
  for (;;) pause();
}
)");
  const ProgramResult result = project.run({"--controller-timeout", "200ms"});
  INFO(result.err);
  CHECK(result.exit_code == 4);
  CHECK(contains(project.reason(), "the limit of --controller-timeout"));
}

TEST_CASE("A controller ends with main() while another of its threads goes on stepping") {
  Project project("threads", "", R"(#include <stddef.h>
#include <unistd.h>
#include <webots/robot.h>
static void task(void *nothing) {
  (void)nothing;
  while (wb_robot_step(8) != -1) {
  }
}
int main() {
  wb_robot_init();
  wb_robot_task_new(task, NULL);
  usleep(20000);
  return 0;
}
)");
  const ProgramResult result = project.run({});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(project.verdict()["message"] == "every controller has ended");
}

TEST_CASE("An extern controller that does not come is waited for as long as a turn may take") {
  Project project("<extern>");
  const ProgramResult result = project.run({"--controller-timeout", "200ms"});
  INFO(result.err);
  CHECK(result.exit_code == 4);
  CHECK(project.verdict()["controllers"][0]["end"] == "absent");
  CHECK(contains(project.reason(), "within 0.2 s of wall-clock time (the limit of --controller-timeout)"));
}

TEST_CASE("Texts of any length reach the controller whole") {
  const std::string model(1'000'000, 'm');
  Project project("reads", "model \"" + model + "\" children [ GPS { name \"gps\" model \"" + model + "\" } ]",
                  R"(#include <stdio.h>
#include <string.h>
#include <webots/device.h>
#include <webots/robot.h>
int main() {
  wb_robot_init();
  printf("%zu %zu\n", strlen(wb_robot_get_model()), strlen(wb_device_get_model(1)));
  wb_robot_step(8);
}
)");
  for (const char* in_process : {"", "--in-process"}) {
    const ProgramResult result =
        project.run(*in_process ? std::vector<std::string>{in_process} : std::vector<std::string>{});
    INFO(result.err.substr(0, 2000));
    CHECK(result.exit_code == 0);
    CHECK(contains(result.err, "[bot] 1000000 1000000\n"));
  }
}

// The sanitizer of undefined behaviour opens pipes to look at memory, and takes it for damaged where it cannot.
#if !LIGHTSOUT_SANITIZER()
TEST_CASE("A run that may open few files ends and says why") {
  Project project("exits", "controllerArgs [ \"2\" \"0\" ]");
  for (int files = 4; files <= 20; ++files) {
    const ProgramResult result =
        run_program("sh", {"-c", fmt::format("ulimit -n {}; exec {} run {} --duration 1s", files, LIGHTSOUT_EXECUTABLE,
                                             (project / "worlds/w.wbt").string())});
    CAPTURE(files, result.err);
    CHECK(result.signal == 0);
    // With fewer than the dynamic loader needs the program does not begin.
    if (contains(result.err, "error while loading shared libraries")) continue;
    CHECK((result.exit_code == 0 || result.exit_code == 4 || result.exit_code == 9));
    CHECK((result.exit_code == 0 || contains(result.err, "Too many open files") || contains(result.err, "cannot")));
  }
}
#endif

TEST_CASE("Sources that are there are not said to be missing where no descriptor is left to look for them") {
  for (int files = 5; files <= 20; ++files) {
    Project project("there", "", "#include <webots/robot.h>\nint main(void) { wb_robot_init(); return 0; }\n");
    const ProgramResult result =
        run_program("sh", {"-c", fmt::format("ulimit -n {}; exec {} run {} --duration 1s", files, LIGHTSOUT_EXECUTABLE,
                                             (project / "worlds/w.wbt").string())});
    CAPTURE(files, result.err);
    if (contains(result.err, "error while loading shared libraries")) continue;
    CHECK((result.exit_code == 0 || result.exit_code == 9));
    CHECK(!contains(result.err, "holds neither"));
  }
}

TEST_CASE("A controller in C that crashes is shown with its stack and its unfinished line") {
  const std::string how = GENERATE("", "abort", "divide");
  Project project("falls", how.empty() ? "" : "controllerArgs [ \"" + how + "\" ]");
  const ProgramResult result = project.run({});
  INFO(result.err);
  CHECK(result.exit_code == 4);
  CHECK(contains(result.err, "[bot] unfinished\n"));
  const std::string reason = project.reason();
  INFO(reason);
  const char* signal = how == "abort" ? "SIGABRT" : how == "divide" ? "SIGFPE" : "SIGSEGV";
  CHECK(contains(reason, std::string("was killed by ") + signal));
  const std::size_t inner = reason.find(" in inner"), outer = reason.find(" in outer"), main = reason.find(" in main");
  REQUIRE(main != std::string::npos);
  CHECK(inner < outer);
  CHECK(outer < main);
  // Nothing that is below main.
  CHECK(reason.find('\n', main) == std::string::npos);
}

TEST_CASE("How a controller ends that was told to is in the verdict, and changes no good end") {
  struct Case {
    std::string last, reason;
    int exit_code;
  };
  const Case how = GENERATE(Case{"return 3;", "exited with code 3", 3}, Case{"abort();", "was killed by SIGABRT", 134},
                            Case{"wb_robot_cleanup(); raise(SIGSEGV);", "was killed by SIGSEGV", 139},
                            Case{"for (;;) pause();", "went on for more than a second and was", 137});
  const bool in_process = GENERATE(false, true);
  CAPTURE(how.last, in_process);
  Project project("last", "",
                  "#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
                  "#include <webots/robot.h>\nint main() {\n  wb_robot_init();\n"
                  "  while (wb_robot_step(8) != -1) {\n  }\n  " +
                      how.last + "\n  return 0;\n}\n");
  std::vector<std::string> options{"--duration", "16ms"};
  if (in_process) options.push_back("--in-process");
  const ProgramResult result = project.run(options);
  INFO(result.err);
  CHECK(result.exit_code == 0);
  const Json verdict = project.verdict();
  INFO(verdict);
  CHECK(verdict["outcome"] == "done");
  CHECK(verdict["failed_controllers"] == 0);
  REQUIRE(verdict["controllers"].size() == 1);
  const Json& end = verdict["controllers"][0];
  CHECK(end["robot"] == "bot");
  CHECK(end["end"] == "failed");
  CHECK(end["after_end"] == true);
  CHECK(end["time"] == 0.016);
  CHECK(contains(end["reason"], how.reason));
  if (!in_process || how.exit_code != 137) CHECK(end["exit_code"] == how.exit_code);
  CHECK(contains(result.err, "after it was told that the simulation is over"));
}

TEST_CASE("A controller that ends well when it is told to is not in the verdict") {
  Project project("well", "",
                  "#include <webots/robot.h>\nint main() {\n  wb_robot_init();\n"
                  "  while (wb_robot_step(8) != -1) {\n  }\n  wb_robot_cleanup();\n  return 0;\n}\n");
  for (const char* in_process : {"--no-build", "--in-process"}) {
    if (std::string(in_process) == "--no-build") project.run({"--duration", "16ms"});  // which builds it
    const ProgramResult result = project.run({"--duration", "16ms", in_process});
    INFO(result.err);
    CHECK(project.verdict()["controllers"].empty());
    CHECK(project.verdict()["warnings"]["count"] == 0);
  }
}
