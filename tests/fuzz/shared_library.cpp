// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A file that a world names as its plugin or controller, looked into before it is loaded or started.
#include "engine/programs/binaries/program_file.h"
#include "plugins/host/guard/elf_check.h"
#include "tests/fuzz/target.h"

namespace lightsout::fuzz {

void fuzz_shared_library(std::string_view bytes) {
  const auto path = write_file("p.so", bytes);
  (void)is_for_this_machine(path);
  (void)lacks_of(path, Environment{}, folder());
  if (const auto elf = read_elf(path)) (void)missing_for(*elf);
}

}  // namespace lightsout::fuzz
