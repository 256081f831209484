// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The environment of a process to be started, as a map: later values replace earlier ones.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lightsout {

class Environment {
 public:
  // That of this program.
  static Environment current();

  void set(std::string name, std::string value) { variables_[std::move(name)] = std::move(value); }
  void unset(const std::string& name) { variables_.erase(name); }
  // Puts `entries` before what the variable holds, separated by colons.
  void prepend(const std::string& name, const std::vector<std::string>& entries);
  // "" if it is not set.
  std::string get(const std::string& name) const;
  // "NAME=value", sorted.
  std::vector<std::string> entries() const;

 private:
  std::map<std::string, std::string> variables_;
};

}  // namespace lightsout
