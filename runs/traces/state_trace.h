// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The states that one run went through, so that others can be held against them to the first number that differs: on a
// temporary file for the runs of one command, or in a trace file of an earlier one.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "runs/traces/trace_file.h"

namespace lightsout {

class StateTrace {
 public:
  // Whole states are kept up to this many bytes of them, beyond it their hashes alone.
  static constexpr std::uint64_t default_capacity = std::uint64_t(4) << 30;

  static std::expected<StateTrace, std::string> create(std::uint64_t capacity = default_capacity);

  // The reference run, in order: its first state is that of step 0. False if the file cannot be written.
  bool append(const Simulation& simulation);

  // Before each of the other runs; the error says what went wrong with the file.
  std::expected<void, std::string> rewind();
  // The same steps of another run. "" if the state is equal, else what differs first, in a sentence.
  std::string compare(const Simulation& simulation);

 private:
  explicit StateTrace(TraceWriter writer) : writer_(std::move(writer)) {}

  TraceWriter writer_;
  std::optional<TraceReader> reader_;
  TracedStep step_;
};

// Holds a run against the steps that `reference` reads. `there`: TraceNames::first.
std::string compare_next(TraceReader& reference, const Simulation& simulation, TracedStep& step,
                         std::string_view there);

}  // namespace lightsout
