#include "world_format/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "world_format/embedded_file.h"

namespace lightsout {

extern const std::span<const EmbeddedFile> library_protos;

namespace library {

namespace {

constexpr std::string_view appearances = "appearances.txt";
constexpr std::string_view things = "things.txt";
constexpr std::string_view y_up = "y_up/";

const EmbeddedFile* find(std::string_view path) {
  auto file = std::ranges::lower_bound(library_protos, path, {}, &EmbeddedFile::path);
  return file != library_protos.end() && file->path == path ? &*file : nullptr;
}

template <class Visit>
void for_each_line(std::string_view table, Visit&& visit) {
  const EmbeddedFile* file = find(table);
  std::string_view rest = file ? file->text : std::string_view();
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (!line.empty() && line[0] != '#') visit(line);
  }
}

// What follows the name in the line that begins with it.
std::string_view line_of(std::string_view table, std::string_view name) {
  std::string_view found;
  for_each_line(table, [&](std::string_view line) {
    if (found.empty() && line.size() > name.size() && line.starts_with(name) && line[name.size()] == ' ')
      found = line.substr(name.size());
  });
  return found;
}

// The next word and the rest; a word in quotes may hold blanks.
std::string_view take_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::size_t quoted = line.starts_with('"') ? line.find('"', 1) + 1 : 0;
  std::string_view word = line.substr(0, std::max(quoted, std::min(line.find(' ', quoted), line.size())));
  line.remove_prefix(word.size());
  return word;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) words.push_back(word);
  return words;
}

std::string appearance_text(std::string_view name, std::string_view line) {
  std::vector<std::string_view> words = words_of(line);
  words.resize(std::max<std::size_t>(words.size(), 5), "1");
  const std::string_view color = words.size() > 5 ? words[5] : "colorOverride";
  return fmt::format(R"(#VRML_SIM R2025a utf8
# Approximates {0}: its colour without its pattern.
# template language: lua
PROTO {0} [
  field SFColor {1} 1 1 1
  unconnectedField MFString type []
  unconnectedField SFString tone ""
  unconnectedField SFInt32 rustLevel 1
  field SFNode textureTransform NULL
  unconnectedField SFNode environmentMap NULL
  field SFFloat IBLStrength 1
  hiddenField SFFloat metalness {5}
  hiddenField SFFloat roughness {6}
]
{{
  %{{ local c = fields.{1}.value }}%
  PBRAppearance {{
    baseColor %{{= {2} * c.r }}% %{{= {3} * c.g }}% %{{= {4} * c.b }}%
    metalness IS metalness
    roughness IS roughness
    textureTransform IS textureTransform
    IBLStrength IS IBLStrength
  }}
}}
)",
                     name, color, words[0], words[1], words[2], words[3], words[4]);
}

// A shape of a thing at its place; "" for `seen`.
std::string shape_text(std::string_view text) {
  const std::vector<std::string_view> words = words_of(text);
  const auto number = [&](std::size_t i) {
    return fmt::format("%{{= {} }}%", i < words.size() ? words[i] : std::string_view("0"));
  };
  std::string geometry;
  if (words[0] == "box")
    geometry = fmt::format("Box {{ size {} {} {} }}", number(4), number(5), number(6));
  else if (words[0] == "cylinder")
    geometry = fmt::format("Cylinder {{ radius {} height {} }}", number(4), number(5));
  else if (words[0] == "sphere")
    geometry = fmt::format("Sphere {{ radius {} }}", number(4));
  else
    return {};
  return fmt::format(
      "          Pose {{\n            translation {} {} {}\n            children [ Shape {{ appearance "
      "PBRAppearance {{ baseColor IS color roughness 0.7 metalness 0 }} geometry {} }} ]\n          }}\n",
      number(1), number(2), number(3), geometry);
}

std::string thing_text(std::string_view name, std::string_view line, bool old) {
  std::string_view head = line.substr(0, line.find(';'));
  std::string_view rest = line.substr(std::min(head.size(), line.size()));
  std::vector<std::string_view> words = words_of(head);
  std::string place = "0 0 0", fields, locals;
  bool has_mass = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "at" && i + 3 < words.size()) {
      // z of today is y of older files; nothing in the table stands beside its origin.
      place = old ? fmt::format("0 {} 0", words[i + 3]) : fmt::format("0 0 {}", words[i + 3]);
      i += 3;
      continue;
    }
    const auto equals = words[i].find('=');
    const std::string_view field = words[i].substr(0, equals);
    std::string value(words[i].substr(std::min(equals, words[i].size() - 1) + 1));
    std::string_view type = value.find('.') == value.npos ? "SFInt32" : "SFFloat";
    has_mass |= field == "mass";
    if (value.find(',') != value.npos) {
      type = "SFVec3f";
      std::ranges::replace(value, ',', ' ');
      if (old) {
        const std::vector<std::string_view> v = words_of(value);
        value = fmt::format("{} {} {}", v[0], v[2], v[1]);
        fmt::format_to(std::back_inserter(locals),
                       "  local {0} = {{x = fields.{0}.value.x, y = fields.{0}.value.z, z = fields.{0}.value.y}}\n",
                       field);
      } else {
        fmt::format_to(std::back_inserter(locals), "  local {0} = fields.{0}.value\n", field);
      }
    } else {
      fmt::format_to(std::back_inserter(locals), "  local {0} = fields.{0}.value\n", field);
    }
    fmt::format_to(std::back_inserter(fields), "  field {} {} {}\n", type, field, value);
  }
  std::string shapes;
  bool solid = true;
  while (!rest.empty()) {
    rest.remove_prefix(1);
    std::string_view shape = rest.substr(0, rest.find(';'));
    rest.remove_prefix(shape.size());
    const std::string text = shape_text(shape);
    solid &= !text.empty();
    shapes += text;
  }
  return fmt::format(
      R"(#VRML_SIM R2025a utf8
# Approximates {0}: its outline in plain shapes and one colour.
# tags: open
# template language: lua
PROTO {0} [
  field SFVec3f translation {1}
  field SFRotation rotation {2}
  field SFString name {3}
  field SFColor color 0.7 0.7 0.7
  field SFString contactMaterial "default"
  field SFNode physics NULL
  field SFBool locked FALSE
  field MFColor recognitionColors []
{4}]
{{
%{{
{5}}}%
  Solid {{
    translation IS translation
    rotation IS rotation
    name IS name
    model {3}
    contactMaterial IS contactMaterial
    locked IS locked
    recognitionColors IS recognitionColors
    children [
      DEF PARTS Pose {{
        rotation {6}
        children [
{7}        ]
      }}
    ]
{8}{9}  }}
}}
)",
      name, place, old ? "0 1 0 0" : "0 0 1 0", words.empty() ? "\"thing\"" : words[0], fields, locals,
      old ? "1 0 0 -1.5707963267948966" : "0 0 1 0", shapes, solid ? "    boundingObject USE PARTS\n" : "",
      has_mass ? "    %{ if mass > 0 then }%\n    physics Physics { density -1 mass %{= mass }% }\n    %{ else }%\n"
                 "    physics IS physics\n    %{ end }%\n"
               : "    physics IS physics\n");
}

std::string_view proto_name(std::string_view path) {
  if (!path.ends_with(".proto")) return {};
  path.remove_suffix(6);
  return path;
}

}  // namespace

bool has(std::string_view path) {
  if (find(path)) return true;
  std::string_view name = proto_name(path);
  if (name.empty()) return false;
  if (!line_of(appearances, name).empty()) return true;
  if (name.starts_with(y_up)) name.remove_prefix(y_up.size());
  return !line_of(things, name).empty();
}

std::optional<std::string> text_of(std::string_view path) {
  if (const EmbeddedFile* file = find(path)) return std::string(file->text);
  std::string_view name = proto_name(path);
  if (name.empty()) return std::nullopt;
  if (std::string_view line = line_of(appearances, name); !line.empty()) return appearance_text(name, line);
  const bool old = name.starts_with(y_up);
  if (old) name.remove_prefix(y_up.size());
  if (std::string_view line = line_of(things, name); !line.empty()) return thing_text(name, line, old);
  return std::nullopt;
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> result;
  for (const EmbeddedFile& file : library_protos)
    if (file.path.find('/') == file.path.npos)
      if (std::string_view name = proto_name(file.path); !name.empty()) result.push_back(name);
  for (std::string_view table : {appearances, things})
    for_each_line(table, [&](std::string_view line) { result.push_back(line.substr(0, line.find(' '))); });
  std::ranges::sort(result);
  return result;
}

}  // namespace library

}  // namespace lightsout
