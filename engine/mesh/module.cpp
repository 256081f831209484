#include "engine/mesh/module.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

namespace lightsout {

std::expected<void*, std::string> find_in_module(const std::string& module, const std::string& symbol) {
  namespace fs = std::filesystem;
  // dladdr gives argv[0] for the executable itself; the link in /proc knows the file.
  Dl_info self{};
  fs::path home;
  std::error_code error;
  if (dladdr(reinterpret_cast<void*>(&find_in_module), &self) && self.dli_fname &&
      std::string_view(self.dli_fname).find(".so") != std::string_view::npos)
    home = fs::canonical(self.dli_fname, error).parent_path();
  if (home.empty()) home = fs::read_symlink("/proc/self/exe", error).parent_path();

  const std::string file = "lib" + module + ".so";
  std::string reason;
  for (const fs::path& folder : {home, home.parent_path() / "lib", home.parent_path() / "lib" / "lightsout"}) {
    const fs::path path = folder / file;
    if (!fs::exists(path, error)) continue;
    if (void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      if (void* address = dlsym(handle, symbol.c_str())) return address;
      return std::unexpected(fmt::format("{} has no {}", path.string(), symbol));
    }
    reason = dlerror();
    break;
  }
  if (!reason.empty()) return std::unexpected(fmt::format("{} can not be loaded: {}", file, reason));
  return std::unexpected(
      fmt::format("{} is neither in {} nor in {}", file, home.string(), (home.parent_path() / "lib").string()));
}

}  // namespace lightsout
