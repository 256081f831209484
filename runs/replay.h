// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A run that is made again from its manifest: with the same files it must end in the same bits. Says which files are
// others now, and where the run first parts from its trace if there is one.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/programs/private_folder.h"
#include "runs/manifests/manifest.h"
#include "runs/run.h"

namespace lightsout {

struct ReplaySettings {
  std::string source;   // folder with a manifest, the manifest itself, or a bundle
  std::string project;  // folder in which its project lies now; "": where it lay
  std::string trace;    // file for the states of this run, "" for none
  bool sandbox = false;
};

struct InputChange {
  enum class Kind : std::uint8_t { Changed, Missing };
  Kind kind;
  InputFile file;
  std::filesystem::path place;  // where it was looked for
};

// Of the circumstances: a variable of the environment, a version, the processor.
struct OtherCircumstance {
  std::string what, then, now;
};

struct ReplayResult {
  bool equal = false;
  bool has_end = true;     // false: it came to no end that could be compared; `now` says why
  std::string difference;  // in a sentence; "" if equal
  ManifestEnd now;
};

class Replay {
 public:
  // Reads the manifest, unpacks a bundle, and looks at every file.
  static std::expected<Replay, Ending> open(const ReplaySettings& settings);

  const Manifest& manifest() const { return manifest_; }
  const std::vector<InputChange>& changes() const { return changes_; }
  std::vector<OtherCircumstance> other_circumstances() const;
  // Whether the original left the states by which the first difference is found.
  bool has_trace() const { return !trace_.empty(); }

  // Makes the run. Variables of the environment that count are set for it.
  ReplayResult make(const RunCaller& caller);

 private:
  Replay(ReplaySettings asked, PrivateFolder scratch) : asked_(std::move(asked)), scratch_(std::move(scratch)) {}
  std::optional<Ending> find_manifest();
  std::optional<Ending> read_run();
  void find_trace(const std::filesystem::path& folder);
  void compare_inputs();
  // Why there is no world to run, "" if there is one.
  std::string missing_project() const;
  std::filesystem::path folder_of(const InputRoot& root) const;
  void set_environment() const;

  ReplaySettings asked_;
  PrivateFolder scratch_;
  std::filesystem::path unpacked_;  // "" if it is no bundle
  Manifest manifest_;
  RunSettings run_;
  std::string trace_;
  std::vector<InputChange> changes_;
};

}  // namespace lightsout
