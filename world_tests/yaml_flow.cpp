// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_tests/yaml_flow.h"

#include <algorithm>

namespace lightsout {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }

void write(const YAML::Node& node, YAML::Emitter& out) {
  if (node.IsSequence()) {
    out << YAML::Flow << YAML::BeginSeq;
    for (const auto& element : node) write(element, out);
    out << YAML::EndSeq;
  } else if (node.IsMap()) {
    out << YAML::Flow << YAML::BeginMap;
    for (const auto& entry : node) {
      out << YAML::Key;
      write(entry.first, out);
      out << YAML::Value;
      write(entry.second, out);
    }
    out << YAML::EndMap;
  } else if (node.IsNull()) {
    out << YAML::Null;
  } else {
    if (std::ranges::any_of(node.Scalar(), is_control)) out << YAML::DoubleQuoted;
    out << node.Scalar();
  }
}

}  // namespace

std::string yaml_flow_of(const YAML::Node& node) {
  if (node.IsScalar() && std::ranges::none_of(node.Scalar(), is_control)) return node.Scalar();
  YAML::Emitter out;
  write(node, out);
  // Long ones are wrapped.
  std::string text = out.c_str();
  std::string line;
  for (const char c : text)
    if (c != '\n')
      line += c;
    else
      while (line.ends_with(' ')) line.pop_back();
  return line;
}

}  // namespace lightsout
