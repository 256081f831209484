// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/environment.h"

#include <unistd.h>

namespace lightsout {

Environment Environment::current() {
  Environment result;
  for (char** entry = ::environ; entry && *entry; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos)
      result.set(std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
  }
  return result;
}

void Environment::prepend(const std::string& name, const std::vector<std::string>& entries) {
  std::string value;
  for (const std::string& entry : entries) value += (value.empty() ? "" : ":") + entry;
  const std::string before = get(name);
  if (!before.empty()) value += (value.empty() ? "" : ":") + before;
  set(name, value);
}

std::string Environment::get(const std::string& name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? std::string() : found->second;
}

std::vector<std::string> Environment::entries() const {
  std::vector<std::string> result;
  for (const auto& [name, value] : variables_) result.push_back(name + "=" + value);
  return result;
}

}  // namespace lightsout
