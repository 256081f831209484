// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The scanner: one table look-up per character.
#include "world_format/text/lexer.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace lightsout {

namespace {

enum CharClass : std::uint8_t { Other, Blank, Hash, Quote, Bracket };

// Control characters count as blanks, as in files that were edited on odd machines. Bytes of UTF-8 sequences may stand
// in words.
constexpr std::array<CharClass, 256> make_classes() {
  std::array<CharClass, 256> classes{};
  for (int c = 0; c <= ' '; ++c) classes[static_cast<std::size_t>(c)] = Blank;
  classes[0x7f] = Blank;
  classes[','] = Blank;
  classes['#'] = Hash;
  classes['"'] = Quote;
  for (const char c : {'{', '}', '[', ']'}) classes[static_cast<unsigned char>(c)] = Bracket;
  return classes;
}
constexpr std::array<CharClass, 256> classes = make_classes();

CharClass class_of(char c) { return classes[static_cast<unsigned char>(c)]; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

void Lexer::skip_blanks() {
  while (at_ < end_) {
    const CharClass c = class_of(text_[at_]);
    if (c == Blank) {
      ++at_;
    } else if (c == Hash) {
      const void* newline = std::memchr(text_ + at_, '\n', end_ - at_);
      at_ = newline ? static_cast<std::uint32_t>(static_cast<const char*>(newline) - text_) + 1 : end_;
    } else {
      return;
    }
  }
}

Token Lexer::next() {
  skip_blanks();
  Token token;
  token.begin = at_;
  token.end = at_;
  if (at_ >= end_) return token;
  const char c = text_[at_];
  switch (class_of(c)) {
    case Quote:
      return take_string();
    case Bracket:
      token.kind = c == '{'   ? Token::Kind::OpenBrace
                   : c == '}' ? Token::Kind::CloseBrace
                   : c == '[' ? Token::Kind::OpenBracket
                              : Token::Kind::CloseBracket;
      token.end = ++at_;
      return token;
    default:
      break;
  }
  const char second = at_ + 1 < end_ ? text_[at_ + 1] : '\0';
  if (c == '%' && second == '<') return take_template('>');
  if (c == '%' && second == '{') return take_template('}');
  do ++at_;
  while (at_ < end_ && class_of(text_[at_]) == Other);
  token.end = at_;
  const bool number =
      is_digit(c) || ((c == '-' || c == '+') && (is_digit(second) || second == '.')) || (c == '.' && is_digit(second));
  token.kind = number ? Token::Kind::Number : Token::Kind::Word;
  return token;
}

Token Lexer::take_string() {
  Token token;
  token.kind = Token::Kind::String;
  token.begin = at_++;
  while (at_ < end_) {
    const char c = text_[at_++];
    if (c == '"') {
      token.end = at_;
      return token;
    }
    if (c == '\\' && at_ < end_) ++at_;
    if (c == '\n' && strings_end_with_line_) break;
  }
  // No end: take the rest of the first line only, so that the lines below are still read.
  token.unterminated = true;
  strings_end_with_line_ = true;
  at_ = token.begin;
  while (at_ < end_ && text_[at_] != '\n') ++at_;
  token.end = at_;
  return token;
}

Token Lexer::take_template(char close) {
  Token token;
  token.kind = Token::Kind::Template;
  token.begin = at_;
  at_ += 2;
  while (at_ + 1 < end_ && !(text_[at_] == close && text_[at_ + 1] == '%')) ++at_;
  if (at_ + 1 < end_) {
    at_ += 2;
  } else {
    at_ = end_;
    token.unterminated = true;
  }
  token.end = at_;
  return token;
}

std::string unquote(std::string_view token_text) {
  std::string_view inner = token_text.substr(token_text.empty() ? 0 : 1);
  const std::string_view simple = inner.substr(0, inner.find('"'));
  if (simple.find('\\') == simple.npos) return std::string(simple);
  std::string result;
  result.reserve(inner.size());
  for (std::size_t i = 0; i < inner.size(); ++i) {
    if (inner[i] == '"') break;
    if (inner[i] == '\\' && i + 1 < inner.size() && (inner[i + 1] == '"' || inner[i + 1] == '\\')) ++i;
    result += inner[i];
  }
  return result;
}

std::string_view header_version(const Source& source, Span& header) {
  std::string_view text = source.text();
  std::uint32_t begin = 0;
  if (text.starts_with("\xef\xbb\xbf")) begin = 3;  // byte order mark
  text.remove_prefix(begin);
  std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  header = {};
  const auto known = {"#VRML_SIM ", "#VRML_OBJ ", "#VRML "};
  const auto kind = std::ranges::find_if(known, [&line](std::string_view start) { return line.starts_with(start); });
  if (kind == known.end()) return {};
  header = {&source, begin, begin + static_cast<std::uint32_t>(line.size())};
  line.remove_prefix(std::string_view(*kind).size());
  while (line.starts_with(' ')) line.remove_prefix(1);
  return line.substr(0, line.find_first_of(" \t"));
}

bool begins_as_world(const Source& source) {
  Span header;
  header_version(source, header);
  if (header) return true;
  std::string_view rest = source.text();
  constexpr std::string_view blanks = " \t\r\n,";
  const auto skip = [&rest](std::size_t count) { rest.remove_prefix(std::min(count, rest.size())); };
  const auto skip_blanks = [&] {
    for (skip(rest.find_first_not_of(blanks)); rest.starts_with('#'); skip(rest.find_first_not_of(blanks)))
      skip(rest.find('\n'));
  };
  if (rest.starts_with("\xef\xbb\xbf")) skip(3);
  skip_blanks();
  if (rest.empty()) return true;
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\n,{}[]\"#"));
  for (const std::string_view first : {"PROTO", "EXTERNPROTO", "IMPORTABLE", "DEF", "USE", "ROUTE", "NULL"})
    if (word == first) return true;
  skip(word.size());
  skip_blanks();
  return !word.empty() && rest.starts_with('{');
}

}  // namespace lightsout
