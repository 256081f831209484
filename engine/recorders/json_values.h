// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Values of recordings as JSON, appended to a text.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/recorders/label.h"
#include "engine/recorders/quantities.h"
#include "engine/recorders/seen_contacts.h"

namespace lightsout {

// "x":1,"y":null: the fields of a quantity, or its ranges, points or things. `numbers` is room to work in.
void append_json_fields(std::string& text, const Quantity& quantity, std::vector<double>& numbers);
// {"solid1":"A","solid2":"B","x":0,...}
void append_json(std::string& text, const SeenContact& contact, std::vector<double>& numbers);
// "id":1,"text":"..."
void append_json_fields(std::string& text, int id, const Label& label);

}  // namespace lightsout
