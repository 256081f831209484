// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Readings that are lists of things: targets of a radar, objects that a camera recognizes, packets of a receiver. As
// controllers get them, told as JSON.
#pragma once

#include <span>
#include <string>

#include "controllers/wire/device_kinds.h"
#include "engine/robots/components/shown_list.h"

namespace lightsout {

class Device;

struct ThingField {
  const char *name, *unit, *text;
  enum class Type { Number, Numbers, Text } type = Type::Number;
};

struct ReadingList {
  lo_device_kind kind;
  const char* device;  // name of its class
  const char* name;    // "targets"
  std::span<const ThingField> fields;
  // Things are in one sample alone, and not in the next: packets.
  bool comes_once = false;
};

// nullptr if its readings are none.
const ReadingList* reading_list_of(const Device& device);
// Empty if it shows none.
ShownList shown_list_of(const Device& device);
// The things of the last sample, {"distance":1,...},{...}.
void append_things(std::string& text, const Device& device);

}  // namespace lightsout
