// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers inside the program's process come out as they do where each is a process of its own: those that use what
// a process has once are processes, and say so; of the others, all that they see of a process is as in one.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/programs/binaries/elf_file.h"
#include "engine/programs/interposed.h"
#include "engine/programs/sanitizers.h"
#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const char* const headers = R"(#include <assert.h>
#include <ctype.h>
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <webots/robot.h>
)";

// Two robots with one controller, in C or C++.
class Project {
 public:
  explicit Project(const std::string& source, const std::string& language = "c") {
    write("controllers/c/c." + language, headers + source);
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
  ProgramResult run(bool in_process, const std::vector<std::string>& options = {}) const {
    std::vector<std::string> all = {"run", "worlds/w.wbt", "--hash", "--verdict", "v.json", "--duration", "120ms"};
    if (in_process) all.push_back("--in-process");
    all.insert(all.end(), options.begin(), options.end());
    return run_lightsout(all, {.directory = folder_.path()});
  }
  Json verdict() const { return Json::parse(read_file(folder_ / "v.json")); }
  Json first() const { return verdict()["controllers"].at(0); }
  fs::path operator/(const std::string& name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;
};

// At its fifth step.
std::string that_does(const std::string& what, const std::string& first = "", const std::string& before = "") {
  return before + R"(
int main(int argc, char** argv) {
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

// AddressSanitizer ends the program at a crash in process, with a report.
bool ends_all(const std::string& what) {
  const auto crashes = {"abort();", "*(volatile int*)0", "throw std::", "std::terminate();", "assert("};
  return LIGHTSOUT_ADDRESS_SANITIZER() &&
         std::ranges::any_of(crashes, [&](const char* crash) { return what.starts_with(crash); });
}

// What each robot has printed, in its order.
std::map<std::string, std::string> printed(const std::string& err) {
  std::map<std::string, std::string> of;
  std::istringstream lines(err);
  for (std::string line; std::getline(lines, line);)
    for (const std::string robot : {"[a] ", "[b] "})
      if (line.starts_with(robot)) of[robot] += line + "\n";
  return of;
}

// Code and kind of the end of each that has ended.
std::map<std::string, std::string> ends(const Json& verdict, bool only_first) {
  std::map<std::string, std::string> of;
  for (const Json& controller : verdict["controllers"])
    if (!only_first || controller["robot"] == "a")
      of[controller["robot"]] = fmt::format("{} {}", controller["end"].dump(), controller["exit_code"].dump());
  return of;
}

// Runs it in both ways. Returns what the run in process said.
std::string check_equal(const Project& project) {
  const ProgramResult alone = project.run(false);
  const Json alone_end = project.verdict();
  const ProgramResult inside = project.run(true);
  const Json inside_end = project.verdict();
  INFO("as a process:\n" << alone.err << "\nin process:\n" << inside.err);
  CHECK(inside.exit_code == alone.exit_code);
  CHECK(inside.signal == 0);
  CHECK(inside.out == alone.out);
  // Where one fails, the run ends before the turn of the next one in process, and in its turn as a process.
  auto inside_lines = printed(inside.err), alone_lines = printed(alone.err);
  if (alone.exit_code == 4) inside_lines.erase("[b] "), alone_lines.erase("[b] ");
  CHECK(inside_lines == alone_lines);
  CHECK(inside_end["outcome"] == alone_end["outcome"]);
  CHECK(ends(inside_end, alone.exit_code == 4) == ends(alone_end, alone.exit_code == 4));
  return inside.err;
}

}  // namespace

TEST_CASE("A controller that uses what a process has once runs as a process, and says what it is") {
  struct Case {
    std::string why, what;
    std::string first, before;
    std::string language = "c";
  };
  const std::string waits = "#include <sys/wait.h>\n", signals = "#include <signal.h>\n";
  const std::string with_timer = R"(
  struct sigevent event = {0};
  struct itimerspec time = {{0, 1000000}, {0, 1000000}};
  timer_t timer;
  event.sigev_signo = SIGUSR1;
)";
  const Case c = GENERATE_COPY(values<Case>({
      {"pthread_create (threads)", "pthread_t t; pthread_create(&t, NULL, body, NULL); pthread_join(t, NULL);", "",
       "#include <pthread.h>\nstatic void* body(void* x) { printf(\"of a thread\\n\"); exit(3); }\n"},
      {"std::thread (threads)", "std::thread([] { puts(\"thread\"); }).join();", "", "#include <thread>\n", "cpp"},
      {"thread_local with a destructor (threads)", "printf(\"%d\\n\", mine.value);", "",
       "struct Mine { int value = 7; ~Mine() { puts(\"gone\"); } };\nthread_local Mine mine;\n", "cpp"},
      {"raise (signals)", "raise(SIGUSR1);", "", signals},
      {"pthread_kill (threads)", "pthread_kill(pthread_self(), SIGUSR2);", "", signals + "#include <pthread.h>\n"},
      {"signal (signals)", "printf(\"%d\\n\", heard);", "signal(SIGINT, hear);",
       signals + "static int heard;\nstatic void hear(int signal) { heard = signal; }\n"},
      {"kill (signals)",
       "kill(getpid(), SIGUSR1); sigset_t s; sigemptyset(&s); sigaddset(&s, SIGUSR1); int n; "
       "sigwait(&s, &n); printf(\"%d\\n\", n);",
       "sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, NULL);", signals},
      {"alarm (timers)", "ualarm(1000, 0); pause();", "alarm(0);"},
      {"timer_create (timers)",
       "timer_create(CLOCK_MONOTONIC, &event, &timer); timer_settime(timer, 0, &time, NULL); "
       "for (;;) pause();",
       with_timer, signals},
      {"fork (other processes)", "if (fork() == 0) exit(9); int s; wait(&s); printf(\"%d\\n\", s);", "", waits},
      {"wait (other processes)", "printf(\"%d\\n\", (int)wait(NULL));", "", waits},
      {"execl (other processes)", "execl(\"/bin/true\", \"true\", NULL);", ""},
      {"system (other processes)", "printf(\"%d\\n\", system(\"exit 3\"));", ""},
      {"umask (the process itself)",
       "umask(0777); fclose(fopen(\"made\", \"w\")); printf(\"%d\\n\", access(\"made\", F_OK)); "
       "remove(\"made\");",
       "", "#include <sys/stat.h>\n"},
      {"setrlimit (the process itself)",
       "struct rlimit none = {0, 0}; setrlimit(RLIMIT_NOFILE, &none); "
       "printf(\"%d\\n\", fopen(\"c.c\", \"r\") == NULL);",
       "", "#include <sys/resource.h>\n"},
      {"on_exit (the end of the process)", "exit(0);", "on_exit(last, NULL);",
       "static void last(int code, void* x) { printf(\"last\\n\"); }\n"},
      {"errx (the end of the process)", "errx(3, \"wrong\");", "", "#include <err.h>\n"},
      {"dlopen (loading of code)", "printf(\"%d\\n\", dlopen(\"libnothing.so\", RTLD_NOW) == NULL);", "",
       "#include <dlfcn.h>\n"},
      {"write (descriptors)", "write(1, \"raw\\n\", 4);", ""},
      {"dup2 (descriptors)",
       "fflush(stdout); FILE* f = tmpfile(); dup2(fileno(f), 1); printf(\"lost\\n\"); fflush(stdout);", ""},
      {"freopen (standard streams)", "freopen(\"/dev/null\", \"w\", stdout); printf(\"lost\\n\");", ""},
      {"std::wcout (standard streams)", "std::wcout << L\"wide\" << std::endl;", "", "#include <iostream>\n", "cpp"},
      {"setenv (the environment)", "printf(\"%s\\n\", getenv(\"MINE\"));", "setenv(\"MINE\", wb_robot_get_name(), 1);"},
      {"setlocale (the locale)", "printf(\"%s\\n\", setlocale(LC_ALL, NULL));", "", "#include <locale.h>\n"},
      {"std::set_terminate (handlers of the C++ runtime)", "throw 1;",
       "std::set_terminate([] { puts(\"mine\"); abort(); });", "#include <exception>\n", "cpp"},
      {"std::set_new_handler (memory of the process)", "puts(\"there\");", "std::set_new_handler(nullptr);",
       "#include <new>\n", "cpp"},
      {"hsearch (what the C library keeps)",
       "ENTRY e = {name, name}; hsearch(e, ENTER); e.data = NULL; "
       "printf(\"%s\\n\", (char*)hsearch(e, FIND)->data);",
       "hcreate(10);", "#include <search.h>\nstatic char name[] = \"n\";\n"},
      {"getpwent (what the C library keeps)", "printf(\"%s\\n\", getpwent()->pw_name);", "getpwent();",
       "#include <pwd.h>\n"},
  }));
  INFO(c.why);
  const std::string err = check_equal(Project(that_does(c.what, c.first, c.before), c.language));
  CHECK(contains(err, "its controller runs as a process: it "));
  const std::string name = c.why.substr(0, c.why.find(" ("));
  // Of several that are there, one is named.
  if (!contains(err, c.why)) CHECK(contains(c.first + c.what, name));
}

TEST_CASE("A controller with an operator new of its own runs as a process") {
  const Project project(that_does("std::string text(1000, 'x'); printf(\"%zu %d\\n\", text.size(), count > 0);", "",
                                  "#include <new>\n#include <string>\nstatic int count;\n"
                                  "void* operator new(std::size_t size) { ++count; return malloc(size); }\n"
                                  "void operator delete(void* at) noexcept { free(at); }\n"
                                  "void operator delete(void* at, std::size_t) noexcept { free(at); }\n"),
                        "cpp");
  CHECK(contains(check_equal(project), "it has a operator new or delete of its own"));
}

TEST_CASE("What a plain controller sees of its process is in process as in a process of its own") {
  struct Case {
    std::string what, first, before;
    std::string language = "c";
  };
  const std::string iostream = "#include <iomanip>\n#include <iostream>\n";
  const Case c = GENERATE_COPY(values<Case>({
      {"printf(\"%s\\n\", wb_robot_get_name());"},
      // Ends.
      {"exit(3);", "atexit(last);", "static void last(void) { printf(\"last\\n\"); }\n"},
      {"fflush(NULL); _exit(3);", "atexit(last);", "static void last(void) { printf(\"last\\n\"); }\n"},
      {"*(volatile int*)0 = 1;"},
      {"abort();"},
      {"throw std::runtime_error(\"too late\");", "", "#include <stdexcept>\n", "cpp"},
      {"std::terminate();", "", "#include <exception>\n", "cpp"},
      {"exit(0);", "", "struct Last { ~Last() { puts(\"destroyed\"); } };\nstatic Last last;\n", "cpp"},
      // Streams.
      {"fclose(stdout); printf(\"lost\\n\");"},
      {"fclose(stderr); fclose(stdin); printf(\"kept\\n\");"},
      {"printf(\"kept\\n\");", "static char room[100]; setvbuf(stdout, room, _IOFBF, sizeof room);"},
      {"printf(\"%d\\n\", getchar());"},
      {"std::cout << 1.0 / 3 << std::endl;",
       "if (wb_robot_get_name()[0] == 'a') std::cout << std::setprecision(2) << "
       "std::hex;",
       iostream, "cpp"},
      {"int x; std::cin >> x; std::cout << std::cin.eof() << std::endl; wb_robot_step(8); std::cout << std::cin.eof() "
       "<< "
       "std::endl;",
       "", iostream, "cpp"},
      {"std::cerr << \"text\" << std::endl; std::clog << std::string(3, 'x') << std::endl;", "",
       iostream + "#include <string>\n", "cpp"},
      // The C library.
      {"printf(\"%s\\n\", strtok(NULL, \" \"));",
       "static char text[] = \"one two\"; if (wb_robot_get_name()[0] == 'a') "
       "strcpy(text, \"six ten\"); strtok(text, \" \");"},
      {"printf(\"%d %ld %g\\n\", rand(), random(), drand48());",
       "if (wb_robot_get_name()[0] == 'a') srand(7), srand48(7);"},
      {"printf(\"%s\\n\", argv[0]);"},
      {"assert(steps < 0);"},
      {"volatile double one = 1; printf(\"%.17g\\n\", one / 3);",
       "if (wb_robot_get_name()[0] == 'a') fesetround(FE_UPWARD);"},
      // Files.
      {"FILE* f = fopen(\"c.c\", \"r\"); printf(\"%d\\n\", f != NULL);"},
      {"char here[1000]; printf(\"%s\\n\", getcwd(here, 1000));"},
      {"chdir(\"/\"); wb_robot_step(8); char here[1000]; printf(\"%s\\n\", getcwd(here, 1000));"},
      {"std::ifstream f(\"c.cpp\"); std::cout << bool(f) << std::filesystem::exists(\"c.cpp\") << std::endl;", "",
       iostream + "#include <filesystem>\n#include <fstream>\n", "cpp"},
      // What compilers make of C++.
      {"try { std::vector<int>().at(1); } catch (const std::exception& e) { std::cout << e.what() << std::endl; } "
       "std::map<std::string, int> m{{\"x\", 1}}; auto p = std::make_shared<int>(3); std::function<int()> f = [p] { "
       "return *p; };"
       "static int once = f(); std::cout << once + m[\"x\"] << std::endl;",
       "",
       iostream + "#include <functional>\n#include <map>\n#include <memory>\n#include <string>\n#include <vector>\n",
       "cpp"},
      {"std::lock_guard<std::mutex> lock(mutex); printf(\"%d\\n\", ++count);", "",
       "#include <mutex>\nstatic std::mutex mutex;\nthread_local int count = 1;\n", "cpp"},
      {"std::mt19937 draw(7); std::cout << std::uniform_int_distribution<int>(0, 9)(draw) << std::to_string(1.5) << "
       "std::regex_match(\"ab\", std::regex(\"a.\")) << std::endl;",
       "", iostream + "#include <random>\n#include <regex>\n", "cpp"},
  }));
  INFO(c.first << c.what);
  if (ends_all(c.what)) return;
  const std::string err = check_equal(Project(that_does(c.what, c.first, c.before), c.language));
  INFO(err);
  CHECK_FALSE(contains(err, "runs as a process"));
}

#if LIGHTSOUT_INTERPOSES

TEST_CASE("In process the time limit of a turn wakes nobody who sleeps") {
  const std::string how = GENERATE("sleep(1000);", "usleep(900000000);", "pause();", "for (;;) { }");
  INFO(how);
  const Project project(that_does(how));
  const ProgramResult result = project.run(true, {"--controller-timeout", "300ms"});
  CHECK(result.exit_code == 4);
  CHECK(contains(project.first()["reason"], "gave no answer for 0.3 s"));
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
  if (ends_all(c.body)) return;
  const Project project(
      fmt::format("__attribute__((constructor)) static void begin(void) {{ {} }}\n"
                  "int main(void) {{ wb_robot_init(); return 0; }}\n",
                  c.body));
  const ProgramResult result = project.run(true, {"--controller-timeout", "300ms"});
  INFO(result.err);
  CHECK(result.exit_code == 4);
  CHECK(contains(project.first()["reason"], c.reason));
}

TEST_CASE("In process no atexit() function runs of a controller that does not call exit()") {
  const std::string end = GENERATE("abort();", "*(volatile int*)0 = 1;", "_exit(0);", "_Exit(0);", "quick_exit(0);");
  INFO(end);
  if (ends_all(end)) return;
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
  const fs::path own = folder / "${ORIGIN}$ORIGIN.d";
  fs::create_directory(own);
  write_file(folder / "l.c", "int l;\n");
  REQUIRE(run_program("cc", {"-shared", "-Wl,-rpath,$ORIGIN/one:${ORIGIN}/two:/x$y", "-o", (own / "libl.so").string(),
                             (folder / "l.c").string()})
              .exit_code == 0);
  const auto read = read_elf(own / "libl.so");
  REQUIRE(read);
  CHECK(read->search == std::vector<std::string>{(own / "one").string(), (own / "two").string(), "/x$y"});
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
