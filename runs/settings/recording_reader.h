// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Reads what a document says of one recording.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runs/reading/yaml_reader.h"
#include "runs/settings/recording.h"

namespace lightsout {

// Reads a mapping of a document; what is wrong is reported at its place, and left out.
class RecordingReader : private YamlReader {
 public:
  using YamlReader::YamlReader;
  // nothing: it names no file.
  std::optional<Recording> read(const YAML::Node& mapping);

 private:
  void read_key(const std::string& key, const YAML::Node& value, Recording& recording);
  static std::vector<std::string> texts(const YAML::Node& value, const std::string& what);
};

}  // namespace lightsout
