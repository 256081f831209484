// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/in_process/library_image.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <optional>
#include <string_view>

#include "controllers/host/in_process/library_segments.h"
#include "engine/programs/sanitizers.h"
#include "engine/robots/exchange/reserved_memory.h"

#if LIGHTSOUT_ADDRESS_SANITIZER()
#include <sanitizer/lsan_interface.h>
#endif

namespace lightsout {
namespace {

std::size_t page_of(std::size_t at) { return at / memory_page * memory_page; }
std::size_t pages_to(std::size_t at) { return page_of(at + memory_page - 1); }

}  // namespace

// Reads the file beside what the loader made of it. Each step answers false where copies are not simple.
class LibraryImage::Reader {
 public:
  Reader(int file, void* handle) : handle_(handle) {
    struct stat status {};
    if (::fstat(file, &status) != 0) return;
    bytes_.resize(std::size_t(status.st_size));
    if (::pread(file, bytes_.data(), bytes_.size(), 0) != ssize_t(bytes_.size())) bytes_.clear();
    image_.reset(new LibraryImage);
    image_->file_ = file;
  }

  std::unique_ptr<LibraryImage> read() {
    if (!image_ || !read_segments() || !read_dynamic() || !relocate() || !find_main() || !hold_needed()) return nullptr;
    return std::move(image_);
  }

 private:
  // A table of the image that is not written to: nullptr if it does not lie in the file.
  template <class T>
  const T* at(std::size_t offset, std::size_t count = 1) const {
    if (offset > bytes_.size() || (bytes_.size() - offset) / sizeof(T) < count || offset % alignof(T) != 0)
      return nullptr;
    return reinterpret_cast<const T*>(bytes_.data() + offset);
  }

  // Code and constants lie in the image as in the file, below one writable segment.
  bool read_segments() {
    const auto* header = at<ElfW(Ehdr)>(0);
    const auto* segments = header ? at<ElfW(Phdr)>(header->e_phoff, header->e_phnum) : nullptr;
    if (!segments) return false;
    for (const ElfW(Phdr) & segment : std::span(segments, header->e_phnum)) {
      if (segment.p_type == PT_TLS) return false;
      if (segment.p_type == PT_DYNAMIC) dynamic_ = {segment.p_vaddr, segment.p_memsz};
      if (segment.p_type != PT_LOAD) continue;
      const Part part{segment.p_vaddr, segment.p_memsz};
      if (image_->writable_.size != 0) return false;
      if (segment.p_flags & PF_W) {
        const auto* content = at<std::byte>(segment.p_offset, segment.p_filesz);
        if (!content || segment.p_filesz > segment.p_memsz || segment.p_flags & PF_X) return false;
        image_->writable_ = part;
        image_->data_.assign(content, content + segment.p_filesz);
        image_->data_.resize(segment.p_memsz);
      } else {
        if (segment.p_offset != segment.p_vaddr || segment.p_filesz != segment.p_memsz ||
            !at<std::byte>(segment.p_offset, segment.p_filesz))
          return false;
        if (segment.p_flags & PF_X) image_->executable_ = part;
        constants_end_ = part.begin + part.size;
      }
    }
    const Part& writable = image_->writable_;
    image_->size_ = pages_to(writable.begin + writable.size);
    return writable.size != 0 && image_->executable_.size != 0 && pages_to(constants_end_) <= page_of(writable.begin) &&
           image_->size_ <= UINT32_MAX;
  }

  // In the writable segment as the file has it.
  template <class T>
  T* in_data(std::size_t offset, std::size_t count = 1) {
    const Part& writable = image_->writable_;
    if (offset < writable.begin || offset - writable.begin > writable.size) return nullptr;
    const std::size_t within = offset - writable.begin;
    if ((writable.size - within) / sizeof(T) < count || within % alignof(T) != 0) return nullptr;
    return reinterpret_cast<T*>(image_->data_.data() + within);
  }

  bool read_dynamic() {
    const std::size_t count = dynamic_.size / sizeof(ElfW(Dyn));
    const auto* entries = in_data<ElfW(Dyn)>(dynamic_.begin, count);
    if (!entries || count == 0) return false;
    for (const ElfW(Dyn)* entry = entries; entry < entries + count && entry->d_tag != DT_NULL; ++entry) {
      const std::size_t value = entry->d_un.d_val;
      switch (entry->d_tag) {
        case DT_NEEDED:
          needed_.push_back(value);
          break;
        case DT_STRTAB:
          strings_ = value;
          break;
        case DT_SYMTAB:
          symbols_ = value;
          break;
        case DT_RELA:
          tables_[0].begin = value;
          break;
        case DT_RELASZ:
          tables_[0].size = value;
          break;
        case DT_JMPREL:
          tables_[1].begin = value;
          break;
        case DT_PLTRELSZ:
          tables_[1].size = value;
          break;
        case DT_INIT:
          image_->init_ = value;
          break;
        case DT_FINI:
          image_->fini_ = value;
          break;
        case DT_INIT_ARRAY:
          image_->init_array_.begin = value;
          break;
        case DT_INIT_ARRAYSZ:
          image_->init_array_.size = value;
          break;
        case DT_FINI_ARRAY:
          image_->fini_array_.begin = value;
          break;
        case DT_FINI_ARRAYSZ:
          image_->fini_array_.size = value;
          break;
        case DT_PLTREL:
          if (value != DT_RELA) return false;
          break;
        case DT_FLAGS:
          if (value & (DF_TEXTREL | DF_STATIC_TLS)) return false;
          break;
        case DT_TEXTREL:
        case DT_REL:
        case DT_RELR:
        case DT_PREINIT_ARRAY:
          return false;
        default:
          break;
      }
    }
    link_map* loaded = nullptr;
    if (::dlinfo(handle_, RTLD_DI_LINKMAP, &loaded) != 0) return false;
    base_ = loaded->l_addr;
    const auto is_list = [this](const Part& list) {
      return list.size == 0 || in_data<std::uintptr_t>(list.begin, list.size / sizeof(std::uintptr_t));
    };
    return is_list(image_->init_array_) && is_list(image_->fini_array_) && is_code(image_->init_) &&
           is_code(image_->fini_);
  }

  bool is_code(std::size_t offset) const {
    return offset == 0 ||
           (offset >= image_->executable_.begin && offset - image_->executable_.begin < image_->executable_.size);
  }

  const char* text(std::size_t name) const {
    const char* begin = at<char>(strings_ + name);
    const std::size_t left = begin ? bytes_.size() - (strings_ + name) : 0;
    return begin && ::strnlen(begin, left) < left ? begin : nullptr;
  }

  bool relocate() {
    for (const Part& table : tables_) {
      const std::size_t count = table.size / sizeof(ElfW(Rela));
      const auto* entries = count > 0 ? at<ElfW(Rela)>(table.begin, count) : nullptr;
      if (count > 0 && !entries) return false;
      for (const ElfW(Rela) & entry : std::span(entries, count))
        if (!relocate(entry)) return false;
    }
    return true;
  }

  bool relocate(const ElfW(Rela) & entry) {
    auto* place = in_data<std::uintptr_t>(entry.r_offset);
    if (!place) return false;
    // Of the first copy, which may run already: only what nobody writes to is taken from there unseen.
    const std::uintptr_t of_first = *reinterpret_cast<const std::uintptr_t*>(base_ + entry.r_offset);
    const auto rebase = [&](std::uintptr_t offset) {
      *place = offset;
      image_->rebased_.push_back(std::uint32_t(entry.r_offset - image_->writable_.begin));
    };
    const auto take = [&](std::uintptr_t address) {
      if (address - base_ < image_->size_)
        rebase(address - base_);
      else
        *place = address;
    };
    switch (ELF64_R_TYPE(entry.r_info)) {
      case R_X86_64_RELATIVE:
        rebase(std::uintptr_t(entry.r_addend));
        return true;
      case R_X86_64_GLOB_DAT:
      case R_X86_64_JUMP_SLOT:
        take(of_first);
        return is_own_symbol_simple(ELF64_R_SYM(entry.r_info));
      case R_X86_64_64: {
        const auto address = address_of(ELF64_R_SYM(entry.r_info));
        if (!address || *address + std::uintptr_t(entry.r_addend) != of_first) return false;
        take(of_first);
        return true;
      }
      default:
        return false;
    }
  }

  const ElfW(Sym) * symbol(std::size_t number) const { return at<ElfW(Sym)>(symbols_ + number * sizeof(ElfW(Sym))); }

  // Not one of which there is one in the process, and no function that chooses what it is.
  bool is_own_symbol_simple(std::size_t number) const {
    const ElfW(Sym)* found = symbol(number);
    if (!found) return false;
    return found->st_shndx == SHN_UNDEF ||
           (ELF64_ST_BIND(found->st_info) != STB_GNU_UNIQUE && ELF64_ST_TYPE(found->st_info) != STT_GNU_IFUNC);
  }

  // As the loader resolves it for a library that dlopen() has brought: in the program first.
  std::optional<std::uintptr_t> address_of(std::size_t number) const {
    const ElfW(Sym)* found = symbol(number);
    const char* name = found ? text(found->st_name) : nullptr;
    if (!name || !is_own_symbol_simple(number)) return std::nullopt;
    if (ELF64_ST_BIND(found->st_info) != STB_LOCAL && ELF64_ST_VISIBILITY(found->st_other) == STV_DEFAULT) {
      if (void* global = ::dlsym(RTLD_DEFAULT, name)) return reinterpret_cast<std::uintptr_t>(global);
    }
    if (found->st_shndx != SHN_UNDEF) return base_ + found->st_value;
    return reinterpret_cast<std::uintptr_t>(::dlsym(handle_, name));
  }

  bool find_main() {
    void* main = ::dlsym(handle_, "main");
    const auto offset = reinterpret_cast<std::uintptr_t>(main) - base_;
    image_->main_ = offset;
    const bool is_cpp = ::dlsym(handle_, "_ZSt4cout") != nullptr;
    return main && is_code(offset) && !is_cpp;
  }

  // Else they went with the first copy.
  bool hold_needed() {
    for (const std::size_t name : needed_) {
      const char* library = text(name);
      if (!library || std::string_view(library).starts_with("libgcc_s")) return false;
      void* held = ::dlopen(library, RTLD_NOW | RTLD_NOLOAD | RTLD_LOCAL);
      if (!held) return false;
      image_->needed_.push_back(held);
    }
    return true;
  }

  void* handle_;
  std::unique_ptr<LibraryImage> image_;
  std::vector<std::byte> bytes_;
  std::size_t constants_end_ = 0;
  Part dynamic_;
  std::uintptr_t base_ = 0;  // of the first copy
  std::size_t strings_ = 0, symbols_ = 0;
  Part tables_[2];
  std::vector<std::size_t> needed_;
};

class LibraryImage::Copy : public LibraryCopy {
 public:
  Copy(const LibraryImage& image, std::byte* memory) : image_(image), memory_(memory) {
    data = {memory + image.writable_.begin, image.writable_.size};
    instructions = {memory + image.executable_.begin, image.executable_.size};
    main = reinterpret_cast<Main>(memory + image.main_);
  }

  void begin(int argc, char** argv) {
    using Function = void (*)(int, char**, char**);
    if (image_.init_ != 0) reinterpret_cast<Function>(memory_ + image_.init_)(argc, argv, ::environ);
    for (const std::uintptr_t function : list(image_.init_array_))
      reinterpret_cast<Function>(function)(argc, argv, ::environ);
  }

  void end() override {
    using Function = void (*)();
    const auto functions = list(image_.fini_array_);
    for (auto function = functions.rbegin(); function != functions.rend(); ++function)
      reinterpret_cast<Function> (*function)();
    if (image_.fini_ != 0) reinterpret_cast<Function>(memory_ + image_.fini_)();
  }

  void unload(bool ends_process) override {
#if LIGHTSOUT_ADDRESS_SANITIZER()
    __lsan_unregister_root_region(data.data(), data.size());
#endif
    if (!ends_process) ::munmap(memory_, image_.size_);
    --image_.open_;
  }

 private:
  std::span<const std::uintptr_t> list(const Part& part) const {
    return {reinterpret_cast<const std::uintptr_t*>(memory_ + part.begin), part.size / sizeof(std::uintptr_t)};
  }

  const LibraryImage& image_;
  std::byte* memory_;
};

std::unique_ptr<LibraryImage> LibraryImage::read(int file, void* handle) { return Reader(file, handle).read(); }

LibraryImage::~LibraryImage() {
  // What was left asleep may have functions for exit(), which call them.
  if (open_ > 0) return;
  for (void* library : needed_) ::dlclose(library);
}

std::unique_ptr<LibraryCopy> LibraryImage::copy(int argc, char** argv) const {
  // The file, so that code and constants are in memory once; over its end, and what the file has there, the data.
  void* const memory = ::mmap(nullptr, size_, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_POPULATE, file_, 0);
  if (memory == MAP_FAILED) return nullptr;
  auto* const begin = static_cast<std::byte*>(memory);
  const std::size_t first_page = page_of(writable_.begin);
  if (::mmap(begin + first_page, size_ - first_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
             -1, 0) == MAP_FAILED) {
    ::munmap(memory, size_);
    return nullptr;
  }
  std::byte* const data = begin + writable_.begin;
  populate(data, data_.size());
  std::memcpy(data, data_.data(), data_.size());
  for (const std::uint32_t offset : rebased_)
    *reinterpret_cast<std::uintptr_t*>(data + offset) += reinterpret_cast<std::uintptr_t>(memory);
#if LIGHTSOUT_ADDRESS_SANITIZER()
  __lsan_register_root_region(data, data_.size());
#endif
  auto made = std::make_unique<Copy>(*this, begin);
  ++open_;
  made->begin(argc, argv);
  return made;
}

}  // namespace lightsout
