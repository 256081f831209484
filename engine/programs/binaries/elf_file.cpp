// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The parts of ELF that matter here: the header, the section table, the dynamic section and its symbols. Every offset
// is checked against the file's size: the file may be anything.
#include "engine/programs/binaries/elf_file.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

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
  if (bytes.starts_with("MZ")) return "is a Windows library (.dll); build its sources for Linux";
  for (const auto magic : {"\xcf\xfa\xed\xfe", "\xce\xfa\xed\xfe", "\xca\xfe\xba\xbe"})
    if (bytes.starts_with(magic)) return "is a macOS library (.dylib); build its sources for Linux";
  if (bytes.starts_with("!<arch>")) return "is a static library (.a); build a shared one";
  if (bytes.starts_with("version https://git-lfs"))
    return "is a Git LFS pointer, not the library itself (git lfs pull)";
  return "is not an ELF file";
}

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

bool read_all(std::ifstream& stream, std::string& content) {
  stream.seekg(0, std::ios::end);
  const std::streamoff size = stream.tellg();
  if (size < 0) return false;
  content.resize(std::size_t(size));
  stream.seekg(0);
  return bool(stream.read(content.data(), size));
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
    std::ranges::sort(summary_.weak);
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
      if (entry->d_tag == DT_RUNPATH || entry->d_tag == DT_RPATH) add_search(value);
    }
    return {};
  }

  // A list of folders with colons between, `$ORIGIN` being the file's own: once, which may itself be called so.
  void add_search(std::string_view list) {
    const std::string origin = std::filesystem::absolute(file_).parent_path().string();
    for (std::size_t begin = 0; begin <= list.size();) {
      const auto end = std::min(list.find(':', begin), list.size());
      std::string folder(list.substr(begin, end - begin));
      begin = end + 1;
      for (std::size_t at = 0; (at = folder.find('$', at)) != folder.npos;) {
        const std::string_view rest = std::string_view(folder).substr(at);
        const std::size_t size = rest.starts_with("${ORIGIN}") ? 9 : rest.starts_with("$ORIGIN") ? 7 : 0;
        if (size > 0) folder.replace(at, size, origin);
        at += size > 0 ? origin.size() : 1;
      }
      if (!folder.empty()) summary_.search.push_back(std::move(folder));
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
        (ELF64_ST_BIND(symbol->st_info) == STB_WEAK ? summary_.weak : summary_.undefined).push_back(std::move(name));
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
  std::string content;
  if (std::ifstream stream(file, std::ios::binary); !stream || !read_all(stream, content))
    return refusal("cannot be read");
  const Bytes bytes(content);
  if (const Refused checked = check_header(bytes); !checked) return refusal(checked.error());
  return Sections(bytes, file).read();
}

}  // namespace lightsout
