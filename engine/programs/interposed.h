// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Whether functions of ours may stand before the C library's where sanitizers have theirs.
#pragma once

#include <dlfcn.h>
#include <signal.h>

#include <atomic>

#include "engine/programs/sanitizers.h"

#if LIGHTSOUT_SANITIZER()
#define LIGHTSOUT_INTERPOSES 0
#else
#define LIGHTSOUT_INTERPOSES 1
#endif

namespace lightsout {

// The C library's function that ours of this name stands before; `constinit`, at namespace scope. It is looked up while
// there is one thread, by a function that the file marks as [[gnu::constructor]], or by who calls it before that. A
// static variable of a function would not do: a process that is forked while another thread initializes it waits for
// that for ever, and so does one that looks for symbols while another thread did.
template <class Function>
class LibraryFunction {
 public:
  constexpr explicit LibraryFunction(const char* name) : name_(name) {}
  Function* look_up() {
    Function* found = found_.load(std::memory_order_relaxed);
    if (!found) {
      found = reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name_));
      found_.store(found, std::memory_order_relaxed);
    }
    return found;
  }
  template <class... Arguments>
  decltype(auto) operator()(Arguments... arguments) {
    return look_up()(arguments...);
  }

 private:
  const char* name_;
  std::atomic<Function*> found_ = nullptr;
};

// The C library's own, also amid users' code.
int library_sigaction(int signal, const struct sigaction* action, struct sigaction* before);

}  // namespace lightsout
