// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/results/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <initializer_list>
#include <string_view>
#include <system_error>

#include "engine/descriptors/remove_tree.h"
#include "engine/files/parsed_json.h"
#include "engine/files/whole_file.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// Of a machine whose locks this one may not see: what has not been touched for so long is left behind.
constexpr auto longest_silence = std::chrono::hours(1);

std::string host_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

FileDescriptor open_lock(const fs::path& room) {
  return FileDescriptor(::open((room / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
}

bool is_left_behind(const fs::path& room) {
  const bool is_of_this_host = room.filename().string().starts_with(host_name() + "-");
  std::error_code error;
  if (!is_of_this_host) {
    const auto touched = fs::last_write_time(room / "lock", error);
    return !error && fs::file_time_type::clock::now() - touched > longest_silence;
  }
  const FileDescriptor lock = open_lock(room);
  return lock && ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0;
}

void remove_left_behind(const fs::path& work) {
  std::error_code error;
  for (fs::directory_iterator at(work, error), end; !error && at != end; at.increment(error)) {
    if (is_left_behind(at->path())) remove_tree(at->path().c_str());
  }
}

// A machine that lost its power may leave names of files without what was in them, or with a part of it.
bool has_all(const fs::path& file, std::initializer_list<std::string_view> members) {
  const auto text = read_whole_file(file);
  if (!text || !text->starts_with('{')) return false;
  if (!std::ranges::all_of(members, [&](std::string_view member) { return text->contains(member); })) return false;
  // No line but the last of an indented object begins with its end.
  return text->ends_with("\n}\n") || json_or_null<nlohmann::json>(*text).is_object();
}

bool is_in_hexadecimal(std::string_view text, std::size_t digits) {
  return text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// A run's, where the folder that it is in has these as its name.
bool is_name_of_run(std::string_view name, std::string_view first_digits) {
  if (name.ends_with(RunFolder::again)) name.remove_suffix(std::string_view(RunFolder::again).size());
  return is_in_hexadecimal(name, 16) && name.starts_with(first_digits);
}

}  // namespace

bool RunFolder::is_of_batch() const {
  std::error_code error;
  bool is_empty = true;
  for (fs::directory_iterator at(path_ / "runs", error), end; !error && at != end; at.increment(error)) {
    if (is_in_hexadecimal(at->path().filename().string(), 2)) return true;
    is_empty = false;
  }
  return !error && is_empty;
}

std::string RunFolder::objection() const {
  std::error_code error;
  if (fs::exists(path_, error) && !fs::is_directory(path_, error))
    return fmt::format("-o {} is no folder", path_.string());
  // Somebody may have taken all runs out of it.
  if (is_of_batch() || fs::is_directory(path_ / ".work", error)) return {};
  for (const char* name : {"runs", "results.db", "results.csv", "sweep/plan"})
    if (fs::exists(fs::symlink_status(path_ / name, error)))
      return fmt::format("{} is not of a batch, and a batch would write there: give it another folder (-o DIR)",
                         (path_ / name).string());
  return {};
}

std::string RunFolder::make() const {
  std::error_code error;
  fs::create_directories(path_ / "runs", error);
  if (!error) fs::create_directories(path_ / ".work", error);
  return error ? fmt::format("cannot make the folder {}: {}", path_.string(), error.message()) : "";
}

fs::path RunFolder::place_of(const std::string& name) const { return path_ / "runs" / name.substr(0, 2) / name; }

bool RunFolder::holds(const std::string& name) const {
  const std::string said = fmt::format("\"{}\"", name.substr(0, name.find('.')));
  return has_all(place_of(name) / "run.json", {"\"name\"", said}) &&
         has_all(place_of(name) / "verdict.json", {"\"outcome\"", "\"exit_code\""});
}

bool RunFolder::holds_for_again(const std::string& name) const { return holds(name + again); }

std::expected<RunFolder::Entries, std::string> RunFolder::entries() const {
  Entries found;
  std::error_code error;
  const fs::path runs = path_ / "runs";
  const auto add = [](std::vector<Entry>& to, const fs::directory_entry& entry) {
    to.push_back({entry.path().filename().string(), entry.path()});
  };
  for (fs::directory_iterator part(runs, error), end; !error && part != end; part.increment(error)) {
    const std::string digits = part->path().filename().string();
    std::error_code none;
    if (!is_in_hexadecimal(digits, 2) || !part->is_directory(none)) {
      add(found.strangers, *part);
      continue;
    }
    for (fs::directory_iterator at(part->path(), error); !error && at != end; at.increment(error))
      add(is_name_of_run(at->path().filename().string(), digits) ? found.runs : found.strangers, *at);
  }
  if (error) return std::unexpected(fmt::format("cannot read the folder {}: {}", runs.string(), error.message()));
  std::ranges::sort(found.runs, {}, &Entry::name);
  std::ranges::sort(found.strangers, {}, &Entry::path);
  return found;
}

std::expected<WorkRoom, std::string> WorkRoom::open(const RunFolder& folder) {
  const fs::path work = folder.path() / ".work";
  remove_left_behind(work);
  std::error_code error;
  for (int attempt = 0;; ++attempt) {
    WorkRoom room(folder, work / fmt::format("{}-{}-{}", host_name(), ::getpid(), attempt));
    if (!fs::create_directory(room.path_, error)) {
      if (!error) continue;
      return std::unexpected(fmt::format("cannot make the folder {}: {}", room.path_.string(), error.message()));
    }
    room.lock_ = open_lock(room.path_);
    if (!room.lock_ || ::flock(room.lock_.get(), LOCK_EX | LOCK_NB) != 0)
      return std::unexpected(fmt::format("cannot lock the folder {}: {}", room.path_.string(), std::strerror(errno)));
    return room;
  }
}

WorkRoom::~WorkRoom() {
  if (!lock_) return;
  remove_tree(path_.c_str());
}

std::expected<fs::path, std::string> WorkRoom::begin(const std::string& name) const {
  const fs::path path = path_ / name;
  std::error_code error;
  if (fs::create_directory(path, error)) return path;
  if (error) return std::unexpected(fmt::format("cannot make the folder {}: {}", path.string(), error.message()));
  if (const int why = remove_tree(path.c_str()))
    return std::unexpected(fmt::format("cannot remove the folder {}: {}", path.string(), std::strerror(why)));
  fs::create_directory(path, error);
  if (error) return std::unexpected(fmt::format("cannot make the folder {}: {}", path.string(), error.message()));
  return path;
}

std::string WorkRoom::take_in(const std::string& name, bool to_be_made_again) const {
  const fs::path whole = folder_->place_of(name), other = folder_->place_of(name + RunFolder::again);
  std::error_code error;
  fs::create_directories(whole.parent_path(), error);
  if (to_be_made_again) {
    remove_tree(other.c_str());
    fs::rename(path_ / name, other, error);
  } else {
    // What stands there without a verdict was never whole.
    if (!folder_->holds(name)) remove_tree(whole.c_str());
    fs::rename(path_ / name, whole, error);
    if (!error || folder_->holds(name)) remove_tree(other.c_str());
  }
  if (!error) return {};
  // Somebody else has made the same run meanwhile: equal, since its name says what it is.
  const bool is_there = to_be_made_again ? folder_->holds_for_again(name) : folder_->holds(name);
  discard(name);
  return is_there ? "" : fmt::format("cannot keep the run {}: {}", whole.string(), error.message());
}

void WorkRoom::discard(const std::string& name) const { remove_tree((path_ / name).c_str()); }

void WorkRoom::beat() const { ::futimens(lock_.get(), nullptr); }

}  // namespace lightsout
