// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers inside the program's process: what they do to threads, signals, timers and libraries comes out as it does
// where each is a process of its own.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <nlohmann/json.hpp>

#include "engine/programs/interposed.h"
#include "engine/programs/program_file.h"
#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Two robots with one controller.
class Project {
 public:
  explicit Project(const std::string& source) {
    write("controllers/c/c.c", R"(#include <pthread.h>
#include <signal.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <webots/robot.h>
)" + source);
    write("worlds/w.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
Robot { name "a" controller "c" }
Robot { name "b" controller "c" }
)");
  }
  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((folder_ / file).parent_path());
    write_file(folder_ / file, text);
  }
  ProgramResult run(bool in_process, std::vector<std::string> options = {},
                    std::function<void(pid_t)> watch = nullptr) const {
    std::vector<std::string> all = {"run", "worlds/w.wbt", "--hash", "--verdict", "v.json"};
    if (std::ranges::find(options, "--duration") == options.end()) all.insert(all.end(), {"--duration", "240ms"});
    if (in_process) all.push_back("--in-process");
    all.insert(all.end(), options.begin(), options.end());
    return run_lightsout(all, {.directory = folder_.path(), .watch = std::move(watch)});
  }
  Json verdict() const { return Json::parse(read_file(folder_ / "v.json")); }
  Json first() const { return verdict()["controllers"].at(0); }
  fs::path operator/(const std::string& name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;
};

// A thread with this body is there from the first step on; the robot steps to the end.
std::string with_thread(const std::string& body) {
  return "static void* thread(void* unused) { " + body + R"( return NULL; }
int main(void) {
  pthread_t started;
  wb_robot_init();
  pthread_create(&started, NULL, thread, NULL);
  while (wb_robot_step(8) != -1) usleep(2000);
  wb_robot_cleanup();
  return 0;
}
)";
}

// At its fifth step.
std::string that_does(const std::string& what, const std::string& first = "", const std::string& before = "") {
  return before + R"(
int main(void) {
  int steps = 0;
  wb_robot_init();
)" + first +
         R"(
  while (wb_robot_step(8) != -1)
    if (++steps == 5) {
)" + what +
         R"(
    }
  wb_robot_cleanup();
  return 0;
}
)";
}

}  // namespace

#if LIGHTSOUT_INTERPOSES

TEST_CASE("In process the threads of a controller end with it") {
  const std::string body = GENERATE("for (;;) sleep(1);", "for (;;) { }", "for (;;) free(malloc(100 + rand() % 5000));",
                                    "chdir(\"/\"); for (;;) pause();", "usleep(20000);");
  INFO(body);
  const Project project(with_thread(body));
  const ProgramResult alone = project.run(false);
  const ProgramResult inside = project.run(true, {"--record", "t.csv"});
  CHECK(alone.exit_code == 0);
  CHECK(inside.exit_code == 0);
  CHECK(inside.out == alone.out);
  CHECK(fs::exists(project / "t.csv"));  // a thread has a folder of its own
  CHECK(project.run(true, {"--repeat", "2", "--verify"}).exit_code == 0);
}

TEST_CASE("In process a thread of a controller ends it as it would end a process") {
  struct Case {
    const char* body;
    int exit_code;
    const char* reason;
  };
  const Case c = GENERATE(Case{"usleep(20000); *(volatile int*)0 = 1;", 128 + SIGSEGV, "SIGSEGV"},
                          Case{"usleep(20000); exit(3);", 3, "exited with code 3"});
  INFO(c.body);
  const Project project(with_thread(c.body));
  for (const bool in_process : {false, true}) {
    INFO(in_process);
    CHECK(project.run(in_process, {"--duration", "10s"}).exit_code == 4);
    const Json controllers = project.verdict()["controllers"];
    const auto failed = std::ranges::find(controllers, "failed", [](const Json& each) { return each["end"]; });
    REQUIRE(failed != controllers.end());
    CHECK((*failed)["exit_code"] == c.exit_code);
    CHECK(contains((*failed)["reason"], c.reason));
  }
}

TEST_CASE("In process a controller hears of a step in a thread of its own") {
  const Project project(with_thread("for (;;) wb_robot_step(8);"));
  const ProgramResult result = project.run(true, {"--duration", "10s", "--controller-timeout", "5s"});
  INFO(result.err);
  CHECK(result.exit_code == 4);
  // It has no session while the engine has the turn.
  CHECK((contains(result.err, "in a thread of its own") ||
         contains(result.err, "wb_robot_step(): wb_robot_init() must be called before")));
}

TEST_CASE("pthread_exit() in main() lets the other threads go on, and the last one ends the controller") {
  const bool in_process = GENERATE(false, true);
  INFO(in_process);
  SECTION("without others") {
    const Project project("int main(void) { wb_robot_init(); wb_robot_step(8); pthread_exit(NULL); }\n");
    CHECK(project.run(in_process, {"--controller-timeout", "20s"}).exit_code == 0);
    CHECK(project.first()["end"] == "exited");
  }
  SECTION("with one that ends") {
    const Project project(R"(
static void* thread(void* unused) { usleep(50000); printf("last\n"); return NULL; }
int main(void) { pthread_t t; wb_robot_init(); wb_robot_step(8); pthread_create(&t, NULL, thread, NULL); pthread_exit(NULL); }
)");
    const ProgramResult result = project.run(in_process, {"--controller-timeout", "20s"});
    CHECK(result.exit_code == 0);
    CHECK(project.first()["end"] == "exited");
  }
  SECTION("with one that does not") {
    const Project project(R"(
static void* thread(void* unused) { for (;;) sleep(1); }
int main(void) { pthread_t t; wb_robot_init(); wb_robot_step(8); pthread_create(&t, NULL, thread, NULL); pthread_exit(NULL); }
)");
    const ProgramResult result = project.run(in_process, {"--controller-timeout", "300ms"});
    CHECK(result.exit_code == 4);
    CHECK(contains(project.first()["reason"], "gave no answer for 0.3 s"));
  }
}

TEST_CASE("In process the time limit of a turn wakes nobody who sleeps") {
  const std::string how = GENERATE("sleep(1000);", "usleep(900000000);", "poll(0, 0, 1000000);", "pause();");
  INFO(how);
  const Project project(that_does(how, "", "#include <poll.h>\n"));
  const ProgramResult result = project.run(true, {"--controller-timeout", "300ms"});
  CHECK(result.exit_code == 4);
  CHECK(contains(project.first()["reason"], "gave no answer for 0.3 s"));
}

TEST_CASE("A controller that a signal of its own ends is the one that ends, in process too") {
  const std::string how =
      GENERATE("raise(SIGTERM);", "kill(getpid(), SIGINT);", "kill(0, SIGTERM);", "raise(SIGUSR1);",
               "kill(getpid(), SIGKILL);", "raise(SIGQUIT);", "abort();", "alarm(1); for (;;) pause();");
  INFO(how);
  const Project project(that_does(how));
  const ProgramResult result = project.run(true);
  INFO(result.err);
  CHECK(result.exit_code == 4);
  CHECK(project.first()["end"] == "failed");
  CHECK(project.first()["exit_code"] > 128);
  CHECK(contains(project.first()["reason"], "was killed by SIG"));
}

TEST_CASE("In process what a controller does at a signal is done at those that it sends itself") {
  SECTION("a handler") {
    const Project project(that_does("raise(SIGTERM); printf(\"%d\\n\", heard);", "signal(SIGTERM, hear);",
                                    "static int heard;\nstatic void hear(int signal) { heard = signal; }\n"));
    const ProgramResult result = project.run(true);
    CHECK(result.exit_code == 0);
    CHECK(contains(result.err, fmt::format("[a] {}\n", SIGTERM)));
  }
  SECTION("a crash that it comes back from") {
    const Project project(that_does("if (!setjmp(back)) *(volatile int*)0 = 1; else printf(\"back\\n\");",
                                    "signal(SIGSEGV, jump);",
                                    "static jmp_buf back;\nstatic void jump(int signal) { longjmp(back, 1); }\n"));
    const ProgramResult result = project.run(true);
    CHECK(result.exit_code == 0);
    CHECK(contains(result.err, "[a] back\n"));
  }
}

TEST_CASE("In process the program keeps its own signals") {
  const std::string first =
      GENERATE("signal(SIGTERM, SIG_IGN);", "sigset_t all; sigfillset(&all); sigprocmask(SIG_SETMASK, &all, NULL);",
               "for (int i = SIGRTMIN; i <= SIGRTMAX; ++i) signal(i, SIG_IGN);");
  INFO(first);
  const Project project(
      that_does("FILE* here = fopen(\"here\", \"w\"); fclose(here); for (;;) pause();", "chdir(\".\");" + first));
  bool sent = false;
  const ProgramResult result = project.run(true, {"--duration", "1000s"}, [&](pid_t pid) {
    if (!sent && fs::exists(project / "controllers/c/here")) sent = ::kill(pid, SIGTERM) == 0;
  });
  CHECK(sent);
  CHECK(result.exit_code == 8);
  CHECK(project.verdict()["outcome"] == "interrupted");
}

#endif

TEST_CASE("In process a constructor of a library that does not come back, or crashes, is the controller's failure") {
  struct Case {
    const char* body;
    const char* reason;
  };
  const Case c = GENERATE(Case{"for (;;) { }", "gave no answer for 0.3 s"}, Case{"abort();", "was killed by SIGABRT"},
                          Case{"exit(3);", "code 3"});
  INFO(c.body);
  const Project project(
      fmt::format("__attribute__((constructor)) static void begin(void) {{ {} }}\n"
                  "int main(void) {{ wb_robot_init(); return 0; }}\n",
                  c.body));
  const ProgramResult result = project.run(true, {"--controller-timeout", "300ms"});
  INFO(result.err);
  CHECK(result.exit_code == 4);
  CHECK(contains(project.first()["reason"], c.reason));
}

TEST_CASE("In process a timer ends the controller that made it, and goes with it") {
  const std::string with_timer = R"(
  struct sigevent event = {0};
  struct itimerspec time = {{0, 1000000}, {0, 1000000}};
  timer_t timer;
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGUSR1;
)";
  const std::string starts = "timer_create(CLOCK_MONOTONIC, &event, &timer); timer_settime(timer, 0, &time, NULL);";
  SECTION("by the signal that it does not handle") {
    const Project project(that_does("usleep(500000);", with_timer + starts));
    for (const bool in_process : {false, true}) {
      INFO(in_process);
      CHECK(project.run(in_process).exit_code == 4);
      CHECK(project.first()["exit_code"] == 128 + SIGUSR1);
      CHECK(contains(project.first()["reason"], "killed by SIGUSR1"));
    }
  }
  SECTION("and handles one") {
    // Of one robot: handlers are those of all.
    const Project project(that_does("while (is_first && !came) usleep(1000); printf(\"came\\n\");",
                                    with_timer +
                                        "const int is_first = wb_robot_get_name()[0] == 'a';\n"
                                        "if (is_first) { signal(SIGUSR1, comes);" +
                                        starts + "}",
                                    "static volatile int came;\nstatic void comes(int signal) { came = signal; }\n"));
    for (const bool in_process : {false, true}) {
      INFO(in_process);
      const ProgramResult result = project.run(in_process, {"--duration", "2s"});
      CHECK(result.exit_code == 0);
      CHECK(contains(result.err, "came\n"));
    }
  }
  SECTION("but one that needs a thread is refused") {
    const Project project(that_does("", with_timer + R"(
  event.sigev_notify = SIGEV_THREAD;
  event.sigev_notify_function = rings;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer)) perror("timer");
)",
                                    "static void rings(union sigval unused) {}\n"));
    const ProgramResult result = project.run(true);
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(contains(result.err, "timer_create(): such a timer needs a process of its own"));
    CHECK(contains(result.err, "timer: Operation not supported"));
  }
}

TEST_CASE("In process no other program takes the place of the simulation, but that of a process that is forked") {
  const std::string executes =
      GENERATE("execl(\"/bin/true\", \"true\", NULL);", "execlp(\"true\", \"true\", NULL);",
               "execle(\"/bin/true\", \"true\", NULL, environ);", "execv(\"/bin/true\", words);",
               "execvp(\"true\", words);", "execve(\"/bin/true\", words, environ);");
  INFO(executes);
  const Project project(that_does("int status; const pid_t child = fork(); if (child == 0) { " + executes +
                                      " _exit(9); }\n waitpid(child, &status, 0); printf(\"child %d\\n\", status);\n" +
                                      executes + " perror(\"exec\"); exit(3);",
                                  "char* words[] = {\"true\", NULL}; (void)words;",
                                  "#include <sys/wait.h>\nextern char** environ;\n"));
  const ProgramResult result = project.run(true);
  INFO(result.err);
  CHECK(result.exit_code == 4);
  CHECK(project.first()["exit_code"] == 3);
  CHECK(contains(result.err, "child 0\n"));
  CHECK(contains(result.err, "exec: Operation not supported"));
}

TEST_CASE("In process no atexit() function runs of a controller that does not call exit()") {
  const std::string end =
      GENERATE("abort();", "*(volatile int*)0 = 1;", "raise(SIGKILL);", "_exit(0);", "_Exit(0);", "quick_exit(0);");
  INFO(end);
  const Project project(that_does("fflush(NULL);\n" + end, "atexit(last_words);",
                                  "static void last_words(void) { printf(\"last words\\n\"); }\n"));
  for (const bool in_process : {false, true}) {
    INFO(in_process);
    const ProgramResult result = project.run(in_process);
    CHECK(result.exit_code == (contains(end, "xit") ? 0 : 4));
    // The other one may end in order.
    CHECK_FALSE(contains(result.out, "last words"));
    CHECK_FALSE(contains(result.err, "[a] last words"));
  }
}

TEST_CASE("$ORIGIN in the search path of a library is its folder, whatever that is called") {
  const TemporaryFolder folder;
  const fs::path own = folder / "$ORIGIN.d";
  fs::create_directory(own);
  write_file(folder / "l.c", "int l;\n");
  REQUIRE(run_program("cc", {"-shared", "-Wl,-rpath,$ORIGIN/one:${ORIGIN}/two:/x$y", "-o", (own / "libl.so").string(),
                             (folder / "l.c").string()})
              .exit_code == 0);
  CHECK(links_of(own / "libl.so").search ==
        std::vector<std::string>{(own / "one").string(), (own / "two").string(), "/x$y"});
}

TEST_CASE("A controller that is linked to a library of its project runs as a process, and finds it") {
  const Project project(
      "int answer(void);\nint main(void) { wb_robot_init(); printf(\"%d\\n\", answer()); return 0; }\n");
  project.write("libraries/lib/lib.c", "int answer(void) { return 42; }\n");
  project.write("libraries/lib/Makefile",
                "BUILD_SHARED_LIBRARY = true\ninclude $(WEBOTS_HOME)/resources/Makefile.include\n");
  project.write("controllers/c/Makefile",
                "LIBRARIES = -L\"../../libraries/lib\" -llib\ninclude $(WEBOTS_HOME)/resources/Makefile.include\n");
  REQUIRE(run_lightsout({"build", "libraries/lib"}, {.directory = project / ""}).exit_code == 0);
  const ProgramResult result = project.run(true);
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.err, "its controller runs as a process: it is linked to "));
  CHECK(contains(result.err, "[a] 42\n"));
}

TEST_CASE("Variables of runtime.ini and those of the run reach a controller in process, and no others of its kind") {
  const Project project(that_does(R"(
      const char* names[] = {"SPEED", "WEBOTS_CONTROLLER_NAME", "LIGHTSOUT_TOKEN", "WEBOTS_CONTROLLER_URL"};
      for (int i = 0; i < 4; ++i) printf("%s\n", getenv(names[i]) ? getenv(names[i]) : "none");)"));
  project.write("controllers/c/runtime.ini", "[environment variables]\nSPEED = 7\n");
  for (const bool in_process : {false, true}) {
    std::vector<std::string> options = {"run", "worlds/w.wbt", "--duration", "80ms"};
    if (in_process) options.push_back("--in-process");
    const ProgramResult result = run_lightsout(
        options,
        {.directory = project / "", .environment = {"LIGHTSOUT_TOKEN=secret", "WEBOTS_CONTROLLER_URL=ipc://1/x"}});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(contains(result.err, "[a] 7\n[a] c\n[a] none\n[a] none\n"));
  }
}
