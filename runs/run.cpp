// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <new>
#include <vector>

#include "engine/descriptors/spare.h"
#include "engine/descriptors/waiting.h"
#include "engine/files/file_claims.h"
#include "engine/files/folder_claims.h"
#include "engine/programs/left_behind.h"
#include "engine/programs/limited_child.h"
#include "limits/limits.h"
#include "plugins/host/guard/callback_guard.h"
#include "runs/guarded_run.h"
#include "runs/run_output.h"
#include "runs/run_watch.h"
#include "runs/sandbox/sandbox.h"
#include "runs/settings/run_options.h"
#include "runs/traced_run.h"
#include "runs/verified_run.h"

namespace lightsout {
namespace {

// A thread of users' code that fails ends the run whatever that waits for.
struct ThreadsInterrupt {
  explicit ThreadsInterrupt(std::atomic<bool>& interrupted) { CallbackGuard::let_threads_interrupt(&interrupted); }
  ThreadsInterrupt(const ThreadsInterrupt&) = delete;
  ThreadsInterrupt& operator=(const ThreadsInterrupt&) = delete;
  ~ThreadsInterrupt() { CallbackGuard::let_threads_interrupt(nullptr); }
};

// Of a process that writes what another one has simulated.
int code_of_lost_verdict() { return int(must_not_wait() ? Outcome::Interrupted : Outcome::EnvironmentFailed); }

}  // namespace

Run::Run(RunSettings settings) : settings_(std::move(settings)) {
  if (auto settled = settle_outputs(settings_))
    settings_ = std::move(*settled);
  else
    unsettled_ = settled.error();
}

Verdict Run::early_verdict(Ending ending) const {
  Verdict verdict;
  verdict.world = settings_.world;
  verdict.outcome = ending.outcome;
  verdict.message = std::move(ending.message);
  if (progress_) progress_->tell(verdict);
  return verdict;
}

std::string Run::objection(const RunCaller& caller, const NamedFiles& files) const {
  if (!unsettled_.empty()) return unsettled_;
  if (std::string wrong = contradiction(settings_); !wrong.empty()) return wrong;
  if (const auto conflict = files.conflict()) return conflict->message;
  return caller.owns_output ? "" : output_in_the_way(settings_);
}

int Run::make(const RunCaller& caller) {
  for (const std::string& limit : settings_.limits) (void)set_limit(limit);
  const NamedFiles files = files_of(settings_);
  if (std::string wrong = objection(caller, files); !wrong.empty()) return refuse(caller, {Outcome::WrongUse, wrong});
  std::vector<std::string> written, folders;
  for (const NamedFiles::Output& output : files.outputs())
    if (output.path != "-") (output.folder ? folders : written).push_back(output.path);
  const auto claims = FileClaims::make(written);
  if (!claims) return refuse_for_claim(caller, files, claims.error(), "it");
  // Whoever made its folder has claimed that.
  const auto folder_claims = caller.owns_output ? std::expected<FolderClaims, std::string>()
                                                : FolderClaims::make(folders, FolderClaims::Sharing::None, written);
  if (!folder_claims) {
    const bool is_folder = std::ranges::find(folders, folder_claims.error()) != folders.end();
    return refuse_for_claim(caller, files, folder_claims.error(),
                            is_folder ? into_claimed_folder : beside_claimed_file);
  }
  return settings_.sandbox.on ? make_confined(caller, files) : make_here(caller, files);
}

int Run::refuse_for_claim(const RunCaller& caller, const NamedFiles& files, const std::string& path,
                          std::string_view what) const {
  const auto output = std::ranges::find(files.outputs(), path, &NamedFiles::Output::path);
  const Verdict verdict =
      early_verdict({Outcome::WrongUse, fmt::format("{} {}: another run is writing {} now", output->option,
                                                    output->of.empty() ? output->path : output->of, what)});
  caller.view.complaint(sentence(verdict));
  // A folder that was to be its own is the other's.
  if (output->folder && settings_.verdict == verdict_in(settings_.output)) return verdict.exit_code();
  // The verdict's place may be the other's too.
  constexpr std::chrono::milliseconds at_once(0);
  if (settings_.verdict == "-" || (FileClaims::make({settings_.verdict}, at_once) &&
                                   FolderClaims::make({}, FolderClaims::Sharing::None, {settings_.verdict}, at_once)))
    (void)write_verdict(verdict, settings_.verdict);
  return verdict.exit_code();
}

int Run::refuse(const RunCaller& caller, Ending ending) const {
  const Verdict verdict = early_verdict(std::move(ending));
  caller.view.complaint(sentence(verdict));
  // A folder that is to be the run's own stays as it is for the next try.
  const bool is_in_folder = !settings_.output.empty() && !caller.owns_output;
  const auto conflict = files_of(settings_).conflict();
  if (is_in_folder && settings_.verdict == verdict_in(settings_.output)) return verdict.exit_code();
  if (!conflict || !conflict->involves("--verdict")) (void)write_verdict(verdict, settings_.verdict);
  return verdict.exit_code();
}

bool Run::write(const RunCaller& caller, Verdict& verdict) const {
  // A run that failed by itself says that first.
  const auto lose = [&](const std::string& what) {
    caller.view.complaint(what);
    if (!went_well(verdict.outcome)) return;
    change_end(verdict, or_interrupted({Outcome::EnvironmentFailed, what}, must_not_wait()));
  };
  if (manifest_)
    for (const std::string& what : manifest_->write(settings_, verdict)) lose(what);
  const std::string failure = write_verdict(verdict, settings_.verdict);
  if (!failure.empty()) lose("verdict not written: " + failure);
  return failure.empty();
}

int Run::make_here(const RunCaller& caller, const NamedFiles& files) {
  progress_ = progress_of_sandboxed_run();
  if (!progress_) progress_ = RunProgress::make();
  RunProgress::latest() = progress_;
  if (settings_.plugins.guard) {
    if (const auto end = guard_run(settings_.in_process, settings_.plugins.timeout_s, progress_->has_called)) {
      if (!end->without_verdict) return end->exit_code;
      Verdict verdict = early_verdict(*end->without_verdict);
      caller.view.complaint(sentence(verdict));
      // Nobody is waited for who has kept the child waiting until a signal came.
      const std::atomic<bool> was_asked_to_end = end->was_asked_to_end;
      const NoWaiting once_asked(was_asked_to_end);
      // What keeps this process from it too was not the child's doing.
      return write(caller, verdict) ? verdict.exit_code() : code_of_lost_verdict();
    }
  }
  std::atomic<bool>& interrupted = caller.catch_interrupts();
  const NoWaiting once_interrupted(interrupted);
  SpareDescriptors spare;
  Verdict verdict = to_verdict(caller, files, interrupted);
  spare.give_back();
  // A guard writes a verdict where there is none.
  if (write(caller, verdict)) tell_guard_of_end(verdict.exit_code());
  return verdict.exit_code();
}

std::optional<Ending> Run::prepare(const NamedFiles& files) {
  // What is refused leaves all as it was.
  if (std::string why = snapshots_in_the_way(settings_.snapshots); !why.empty()) return Ending{Outcome::WrongUse, why};
  const std::optional<Ending> unread = read_from();
  if (unread && unread->outcome == Outcome::WrongUse) return unread;
  if (std::string failure = files.prepare(); !failure.empty()) return Ending{Outcome::EnvironmentFailed, failure};
  if (std::string missing = files.missing(); !missing.empty()) return Ending{Outcome::EnvironmentFailed, missing};
  return unread;
}

std::optional<Ending> Run::read_from() {
  if (settings_.snapshots.from.empty()) return {};
  auto snapshot = read_snapshot(settings_.snapshots.from);
  if (!snapshot) return snapshot.error();
  from_ = std::move(*snapshot);
  if (std::error_code error; settings_.world.empty() && !std::filesystem::exists(from_->description.world, error))
    return Ending{Outcome::EnvironmentFailed,
                  fmt::format("{} is of a world that is not there any more: {}; WORLD names it where it lies now",
                              settings_.snapshots.from, from_->description.world)};
  const std::uint64_t seed = from_->description.seed;
  if (settings_.seed.value_or(seed) != seed)
    return Ending{Outcome::WrongUse,
                  fmt::format("--seed {}: {} is of a run with seed {}, which cannot change on the way", *settings_.seed,
                              settings_.snapshots.from, seed)};
  return {};
}

void Run::end_now(const RunCaller& caller, const Ending& ending) const {
  const Verdict verdict = early_verdict({ending.outcome, ending.message + ", and did not end when it was asked to"});
  caller.view.complaint(sentence(verdict));
  (void)write_verdict(verdict, settings_.verdict);
  tell_guard_of_end(verdict.exit_code());
  end_process(verdict.exit_code());
}

Verdict Run::play(const RunCaller& caller, RunLog& log, std::atomic<bool>& interrupted) const {
  const RunSettings& asked = settings_;
  const ThreadsInterrupt threads(interrupted);
  const RunWatch watch(asked.wall_limit, interrupted, [&](const Ending& ending) { end_now(caller, ending); });
  const bool traces = !asked.trace.empty() || !asked.against.empty();
  const RunConditions conditions{
      .log = log,
      .interrupted = interrupted,
      .why_interrupted = [&watch] { return failed_thread().or_else([&] { return watch.ending(); }); },
      .from = from_ ? &*from_ : nullptr,
      .hashes = asked.hash || asked.verify || traces || !asked.verdict.empty() || !asked.manifest.empty() ||
                !asked.bundle.empty(),
      .loaded = caller.loaded,
      .progress = progress_.get(),
      .ends_process = caller.ends_process && !asked.verify && !traces};
  try {
    Verdict verdict = asked.verify ? run_and_verify(asked, conditions)
                      : traces     ? run_traced(asked, conditions)
                                   : run_once(asked, conditions);
    if (auto over = watch.exceeded_at_peak(); over && went_well(verdict.outcome)) {
      change_end(verdict, std::move(*over));
      verdict.failed_controllers = 0;
    }
    return verdict;
  } catch (const std::bad_alloc&) {
    return early_verdict({Outcome::EnvironmentFailed, fmt::format("{}: out of memory", asked.world)});
  } catch (const LimitReached& reached) {
    return early_verdict({Outcome::EnvironmentFailed, fmt::format("{}: {}", asked.world, reached.what())});
  } catch (const MachineLacks& lacking) {
    if (interrupted)
      return early_verdict(conditions.why_interrupted().value_or(
          Ending{Outcome::Interrupted, "interrupted by a signal while the world was read"}));
    return early_verdict({Outcome::EnvironmentFailed, fmt::format("{}: {}", asked.world, lacking.what())});
  }
}

Verdict Run::to_verdict(const RunCaller& caller, const NamedFiles& files, std::atomic<bool>& interrupted) {
  const auto fail = [&](Ending ending) {
    Verdict verdict = early_verdict(or_interrupted(std::move(ending), interrupted));
    if (caller.says_end) caller.view.complaint(sentence(verdict));
    return verdict;
  };
  if (auto ending = prepare(files)) return fail(std::move(*ending));
  auto manifest =
      ManifestWriter::begin(settings_, settings_.world.empty() ? from_->description.world : settings_.world);
  if (!manifest) return fail({Outcome::EnvironmentFailed, manifest.error()});
  manifest_ = std::move(*manifest);
  auto log = RunLog::open(settings_.log, caller.view);
  if (!log) return fail({Outcome::EnvironmentFailed, log.error()});
  Verdict verdict = play(caller, **log, interrupted);
  verdict.warnings = (*log)->warnings();
  verdict.errors = (*log)->errors();
  const bool is_well = went_well(verdict.outcome);
  const bool is_doubtful = verdict.failed_controllers > 0 || verdict.exit_code() != 0;
  const LogLevel level = !is_well ? LogLevel::Error : is_doubtful ? LogLevel::Warning : LogLevel::Info;
  if (caller.says_end) (*log)->write(level, "", sentence(verdict));
  if (verdict.state_hash) (*log)->write(LogLevel::Info, "", measures(verdict));
  if (settings_.hash && verdict.run_hash) std::fputs((hash_text(*verdict.run_hash) + "\n").c_str(), stdout);
  std::string lost = flush_stdout();
  if (lost.empty()) lost = (*log)->close();
  if (lost.empty() || !is_well) return verdict;
  change_end(verdict, or_interrupted({Outcome::EnvironmentFailed, lost}, must_not_wait()));
  verdict.failed_controllers = 0;
  caller.view.complaint(sentence(verdict));
  return verdict;
}

int Run::make_confined(const RunCaller& caller, const NamedFiles& files) {
  SandboxEnd end;
  const auto fail = [&end](Outcome outcome, std::string message) {
    end.exit_code = int(outcome);
    end.failure = {outcome, std::move(message)};
  };
  if (std::string failure = files.prepare(); !failure.empty())
    fail(Outcome::EnvironmentFailed, failure);
  else if (std::string missing = files.missing(); !missing.empty())
    fail(Outcome::EnvironmentFailed, missing);
  else if (std::string why = snapshots_in_the_way(settings_.snapshots); !why.empty())
    fail(Outcome::WrongUse, why);
  else
    end = run_in_sandbox(settings_, caller.view_options, files);
  progress_ = end.progress;
  if (end.verdict.empty() || !end.not_copied.empty()) {
    const Verdict verdict = early_verdict(
        end.verdict.empty() ? end.failure
                            : or_interrupted({Outcome::EnvironmentFailed, end.not_copied}, must_not_wait()));
    caller.view.complaint(sentence(verdict));
    end.exit_code = verdict.exit_code();
    end.verdict = to_json(verdict);
  }
  if (const std::string failure = write_verdict_text(end.verdict, settings_.verdict); !failure.empty()) {
    caller.view.complaint("verdict not written: " + failure);
    return code_of_lost_verdict();
  }
  return end.exit_code;
}

}  // namespace lightsout
