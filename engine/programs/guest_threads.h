// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The threads that users' code inside this process has started. In a process of its own they would end with it, and so
// would the process by their crash or exit(): here both are noted for whoever runs that code, and nothing of the
// program ends. pthread_create() is noticed because the executable is searched before the C library; bare system calls
// are out of reach. A thread has a working folder of its own, and finds the variables of its guest.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lightsout {

// Of one guest. They may outlive it.
class GuestThreads {
 public:
  struct Shared;
  // `variables`: as of Guest::set_variables().
  explicit GuestThreads(std::vector<std::string> variables);
  ~GuestThreads();
  GuestThreads(const GuestThreads&) = delete;
  GuestThreads& operator=(const GuestThreads&) = delete;

  // Some have not ended.
  bool are_there() const;
  // Ends those that hold nothing of others: they sleep in a system call, or are in `instructions`, the users' own.
  // False if some are left, which may still run what they belong to.
  bool end(std::span<const std::byte> instructions = {});

  enum class Loss : std::uint8_t { None, Crashed, Exited, CalledLibrary };
  // What a thread did that ends a process of its own. `code`: the signal, or the status of exit().
  struct End {
    Loss loss = Loss::None;
    int code = 0;
  };
  End lost() const;
  // Not 0: lost() says more.
  const std::atomic<std::uint64_t>& loss() const;

  // The calling thread is one of a guest's.
  static bool is_one();
  // The calling thread is one, and ends here.
  [[noreturn]] static void lose(Loss loss, int code);
  // The first one counts. Safe in handlers.
  static void note(Shared& shared, Loss loss, int code);
  const std::shared_ptr<Shared>& shared() const { return shared_; }

 private:
  friend struct GuestThreadStart;
  std::shared_ptr<Shared> shared_;
};

// A handler's `context` (of sigaction): the thread was in a system call in which it waits for nothing but time or
// files, which ends early, with EINTR, if the handler returns.
bool was_asleep(const void* context);

}  // namespace lightsout
