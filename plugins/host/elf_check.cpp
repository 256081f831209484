// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The parts of ELF that matter here: the header, the section table, the dynamic section and its symbols. Every offset
// is checked against the file's size: the file may be anything.
#include "plugins/host/elf_check.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "engine/files/whole_file.h"

namespace lightsout {
namespace {

#if defined(__x86_64__)
constexpr std::uint16_t own_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint16_t own_machine = EM_AARCH64;
#elif defined(__riscv)
constexpr std::uint16_t own_machine = EM_RISCV;
#else
#error "name this machine's ELF number here"
#endif

std::string machine_name(std::uint16_t machine) {
  switch (machine) {
    case EM_386:
      return "32-bit x86";
    case EM_X86_64:
      return "x86-64";
    case EM_ARM:
      return "32-bit ARM";
    case EM_AARCH64:
      return "64-bit ARM";
    case EM_RISCV:
      return "RISC-V";
    case EM_PPC64:
      return "64-bit PowerPC";
    default:
      return fmt::format("machine number {}", machine);
  }
}

// A view of the file that never reads past its end.
class Bytes {
 public:
  explicit Bytes(std::span<const char> data) : data_(data) {}
  template <class T>
  std::optional<T> read(std::uint64_t offset) const {
    if (offset > data_.size() || data_.size() - offset < sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, data_.data() + offset, sizeof value);
    return value;
  }
  // A zero-terminated string inside [begin, begin + size).
  std::string_view string(std::uint64_t begin, std::uint64_t size, std::uint64_t offset) const {
    if (begin > data_.size() || size > data_.size() - begin || offset >= size) return {};
    const std::string_view rest(data_.data() + begin + offset, size - offset);
    return rest.substr(0, rest.find('\0'));
  }
  bool starts_with(std::string_view text) const {
    return data_.size() >= text.size() && std::memcmp(data_.data(), text.data(), text.size()) == 0;
  }

 private:
  std::span<const char> data_;
};

// Out of line: GCC 12 otherwise sees array bounds overstepped inside std::unexpected.
[[gnu::noinline]] std::unexpected<std::string> refusal(std::string why) { return std::unexpected(std::move(why)); }

std::string what_else_it_may_be(const Bytes& bytes) {
  if (bytes.starts_with("MZ")) return "is a Windows library (.dll); build the plugin's sources for Linux";
  for (const auto magic : {"\xcf\xfa\xed\xfe", "\xce\xfa\xed\xfe", "\xca\xfe\xba\xbe"})
    if (bytes.starts_with(magic)) return "is a macOS library (.dylib); build the plugin's sources for Linux";
  if (bytes.starts_with("!<arch>")) return "is a static library (.a); build a shared one";
  if (bytes.starts_with("version https://git-lfs"))
    return "is a Git LFS pointer, not the library itself (git lfs pull)";
  return "is not an ELF file";
}

// std::string::c_str of the plugin's C++ symbols, as written in its source.
std::string readable(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;
  int status = 0;
  char* text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 && text ? text : symbol;
  std::free(text);
  return result;
}

struct Family {
  std::string_view prefix;
  std::string_view provider;
};

// Longest prefix first within a family.
constexpr std::array families = {
    Family{"wb_", "the controller API (libController): controllers call it, physics plugins cannot"},
    Family{"wbu_", "the controller API (libController): controllers call it, physics plugins cannot"},
    Family{"wbr_", "the remote-control API (libController): it is loaded into a controller, not into the simulator"},
    Family{"dWebots", "a service of physics plugins that this simulator does not know"},
    Family{"dsDraw", "ODE's drawstuff, which ODE's demos draw with: link libdrawstuff, or leave the drawing out"},
    Family{"dWorldExportDIF", "ODE before 0.13 or Webots' own ODE; stock ODE no longer has it"},
    Family{"dWorldStepFast", "ODE before 0.12 (dWorldStepFast1 was removed; dWorldQuickStep stands for it)"},
    Family{"dTestMatrixComparison", "ODE's own test programs"},
    Family{"dCreateCCylinder", "ODE before 0.12 (now dCreateCapsule)"},
    Family{"dGeomCCylinder", "ODE before 0.12 (now dGeomCapsule...)"},
    Family{"glut", "GLUT (Debian: freeglut3-dev): add LIBRARIES = -lglut, or leave the window out"},
    Family{"glu", "GLU functions beyond the recorded ones (Debian: libglu1-mesa): add LIBRARIES = -lGLU"},
    Family{"glX", "GLX: there is no X display here"},
    Family{"gl", "OpenGL beyond version 2.1"},
    Family{"Py", "Python (Debian: libpython3-dev): add LIBRARIES = `python3-config --ldflags --embed`"},
    Family{"_Py", "Python (Debian: libpython3-dev): add LIBRARIES = `python3-config --ldflags --embed`"},
    Family{"lua_", "Lua (Debian: liblua5.4-dev): add LIBRARIES = -llua5.4"},
    Family{"luaL_", "Lua (Debian: liblua5.4-dev): add LIBRARIES = -llua5.4"},
    Family{"_ZN2cv", "OpenCV: add LIBRARIES = `pkg-config --libs opencv4`"},
    Family{"gsl_", "the GNU Scientific Library (Debian: libgsl-dev): add LIBRARIES = -lgsl -lgslcblas"},
    Family{"cblas_", "BLAS (Debian: libopenblas-dev): add LIBRARIES = -lopenblas"},
    Family{"_ZN5boost", "a Boost library: name it in LIBRARIES"},
    Family{"_ZN6google8protobuf", "Protocol Buffers (Debian: libprotobuf-dev): add LIBRARIES = -lprotobuf"},
    Family{"zmq_", "ZeroMQ (Debian: libzmq3-dev): add LIBRARIES = -lzmq"},
    Family{"SDL_", "SDL (Debian: libsdl2-dev): add LIBRARIES = -lSDL2"},
    Family{"omp_", "OpenMP: add CFLAGS = -fopenmp and LIBRARIES = -lgomp"},
    Family{"GOMP_", "OpenMP: add LIBRARIES = -lgomp"},
    Family{"__asan_", "the address sanitizer: run a sanitizer build of the simulator, or preload libasan"},
    Family{"__ubsan_", "the undefined-behaviour sanitizer: add LIBRARIES = -lubsan"},
    Family{"_ZN7QString", "Qt, which only robot windows use"},
    Family{"_ZNK7QString", "Qt, which only robot windows use"},
};

}  // namespace

std::string_view provider_of(std::string_view symbol) {
  for (const auto& family : families)
    if (symbol.starts_with(family.prefix)) return family.provider;
  if (symbol.size() > 1 && symbol[0] == 'd' && symbol[1] >= 'A' && symbol[1] <= 'Z')
    return "ODE of another version than the 0.16 that this simulator runs on";
  return {};
}

namespace {

using Refused = std::expected<void, std::string>;

Refused check_header(const Bytes& bytes) {
  const auto ident = bytes.read<std::array<unsigned char, EI_NIDENT>>(0);
  if (!ident || std::memcmp(ident->data(), ELFMAG, SELFMAG) != 0) return refusal(what_else_it_may_be(bytes));
  if ((*ident)[EI_CLASS] != ELFCLASS64) {
    const auto header = bytes.read<Elf32_Ehdr>(0);
    return refusal(fmt::format("is a 32-bit library ({}), this simulator is 64-bit ({}): rebuild it from its sources",
                               header ? machine_name(header->e_machine) : "damaged", machine_name(own_machine)));
  }
  const auto header = bytes.read<Elf64_Ehdr>(0);
  if (!header || (*ident)[EI_DATA] != ELFDATA2LSB) return refusal("is a damaged or big-endian ELF file");
  if (header->e_machine != own_machine)
    return refusal(fmt::format("is for {}, this simulator is for {}: rebuild it from its sources",
                               machine_name(header->e_machine), machine_name(own_machine)));
  if (header->e_type == ET_REL) return refusal("is an object file (.o), not a shared library: link it with -shared");
  if (header->e_type == ET_EXEC) return refusal("is a program, not a shared library: link it with -shared");
  if (header->e_type != ET_DYN) return refusal("is an ELF file, but not a shared library");
  // Sections: they say more than the program headers (debug information), and linkers keep them in what they write.
  if (header->e_shoff == 0 || header->e_shentsize != sizeof(Elf64_Shdr))
    return refusal("has no section table (was it stripped with sstrip?)");
  return {};
}

// The sections of a file whose header is that of a shared library of this machine.
class Sections {
 public:
  Sections(const Bytes& bytes, const std::filesystem::path& file) : bytes_(bytes), file_(file) {}

  std::expected<ElfSummary, std::string> read() {
    const Elf64_Ehdr header = *bytes_.read<Elf64_Ehdr>(0);
    for (unsigned i = 0; i < header.e_shnum; ++i) {
      const auto section = bytes_.read<Elf64_Shdr>(header.e_shoff + std::uint64_t(i) * sizeof(Elf64_Shdr));
      if (!section) return refusal("is cut off (its section table ends beyond the file)");
      sections_.push_back(*section);
    }
    bool has_dynamic = false;
    for (const Elf64_Shdr& section : sections_) {
      const std::string_view name =
          header.e_shstrndx < sections_.size() ? text(sections_[header.e_shstrndx], section.sh_name) : "";
      if (name == ".debug_line" || name == ".zdebug_line") summary_.has_debug_lines = true;
      if (section.sh_type != SHT_DYNAMIC && section.sh_type != SHT_DYNSYM) continue;
      if (section.sh_link >= sections_.size()) return refusal("is a damaged ELF file");
      const Elf64_Shdr& strings = sections_[section.sh_link];
      has_dynamic |= section.sh_type == SHT_DYNAMIC;
      const Refused read =
          section.sh_type == SHT_DYNAMIC ? read_dynamic(section, strings) : read_symbols(section, strings);
      if (!read) return refusal(read.error());
    }
    if (!has_dynamic) return refusal("has no dynamic section: it is not a shared library");
    std::ranges::sort(summary_.undefined);
    std::ranges::sort(summary_.defined);
    return std::move(summary_);
  }

 private:
  std::string_view text(const Elf64_Shdr& strings, std::uint64_t offset) const {
    return bytes_.string(strings.sh_offset, strings.sh_size, offset);
  }

  Refused read_dynamic(const Elf64_Shdr& section, const Elf64_Shdr& strings) {
    for (std::uint64_t at = 0; at + sizeof(Elf64_Dyn) <= section.sh_size; at += sizeof(Elf64_Dyn)) {
      const auto entry = bytes_.read<Elf64_Dyn>(section.sh_offset + at);
      if (!entry) return refusal("is cut off (its dynamic section ends beyond the file)");
      if (entry->d_tag == DT_NULL) break;
      const std::string_view value = text(strings, entry->d_un.d_val);
      if (entry->d_tag == DT_NEEDED) summary_.needed.emplace_back(value);
      if (entry->d_tag == DT_RUNPATH || entry->d_tag == DT_RPATH) add_search(std::string(value));
    }
    return {};
  }

  // A list of folders with colons between, `$ORIGIN` being the file's own.
  void add_search(std::string list) {
    const std::string origin = std::filesystem::absolute(file_).parent_path().string();
    for (const auto* word : {"$ORIGIN", "${ORIGIN}"})
      for (auto at = list.find(word); at != std::string::npos; at = list.find(word, at + origin.size()))
        list.replace(at, std::strlen(word), origin);
    for (std::size_t begin = 0; begin <= list.size();) {
      const auto end = std::min(list.find(':', begin), list.size());
      if (end > begin) summary_.search.push_back(list.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  Refused read_symbols(const Elf64_Shdr& section, const Elf64_Shdr& strings) {
    for (std::uint64_t at = sizeof(Elf64_Sym); at + sizeof(Elf64_Sym) <= section.sh_size; at += sizeof(Elf64_Sym)) {
      const auto symbol = bytes_.read<Elf64_Sym>(section.sh_offset + at);
      if (!symbol) return refusal("is cut off (its symbol table ends beyond the file)");
      const auto type = ELF64_ST_TYPE(symbol->st_info);
      std::string name(text(strings, symbol->st_name));
      if (name.empty()) continue;
      if (symbol->st_shndx == SHN_UNDEF) {
        if (ELF64_ST_BIND(symbol->st_info) != STB_WEAK) summary_.undefined.push_back(std::move(name));
      } else if (type == STT_FUNC || type == STT_OBJECT || type == STT_GNU_IFUNC) {
        summary_.defined.push_back(std::move(name));
      }
    }
    return {};
  }

  const Bytes& bytes_;
  const std::filesystem::path& file_;
  std::vector<Elf64_Shdr> sections_;
  ElfSummary summary_;
};

}  // namespace

std::expected<ElfSummary, std::string> read_elf(const std::filesystem::path& file) {
  const auto content = read_whole_file(file);
  if (!content) return refusal("cannot be read");
  const Bytes bytes(*content);
  if (const Refused checked = check_header(bytes); !checked) return refusal(checked.error());
  return Sections(bytes, file).read();
}

std::vector<std::string> missing_for(const ElfSummary& elf) {
  std::vector<std::string> missing;
  // Opened to look into them; a library that is needed would be loaded with the plugin anyway.
  std::vector<void*> libraries;
  for (const auto& name : elf.needed) {
    void* library = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
    for (const auto& folder : elf.search)
      if (!library) library = dlopen((folder + "/" + name).c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (library)
      libraries.push_back(library);
    else
      missing.push_back(
          fmt::format("it needs the library {}, which is not installed{}", name,
                      name.starts_with("libController") ? " (and belongs to controllers, not to physics plugins)"
                      : name.starts_with("libode")
                          ? " (another ODE than the simulator's: do not link ODE, the simulator exports it)"
                          : ""));
  }
  for (const auto& symbol : elf.undefined) {
    dlerror();
    bool found = dlsym(RTLD_DEFAULT, symbol.c_str()) != nullptr || dlerror() == nullptr;
    for (void* library : libraries) found = found || dlsym(library, symbol.c_str()) != nullptr;
    if (found) continue;
    const auto provider = provider_of(symbol);
    const std::string name = readable(symbol);
    missing.push_back(provider.empty() ? fmt::format("undefined symbol {}: no library that it names has it; add the "
                                                     "one that does to LIBRARIES, or the source file that defines it",
                                                     name)
                                       : fmt::format("undefined symbol {}: {}", name, provider));
  }
  for (void* library : libraries) dlclose(library);
  return missing;
}

}  // namespace lightsout
