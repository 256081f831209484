// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "installation/installation.h"

#include <link.h>
#include <sys/auxv.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// The library that this code is part of; "" if that is the executable, which has no name there. (dladdr would look at
// each of its symbols.)
fs::path own_library() {
  struct Search {
    const std::uintptr_t code = reinterpret_cast<std::uintptr_t>(&own_library);
    fs::path found;
  } search;
  ::dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* context) {
        auto& asked = *static_cast<Search*>(context);
        for (const ElfW(Phdr) & segment : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
          if (segment.p_type != PT_LOAD || asked.code - (object->dlpi_addr + segment.p_vaddr) >= segment.p_memsz)
            continue;
          asked.found = object->dlpi_name;
          return 1;
        }
        return 0;
      },
      &search);
  std::error_code error;
  return search.found.empty() ? fs::path() : fs::canonical(search.found, error);
}

}  // namespace

fs::path own_executable() {
  std::error_code error;
  const fs::path linked = fs::read_symlink("/proc/self/exe", error);
  if (!error) return linked;
  // Where /proc is not there, as the kernel was given it.
  const char* const given = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  return given ? fs::canonical(given, error) : fs::path();
}

fs::path home() {
  static const fs::path found = [] {
    const fs::path library = own_library();
    return (library.empty() ? own_executable() : library).parent_path().parent_path() / "lib" / "lightsout";
  }();
  return found;
}

}  // namespace lightsout
