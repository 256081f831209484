// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a list is that `set` of a sweep file gives to a field, `ROBOT.gain: [1, 2]`: one value where the field takes it
// whole, else a value at a time, each with each of the other parameters.
#pragma once

#include <string>

#include "batches/sweeps/sweep.h"

namespace lightsout {

// Settles all lists of the sweep by the types of the fields in its worlds. A list goes whole to a field of lists, and,
// without lists in it, to one of vectors or of strings; a text with commas is several values for a field of numbers or
// of true and false. What no world has is whole: its runs say what is wrong. "", or what differs between two worlds.
// Worlds are read in processes of their own: call it while there is one thread.
std::string settle_field_lists(Sweep& sweep);

}  // namespace lightsout
