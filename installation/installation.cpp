// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "installation/installation.h"

#include <dlfcn.h>
#include <sys/auxv.h>

#include <string_view>

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// The library that this code is part of; "" if that is the executable, of which dladdr gives argv[0].
fs::path own_library() {
  Dl_info self{};
  std::error_code error;
  if (!dladdr(reinterpret_cast<void*>(&own_library), &self) || !self.dli_fname ||
      std::string_view(self.dli_fname).find(".so") == std::string_view::npos)
    return {};
  return fs::canonical(self.dli_fname, error);
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
  // Once in a process: dladdr looks at every symbol of the executable.
  static const fs::path found = [] {
    const fs::path library = own_library();
    return (library.empty() ? own_executable() : library).parent_path().parent_path() / "lib" / "lightsout";
  }();
  return found;
}

}  // namespace lightsout
