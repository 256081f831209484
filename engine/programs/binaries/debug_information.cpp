// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/binaries/debug_information.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elfutils/libdwfl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace lightsout {
namespace {

struct Library {
  decltype(&dwfl_begin) begin = nullptr;
  decltype(&dwfl_end) end = nullptr;
  decltype(&dwfl_linux_proc_report) report = nullptr;
  decltype(&dwfl_report_offline) report_file = nullptr;
  decltype(&dwfl_report_end) report_end = nullptr;
  decltype(&dwfl_addrmodule) module = nullptr;
  decltype(&dwfl_module_getelf) elf = nullptr;
  decltype(&dwfl_module_addrname) name = nullptr;
  decltype(&dwfl_module_getsrc) line = nullptr;
  decltype(&dwfl_lineinfo) line_info = nullptr;
  Dwfl_Callbacks of_process{}, of_files{};
  char* debug_path = nullptr;
  bool is_there = false;

  Library() {
    void* library = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    bool all = true;
    const auto find = [&]<class F>(F& function, const char* symbol) {
      function = reinterpret_cast<F>(dlsym(library, symbol));
      all = all && function;
    };
    find(begin, "dwfl_begin");
    find(end, "dwfl_end");
    find(report, "dwfl_linux_proc_report");
    find(report_file, "dwfl_report_offline");
    find(report_end, "dwfl_report_end");
    find(module, "dwfl_addrmodule");
    find(elf, "dwfl_module_getelf");
    find(name, "dwfl_module_addrname");
    find(line, "dwfl_module_getsrc");
    find(line_info, "dwfl_lineinfo");
    find(of_process.find_elf, "dwfl_linux_proc_find_elf");
    find(of_process.find_debuginfo, "dwfl_standard_find_debuginfo");
    of_files.find_debuginfo = of_process.find_debuginfo;
    find(of_files.find_elf, "dwfl_build_id_find_elf");
    find(of_files.section_address, "dwfl_offline_section_address");
    of_process.debuginfo_path = of_files.debuginfo_path = &debug_path;
    is_there = all;
  }
};

Library& library() {
  static Library loaded;
  return loaded;
}

}  // namespace

std::string demangled(const char* symbol) {
  // A C function named `i` is no int.
  if (!std::string_view(symbol).starts_with("_Z")) return symbol;
  int status = 0;
  char* text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  std::string result = status == 0 && text ? text : symbol;
  std::free(text);
  return result;
}

DebugInformation::DebugInformation(Of what) {
  if (!library().is_there) return;
  session_ = library().begin(what == Of::ThisProcess ? &library().of_process : &library().of_files);
  if (!session_ || what == Of::Files) return;
  library().report(session_, getpid());
  library().report_end(session_, nullptr, nullptr);
}

DebugInformation::~DebugInformation() {
  if (session_) library().end(session_);
}

DebugInformation::Place DebugInformation::find_in(Dwfl_Module* module, std::uintptr_t address) const {
  Place place;
  if (!module) return place;
  if (const char* name = library().name(module, address)) place.function = demangled(name);
  if (Dwfl_Line* line = library().line(module, address)) {
    int number = 0;
    if (const char* file = library().line_info(line, nullptr, &number, nullptr, nullptr, nullptr))
      place.line = fmt::format("{}:{}", file, number);
  }
  return place;
}

DebugInformation::Place DebugInformation::find(std::uintptr_t address) const {
  return session_ ? find_in(library().module(session_, address), address) : Place();
}

DebugInformation::Place DebugInformation::find(const std::string& file, std::uintptr_t address) {
  if (!session_) return {};
  auto found = files_.find(file);
  if (found == files_.end()) {
    Dwfl_Module* module = library().report_file(session_, file.c_str(), file.c_str(), -1);
    found = files_.emplace(file, module).first;
  }
  GElf_Addr bias = 0;
  if (!found->second || !library().elf(found->second, &bias)) return {};
  return find_in(found->second, address + bias);
}

}  // namespace lightsout
