// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A process that reads a world once and forks itself for each run of it, so that a run costs neither the start of a
// program nor the reading of a world. All runs of a loader have the same settings but for the seed: what was read for
// one is what each of the others would read.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "batches/workers/run_process.h"
#include "engine/descriptors/file_descriptor.h"

namespace lightsout {

struct LoaderSettings {
  const RunSettings& run;              // without seed and outputs
  const std::vector<HeldFile>& files;  // as they were when the runs were named
  // It has one run to make, and makes it itself.
  bool once = false;
  const RunProcessCaller& caller;
};

class Loader {
 public:
  // Forks; call it while there is one thread. The error is a sentence.
  static std::expected<Loader, std::string> start(const LoaderSettings& settings);
  Loader(Loader&& other) noexcept : pid_(std::exchange(other.pid_, 0)), socket_(std::move(other.socket_)) {}
  Loader& operator=(Loader&& other) noexcept;
  // Ends it, and with it what it has running.
  ~Loader() { end(); }

  // One run at a time. False if the process is gone.
  bool order(const std::filesystem::path& folder, std::optional<std::uint64_t> seed);
  // Readable when the run has ended, or the process.
  int descriptor() const { return socket_.get(); }
  // How the run's process has ended, a wait status; the loader's own if it did not live to tell.
  int answer();
  bool is_gone() const { return pid_ == 0; }

 private:
  Loader() = default;
  void end();
  int wait_for_end();

  pid_t pid_ = 0;
  FileDescriptor socket_;
};

}  // namespace lightsout
