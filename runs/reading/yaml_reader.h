// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Reads values of a YAML document; what is wrong is reported at its place, and the reader goes on behind it.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "world_format/text/source.h"

namespace lightsout {

class Diagnostics;

class YamlReader {
 public:
  YamlReader(const Source& source, Diagnostics& diagnostics);

 protected:
  // Reads one value; what it throws by fail() is reported.
  template <class Read>
  void guarded(Read read) {
    try {
      read();
    } catch (const Wrong& wrong) {
      report(wrong);
    }
  }
  // Each document with what reads it; syntax that is wrong is reported. `what`: "a run file".
  template <class Read>
  void read_document(const std::string& what, Read read) {
    try {
      const std::string text(source_.text());
      const std::optional<YAML::Mark> second = second_document(text);
      guarded([&] { read(YAML::Load(text)); });
      if (second) report({*second, 1, what + " is one document, and this is a second one"});
    } catch (const YAML::Exception& error) {
      report({error.mark, 1, error.msg});
    }
  }
  // A word that people may take for a key, and the key.
  using Word = std::pair<std::string_view, std::string_view>;
  // Each key with its value: a key that is not known, or stands twice, is reported with the one that may be meant.
  template <class Take>
  void for_each_key(const YAML::Node& node, const std::string& what, const std::vector<std::string_view>& keys,
                    Take take, const std::vector<Word>& words = {}) {
    if (!node.IsMap())
      fail(node, fmt::format("{} is a mapping (key: value){}", what, node.IsNull() ? ", and here is nothing" : ""));
    std::set<std::string> seen;
    for (const auto& entry : node)
      guarded([&] {
        const std::string key = text(entry.first, "a key");
        if (std::ranges::find(keys, key) == keys.end()) {
          const std::string_view meant = key_meant(key, keys, words);
          fail(entry.first, meant.empty()
                                ? fmt::format("{} has no key `{}`; it has {}", what, key, fmt::join(keys, ", "))
                                : fmt::format("{} has no key `{}`; did you mean `{}`?", what, key, meant));
        }
        if (!seen.insert(key).second) fail(entry.first, fmt::format("{} has two keys `{}`", what, key));
        take(key, entry.second);
      });
  }

  // Each name of a mapping, with its node and that of its value. `fields`: names go on in the mappings that are their
  // values, joined by dots.
  template <class Take>
  void for_each_named_value(const YAML::Node& node, const std::string& what, bool fields, Take take,
                            const std::string& above = {}) {
    for (const auto& entry : node)
      guarded([&] {
        const std::string name = above + text(entry.first, fmt::format("a name of {}", what));
        if (fields && entry.second.IsMap()) return for_each_named_value(entry.second, what, fields, take, name + ".");
        take(name, entry.first, entry.second);
      });
  }
  // Of the text of a scalar, quotes off if that is how it stands there; else of its first character.
  Span place_of(const YAML::Node& node) const;

  [[noreturn]] static void fail(const YAML::Node& node, const std::string& what);
  static double number(const YAML::Node& node, const std::string& what);
  static double finite(const YAML::Node& node, const std::string& what);
  static double not_negative(const YAML::Node& node, const std::string& what);
  static int integer(const YAML::Node& node, const std::string& what);
  static std::string text(const YAML::Node& node, const std::string& what);
  // A file that a document names, absolute, seen from the folder; it is there. What a text without a file names, a
  // command line or another run, stays as it is, and is looked for when it is known where the run is made
  // (named_files.h).
  std::filesystem::path path(const YAML::Node& node, const std::string& what,
                             const std::filesystem::path& folder) const;

  // A name of the document as it would be on a command line, where names start at the folder; "-" stays what it is.
  static std::string seen_from(const std::filesystem::path& folder, const std::string& name);

  const std::string& file() const { return file_; }
  // As a world file has it: a list in brackets, texts in quotes where they need them.
  static std::string field_text(const YAML::Node& node);

 private:
  static std::string_view key_meant(std::string_view said, const std::vector<std::string_view>& keys,
                                    const std::vector<Word>& words);
  // What is wrong with one value.
  struct Wrong {
    YAML::Mark place;
    std::size_t length;
    std::string message;
  };
  void report(const Wrong& wrong);
  // Where a second document begins, if there is one. Throws what yaml-cpp throws of the first.
  static std::optional<YAML::Mark> second_document(const std::string& text);

  const Source& source_;
  Diagnostics& diagnostics_;
  std::string file_;
};

}  // namespace lightsout
