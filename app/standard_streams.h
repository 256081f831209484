// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The descriptors 0, 1 and 2, whatever a caller has closed of them.
#pragma once

namespace lightsout {

// Call before any file is opened. A stream that is closed stays of no use, but its number goes to no file: what is
// printed would be written there.
void hold_standard_streams();

}  // namespace lightsout
