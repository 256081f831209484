// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include "batches/asked.h"
#include "batches/plans/survey.h"
#include "batches/plans/sweep_folder.h"
#include "batches/results/result_index.h"
#include "batches/results/run_folder.h"
#include "batches/results/run_record.h"
#include "batches/workers/pool.h"
#include "engine/descriptors/remove_tree.h"
#include "engine/programs/builds/built_folders.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;
using WallClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds look_every{200};
constexpr milliseconds commit_every{1000};
constexpr milliseconds beat_every{60'000};
// The table as CSV is written anew while the batch goes on, at most for a twentieth of its time.
constexpr milliseconds csv_every{5000};
constexpr int csv_share = 20;

// Says once in a while that it is due.
class Every {
 public:
  explicit Every(milliseconds period) : period_(period) {}
  bool is_due() {
    if (WallClock::now() - last_ < period_) return false;
    last_ = WallClock::now();
    return true;
  }
  // Not before so long after what has just been done.
  void rest(WallClock::duration taken, int share) {
    last_ = WallClock::now();
    period_ = std::max<WallClock::duration>(period_, taken * share);
  }

 private:
  WallClock::duration period_;
  WallClock::time_point last_ = WallClock::now();
};

class Batch {
 public:
  Batch(const BatchSettings& settings, const RunProcessCaller& caller, BatchView& view)
      : settings_(settings), caller_(caller), view_(view), folder_(settings.folder) {}

  int make() {
    if (std::string wrong = prepare(); !wrong.empty()) return fail(wrong);
    if (interrupted()) return int(Outcome::Interrupted);
    remember_builds();
    auto room = WorkRoom::open(folder_);
    if (!room) return fail(room.error());
    RunPool pool(*planner_, *room, settings_.jobs, caller_);
    if (!settings_.ask)
      if (std::string wrong = plan(pool); !wrong.empty()) return fail(wrong);
    view_.begin(counts_);
    const std::string wrong = work(pool, *room);
    const std::string lost = close();
    view_.end(counts_);
    if (!wrong.empty()) return fail(wrong);
    if (!lost.empty()) return fail(lost);
    if (interrupted()) return int(Outcome::Interrupted);
    return counts_.failed > 0 ? runs_failed : 0;
  }

 private:
  bool interrupted() const { return *interrupted_; }
  int fail(const std::string& why) {
    // A signal also ends the wait for somebody who holds the table, or for the far end of a pipe.
    const Ending ending = or_interrupted({Outcome::EnvironmentFailed, why}, interrupted());
    view_.complaint(ending.message);
    return int(ending.outcome);
  }
  std::string prepare();
  // Runs of worlds that could not be looked at the last time: they have other names now.
  void forget_unread() const;
  std::string plan(RunPool& pool);
  // Runs that are there already, which may have failed.
  void count_failed(const std::vector<PlannedRun>& found, const std::vector<std::string>& missing);
  std::string work(RunPool& pool, const WorkRoom& room);
  // What a run has left takes its place; "" or what went wrong.
  std::string take_in(const MadeRun& made, const WorkRoom& room);
  std::string keep_index();
  std::string close();
  std::string answer_points(RunPool& pool);

  const BatchSettings& settings_;
  const RunProcessCaller& caller_;
  BatchView& view_;
  RunFolder folder_;
  const std::atomic<bool>* interrupted_ = nullptr;
  std::vector<SurveyedWorld> worlds_;
  std::optional<Planner> planner_;
  std::optional<ResultIndex> index_;
  std::optional<Asked> asked_;
  BatchCounts counts_;
  bool is_stopping_ = false;
  Every commit_{commit_every}, csv_{csv_every}, beat_{beat_every};
};

std::string Batch::prepare() {
  interrupted_ = &caller_.catch_interrupts();
  if (std::string wrong = folder_.make(); !wrong.empty()) return wrong;
  auto worlds = survey(settings_.sweep);
  if (!worlds) return worlds.error();
  if (interrupted()) return {};
  worlds_ = std::move(*worlds);
  forget_unread();
  planner_.emplace(settings_.sweep, worlds_);
  if (settings_.ask) asked_.emplace(*planner_, folder_);
  if (settings_.shard) return {};
  auto index = ResultIndex::open(settings_.folder / "results.db");
  if (!index) return index.error();
  index_.emplace(std::move(*index));
  std::string wrong = index_->follow(folder_);
  for (const std::string& what : index_->passed_over()) view_.remark(what);
  return wrong;
}

void Batch::forget_unread() const {
  const auto entries = folder_.entries();
  if (!entries) return;
  for (const RunFolder::Entry& entry : entries->runs) {
    if (!entry.name.ends_with(RunFolder::again)) continue;
    const auto record = read_run_record(entry.path, entry.name);
    if (record && record->world_digest.starts_with(SurveyedWorld::unread_digest)) remove_tree(entry.path.c_str());
  }
}

std::string Batch::plan(RunPool& pool) {
  std::vector<PlannedRun> runs = planner_->plan();
  if (settings_.shard) {
    const auto [first, last] = part_of(runs.size(), *settings_.shard);
    runs = std::vector<PlannedRun>(runs.begin() + long(first), runs.begin() + long(last));
  } else if (std::string wrong = SweepFolder(settings_.folder).write_plan(runs); !wrong.empty()) {
    return wrong;
  }
  counts_.planned = runs.size();
  std::vector<PlannedRun> found;
  std::vector<std::string> missing;
  for (PlannedRun& run : runs)
    if (folder_.holds(run.name)) {
      found.push_back(std::move(run));
    } else {
      missing.push_back(run.name);
      pool.add(std::move(run));
    }
  counts_.found = found.size();
  count_failed(found, missing);
  return {};
}

void Batch::count_failed(const std::vector<PlannedRun>& found, const std::vector<std::string>& missing) {
  if (!index_) {
    for (const PlannedRun& run : found) {
      const auto record = read_run_record(folder_.place_of(run.name), run.name);
      counts_.failed += record && record->failed();
    }
    return;
  }
  const auto ends = index_->ends();
  if (!ends) return;
  // Those that were cut short have rows too.
  const auto again =
      std::size_t(std::ranges::count_if(missing, [&](const auto& name) { return ends->contains(name); }));
  std::size_t known = 0;
  for (const PlannedRun& run : found)
    if (const auto end = ends->find(run.name); end != ends->end()) {
      ++known;
      counts_.failed += end->second.exit_code != 0;
    }
  const std::size_t others = ends->size() - known - again;
  if (others > 0 && counts_.planned > 0)
    view_.remark(
        fmt::format("{} holds {} runs of another sweep, world or version besides", settings_.folder.string(), others));
}

std::string Batch::work(RunPool& pool, const WorkRoom& room) {
  Every look(look_every);
  while (!interrupted() && !is_stopping_) {
    if (asked_ && !asked_->has_ended())
      if (std::string wrong = answer_points(pool); !wrong.empty()) return wrong;
    if (pool.is_idle() && (!asked_ || asked_->has_ended())) return {};
    const auto made = pool.wait(look_every, asked_ && !asked_->has_ended() ? asked_->descriptor() : -1);
    if (!made) return made.error();
    for (const MadeRun& run : *made)
      if (std::string wrong = take_in(run, room); !wrong.empty()) return wrong;
    counts_.running = std::size_t(pool.running());
    if (look.is_due()) view_.look(counts_);
    if (beat_.is_due()) room.beat();
    if (std::string wrong = keep_index(); !wrong.empty()) return wrong;
  }
  return {};
}

std::string Batch::take_in(const MadeRun& made, const WorkRoom& room) {
  std::error_code error;
  const bool has_verdict = fs::file_size(made.folder / "verdict.json", error) > 0 && !error;
  if (!has_verdict) {
    const Outcome outcome = made.is_bad_point ? Outcome::WrongUse : Outcome::EnvironmentFailed;
    const std::string why = made.wrong.empty() ? "the process of the run ended without a verdict" : made.wrong;
    if (std::string wrong = write_verdict_for(made.run, outcome, why, made.folder); !wrong.empty()) return wrong;
  }
  auto record = read_run_record(made.folder, made.run.name);
  if (!record) return record.error();
  if (std::string wrong = room.take_in(record->name, record->is_for_again); !wrong.empty()) return wrong;
  ++counts_.made;
  counts_.failed += record->failed() || record->is_for_again;
  is_stopping_ |= settings_.fail_fast && record->failed();
  view_.run_ended(*record);
  if (asked_)
    for (const std::string& line : asked_->run_ended(*record)) view_.answer(line);
  if (index_) index_->add(std::move(*record));
  return {};
}

std::string Batch::answer_points(RunPool& pool) {
  auto news = asked_->read();
  if (!news) return news.error();
  for (const std::string& line : news->answers) view_.answer(line);
  for (PlannedRun& run : news->to_make) {
    ++counts_.planned;
    pool.add(std::move(run));
  }
  return {};
}

std::string Batch::keep_index() {
  if (!index_) return {};
  if (commit_.is_due())
    if (std::string wrong = index_->commit(); !wrong.empty()) return wrong;
  if (!csv_.is_due()) return {};
  const auto begin = WallClock::now();
  std::string wrong = index_->write_csv(settings_.folder / "results.csv");
  csv_.rest(WallClock::now() - begin, csv_share);
  return wrong;
}

std::string Batch::close() {
  if (!index_) return {};
  if (std::string wrong = index_->commit(); !wrong.empty()) return wrong;
  if (index_->has_more()) view_.remark(ResultIndex::more);
  return index_->write_csv(settings_.folder / "results.csv");
}

}  // namespace

int make_batch(const BatchSettings& settings, const RunProcessCaller& caller, BatchView& view) {
  return Batch(settings, caller, view).make();
}

int index_results(const fs::path& folder, BatchView& view) {
  const auto fail = [&view](const std::string& why) {
    view.complaint(why);
    return int(Outcome::EnvironmentFailed);
  };
  if (!RunFolder(folder).is_of_batch())
    return fail(fmt::format("{} is no folder of a batch: it has no runs/ of one", folder.string()));
  auto index = ResultIndex::open(folder / "results.db");
  if (!index) return fail(index.error());
  if (std::string wrong = index->follow(RunFolder(folder)); !wrong.empty()) return fail(wrong);
  if (std::string wrong = index->write_csv(folder / "results.csv"); !wrong.empty()) return fail(wrong);
  if (index->has_more()) view.remark(ResultIndex::more);
  for (const std::string& what : index->passed_over()) view.complaint(what);
  return index->passed_over().empty() ? 0 : int(Outcome::EnvironmentFailed);
}

}  // namespace lightsout
