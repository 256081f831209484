// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which system calls are refused in the sandbox: those that reach what no namespace separates, and those that no
// controller, plugin, runtime or compiler needs and that open wide parts of the kernel.
#pragma once

#include <string>

namespace lightsout {

// The bytes of a program of seccomp, for `bwrap --seccomp`.
std::string system_call_filter();

}  // namespace lightsout
