// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_tests/test_run.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "batches/workers/loader.h"
#include "engine/descriptors/remove_tree.h"
#include "engine/descriptors/whole_names.h"
#include "engine/programs/builds/built_folders.h"
#include "engine/programs/spawn.h"
#include "runs/reports/outcome.h"
#include "runs/run_watch.h"
#include "world_tests/file_name.h"
#include "world_tests/golden.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;
using WallClock = std::chrono::steady_clock;
using State = TestResult::State;

using Seconds = std::chrono::duration<double>;

constexpr int look_every_ms = 200;
// Of a run that ends itself, to write what it leaves.
constexpr std::chrono::seconds time_to_leave{5};

std::string folder_name(const WorldTest& test) {
  const std::string id = test.id();
  return file_name_of(id.starts_with("./") ? id.substr(2) : id);
}

// A test that was killed has left no more than its log, or nothing.
bool is_of_test(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(fs::symlink_status(folder, error))) return false;
  return fs::is_empty(folder, error) ||
         std::ranges::any_of(std::initializer_list<const char*>{"test.json", "verdict.json", "log"},
                             [&](const char* name) { return fs::is_regular_file(folder / name, error); });
}

class TestRun {
 public:
  TestRun(std::vector<WorldTest> tests, const TestRunSettings& settings, const RunProcessCaller& caller, TestView& view)
      : tests_(std::move(tests)), settings_(settings), caller_(caller), view_(view), is_over_(tests_.size()) {
    end_.results.resize(tests_.size());
    workers_.resize(std::size_t(std::max(1, settings.jobs)));
  }

  TestRunEnd make() {
    const std::atomic<bool>& interrupted = caller_.catch_interrupts();
    if (std::string wrong = make_folder(); !wrong.empty()) {
      end_.wrong = wrong;
      return std::move(end_);
    }
    remember_builds();
    view_.begin(tests_.size());
    while (!interrupted && (next_ < tests_.size() || running() > 0)) {
      for (Worker& worker : workers_)
        while (!worker.loader && next_ < tests_.size()) begin(worker, next_++);
      wait();
      view_.look(std::size_t(std::ranges::count(is_over_, true)), running());
    }
    end_.interrupted = interrupted;
    for (Worker& worker : workers_) worker.loader.reset();
    // What was told in order so far; the rest is not run.
    for (; told_ < tests_.size(); ++told_) view_.ended(tests_[told_], end_.results[told_]);
    leave_folder();
    return std::move(end_);
  }

 private:
  struct Worker {
    std::optional<Loader> loader;
    std::size_t test = 0;
    WallClock::time_point begin, deadline;
  };

  std::size_t running() const {
    return std::size_t(std::ranges::count_if(workers_, [](const Worker& worker) { return worker.loader.has_value(); }));
  }
  fs::path folder_of(std::size_t test) const { return root_ / folder_name(tests_[test]); }

  std::string make_folder() {
    std::error_code error;
    root_ = settings_.folder;
    if (root_.empty()) {
      std::string name = (fs::temp_directory_path(error) / "lightsout_test_XXXXXX").string();
      if (!::mkdtemp(name.data())) return fmt::format("{}: {}", name, std::strerror(errno));
      root_ = name;
    } else {
      fs::create_directories(root_, error);
      if (error) return fmt::format("{}: {}", root_.string(), error.message());
      root_ = absolute_path(root_);
    }
    return {};
  }

  // Of a temporary one, what nobody needs.
  void leave_folder() {
    std::error_code ignored;
    if (!settings_.folder.empty() || !fs::is_empty(root_, ignored)) {
      end_.folder = root_;
      return;
    }
    fs::remove(root_, ignored);
  }

  void begin(Worker& worker, std::size_t index) {
    WorldTest& test = tests_[index];
    worker.test = index;
    worker.begin = WallClock::now();
    worker.deadline = worker.begin + RunWatch::grace + time_to_leave +
                      std::chrono::duration_cast<WallClock::duration>(Seconds(test.timeout_s));
    if (!test.wrong.empty()) return give_up(index, test.wrong, int(test.wrong_as));
    if (settings_.verify && test.settings.trace.empty() && test.settings.against.empty()) {
      test.settings.verify = true;
      test.settings.repeat = std::max(2, test.settings.repeat);
    }
    // The run ends itself and leaves its verdict. What goes on behind the deadline is killed.
    test.settings.wall_limit = std::min(test.timeout_s, test.settings.wall_limit.value_or(test.timeout_s));
    const fs::path folder = folder_of(index);
    std::error_code error;
    if (const int why = remove_tree(folder.c_str())) error.assign(why, std::generic_category());
    if (!error) fs::create_directories(folder, error);
    if (error)
      return give_up(index, fmt::format("{}: {}", folder.string(), error.message()), int(Outcome::EnvironmentFailed));
    if (std::string wrong = start(worker, test); !wrong.empty())
      return give_up(index, wrong, int(Outcome::EnvironmentFailed));
    if (worker.loader->order(folder, test.settings.seed)) return;
    worker.loader.reset();
    give_up(index, "the process of the run has ended before it began", int(Outcome::EnvironmentFailed));
  }

  // A process for the test; "" or what went wrong.
  std::string start(Worker& worker, const WorldTest& test) {
    const std::vector<HeldFile> nothing_held;  // all is read once
    const LoaderSettings loading{test.settings, nothing_held, true, caller_};
    auto loader = Loader::start(loading);
    if (!loader) return loader.error();
    worker.loader.emplace(std::move(*loader));
    return {};
  }

  void give_up(std::size_t index, const std::string& why, int exit_code) {
    TestResult result;
    result.state = State::Error;
    result.message = why;
    result.exit_code = exit_code;
    result.errors = tests_[index].errors;
    end(index, std::move(result));
  }

  void wait() {
    std::vector<pollfd> watched;
    std::vector<Worker*> busy;
    for (Worker& worker : workers_)
      if (worker.loader) {
        watched.push_back({worker.loader->descriptor(), POLLIN, 0});
        busy.push_back(&worker);
      }
    if (busy.empty()) return tell();
    const int count = ::poll(watched.data(), watched.size(), look_every_ms);
    const auto now = WallClock::now();
    for (std::size_t i = 0; i < busy.size(); ++i) {
      if (count > 0 && watched[i].revents != 0)
        finish(*busy[i]);
      else if (now >= busy[i]->deadline)
        end_late(*busy[i]);
    }
    tell();
  }

  void end_late(Worker& worker) {
    worker.loader.reset();
    const WorldTest& test = tests_[worker.test];
    TestResult result = read_test_result(test, folder_of(worker.test), "killed");
    end_late(test, result);
    apply_xfail(test, result);
    result.seconds = seconds_of(worker);
    end(worker.test, std::move(result));
  }
  static void end_late(const WorldTest& test, TestResult& result) {
    result.state = State::Error;
    result.exit_code = int(Outcome::OutOfTime);
    result.message = fmt::format("not done after {} s of wall clock (timeout){}{}", test.timeout_s,
                                 result.message.empty() ? "" : "; ", result.message);
  }
  static double seconds_of(const Worker& worker) { return Seconds(WallClock::now() - worker.begin).count(); }

  void finish(Worker& worker) {
    const int status = worker.loader->answer();
    worker.loader.reset();
    const WorldTest& test = tests_[worker.test];
    const fs::path folder = folder_of(worker.test);
    TestResult result =
        WIFEXITED(status)
            ? read_test_result(test, folder, "", WEXITSTATUS(status))
            : read_test_result(test, folder, fmt::format("the process of the run {}", describe_wait_status(status)));
    if (test.timeout_s <= *test.settings.wall_limit && seconds_of(worker) > test.timeout_s) end_late(test, result);
    if (test.golden && (result.state == State::Passed || result.state == State::Failed))
      look_at_golden(test, folder, result);
    apply_xfail(test, result);
    result.seconds = seconds_of(worker);
    end(worker.test, std::move(result));
  }

  void look_at_golden(const WorldTest& test, const fs::path& folder, TestResult& result) {
    if (!settings_.update) return compare_with_golden(test, folder, result);
    if (result.state != State::Passed) return;
    // Tests that name one golden are to agree.
    if (!updated_.insert(test.golden->file).second) return compare_with_golden(test, folder, result);
    if (std::string wrong = update_golden(test, folder); !wrong.empty()) {
      result.state = State::Error;
      result.message = wrong;
    } else {
      result.remarks.push_back("updated " + test.golden->file);
    }
  }

  void end(std::size_t index, TestResult result) {
    const fs::path folder = folder_of(index);
    std::error_code ignored;
    if (settings_.folder.empty() && result.is_good())
      remove_tree(folder.c_str());
    else if (fs::is_directory(folder, ignored))
      if (std::string wrong = write_test_result(tests_[index], result, folder); !wrong.empty())
        result.remarks.push_back(std::move(wrong));
    end_.results[index] = std::move(result);
    is_over_[index] = true;
  }

  void tell() {
    for (; told_ < tests_.size() && is_over_[told_]; ++told_) view_.ended(tests_[told_], end_.results[told_]);
  }

  std::vector<WorldTest> tests_;
  const TestRunSettings& settings_;
  const RunProcessCaller& caller_;
  TestView& view_;
  fs::path root_;
  std::vector<Worker> workers_;
  TestRunEnd end_;
  std::vector<bool> is_over_;
  std::set<std::string> updated_;  // goldens
  std::size_t next_ = 0, told_ = 0;
};

}  // namespace

fs::path foreign_folder(const std::vector<WorldTest>& tests, const fs::path& folder) {
  if (folder.empty()) return {};
  std::error_code error;
  for (const WorldTest& test : tests)
    if (const fs::path own = folder / folder_name(test); fs::exists(fs::symlink_status(own, error)) && !is_of_test(own))
      return own;
  return {};
}

TestRunEnd run_tests(std::vector<WorldTest> tests, const TestRunSettings& settings, const RunProcessCaller& caller,
                     TestView& view) {
  return TestRun(std::move(tests), settings, caller, view).make();
}

int exit_code_of(const TestRunEnd& end) {
  if (!end.wrong.empty()) return int(Outcome::EnvironmentFailed);
  if (end.interrupted) return int(Outcome::Interrupted);
  const auto error = std::ranges::find(end.results, State::Error, &TestResult::state);
  if (error != end.results.end()) return error->exit_code > 0 ? error->exit_code : int(Outcome::EnvironmentFailed);
  return std::ranges::any_of(end.results, &TestResult::failed) ? int(Outcome::ExpectationFailed) : 0;
}

}  // namespace lightsout
