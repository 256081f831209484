// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What of a run can be recorded, and how people call it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

namespace lightsout {

enum class Subject : std::uint8_t { Solids, Joints, Motors, Readings, Contacts, ScreenLabels, Images };

// In the order of the enumeration.
constexpr std::string_view subject_names[] = {"solids", "joints", "motors", "readings", "contacts", "labels", "images"};

constexpr std::string_view name_of(Subject subject) { return subject_names[std::size_t(subject)]; }

inline std::optional<Subject> subject_of(std::string_view name) {
  const auto* found = std::ranges::find(subject_names, name);
  if (found == std::end(subject_names)) return {};
  return Subject(found - std::begin(subject_names));
}

}  // namespace lightsout
