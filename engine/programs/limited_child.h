// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A copy of this process in which may happen what must not happen to this one: others' code that reads strangers'
// input there takes the memory and the time that it is let have, or crashes, and is then gone.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

#include "engine/descriptors/file_descriptor.h"

namespace lightsout {

// What this process asked of the machine and did not get.
class MachineLacks : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

class LimitedChild {
 public:
  struct Limits {
    std::uint64_t memory;   // bytes beyond what this process has
    std::uint64_t seconds;  // of processor time
  };
  // `work` is done in the child, with its end of the connection; the child ends when it returns. It lives no longer
  // than the thread that has started it, writes nothing to standard output, and does not hear what ends this program.
  // Throws MachineLacks where no process was to be had.
  LimitedChild(const Limits& limits, const std::function<void(int connection)>& work);
  // Kills it.
  ~LimitedChild();
  LimitedChild(const LimitedChild&) = delete;
  LimitedChild& operator=(const LimitedChild&) = delete;

  // All or nothing; false: it is gone.
  bool send(const void* bytes, std::size_t count) const;
  // So many bytes, or fewer where they end. Throws MachineLacks where nobody is to wait any more
  // (engine/descriptors/waiting.h).
  std::size_t receive(void* to, std::size_t count) const;
  // Nothing more is sent or received. Its wait status.
  int wait();

 private:
  FileDescriptor connection_;
  pid_t pid_ = 0;  // 0: waited for
};

// The system lets a child of this process have that much memory (ulimit).
bool may_have(std::uint64_t memory);

// In a child, from its end of the connection: all of so many bytes; false: they end before.
bool receive(int connection, void* to, std::size_t count);

// In a child: so much processor time from now on, in s, in the place of what was left of it.
void renew_processor_time(std::uint64_t seconds);

// "SIGSEGV"
std::string name_of_signal(int signal);

}  // namespace lightsout
