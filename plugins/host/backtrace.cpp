// libdw reads the debug information; it is loaded when the first backtrace is wanted, because start-up is a budget and
// most runs never crash. Without it (or without debug information) the dynamic symbols serve.
#include "plugins/host/backtrace.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elfutils/libdwfl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace lightsout {
namespace {

struct DebugInformation {
  decltype(&dwfl_begin) begin = nullptr;
  decltype(&dwfl_end) end = nullptr;
  decltype(&dwfl_linux_proc_report) report = nullptr;
  decltype(&dwfl_report_end) report_end = nullptr;
  decltype(&dwfl_addrmodule) module = nullptr;
  decltype(&dwfl_module_addrname) name = nullptr;
  decltype(&dwfl_module_getsrc) line = nullptr;
  decltype(&dwfl_lineinfo) line_info = nullptr;
  Dwfl_Callbacks callbacks{};
  char* debug_path = nullptr;
  Dwfl* session = nullptr;

  DebugInformation() {
    void* library = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    const auto find = [&]<class F>(F& function, const char* symbol) {
      function = reinterpret_cast<F>(dlsym(library, symbol));
    };
    find(begin, "dwfl_begin");
    find(end, "dwfl_end");
    find(report, "dwfl_linux_proc_report");
    find(report_end, "dwfl_report_end");
    find(module, "dwfl_addrmodule");
    find(name, "dwfl_module_addrname");
    find(line, "dwfl_module_getsrc");
    find(line_info, "dwfl_lineinfo");
    find(callbacks.find_elf, "dwfl_linux_proc_find_elf");
    find(callbacks.find_debuginfo, "dwfl_standard_find_debuginfo");
    callbacks.debuginfo_path = &debug_path;
    if (!begin || !report || !report_end || !callbacks.find_elf) return;
    session = begin(&callbacks);
    if (session) {
      report(session, getpid());
      report_end(session, nullptr, nullptr);
    }
  }
  ~DebugInformation() {
    if (session) end(session);
  }
};

std::string readable(const char* symbol) {
  int status = 0;
  char* text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  std::string result = status == 0 && text ? text : symbol;
  std::free(text);
  return result;
}

}  // namespace

std::vector<std::string> symbolise(std::span<void* const> frames) {
  DebugInformation debug;
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    // A return address is that of the next instruction, which may belong to another line.
    const auto address = reinterpret_cast<std::uintptr_t>(frames[i]) - (i == 0 ? 0 : 1);
    std::string function, place;
    if (debug.session) {
      if (Dwfl_Module* module = debug.module(debug.session, address)) {
        if (const char* name = debug.name(module, address)) function = readable(name);
        if (Dwfl_Line* line = debug.line(module, address)) {
          int number = 0;
          if (const char* file = debug.line_info(line, nullptr, &number, nullptr, nullptr, nullptr))
            place = fmt::format("{}:{}", file, number);
        }
      }
    }
    Dl_info info{};
    const bool known = dladdr(reinterpret_cast<void*>(address), &info) != 0;
    if (function.empty() && known && info.dli_sname) function = readable(info.dli_sname);
    if (place.empty() && known && info.dli_fname)
      place = fmt::format("{}+{:#x}", info.dli_fname, address - reinterpret_cast<std::uintptr_t>(info.dli_fbase));
    // The way out of the handlers and the simulator's own frames say nothing about users' code.
    if (function.find("lightsout::CallbackGuard::") != std::string::npos) {
      if (lines.empty()) continue;
      break;
    }
    if (lines.empty() && (function == "__restore_rt" || function == "backtrace" || function == "__GI___backtrace"))
      continue;
    if (function.starts_with("lightsout::")) {
      if (lines.empty()) continue;
      break;
    }
    if (function == "main" || function == "_start") break;
    lines.push_back(fmt::format("{} in {}", place.empty() ? fmt::format("{:#x}", address) : place,
                                function.empty() ? "?" : function));
  }
  return lines;
}

}  // namespace lightsout
