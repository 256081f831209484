// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Batches as users make them, by the executable: what a folder holds, and that each row is the run that it says.
#include <sqlite3.h>
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/batches/project.h"
#include "tests/support/processes.h"

using namespace lightsout;
using namespace lightsout::batch_tests;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

Words split(const std::string& command) {
  std::istringstream in(command);
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// By a DEF, which the columns of its metrics begin with.
void name_robot(const Project& project) {
  write_file(project.folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n"
             "DEF ROBOT Robot { name \"r\" controller \"says\" }\n");
}

}  // namespace

TEST_CASE("A grid is one row a run, and started again there is nothing to make") {
  const Project project;
  const Words words = {"--duration", "80ms", "--seeds", "1..3", "--set", "passes=1,2"};
  const ProgramResult first = project.batch(words);
  INFO(first.err);
  CHECK(first.exit_code == 0);
  const std::vector<Row> rows = project.table();
  REQUIRE(rows.size() == 6);
  for (const Row& row : rows) {
    CHECK(row.at("outcome") == "done");
    CHECK(row.at("simulated_seconds") == "0.08");
    CHECK(row.at("run_hash").size() == 16);
    CHECK(fs::exists(project.folder / "out" / row.at("folder") / "verdict.json"));
  }
  const ProgramResult second = project.batch(words);
  CHECK(second.err.find("6 of them are there already") != std::string::npos);
  CHECK(second.err.find("0 were made now") != std::string::npos);
  // Times too: nothing was made.
  CHECK(project.table() == rows);
}

TEST_CASE("A folder is built once for all runs of a batch, with a Makefile too, whatever happens to its sources") {
  // The robot of the first run writes its source anew, which would print something else.
  const Project project("if (atoi(seed) == 1) system(\"sed -i s/%s/X%s/ says.c\");");
  write_file(project.folder / "controllers/says/Makefile",
             "$(shell echo made >> ../../made)\ninclude $(WEBOTS_HOME)/resources/Makefile.include\n");
  const auto lines_made = [&project] { return std::ranges::count(read_file(project.folder / "made"), '\n'); };
  const auto seeds_said = [&](const std::string& out) {
    std::set<std::string> said;
    for (const Row& row : project.table(out))
      for (std::istringstream in(read_file(project.folder / out / row.at("folder") / "log")); in;)
        if (std::string line; std::getline(in, line) && line.find(" stdout ") != line.npos)
          said.insert(line.substr(line.find(']') + 2));
    return said;
  };
  for (const bool in_process : {false, true})
    for (const char* jobs : {"1", "3"}) {
      CAPTURE(in_process, jobs);
      project.write_controller("if (atoi(seed) == 1) system(\"sed -i s/%s/X%s/ ../../controllers/says/says.c\");");
      fs::remove(project.folder / "made");
      REQUIRE(project.run({"build", "controllers/says"}).exit_code == 0);
      const auto of_first = lines_made();
      REQUIRE(project.run({"build", "controllers/says"}).exit_code == 0);
      const auto of_both = lines_made();
      const std::string out = std::string(in_process ? "in" : "as") + jobs;
      Words words = {"--duration", "80ms", "--seeds", "1..6", "-j", jobs, "--set", "passes=1,2"};
      if (in_process) words.push_back("--in-process");
      const ProgramResult result = project.batch(words, out);
      INFO(result.err);
      CHECK(result.exit_code == 0);
      // make reads the Makefile as often as it did when it was called once and had nothing to do.
      CHECK(lines_made() == of_both + (of_both - of_first));
      CHECK(seeds_said(out) == std::set<std::string>{"1", "2", "3", "4", "5", "6"});
      // Started again, its runs are those of the new source.
      CHECK(project.batch(words, out).exit_code == 0);
      CHECK(project.table(out).size() == 24);
    }
}

TEST_CASE("A build that fails is tried once in a batch, and each row says why") {
  const Project project("none such;");
  write_file(project.folder / "controllers/says/Makefile",
             "$(shell echo made >> ../../made)\ninclude $(WEBOTS_HOME)/resources/Makefile.include\n");
  CHECK(project.run({"build", "controllers/says"}).exit_code != 0);
  const std::string of_one_make = read_file(project.folder / "made");
  fs::remove(project.folder / "made");
  const ProgramResult result = project.batch({"--duration", "80ms", "--seeds", "1..5", "-j", "2"});
  INFO(result.err);
  CHECK(result.exit_code == 11);
  CHECK(read_file(project.folder / "made") == of_one_make);
  const std::vector<Row> rows = project.table();
  REQUIRE(rows.size() == 5);
  for (const Row& row : rows) {
    CHECK(row.at("outcome") == "controller-failed");
    CHECK_THAT(row.at("message"), Catch::Contains("the build of") && Catch::Contains("says.c"));
  }
}

TEST_CASE(
    "A run amid which a script changes does not count, nor do later ones, and they are made when it is started again") {
  const Project project;
  const auto write_script = [&] {
    write_file(project.folder / "controllers/says/says.py",
               "import os\nfrom controller import Robot\nrobot = Robot()\n"
               "if os.environ['LIGHTSOUT_SEED'] == '2' and not os.path.exists('../../once'):\n"
               "    open('part.py', 'a').write('# more\\n')\n"
               "    open('../../once', 'w')\n"
               "robot.step(8)\n");
    write_file(project.folder / "controllers/says/part.py", "\n");
  };
  fs::remove(project.folder / "controllers/says/says.c");
  for (const bool by_parameter : {false, true}) {
    CAPTURE(by_parameter);
    const std::string out = by_parameter ? "by_parameter" : "out";
    write_script();
    fs::remove(project.folder / "once");
    Words words = {"--duration", "80ms", "--seeds", "1,2,3", "-j", "1"};
    if (by_parameter) words.insert(words.end(), {"--set", "r.controller=says"});
    const ProgramResult result = project.batch(words, out);
    INFO(result.err);
    CHECK(result.exit_code == 11);
    std::map<std::string, std::string> outcomes;
    for (const Row& row : project.table(out)) outcomes[row.at("seed")] = row.at("outcome") + ": " + row.at("message");
    CHECK_THAT(outcomes["1"], Catch::StartsWith("done"));
    for (const char* seed : {"2", "3"})
      CHECK_THAT(outcomes[seed], Catch::StartsWith("environment-failed") &&
                                     Catch::Contains("part.py has changed since the batch began"));
    // A file that was only touched is the same.
    write_script();
    CHECK(project.batch(words, out).exit_code == 0);
    CHECK(project.table(out).size() == 3);
  }
}

TEST_CASE("Every row is the run that it says it is, whatever stands beside it") {
  const Project project;
  std::mt19937 random(25);
  std::string points = "passes,duration,solver,seed\n";
  for (int i = 0; i < 40; ++i)
    points += std::to_string(1 + random() % 4) + "," + std::to_string(8 * (1 + random() % 40)) + "ms," +
              (random() % 2 ? "exact" : "quick") + "," + std::to_string(random() % 5) + "\n";
  write_file(project.folder / "points.csv", points);
  std::vector<Row> first;
  for (const std::string jobs : {"1", "2", "4"}) {
    const ProgramResult made = project.batch({"--points", "points.csv", "-j", jobs}, "out" + jobs);
    INFO(made.err);
    REQUIRE(made.exit_code == 0);
    const std::vector<Row> rows = without_times(project.table("out" + jobs));
    if (first.empty()) first = rows;
    CHECK(rows == first);
  }
  REQUIRE(first.size() > 30);
  for (const Row& row : first) {
    Words words = split(row.at("command"));
    words.erase(words.begin());
    words.insert(words.end(), {"--verdict", "alone.json"});
    REQUIRE(project.run(words).exit_code == 0);
    const Json alone = Json::parse(read_file(project.folder / "alone.json"));
    CAPTURE(row.at("command"));
    CHECK(alone["run_hash"] == row.at("run_hash"));
    CHECK(std::to_string(alone["steps"].get<int>()) == row.at("steps"));
    CHECK(std::to_string(alone["seed"].get<int>()) == row.at("seed"));
    CHECK(row.at("command").find("--passes " + row.at("passes") + " ") != std::string::npos);
    CHECK(row.at("command").find("--solver " + row.at("solver")) != std::string::npos);
  }
}

TEST_CASE("A batch that is killed three times and started again has the rows of one that was not") {
  const Project project("usleep(20000);");
  const Words words = {"batch",      "worlds/w.wbt", "--duration", "400ms", "--set",
                       "passes=1,2", "--seeds",      "1..40",      "-j",    "2"};
  Words whole = words, killed = words;
  whole.insert(whole.end(), {"-o", "whole"});
  killed.insert(killed.end(), {"-o", "killed"});
  REQUIRE(project.run(whole).exit_code == 0);
  for (const int moment : {300, 400, 500}) {
    const auto start = std::chrono::steady_clock::now();
    project.run(killed, [&](pid_t pid) {
      if (std::chrono::steady_clock::now() - start > std::chrono::milliseconds(moment)) ::kill(pid, SIGKILL);
    });
    // It has left no run that is not whole.
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(project.folder / "killed/runs", error))
      if (entry.path().filename().string().size() == 16) CHECK(fs::file_size(entry.path() / "verdict.json") > 0);
  }
  const ProgramResult last = project.run(killed);
  INFO(last.err);
  CHECK(last.exit_code == 0);
  CHECK(without_times(project.table("killed")) == without_times(project.table("whole")));
  CHECK(project.table("killed").size() == 80);
  CHECK(fs::is_empty(project.folder / "killed/.work"));
}

TEST_CASE("A world that the machine could not look at has rows that are made again, and the batch goes on") {
  const Project project;
  // Its template waits while there is a file, and is killed then, as where memory lacks.
  write_file(project.folder / "worlds/W.proto",
             "#VRML_SIM R2025a utf8\n# template language: javascript\nPROTO W [ ] { Solid { %< while "
             "(wbfile.fileExists('waits')); >% } }\n");
  write_file(project.folder / "worlds/waits.wbt",
             "#VRML_SIM R2025a utf8\nEXTERNPROTO \"W.proto\"\nWorldInfo { basicTimeStep 8 }\nW { }\n");
  write_file(project.folder / "worlds/waits", "");
  const Words words = {
      "batch", "worlds/waits.wbt", "worlds/w.wbt", "--duration", "80ms", "--seeds", "1..2", "-j", "1", "-o", "out"};
  int killed = 0;
  const ProgramResult first = project.run(words, [&](pid_t pid) {
    for (const pid_t looks : children_of(pid))
      for (const pid_t interpreter : children_of(looks))
        if (killed == 0) killed += ::kill(interpreter, SIGKILL) == 0;
  });
  INFO(first.err);
  CHECK(killed == 1);
  CHECK(first.exit_code == 11);
  int lacking = 0, done = 0;
  for (const Row& row : project.table()) {
    CAPTURE(row.at("message"));
    const bool is_killed = row.at("world") == "worlds/waits.wbt";
    CHECK(row.at("outcome") == (is_killed ? "environment-failed" : "done"));
    if (is_killed) CHECK_THAT(row.at("message"), Catch::Contains("was killed by SIGKILL"));
    ++(is_killed ? lacking : done);
  }
  CHECK(lacking == 2);
  CHECK(done == 2);
  // Their names are others' now.
  fs::remove(project.folder / "worlds/waits");
  CHECK(project.run(words).exit_code == 0);
  const std::vector<Row> rows = project.table();
  CHECK(rows.size() == 4);
  for (const Row& row : rows) CHECK(row.at("outcome") == "done");
}

TEST_CASE("A signal ends a batch that looks at a world") {
  const Project project;
  write_file(project.folder / "worlds/W.proto",
             "#VRML_SIM R2025a utf8\n# template language: javascript\nPROTO W [ ] { Solid { %< while (true); >% } }\n");
  write_file(project.folder / "worlds/waits.wbt",
             "#VRML_SIM R2025a utf8\nEXTERNPROTO \"W.proto\"\nWorldInfo { basicTimeStep 8 }\nW { }\n");
  bool told = false;
  const ProgramResult result = project.run({"batch", "worlds/waits.wbt", "--duration", "80ms", "--seeds", "1..2",
                                            "--limit", "template_seconds=1000", "-o", "out"},
                                           [&](pid_t pid) {
                                             for (const pid_t looks : children_of(pid))
                                               if (!told && !children_of(looks).empty())
                                                 told = ::kill(pid, SIGTERM) == 0;
                                           });
  INFO(result.err);
  CHECK(result.exit_code == 8);
}

TEST_CASE("A signal ends a batch that waits for somebody else's hold of its table") {
  const Project project;
  REQUIRE(project.batch({"--duration", "80ms", "--seeds", "1"}).exit_code == 0);
  const std::string holds =
      "import os, sqlite3, sys, time\nheld = sqlite3.connect('out/results.db', isolation_level=None)\n"
      "held.execute('BEGIN EXCLUSIVE')\nopen('held', 'w').close()\ntime.sleep(1000)\n";
  int looks = 0;  // at which it was asleep
  bool told = false;
  const ProgramResult result = run_program(
      "bash",
      {"-c",
       "python3 -c \"$1\" & until [ -e held ]; do sleep 0.05; done\n\"$0\" batch worlds/w.wbt -o out --duration 80ms "
       "--seeds 2 & echo $! > batch; wait $!; echo $?; kill %1",
       LIGHTSOUT_EXECUTABLE, holds},
      {.directory = project.folder.path(), .timeout = 120, .watch = [&](pid_t) {
         const pid_t batch = std::atoi(read_file(project.folder / "batch").c_str());
         looks = batch > 0 && takes_signal(batch, SIGTERM) && is_asleep(batch) ? looks + 1 : 0;
         if (looks == 20 && !std::exchange(told, true)) ::kill(batch, SIGTERM);
       }});
  INFO(result.err);
  CHECK(told);
  CHECK(result.out == "8\n");
}

TEST_CASE("A run that fails is a row with what it said last, and the batch goes on") {
  const Project project("puts(\"on my way\"); fflush(stdout); if (atoi(seed) == 2) exit(3);");
  const ProgramResult made = project.batch({"--duration", "80ms", "--seeds", "1..4", "-j", "2"});
  CHECK(made.exit_code == 11);
  const std::vector<Row> rows = project.table();
  REQUIRE(rows.size() == 4);
  for (const Row& row : rows) {
    const bool fails = row.at("seed") == "2";
    CHECK(row.at("outcome") == (fails ? "controller-failed" : "done"));
    CHECK((row.at("log_tail").find("on my way") != std::string::npos) == fails);
  }
  CHECK(made.err.find("controller-failed") != std::string::npos);
  // It failed by itself: it is what it is.
  CHECK(project.batch({"--duration", "80ms", "--seeds", "1..4"}).exit_code == 11);
  const ProgramResult fast =
      project.batch({"--duration", "80ms", "--seeds", "2,5..90", "-j", "1", "--fail-fast"}, "fast");
  CHECK(fast.exit_code == 11);
  CHECK(project.table("fast").size() < 86);
}

TEST_CASE("A point that makes no sense is a row, and a name that makes none is refused") {
  const Project project;
  const ProgramResult made = project.batch({"--duration", "80ms", "--set", "passes=1,many,2"});
  CHECK(made.exit_code == 11);
  const std::vector<Row> rows = project.table();
  REQUIRE(rows.size() == 3);
  for (const Row& row : rows) CHECK((row.at("outcome") == "wrong-use") == (row.at("passes") == "many"));
  const ProgramResult refused = project.batch({"--duration", "80ms", "--set", "pases=1"}, "refused");
  CHECK(refused.exit_code == 2);
  CHECK(refused.err.find("did you mean 'passes'?") != std::string::npos);
  CHECK_FALSE(fs::exists(project.folder / "refused"));
}

TEST_CASE("A world whose templates write files is the same world each time that it is read") {
  const Project project;
  fs::create_directories(project.folder / "protos");
  const std::string language = GENERATE("javascript", "lua");
  CAPTURE(language);
  const bool is_lua = language == "lua";
  const std::string open = is_lua ? "%{" : "%<", close = is_lua ? "}%" : ">%";
  const std::string triangle = "v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nf 1 2 3\\n";
  const std::string write =
      is_lua ? "local f = io.open(context.temporary_files_path .. 'm.obj', 'w') f:write('" + triangle + "') f:close()"
             : "wbfile.writeTextFile('m.obj', '" + triangle + "');";
  write_file(project.folder / "protos/Written.proto",
             "#VRML_SIM R2025a utf8\n# template language: " + language + "\nPROTO Written [ ]\n{\n" + open + " " +
                 write + " " + close + "\nShape { geometry Mesh { url \"" + open + "= context.temporary_files_path " +
                 close + "m.obj\" } }\n}\n");
  write_file(project.folder / "worlds/w.wbt",
             "#VRML_SIM R2025a utf8\nEXTERNPROTO \"../protos/Written.proto\"\nWorldInfo { basicTimeStep 8 }\nPose { "
             "children [ "
             "Written { } ] }\n");
  const Words words = {"--duration", "80ms", "--seeds", "1..2"};
  const ProgramResult first = project.batch(words, language);
  INFO(first.err);
  CHECK(first.exit_code == 0);
  CHECK(project.table(language).size() == 2);
  const ProgramResult second = project.batch(words, language);
  INFO(second.err);
  CHECK(second.err.find("0 were made now") != std::string::npos);
  CHECK(project.table(language).size() == 2);
}

TEST_CASE("Another text of the world, or of its controller, is another run") {
  const Project project;
  const Words words = {"--duration", "80ms"};
  CHECK(project.batch(words).exit_code == 0);
  project.write_world("2");
  CHECK(project.batch(words).exit_code == 0);
  CHECK(project.table().size() == 2);
  project.write_controller("puts(\"other\");");
  CHECK(project.batch(words).exit_code == 0);
  CHECK(project.table().size() == 3);
  // What a controller leaves in its folder is no part of it.
  write_file(project.folder / "controllers/says/result.txt", "1");
  CHECK(project.batch(words).err.find("0 were made now") != std::string::npos);
}

TEST_CASE("Parts together are the whole, and the table comes of the folders") {
  const Project project;
  const Words words = {"--duration", "80ms", "--seeds", "1..7"};
  CHECK(project.batch(words, "whole").exit_code == 0);
  for (const std::string part : {"1/3", "2/3", "3/3"}) {
    Words with_part = words;
    with_part.insert(with_part.end(), {"--shard", part});
    CHECK(project.batch(with_part, "parts").exit_code == 0);
  }
  CHECK_FALSE(fs::exists(project.folder / "parts/results.db"));
  CHECK(project.run({"results", "parts"}).exit_code == 0);
  CHECK(without_times(project.table("parts")) == without_times(project.table("whole")));
  // Anew, and from what is none.
  write_file(project.folder / "parts/results.db", "no database");
  fs::remove(project.folder / "parts/results.csv");
  CHECK(project.run({"results", "parts"}).exit_code == 0);
  CHECK(project.table("parts").size() == 7);
  CHECK(project.run({"results", "worlds"}).exit_code == 9);
}

TEST_CASE("Who asks is answered when the runs of a point have ended") {
  const Project project;
  write_file(project.folder / "asks", "{\"id\": \"a\", \"passes\": 2}\n\n{\"id\": 7, \"passes\": 0}\nnonsense\n");
  const ProgramResult made =
      run_program("/bin/sh",
                  {"-c", std::string(LIGHTSOUT_EXECUTABLE) +
                             " batch worlds/w.wbt -o out --ask --repetitions 3 --duration 80ms < asks"},
                  {.directory = project.folder.path()});
  INFO(made.err);
  std::map<std::string, Json> answers;
  std::istringstream lines(made.out);
  for (std::string line; std::getline(lines, line);) {
    const Json answer = Json::parse(line);
    answers[answer["id"].dump()] = answer;
  }
  REQUIRE(answers.size() == 3);
  CHECK(answers["\"a\""]["outcome"] == "done");
  CHECK(answers["\"a\""]["runs"].size() == 3);
  CHECK(answers["7"]["outcome"] == "wrong-use");
  CHECK(answers["null"].contains("error"));
}

TEST_CASE("A sweep file says what a command line says") {
  const Project project;
  write_file(project.folder / "sweep.yaml",
             "world: worlds/w.wbt\nparameters:\n  passes: [1, 2]\nseeds: 1..3\nduration: 80ms\noutput: from_file\n");
  const ProgramResult made = project.run({"batch", "sweep.yaml"});
  INFO(made.err);
  CHECK(made.exit_code == 0);
  CHECK(project.batch({"--duration", "80ms", "--seeds", "1..3", "--set", "passes=1,2"}).exit_code == 0);
  CHECK(without_times(project.table("from_file")) == without_times(project.table()));
  write_file(project.folder / "wrong.yaml", "world: worlds/w.wbt\nparamters:\n  passes: 1\n");
  const ProgramResult wrong = project.run({"batch", "wrong.yaml", "-o", "wrong"});
  CHECK(wrong.exit_code == 2);
  CHECK(wrong.err.find("wrong.yaml:2:1:") != std::string::npos);
  CHECK(wrong.err.find("did you mean `parameters`?") != std::string::npos);
}

TEST_CASE("Runs whose folders are damaged are named, and made again") {
  const Project project;
  const Words words = {"--duration", "80ms", "--seeds", "1..3"};
  REQUIRE(project.batch(words).exit_code == 0);
  const std::vector<Row> rows = project.table();
  REQUIRE(rows.size() == 3);
  fs::resize_file(project.folder / "out" / rows[0].at("folder") / "verdict.json", 100);
  fs::remove(project.folder / "out" / rows[1].at("folder") / "run.json");
  const ProgramResult told = project.run({"results", "out"});
  CHECK(told.exit_code == 9);
  CHECK(told.err.find(rows[0].at("folder") + "/verdict.json") != std::string::npos);
  CHECK(told.err.find(rows[1].at("folder") + "/run.json") != std::string::npos);
  CHECK(project.table().size() == 1);
  CHECK(project.batch(words).exit_code == 0);
  CHECK(without_times(project.table()) == without_times(rows));
  CHECK(project.run({"results", "out"}).exit_code == 0);
}

TEST_CASE("A copy of a run's folder is no run, whatever it is called, and nor is a file beside them") {
  const Project project;
  const Words words = {"--duration", "80ms", "--seeds", "1..3"};
  REQUIRE(project.batch(words).exit_code == 0);
  const std::vector<Row> rows = project.table();
  REQUIRE(rows.size() == 3);
  const fs::path runs = project.folder / "out/runs", first = project.folder / "out" / rows[0].at("folder");
  std::vector<fs::path> strangers = {runs / "zz", first.parent_path() / "copy", runs / "ab/ab00000000000000",
                                     runs / "a.txt"};
  for (const fs::path& copy : {strangers[0] / "copy", strangers[1], strangers[2]}) {
    fs::create_directories(copy.parent_path());
    fs::copy(first, copy);
  }
  write_file(strangers[3], "");
  strangers[2] /= "run.json";  // there a run could stand
  const ProgramResult told = project.run({"results", "out"});
  CHECK(told.exit_code == 9);
  for (const fs::path& stranger : strangers)
    CHECK_THAT(told.err, Catch::Contains(stranger.lexically_relative(project.folder.path()).string() + ": "));
  CHECK(project.table() == rows);
  const ProgramResult again = project.batch(words);
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.err, Catch::Contains("3 of them are there already"));
  CHECK(project.table() == rows);
  // It stands in the place of a run that it is not: that run is missing.
  fs::remove_all(first);
  fs::rename(runs / "ab/ab00000000000000", first);
  std::string description = read_file(first / "run.json");
  const std::string name = rows[0].at("run");
  write_file(first / "run.json", description.replace(description.find(name), name.size(), rows[1].at("run")));
  CHECK(project.batch(words).exit_code == 0);
  CHECK(without_times(project.table()) == without_times(rows));
}

TEST_CASE("Names of outputs that a batch leaves itself, and unknown names of points, are refused before it starts") {
  const Project project;
  for (const char* name : {"run.json", "verdict.json", "./output"}) {
    const ProgramResult refused = project.batch({"--duration", "80ms", "--manifest", name});
    CAPTURE(name);
    CHECK(refused.exit_code == 2);
    CHECK(refused.err.find("--manifest") != std::string::npos);
  }
  write_file(project.folder / "points.csv", "pases\n1\n");
  const ProgramResult refused = project.batch({"--points", "points.csv", "--duration", "80ms"});
  CHECK(refused.exit_code == 2);
  CHECK(refused.err.find("did you mean 'passes'?") != std::string::npos);
  CHECK_FALSE(fs::exists(project.folder / "out"));
}

TEST_CASE("A list without points, and a sweep file in a world's place, are refused before anything starts") {
  const Project project;
  write_file(project.folder / "sweep.yaml", "world: worlds/w.wbt\nduration: 80ms\npoints: []\n");
  write_file(project.folder / "empty.csv", "");
  write_file(project.folder / "head.csv", "passes\n");
  const auto refused = [&](const Words& words, const std::string& why) {
    CAPTURE(words);
    const ProgramResult result = project.run(words);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains(why));
    CHECK_FALSE(fs::exists(project.folder / "out"));
  };
  for (const char* list : {"empty.csv", "head.csv"})
    refused({"batch", "worlds/w.wbt", "--points", list, "-o", "out"}, "the list of points has no point");
  refused({"batch", "sweep.yaml", "-o", "out"}, "the list of points has no point");
  refused({"batch", "worlds/w.wbt", "sweep.yaml", "-o", "out"}, "sweep.yaml is no world");
  // A file that is missing has its own code.
  write_file(project.folder / "sweep.yaml", "world: worlds/w.wbt\nduration: 80ms\npoints: nowhere.csv\n");
  CHECK(project.run({"batch", "sweep.yaml", "-o", "out"}).exit_code == 9);
  write_file(project.folder / "sweep.yaml", "world: worlds/w.wbt\nduration: 80ms\nrun_file: nowhere.yaml\n");
  CHECK(project.run({"batch", "sweep.yaml", "-o", "out"}).exit_code == 9);
}

TEST_CASE("A batch takes the place of no file of others") {
  const Project project;
  for (const char* name : {"results.csv", "results.db", "runs", "sweep/plan", "runs/Nov27/events"}) {
    CAPTURE(name);
    fs::remove_all(project.folder / "out");
    fs::create_directories((project.folder / "out" / name).parent_path());
    write_file(project.folder / "out" / name, "mine");
    const ProgramResult refused = project.batch({"--duration", "80ms"});
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err, Catch::Contains("is not of a batch"));
    CHECK(read_file(project.folder / "out" / name) == "mine");
    CHECK_FALSE(fs::exists(project.folder / "out/.work"));
  }
  // What stands beside is left alone, and a batch whose runs were taken away is one.
  fs::remove_all(project.folder / "out");
  fs::create_directories(project.folder / "out");
  write_file(project.folder / "out/notes", "mine");
  REQUIRE(project.batch({"--duration", "80ms"}).exit_code == 0);
  CHECK(read_file(project.folder / "out/notes") == "mine");
  fs::remove_all(project.folder / "out/runs");
  CHECK(project.batch({"--duration", "80ms"}).exit_code == 0);
  CHECK(project.table().size() == 1);
  CHECK(project.run({"results", "worlds"}).exit_code == 9);
}

TEST_CASE("What is a text in a run is that text in the table, also one that looks like a number") {
  const Project project;
  name_robot(project);
  project.write_controller(
      "FILE *m = fopen(getenv(\"LIGHTSOUT_METRICS\"), \"w\");\n"
      "  fputs(\"{\\\"model\\\": \\\"0012\\\", \\\"hash\\\": \\\"772481e411003\\\", \\\"n\\\": 12, \\\"x\\\": 0.5}\", "
      "m);\n  fclose(m);");
  const ProgramResult made = project.batch(
      {"--duration", "80ms", "--set", "ROBOT.controllerArgs=007,7,7.0,1e3,0.5,-0,inf,12345678901234567890"});
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  std::multiset<std::string> given;
  for (const Row& row : project.table()) {
    given.insert(row.at("ROBOT.controllerArgs"));
    CHECK(row.at("ROBOT.model") == "0012");
    // As a number it would be beyond what a double holds.
    CHECK(row.at("ROBOT.hash") == "772481e411003");
    CHECK(row.at("ROBOT.n") == "12");
  }
  CHECK(given == std::multiset<std::string>{"007", "7", "7.0", "1e3", "0.5", "-0", "inf", "12345678901234567890"});
  const auto count = [&](const std::string& condition) {
    const fs::path file = project.folder / "out/results.db";
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK);
    sqlite3_stmt* statement = nullptr;
    const std::string sql = "SELECT count(*) FROM runs WHERE " + condition;
    REQUIRE(sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK);
    REQUIRE(sqlite3_step(statement) == SQLITE_ROW);
    const int rows = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return rows;
  };
  CHECK(count("typeof(run_hash) = 'text' AND typeof(state_hash) = 'text'") == 8);
  CHECK(count("\"ROBOT.n\" = 12 AND \"ROBOT.x\" < 0.6 AND typeof(\"ROBOT.model\") = 'text'") == 8);
  // Numbers stay numbers where the table prints them as they were set.
  CHECK(count("\"ROBOT.controllerArgs\" = 7 AND typeof(\"ROBOT.controllerArgs\") = 'integer'") == 1);
  CHECK(count("\"ROBOT.controllerArgs\" = 0.5") == 1);
}

TEST_CASE("Names that SQL has no room for, and two of one column, end no batch") {
  const Project project;
  name_robot(project);
  project.write_controller(
      R"(FILE *m = fopen(getenv("LIGHTSOUT_METRICS"), "w");
  fputs("{\"a\\u0000b\": 1, \"c\\u0000\": {\"\\u0000\": 2}, \"o\": {\"x\": 3}, \"o.x\": 4}", m);
  fclose(m);)");
  for (int time = 0; time < 2; ++time) {
    const ProgramResult made = project.batch({"--duration", "80ms", "--seeds", time == 0 ? "1..2" : "1..4"});
    INFO(made.err);
    REQUIRE(made.exit_code == 0);
  }
  REQUIRE(project.table().size() == 4);
  for (const Row& row : project.table()) {
    CHECK(row.at("ROBOT.a\u2400b") == "1");
    CHECK(row.at("ROBOT.c\u2400.\u2400") == "2");
    CHECK(row.at("ROBOT.o.x") == "3");
    CHECK(row.at("more_metrics") == "{\"ROBOT.o.x\":4}");
  }
  CHECK(project.run({"results", "out"}).exit_code == 0);
  CHECK(project.run({"report", "out", "-o", "r.html"}).exit_code == 0);
  // Where a link leads counts.
  fs::create_symlink("out/results.csv", project.folder / "link.html");
  CHECK(project.run({"report", "out", "-o", "link.html"}).exit_code == 2);
}

TEST_CASE("A table with the columns of another version is made anew of the folders") {
  const Project project;
  REQUIRE(project.batch({"--duration", "80ms"}).exit_code == 0);
  const std::vector<Row> rows = project.table();
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open((project.folder / "out/results.db").c_str(), &database) == SQLITE_OK);
  CHECK(sqlite3_exec(database, "UPDATE runs SET run_hash = 'lost'; PRAGMA user_version = 0", nullptr, nullptr,
                     nullptr) == SQLITE_OK);
  sqlite3_close(database);
  CHECK(project.run({"results", "out"}).exit_code == 0);
  CHECK(project.table() == rows);
}

TEST_CASE("A run file with a recording, and seeds of the command line over those of a sweep file") {
  const Project project;
  write_file(project.folder / "run.yaml", "duration: 80ms\nrecord: poses.csv\n");
  write_file(project.folder / "sweep.yaml", "world: worlds/w.wbt\nrun_file: run.yaml\nseed: 7\nrepetitions: 5\n");
  const ProgramResult made = project.run({"batch", "sweep.yaml", "--seeds", "1..2", "-o", "out"});
  INFO(made.err);
  CHECK(made.exit_code == 0);
  CHECK(project.table().size() == 2);
  for (const Row& row : project.table()) CHECK(fs::exists(project.folder / "out" / row.at("folder") / "poses.csv"));
}

TEST_CASE("An id is handed back with all its digits, with an error too") {
  const Project project;
  write_file(project.folder / "asks",
             "{\"id\": 123456789012345678901234567890, \"passes\": 1}\n{\"id\": 8, \"pases\": 1}\n"
             "{\"id\": \"big\", \"passes\": 1e400}\n");
  const ProgramResult made = run_program(
      "/bin/sh", {"-c", std::string(LIGHTSOUT_EXECUTABLE) + " batch worlds/w.wbt -o out --ask --duration 80ms < asks"},
      {.directory = project.folder.path()});
  INFO(made.out);
  CHECK(made.out.find("{\"id\":123456789012345678901234567890,\"point\"") != std::string::npos);
  CHECK(made.out.find("{\"id\":8,\"error\":\"'pases' is neither") != std::string::npos);
  CHECK(made.out.find("{\"id\":\"big\",\"error\":") != std::string::npos);
}

TEST_CASE("A run whose controller did not end by itself is made again, and a failure of its own is a result") {
  struct Case {
    const char* statement;
    bool is_again;
  };
  // Each does so in its first run alone; what is no source is no part of what the run is.
  for (const Case& one : {Case{"raise(SIGKILL);", true}, Case{"raise(SIGXFSZ);", true}, Case{"raise(SIGTERM);", true},
                          Case{"fprintf(stderr, \"data.csv: No space left on device\\n\"); exit(1);", true},
                          Case{"fprintf(stderr, \"OSError: [Errno 27] File too large: 'a.csv'\\n\"); exit(1);", true},
                          Case{"fprintf(stderr, \"No space left on device, I guess; going on\\n\"); exit(1);", false},
                          Case{"exit(137);", false}, Case{"raise(SIGSEGV);", false}, Case{"abort();", false}}) {
    CAPTURE(one.statement);
    const Project project("if (access(\"been\", F_OK)) { fclose(fopen(\"been\", \"w\")); wb_robot_step(8); " +
                          std::string(one.statement) + " }");
    std::string source = read_file(project.folder / "controllers/says/says.c");
    write_file(project.folder / "controllers/says/says.c", "#include <signal.h>\n" + source);
    const Words words = {"--duration", "80ms"};
    CHECK(project.batch(words).exit_code == 11);
    REQUIRE(project.table().size() == 1);
    const Row first = project.table()[0];
    CHECK(first.at("outcome") == "controller-failed");
    CHECK(first.at("folder").ends_with(".again") == one.is_again);
    const Json verdict = Json::parse(read_file(project.folder / "out" / first.at("folder") / "verdict.json"));
    CHECK(verdict["controllers"][0]["by_environment"] == one.is_again);
    CHECK(project.batch(words).exit_code == (one.is_again ? 0 : 11));
    REQUIRE(project.table().size() == 1);
    CHECK(project.table()[0].at("outcome") == (one.is_again ? "done" : "controller-failed"));
  }
}

TEST_CASE("A controller in process that the disk has no room for is made again too") {
  for (const auto& [said, is_again] :
       {std::pair{"out.txt: No space left on device", true}, std::pair{"no luck", false}}) {
    CAPTURE(said);
    const Project project(std::string("if (access(\"been\", F_OK)) { fclose(fopen(\"been\", \"w\")); wb_robot_step(8); "
                                      "fprintf(stderr, \"%s\\n\", \"") +
                          said + "\"); exit(1); }");
    const Words words = {"--duration", "80ms", "--in-process"};
    CHECK(project.batch(words).exit_code == 11);
    REQUIRE(project.table().size() == 1);
    const Row first = project.table()[0];
    CHECK(first.at("folder").ends_with(".again") == is_again);
    const Json verdict = Json::parse(read_file(project.folder / "out" / first.at("folder") / "verdict.json"));
    CHECK(verdict["controllers"][0]["by_environment"] == is_again);
    CHECK(project.batch(words).exit_code == (is_again ? 0 : 11));
  }
}

TEST_CASE("A run that takes its worker along costs no other run, also not the one that waits for it there") {
  const Project project(
      "if (atoi(seed) == 3 && access(\"been\", F_OK)) { fclose(fopen(\"been\", \"w\")); kill(getppid(), SIGKILL); "
      "for (;;) pause(); }");
  const fs::path source = project.folder / "controllers/says/says.c";
  write_file(source, "#include <signal.h>\n" + read_file(source));
  for (const char* jobs : {"1", "2"}) {
    CAPTURE(jobs);
    fs::remove(project.folder / "controllers/says/been");
    const Words words = {"--duration", "80ms", "--in-process", "--seeds", "1..8", "-j", jobs};
    const std::string out = std::string("out") + jobs;
    CHECK(project.batch(words, out).exit_code == 11);
    const std::vector<Row> rows = project.table(out);
    REQUIRE(rows.size() == 8);
    for (const Row& row : rows) {
      CAPTURE(row.at("seed"));
      CHECK(row.at("outcome") == (row.at("seed") == "3" ? "environment-failed" : "done"));
      CHECK(row.at("folder").ends_with(".again") == (row.at("seed") == "3"));
    }
    CHECK(project.batch(words, out).exit_code == 0);
    for (const Row& row : project.table(out)) CHECK(row.at("outcome") == "done");
  }
}

TEST_CASE("A run whose controller the machine could not start is the machine's, and made again") {
  const Project project;
  REQUIRE(project.batch({"--duration", "80ms", "--seeds", "1"}).exit_code == 0);  // builds the controller
  const Words words = {"--duration", "80ms", "--seeds", "1..3"};
  // What a robot shares with its controller is larger than 2000 blocks of 512 bytes.
  std::string command = "ulimit -f 2000; exec " LIGHTSOUT_EXECUTABLE " batch worlds/w.wbt -o out";
  for (const std::string& word : words) command += " " + word;
  const ProgramResult limited = run_program("/bin/sh", {"-c", command}, {.directory = project.folder.path()});
  INFO(limited.err);
  CHECK(limited.exit_code == 11);
  int again = 0;
  for (const Row& row : project.table()) {
    const bool is_first = row.at("seed") == "1";
    CHECK(row.at("outcome") == (is_first ? "done" : "environment-failed"));
    again += row.at("folder").ends_with(".again");
  }
  CHECK(again == 2);
  CHECK(project.batch(words).exit_code == 0);
  for (const Row& row : project.table()) CHECK(row.at("outcome") == "done");
}

TEST_CASE("A run that went on without a controller that was killed is not whole either") {
  const Project project("if (access(\"been\", F_OK)) { fclose(fopen(\"been\", \"w\")); kill(getpid(), 9); }");
  std::string source = read_file(project.folder / "controllers/says/says.c");
  write_file(project.folder / "controllers/says/says.c", "#include <signal.h>\n" + source);
  const Words words = {"--duration", "80ms", "--on-controller-failure", "continue"};
  CHECK(project.batch(words).exit_code == 11);
  CHECK(project.table().at(0).at("folder").ends_with(".again"));
  const ProgramResult again = project.batch(words);
  INFO(again.err);
  CHECK(again.exit_code == 0);
  CHECK(project.table().at(0).at("failed_controllers") == "0");
}

namespace {

// A hinge for a law to drive.
void add_arm(const Project& project) {
  write_file(project.folder / "worlds/w.wbt",
             read_file(project.folder / "worlds/w.wbt") +
                 "HingeJoint {\n  jointParameters HingeJointParameters { axis 0 1 0 }\n"
                 "  endPoint DEF ARM Solid { translation 0 3 1 name \"arm\" boundingObject Sphere { radius 0.1 } "
                 "physics Physics {} }\n}\n");
}

}  // namespace

TEST_CASE("The command of a row makes the same run alone, with all that the sweep says of it") {
  const Project project;
  add_arm(project);
  fs::create_directory(project.folder / "laws");
  write_file(project.folder / "laws/law.lua", "function sysCall_joint(data) return {vel = speed, force = 20} end\n");
  write_file(project.folder / "laws/expected.lua", "function holds() return true end\n");
  write_file(project.folder / "laws/sweep.yaml",
             "world: ../worlds/w.wbt\nduration: 80ms\nexpect: {lua: expected.lua, message: \"it's\"}\n"
             "joint_callbacks:\n  - {joint: ARM, lua: law.lua, parameters: {speed: 0.5}}\n"
             "set: {r.customData: \"two words\"}\nparameters: {passes: [1, 2]}\nseeds: [3]\n");
  const ProgramResult made = project.run({"batch", "laws/sweep.yaml", "-o", "out", "--quiet"});
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  const std::vector<Row> rows = project.table();
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].at("run_hash") != rows[1].at("run_hash"));
  for (const Row& row : rows) {
    std::string command = row.at("command");
    CAPTURE(command);
    REQUIRE(command.starts_with("lightsout "));
    command.replace(0, std::string("lightsout").size(), LIGHTSOUT_EXECUTABLE);
    const ProgramResult alone =
        run_program("/bin/sh", {"-c", command + " --hash --quiet"}, {.directory = project.folder.path()});
    CHECK(alone.err == "");
    CHECK(alone.out == row.at("run_hash") + "\n");
  }
}

TEST_CASE("A run is the same wherever a sweep says it, and wherever its files lie") {
  const auto names = [](const fs::path& in, const std::string& above) {
    const Project project;
    add_arm(project);
    fs::create_directories(project.folder.path() / in);
    write_file(project.folder.path() / in / "law.lua", "function law() return 0 end\n");
    write_file(project.folder.path() / in / "expected.lua", "function holds() return true end\n");
    write_file(project.folder / "sweep.yaml",
               above + "world: worlds/w.wbt\nduration: 80ms\nexpect: {lua: " + (in / "expected.lua").string() +
                   "}\njoint_callbacks: [{joint: ARM, lua: " + (in / "law.lua").string() + "}]\n");
    const ProgramResult made = project.run({"batch", "sweep.yaml", "-o", "out", "--quiet"});
    INFO(made.err);
    CHECK(made.exit_code != 2);
    std::string all;
    for (const Row& row : project.table()) all += row.at("run") + " ";
    return all;
  };
  const std::string first = names("laws", "");
  CHECK(first.size() == 17);
  CHECK(names("elsewhere", "# a line more\n") == first);
}

TEST_CASE("A run is made anew where any file that its settings name says something else") {
  const Project project;
  add_arm(project);
  write_file(project.folder / "keys.txt", "0.01 Up\n");
  write_file(project.folder / "expected.lua", "function holds() return true end\n");
  write_file(project.folder / "law.lua", "function law() return 0 end\n");
  write_file(project.folder / "sweep.yaml",
             "world: worlds/w.wbt\nduration: 80ms\nkeys: keys.txt\nexpect: {lua: expected.lua}\n"
             "joint_callbacks: [{joint: ARM, lua: law.lua}]\n");
  const auto plan = [&] {
    const ProgramResult made = project.run({"batch", "sweep.yaml", "-o", "out", "--quiet"});
    INFO(made.err);
    CHECK(made.exit_code != 2);
    std::set<std::string> names;
    for (const Row& row : project.table()) names.insert(row.at("run"));
    return names.size();
  };
  REQUIRE(plan() == 1);
  CHECK(plan() == 1);
  std::size_t count = 1;
  for (const auto& [file, text] :
       {std::pair{"keys.txt", "0.02 Up\n"}, std::pair{"expected.lua", "function holds() return 1 == 1 end\n"},
        std::pair{"law.lua", "function law() return 0.5 end\n"}}) {
    CAPTURE(file);
    write_file(project.folder / file, text);
    CHECK(plan() == ++count);
  }
}

TEST_CASE("The library of a joint callback, and an exchange that is replayed, are parts of what a run is") {
  const Project project;
  add_arm(project);
  for (const char* seed : {"1", "2"})
    REQUIRE(project
                .run({"run", "worlds/w.wbt", "--duration", "80ms", "--seed", seed, "--quiet", "--record-exchange",
                      std::string("exchange") + seed})
                .exit_code == 0);
  fs::copy(project.folder / "exchange1", project.folder / "exchange");
  write_file(project.folder / "liblaw.so", "no library\n");
  write_file(project.folder / "law.yaml",
             "world: worlds/w.wbt\nduration: 80ms\njoint_callbacks: [{joint: ARM, library: liblaw.so}]\n");
  write_file(project.folder / "replay.yaml", "world: worlds/w.wbt\nduration: 80ms\nreplay_exchange: exchange\n");
  const auto count = [&](const std::string& sweep) {
    const ProgramResult made = project.run({"batch", sweep, "-o", "out_" + sweep, "--quiet"});
    INFO(made.err);
    CHECK(made.exit_code != 2);
    std::set<std::string> names;
    for (const Row& row : project.table("out_" + sweep)) names.insert(row.at("run"));
    return names.size();
  };
  for (const char* sweep : {"law.yaml", "replay.yaml"}) {
    CHECK(count(sweep) == 1);
    CHECK(count(sweep) == 1);
  }
  write_file(project.folder / "liblaw.so", "another\n");
  CHECK(count("law.yaml") == 2);
  CHECK(count("replay.yaml") == 1);
  fs::copy(project.folder / "exchange2", project.folder / "exchange", fs::copy_options::overwrite_existing);
  CHECK(count("law.yaml") == 2);
  CHECK(count("replay.yaml") == 2);
}

TEST_CASE("A parameter that names a file is what the file says") {
  const Project project;
  write_file(project.folder / "a.txt", "0.01 Up\n");
  write_file(project.folder / "b.txt",
             "\xef\xbb\xbf"
             "0.02 Up\n");  // with a byte order mark
  write_file(project.folder / "points.csv", "keys\na.txt\nb.txt\n");
  const Words words = {"--duration", "80ms", "--points", "points.csv"};
  CHECK(project.batch(words).exit_code == 0);
  CHECK(project.table().size() == 2);
  write_file(project.folder / "b.txt", "0.03 Up\n");
  CHECK(project.batch(words).exit_code == 0);
  CHECK(project.table().size() == 3);
}

TEST_CASE("A header beside the controller's folder, and one of the project's libraries, are parts of the run") {
  const Project project("printf(\"%d %d\\n\", K, L);");
  fs::create_directories(project.folder / "controllers/inc");
  fs::create_directories(project.folder / "libraries/shared");
  const fs::path source = project.folder / "controllers/says/says.c";
  write_file(source, "#include \"../inc/k.h\"\n#  include <l.h>\n" + read_file(source));
  write_file(project.folder / "controllers/inc/k.h", "#define K 1\n");
  write_file(project.folder / "libraries/shared/l.h", "#define L 1\n");
  write_file(project.folder / "controllers/inc/other.h", "");
  write_file(project.folder / "controllers/says/Makefile",
             "INCLUDE = -I\"../../libraries/shared\"\nC_SOURCES = says.c\n"
             "include $(WEBOTS_HOME)/resources/Makefile.include\n");
  const Words words = {"--duration", "80ms"};
  const auto said = [&] {
    const ProgramResult made = project.batch(words);
    INFO(made.err);
    REQUIRE(made.exit_code == 0);
    std::string all;
    for (const Row& row : project.table()) {
      const std::string log = read_file(project.folder / "out" / row.at("folder") / "log");
      for (const char* pair : {"1 1", "2 1", "2 2"})
        if (log.find(std::string("] ") + pair) != std::string::npos) all += std::string(pair) + ";";
    }
    return all.size() / 4;
  };
  CHECK(said() == 1);
  CHECK(said() == 1);  // built by now, which changes nothing
  write_file(project.folder / "controllers/inc/other.h", "// included by nobody\n");
  CHECK(said() == 1);
  write_file(project.folder / "controllers/inc/k.h", "#define K 2\n");
  CHECK(said() == 2);
  write_file(project.folder / "libraries/shared/l.h", "#define L 2\n");
  CHECK(said() == 3);
}
