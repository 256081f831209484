// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/verify.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "engine/descriptors/deep_folders.h"
#include "engine/descriptors/whole_names.h"
#include "engine/files/parsed_json.h"
#include "engine/files/whole_file.h"
#include "engine/programs/environment.h"
#include "engine/programs/private_folder.h"
#include "engine/programs/spawn.h"
#include "engine/state/log.h"
#include "runs/manifests/bundle.h"
#include "runs/manifests/manifest.h"
#include "runs/manifests/relocation.h"
#include "runs/reading/file_text.h"
#include "runs/settings/run_file.h"
#include "runs/traces/traces.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;
using PlainJson = nlohmann::json;
using Result = VerifiedRow::Result;

constexpr std::string_view runs_as_process =
    "its controller runs as a process: ";  // controllers/host/launch/launcher.cpp
constexpr const char* without_fma = "glibc.cpu.hwcaps=-FMA,-FMA4";
constexpr std::int64_t most_rehearsed_steps = 100;

// What a run of its own said of its end.
struct End {
  Ending ending{Outcome::EnvironmentFailed, "ended without a verdict"};
  std::int64_t steps = 0;
  double simulated_seconds = 0, step_ms = 0;
  std::uint64_t seed = 0;
  int exit_code = -1;
  int in_process = 0;       // starts of controllers inside its process
  std::string last_words;   // the last line that a controller wrote to stderr; "" for none
  std::string why_process;  // the first that is said of a controller that runs as a process all the same; "" for none
};

Outcome outcome_named(std::string_view name) {
  if (name == name_of(Outcome::Quit)) return Outcome::Quit;
  for (int code = 0; code <= int(Outcome::EnvironmentFailed); ++code)
    if (name_of(Outcome(code)) == name) return Outcome(code);
  return Outcome::EnvironmentFailed;
}

std::optional<End> read_end(const fs::path& verdict) {
  const PlainJson json = json_or_null<PlainJson>(text_of_file(verdict).value_or(""));
  if (!json.is_object()) return {};
  End end;
  end.ending = {outcome_named(member_or(json, "outcome", "")), member_or(json, "message", "")};
  end.steps = member_or(json, "total_steps", std::int64_t(0));
  end.simulated_seconds = member_or(json, "total_simulated_seconds", 0.0);
  end.step_ms = member_or(json, "basic_time_step_ms", 0.0);
  if (json.contains("seed") && json["seed"].is_number()) end.seed = json["seed"].get<std::uint64_t>();
  end.exit_code = member_or(json, "exit_code", -1);
  end.in_process = member_or(json, "controllers_in_process", 0);
  return end;
}

// What the run's log says behind time and level: "[ROBOT] ModuleNotFoundError: ...", "ROBOT: its controller ...".
void read_log(const fs::path& log, End& end) {
  std::ifstream in(log);
  constexpr std::string_view of_stderr = " stderr  ", of_info = " info    ";
  for (std::string line; std::getline(in, line);) {
    if (const auto at = line.find(of_stderr); at != line.npos && at < line.find('['))
      end.last_words = line.substr(at + of_stderr.size());
    if (const auto at = line.find(of_info);
        at != line.npos && end.why_process.empty() && line.contains(runs_as_process))
      end.why_process = line.substr(at + of_info.size());
  }
}

int processors_allowed() {
  cpu_set_t set;
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

// The first that this process may run on.
int one_processor() {
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return 0;
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &set)) return i;
  return 0;
}

bool processor_has(const std::string& flag) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("flags")) return (line + " ").contains(" " + flag + " ");
  return false;
}

class Verification {
 public:
  Verification(const RunSettings& settings, const std::atomic<bool>& interrupted,
               const std::function<void(const VerifiedRow&)>& tell, const fs::path& scratch)
      : settings_(settings), interrupted_(interrupted), tell_(tell), scratch_(scratch) {}

  VerifiedWorld verify() {
    VerifiedWorld world;
    world.world = settings_.world;
    if (auto ending = make_first()) {
      world.first = std::move(*ending);
      return world;
    }
    world.first = first_.ending;
    world.states = first_.steps + 1;
    for (const auto& [circumstance, check] :
         {std::pair("repeat", &Verification::repeat), std::pair("in process", &Verification::in_process),
          std::pair("after a reset", &Verification::after_reset),
          std::pair("from a snapshot", &Verification::from_snapshot), std::pair("in a batch", &Verification::in_batch),
          std::pair("on one processor", &Verification::on_one_processor),
          std::pair("without FMA", &Verification::without_multiply_add),
          std::pair("in another folder", &Verification::in_another_folder)}) {
      if (interrupted_) break;
      VerifiedRow row = (this->*check)();
      row.circumstance = circumstance;
      if (interrupted_) break;
      tell_(row);
      world.rows.push_back(std::move(row));
    }
    if (interrupted_) world.first = {Outcome::Interrupted, "interrupted by a signal"};
    return world;
  }

 private:
  // In which a run is made.
  struct Circumstance {
    std::vector<std::string> before;  // words that stand before the program
    std::vector<std::pair<std::string, std::string>> variables;
  };

  static VerifiedRow does_not_apply(std::string why) { return {{}, Result::DoesNotApply, std::move(why)}; }
  static VerifiedRow failed(std::string what) { return {{}, Result::Failed, std::move(what)}; }

  fs::path trace() const { return scratch_ / "first.trace"; }

  // What the program printed, or why it could not be run.
  std::expected<std::string, std::string> run_program(const std::vector<std::string>& words,
                                                      const Circumstance& circumstance = {}) {
    std::error_code error;
    std::vector<std::string> all = circumstance.before;
    all.push_back(fs::read_symlink("/proc/self/exe", error).string());
    all.insert(all.end(), words.begin(), words.end());
    const auto program = find_program(all.front());
    if (!program) return std::unexpected(fmt::format("there is no `{}`", all.front()));
    Environment environment = Environment::current();
    for (const auto& [name, value] : circumstance.variables) environment.set(name, value);
    SpawnRequest request{
        .program = *program, .arguments = all, .environment = environment.entries(), .folder = working_folder()};
    auto finished = run_to_end(std::move(request), {.interrupted = &interrupted_});
    if (!finished) return std::unexpected(finished.error());
    return finished->output;
  }

  std::expected<End, std::string> run(const RunSettings& settings, const Circumstance& circumstance = {}) {
    RunSettings asked = settings;
    const fs::path verdict = scratch_ / "verdict.json", file = scratch_ / "run.yaml", log = scratch_ / "log";
    std::error_code error;
    fs::remove(verdict, error);
    asked.verdict = verdict.string();
    asked.log = log.string();
    if (write_whole_file(file, write_run_file(asked)) != 0)
      return std::unexpected(fmt::format("{} cannot be written", file.string()));
    const auto output = run_program({"run", "--run-file", file.string(), "--quiet"}, circumstance);
    if (!output) return std::unexpected(output.error());
    if (auto end = read_end(verdict)) {
      read_log(log, *end);
      return *end;
    }
    return std::unexpected(output->empty() ? "it ended without a verdict" : *output);
  }

  // Held against the states of the first run.
  VerifiedRow compare(RunSettings settings, const Circumstance& circumstance = {}) {
    settings.against = trace().string();
    const auto end = run(settings, circumstance);
    return end ? row_of(*end) : failed(end.error());
  }

  VerifiedRow row_of(const End& end) const {
    if (end.ending.outcome == Outcome::NotReproducible) {
      std::string text = end.ending.message;
      const std::string heading = fmt::format("differs from {}: ", trace().string());
      if (text.starts_with(heading)) text.erase(0, heading.size());
      for (std::size_t at; (at = text.find(trace().string())) != text.npos;)
        text.replace(at, trace().string().size(), "the first run");
      return different(text, end);
    }
    if (end.exit_code != first_.exit_code)
      return different(
          fmt::format("the first run ended as {} ({}), this one as {} ({})", name_of(first_.ending.outcome),
                      first_.ending.message, name_of(end.ending.outcome), end.ending.message),
          end);
    return {};
  }

  // What differs is often that a controller has failed, and it has said why.
  VerifiedRow different(std::string text, const End& end) const {
    if (end.last_words != first_.last_words) text += fmt::format("; it wrote last: {}", end.last_words);
    return {{}, Result::Different, std::move(text)};
  }

  std::optional<Ending> make_first() {
    RunSettings settings = settings_;
    settings.trace = trace().string();
    settings.manifest = (scratch_ / manifest_name).string();
    const auto end = run(settings);
    if (!end) return Ending{Outcome::EnvironmentFailed, end.error()};
    first_ = *end;
    const Outcome outcome = first_.ending.outcome;
    std::error_code error;
    if (outcome == Outcome::Interrupted || outcome == Outcome::EnvironmentFailed || outcome == Outcome::WrongUse ||
        !fs::exists(trace(), error))
      return first_.ending;
    auto manifest = read_manifest(settings.manifest);
    if (!manifest) return Ending{Outcome::EnvironmentFailed, manifest.error()};
    manifest_ = std::move(*manifest);
    return {};
  }

  VerifiedRow repeat() { return compare(settings_); }

  VerifiedRow in_process() {
    if (std::ranges::find(manifest_.files, "controller", &InputFile::role) == manifest_.files.end())
      return does_not_apply("there is no controller");
    RunSettings settings = settings_;
    settings.in_process = !settings_.in_process;
    settings.against = trace().string();
    const auto end = run(settings);
    if (!end) return failed(end.error());
    if (first_.in_process > 0 || end->in_process > 0) return row_of(*end);
    const std::string& why = settings.in_process ? end->why_process : first_.why_process;
    return does_not_apply(why.empty()
                              ? "no controller runs inside the process of the simulation, as those in C and C++ do"
                              : "no controller runs inside the process of the simulation; " + why);
  }

  VerifiedRow after_reset() {
    if (first_.steps < 2) return does_not_apply("the run has less than two steps");
    if (!settings_.snapshots.from.empty()) return does_not_apply("the run goes on from a snapshot");
    RunSettings settings = settings_;
    const std::int64_t steps = std::clamp<std::int64_t>(first_.steps / 2, 1, most_rehearsed_steps);
    settings.rehearsal = double(steps) * first_.step_ms / 1000;
    settings.against = trace().string();
    const auto end = run(settings);
    if (!end) return failed(end.error());
    if (end->ending.outcome == Outcome::WrongUse) return does_not_apply(end->ending.message);
    VerifiedRow row = row_of(*end);
    if (row.result == Result::Equal && end->steps != steps + first_.steps)
      return {{},
              Result::Different,
              fmt::format("the first run has {} steps, this one {} after {} of rehearsal", first_.steps,
                          end->steps - steps, steps)};
    return row;
  }

  VerifiedRow from_snapshot() {
    if (first_.steps < 2) return does_not_apply("the run has less than two steps");
    RunSettings settings = settings_;
    const fs::path folder = scratch_ / "snapshots";
    settings.snapshots.folder = folder.string();
    settings.snapshots.every = double(first_.steps / 2) * first_.step_ms / 1000;
    const auto end = run(settings);
    if (!end) return failed(end.error());
    if (end->ending.outcome == Outcome::WrongUse) return does_not_apply(end->ending.message);
    std::set<std::string> made;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), last; !error && at != last; at.increment(error))
      if (at->path().extension() == ".snapshot") made.insert(at->path().string());
    if (made.empty()) return does_not_apply("the run ended before a snapshot was made");
    settings = settings_;
    settings.snapshots.from = *made.begin();
    settings.seed.reset();
    return compare(settings);
  }

  // Beside a run with another seed, in a process that has read the world for both.
  VerifiedRow in_batch() {
    if (!settings_.snapshots.from.empty()) return does_not_apply("the run goes on from a snapshot");
    RunSettings settings = settings_;
    settings.seed.reset();
    settings.realtime = false;
    settings.world.clear();
    const fs::path folder = scratch_ / "batch", file = scratch_ / "batch.yaml";
    if (write_whole_file(file, write_run_file(settings)) != 0)
      return failed(fmt::format("{} cannot be written", file.string()));
    const auto output = run_program({"batch", settings_.world, "--run-file", file.string(), "--seeds",
                                     fmt::format("{},{}", first_.seed, first_.seed + 1), "--trace", "states.trace",
                                     "-j", "2", "-o", folder.string(), "--quiet"});
    if (!output) return failed(output.error());
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder / "runs", error), end; !error && at != end; go_on(at, error)) {
      if (at->path().filename() != "verdict.json") continue;
      auto one = read_end(at->path());
      if (!one || one->seed != first_.seed) continue;
      read_log(at->path().parent_path() / "log", *one);
      return compare_with(*one, at->path().parent_path() / "states.trace");
    }
    return failed(output->empty() ? "the batch made no such run" : *output);
  }

  VerifiedRow compare_with(const End& end, const fs::path& states) const {
    auto first = TraceReader::open(trace().string()), other = TraceReader::open(states.string());
    if (!first || !other) return failed(first ? other.error() : first.error());
    const TraceComparison comparison = compare_traces(*first, *other, "the first run", "this one");
    if (!comparison.difference.empty())
      return different(end.exit_code == first_.exit_code ? comparison.difference
                                                         : fmt::format("{} ({}: {})", comparison.difference,
                                                                       name_of(end.ending.outcome), end.ending.message),
                       end);
    if (!comparison.cut.empty()) return failed(comparison.cut);
    return row_of(end);
  }

  VerifiedRow on_one_processor() {
    if (processors_allowed() < 2) return does_not_apply("all runs here have one processor");
    if (!find_program("taskset")) return does_not_apply("there is no `taskset` (Debian: util-linux)");
    return compare(settings_, {.before = {"taskset", "-c", fmt::format("{}", one_processor())}});
  }

  VerifiedRow without_multiply_add() {
    if (!processor_has("fma")) return does_not_apply("this processor has no fused multiply-add");
    return compare(settings_, {.variables = {{"GLIBC_TUNABLES", without_fma}}});
  }

  VerifiedRow in_another_folder() {
    const auto relocation = copy_inputs(manifest_, scratch_ / "another folder");
    if (!relocation) return failed(relocation.error());
    RunSettings settings = settings_;
    relocation->apply(settings);
    // What its sources include from elsewhere need not be among the files; the programs are.
    settings.no_build = true;
    return compare(settings);
  }

  const RunSettings& settings_;
  const std::atomic<bool>& interrupted_;
  const std::function<void(const VerifiedRow&)>& tell_;
  const fs::path& scratch_;
  End first_;
  Manifest manifest_;
};

}  // namespace

std::string_view name_of(Result result) {
  switch (result) {
    case Result::Equal:
      return "equal";
    case Result::Different:
      return "different";
    case Result::DoesNotApply:
      return "does not apply";
    case Result::Failed:
      return "failed";
  }
  return "";
}

VerifiedWorld verify_world(const RunSettings& settings, const std::atomic<bool>& interrupted,
                           const std::function<void(const VerifiedRow&)>& tell) {
  auto scratch = PrivateFolder::make("verify");
  if (!scratch) return {settings.world, {Outcome::EnvironmentFailed, scratch.error()}, 0, {}};
  return Verification(settings, interrupted, tell, scratch->path()).verify();
}

}  // namespace lightsout
