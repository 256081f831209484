// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Reading the values of fields: numbers, strings, lists.
#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "world_format/syntax/parser.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

using Kind = Token::Kind;

std::optional<Value> Parser::read_value(FieldType type, std::string_view field) {
  field_ = field;
  Value value = Value::empty(type);
  const bool read = is_multiple(type) ? read_multiple(type, value) : read_single(type, value);
  if (!read) {
    refused_ = token_.begin;
    skip_value();
    return std::nullopt;
  }
  return value;
}

// `translation 0 0 0 0`
void Parser::refuse_further_values(const FieldDescription& field) {
  if (!at(Kind::Number) && !at(Kind::String)) return;
  diagnostics_.report(DiagnosticKind::UnexpectedToken, span(token_),
                      is_multiple(field.type)
                          ? fmt::format("more than one value for `{}` must stand in brackets [ ]", field.name)
                          : fmt::format("`{}` ({}) has its value already: {} is one too many", field.name,
                                        to_string(field.type), describe_token(token_)));
  while (at(Kind::Number) || at(Kind::String)) take();
}

bool Parser::read_single(FieldType type, Value& value) {
  switch (type) {
    case FieldType::SFBool:
      return read_bool(value.as<bool>());
    case FieldType::SFInt32:
      return read_int(value.as<std::int32_t>());
    case FieldType::SFFloat:
      return read_number(value.as<double>());
    case FieldType::SFVec2f:
      return read_element(value.as<Vec2>());
    case FieldType::SFVec3f:
      return read_element(value.as<Vec3>());
    case FieldType::SFRotation:
      return read_element(value.as<Rotation>());
    case FieldType::SFColor:
      return read_element(value.as<Color>());
    case FieldType::SFString:
      return read_string(value.as<std::string>());
    case FieldType::SFNode: {
      if (!at(Kind::Word)) {
        report_expected(fmt::format("a node or NULL for `{}`", field_));
        return false;
      }
      value.as<NodePtr>() = read_node();
      return true;
    }
    default:
      return false;
  }
}

template <class T>
bool Parser::read_element(T& value) {
  if constexpr (std::same_as<T, std::int32_t>) {
    return read_int(value);
  } else if constexpr (std::same_as<T, double>) {
    return read_number(value);
  } else if constexpr (std::same_as<T, std::string>) {
    return read_string(value);
  } else if constexpr (std::same_as<T, Vec2>) {
    double n[2];
    if (!read_numbers(n, 2)) return false;
    value = {n[0], n[1]};
    return true;
  } else if constexpr (std::same_as<T, Vec3>) {
    double n[3];
    if (!read_numbers(n, 3)) return false;
    value = {n[0], n[1], n[2]};
    return true;
  } else if constexpr (std::same_as<T, Rotation>) {
    double n[4];
    if (!read_numbers(n, 4)) return false;
    value = {n[0], n[1], n[2], n[3]};
    return true;
  } else {
    static_assert(std::same_as<T, Color>);
    double n[3];
    if (!read_numbers(n, 3)) return false;
    value = {n[0], n[1], n[2]};
    return true;
  }
}

bool Parser::read_multiple(FieldType type, Value& value) {
  if (type == FieldType::MFNode) return read_nodes(value.as<MFNode>());
  const bool bracket = at(Kind::OpenBracket);
  const Token open = token_;
  if (bracket) take();
  const bool read = std::visit(
      [this, bracket](auto& list) {
        using List = std::remove_cvref_t<decltype(list)>;
        if constexpr (std::same_as<List, MFNode> || !requires { list.push_back({}); } ||
                      std::same_as<List, std::string>) {
          return false;
        } else {
          while (true) {
            if (bracket && (at(Kind::CloseBracket) || at(Kind::CloseBrace) || at(Kind::End))) return true;
            typename List::value_type element{};
            if constexpr (std::same_as<List, MFBool>) {
              if (!read_bool(element)) return false;
            } else {
              if (!read_element(element)) return false;
            }
            list.push_back(std::move(element));
            if (!bracket) return true;
          }
        }
      },
      value.storage());
  if (!bracket) return read;
  if (!read) {
    // To the bracket that ends this list, or the brace that ends the node; what was read so far is left out.
    while (!at(Kind::CloseBracket) && !at(Kind::CloseBrace) && !at(Kind::End)) {
      if (at(Kind::OpenBrace) || at(Kind::OpenBracket))
        skip_brackets();
      else
        take();
    }
    if (at(Kind::CloseBracket)) take();
    return false;
  }
  if (at(Kind::CloseBracket)) {
    take();
    return true;
  }
  report_unclosed(open, fmt::format("expected ] at the end of `{}`, found {}", field_, describe_token(token_)));
  return true;
}

// In a list of nodes: a field of the node that holds the list.
bool Parser::is_next_field() const {
  if (!at(Kind::Word) || open_.empty() || !is_field(open_.back()->type(), text(token_))) return false;
  Lexer ahead = lexer_;
  return ahead.next().kind != Kind::OpenBrace;
}

bool Parser::read_nodes(MFNode& nodes) {
  const std::string_view field = field_;
  if (!at(Kind::OpenBracket)) {
    if (!at(Kind::Word)) {
      report_expected(fmt::format("nodes for `{}`", field));
      return false;
    }
    if (NodePtr node = read_node()) nodes.push_back(std::move(node));
    return true;
  }
  const Token open = take();
  ++lists_;
  while (!at(Kind::CloseBracket)) {
    if (at(Kind::CloseBrace) || at(Kind::End) || is_next_field()) {
      report_unclosed(open, fmt::format("expected ] at the end of `{}`, found {}", field, describe_token(token_)));
      --lists_;
      return true;
    }
    if (NodePtr node = read_node()) nodes.push_back(std::move(node));
  }
  --lists_;
  take();
  return true;
}

// Templates of PROTO files write booleans as their languages do, in small letters.
bool Parser::read_bool(bool& value) {
  for (const std::string_view spelling : {"TRUE", "FALSE", "true", "false"}) {
    if (!at_word(spelling)) continue;
    take();
    value = spelling == "TRUE" || spelling == "true";
    return true;
  }
  report_expected(fmt::format("TRUE or FALSE for `{}`", field_));
  return false;
}

namespace {

// Digits after 0x; false if there are others or too many.
bool read_hexadecimal(std::string_view digits, bool negative, double& value) {
  std::uint64_t bits = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
  if (digits.empty() || result.ec != std::errc() || result.ptr != digits.data() + digits.size()) return false;
  value = negative ? -static_cast<double>(bits) : static_cast<double>(bits);
  return true;
}

bool is_not_finite_word(std::string_view word) {
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  for (const std::string_view name : {"inf", "INF", "Inf", "nan", "NAN", "NaN", "infinity", "Infinity", "INFINITY"})
    if (word == name) return true;
  return false;
}

}  // namespace

bool Parser::read_number(double& value) {
  if (!at(Kind::Number)) {
    if (at(Kind::Word) && is_not_finite_word(text(token_))) {
      diagnostics_.report(DiagnosticKind::BadNumber, span(token_), fmt::format("`{}` must be a finite number", field_));
      take();
      return false;
    }
    report_expected(fmt::format("a number for `{}`", field_));
    return false;
  }
  std::string_view digits = text(token_);
  if (digits.front() == '+') digits.remove_prefix(1);
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (result.ptr == digits.data() + digits.size()) {
    if (result.ec == std::errc()) {
      take();
      return true;
    }
    // Too small counts as zero; too large is refused.
    if (result.ec == std::errc::result_out_of_range && digits.find_first_of("eE") != std::string_view::npos &&
        digits[digits.find_first_of("eE") + 1] == '-') {
      value = 0;
      take();
      return true;
    }
  }
  const bool negative = digits.front() == '-';
  const std::string_view unsigned_digits = digits.substr(negative ? 1 : 0);
  if ((unsigned_digits.starts_with("0x") || unsigned_digits.starts_with("0X")) &&
      read_hexadecimal(unsigned_digits.substr(2), negative, value)) {
    take();
    return true;
  }
  const bool too_large = result.ec == std::errc::result_out_of_range;
  diagnostics_.report(DiagnosticKind::BadNumber, span(token_),
                      too_large ? fmt::format("the number for `{}` is too large", field_)
                                : fmt::format("{} is not a number", describe_token(token_)));
  take();
  return false;
}

bool Parser::read_int(std::int32_t& value) {
  if (at(Kind::Number)) {
    const std::string_view digits = text(token_);
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (result.ec == std::errc() && result.ptr == digits.data() + digits.size()) {
      take();
      return true;
    }
  }
  // Other spellings of a whole number: +1, 5., 1e3, 0xff.
  const Token token = token_;
  double number;
  if (!read_number(number)) return false;
  if (number == std::floor(number) && std::fabs(number) <= 2147483648.0 && number != 2147483648.0) {
    value = static_cast<std::int32_t>(number);
    return true;
  }
  diagnostics_.report(DiagnosticKind::BadNumber, span(token),
                      fmt::format("`{}` must be a whole number of 32 bits", field_));
  return false;
}

bool Parser::read_numbers(double* values, int count) {
  for (int i = 0; i < count; ++i) {
    if (i > 0 && !at(Kind::Number) && !(at(Kind::Word) && is_not_finite_word(text(token_)))) {
      report_expected(fmt::format("{} numbers for each value of `{}`", count, field_));
      return false;
    }
    if (!read_number(values[i])) return false;
  }
  return true;
}

bool Parser::read_string(std::string& value) {
  if (!at(Kind::String)) {
    report_expected(fmt::format("a string for `{}`", field_));
    return false;
  }
  const Token token = take();
  value = unquote(text(token));
  return true;
}

}  // namespace lightsout
