// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/host/guard/loaded_library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <utility>

#include "engine/descriptors/whole_names.h"
#include "engine/programs/left_behind.h"
#include "engine/programs/process_guard.h"

namespace lightsout {

namespace fs = std::filesystem;

std::expected<LoadedLibrary, std::string> LoadedLibrary::open(const fs::path& file) {
  std::error_code error;
  LoadedLibrary library;
  // A path with a slash, or dlopen would search its own places.
  library.loaded_path_ = absolute_path(file).string();
  if (void* loaded = dlopen(library.loaded_path_.c_str(), RTLD_LAZY | RTLD_NOLOAD)) {
    dlclose(loaded);
    std::string copy = fs::absolute(fs::temp_directory_path(error) / (file.filename().string() + ".XXXXXX")).string();
    ProcessGuard& guard = ProcessGuard::of_this_program();  // made before there is something to leave
    const int descriptor = mkstemp(copy.data());
    if (descriptor < 0)
      return std::unexpected(fmt::format("no private copy can be made in {}", fs::temp_directory_path(error).string()));
    guard.leave_nothing_of(copy);
    close(descriptor);
    library.loaded_path_ = copy;
    library.is_copy_ = true;
    fs::copy_file(file, copy, fs::copy_options::overwrite_existing, error);
    if (error) return std::unexpected(fmt::format("no private copy can be made: {}", error.message()));
  }
  library.handle_ = dlopen(library.loaded_path_.c_str(), RTLD_NOW | RTLD_LOCAL);
  const char* reason = library.handle_ ? nullptr : dlerror();
  if (!library.handle_) return std::unexpected(std::string(reason));
  return library;
}

LoadedLibrary::LoadedLibrary(LoadedLibrary&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)),
      loaded_path_(std::move(other.loaded_path_)),
      is_copy_(std::exchange(other.is_copy_, false)) {}

LoadedLibrary& LoadedLibrary::operator=(LoadedLibrary&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(loaded_path_, other.loaded_path_);
  std::swap(is_copy_, other.is_copy_);
  return *this;
}

LoadedLibrary::~LoadedLibrary() {
  if (handle_) dlclose(handle_);
  // Kept until now for debuggers and backtraces.
  if (!is_copy_) return;
  unlink(loaded_path_.c_str());
  ProcessGuard::of_this_program().leave_alone(loaded_path_);
}

// DT_FINI_ARRAY from its end, then DT_FINI: System V ABI, "Initialization and Termination Functions".
void LoadedLibrary::finish() const {
  using Finish = void (*)();
  link_map* map = nullptr;
  if (::dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0) return;
  const auto at = [map](ElfW(Addr) offset) { return map->l_addr + offset; };
  const Finish* array = nullptr;
  std::size_t count = 0;
  Finish last = nullptr;
  for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_FINI_ARRAY) array = reinterpret_cast<const Finish*>(at(entry->d_un.d_ptr));
    if (entry->d_tag == DT_FINI_ARRAYSZ) count = entry->d_un.d_val / sizeof(Finish);
    if (entry->d_tag == DT_FINI) last = reinterpret_cast<Finish>(at(entry->d_un.d_ptr));
  }
  while (array && count > 0) array[--count]();
  if (last) last();
}

void LoadedLibrary::abandon() {
  handle_ = nullptr;
  code_is_left_behind = true;
}

void* LoadedLibrary::find(const char* symbol) const {
  void* address = dlsym(handle_, symbol);
  if (!address) return nullptr;
  // dlsym also looks into the libraries that this one needs.
  Dl_info info{};
  link_map* map = nullptr;
  if (dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0 || dladdr(address, &info) == 0) return nullptr;
  return reinterpret_cast<ElfW(Addr)>(info.dli_fbase) == map->l_addr ? address : nullptr;
}

}  // namespace lightsout
