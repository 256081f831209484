#include "world_format/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "world_format/embedded_file.h"
#include "world_format/library_variant.h"

namespace lightsout {

extern const std::span<const EmbeddedFile> library_protos;

namespace library {

namespace {

constexpr std::string_view appearances = "appearances.txt";
constexpr std::string_view things = "things.txt";
constexpr std::string_view variants = "variants.txt";
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

bool lights_up(std::string_view line) { return line.find("; light ") != line.npos; }

// A shape of a thing at its place.
std::string shape_text(const std::vector<std::string_view>& words, std::string_view color) {
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
      "PBRAppearance {{ baseColor IS {} roughness 0.7 metalness 0 }} geometry {} }} ]\n          }}\n",
      number(1), number(2), number(3), color, geometry);
}

// The light of a lamp.
std::string light_text(const std::vector<std::string_view>& words) {
  const auto number = [&words](std::size_t i) { return i < words.size() ? words[i] : std::string_view("0"); };
  return fmt::format(R"(          PointLight {{
            location {} {} {}
            ambientIntensity IS pointLightAmbientIntensity
            attenuation IS pointLightAttenuation
            color IS pointLightColor
            intensity IS pointLightIntensity
            castShadows IS pointLightCastShadows
            radius IS pointLightRadius
          }}
)",
                     number(1), number(2), number(3));
}

constexpr std::string_view light_fields = R"(  unconnectedField SFColor bulbColor 1 1 1
  field SFFloat pointLightAmbientIntensity 0
  field SFVec3f pointLightAttenuation 1 0 0
  field SFColor pointLightColor 1 1 1
  field SFFloat pointLightIntensity 1
  field SFBool pointLightCastShadows FALSE
  field SFFloat pointLightRadius 100
)";

std::string thing_text(std::string_view name, std::string_view line) {
  std::string_view head = line.substr(0, line.find(';'));
  std::string_view rest = line.substr(std::min(head.size(), line.size()));
  std::vector<std::string_view> words = words_of(head);
  std::string place = "0 0 0", fields, locals;
  bool has_mass = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "at" && i + 3 < words.size()) {
      place = fmt::format("{} {} {}", words[i + 1], words[i + 2], words[i + 3]);
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
    }
    fmt::format_to(std::back_inserter(locals), "  local {0} = fields.{0}.value\n", field);
    fmt::format_to(std::back_inserter(fields), "  field {} {} {}\n", type, field, value);
  }
  std::string shapes, lights;
  bool solid = true;
  while (!rest.empty()) {
    rest.remove_prefix(1);
    std::string_view shape = rest.substr(0, rest.find(';'));
    rest.remove_prefix(shape.size());
    const std::vector<std::string_view> shape_words = words_of(shape);
    if (shape_words.empty()) continue;
    if (shape_words[0] == "light")
      lights += light_text(shape_words);
    else if (shape_words[0] == "seen")
      solid = false;
    else
      shapes += shape_text(shape_words, lights_up(line) ? "supportColor" : "color");
  }
  if (!lights.empty()) fields += light_fields;
  return fmt::format(
      R"(#VRML_SIM R2025a utf8
# Approximates {0}: its outline in plain shapes and one colour.
# tags: open
# template language: lua
PROTO {0} [
  field SFVec3f translation {1}
  field SFRotation rotation 0 0 1 0
  field SFString name {2}
  field SFColor {3} {4}
  field SFString contactMaterial "default"
  field SFNode physics NULL
  field SFBool locked FALSE
  field MFColor recognitionColors []
{5}  hiddenField SFRotation bodyRotation 0 0 1 0
]
{{
%{{
{6}}}%
  Solid {{
    translation IS translation
    rotation IS rotation
    name IS name
    model {2}
    contactMaterial IS contactMaterial
    locked IS locked
    recognitionColors IS recognitionColors
    children [
      DEF PARTS Pose {{
        rotation IS bodyRotation
        children [
{7}        ]
      }}
{8}    ]
{9}{10}  }}
}}
)",
      name, place, words.empty() ? "\"thing\"" : words[0], lights.empty() ? "color" : "supportColor",
      lights.empty() ? "0.7 0.7 0.7" : "1 1 1", fields, locals, shapes,
      lights.empty()
          ? ""
          : fmt::format("      Pose {{\n        rotation IS bodyRotation\n        children [\n{}        ]\n      }}\n",
                        lights),
      solid ? "    boundingObject USE PARTS\n" : "",
      has_mass ? "    %{ if mass > 0 then }%\n    physics Physics { density -1 mass %{= mass }% }\n    %{ else }%\n"
                 "    physics IS physics\n    %{ end }%\n"
               : "    physics IS physics\n");
}

std::string_view proto_name(std::string_view path) {
  if (!path.ends_with(".proto")) return {};
  path.remove_suffix(6);
  return path;
}

// Nothing if there is no PROTO of this name ("Ball", "y_up/Ball").
std::optional<std::string> proto_text(std::string_view name) {
  if (const EmbeddedFile* file = find(fmt::format("{}.proto", name))) return std::string(file->text);
  if (std::string_view line = line_of(appearances, name); !line.empty()) return appearance_text(name, line);
  if (std::string_view line = line_of(things, name); !line.empty()) return thing_text(name, line);
  Variant variant{name, {}, {}, {}};
  if (std::string_view line = line_of(variants, name); !line.empty()) {
    take_word(line);  // =
    variant.base = line.substr(0, line.find(';'));
    variant.clauses = line.substr(std::min(variant.base.size() + 1, line.size()));
    variant.base = take_word(variant.base);
  } else if (name.starts_with(y_up)) {
    variant.base = name.substr(y_up.size());
  } else {
    return std::nullopt;
  }
  const std::optional<std::string> base = proto_text(variant.base);
  if (!base || (variant.clauses.empty() && line_of(variants, name).empty() && base->find("bodyRotation") == base->npos))
    return std::nullopt;
  variant.base_text = *base;
  return variant_text(variant);
}

}  // namespace

bool has(std::string_view path) { return text_of(path).has_value(); }

std::optional<std::string> text_of(std::string_view path) {
  const std::string_view name = proto_name(path);
  return name.empty() ? std::nullopt : proto_text(name);
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> result;
  for (const EmbeddedFile& file : library_protos)
    if (file.path.find('/') == file.path.npos)
      if (std::string_view name = proto_name(file.path); !name.empty()) result.push_back(name);
  for (std::string_view table : {appearances, things, variants})
    for_each_line(table, [&](std::string_view line) {
      if (const std::string_view name = line.substr(0, line.find(' ')); name.find('/') == name.npos)
        result.push_back(name);
    });
  std::ranges::sort(result);
  return result;
}

}  // namespace library

}  // namespace lightsout
