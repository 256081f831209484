// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/ode/ode_context.h"

#include <fmt/format.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>

#include "engine/ode/exact_failures.h"
#include "engine/state/log.h"

namespace lightsout {
namespace {

thread_local Log* current_log = nullptr;
thread_local ExactFailures* current_failures = nullptr;

std::string text_of(int number, const char* format, va_list arguments) {
  char text[512];
  std::vsnprintf(text, sizeof text, format, arguments);
  return fmt::format("{} (message {})", text, number);
}

void tell(const std::string& text) {
  if (current_log)
    current_log->write(LogLevel::Warning, "ODE", text);
  else
    std::fprintf(stderr, "ODE: %s\n", text.c_str());
}

// What ODE has for each thread, until the thread ends.
struct ThreadData {
  ThreadData() { dAllocateODEDataForThread(dAllocateMaskAll); }
  ~ThreadData() { dCleanupODEAllDataForThread(); }
};

const ThreadData& thread_data() {
  static thread_local const ThreadData data;
  return data;
}

// ODE looks at few of its allocations, and where it does it makes a step that moves nothing.
void* allocate(dsizeint size) {
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}

void* reallocate(void* memory, dsizeint, dsizeint size) {
  if (void* moved = std::realloc(memory, size)) return moved;
  throw std::bad_alloc();
}

// If this returned, ODE would end the process itself.
[[noreturn]] void on_error(int number, const char* format, va_list arguments) {
  throw OdeFailure(text_of(number, format, arguments));
}

}  // namespace

thread_local OdeMessages::Kept* OdeMessages::kept = nullptr;

void OdeMessages::on_message(int number, const char* format, va_list arguments) {
  if (kept) {
    if (number == d_ERR_LCP)
      ++kept->failures_;
    else
      kept->texts_.push_back(text_of(number, format, arguments));
  } else if (!ExactFailures::takes(number)) {
    tell(text_of(number, format, arguments));
  }
}

int OdeMessages::Kept::tell() {
  for (const std::string& text : texts_) lightsout::tell(text);
  texts_.clear();
  return std::exchange(failures_, 0);
}

OdeMessages::Keeping::Keeping(Kept& where) {
  if (!current_log) static_cast<void>(thread_data());
  kept = &where;
}

OdeMessages::Keeping::~Keeping() { kept = nullptr; }

OdeMessages::OdeMessages(Log& log) : previous_(current_log) {
  static std::once_flag once;
  std::call_once(once, [] {
    dSetAllocHandler(allocate);
    dSetReallocHandler(reallocate);
    dInitODE2(0);
    dSetMessageHandler(on_message);
    dSetErrorHandler(on_error);
    dSetDebugHandler(on_error);
  });
  dAllocateODEDataForThread(dAllocateMaskAll);
  current_log = &log;
}

OdeMessages::~OdeMessages() { current_log = previous_; }

ExactFailures::ExactFailures() { current_failures = this; }

ExactFailures::~ExactFailures() { current_failures = nullptr; }

bool ExactFailures::takes(int message) {
  if (message != d_ERR_LCP || !current_failures) return false;
  ++current_failures->count_;
  return true;
}

void seed_ode(std::uint64_t seed, std::int64_t step) {
  // SplitMix64's finalizer: neighbouring steps get unrelated states.
  std::uint64_t z = seed + 0x9e3779b97f4a7c15u * std::uint64_t(step + 1);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  dRandSetSeed(static_cast<unsigned long>((z ^ (z >> 31)) & 0xffffffffu));
}

}  // namespace lightsout
