// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/reading/yaml_reader.h"

#include <yaml-cpp/eventhandler.h>

#include <charconv>
#include <cmath>
#include <sstream>

#include "engine/descriptors/whole_names.h"
#include "world_format/syntax/field_value.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

namespace fs = std::filesystem;

namespace {

// Where what it is shown begins.
class Beginning final : public YAML::EventHandler {
 public:
  std::optional<YAML::Mark> place;

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { note(mark); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { note(mark); }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t, const std::string&) override { note(mark); }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    note(mark);
  }
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    note(mark);
  }
  void OnMapEnd() override {}

 private:
  void note(const YAML::Mark& mark) {
    if (!place) place = mark;
  }
};

}  // namespace

// Not by YAML::LoadAll(): of a text that goes on with a comma where no list is, yaml-cpp makes documents of nothing
// without end, and never gets behind the comma.
std::optional<YAML::Mark> YamlReader::second_document(const std::string& text) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  Beginning first, second;
  if (!parser.HandleNextDocument(first) || !parser.HandleNextDocument(second) || !second.place) return {};
  const YAML::Mark& at = *second.place;
  if (at.pos >= 0 && std::size_t(at.pos) < text.size() && text[std::size_t(at.pos)] == ',')
    throw YAML::ParserException(
        at, "a comma stands between the elements of a list or mapping in brackets, and here is none");
  return at;
}

YamlReader::YamlReader(const Source& source, Diagnostics& diagnostics)
    : source_(source), diagnostics_(diagnostics), file_(source.name()) {}

void YamlReader::report(const Wrong& wrong) {
  const auto size = source_.text().size();
  const auto begin = std::min<std::size_t>(wrong.place.pos < 0 ? 0 : std::size_t(wrong.place.pos), size);
  const auto end = std::min(begin + wrong.length, size);
  diagnostics_.report(DiagnosticKind::BadRunFile, {&source_, std::uint32_t(begin), std::uint32_t(end)}, wrong.message);
}

void YamlReader::fail(const YAML::Node& node, const std::string& what) {
  throw Wrong{node.Mark(), node.IsScalar() ? std::max<std::size_t>(1, node.Scalar().size()) : 1, what};
}

// yaml-cpp reads numbers through a stream, in the classic locale.
double YamlReader::number(const YAML::Node& node, const std::string& what) {
  double value = 0;
  if (!node.IsScalar() || !YAML::convert<double>::decode(node, value))
    fail(node, fmt::format("{} must be a number", what));
  if (std::isnan(value)) fail(node, fmt::format("{} must be a number, not NaN", what));
  return value;
}

double YamlReader::finite(const YAML::Node& node, const std::string& what) {
  const double value = number(node, what);
  if (!std::isfinite(value)) fail(node, fmt::format("{} must be finite", what));
  return value;
}

double YamlReader::not_negative(const YAML::Node& node, const std::string& what) {
  const double value = number(node, what);
  if (!(value >= 0)) fail(node, fmt::format("{} must not be negative", what));
  return value;
}

int YamlReader::integer(const YAML::Node& node, const std::string& what) {
  // yaml-cpp would take 010 for 8.
  const std::string digits = node.IsScalar() ? node.Scalar() : "";
  int value = 0;
  const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || error != std::errc() || rest != digits.data() + digits.size())
    fail(node, fmt::format("{} must be a whole number", what));
  return value;
}

std::string YamlReader::text(const YAML::Node& node, const std::string& what) {
  if (!node.IsScalar()) fail(node, fmt::format("{} must be text", what));
  const auto said = node.as<std::string>();
  // No name of a file and no word of a command line has one.
  if (said.contains('\0')) fail(node, fmt::format("{} has a character with the code 0", what));
  return said;
}

std::string_view YamlReader::key_meant(std::string_view said, const std::vector<std::string_view>& keys,
                                       const std::vector<Word>& words) {
  for (const auto& [word, key] : words)
    if (word == said) return key;
  return did_you_mean(said, keys);
}

Span YamlReader::place_of(const YAML::Node& node) const {
  const auto size = source_.text().size();
  const auto begin = std::min<std::size_t>(node.Mark().pos < 0 ? 0 : std::size_t(node.Mark().pos), size);
  const std::string& said = node.IsScalar() ? node.Scalar() : std::string();
  for (const std::size_t at : {begin, begin + 1})
    if (!said.empty() && at < size && source_.text().substr(at, said.size()) == said)
      return {&source_, std::uint32_t(at), std::uint32_t(at + said.size())};
  return {&source_, std::uint32_t(begin), std::uint32_t(std::min(begin + 1, size))};
}

std::string YamlReader::field_text(const YAML::Node& node) {
  if (node.IsNull()) return "NULL";
  if (!node.IsSequence()) return text(node, "a value");
  std::string list;
  for (const auto& element : node) {
    const std::string said = field_text(element);
    list += (list.empty() ? "" : " ") + (element.IsSequence() ? said : list_element(said));
  }
  return "[" + list + "]";
}

fs::path YamlReader::path(const YAML::Node& node, const std::string& what, const fs::path& folder) const {
  std::error_code error;
  if (file_.empty()) return text(node, what);
  const fs::path found = absolute_path(folder / text(node, what)).lexically_normal();
  if (!fs::exists(found, error)) fail(node, fmt::format("{} is not there", found.string()));
  if (fs::is_directory(found, error)) fail(node, fmt::format("{} is a folder", found.string()));
  return found;
}

std::string YamlReader::seen_from(const fs::path& folder, const std::string& name) {
  std::error_code error;
  if (name.empty() || name == "-" || fs::path(name).is_absolute() || folder.empty()) return name;
  if (fs::equivalent(folder, working_folder(), error)) return name;
  return (folder / name).lexically_normal().string();
}

}  // namespace lightsout
