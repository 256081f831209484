// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/field_value.h"

#include <fmt/format.h>

#include <concepts>
#include <utility>

#include "world_format/diagnostic.h"
#include "world_format/lexer.h"
#include "world_format/version.h"

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

std::optional<Value> Reader::read_by_parser() {
  Parser parser(*text_.source, text_.begin, text_.end, version_number(current_version), types_, diagnostics_);
  parser.set_text_name("value");
  const bool is_list = is_multiple(field_.type);
  Value value = Value::empty(field_.type);
  for (int count = 0; is_list ? !parser.at(Token::Kind::End) : count == 0; ++count) {
    const Span at = parser.span(parser.peek());
    std::optional<Value> element = parser.read_value(element_type(field_.type), field_.name);
    if (!element) return std::nullopt;
    if (is_list && element->type() == FieldType::SFNode && !element->as<NodePtr>()) {
      if (diagnostics_.empty()) report(at, "a list of nodes holds no NULL");
      return std::nullopt;
    }
    if (is_list)
      add(value, std::move(*element));
    else
      value = std::move(*element);
  }
  if (parser.at(Token::Kind::End)) return value;
  report(parser.span(parser.peek()),
         fmt::format("`{}` ({}) has its value already: this is one too many", field_.name, to_string(field_.type)));
  return std::nullopt;
}

}  // namespace

std::optional<Value> read_field_value(const FieldDescription& field, Span text, TypeScope& types,
                                      Diagnostics& diagnostics) {
  return Reader(field, text, types, diagnostics).read();
}

}  // namespace lightsout
