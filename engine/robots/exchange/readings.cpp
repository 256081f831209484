// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/exchange/readings.h"

#include <algorithm>

namespace lightsout {
namespace {

// Sorted by kind.
constexpr ReadingField fields[] = {
#define READING(kind, device, name, place, unit, text) {LO_DEVICE_##kind, device, name, place, unit, text},
#include "controllers/wire/readings.def"
#undef READING
};

}  // namespace

std::span<const ReadingField> reading_fields(lo_device_kind kind) {
  const auto found = std::ranges::equal_range(fields, kind, {}, &ReadingField::kind);
  return {found.begin(), found.end()};
}

}  // namespace lightsout
