// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/in_process/library_copies.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

#include "controllers/host/in_process/library_image.h"
#include "controllers/host/in_process/library_segments.h"
#include "engine/descriptors/write_all.h"
#include "engine/robots/exchange/reserved_memory.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// The code and constants of all copies of a library are the same bytes: mapped from one file they are in the caches
// once, not once per robot.
void share_constants(void* library, int file) {
  for_each_segment(library, [file](const ElfW(Phdr) & segment, std::byte * address) {
    if (segment.p_flags & PF_W) return;
    const std::size_t before = segment.p_vaddr % memory_page, size = segment.p_filesz + before;
    const auto offset = static_cast<off_t>(segment.p_offset - before);
    const int protection = segment.p_flags & PF_X ? PROT_READ | PROT_EXEC : PROT_READ;
    void* here = address - before;
    void* there = ::mmap(nullptr, size, protection, MAP_PRIVATE, file, offset);
    if (there == MAP_FAILED) return;
    const bool same = std::memcmp(here, there, size) == 0;
    ::munmap(there, size);
    if (same) ::mmap(here, size, protection, MAP_PRIVATE | MAP_FIXED, file, offset);
  });
}

// A path to the open file that the loader has not been given before: descriptors are given out again, and it keeps the
// names of what it has loaded. `.` and `/` lead nowhere, and count.
std::string name_of(int file) {
  static std::atomic<unsigned> names = 0;
  std::string name = "/proc/self/fd/";
  for (unsigned left = ++names; left > 0; left /= 2) name += left % 2 ? "./" : "/";
  return name + std::to_string(file);
}

// The file's bytes in memory. The error is one clause.
std::expected<FileDescriptor, std::string> in_memory(const fs::path& file) {
  const FileDescriptor from(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!from) return std::unexpected(fmt::format("cannot read {}: {}", file.string(), std::strerror(errno)));
  const auto cannot_copy = [&file] {
    return std::unexpected(fmt::format("cannot copy {}: {}", file.string(), std::strerror(errno)));
  };
  FileDescriptor to(::memfd_create("lightsout-controller", MFD_CLOEXEC));
  if (!to) return cannot_copy();
  char buffer[65536];
  ssize_t count;
  while ((count = ::read(from.get(), buffer, sizeof buffer)) > 0)
    if (!write_all(to.get(), {buffer, static_cast<std::size_t>(count)})) return cannot_copy();
  if (count < 0) return std::unexpected(fmt::format("cannot read {}: {}", file.string(), std::strerror(errno)));
  return to;
}

// One that the loader has made.
class Loaded : public LibraryCopy {
 public:
  explicit Loaded(void* handle) : handle_(handle) {
    data = segment_of(handle, PF_W);
    instructions = segment_of(handle, PF_X);
    main = reinterpret_cast<Main>(::dlsym(handle, "main"));
  }
  void end() override {
    for (const Function function : take_fini_array()) function();
  }
  // Libraries that it brought have destructors.
  void unload(bool) override { ::dlclose(handle_); }

 private:
  using Function = void (*)();

  // What runs at its end, in the order in which it does, and of which the loader knows nothing any more: it would call
  // it with its lock held, and one that does not come back would keep the loader from ever closing another library.
  std::vector<Function> take_fini_array() const {
    link_map* map = nullptr;
    if (::dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0) return {};
    ElfW(Dyn)* place = nullptr, *size = nullptr;
    for (ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_FINI_ARRAY) place = entry;
      if (entry->d_tag == DT_FINI_ARRAYSZ) size = entry;
    }
    if (!place || !size) return {};
    // The loader has made it read-only.
    const auto page = std::uintptr_t(::sysconf(_SC_PAGESIZE));
    const auto at = reinterpret_cast<std::uintptr_t>(size), first = at / page * page;
    if (::mprotect(reinterpret_cast<void*>(first), at + sizeof *size - first, PROT_READ | PROT_WRITE) != 0) return {};
    const auto* functions = reinterpret_cast<const Function*>(map->l_addr + place->d_un.d_ptr);
    std::vector<Function> taken(functions, functions + size->d_un.d_val / sizeof(Function));
    size->d_un.d_val = 0;
    std::ranges::reverse(taken);
    return taken;
  }

  void* handle_;
};

}  // namespace

LibraryCopies::LibraryCopies() = default;
LibraryCopies::~LibraryCopies() = default;

std::expected<std::unique_ptr<LibraryCopy>, std::string> LibraryCopies::load(const fs::path& file, int argc,
                                                                             char** argv) {
  if (image_)
    if (auto copy = image_->copy(argc, argv)) return copy;
  return let_load(file);
}

// The loader knows a library by its file and by the name that it was given, so each copy gets a file and a name of its
// own. The file is only in memory: nothing of it is left, whenever this process is killed.
std::expected<std::unique_ptr<LibraryCopy>, std::string> LibraryCopies::let_load(const fs::path& file) {
  auto to = in_memory(file);
  if (!to) return std::unexpected(std::move(to.error()));
  void* const handle = ::dlopen(name_of(to->get()).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) return std::unexpected(fmt::format("cannot load {}: {}", file.string(), ::dlerror()));
  if (first_) {
    share_constants(handle, first_.get());
  } else {
    first_ = std::move(*to);
    image_ = LibraryImage::read(first_.get(), handle);
  }
  return std::make_unique<Loaded>(handle);
}

}  // namespace lightsout
