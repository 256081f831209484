// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout test`: runs tests of worlds, each a run and what must hold of it.
#include "app/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "app/interrupt.h"
#include "app/options.h"
#include "app/terminal.h"
#include "app/terminal_view.h"
#include "app/test_terminal.h"
#include "engine/files/folder_claims.h"
#include "engine/files/whole_file.h"
#include "runs/reports/named_files.h"
#include "runs/reports/outcome.h"
#include "runs/reports/run_log.h"
#include "runs/settings/run_settings.h"
#include "world_format/text/diagnostic.h"
#include "world_tests/junit.h"
#include "world_tests/test_file.h"
#include "world_tests/test_schema.h"
#include "world_tests/test_search.h"

namespace lightsout {
namespace {

struct TestOptions {
  std::vector<std::string> paths;
  std::vector<std::string> tags;
  std::string pattern, junit, shard, output;
  int jobs = 0;
  double timeout_s = 0;
  bool update = false, verify = false, list = false, quiet = false, schema = false;
  bool sandbox = false, no_build = false, no_code = false;
};

int refuse(const std::string& why, Outcome outcome = Outcome::WrongUse) {
  print_error("{}\n", why);
  return int(outcome);
}

// In continuous integration a golden is what is held to, and nothing that is made.
bool is_in_ci() {
  const char* ci = std::getenv("CI");
  return ci && *ci && std::string_view(ci) != "false" && std::string_view(ci) != "0";
}

// All tests of the files. What is wrong in one is shown, and is a test that cannot be run.
std::vector<WorldTest> read_tests(const std::vector<std::string>& files) {
  TerminalView view({.quiet = true});
  RunLog log(view);
  std::vector<WorldTest> tests;
  for (const std::string& file : files) {
    const auto source = read_source(file);
    if (!source) {
      print_error("{}\n", source.error());
      tests.push_back({.file = file, .wrong = source.error(), .wrong_as = Outcome::EnvironmentFailed});
      continue;
    }
    Diagnostics diagnostics;
    for (WorldTest& test : read_test_file(**source, diagnostics)) tests.push_back(std::move(test));
    log.report(diagnostics);
  }
  return tests;
}

int list(const std::vector<WorldTest>& tests) {
  for (const WorldTest& test : tests) fmt::print("{}\n", test.id());
  const auto wrong = std::ranges::find_if(tests, [](const WorldTest& test) { return !test.wrong.empty(); });
  return wrong == tests.end() ? 0 : int(wrong->wrong_as);
}

// Makes the folders of what is written.
std::optional<Ending> prepare(const TestOptions& options, const std::vector<std::string>& paths,
                              const std::vector<WorldTest>& tests) {
  NamedFiles files;
  for (const std::string& path : paths) files.reads("the test", path);
  std::set<std::string> read, goldens;  // several tests may have one
  for (const WorldTest& test : tests) {
    const NamedFiles of_run = files_of(test.settings);
    for (const NamedFiles::Input& input : of_run.inputs())
      if (!input.folder && read.insert(input.path).second)
        files.reads(fmt::format("{} of {}", input.option, test.id()), input.path);
    if (!test.golden || !goldens.insert(test.golden->file).second) continue;
    if (options.update)
      files.replaces("the golden of " + test.id(), test.golden->file);
    else
      files.reads("the golden of " + test.id(), test.golden->file);
  }
  files.reports("--junit", options.junit);
  files.writes_folder("--output", options.output);
  if (const auto conflict = files.conflict()) return Ending{Outcome::WrongUse, conflict->message};
  if (const auto foreign = foreign_folder(tests, options.output); !foreign.empty())
    return Ending{
        Outcome::WrongUse,
        fmt::format("--output {}: {} is there, and is not what a test has written: remove it, or give another "
                    "folder",
                    options.output, foreign.string())};
  if (std::string wrong = files.prepare(); !wrong.empty()) return Ending{Outcome::EnvironmentFailed, wrong};
  const std::filesystem::path folder = place_of(options.junit).parent_path();
  if (!options.junit.empty() && options.junit != "-" && ::access(folder.empty() ? "." : folder.c_str(), W_OK) != 0)
    return Ending{Outcome::EnvironmentFailed, fmt::format("--junit {}: {}", options.junit, std::strerror(errno))};
  return {};
}

std::string write_junit(const std::string& file, const std::vector<WorldTest>& tests, const TestRunEnd& end) {
  if (file.empty()) return {};
  if (file == "-") {
    const std::string text = junit_of(tests, end.results);
    std::fwrite(text.data(), 1, text.size(), stdout);
    return flush_stdout();
  }
  const int error = write_whole_file(file, junit_of(tests, end.results));
  return error ? fmt::format("--junit {}: {}", file, std::strerror(error)) : "";
}

int run(const TestOptions& options) {
  if (options.schema) {
    std::fputs(test_file_schema().c_str(), stdout);
    return int(Outcome::Done);
  }
  let_interrupts_end();  // until runs begin nothing can be lost
  if (options.update && is_in_ci())
    return refuse("--update makes goldens, and CI is set: they are made where somebody looks at them");
  const auto files = find_test_files(options.paths.empty() ? std::vector<std::string>{"."} : options.paths);
  if (!files) return refuse(files.error(), Outcome::EnvironmentFailed);
  std::vector<WorldTest> tests = read_tests(*files);
  TestSelection selection{options.pattern, options.tags, {}};
  if (!options.shard.empty()) {
    const auto shard = parse_shard(options.shard);
    if (!shard) return refuse("--shard: " + shard.error());
    selection.shard = *shard;
  }
  if (tests.empty()) return refuse("no test was found: their files are called *.test.yaml");
  auto selected = select_tests(std::move(tests), selection);
  if (!selected) return refuse(selected.error());
  if (selected->empty() && !selection.shard) return refuse("none of the tests is selected by -k and --tags");
  if (options.list) return list(*selected);
  // Parts of one run of tests go on in one folder together.
  const auto sharing = options.shard.empty() ? FolderClaims::Sharing::None : FolderClaims::Sharing::Tests;
  std::vector<std::string> folders;
  if (!options.output.empty()) folders.push_back(options.output);
  const auto claims = FolderClaims::make(folders, sharing);
  if (!claims)
    return refuse(fmt::format("--output {}: another run is writing {} now", claims.error(), into_claimed_folder));
  if (const auto wrong = prepare(options, *files, *selected)) return refuse(wrong->message, wrong->outcome);
  if (options.timeout_s > 0)
    for (WorldTest& test : *selected) test.timeout_s = options.timeout_s;
  for (WorldTest& test : *selected) {
    test.settings.sandbox.on |= options.sandbox;
    test.settings.no_build |= options.no_build;
    test.settings.no_code |= options.no_code;
  }
  const TestRunSettings settings{
      .folder = options.output,
      .jobs = options.jobs > 0 ? options.jobs : std::max(1, int(std::thread::hardware_concurrency())),
      .update = options.update,
      .verify = options.verify};
  TestTerminal terminal(options.quiet, options.junit == "-" ? stderr : stdout);
  const TestRunEnd end = run_tests(*selected, settings, {catch_interrupts, {}}, terminal);
  if (!end.wrong.empty()) return refuse(end.wrong, Outcome::EnvironmentFailed);
  terminal.sum_up(end);
  const int exit_code = exit_code_of(end);
  const std::string wrong = write_junit(options.junit, *selected, end);
  if (!wrong.empty()) print_error("{}\n", wrong);
  return wrong.empty() || exit_code != 0 ? exit_code : int(Outcome::EnvironmentFailed);
}

}  // namespace

Command add_test(CLI::App& program) {
  CLI::App* command = program.add_subcommand("test", "Run tests of worlds: runs, and what must hold of them");
  auto to = std::make_shared<TestOptions>();
  command->add_option("PATH", to->paths, "Files of tests, or folders that hold *.test.yaml; default: this folder")
      ->type_name("PATH");
  command->add_option("-j,--jobs", to->jobs, "Tests at a time; default: one a processor")
      ->check(CLI::Range(1, 4096))
      ->type_name("N");
  command->add_option("-k", to->pattern, "Only tests in whose name this regular expression is found")
      ->type_name("PATTERN");
  command->add_option("--tags", to->tags, "Only tests that have one of these tags; !TAG: that have it not; by commas")
      ->delimiter(',')
      ->type_name("TAGS")
      ->allow_extra_args(false);
  command->add_option("--shard", to->shard, "Only part I of N of the tests")->type_name("I/N");
  command->add_flag("--list", to->list, "Print the names of the tests, and run none");
  command
      ->add_option(
          "--junit", to->junit,
          "Write the results as JUnit XML; -: standard output, and what is printed otherwise goes to standard error")
      ->type_name("FILE");
  command->add_flag("--update", to->update, "Make the goldens anew; refused where CI is set");
  command->add_flag("--verify", to->verify, "Run each test twice, and compare every state");
  add_duration(*command, "--timeout", to->timeout_s, "Wall-clock time that each test may take; wins over the files'");
  command
      ->add_option("-o,--output", to->output,
                   "Folder for the logs and recordings of all tests; without it those of failed ones are kept in a "
                   "temporary one")
      ->type_name("DIR");
  command->add_flag("--sandbox", to->sandbox, "Confine each run, see docs/security.md");
  command->add_flag("--no-build", to->no_build, "A controller or plugin that would have to be built is an error");
  command->add_flag("--no-code", to->no_code,
                    "Run no controller, plugin, joint callback or PROTO template but those that come with lightsout");
  command->add_flag("-q,--quiet", to->quiet, "Only tests that did not pass, and the sums");
  command->add_flag("--schema", to->schema, "Print the JSON Schema of files of tests, for editors, and run nothing");
  command->footer(
      "docs/test.md says what a test can expect. Where GITHUB_ACTIONS is true, failures are annotations at the line "
      "of\n"
      "the expectation.\n\n"
      "Exit codes: 0 all is as expected, 10 something did not hold; if a test could not be run, the exit code of the\n"
      "first such run: 2 wrong use (also of a file of tests), 3 bad world, 4 controller failed, 5 plugin failed,\n"
      "6 diverged, 9 a file, a process or memory was not to be had, 12 it took too long; 8 interrupted.\n\n"
      "Examples\n"
      "  lightsout test\n"
      "  lightsout test worlds -j 4 -k pendulum --junit results.xml");
  return {[to] { return run(*to); }, true};
}

}  // namespace lightsout
