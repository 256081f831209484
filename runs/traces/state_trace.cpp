// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/traces/state_trace.h"

#include <fmt/format.h>

#include "engine/simulation.h"

namespace lightsout {

std::expected<StateTrace, std::string> StateTrace::create(std::uint64_t capacity) {
  auto writer = TraceWriter::temporary(capacity);
  if (!writer) return std::unexpected(writer.error());
  return StateTrace(std::move(*writer));
}

bool StateTrace::append(const Simulation& simulation) {
  step_.take(simulation);
  return writer_.append(step_);
}

std::expected<void, std::string> StateTrace::rewind() {
  if (!reader_ && !writer_.close()) return std::unexpected("the temporary file for states cannot be written");
  auto reader = TraceReader::of(writer_.rewound());
  if (!reader) return std::unexpected(reader.error());
  reader_ = std::move(*reader);
  return {};
}

std::string StateTrace::compare(const Simulation& simulation) {
  return compare_next(*reader_, simulation, step_, "in the first run");
}

std::string compare_next(TraceReader& reference, const Simulation& simulation, TracedStep& step,
                         std::string_view there) {
  step.take(simulation);
  if (const TracedStep* first = reference.next()) return difference(*first, step, {there});
  return fmt::format("at step {} ({} s): {} it had ended before step {}", step.step, step.time, there, step.step);
}

}  // namespace lightsout
