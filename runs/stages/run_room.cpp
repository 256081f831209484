// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/stages/run_room.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <expected>
#include <memory>
#include <system_error>

#include "engine/descriptors/file_descriptor.h"
#include "engine/descriptors/whole_names.h"
#include "limits/limits.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// Whatever a robot is called: what is no part of a file's name everywhere becomes a dash.
std::string file_name_of(const std::string& robot) {
  constexpr std::size_t most = 100;
  std::string name = robot.substr(0, most);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.') c = '-';
  return name;
}

struct Unreadable {
  std::string why;
  // A limit, or the system did not let us; else the controller has left what is no such file.
  bool ends_the_run = false;
};

// A plain file, and no link: a controller may have put anything there. "" if there is none.
std::expected<std::string, Unreadable> read_plain_file(const fs::path& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file && errno == ENOENT) return {};
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0)
    return std::unexpected(Unreadable{std::strerror(errno), errno != ELOOP && errno != ENXIO && errno != EACCES});
  if (!S_ISREG(status.st_mode)) return std::unexpected(Unreadable{"it is no plain file"});
  if (status.st_size > value_of(Limit::MetricsBytes))
    return std::unexpected(
        Unreadable{fmt::format("they have {} bytes: {}", status.st_size, how_to_raise(Limit::MetricsBytes)), true});
  std::string text(std::size_t(status.st_size), '\0');
  const ssize_t got = ::read(file.get(), text.data(), text.size());
  if (got < 0) return std::unexpected(Unreadable{std::strerror(errno), true});
  text.resize(std::size_t(got));
  return text;
}

}  // namespace

RunRoom::RunRoom(const std::string& output, bool repeats)
    : is_told_(!output.empty()), is_temporary_(output.empty() || repeats) {
  if (!is_temporary_) folder_ = absolute_path(output).lexically_normal();
}

bool RunRoom::is_there() {
  if (!folder_.empty()) return true;
  auto made = PrivateFolder::make("run");
  if (made) folder_ = temporary_.emplace(std::move(*made)).path();
  return !folder_.empty();
}

fs::path RunRoom::file_of(const std::string& robot) {
  if (const auto known = files_.find(robot); known != files_.end()) return known->second;
  const std::string name = file_name_of(robot);
  std::string file = fmt::format("metrics.{}.json", name);
  for (int i = 2; !taken_.insert(file).second; ++i) file = fmt::format("metrics.{}.{}.json", name, i);
  return files_.emplace(robot, folder_ / file).first->second;
}

std::vector<std::string> RunRoom::variables_of(const ControllerDescription& description) {
  if ((description.controller == "<extern>" && is_temporary_) || !is_there()) return {};
  std::vector<std::string> variables = {"LIGHTSOUT_METRICS=" + file_of(description.robot_path).string()};
  if (is_told_) variables.push_back("LIGHTSOUT_RUN_DIR=" + folder_.string());
  return variables;
}

std::vector<Metric> RunRoom::read(RunLog& log) {
  std::vector<Metric> metrics;
  Diagnostics diagnostics;
  for (const auto& [robot, path] : files_) {
    const std::string name = is_temporary_ ? "metrics of " + robot : path.string();
    auto text = read_plain_file(path);
    if (!text && text.error().ends_the_run)
      failure_ = fmt::format("the metrics of {} cannot be read: {}", robot, text.error().why);
    else if (!text)
      log.write(LogLevel::Warning, robot, fmt::format("its metrics cannot be read ({}): {}", name, text.error().why));
    if (text && !text->empty())
      read_metrics(*std::make_shared<const Source>(name, std::move(*text)), robot, metrics, diagnostics);
  }
  log.report(diagnostics);
  return metrics;
}

}  // namespace lightsout
