// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The guard as a program of its own: lightsout-guard MARKER, with the socket as its standard input. It holds nothing of
// the memory of the program that it guards.
#include <algorithm>
#include <cstring>

#include "engine/programs/guard_main.h"

int main(int argc, char** argv) {
  static constinit lightsout::GuardMemory memory{};
  if (argc != 2) return 2;
  memory.marker_size = std::min(std::strlen(argv[1]), sizeof memory.marker);
  std::memcpy(memory.marker, argv[1], memory.marker_size);
  lightsout::guard_main(0, memory);
}
