// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Functions, files and lines of machine code, by libdw. It is loaded when it is first wanted: start-up is a budget, and
// most runs never crash.
#pragma once

#include <cstdint>
#include <map>
#include <string>

struct Dwfl;
struct Dwfl_Module;

namespace lightsout {

class DebugInformation {
 public:
  // Of addresses in this process, or in files of programs and libraries.
  enum class Of { ThisProcess, Files };
  explicit DebugInformation(Of what);
  ~DebugInformation();
  DebugInformation(const DebugInformation&) = delete;
  DebugInformation& operator=(const DebugInformation&) = delete;

  struct Place {
    std::string function;  // "" if it is not known
    std::string line;      // "file:number", "" if it is not known
  };
  Place find(std::uintptr_t address) const;
  // An address as the file has it, not as it was loaded.
  Place find(const std::string& file, std::uintptr_t address);

 private:
  Place find_in(Dwfl_Module* module, std::uintptr_t address) const;
  Dwfl* session_ = nullptr;
  std::map<std::string, Dwfl_Module*> files_;
};

// As the source has it.
std::string demangled(const char* symbol);

}  // namespace lightsout
