// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/library/library_variant.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <optional>
#include <vector>

#include "world_format/library/library_tables.h"
#include "world_format/text/lexer.h"

namespace lightsout::library {

namespace {

constexpr std::string_view body_rotation_field = "bodyRotation";
constexpr std::string_view upright = "1 0 0 -1.5707963267948966";
// Turns x to z, or to -z, and z to y.
constexpr std::string_view to_z = "-0.5773502691896258 -0.5773502691896258 -0.5773502691896258 2.0943951023931953";
constexpr std::string_view to_minus_z = "-0.5773502691896258 0.5773502691896258 0.5773502691896258 2.0943951023931953";
constexpr std::string_view axes = "xyz";

struct PassedParameter {
  std::string_view keyword, type, name;
  std::string value;
  // What the base gets: text behind the parameter's name; nothing if the base does not get it.
  std::optional<std::string> passed;
};

struct Interface {
  std::vector<std::string_view> externs;
  std::vector<PassedParameter> parameters;
};

bool is_keyword(std::string_view word) {
  return word == "field" || word == "hiddenField" || word == "unconnectedField" || word == "deprecatedField";
}

// The declarations between [ and ] of a PROTO of the library, and its EXTERNPROTO lines.
Interface read_interface(const Source& source) {
  Interface result;
  Lexer lexer(source);
  const auto text = [&source](const Token& token) {
    return source.text().substr(token.begin, token.end - token.begin);
  };
  Token token = lexer.next();
  for (bool is_url = false; token.kind != Token::Kind::OpenBracket && token.kind != Token::Kind::End;
       token = lexer.next()) {
    if (is_url) result.externs.push_back(text(token).substr(1, text(token).size() - 2));
    is_url = text(token) == "EXTERNPROTO";
  }
  token = lexer.next();
  while (token.kind == Token::Kind::Word && is_keyword(text(token))) {
    PassedParameter parameter;
    parameter.keyword = text(token);
    const Token type = lexer.next();
    std::uint32_t end = type.end;
    token = lexer.next();
    // What the parameter is restricted to: {"a", "b"}, {Group{}, Pose{}}.
    for (int depth = 0; depth > 0 || token.kind == Token::Kind::OpenBrace; token = lexer.next()) {
      depth += token.kind == Token::Kind::OpenBrace;
      depth -= token.kind == Token::Kind::CloseBrace;
      end = token.end;
    }
    parameter.type = source.text().substr(type.begin, end - type.begin);
    parameter.name = text(token);
    const Token first = token = lexer.next();
    int depth = 0;
    while (token.kind != Token::Kind::End &&
           (depth > 0 || (token.kind != Token::Kind::CloseBracket && !is_keyword(text(token))))) {
      depth += token.kind == Token::Kind::OpenBracket || token.kind == Token::Kind::OpenBrace;
      depth -= token.kind == Token::Kind::CloseBracket || token.kind == Token::Kind::CloseBrace;
      end = token.end;
      token = lexer.next();
    }
    parameter.value = source.text().substr(first.begin, end - first.begin);
    if (parameter.keyword != "unconnectedField") parameter.passed = fmt::format("IS {}", parameter.name);
    result.parameters.push_back(std::move(parameter));
  }
  return result;
}

std::vector<double> numbers_of(std::string_view text) {
  std::vector<double> numbers;
  for (const char* at = text.data(); at < text.data() + text.size();) {
    double number;
    const auto [end, error] = std::from_chars(at, text.data() + text.size(), number);
    if (error == std::errc()) numbers.push_back(number);
    at = error == std::errc() ? end : at + 1;
  }
  return numbers;
}

// A turn by quarters about the axes: component i of a turned vector is sign[i] times component from[i].
struct Turn {
  std::array<int, 3> from;
  std::array<int, 3> sign;
};

// Rodrigues' formula: R = cos a I + sin a [u] + (1 - cos a) u u^T.
Turn turn_of(std::string_view rotation) {
  const std::vector<double> r = numbers_of(rotation);
  const double c = std::cos(r[3]), s = std::sin(r[3]);
  Turn turn{};
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) {
      double value = (1 - c) * r[row] * r[column];
      if (row == column)
        value += c;
      else
        value += s * r[3 - row - column] * ((column - row + 3) % 3 == 1 ? -1 : 1);
      if (std::fabs(value) > 0.5) {
        turn.from[row] = column;
        turn.sign[row] = value > 0 ? 1 : -1;
      }
    }
  return turn;
}

Turn inverse(const Turn& turn) {
  Turn result{};
  for (int i = 0; i < 3; ++i) {
    result.from[turn.from[i]] = i;
    result.sign[turn.from[i]] = turn.sign[i];
  }
  return result;
}

// Each group of numbers of a value whose first three are a vector, turned; without signs if they are sizes.
std::string turned(std::string_view value, std::size_t group, const Turn& turn, bool sizes) {
  const std::vector<double> numbers = numbers_of(value);
  std::string result;
  for (std::size_t at = 0; at + group <= numbers.size(); at += group)
    for (std::size_t i = 0; i < group; ++i) {
      double number = numbers[at + i];
      if (i < 3) number = numbers[at + turn.from[i]] * (sizes ? 1 : turn.sign[i]);
      fmt::format_to(std::back_inserter(result), "{}{}", result.empty() ? "" : " ", number == 0 ? 0.0 : number);
    }
  return value.starts_with('[') ? fmt::format("[ {} ]", result) : result;
}

bool is_size(const PassedParameter& parameter) {
  return parameter.type == "SFVec3f" && (parameter.name == "size" || parameter.name.ends_with("Size"));
}

// The vector `of` of Lua, turned: three numbers of a template.
std::string turned_text(std::string_view of, const Turn& turn, bool sizes) {
  std::string result;
  for (int i = 0; i < 3; ++i)
    fmt::format_to(std::back_inserter(result), "{}%{{= {}{}.{} }}%", i == 0 ? "" : " ",
                   !sizes && turn.sign[i] < 0 ? "-" : "", of, axes[turn.from[i]]);
  return result;
}

// Parameters as files with y up have them; `own`: parameters whose defaults are given.
void turn_axes(std::vector<PassedParameter>& parameters, const std::vector<std::string_view>& own) {
  const auto body = std::ranges::find(parameters, body_rotation_field, &PassedParameter::name);
  const Turn world = turn_of(upright);
  const Turn shape = turn_of(body == parameters.end() ? upright : *body->passed);
  for (PassedParameter& parameter : parameters) {
    const bool given = std::ranges::find(own, parameter.name) != own.end();
    const auto turn_default = [&](std::size_t group, const Turn& turn, bool sizes) {
      if (!given) parameter.value = turned(parameter.value, group, turn, sizes);
    };
    if (parameter.name == "translation") {
      turn_default(3, world, false);
    } else if (parameter.name == "rotation") {
      turn_default(4, world, false);
    } else if (is_size(parameter) && body != parameters.end()) {
      turn_default(3, shape, true);
      if (parameter.passed)
        parameter.passed = turned_text(fmt::format("fields.{}.value", parameter.name), inverse(shape), true);
    } else if (parameter.type == "MFVec3f") {
      turn_default(3, shape, false);
      if (parameter.passed && body != parameters.end())
        parameter.passed = fmt::format("[ %{{ for _, p in ipairs(fields.{}.value) do }}% {}, %{{ end }}% ]",
                                       parameter.name, turned_text("p", inverse(shape), false));
    }
  }
}

// The comment lines at the top that hold for a variant too.
std::string head_of(std::string_view text) {
  std::string result;
  for (bool first = true; text.starts_with('#'); first = false) {
    const std::string_view line = text.substr(0, text.find('\n') + 1);
    text.remove_prefix(line.size());
    if (!first && !line.starts_with("# template language")) result += line;
  }
  return result;
}

std::string_view name_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

std::string variant_text(const Variant& variant) {
  const Source source(std::string(variant.base), std::string(variant.base_text));
  Interface interface = read_interface(source);
  std::vector<PassedParameter>& parameters = interface.parameters;
  std::vector<std::string_view> own_defaults, fixed;
  std::string own_parameters;
  const auto set = [&](std::string_view name, std::string_view value) {
    if (const auto found = std::ranges::find(parameters, name, &PassedParameter::name); found != parameters.end()) {
      found->passed = std::string(value);
      fixed.push_back(found->name);
    }
  };
  const bool y_up = variant.path.starts_with("y_up/");
  const bool turns = y_up && !variant.base.starts_with("y_up/");
  if (turns) set(body_rotation_field, upright);
  std::vector<std::pair<std::string_view, std::string_view>> passed;
  for (std::string_view rest = variant.clauses; !rest.empty();) {
    std::string_view clause = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(clause.size() + 1, rest.size()));
    std::string_view values = clause;
    const std::string_view verb = take_word(values);
    if (is_keyword(verb)) {
      fmt::format_to(std::back_inserter(own_parameters), "  {}\n", trimmed(clause));
      continue;
    }
    if (verb == "ahead") {
      set(body_rotation_field, trimmed(values) == "z" ? to_z : to_minus_z);
      continue;
    }
    const std::string_view name = take_word(values);
    values = trimmed(values);
    if (verb == "set") {
      set(name, values);
    } else if (verb == "pass") {
      passed.emplace_back(name, values);
    } else if (const auto found = std::ranges::find(parameters, name, &PassedParameter::name);
               found != parameters.end()) {
      found->value = values;
      own_defaults.push_back(name);
    }
  }
  if (turns) turn_axes(parameters, own_defaults);
  for (const auto& [name, text] : passed)
    if (const auto found = std::ranges::find(parameters, name, &PassedParameter::name); found != parameters.end())
      found->passed = std::string(text);

  const bool nested = variant.path.find('/') != variant.path.npos;
  const std::filesystem::path folder = std::filesystem::path(variant.base).parent_path();
  const auto extern_line = [&](std::string_view path) {
    return fmt::format("EXTERNPROTO \"{}{}\"\n", nested ? "../" : "", path);
  };
  const std::string_view version = !nested ? "R2025a" : y_up ? "R2021a" : "R2017a";
  std::string text =
      fmt::format("#VRML_SIM {} utf8\n{}# template language: lua\n\n", version, head_of(variant.base_text));
  // What the base is made from may have its name.
  for (const std::string_view url : interface.externs)
    if (const auto file = (folder / url).lexically_normal(); file.stem() != name_of(variant.base))
      text += extern_line(file.generic_string());
  text += extern_line(fmt::format("{}.proto", variant.base));
  fmt::format_to(std::back_inserter(text), "\nPROTO {} [\n", name_of(variant.path));
  std::string body;
  for (const PassedParameter& parameter : parameters) {
    if (std::ranges::find(fixed, parameter.name) == fixed.end())
      fmt::format_to(std::back_inserter(text), "  {} {} {} {}\n", parameter.keyword, parameter.type, parameter.name,
                     parameter.value);
    if (parameter.passed) fmt::format_to(std::back_inserter(body), "    {} {}\n", parameter.name, *parameter.passed);
  }
  return fmt::format("{}{}]\n{{\n  {} {{\n{}  }}\n}}\n", text, own_parameters, name_of(variant.base), body);
}

}  // namespace lightsout::library
