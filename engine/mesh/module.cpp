// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/mesh/module.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "installation/installation.h"

namespace lightsout {

std::expected<void*, std::string> find_in_module(const std::string& module, const std::string& symbol) {
  const std::filesystem::path path = home() / ("lib" + module + ".so");
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) return std::unexpected(fmt::format("{} cannot be loaded: {}", path.string(), dlerror()));
  if (void* address = dlsym(handle, symbol.c_str())) return address;
  return std::unexpected(fmt::format("{} has no {}", path.string(), symbol));
}

}  // namespace lightsout
