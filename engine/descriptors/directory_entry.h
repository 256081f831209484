// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lightsout {

// As getdents64 writes it, for those who have no heap (getdents64(2)).
struct DirectoryEntry {
  std::uint64_t inode;
  std::int64_t offset;
  unsigned short size;
  unsigned char type;
  char name[];
};

}  // namespace lightsout
