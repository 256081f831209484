// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/reports/run_progress.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <new>
#include <type_traits>

#include "engine/descriptors/file_descriptor.h"
#include "engine/simulation.h"
#include "engine/state/clock.h"

namespace lightsout {
namespace {

static_assert(std::atomic<double>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free);
static_assert(std::is_trivially_destructible_v<RunProgress>);

constexpr auto relaxed = std::memory_order_relaxed;

RunProgress::Shared held(void* memory) {
  if (memory == MAP_FAILED) return nullptr;
  return {static_cast<RunProgress*>(memory), [](RunProgress* progress) { ::munmap(progress, sizeof(RunProgress)); }};
}

}  // namespace

RunProgress::Shared RunProgress::make() {
  void* const memory = ::mmap(nullptr, sizeof(RunProgress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return std::make_shared<RunProgress>();
  return held(new (memory) RunProgress);
}

RunProgress::Shared RunProgress::find_in(const std::filesystem::path& file) {
  const FileDescriptor opened(::open(file.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (!opened || ::fstat(opened.get(), &status) != 0 || status.st_size != sizeof(RunProgress)) return nullptr;
  return held(::mmap(nullptr, sizeof(RunProgress), PROT_READ | PROT_WRITE, MAP_SHARED, opened.get(), 0));
}

// It is not mapped: whoever cuts the file short would end this process.
RunProgress::Shared RunProgress::copy_of(const std::filesystem::path& file) {
  const FileDescriptor opened(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  auto copy = std::make_shared<RunProgress>();
  if (!opened || ::read(opened.get(), copy.get(), sizeof *copy) != sizeof *copy) return std::make_shared<RunProgress>();
  return copy;
}

RunProgress::Shared& RunProgress::latest() {
  static Shared shared;
  return shared;
}

void RunProgress::note(const Simulation& simulation) {
  const Clock& clock = simulation.clock();
  seed_.store(simulation.seed(), relaxed);
  step_ms_.store(clock.basic_time_step_ms(), relaxed);
  seconds_.store(clock.time(), relaxed);
  steps_.store(clock.step(), relaxed);
  total_seconds_.store(simulation.total_seconds(), relaxed);
  total_steps_.store(simulation.total_steps(), relaxed);
  resets_.store(simulation.resets(), relaxed);
  has_begun_.store(1, relaxed);
}

void RunProgress::tell(Verdict& verdict) const {
  if (!has_begun_.load(relaxed)) return;
  verdict.seed = seed_.load(relaxed);
  verdict.basic_time_step_ms = step_ms_.load(relaxed);
  verdict.simulated_seconds = seconds_.load(relaxed);
  verdict.steps = steps_.load(relaxed);
  verdict.total_simulated_seconds = total_seconds_.load(relaxed);
  verdict.total_steps = total_steps_.load(relaxed);
  verdict.resets = resets_.load(relaxed);
}

}  // namespace lightsout
