// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A shared library that users wrote, in this process for as long as the object lives.
#pragma once

#include <expected>
#include <filesystem>
#include <string>

namespace lightsout {

class LoadedLibrary {
 public:
  // All symbols are resolved at once. Where the file is already loaded (another simulation in this process has it, or
  // it cannot be unloaded), a private copy of the file is loaded: each simulation has its own static variables.
  static std::expected<LoadedLibrary, std::string> open(const std::filesystem::path& file);

  LoadedLibrary() = default;
  LoadedLibrary(LoadedLibrary&& other) noexcept;
  LoadedLibrary& operator=(LoadedLibrary&& other) noexcept;
  ~LoadedLibrary();

  // nullptr if it has no such symbol of its own (what it only imports does not count).
  void* find(const char* symbol) const;
  template <class Function>
  Function find_function(const char* symbol) const {
    return reinterpret_cast<Function>(find(symbol));
  }
  // Calls what is called when it is unloaded, destructors of static variables. It is to be abandoned then.
  void finish() const;
  // It stays loaded for ever, and nothing of it is called when the process ends: after a crash inside it, its
  // destructors are not to be trusted.
  void abandon();
  explicit operator bool() const { return handle_ != nullptr; }

 private:
  void* handle_ = nullptr;
  std::string loaded_path_;
  bool is_copy_ = false;
};

}  // namespace lightsout
