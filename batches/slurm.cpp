// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/slurm.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "batches/plans/survey.h"
#include "batches/plans/sweep_folder.h"
#include "batches/results/result_index.h"
#include "batches/results/run_folder.h"
#include "engine/files/whole_file.h"
#include "engine/programs/shell.h"
#include "engine/programs/spawn.h"
#include "runs/reports/verdict.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

int fail(BatchView& view, const std::string& why) {
  view.complaint(why);
  return int(Outcome::EnvironmentFailed);
}

// What the program of Slurm prints.
std::expected<std::string, std::string> ask_slurm(const std::string& name, Words arguments) {
  const auto program = find_program(name);
  if (!program) return std::unexpected(fmt::format("{} is not there: is this a machine of a Slurm cluster?", name));
  Words environment;
  for (char** entry = environ; *entry; ++entry) environment.emplace_back(*entry);
  arguments.insert(arguments.begin(), name);
  auto finished = run_to_end({.program = *program,
                              .arguments = std::move(arguments),
                              .environment = std::move(environment),
                              .folder = fs::current_path()},
                             {.seconds = 60});
  if (!finished) return std::unexpected(finished.error());
  if (finished->status != 0)
    return std::unexpected(fmt::format("{} {}: {}", name, describe_wait_status(finished->status), finished->output));
  while (finished->output.ends_with('\n')) finished->output.pop_back();
  return finished->output;
}

// 1, 2, 3, 7 as "1-3,7".
std::string list_of(const std::vector<int>& numbers) {
  std::string list;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    list += fmt::format("{}{}", list.empty() ? "" : ",", numbers[i]);
    if (last > i) list += fmt::format("-{}", numbers[last]);
    i = last + 1;
  }
  return list;
}

std::string job_script(const BatchSettings& settings, const SlurmSettings& slurm, const Words& batch,
                       const SweepFolder& sweep, const std::string& tasks, int count) {
  std::string text = "#!/bin/sh\n";
  const auto option = [&text](const std::string& line) { text += "#SBATCH " + line + "\n"; };
  option("--job-name=lightsout");
  option("--array=" + tasks);
  option(fmt::format("--output=\"{}\"", fs::absolute(sweep / "task-%a.log").string()));
  option("--open-mode=append");
  // What a machine that fails or a preemption has cost is made by the same task, begun again.
  option("--requeue");
  option(fmt::format("--cpus-per-task={}", settings.jobs));
  if (!slurm.partition.empty()) option("--partition=" + slurm.partition);
  if (!slurm.time.empty()) option("--time=" + slurm.time);
  Words words = {fs::read_symlink("/proc/self/exe").string(), "batch"};
  words.insert(words.end(), batch.begin(), batch.end());
  words.insert(words.end(),
               {"-o", fs::absolute(settings.folder).string(), "-j", fmt::format("{}", settings.jobs), "-q"});
  text += fmt::format("cd {} || exit 9\n", shell_words({fs::current_path().string()}));
  text += fmt::format("{} --shard \"$SLURM_ARRAY_TASK_ID/{}\"\n", shell_words(words), count);
  // A run that failed is a row of the table, no failure of the task.
  text += fmt::format("code=$?\n[ $code -ne {} ] || code=0\nexit $code\n", runs_failed);
  return text;
}

// The parts of which runs are missing.
std::vector<int> parts_to_make(const std::vector<PlannedRun>& plan, const RunFolder& folder, int count) {
  std::vector<int> parts;
  for (int part = 1; part <= count; ++part) {
    const auto [first, last] = part_of(plan.size(), {part, count});
    const auto is_missing = [&](const PlannedRun& run) { return !folder.holds(run.name); };
    if (std::any_of(plan.begin() + long(first), plan.begin() + long(last), is_missing)) parts.push_back(part);
  }
  return parts;
}

std::expected<Words, std::string> read_jobs(const SweepFolder& sweep) {
  std::ifstream in(sweep / "jobs");
  if (!in) return std::unexpected("nothing was submitted for this folder");
  Words jobs;
  for (std::string job; std::getline(in, job);) jobs.push_back(job);
  return jobs;
}

}  // namespace

int submit_to_slurm(const BatchSettings& settings, const SlurmSettings& slurm, BatchView& view) {
  const RunFolder folder(settings.folder);
  if (std::string wrong = folder.make(); !wrong.empty()) return fail(view, wrong);
  const auto worlds = survey(settings.sweep);
  if (!worlds) return fail(view, worlds.error());
  const std::vector<PlannedRun> plan = Planner(settings.sweep, *worlds).plan();
  const SweepFolder sweep(settings.folder);
  if (std::string wrong = sweep.write_plan(plan); !wrong.empty()) return fail(view, wrong);
  const auto words = sweep.write_down(settings.sweep);
  if (!words) return fail(view, words.error());

  const auto wanted = (plan.size() + std::size_t(slurm.chunk) - 1) / std::size_t(slurm.chunk);
  const int count = int(std::clamp<std::size_t>(wanted, 1, std::size_t(slurm.most_tasks)));
  const std::vector<int> parts = parts_to_make(plan, folder, count);
  if (parts.empty()) {
    view.remark(fmt::format("all {} runs are there: nothing was submitted", plan.size()));
    return 0;
  }
  const std::string script = job_script(settings, slurm, *words, sweep, list_of(parts), count);
  if (const int error = write_whole_file(sweep / "job.sh", script))
    return fail(view, fmt::format("{}: {}", (sweep / "job.sh").string(), std::strerror(error)));
  const auto job = ask_slurm("sbatch", {"--parsable", (sweep / "job.sh").string()});
  if (!job) return fail(view, job.error());
  std::ofstream jobs(sweep / "jobs", std::ios::app);
  jobs << job->substr(0, job->find(';')) << '\n';
  if (!jobs.flush()) return fail(view, fmt::format("{}: {}", (sweep / "jobs").string(), std::strerror(errno)));
  view.remark(fmt::format("job {}: {} of {} tasks, for {} runs", *job, parts.size(), count, plan.size()));
  return 0;
}

int show_status(const fs::path& folder, BatchView& view) {
  const SweepFolder sweep(folder);
  std::error_code error;
  if (!RunFolder(folder).is_of_batch())
    return fail(view, fmt::format("{} is no folder of a batch: it has no runs/ of one", folder.string()));
  if (!fs::exists(sweep / "plan", error))
    return fail(view, fmt::format("{0} holds runs and no plan of them, as parts (--shard) and --ask leave it: nobody "
                                  "can tell what is missing; `lightsout results {0}` makes a table of what is there",
                                  folder.string()));
  const auto plan = sweep.read_plan();
  if (!plan) return fail(view, plan.error());
  auto index = ResultIndex::open(folder / "results.db");
  if (!index) return fail(view, index.error());
  if (std::string wrong = index->follow(RunFolder(folder)); !wrong.empty()) return fail(view, wrong);
  const auto ends = index->ends();
  if (!ends) return fail(view, ends.error());
  std::size_t there = 0, failed = 0, again = 0;
  for (const std::string& name : *plan) {
    const auto end = ends->find(name);
    if (end == ends->end()) continue;
    if (end->second.is_for_again) {
      ++again;
      continue;
    }
    ++there;
    failed += end->second.exit_code != 0;
  }
  view.remark(
      fmt::format("{} of {} runs are there, {} of them failed; {} were cut short and are made again; {} missing", there,
                  plan->size(), failed, again, plan->size() - there - again));
  const auto jobs = read_jobs(sweep);
  if (!jobs) return 0;
  const auto queue =
      ask_slurm("squeue", {"--noheader", "--array", "--format=%T", "--jobs", fmt::format("{}", fmt::join(*jobs, ","))});
  std::map<std::string, int> tasks;
  std::istringstream lines(queue.value_or(""));
  for (std::string state; std::getline(lines, state);) ++tasks[state];
  std::string text;
  for (const auto& [state, count] : tasks) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, state);
  view.remark(fmt::format("tasks of Slurm: {}", text.empty() ? "none" : text));
  return 0;
}

int cancel_submitted(const fs::path& folder, BatchView& view) {
  const auto jobs = read_jobs(SweepFolder(folder));
  if (!jobs) return fail(view, jobs.error());
  const auto cancelled = ask_slurm("scancel", *jobs);
  if (!cancelled) return fail(view, cancelled.error());
  view.remark(fmt::format("cancelled: {}", fmt::join(*jobs, ", ")));
  return 0;
}

}  // namespace lightsout
