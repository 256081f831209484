// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/syntax/field_value.h"

#include <fmt/format.h>

#include <concepts>
#include <utility>

#include "world_format/text/diagnostic.h"
#include "world_format/text/lexer.h"
#include "world_format/text/version.h"

namespace lightsout {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ','; }

class Reader {
 public:
  Reader(const FieldDescription& field, Span text, TypeScope& types, Diagnostics& diagnostics)
      : field_(field), text_(text), types_(types), diagnostics_(diagnostics) {}

  std::optional<Value> read() {
    if (field_.type == FieldType::SFString) return Value(string());
    take_brackets();
    return field_.type == FieldType::MFString ? strings() : read_by_parser();
  }

 private:
  // Those around all of it, off; and the blanks.
  void take_brackets();
  std::string string() const;
  std::optional<Value> strings();
  std::optional<Value> read_by_parser();
  std::optional<Value> element(Parser& parser);
  std::optional<Value> element_in_quotes(const Token& token);
  void report_further(const Token& token) const;
  void add(Value& list, Value element) const;
  void report(Span where, std::string message) const {
    diagnostics_.report(DiagnosticKind::UnexpectedToken, where, std::move(message));
  }

  const FieldDescription& field_;
  Span text_;
  TypeScope& types_;
  Diagnostics& diagnostics_;
};

void Reader::take_brackets() {
  const std::string_view all = text_.text();
  std::uint32_t first = 0, last = std::uint32_t(all.size());
  while (first < last && is_blank(all[first])) ++first;
  while (last > first && is_blank(all[last - 1])) --last;
  text_.end = text_.begin + last;
  text_.begin += first;
  if (text_.text().size() < 2 || !text_.text().starts_with('[') || !text_.text().ends_with(']')) return;
  ++text_.begin;
  --text_.end;
}

// Quotes around all of it are off; else as it is.
std::string Reader::string() const {
  Lexer lexer(*text_.source, text_.begin, text_.end);
  const Token first = lexer.next();
  const bool quoted = first.kind == Token::Kind::String && !first.unterminated;
  if (quoted && lexer.next().kind == Token::Kind::End)
    return unquote(text_.source->text().substr(first.begin, first.end - first.begin));
  return std::string(text_.text());
}

std::optional<Value> Reader::strings() {
  MFString strings;
  const std::string_view all = text_.text();
  for (std::size_t at = 0; at < all.size();) {
    if (is_blank(all[at])) {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    if (all[at] == '"') {
      while (end < all.size() && all[end] != '"') end += all[end] == '\\' ? 2 : 1;
      if (end >= all.size()) {
        const std::uint32_t begin = text_.begin + std::uint32_t(at);
        report({text_.source, begin, begin + 1}, "this string has no end");
        return std::nullopt;
      }
      ++end;
      strings.push_back(unquote(all.substr(at, end - at)));
    } else if (all[at] == '[') {
      const std::uint32_t begin = text_.begin + std::uint32_t(at);
      report({text_.source, begin, begin + 1}, "a list of strings holds no list: a string with brackets is in quotes");
      return std::nullopt;
    } else {
      while (end < all.size() && !is_blank(all[end])) ++end;
      strings.emplace_back(all.substr(at, end - at));
    }
    at = end;
  }
  return Value(std::move(strings));
}

void Reader::add(Value& list, Value element) const {
  std::visit(
      [&element](auto& values) {
        using List = std::remove_cvref_t<decltype(values)>;
        if constexpr (requires { typename List::allocator_type; } && !std::same_as<List, std::string>)
          values.push_back(std::move(element.as<typename List::value_type>()));
      },
      list.storage());
}

// A vector may have brackets or quotes of its own, as those of YAML and JSON have: [[0, 0, 1]], ["0 0 1"].
std::optional<Value> Reader::element(Parser& parser) {
  const FieldType type = element_type(field_.type);
  const bool is_vector = type == FieldType::SFVec2f || type == FieldType::SFVec3f || type == FieldType::SFRotation ||
                         type == FieldType::SFColor;
  if (is_vector && parser.at(Token::Kind::String) && !parser.peek().unterminated)
    return element_in_quotes(parser.take());
  if (!is_vector || !parser.at(Token::Kind::OpenBracket)) return parser.read_value(type, field_.name);
  parser.take();
  std::optional<Value> value = parser.read_value(type, field_.name);
  if (value && !parser.expect(Token::Kind::CloseBracket, "] behind a vector")) return std::nullopt;
  return value;
}

std::optional<Value> Reader::element_in_quotes(const Token& token) {
  Parser parser(*text_.source, token.begin + 1, token.end - 1, version_number(current_version), types_, diagnostics_);
  parser.set_text_name("value");
  std::optional<Value> value = parser.read_value(element_type(field_.type), field_.name);
  if (!value || parser.at(Token::Kind::End)) return value;
  report_further(parser.peek());
  return std::nullopt;
}

void Reader::report_further(const Token& token) const {
  report({text_.source, token.begin, token.end},
         fmt::format("`{}` ({}) has its value already: this is one too many", field_.name, to_string(field_.type)));
}

std::optional<Value> Reader::read_by_parser() {
  Parser parser(*text_.source, text_.begin, text_.end, version_number(current_version), types_, diagnostics_);
  parser.set_text_name("value");
  const bool is_list = is_multiple(field_.type);
  Value value = Value::empty(field_.type);
  for (int count = 0; is_list ? !parser.at(Token::Kind::End) : count == 0; ++count) {
    const Span at = parser.span(parser.peek());
    std::optional<Value> read = element(parser);
    if (!read) return std::nullopt;
    if (is_list && read->type() == FieldType::SFNode && !read->as<NodePtr>()) {
      if (diagnostics_.empty()) report(at, "a list of nodes holds no NULL");
      return std::nullopt;
    }
    if (is_list)
      add(value, std::move(*read));
    else
      value = std::move(*read);
  }
  if (parser.at(Token::Kind::End)) return value;
  report_further(parser.peek());
  return std::nullopt;
}

}  // namespace

std::string list_element(std::string_view text) {
  if (!text.empty() && text.find_first_of(" \t\r\n,\"[]") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::optional<Value> read_field_value(const FieldDescription& field, Span text, TypeScope& types,
                                      Diagnostics& diagnostics) {
  return Reader(field, text, types, diagnostics).read();
}

}  // namespace lightsout
