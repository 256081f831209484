// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What ended a program that was not its own doing, as far as anybody can know.
#pragma once

#include <string>
#include <string_view>

namespace lightsout {

// A signal that the system, an administrator or a cluster sends: out of memory (SIGKILL), `ulimit -f` and `-t`, the end
// of a session. A program's own faults (SIGSEGV, SIGABRT, ...) are others.
bool comes_from_outside(int signal);

// The words of the system for a file that cannot grow (disk full, quota, `ulimit -f`) stand at the end of the line, as
// perror() and Python's tracebacks have them.
bool tells_of_full_disk(std::string_view line);

// "/proc is not mounted", "/dev/null cannot be opened", without which nothing is started; "": both are there. A chroot
// or a container may lack them.
std::string what_the_system_lacks();

// What the machine could not do when it was asked to: memory, descriptors or processes were not to be had, a file could
// not grow or must not be written or read, a device failed, or what_the_system_lacks(). The words of the system for it
// stand at the end of one of the lines.
bool tells_of_machine(std::string_view lines);

}  // namespace lightsout
