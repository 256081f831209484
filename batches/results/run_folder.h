// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The folder of a batch, which is the truth about it. A run is runs/<two digits>/<name>/ once it is whole:
//   run.json      what it is: world, point, seed, the command that makes it again
//   verdict.json  how it ended
//   log           what was said, and what else it was asked to write
// A run that did not end for a reason of its own (memory, a file, a machine) is <name>.again beside: it has a row in
// the table of results, and is made again when the batch is started again. Runs that are being made stand in .work/, in
// a room of the process that makes them.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/descriptors/file_descriptor.h"

namespace lightsout {

class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path path) : path_(std::move(path)) {}
  const std::filesystem::path& path() const { return path_; }
  // It is there, made by a batch: its runs/ is empty, or has folders of two digits.
  bool is_of_batch() const;
  // What stands in the way of a batch there, since it would take its place: "", or a sentence.
  std::string objection() const;
  // Makes it. "" or what went wrong.
  std::string make() const;

  std::filesystem::path place_of(const std::string& name) const;
  // A whole run of the name is there.
  bool holds(const std::string& name) const;
  // One that is to be made again.
  bool holds_for_again(const std::string& name) const;

  struct Entry {
    std::string name;  // with ".again" where it is
    std::filesystem::path path;
  };
  struct Entries {
    std::vector<Entry> runs;       // sorted by name
    std::vector<Entry> strangers;  // what stands there and is no place of a run: copies, files of others
  };
  // The error names what could not be read.
  std::expected<Entries, std::string> entries() const;

  // The name of a run that is to be made again.
  static constexpr const char* again = ".again";

 private:
  std::filesystem::path path_;
};

// Where this process has its runs made, on the same disk; removed with it. Another process removes what one that was
// killed has left.
class WorkRoom {
 public:
  static std::expected<WorkRoom, std::string> open(const RunFolder& folder);
  WorkRoom(WorkRoom&&) = default;
  WorkRoom& operator=(WorkRoom&&) = delete;
  ~WorkRoom();

  // An empty folder for a run.
  std::expected<std::filesystem::path, std::string> begin(const std::string& name) const;
  // Whole: it takes its place, unless an equal run has by now. "" or what went wrong.
  std::string take_in(const std::string& name, bool to_be_made_again) const;
  void discard(const std::string& name) const;
  // Tells processes of other machines that this one lives; call it some times an hour.
  void beat() const;

 private:
  WorkRoom(const RunFolder& folder, std::filesystem::path path) : folder_(&folder), path_(std::move(path)) {}

  const RunFolder* folder_;
  std::filesystem::path path_;
  FileDescriptor lock_;
};

}  // namespace lightsout
