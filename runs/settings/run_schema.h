// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// JSON Schema of run files, by which editors complete them, and of files that have their keys too.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace lightsout {

// Each key of run files with the schema of its value, those that are left out excepted.
nlohmann::ordered_json schemas_of_run_keys(const std::vector<std::string_view>& left_out = {});

// The same with what editors show of it.
nlohmann::ordered_json described(nlohmann::ordered_json schema, std::string_view text);
// A text that is not empty.
nlohmann::ordered_json schema_of_text();
// As --duration reads it.
nlohmann::ordered_json schema_of_duration();
// One, or a list of such.
nlohmann::ordered_json schema_of_one_or_several(const nlohmann::ordered_json& one);
// A mapping that has these keys and no other.
nlohmann::ordered_json schema_of_mapping(nlohmann::ordered_json properties);
// The same where `names`, whatever they are, have such values.
nlohmann::ordered_json schema_of_names(nlohmann::ordered_json values);

// The whole, as it is printed. `definitions`: what is referred to as #/$defs/NAME.
std::string schema_text(std::string_view title, nlohmann::ordered_json properties,
                        nlohmann::ordered_json definitions = nlohmann::ordered_json::object());

}  // namespace lightsout
