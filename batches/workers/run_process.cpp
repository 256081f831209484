// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/workers/run_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

#include "controllers/host/host.h"
#include "engine/programs/limited_child.h"
#include "engine/readiness.h"
#include "installation/installation.h"
#include "limits/limits.h"
#include "runs/reports/run_log.h"
#include "runs/run.h"
#include "runs/stages/loaded_world.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// The log of the run tells all; what comes before there is one goes to the output of its process.
class SilentView final : public LogView {
 public:
  bool shows(LogLevel) const override { return false; }
  void line(double, LogLevel, std::string_view, std::string_view) override {}
  void controller_line(double, std::string_view, bool, std::string_view) override {}
  void diagnostics(const std::vector<Diagnostic>&) override {}
  void remark(std::string_view) override {}
  void complaint(std::string_view text) override { std::fputs((std::string(text) + "\n").c_str(), stderr); }
};

int count_threads() {
  std::error_code error;
  int count = 0;
  for (fs::directory_iterator at("/proc/self/task", error), end; !error && at != end; at.increment(error)) ++count;
  return count;
}

// Descriptors 1 and 2 lead to a file while an object lives.
class OutputToFile {
 public:
  explicit OutputToFile(fs::path file) : file_(std::move(file)) {
    const int to = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (to < 0) return;
    ::dup2(to, STDOUT_FILENO);
    ::dup2(to, STDERR_FILENO);
    ::close(to);
  }
  ~OutputToFile() {
    std::fflush(nullptr);
    struct stat status;
    if (::stat(file_.c_str(), &status) == 0 && status.st_size == 0) ::unlink(file_.c_str());
  }
  OutputToFile(const OutputToFile&) = delete;
  OutputToFile& operator=(const OutputToFile&) = delete;

 private:
  fs::path file_;
};

}  // namespace

RunProcess::RunProcess(const RunSettings& settings, const std::vector<HeldFile>& files)
    : settings_(settings), files_(files) {}

RunProcess::~RunProcess() = default;

void RunProcess::load() {
  (void)home();  // found out once for all that are forked from here
  if (settings_.sandbox.on || count_threads() != 1) return;
  for (const std::string& limit : settings_.limits) (void)set_limit(limit);
  SilentView view;
  RunLog log(view);
  make_ready(log);
  if (settings_.in_process) keep_controller_library();
  try {
    loaded_ = std::make_unique<LoadedWorld>(read_world(settings_));
  } catch (const MachineLacks&) {  // each run reads it for itself, and says so
  }
}

int RunProcess::make(const fs::path& folder, std::optional<std::uint64_t> seed, const RunProcessCaller& caller) {
  const OutputToFile output(folder / "output");
  SilentView view;
  RunCaller run_caller{view, caller.catch_interrupts, caller.view_options};
  run_caller.owns_output = true;
  run_caller.ends_process = true;
  RunSettings settings = settings_;
  settings.output = folder.string();
  settings.log.clear();
  settings.verdict.clear();
  settings.seed = seed;
  Run run(std::move(settings));
  const auto refuse_if_changed = [&](int otherwise) {
    const std::string changed = changed_file(files_);
    if (changed.empty()) return otherwise;
    return run.refuse(run_caller, {Outcome::EnvironmentFailed,
                                   fmt::format("{} has changed since the batch began: start it again", changed)});
  };
  if (const int refused = refuse_if_changed(0); refused != 0) return refused;
  run_caller.loaded = &loaded_;
  // What changed meanwhile may have been read before or after.
  return refuse_if_changed(run.make(run_caller));
}

}  // namespace lightsout
