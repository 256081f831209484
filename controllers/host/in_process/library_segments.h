// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where a library that dlopen() has brought lies in memory.
#pragma once

#include <dlfcn.h>
#include <link.h>

#include <cstddef>
#include <cstring>
#include <span>

namespace lightsout {

// Calls visit(segment, address) for each part of a loaded library's memory.
template <class Visit>
void for_each_segment(void* library, Visit visit) {
  struct Search {
    const link_map* library;
    Visit& visit;
  };
  link_map* loaded = nullptr;
  if (::dlinfo(library, RTLD_DI_LINKMAP, &loaded) != 0) return;
  Search search{loaded, visit};
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        const Search& of = *static_cast<Search*>(data);
        if (info->dlpi_addr != of.library->l_addr || std::strcmp(info->dlpi_name, of.library->l_name) != 0) return 0;
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_LOAD)
            of.visit(info->dlpi_phdr[i], reinterpret_cast<std::byte*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr));
        return 1;
      },
      &search);
}

// The last one with this right.
inline std::span<const std::byte> segment_of(void* library, unsigned right) {
  std::span<const std::byte> found;
  for_each_segment(library, [&](const ElfW(Phdr) & segment, std::byte * address) {
    if (segment.p_flags & right) found = {address, segment.p_memsz};
  });
  return found;
}

}  // namespace lightsout
