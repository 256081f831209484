// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How bundles are called.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace lightsout {

inline constexpr std::string_view bundle_ending = ".tar.zst";

inline bool is_bundle_name(std::string_view name) { return name.ends_with(bundle_ending); }

// What is wrong with it as the name of a bundle that is to be written; "" if nothing.
inline std::string wrong_bundle_name(std::string_view name) {
  return is_bundle_name(name) ? "" : fmt::format("{}: the name of a bundle ends with {}", name, bundle_ending);
}

}  // namespace lightsout
