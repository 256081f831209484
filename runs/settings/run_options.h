// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The table of what can be said of a run: one entry makes an option of the command line, a key of run files, a part of
// their schema, and what a run is written down as.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runs/settings/run_settings.h"
#include "world_format/text/source.h"

namespace lightsout {

struct RunOption {
  enum class Kind : std::uint8_t { Flag, Duration, WholeNumber, Choice, Text, Recording };
  // What a text names; a relative path in a run file is one from its folder.
  enum class Names : std::uint8_t { Nothing, ReadFile, ReadFolder, WrittenFile, WrittenFolder };

  // Of a list whose texts are NAME=VALUE: in a run file it is a mapping too. Fields: of names that go on in mappings
  // below, and values that may be lists.
  enum class Mapping : std::uint8_t { None, Texts, Fields };

  std::string key;  // "build_timeout"; --build-timeout on the command line
  Kind kind;
  Names names = Names::Nothing;
  bool is_list = false;          // take() adds
  bool adds = false;             // of a list: what is said later comes to what was said before
  bool is_separated = false;     // of a list: on a command line by commas
  bool is_of_recording = false;  // behind a --record it is about that one, before it about all
  // Literals, as all texts below: the table is made for each run of a batch, several times.
  std::string_view unit{};  // how a value is called: TIME, FILE
  std::string_view help{};
  std::vector<std::string> choices{};
  std::uint64_t least = 0, most = 0;     // of a whole number
  std::string_view needs{}, excludes{};  // keys of others
  Mapping mapping = Mapping::None;
  std::string_view word{};  // of the command line, where it is not the key: "env"; and a letter for short
  std::string_view letter{};

  // Sets it from a text ("true" or "false" for a flag); what is wrong with that if it cannot be.
  std::function<std::optional<std::string>(const std::string&)> take;
  // What take() makes it again from; empty where it is as if nothing had been said.
  std::function<std::vector<std::string>()> texts;
  // As if nothing had been said.
  std::function<void()> forget;
  // Where in a file what take() took last stands, as a name and a value; empty where nobody asks.
  std::function<void(const SourcePtr&, Span name, Span value)> stands_at{};
  // Gives the files and folders that it names other names.
  using Rename = std::function<std::string(const std::string&)>;
  std::function<void(const Rename&)> rename{};

  std::vector<std::string> paths() const;  // the files and folders that it names

  std::string option() const;  // "--build-timeout"
  bool is_written() const { return names == Names::WrittenFile || names == Names::WrittenFolder; }
};

// In the order in which people look for them. They refer to the settings.
std::vector<RunOption> options_of(RunSettings& settings);

// What of the settings does not go together, and the keys of the options that say it.
struct Contradiction {
  std::string message;
  std::vector<std::string> keys;
};
std::optional<Contradiction> find_contradiction(RunSettings settings);
// Its message, "" if all goes together.
std::string contradiction(const RunSettings& settings);

// From `least` to `most`, in decimal whatever it begins with. The error is a sentence.
std::optional<std::string> read_whole_number(const std::string& text, std::uint64_t& number, std::uint64_t least,
                                             std::uint64_t most);

}  // namespace lightsout
