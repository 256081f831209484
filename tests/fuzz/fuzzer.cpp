// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// libFuzzer's side of the targets: FUZZ_TARGET in the environment says which one runs. See scripts/fuzz.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lightsout::fuzz;
  static const Target* const target = [] {
    const char* name = std::getenv("FUZZ_TARGET");
    const Target* found = find_target(name ? name : "");
    if (!found) {
      std::fprintf(stderr, "FUZZ_TARGET names no target\n");
      std::_Exit(2);
    }
    return found;
  }();
  target->run({reinterpret_cast<const char*>(data), size});
  return 0;
}
