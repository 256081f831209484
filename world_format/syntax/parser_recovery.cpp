// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a parser does where it does not understand: how a token is called, what is skipped, where reading goes on.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "world_format/syntax/parser.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

using Kind = Token::Kind;

std::string Parser::describe_token(const Token& token) const {
  constexpr std::size_t shown = 40;
  std::string_view spelling = text(token);
  const bool cut = spelling.size() > shown;
  spelling = spelling.substr(0, shown);
  spelling = spelling.substr(0, spelling.find_first_of("\r\n"));
  switch (token.kind) {
    case Kind::End:
      return fmt::format("the end of the {}", text_name_);
    case Kind::Template:
      return "a template block";
    case Kind::String:
      return fmt::format("the string {}{}", spelling, cut ? "..." : "");
    default:
      return fmt::format("`{}{}`", spelling, cut ? "..." : "");
  }
}

void Parser::report_expected(std::string_view what) {
  diagnostics_.report(DiagnosticKind::UnexpectedToken, span(token_),
                      fmt::format("expected {}, found {}", what, describe_token(token_)));
}

// One message for the end of the file, at the innermost bracket: it closes none of those around either.
void Parser::report_unclosed(const Token& open, std::string message) {
  if (end_reported_) return;
  end_reported_ = at(Kind::End);
  diagnostics_.report(DiagnosticKind::UnclosedBrace, span(token_), std::move(message)).note(span(open), "opened here");
}

// Whoever writes a world indents it: a node that begins a line no further right than the line on which this one was
// opened is not meant to be in it.
bool Parser::begins_what_is_around(const Token& token, const Token& open) const {
  const auto indent = [this](std::uint32_t offset, bool is_first) {
    const std::string_view before = source().text().substr(0, offset);
    const std::string_view line = before.substr(before.find_last_of('\n') + 1);
    const std::size_t blanks = std::min(line.find_first_not_of(" \t"), line.size());
    return is_first && blanks < line.size() ? std::string_view::npos : blanks;
  };
  return indent(token.begin, true) <= indent(open.begin, false);
}

// `ROUTE NODE.event TO NODE.event` of VRML97.
void Parser::skip_route() {
  const Token route = take();
  for (int i = 0; i < 3 && at(Kind::Word); ++i) take();
  if (!std::exchange(route_reported_, true))
    diagnostics_.report(DiagnosticKind::Unsupported, span(route), "events are not simulated: routes are left out");
}

void Parser::drop(Value value) {
  const auto forget = [this](const auto& self, const Value& lost) -> void {
    const auto visit = [this, &self](const NodePtr& node) {
      if (!node) return;
      if (const auto found = defs_.find(node->def()); found != defs_.end() && found->second == node.get()) {
        skipped_defs_.insert(found->first);
        defs_.erase(found);
      }
      for (const FieldValue& field : node->values()) self(self, field.value);
    };
    if (lost.type() == FieldType::SFNode) visit(lost.as<NodePtr>());
    if (lost.type() == FieldType::MFNode)
      for (const NodePtr& node : lost.as<MFNode>()) visit(node);
  };
  forget(forget, value);
}

void Parser::skip_brackets() {
  const Token open = token_;
  int level = 0;
  do {
    if (at(Kind::End)) {
      report_unclosed(open, fmt::format("the file ends before the {} that closes this", text(open) == "{" ? '}' : ']'));
      return;
    }
    const Token token = take();
    if (token.kind == Kind::OpenBrace || token.kind == Kind::OpenBracket) ++level;
    if (token.kind == Kind::CloseBrace || token.kind == Kind::CloseBracket) --level;
  } while (level > 0);
}

void Parser::skip_value() {
  bool any = false;
  while (true) {
    switch (token_.kind) {
      case Kind::Number:
      case Kind::String:
      case Kind::Template:
        take();
        any = true;
        continue;
      case Kind::OpenBracket:
      case Kind::OpenBrace:
        return skip_brackets();
      case Kind::CloseBrace:
      case Kind::CloseBracket:
      case Kind::End:
        return;
      case Kind::Word:
        break;
    }
    if (any) return;
    const std::string_view word = text(token_);
    if (word == "TRUE" || word == "FALSE" || word == "NULL") {
      take();
      return;
    }
    if (word == "USE" || word == "IS") {
      take();
      if (at(Kind::Word)) take();
      return;
    }
    if (word == "DEF") {
      take();
      if (at(Kind::Word)) skipped_defs_.insert(text(take()));
      if (at(Kind::Word)) take();
      if (at(Kind::OpenBrace)) skip_brackets();
      return;
    }
    // A node type, or already the next field.
    Lexer ahead = lexer_;
    if (ahead.next().kind != Kind::OpenBrace) return;
    take();
    return skip_brackets();
  }
}

}  // namespace lightsout
