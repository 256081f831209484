// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/library/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <span>
#include <utility>

#include "world_format/library/library_tables.h"
#include "world_format/library/library_thing.h"
#include "world_format/library/library_variant.h"
#include "world_format/text/embedded_file.h"

namespace lightsout {

extern const std::span<const EmbeddedFile> library_protos;

namespace library {

namespace {

constexpr std::string_view appearances = "appearances.txt";
constexpr std::string_view things = "things.txt";
constexpr std::string_view variants = "variants.txt";
constexpr std::string_view y_up = "y_up/";
constexpr std::string_view body_rotation = "bodyRotation";

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

std::string_view proto_name(std::string_view path) {
  if (!path.ends_with(".proto")) return {};
  path.remove_suffix(6);
  return path;
}

// What the library has under a name ("Ball", "y_up/Ball").
struct Entry {
  enum class Kind { None, File, Appearance, Thing, Variant } kind = Kind::None;
  std::string_view text;  // of the file, or what follows the name in the table's line
};

Entry entry_of(std::string_view name) {
  if (const EmbeddedFile* file = find(fmt::format("{}.proto", name))) return {Entry::Kind::File, file->text};
  for (const auto& [kind, table] : {std::pair(Entry::Kind::Appearance, appearances),
                                    std::pair(Entry::Kind::Thing, things), std::pair(Entry::Kind::Variant, variants)})
    if (const std::string_view line = line_of(table, name); !line.empty()) return {kind, line};
  const bool only_turned = name.starts_with(y_up) && name.find('/', y_up.size()) == name.npos;
  return {only_turned ? Entry::Kind::Variant : Entry::Kind::None, {}};
}

// Without base_text.
Variant variant_of(std::string_view name, std::string_view line) {
  if (line.empty()) return {name, name.substr(y_up.size()), {}, {}};
  take_word(line);  // =
  const std::string_view base = line.substr(0, line.find(';'));
  return {name, trimmed(base), {}, line.substr(std::min(base.size() + 1, line.size()))};
}

// From a name to the PROTO that it is made from in the end.
struct Chain {
  std::vector<Variant> variants;  // the first is what was asked for
  std::string_view name;          // of the last one's base
  Entry entry;                    // of the same: no variant
};

bool has_body_rotation(const Entry& entry) {
  return entry.kind == Entry::Kind::Thing ||
         (entry.kind == Entry::Kind::File && entry.text.find(body_rotation) != entry.text.npos);
}

std::optional<Chain> chain_of(std::string_view name) {
  Chain chain{{}, name, entry_of(name)};
  bool turns = false;  // a variant without a line turns the shapes of its base
  while (chain.entry.kind == Entry::Kind::Variant) {
    turns = turns || chain.entry.text.empty();
    chain.variants.push_back(variant_of(chain.name, chain.entry.text));
    chain.name = chain.variants.back().base;
    chain.entry = entry_of(chain.name);
  }
  if (chain.entry.kind == Entry::Kind::None || (turns && !has_body_rotation(chain.entry))) return std::nullopt;
  return chain;
}

std::string text_at_end(const Chain& chain) {
  if (chain.entry.kind == Entry::Kind::Appearance) return appearance_text(chain.name, chain.entry.text);
  if (chain.entry.kind == Entry::Kind::Thing) return thing_text(chain.name, chain.entry.text);
  return std::string(chain.entry.text);
}

}  // namespace

bool has(std::string_view path) {
  const std::string_view name = proto_name(path);
  return !name.empty() && chain_of(name);
}

std::optional<std::string> text_of(std::string_view path) {
  const std::string_view name = proto_name(path);
  const auto chain = name.empty() ? std::nullopt : chain_of(name);
  if (!chain) return std::nullopt;
  std::string text = text_at_end(*chain);
  for (Variant variant : std::views::reverse(chain->variants)) {
    variant.base_text = text;
    text = variant_text(variant);
  }
  return text;
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
