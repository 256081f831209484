// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// exit() and its kin, noticed where users' libraries call them: they find these functions first, because the executable
// is searched before the C library.
#pragma once

namespace lightsout {

// From now on a guarded call that ends the process fails instead (CallbackGuard::on_exit). What a library does by a
// bare system call is out of reach.
void watch_exits();

}  // namespace lightsout
