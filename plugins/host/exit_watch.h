// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// exit(), pthread_exit() and their kin, noticed where users' libraries call them: they find these functions first,
// because the executable is searched before the C library. A guarded call that ends the process fails instead
// (CallbackGuard::on_exit). What a library does by a bare system call is out of reach.
#pragma once

namespace lightsout {

// Ends the process at once, whichever thread calls. Safe in handlers.
[[noreturn]] void end_process(int status);

}  // namespace lightsout
