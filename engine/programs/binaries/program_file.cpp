// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/binaries/program_file.h"

#include <fmt/format.h>
#include <limits.h>
#include <link.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "engine/programs/spawn.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

constexpr const char* own_file = "/proc/self/exe";

template <class T>
T read_at(std::ifstream& stream, std::uint64_t offset) {
  T value{};
  stream.seekg(static_cast<std::streamoff>(offset));
  stream.read(reinterpret_cast<char*>(&value), sizeof value);
  return value;
}

// Class and machine of a program, or the mark of a script; empty if the file is neither.
std::string kind_of_program(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const auto header = read_at<ElfW(Ehdr)>(stream, 0);
  const std::string_view begin(reinterpret_cast<const char*>(header.e_ident), EI_NIDENT);
  if (begin.starts_with("#!")) return "#!";
  if (!begin.starts_with(ELFMAG)) return {};
  return fmt::format("ELF {} {}", int(header.e_ident[EI_CLASS]), header.e_machine);
}

// The dynamic linker that a program of this machine names; empty if it needs none, or is a script.
std::string linker_of(const fs::path& program) {
  std::ifstream stream(program, std::ios::binary);
  const auto header = read_at<ElfW(Ehdr)>(stream, 0);
  if (!std::string_view(reinterpret_cast<const char*>(header.e_ident), EI_NIDENT).starts_with(ELFMAG)) return {};
  for (unsigned i = 0; stream && i < header.e_phnum; ++i) {
    const auto segment = read_at<ElfW(Phdr)>(stream, header.e_phoff + std::uint64_t(i) * header.e_phentsize);
    if (segment.p_type != PT_INTERP) continue;
    std::string name(std::min<std::size_t>(segment.p_filesz, PATH_MAX), '\0');
    stream.seekg(static_cast<std::streamoff>(segment.p_offset));
    stream.read(name.data(), static_cast<std::streamsize>(name.size()));
    return name.c_str();
  }
  return {};
}

// The lines of the linker's answer that complain:
//     \tLIBRARY => not found
//     PROGRAM: LIBRARY: version `V' not found (required by PROGRAM)
//     undefined symbol: NAME\t(PROGRAM)
// Symbols are missing also because a library is: then that says it.
std::vector<std::string> complaints(const std::string& answer, const std::string& program) {
  std::vector<std::string> files, symbols;
  const auto add = [](std::vector<std::string>& list, std::string text) {
    if (std::ranges::find(list, text) == list.end()) list.push_back(std::move(text));
  };
  std::istringstream lines(answer);
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view not_found = " => not found";
    if (line.ends_with(not_found))
      add(files, "there is no " + line.substr(1, line.size() - 1 - not_found.size()));
    else if (line.starts_with(program + ": "))
      add(files, line.substr(program.size() + 2));
    else if (const std::size_t place = line.find("\t("); place != std::string::npos && place > 0)
      add(symbols, line.substr(0, place));
  }
  return files.empty() ? symbols : files;
}

}  // namespace

bool is_for_this_machine(const fs::path& file) {
  static const std::string own_kind = kind_of_program(own_file);
  const std::string kind = kind_of_program(file);
  return kind == "#!" || kind == own_kind;
}

// The linker is asked as `ldd -r` does. Without LD_BIND_NOW it leaves out the functions that are looked for when they
// are first called.
Lacks lacks_of(const fs::path& program, const Environment& environment, const fs::path& folder) {
  const std::string linker = linker_of(program);
  if (linker.empty()) return {};
  std::error_code ignored;
  if (!fs::exists(linker, ignored)) return {{fmt::format("there is no {}", linker)}, false};
  if (linker != linker_of(own_file)) return {};  // another C library's need not answer
  const auto ask = [&](bool also_later) {
    Environment asking = environment;
    asking.set("LD_TRACE_LOADED_OBJECTS", "1");
    asking.set("LD_WARN", "1");
    if (also_later) asking.set("LD_BIND_NOW", "1");
    SpawnRequest request;
    request.program = linker;
    request.arguments = {linker, program.string()};
    request.environment = asking.entries();
    request.folder = folder;
    const auto finished = run_to_end(std::move(request));
    return finished ? complaints(finished->output, program.string()) : std::vector<std::string>();
  };
  Lacks lacks;
  lacks.what = ask(true);
  lacks.starts = lacks.what.empty() || ask(false).empty();
  return lacks;
}

}  // namespace lightsout
