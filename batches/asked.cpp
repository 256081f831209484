// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/asked.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

namespace lightsout {
namespace {

using Json = nlohmann::ordered_json;

std::string line_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// Handed back as it was written.
std::string line_of(const std::string& id, const Json& rest) {
  return fmt::format("{{\"id\":{},{}", id.empty() ? "null" : id, line_of(rest).substr(1));
}

std::string wrong_name(const Point& point) {
  for (const Assignment& assignment : point)
    if (std::string wrong = wrong_parameter(assignment.name); !wrong.empty()) return wrong;
  return {};
}

Json json_of(const Cell& cell) {
  return std::visit(
      [](const auto& value) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
          return {};
        else
          return value;
      },
      cell);
}

Json json_of(const NamedCells& cells) {
  Json json = Json::object();
  for (const auto& [name, cell] : cells) json[name] = json_of(cell);
  return json;
}

Json json_of(const RunRecord& record) {
  Json json = Json::object();
  json["run"] = record.name;
  json["world"] = record.world;
  json["seed"] = record.seed ? Json(*record.seed) : Json();
  json["repetition"] = record.repetition;
  json["outcome"] = record.outcome;
  json["exit_code"] = record.exit_code;
  json["message"] = record.message;
  json["metrics"] = json_of(record.metrics);
  json["measures"] = json_of(record.measures);
  if (record.failed()) json["log_tail"] = record.log_tail;
  return json;
}

const double* number_of(const Cell& cell, double& room) {
  if (const auto* integer = std::get_if<std::int64_t>(&cell)) room = double(*integer);
  if (const auto* number = std::get_if<double>(&cell)) room = *number;
  return std::holds_alternative<std::int64_t>(cell) || std::holds_alternative<double>(cell) ? &room : nullptr;
}

// What is a number in all of the runs.
Json means_of(const std::vector<const RunRecord*>& records) {
  std::map<std::string, std::pair<double, std::size_t>> sums;
  for (const RunRecord* record : records)
    for (const auto& [name, cell] : record->metrics) {
      double room = 0;
      if (const double* number = number_of(cell, room)) {
        sums[name].first += *number;
        ++sums[name].second;
      }
    }
  Json json = Json::object();
  for (const auto& [name, sum] : sums)
    if (sum.second == records.size()) json[name] = sum.first / double(sum.second);
  return json;
}

}  // namespace

std::string Asked::answer(const Question& question) {
  std::vector<const RunRecord*> records;
  for (const std::string& name : question.names) records.push_back(&question.ended.at(name));
  const auto failed = std::ranges::find_if(records, &RunRecord::failed);
  Json json = Json::object();
  json["point"] = Json::object();
  for (const Assignment& assignment : question.point) json["point"][assignment.name] = assignment.value;
  json["outcome"] = failed == records.end() ? "done" : (*failed)->outcome;
  json["exit_code"] = failed == records.end() ? 0 : (*failed)->exit_code;
  json["metrics"] = records.size() == 1 ? json_of(records.front()->metrics) : means_of(records);
  json["runs"] = Json::array();
  for (const RunRecord* record : records) json["runs"].push_back(json_of(*record));
  return line_of(question.id, json);
}

void Asked::take(const std::string& line, News& news) {
  if (line.find_first_not_of(" \t\r") == std::string::npos) return;
  auto read = read_json_point(line);
  const std::string id = id_in(line), wrong = read ? wrong_name(*read) : read.error();
  if (!wrong.empty()) {
    news.answers.push_back(line_of(id, Json{{"error", wrong}}));
    return;
  }
  auto question = std::make_shared<Question>();
  question->id = id;
  question->point = *read;
  for (PlannedRun& run : planner_.runs_at(std::move(*read))) {
    if (std::ranges::find(question->names, run.name) != question->names.end()) continue;
    question->names.push_back(run.name);
    if (folder_.holds(run.name))
      if (auto record = read_run_record(folder_.place_of(run.name), run.name)) {
        question->ended.emplace(run.name, std::move(*record));
        continue;
      }
    const bool is_new = !waiting_.contains(run.name);
    waiting_.emplace(run.name, question);
    if (is_new) news.to_make.push_back(std::move(run));
  }
  if (question->ended.size() == question->names.size()) news.answers.push_back(answer(*question));
}

std::expected<Asked::News, std::string> Asked::read() {
  News news;
  pollfd input{descriptor(), POLLIN, 0};
  while (!has_ended_ && ::poll(&input, 1, 0) > 0) {
    std::array<char, 65536> bytes;
    const ssize_t got = ::read(descriptor(), bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) break;
    if (got < 0) return std::unexpected(fmt::format("cannot read points: {}", std::strerror(errno)));
    has_ended_ = got == 0;
    text_.append(bytes.data(), std::size_t(got));
    if (has_ended_ && !text_.empty()) text_ += '\n';
    std::size_t end;
    while ((end = text_.find('\n')) != std::string::npos) {
      const std::string line = text_.substr(0, end);
      text_.erase(0, end + 1);
      take(line, news);
    }
  }
  return news;
}

std::vector<std::string> Asked::run_ended(const RunRecord& record) {
  std::vector<std::string> answers;
  const auto [begin, end] = waiting_.equal_range(record.name);
  for (auto at = begin; at != end; ++at) {
    Question& question = *at->second;
    question.ended.emplace(record.name, record);
    if (question.ended.size() == question.names.size()) answers.push_back(answer(question));
  }
  waiting_.erase(begin, end);
  return answers;
}

}  // namespace lightsout
