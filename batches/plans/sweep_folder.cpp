// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/plans/sweep_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "engine/files/whole_file.h"
#include "runs/settings/run_file.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

std::string lines_of(const std::vector<Point>& points) {
  std::string text;
  for (const Point& point : points) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const Assignment& assignment : point) json[assignment.name] = assignment.value;
    text += json.dump() + '\n';
  }
  return text;
}

// 1, 2, 3, 7 as "1..3,7".
std::string text_of_seeds(const std::vector<std::uint64_t>& seeds) {
  std::string text;
  for (std::size_t i = 0; i < seeds.size();) {
    std::size_t last = i;
    while (last + 1 < seeds.size() && seeds[last + 1] == seeds[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", seeds[i]);
    if (last > i) text += fmt::format("..{}", seeds[last]);
    i = last + 1;
  }
  return text;
}

}  // namespace

std::string SweepFolder::write(const char* name, const std::string& text) const {
  std::error_code error;
  fs::create_directories(path_, error);
  if (error) return fmt::format("cannot make the folder {}: {}", path_.string(), error.message());
  const int code = write_whole_file(path_ / name, text);
  return code ? fmt::format("{}: {}", (path_ / name).string(), std::strerror(code)) : "";
}

std::string SweepFolder::write_plan(const std::vector<PlannedRun>& plan) const {
  std::string text;
  for (const PlannedRun& run : plan) text += run.name + '\n';
  return write("plan", text);
}

std::expected<std::vector<std::string>, std::string> SweepFolder::read_plan() const {
  std::ifstream in(path_ / "plan");
  if (!in) return std::unexpected(fmt::format("{}: {}", (path_ / "plan").string(), std::strerror(errno)));
  std::vector<std::string> names;
  for (std::string name; std::getline(in, name);) names.push_back(name);
  return names;
}

std::expected<std::vector<std::string>, std::string> SweepFolder::write_down(const Sweep& sweep) const {
  RunSettings run = sweep.run;
  run.run_file.clear();
  std::string wrong = write("run.yaml", write_run_file(run));
  if (wrong.empty()) wrong = write("points.jsonl", lines_of(points_of(sweep)));
  if (!wrong.empty()) return std::unexpected(wrong);
  std::vector<std::string> words = sweep.worlds;
  words.insert(words.end(), {"--run-file", fs::absolute(path_ / "run.yaml").string(), "--points",
                             fs::absolute(path_ / "points.jsonl").string()});
  if (!sweep.seeds.empty()) {
    words.insert(words.end(), {"--seeds", text_of_seeds(sweep.seeds)});
  }
  if (sweep.seed) words.insert(words.end(), {"--seed", fmt::format("{}", *sweep.seed)});
  if (sweep.repetitions != 1) words.insert(words.end(), {"--repetitions", fmt::format("{}", sweep.repetitions)});
  if (sweep.independent_seeds) words.emplace_back("--independent-seeds");
  return words;
}

std::pair<std::size_t, std::size_t> part_of(std::size_t runs, const Shard& shard) {
  const auto end = [&](int part) { return runs * std::size_t(part) / std::size_t(shard.count); };
  return {end(shard.index - 1), end(shard.index)};
}

}  // namespace lightsout
