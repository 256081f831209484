// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Cuts a world file into tokens: words, numbers, strings, brackets and the template blocks of PROTO files. Tokens are
// ranges of the text; what a number or string says is read by the parser. Commas and comments are blanks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "world_format/text/source.h"

namespace lightsout {

struct Token {
  enum class Kind : std::uint8_t {
    End,
    Word,    // node types, field names, DEF, TRUE, ...
    Number,  // begins like a number; its spelling is not checked yet
    String,  // with its quotes
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    Template,  // %< ... >% or %{ ... }%, whole
  };
  Kind kind = Kind::End;
  bool unterminated = false;  // String or Template that the text ends in
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

class Lexer {
 public:
  // Tokens of text[begin, end).
  Lexer(const Source& source, std::uint32_t begin, std::uint32_t end)
      : source_(&source), text_(source.text().data()), at_(begin), end_(end) {
    // A byte order mark is no text.
    if (begin == 0 && source.text().substr(0, end).starts_with("\xef\xbb\xbf")) at_ = 3;
  }
  explicit Lexer(const Source& source) : Lexer(source, 0, static_cast<std::uint32_t>(source.text().size())) {}

  const Source& source() const { return *source_; }
  // End again and again at the end.
  Token next();
  // The next token is this one again.
  void back_to(const Token& token) { at_ = token.begin; }

 private:
  void skip_blanks();
  Token take_string();
  Token take_template(char close);

  const Source* source_;
  const char* text_;
  std::uint32_t at_;
  std::uint32_t end_;
  bool strings_end_with_line_ = false;  // once a string had no end; else each quote would be searched to the end again
};

// The characters that a String token stands for: quotes off, \" and \\ resolved, other backslashes kept.
std::string unquote(std::string_view token_text);

// What the first line says: "#VRML_SIM R2025a utf8" -> "R2025a", "#VRML_OBJ V6.0 utf8" -> "V6.0"; empty without a
// header. `header` is set to the span of the line.
std::string_view header_version(const Source& source, Span& header);
// It has a header, or begins as a world or PROTO does: with a declaration, a DEF, or a type and its brace. What does
// not is some other file, of which no line is to be shown.
bool begins_as_world(const Source& source);

}  // namespace lightsout
