// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A run file (run.yaml) says all that a run is: each key of the table in run_options.h.
#pragma once

#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runs/settings/run_settings.h"

namespace lightsout {

class Diagnostics;

// Where a file says what it says of a run, by its keys.
using KeyPlaces = std::map<std::string, Span, std::less<>>;

// Adds what the file says to the settings. Relative paths start at its folder, or at that which its key `folder` names.
// What is wrong is reported as bad-run-file at its place, and left out.
KeyPlaces read_run_file(const Source& source, RunSettings& settings, Diagnostics& diagnostics);

// What of the settings does not go together is reported where a file says it. Call it when all has been said. False:
// all goes together, or the file says nothing of it.
bool report_contradiction(const RunSettings& settings, const KeyPlaces& places, Diagnostics& diagnostics);

// Keys that a file has beside those of runs, or in their place, and who takes them.
struct OtherKeys {
  std::string what;  // "a test"
  std::vector<std::string_view> names;
  std::function<void(const std::string&, const YAML::Node&)> take;
  bool keeps_outputs = false;  // the names of what is written stay as they are: somebody puts them into a folder
  // What stands in a mapping `set`, by name and by the nodes of name and value; true: it is taken.
  std::function<bool(const std::string&, const YAML::Node&, const YAML::Node&)> take_field{};
};
// The same of a mapping within a larger file. `wins`: a list takes the place of what was said before, unless it is one
// that adds.
KeyPlaces read_run_keys(const YAML::Node& map, const Source& source, const OtherKeys& others, bool wins,
                        RunSettings& settings, Diagnostics& diagnostics);

// Where relative paths of it start: the folder of the file, or that which the key `folder` of the mapping names.
std::filesystem::path folder_of_names(const Source& source, const YAML::Node& map);

// A run file that says the same, read from anywhere.
std::string write_run_file(const RunSettings& settings);

// For editors: JSON Schema of run files.
std::string run_file_schema();

}  // namespace lightsout
