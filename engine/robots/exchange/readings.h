// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the numbers are that sensors read, as the description of the API has it (controllers/api).
#pragma once

#include <span>

#include "controllers/wire/device_kinds.h"

namespace lightsout {

struct ReadingField {
  lo_device_kind kind;
  const char* device;  // name of its class
  const char* name;
  int place;  // in Reading::values
  const char* unit;
  const char* text;
};

// Of a kind of device; empty where its readings are no numbers of fixed count.
std::span<const ReadingField> reading_fields(lo_device_kind kind);

}  // namespace lightsout
