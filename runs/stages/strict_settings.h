// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where a world's file says what cannot be, something else takes its place, with a warning. Not so where somebody has
// asked for just that with --set, in a run file or in a batch: what is found at such a place is an error.
#pragma once

#include <optional>
#include <vector>

#include "world_format/field_setting.h"

namespace lightsout {

class Diagnostics;

// How many warnings and errors stand at a place of a setting.
int found_in_settings(const Diagnostics& found, const std::vector<FieldSetting>& settings);

// The same, all of those as bad-setting.
Diagnostics held_to_settings(const Diagnostics& found, const std::vector<FieldSetting>& settings);

}  // namespace lightsout
