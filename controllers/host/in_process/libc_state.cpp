// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/in_process/libc_state.h"

namespace lightsout {

char* rest_of_strtok = nullptr;

}  // namespace lightsout

extern "C" char* strtok(char* text, const char* separators) noexcept {
  return ::strtok_r(text, separators, &lightsout::rest_of_strtok);
}
