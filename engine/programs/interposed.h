// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Whether functions of ours may stand before the C library's where sanitizers have theirs.
#pragma once

#include <dlfcn.h>
#include <signal.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || __has_feature(address_sanitizer) || \
    __has_feature(thread_sanitizer)
#define LIGHTSOUT_INTERPOSES 0
#else
#define LIGHTSOUT_INTERPOSES 1
#endif

namespace lightsout {

// The function that ours of this name stands before.
template <class Function>
Function of_library(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

// The C library's own, also amid users' code.
int library_sigaction(int signal, const struct sigaction* action, struct sigaction* before);

}  // namespace lightsout
