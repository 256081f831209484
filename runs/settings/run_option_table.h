// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Makes the entries of the table of what can be said of a run (run_options.h): one function for each kind of value, of
// a place in the settings.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "runs/reading/duration.h"
#include "runs/settings/run_options.h"

namespace lightsout {

// What an optional is of.
template <class Value>
struct Plain {
  using type = Value;
};
template <class Value>
struct Plain<std::optional<Value>> {
  using type = Value;
};

class OptionTable {
 public:
  using Kind = RunOption::Kind;
  using Names = RunOption::Names;
  using Texts = std::vector<std::string>;
  using Wrong = std::optional<std::string>;

  explicit OptionTable(RunSettings& settings) : settings_(settings) { options_.reserve(about); }
  std::vector<RunOption> take() { return std::move(options_); }
  void add(RunOption option) { options_.push_back(std::move(option)); }

  template <class Field>
  RunOption& flag(std::string key, Field field, std::string_view help) {
    return add(
        std::move(key), Kind::Flag, "", help, field,
        [](auto& value, const std::string& text) -> Wrong {
          if (text != "true" && text != "false") return fmt::format("'{}' is neither true nor false", text);
          value = text == "true";
          return {};
        },
        [](bool value) { return value ? "true" : "false"; });
  }

  // In s. `bare_unit`: what a number without unit counts, s. `least_open`: 0 is none.
  template <class Field>
  RunOption& duration(std::string key, Field field, std::string_view help, double bare_unit = 1, bool zero = true) {
    return add(
        std::move(key), Kind::Duration, "TIME", help, field,
        [bare_unit, zero](auto& value, const std::string& text) -> Wrong {
          const auto parsed = parse_duration(text, bare_unit);
          if (!parsed) return parsed.error();
          if (*parsed == 0 && !zero) return "this time must be above 0";
          value = *parsed;
          return {};
        },
        [](double seconds) { return fmt::format("{}s", seconds); });
  }

  template <class Field>
  RunOption& whole_number(std::string key, Field field, std::string_view help, std::uint64_t least,
                          std::uint64_t most) {
    RunOption& option = add(
        std::move(key), Kind::WholeNumber, "N", help, field,
        [least, most](auto& value, const std::string& text) -> Wrong {
          std::uint64_t number = 0;
          if (Wrong wrong = read_whole_number(text, number, least, most)) return wrong;
          value = typename Plain<std::remove_reference_t<decltype(value)>>::type(number);
          return {};
        },
        [](auto number) { return fmt::format("{}", number); });
    option.least = least;
    option.most = most;
    return option;
  }

  template <class Field>
  RunOption& text(std::string key, Field field, std::string_view unit, Names names, std::string_view help) {
    RunOption& option = add(
        std::move(key), Kind::Text, unit, help, field,
        [](auto& value, const std::string& text) -> Wrong {
          if (text.empty()) return "is empty";
          value = text;
          return {};
        },
        [](const std::string& text) { return text; });
    option.names = names;
    auto& value = field(settings_);
    const auto standard = field(standard_);
    option.rename = [&value, standard](const RunOption::Rename& change) {
      if (value != standard) value = change(value);
    };
    return option;
  }

  // One of several, each with its name.
  template <class Value, class Field>
  RunOption& choice(std::string key, Field field, std::vector<std::pair<std::string, Value>> values,
                    std::string_view help) {
    RunOption& option = add(
        std::move(key), Kind::Choice, "WHICH", help, field,
        [values](auto& value, const std::string& text) -> Wrong {
          const auto found = std::ranges::find(values, text, &std::pair<std::string, Value>::first);
          if (found == values.end()) return fmt::format("'{}' is none of {}", text, names_of(values));
          value = found->second;
          return {};
        },
        [values](const Value& value) {
          return std::ranges::find(values, value, &std::pair<std::string, Value>::second)->first;
        });
    for (const auto& [name, value] : values) option.choices.push_back(name);
    return option;
  }

  // `check`: what is wrong with an element.
  template <class Field, class Check>
  RunOption& list(std::string key, Field field, std::string_view unit, Names names, std::string_view help,
                  Check check) {
    auto& values = field(settings_);
    RunOption option{
        .key = std::move(key), .kind = Kind::Text, .names = names, .is_list = true, .unit = unit, .help = help};
    option.take = [&values, check](const std::string& text) -> Wrong {
      if (text.empty()) return "is empty";
      if (Wrong wrong = check(text)) return wrong;
      values.emplace_back(text);
      return {};
    };
    option.texts = [&values] {
      Texts texts;
      for (const auto& value : values) texts.push_back(value);
      return texts;
    };
    option.forget = [&values] { values.clear(); };
    option.rename = [&values](const RunOption::Rename& change) {
      for (auto& value : values) value = change(value);
    };
    return options_.emplace_back(std::move(option));
  }
  // NAME=VALUE; one that is said later takes the place of an earlier one of its name. `read` makes an element of a text
  // or says what is wrong with it, `write` the text again.
  template <class Field, class Read, class Write>
  RunOption& named_list(std::string key, Field field, std::string_view help, Read read, Write write) {
    auto& values = field(settings_);
    RunOption option{
        .key = std::move(key), .kind = Kind::Text, .is_list = true, .adds = true, .unit = "NAME=VALUE", .help = help};
    option.take = [&values, read, write](const std::string& text) -> Wrong {
      auto value = read(text);
      if (!value) return value.error();
      const std::string written = write(*value), name = written.substr(0, written.find('=') + 1);
      std::erase_if(values, [&](const auto& other) { return write(other).starts_with(name); });
      values.push_back(std::move(*value));
      return {};
    };
    option.texts = [&values, write] {
      Texts texts;
      for (const auto& value : values) texts.push_back(write(value));
      return texts;
    };
    option.forget = [&values] { values.clear(); };
    return options_.emplace_back(std::move(option));
  }

  template <class Field>
  RunOption& list(std::string key, Field field, std::string_view unit, Names names, std::string_view help) {
    return list(std::move(key), field, unit, names, help, [](const std::string&) -> Wrong { return {}; });
  }

  // Files with what is in them.
  RunOption& recordings(std::string key, std::vector<Recording>& recordings, std::string_view help) {
    RunOption option{.key = std::move(key),
                     .kind = Kind::Recording,
                     .names = Names::WrittenFile,
                     .is_list = true,
                     .unit = "FILE",
                     .help = help};
    option.take = [&recordings](const std::string& text) -> Wrong {
      if (text.empty()) return "is empty";
      auto recording = recording_of(text);
      if (!recording) return recording.error();
      recordings.push_back(std::move(*recording));
      return {};
    };
    option.texts = [&recordings] {
      Texts texts;
      for (const Recording& recording : recordings) texts.push_back(text_of(recording));
      return texts;
    };
    option.forget = [&recordings] { recordings.clear(); };
    option.rename = [&recordings](const RunOption::Rename& change) {
      for (Recording& recording : recordings) recording.path = change(recording.path);
    };
    return options_.emplace_back(std::move(option));
  }

  // Flags that are elements of one list.
  RunOption& flags(std::string key, std::vector<std::pair<std::string, bool*>> values, std::string_view help) {
    RunOption option{.key = std::move(key), .kind = Kind::Choice, .is_list = true, .unit = "WHAT", .help = help};
    for (const auto& [name, value] : values) option.choices.push_back(name);
    option.take = [values](const std::string& text) -> Wrong {
      for (const auto& [name, value] : values) {
        if (name != text) continue;
        *value = true;
        return {};
      }
      return fmt::format("'{}' is none of {}", text, names_of(values));
    };
    option.texts = [values] {
      Texts texts;
      for (const auto& [name, value] : values)
        if (*value) texts.push_back(name);
      return texts;
    };
    option.forget = [values] {
      for (const auto& [name, value] : values) *value = false;
    };
    return options_.emplace_back(std::move(option));
  }

 private:
  template <class Value>
  static std::string names_of(const std::vector<std::pair<std::string, Value>>& values) {
    Texts names;
    for (const auto& [name, value] : values) names.push_back(name);
    return fmt::format("{}", fmt::join(names, ", "));
  }

  // `read` sets the value from a text, `write` gives the text of what is no longer as it was at first.
  template <class Field, class Read, class Write>
  RunOption& add(std::string key, Kind kind, std::string_view unit, std::string_view help, Field field, Read read,
                 Write write) {
    auto& value = field(settings_);
    const auto standard = field(standard_);
    RunOption option{.key = std::move(key), .kind = kind, .unit = unit, .help = help};
    option.take = [&value, read](const std::string& text) { return read(value, text); };
    option.texts = [&value, standard, write]() -> Texts {
      if (value == standard) return {};
      if constexpr (requires { *value; })
        return {write(*value)};
      else
        return {write(value)};
    };
    option.forget = [&value, standard] { value = standard; };
    return options_.emplace_back(std::move(option));
  }

  static constexpr std::size_t about = 80;  // entries

  RunSettings& settings_;
  RunSettings standard_;
  std::vector<RunOption> options_;
};

}  // namespace lightsout
