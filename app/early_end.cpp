// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/early_end.h"

#include <cxxabi.h>
#include <execinfo.h>

#include <atomic>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string_view>
#include <system_error>
#include <typeinfo>

#include "engine/programs/left_behind.h"
#include "runs/guarded_run.h"
#include "runs/reports/named_files.h"
#include "runs/reports/run_progress.h"
#include "runs/reports/verdict.h"
#include "runs/run_output.h"

namespace lightsout {
namespace {

int argument_count = 0;
char** argument_list = nullptr;
std::atomic<bool> lacked_memory = false;
std::terminate_handler terminate_before = nullptr;

void on_lack_of_memory() {
  lacked_memory = true;
  throw std::bad_alloc();
}

// The exception itself is left alone: to throw it again takes memory.
bool is_for_memory() {
  const std::type_info* const thrown = abi::__cxa_current_exception_type();
  return lacked_memory || (thrown && *thrown == typeid(std::bad_alloc));
}

void on_terminate() {
  static std::atomic<bool> ends = false;
  if (!is_for_memory()) terminate_before();
  if (!ends.exchange(true))
    write_early_end(argument_count, argument_list, "out of memory");
  else  // while that was written
    std::fputs("lightsout: no verdict is written\n", stderr);
  tell_guard_of_end(int(Outcome::EnvironmentFailed));
  end_process(int(Outcome::EnvironmentFailed));
}

}  // namespace

void end_in_order_without_memory(int argc, char** argv) {
  argument_count = argc;
  argument_list = argv;
  // glibc loads what exceptions need that pass through its own functions (std::call_once) when they first do.
  void* frame = nullptr;
  (void)::backtrace(&frame, 1);
  std::set_new_handler(on_lack_of_memory);
  terminate_before = std::set_terminate(on_terminate);
}

void write_early_end(int argc, char** argv, const char* why) {
  std::fprintf(stderr, "lightsout: %s\n", why);
  if (argc < 2 || std::string_view(argv[1]) != "run") return;
  try {
    write_verdict_of_early_end({argv + 1, argv + argc}, Outcome::EnvironmentFailed, why);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lightsout: no verdict is written: %s\n", error.what());
  }
  tell_guard_of_end(int(Outcome::EnvironmentFailed));
}

namespace {

// In the folder of the run (-o), if that is there and has none: the run had begun.
std::string verdict_in_folder(const std::vector<std::string>& arguments) {
  std::string folder;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if ((argument == "-o" || argument == "--output") && i + 1 < arguments.size()) folder = arguments[++i];
    if (argument.starts_with("--output=")) folder = argument.substr(std::string_view("--output=").size());
  }
  std::error_code error;
  const std::string verdict = verdict_in(folder);
  return !folder.empty() && std::filesystem::is_directory(folder, error) && !std::filesystem::exists(verdict, error)
             ? verdict
             : "";
}

}  // namespace

void write_verdict_of_early_end(const std::vector<std::string>& arguments, Outcome outcome,
                                const std::string& message) {
  const std::string option = "--verdict";
  NamedFiles inputs;
  std::vector<std::string> paths;  // all that were named, were it one too many: none keeps an old verdict
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == option && i + 1 < arguments.size())
      paths.push_back(arguments[++i]);
    else if (argument.starts_with(option + '='))
      paths.push_back(argument.substr(option.size() + 1));
    else
      inputs.reads("", argument);
  }
  if (paths.empty() && outcome != Outcome::WrongUse) paths.push_back(verdict_in_folder(arguments));
  Verdict verdict;
  verdict.outcome = outcome;
  verdict.message = message;
  if (RunProgress::latest()) RunProgress::latest()->tell(verdict);
  for (const std::string& path : paths) {
    NamedFiles files = inputs;
    files.writes(option, path);
    if (path.empty() || files.conflict()) continue;
    (void)files.prepare();
    (void)write_verdict(verdict, path);
  }
}

}  // namespace lightsout
