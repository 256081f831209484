// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The end of a library of users' code.
#pragma once

#include <string>

#include "plugins/host/guard/callback_guard.h"
#include "plugins/host/guard/loaded_library.h"

namespace lightsout {

// Calls the destructors of its static variables and unloads it, unless threads that it has started go on: it stays
// then, and `remark` says so ("has left a thread that goes on: ..."). False: the guard knows what went wrong; it stays.
bool unload(LoadedLibrary& library, CallbackGuard& guard, const char* callback, std::string& remark);

}  // namespace lightsout
