// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/pool.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "batches/run_record.h"
#include "engine/programs/spawn.h"

namespace lightsout {

RunPool::RunPool(const Planner& planner, const WorkRoom& room, int workers, RunProcessCaller caller)
    : planner_(planner), room_(room), caller_(std::move(caller)), workers_(std::size_t(workers)) {}

void RunPool::add(PlannedRun run) {
  auto [place, is_new] = group_of_load_.try_emplace(run.load, next_group_);
  if (is_new) groups_[next_group_++].load = run.load;
  groups_[place->second].runs.push_back(std::move(run));
  ++waiting_;
}

int RunPool::running() const {
  return int(std::ranges::count_if(workers_, [](const Worker& worker) { return worker.making.has_value(); }));
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

std::optional<PlannedRun> RunPool::next_for(const Worker& worker, bool& is_last) {
  Group* group = group_for(worker);
  if (!group) return {};
  PlannedRun run = std::move(group->runs.front());
  group->runs.pop_front();
  --waiting_;
  is_last = group->runs.empty();
  if (is_last) {
    groups_.erase(group_of_load_.at(run.load));
    group_of_load_.erase(run.load);
  }
  return run;
}

std::string RunPool::hire(Worker& worker, const RunSettings& settings, const PlannedRun& run, bool once) {
  worker.loader.reset();
  worker.load = run.load;
  RunSettings beside_others = settings;
  // The other cores have runs of their own.
  if (workers_.size() > 1 && !settings.threads) beside_others.threads = 1;
  auto loader = Loader::start({beside_others, run.world->text, once, caller_});
  if (!loader) return loader.error();
  worker.loader.emplace(std::move(*loader));
  return {};
}

std::string RunPool::begin(Worker& worker, const PlannedRun& run, bool is_last) {
  MadeRun& made = *worker.making;
  if (auto description = write_run_description(run, planner_.command_of(run), made.folder); !description.empty())
    return description;
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
  if (!worker.loader->order(made.folder, run.seed)) made.wrong = "the process of the run has ended before it began";
  return {};
}

std::expected<std::optional<MadeRun>, std::string> RunPool::employ(Worker& worker) {
  bool is_last = false;
  std::optional<PlannedRun> run = next_for(worker, is_last);
  if (!run) return std::nullopt;
  auto folder = room_.begin(run->name);
  if (!folder) return std::unexpected(folder.error());
  worker.making = MadeRun{*run, *folder, ""};
  if (std::string failure = begin(worker, *run, is_last); !failure.empty()) return std::unexpected(failure);
  if (worker.making->wrong.empty()) return std::nullopt;
  worker.loader.reset();
  return std::exchange(worker.making, std::nullopt);
}

MadeRun RunPool::end(Worker& worker) {
  const int status = worker.loader->answer();
  if (worker.loader->is_gone()) worker.loader.reset();
  MadeRun made = std::move(*worker.making);
  worker.making.reset();
  if (!WIFEXITED(status)) made.wrong = fmt::format("the process of the run {}", describe_wait_status(status));
  return made;
}

std::expected<std::vector<MadeRun>, std::string> RunPool::wait(std::chrono::milliseconds most, int other) {
  std::vector<MadeRun> ended;
  for (Worker& worker : workers_)
    while (!worker.making && waiting_ > 0) {
      auto made = employ(worker);
      if (!made) return std::unexpected(made.error());
      if (!*made) break;
      ended.push_back(std::move(**made));
    }
  std::vector<pollfd> watched;
  std::vector<Worker*> busy;
  for (Worker& worker : workers_)
    if (worker.making) {
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
