// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What users' code inside this process does to the files that are open.
#pragma once

#include <cstdio>

namespace lightsout {

// It is users' code that calls, and the stream is none of its own: for fclose(), which stands before the C library's.
bool is_kept_open(std::FILE* stream);

}  // namespace lightsout
