// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/library/library_thing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "world_format/library/library_tables.h"

namespace lightsout::library {

namespace {

constexpr std::string_view light_fields = R"(  field SFFloat pointLightAmbientIntensity 0
  field SFVec3f pointLightAttenuation 1 0 0
  field SFColor pointLightColor 1 1 1
  field SFFloat pointLightIntensity 1
  field SFBool pointLightCastShadows FALSE
  field SFFloat pointLightRadius 100
)";
constexpr std::string_view plain_look = "PBRAppearance { baseColor 0.7 0.7 0.7 roughness 0.7 metalness 0 }";
// Parameters by which a thing is told not to collide.
constexpr std::array<std::string_view, 2> collides_names = {"enableBoundingObject", "boundingObject"};

struct Parameter {
  std::string_view name;
  std::string type, value;
};

std::string type_of(std::string_view value) {
  if (value == "TRUE" || value == "FALSE") return "SFBool";
  if (value.starts_with('"')) return "SFString";
  if (value.find(',') != value.npos) return "SFVec3f";
  return value.find('.') == value.npos ? "SFInt32" : "SFFloat";
}

// "size=1,2,3", "slot:MFNode=[]"
Parameter read_parameter(std::string_view word) {
  const std::string_view head = word.substr(0, word.find('='));
  const std::string_view name = head.substr(0, head.find(':'));
  std::string value(word.substr(std::min(head.size() + 1, word.size())));
  std::string type = name.size() < head.size() ? std::string(head.substr(name.size() + 1)) : type_of(value);
  if (!value.starts_with('"')) std::ranges::replace(value, ',', ' ');
  if (type.starts_with("MF") && !value.starts_with('[') && !value.starts_with('"'))
    value = fmt::format("[ {} ]", value);
  return {name, std::move(type), std::move(value)};
}

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool mentions(std::string_view text, std::string_view name) {
  for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !is_word_character(text[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end == text.size() || !is_word_character(text[end]))) return true;
  }
  return false;
}

// A line of the table, taken apart.
struct Thing {
  std::string_view default_name = "\"thing\"";
  std::string place = "0 0 0", turn = "0 0 1 0";
  std::vector<Parameter> parameters;
  std::vector<std::vector<std::string_view>> shapes, lights;
  std::string_view weighs, collides;  // expressions of Lua; "": as the parameters `physics` and none say
  std::string_view clauses;           // all behind the head
  bool solid = true;

  const Parameter* find(std::string_view name) const {
    const auto found = std::ranges::find(parameters, name, &Parameter::name);
    return found == parameters.end() ? nullptr : &*found;
  }
};

Thing read_thing(std::string_view line) {
  Thing thing;
  std::string_view head = line.substr(0, line.find(';'));
  thing.clauses = line.substr(head.size());
  std::vector<std::string_view> words = words_of(head);
  if (!words.empty()) thing.default_name = words[0];
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "at" && i + 3 < words.size()) {
      thing.place = fmt::format("{} {} {}", words[i + 1], words[i + 2], words[i + 3]);
      i += 3;
    } else if (words[i] == "turned" && i + 4 < words.size()) {
      thing.turn = fmt::format("{} {} {} {}", words[i + 1], words[i + 2], words[i + 3], words[i + 4]);
      i += 4;
    } else {
      thing.parameters.push_back(read_parameter(words[i]));
    }
  }
  for (std::string_view rest = thing.clauses; !rest.empty();) {
    rest.remove_prefix(1);
    const std::string_view clause = rest.substr(0, rest.find(';'));
    rest.remove_prefix(clause.size());
    std::vector<std::string_view> parts = words_of(clause);
    if (parts.empty()) continue;
    if (parts[0] == "light")
      thing.lights.push_back(std::move(parts));
    else if (parts[0] == "seen")
      thing.solid = false;
    else if (parts[0] == "weighs" && parts.size() > 1)
      thing.weighs = parts[1];
    else
      thing.shapes.push_back(std::move(parts));
  }
  if (thing.weighs.empty() && thing.find("mass")) thing.weighs = "mass";
  for (const std::string_view name : collides_names)
    if (const Parameter* parameter = thing.find(name); parameter && parameter->type == "SFBool") thing.collides = name;
  return thing;
}

// What lengths along each axis are multiplied by; "": by nothing. The shapes are those of the default scale.
std::array<std::string, 3> scales_of(const Thing& thing) {
  const Parameter* scale = thing.find("scale");
  if (!scale) return {};
  if (scale->type == "SFFloat") {
    const std::string text = fmt::format("scale / {}", scale->value);
    return {text, text, text};
  }
  std::array<std::string, 3> result;
  std::string_view values = scale->value;
  for (std::size_t i = 0; i < 3; ++i) result[i] = fmt::format("scale.{} / {}", "xyz"[i], take_word(values));
  return result;
}

std::string shape_text(const std::vector<std::string_view>& words, const std::array<std::string, 3>& scales,
                       std::string_view look) {
  const auto length = [&](std::size_t i, std::size_t axis) {
    const std::string_view text = i < words.size() ? words[i] : std::string_view("0");
    return scales[axis].empty() ? fmt::format("%{{= {} }}%", text)
                                : fmt::format("%{{= ({}) * {} }}%", text, scales[axis]);
  };
  std::string geometry;
  if (words[0] == "box")
    geometry = fmt::format("Box {{ size {} {} {} }}", length(4, 0), length(5, 1), length(6, 2));
  else if (words[0] == "cylinder")
    geometry = fmt::format("Cylinder {{ radius {} height {} }}", length(4, 0), length(5, 2));
  else if (words[0] == "sphere")
    geometry = fmt::format("Sphere {{ radius {} }}", length(4, 0));
  else
    return {};
  return fmt::format(R"(          Pose {{
            translation {} {} {}
            children [ Shape {{ appearance {} geometry {} }} ]
          }}
)",
                     length(1, 0), length(2, 1), length(3, 2), look, geometry);
}

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

// What all things have; the line may give another default.
std::array<Parameter, 5> common_parameters(const Thing& thing) {
  const bool lamp = !thing.lights.empty();
  return {{{lamp ? "supportColor" : "color", "SFColor", lamp ? "1 1 1" : "0.7 0.7 0.7"},
           {"contactMaterial", "SFString", "\"default\""},
           {"physics", "SFNode", "NULL"},
           {"locked", "SFBool", "FALSE"},
           {"recognitionColors", "MFColor", "[]"}}};
}

// What its shapes are coloured by: `color`, or the first colour of its own.
std::string_view colour_of(const Thing& thing) {
  const std::string_view color = common_parameters(thing)[0].name;
  if (thing.find(color) || !thing.lights.empty()) return color;
  const auto own = std::ranges::find(thing.parameters, "SFColor", &Parameter::type);
  return own == thing.parameters.end() ? color : own->name;
}

// The declarations of its parameters, and those that its template reads as variables.
struct Declarations {
  std::string fields, locals;
};
Declarations declarations_of(const Thing& thing, std::string_view color) {
  const bool has_look = thing.find("appearance");
  std::string fields, locals;
  const auto common = common_parameters(thing);
  for (const Parameter& parameter : common) {
    const Parameter* own = thing.find(parameter.name);
    fmt::format_to(
        std::back_inserter(fields), "  {} {} {} {}\n",
        parameter.name == common[0].name && (has_look || parameter.name != color) ? "unconnectedField" : "field",
        parameter.type, parameter.name, own ? own->value : parameter.value);
  }
  for (const Parameter& parameter : thing.parameters) {
    if (std::ranges::find(common, parameter.name, &Parameter::name) != common.end()) continue;
    const bool is_look = parameter.name == "appearance", is_bound = parameter.name == "slot" ||
                                                                    parameter.name == "immersionProperties" ||
                                                                    (!has_look && parameter.name == color);
    const bool read = mentions(thing.clauses, parameter.name) || parameter.name == "scale" ||
                      parameter.name == thing.weighs || parameter.name == thing.collides;
    if (read) fmt::format_to(std::back_inserter(locals), "  local {0} = fields.{0}.value\n", parameter.name);
    fmt::format_to(std::back_inserter(fields), "  {} {} {} {}\n",
                   read || is_look || is_bound ? "field" : "unconnectedField", parameter.type, parameter.name,
                   is_look ? plain_look : parameter.value);
  }
  if (!thing.lights.empty()) fields += light_fields;
  return {fields, locals};
}

// What it shows, and what else lies in it.
struct Children {
  std::string shapes, further;
};
Children children_of(const Thing& thing, std::string_view color) {
  const std::string look = thing.find("appearance")
                               ? "IS appearance"
                               : fmt::format("PBRAppearance {{ baseColor IS {} roughness 0.7 metalness 0 }}", color);
  const std::array<std::string, 3> scales = scales_of(thing);
  std::string shapes, further;
  for (const auto& words : thing.shapes) shapes += shape_text(words, scales, look);
  if (!thing.lights.empty()) {
    further += "      Pose {\n        rotation IS bodyRotation\n        children [\n";
    for (const auto& words : thing.lights) further += light_text(words);
    further += "        ]\n      }\n";
  }
  if (thing.find("slot")) further += "      Group { children IS slot }\n";
  return {shapes, further};
}

// The fields that make it a solid that can be hit and moved.
std::string solid_fields(const Thing& thing) {
  std::string bounds = thing.solid ? "    boundingObject USE PARTS\n" : "";
  if (thing.solid && !thing.collides.empty())
    bounds = fmt::format("    %{{ if {} then }}%\n{}    %{{ end }}%\n", thing.collides, bounds);
  if (thing.find("immersionProperties")) bounds += "    immersionProperties IS immersionProperties\n";
  std::string physics = "    physics IS physics\n";
  if (!thing.weighs.empty())
    physics = fmt::format(
        "    %{{ if {0} > 0 then }}%\n    physics Physics {{ density -1 mass %{{= {0} }}% }}\n    %{{ else }}%\n{1}"
        "    %{{ end }}%\n",
        thing.weighs, physics);
  return bounds + physics;
}

}  // namespace

std::string thing_text(std::string_view name, std::string_view line) {
  const Thing thing = read_thing(line);
  const std::string_view color = colour_of(thing);
  const auto [fields, locals] = declarations_of(thing, color);
  const auto [shapes, further] = children_of(thing, color);
  return fmt::format(R"(#VRML_SIM R2025a utf8
# Approximates {0}: its outline in plain shapes and one colour.
# tags: open
# template language: lua
PROTO {0} [
  field SFVec3f translation {1}
  field SFRotation rotation {2}
  field SFString name {3}
{4}  hiddenField SFRotation bodyRotation 0 0 1 0
]
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
        rotation IS bodyRotation
        children [
{6}        ]
      }}
{7}    ]
{8}  }}
}}
)",
                     name, thing.place, thing.turn, thing.default_name, fields, locals, shapes, further,
                     solid_fields(thing));
}

}  // namespace lightsout::library
