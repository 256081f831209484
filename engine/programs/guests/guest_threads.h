// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The threads of this process: all of them, users' code's too, are started by our pthread_create(), since the
// executable is searched before the C library. Of those that users' code inside this process starts, and that these
// start, it is known whose they are and which of them still go on. Under sanitizers, which have pthread_create() for
// themselves, nothing is known.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace lightsout {

// What each thread does first of all; set while there is one thread. nullptr: nothing.
inline void (*begin_every_thread)() = nullptr;

// This thread is one of users' code's.
bool is_guest_thread();
// It is users' code that calls, in the program itself, on whichever thread.
bool is_guest_call();
// For one that ends in a way of which the C library knows nothing, on its own stack.
void leave_guest_thread();

// Of the threads that a guest (Guest::number) has started those that go on, by the functions in which they began. Waits
// at most so long until there is none.
std::vector<void*> guest_threads(std::uint64_t guest, std::chrono::milliseconds patience);

}  // namespace lightsout
