// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/workers/pool.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "batches/results/run_record.h"
#include "engine/programs/spawn.h"

namespace lightsout {
namespace {

// Of wall clock. Of a longer run nobody feels the wait for the next one, which another worker may begin sooner.
constexpr std::chrono::milliseconds short_run{100};
// Runs that wait in a loader: enough to go on with while the batch writes its table.
constexpr std::size_t most_ahead = 8;

}  // namespace

RunPool::RunPool(const Planner& planner, const WorkRoom& room, int workers, RunProcessCaller caller)
    : planner_(planner), room_(room), caller_(std::move(caller)), workers_(std::size_t(workers)) {}

void RunPool::add(PlannedRun run) {
  auto [place, is_new] = group_of_load_.try_emplace(run.load, next_group_);
  if (is_new) groups_[next_group_++].load = run.load;
  groups_[place->second].runs.push_back(std::move(run));
  ++waiting_;
}

int RunPool::running() const {
  return int(std::ranges::count_if(workers_, [](const Worker& worker) { return !worker.making.empty(); }));
}

// That of its own load; else the first that nobody is at; else the longest, which it shares.
RunPool::Group* RunPool::group_for(const Worker& worker) {
  if (worker.loader)
    if (const auto own = group_of_load_.find(worker.load); own != group_of_load_.end()) return &groups_[own->second];
  Group* longest = nullptr;
  for (auto& [number, group] : groups_) {
    const auto is_at_it = [&group](const Worker& other) { return other.loader && other.load == group.load; };
    if (std::ranges::none_of(workers_, is_at_it)) return &group;
    if (!longest || group.runs.size() > longest->runs.size()) longest = &group;
  }
  return longest;
}

PlannedRun RunPool::take_from(Group& group, bool& is_last) {
  PlannedRun run = std::move(group.runs.front());
  group.runs.pop_front();
  --waiting_;
  is_last = group.runs.empty();
  if (is_last) {
    groups_.erase(group_of_load_.at(run.load));
    group_of_load_.erase(run.load);
  }
  return run;
}

std::string RunPool::hire(Worker& worker, const RunSettings& settings, const PlannedRun& run, bool once) {
  worker.loader.reset();
  worker.load = run.load;
  worker.once = once;
  worker.is_quick = false;
  RunSettings beside_others = settings;
  // The other cores have runs of their own.
  if (workers_.size() > 1 && !settings.threads) beside_others.threads = 1;
  auto loader = Loader::start({beside_others, planner_.files_of(run), once, caller_});
  if (!loader) return loader.error();
  worker.loader.emplace(std::move(*loader));
  return {};
}

std::expected<MadeRun, std::string> RunPool::prepare(PlannedRun run) const {
  auto folder = room_.begin(run.name);
  if (!folder) return std::unexpected(folder.error());
  MadeRun made{std::move(run), std::move(*folder), ""};
  if (std::string wrong = write_run_description(made.run, planner_.command_of(made.run), made.folder); !wrong.empty())
    return std::unexpected(wrong);
  return made;
}

std::string RunPool::begin(Worker& worker, MadeRun& made, bool is_last) {
  const PlannedRun& run = made.run;
  if (!run.world->unread.empty()) {
    made.wrong = run.world->unread;
    return {};
  }
  // A loader serves runs of its own load alone: whatever a world's load depends on is equal for them.
  if (!worker.loader || worker.loader->is_gone() || worker.load != run.load) {
    const auto settings = planner_.settings_of(run);
    if (!settings) {
      made.wrong = settings.error();
      made.is_bad_point = true;
      return {};
    }
    if (std::string wrong = hire(worker, *settings, run, is_last); !wrong.empty()) return wrong;
  }
  worker.since = std::chrono::steady_clock::now();
  if (!worker.loader->order(made.folder, run.seed)) made.wrong = "the process of the run has ended before it began";
  return {};
}

std::expected<std::optional<MadeRun>, std::string> RunPool::employ(Worker& worker) {
  Group* group = group_for(worker);
  if (!group) return std::nullopt;
  bool is_last = false;
  auto made = prepare(take_from(*group, is_last));
  if (!made) return std::unexpected(made.error());
  if (std::string failure = begin(worker, *made, is_last); !failure.empty()) return std::unexpected(failure);
  if (!made->wrong.empty()) {
    worker.loader.reset();
    return std::move(*made);
  }
  worker.making.push_back(std::move(*made));
  return std::nullopt;
}

std::string RunPool::order_ahead(Worker& worker) {
  if (!worker.is_quick || worker.once || worker.making.empty()) return {};
  for (;;) {
    const auto own = group_of_load_.find(worker.load);
    if (own == group_of_load_.end()) return {};
    Group& group = groups_.at(own->second);
    // The last runs are left to whoever is free first.
    const std::size_t ahead = std::clamp<std::size_t>(group.runs.size() / (4 * workers_.size()), 1, most_ahead);
    if (worker.making.size() > ahead) return {};
    bool is_last = false;
    auto made = prepare(take_from(group, is_last));
    if (!made) return made.error();
    if (!worker.loader->order(made->folder, made->run.seed)) {
      add(std::move(made->run));  // its loader has ended, as its answer will say
      return {};
    }
    worker.making.push_back(std::move(*made));
  }
}

MadeRun RunPool::end(Worker& worker) {
  const int status = worker.loader->answer();
  MadeRun made = std::move(worker.making.front());
  worker.making.pop_front();
  const auto now = std::chrono::steady_clock::now();
  worker.is_quick = now - std::exchange(worker.since, now) < short_run;
  if (worker.loader->is_gone()) {
    worker.loader.reset();
    // They have not begun.
    for (MadeRun& other : worker.making) add(std::move(other.run));
    worker.making.clear();
  }
  if (!WIFEXITED(status)) made.wrong = fmt::format("the process of the run {}", describe_wait_status(status));
  return made;
}

std::expected<std::vector<MadeRun>, std::string> RunPool::wait(std::chrono::milliseconds most, int other) {
  std::vector<MadeRun> ended;
  for (Worker& worker : workers_)
    while (worker.making.empty() && waiting_ > 0) {
      auto made = employ(worker);
      if (!made) return std::unexpected(made.error());
      if (!*made) break;
      ended.push_back(std::move(**made));
    }
  for (Worker& worker : workers_)
    if (std::string wrong = order_ahead(worker); !wrong.empty()) return std::unexpected(wrong);
  std::vector<pollfd> watched;
  std::vector<Worker*> busy;
  for (Worker& worker : workers_)
    if (!worker.making.empty()) {
      watched.push_back({worker.loader->descriptor(), POLLIN, 0});
      busy.push_back(&worker);
    }
  if (other >= 0) watched.push_back({other, POLLIN, 0});
  const int count = ::poll(watched.data(), watched.size(), ended.empty() ? int(most.count()) : 0);
  if (count < 0 && errno != EINTR)
    return std::unexpected(fmt::format("cannot wait for runs: {}", std::strerror(errno)));
  for (std::size_t i = 0; count > 0 && i < busy.size(); ++i)
    if (watched[i].revents != 0) ended.push_back(end(*busy[i]));
  return ended;
}

}  // namespace lightsout
