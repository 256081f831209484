// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lightsout {

// The first of so many TCP ports in a row that no other test has, and nobody else at the moment. They are this
// process's as long as it lives. They lie below those that the system gives to whoever asks for any.
int own_ports(int count = 1);

}  // namespace lightsout
