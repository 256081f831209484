// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Nodes and fields. Errors are reported at the token and reading goes on at the next field or brace
// (parser_recovery.cpp). Values are read in parser_values.cpp.
#include "world_format/syntax/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "limits/limits.h"
#include "world_format/nodes/draft.h"
#include "world_format/text/diagnostic.h"
#include "world_format/text/version.h"

namespace lightsout {

using Kind = Token::Kind;

void report_unknown_node(std::string_view name, Span use, const std::vector<std::string_view>& others,
                         Diagnostics& diagnostics) {
  std::vector<std::string_view> known = node_type_names();
  known.insert(known.end(), others.begin(), others.end());
  const std::string_view guess = did_you_mean(name, known);
  diagnostics.report(DiagnosticKind::UnknownNode, use,
                     guess.empty() ? fmt::format("unknown node `{}`: skipped", name)
                                   : fmt::format("unknown node `{}`: skipped; did you mean `{}`?", name, guess));
}

Parser::Parser(const Source& source, std::uint32_t begin, std::uint32_t end, int version, TypeScope& types,
               Diagnostics& diagnostics)
    : lexer_(source, begin, end), token_(lexer_.next()), version_(version), types_(types), diagnostics_(diagnostics) {}

Token Parser::take() {
  const Token taken = token_;
  if (taken.unterminated)
    diagnostics_.report(DiagnosticKind::UnterminatedString, {&source(), taken.begin, taken.begin + 1},
                        taken.kind == Kind::String ? "this string has no end" : "this template block has no end");
  token_ = lexer_.next();
  return taken;
}

bool Parser::expect(Token::Kind kind, std::string_view what) {
  if (!at(kind)) {
    report_expected(what);
    return false;
  }
  take();
  return true;
}

MFNode Parser::read_file() {
  MFNode nodes;
  while (!at(Kind::End)) {
    if (at_word("EXTERNPROTO")) {
      read_extern_proto(false);
    } else if (at_word("IMPORTABLE")) {
      take();
      if (at_word("EXTERNPROTO"))
        read_extern_proto(true);
      else
        report_expected("EXTERNPROTO");
    } else if (at_word("PROTO")) {
      take();
      types_.proto(*this);
    } else if (at_word("ROUTE")) {
      skip_route();
    } else if (at(Kind::Word)) {
      if (NodePtr node = read_node()) nodes.push_back(std::move(node));
    } else {
      report_expected("a node");
      // One message for a run of nonsense.
      while (!at(Kind::Word) && !at(Kind::End)) {
        if (at(Kind::OpenBrace) || at(Kind::OpenBracket))
          skip_brackets();
        else
          take();
      }
    }
  }
  return nodes;
}

void Parser::read_extern_proto(bool importable) {
  take();
  if (!at(Kind::String)) {
    report_expected("the url of the PROTO as a string");
    return;
  }
  const Token token = take();
  ExternProto declaration;
  declaration.url = unquote(text(token));
  declaration.importable = importable;
  declaration.span = span(token);
  std::string_view name = declaration.url;
  if (const auto slash = name.find_last_of("/\\"); slash != std::string_view::npos) name.remove_prefix(slash + 1);
  if (name.ends_with(".proto")) name.remove_suffix(6);
  declaration.name = name;
  if (const NodeType* type = find_node_type(name); type && !type->is_abstract() && type->retired_in().empty())
    diagnostics_.report(DiagnosticKind::BuiltInName, declaration.span,
                        fmt::format("a PROTO cannot have the name of a node: the built-in {} is used", name));
  types_.extern_proto(std::move(declaration));
}

NodePtr Parser::read_node() {
  if (!at(Kind::Word)) {
    report_expected("a node");
    if (at(Kind::OpenBrace) || at(Kind::OpenBracket))
      skip_brackets();
    else if (!at(Kind::CloseBrace) && !at(Kind::CloseBracket) && !at(Kind::End))
      take();
    return nullptr;
  }
  if (at_word("NULL")) {
    take();
    return nullptr;
  }
  if (at_word("USE")) return read_use();
  std::string_view def;
  if (at_word("DEF")) {
    take();
    if (!at(Kind::Word)) {
      report_expected("a name after DEF");
      if (at(Kind::Number)) take();  // a name must not begin with a digit; the node is read all the same
      if (!at(Kind::Word)) return nullptr;
    } else {
      def = text(take());
    }
    if (!at(Kind::Word)) {
      report_expected("a node type");
      return nullptr;
    }
  }
  NodePtr node = read_definition(def);
  if (!node && !def.empty()) skipped_defs_.insert(def);
  return node;
}

NodePtr Parser::read_definition(std::string_view def) {
  const Token name = take();
  const std::string_view type_name = text(name);
  if (!at(Kind::OpenBrace)) {
    report_expected(fmt::format("{{ after the node type `{}`", type_name));
    return nullptr;
  }
  const NodeType* type = find_node_type(type_name);
  // A PROTO may have the name of what was never a node to be written, or is none any more and what it stands for.
  const bool free_name = type && (type->is_abstract() || !type->retired_in().empty());
  if (free_name && types_.prefers_proto(type_name)) type = nullptr;
  if (!type) type = types_.find(type_name, span(name), diagnostics_);
  if (type && type->is_abstract()) {
    diagnostics_.report(
        DiagnosticKind::UnknownNode, span(name),
        fmt::format("no node is a `{}` and nothing else: skipped; a type that derives from it can stand "
                    "here",
                    type_name));
    type = nullptr;
  }
  if (!type) {
    skip_brackets();
    return nullptr;
  }
  const auto max_nodes = std::size_t(value_of(Limit::Nodes));
  if (++node_count_ > max_nodes || depth_ >= max_depth) {
    if (node_count_ == max_nodes + 1)
      diagnostics_.report(DiagnosticKind::TooManyNodes, span(name),
                          fmt::format("too many nodes: {}", how_to_raise(Limit::Nodes)));
    else if (depth_ >= max_depth && !too_deep_reported_)
      diagnostics_.report(DiagnosticKind::TooDeep, span(name),
                          fmt::format("nodes are nested more than {} deep: skipped from here", max_depth));
    too_deep_reported_ = depth_ >= max_depth;
    skip_brackets();
    return nullptr;
  }
  NodePtr node(new Node(*type, span(name)));
  Draft(*node).set_def(std::string(def));
  const Node* before = def_named(def);
  const Token open = take();
  open_.push_back(node.get());
  ++depth_;
  read_fields(*node, open);
  --depth_;
  open_.pop_back();
  // The name may be used from here on: inside of the node it means another one above. A node inside that took the same
  // name keeps it, being nearer to what follows.
  if (!def.empty() && def_named(def) == before) defs_[def] = node.get();
  return node;
}

const Node* Parser::def_named(std::string_view def) const {
  const auto found = defs_.find(def);
  return found == defs_.end() ? nullptr : found->second;
}

namespace {

// `given`: an instance, whose own values hide the defaults; nullptr: for the body, which is the same for all.
Node* named_in_defaults(const NodeType& interface, const Node* given, std::string_view def) {
  Node* found = nullptr;
  const auto look = [&found, def](Node& node) {
    if (!found && !node.use_of() && node.def() == def) found = &node;
  };
  for (FieldIndex i = 0; i < interface.fields().size(); ++i) {
    const Value& standard = interface.field(i).default_value;
    if (given && given->is_set(i)) continue;
    if (standard.type() == FieldType::SFNode) {
      if (const NodePtr& node = standard.as<NodePtr>()) for_each_node(*node, look);
    } else if (standard.type() == FieldType::MFNode) {
      for (const NodePtr& node : standard.as<MFNode>()) for_each_node(*node, look);
    }
  }
  return found;
}

}  // namespace

NodePtr Parser::read_use() {
  take();
  if (!at(Kind::Word)) {
    report_expected("a name after USE");
    return nullptr;
  }
  const Token token = take();
  const std::string_view name = text(token);
  auto found = defs_.find(name);
  if (Node* outer = found == defs_.end() && context_ ? context_->find_def(name) : nullptr)
    found = defs_.emplace(outer->def(), outer).first;
  // Of an instance that is being read: what stands in defaults of its parameters has its names too.
  if (found == defs_.end())
    for (auto open = open_.rbegin(); open != open_.rend() && found == defs_.end(); ++open)
      if (Node* inside = (*open)->type().is_proto() ? named_in_defaults((*open)->type(), *open, name) : nullptr)
        return reference_to(*inside, token);
  if (found == defs_.end() && parameters_)
    if (Node* inside = named_in_defaults(*parameters_, nullptr, name)) return reference_to(*inside, token);
  if (found == defs_.end()) {
    const auto around = std::ranges::find(open_, name, &Node::def);
    if (around != open_.end()) {
      diagnostics_.report(DiagnosticKind::RecursiveUse, span(token), fmt::format("`{}` is used inside itself", name))
          .note((*around)->span(), "defined here");
      return nullptr;
    }
    if (skipped_defs_.contains(name)) return nullptr;
    std::vector<std::string_view> known;
    for (const auto& entry : defs_) known.push_back(entry.first);
    const std::string_view guess = did_you_mean(name, known);
    diagnostics_.report(DiagnosticKind::UnknownDef, span(token),
                        guess.empty() ? fmt::format("no DEF `{}` above this USE", name)
                                      : fmt::format("no DEF `{}` above this USE; did you mean `{}`?", name, guess));
    return nullptr;
  }
  return reference_to(*found->second, token);
}

NodePtr Parser::reference_to(Node& original, const Token& token) {
  ++node_count_;
  for (const std::string_view alone : {"Solid", "Joint", "JointParameters"})
    if (original.is_a(alone))
      diagnostics_
          .report(DiagnosticKind::MisplacedNode, span(token),
                  fmt::format("a {} should not be used twice: this makes another one of it at the same pose",
                              original.type().name()))
          .note(original.span(), "the first is here");
  NodePtr reference(new Node(original.type(), span(token)));
  Draft(*reference).set_def(original.def());
  Draft(*reference).set_use_of(&original);
  return reference;
}

void Parser::read_fields(Node& node, const Token& open) {
  while (true) {
    switch (token_.kind) {
      case Kind::CloseBrace:
        take();
        return;
      case Kind::End:
        report_unclosed(open, fmt::format("the file ends inside of `{}`", node.type().name()));
        return;
      case Kind::Word:
        if (at_word("ROUTE") && !node.has("ROUTE")) {
          skip_route();
          break;
        }
        if (read_field(node, open)) break;
        report_unclosed(
            open, fmt::format("expected }} at the end of `{}`, found {}", node.type().name(), describe_token(token_)));
        return;
      case Kind::CloseBracket:
        if (lists_ > 0) {
          report_unclosed(open, fmt::format("expected }} at the end of `{}`, found `]`", node.type().name()));
          return;
        }
        [[fallthrough]];
      default:
        report_expected("a field name");
        // One message for a run of nonsense.
        while (!at(Kind::Word) && !at(Kind::CloseBrace) && !at(Kind::End)) {
          if (at(Kind::OpenBrace) || at(Kind::OpenBracket))
            skip_brackets();
          else
            take();
        }
    }
  }
}

bool Parser::is_field(const NodeType& type, std::string_view name) const {
  return type.find(name) != no_field || type.find_retired(name, 0) != no_field;
}

// The field that the name means here, in a file of this version; no_field if none.
FieldIndex Parser::meant_field(const NodeType& type, std::string_view name) const {
  FieldIndex index = type.find_retired(name, version_);
  const FieldIndex current = type.find(name);
  // Lists came later: `controllerArgs [ ... ]` in a file whose header was not brought up to date.
  if (index == no_field || (current != no_field && at(Kind::OpenBracket) && !is_multiple(type.field(index).type)))
    index = current;
  // So did numbers where TRUE or FALSE once stood (`occlusion`, `filtering`).
  if (const FieldIndex retired = type.find_retired(name, 0); retired != no_field && current != no_field &&
                                                             type.field(retired).type == FieldType::SFBool &&
                                                             type.field(current).type != FieldType::SFBool) {
    if (at_word("TRUE") || at_word("FALSE"))
      index = retired;
    else if (!at_word("IS"))
      index = current;
  }
  return index == no_field ? type.find_retired(name, 0) : index;
}

bool Parser::read_field(Node& node, const Token& open) {
  const Token name = take();
  const NodeType& type = node.type();
  const FieldIndex index = meant_field(type, text(name));
  if (index == no_field) return read_unknown_field(node, name, open);
  const FieldDescription& field = type.field(index);
  if (at_word("IS")) {
    read_binding(node, index);
  } else if (!field.retired_in.empty() && !may_begin(field.type)) {
    // Its type was another one in some release.
    diagnostics_.report(
        DiagnosticKind::RetiredField, span(token_),
        fmt::format("`{}` of {} is read as {}: skipped", text(name), type.name(), to_string(field.type)));
    skip_value();
  } else {
    read_field_value(node, name, index);
  }
  return true;
}

// False as of read_field.
bool Parser::read_unknown_field(Node& node, const Token& name_token, const Token& open) {
  const std::string_view name = text(name_token);
  const NodeType& type = node.type();
  if (name == "hidden" && at(Kind::Word)) {
    read_hidden(node);
    return true;
  }
  const bool begins_node = at(Kind::OpenBrace) || (name == "DEF" && at(Kind::Word)) || name == "EXTERNPROTO" ||
                           name == "IMPORTABLE" || name == "PROTO";
  if (begins_node && begins_what_is_around(name_token, open)) {
    lexer_.back_to(name_token);
    token_ = lexer_.next();
    return false;
  }
  if (at(Kind::OpenBrace)) {
    diagnostics_.report(DiagnosticKind::UnexpectedToken, span(name_token),
                        fmt::format("expected a field of {}, found a node `{}`: skipped", type.name(), name));
    skip_brackets();
    return true;
  }
  if (!type.is_open()) {
    std::vector<std::string_view> known;
    for (const FieldDescription& field : type.fields()) known.push_back(field.name);
    const std::string_view guess = did_you_mean(name, known);
    diagnostics_.report(
        DiagnosticKind::UnknownField, span(name_token),
        guess.empty() ? fmt::format("{} has no field `{}`: skipped", type.name(), name)
                      : fmt::format("{} has no field `{}`: skipped; did you mean `{}`?", type.name(), name, guess));
  }
  skip_value();
  return true;
}

// A word that was reported as no value is no field either.
void Parser::skip_refused_word(const NodeType& type) {
  if (!at(Kind::Word) || token_.begin != refused_ || type.is_open() || is_field(type, text(token_)) ||
      at_word("hidden") || at_word("DEF"))
    return;
  const Token word = take();
  if (at(Kind::OpenBrace)) {
    lexer_.back_to(word);
    token_ = lexer_.next();
  }
  while (at(Kind::Number) || at(Kind::String)) take();
}

void Parser::read_field_value(Node& node, const Token& name, FieldIndex index) {
  const NodeType& type = node.type();
  const FieldDescription& field = type.field(index);
  const std::uint32_t value_begin = token_.begin;
  std::optional<Value> value = read_value(field.type, field.name);
  if (!value) return skip_refused_word(type);
  if (node.is_set(index)) {
    // References may already point into nodes that were given first; of a parameter the first value always counts.
    const bool first_counts = type.is_proto() || element_type(field.type) == FieldType::SFNode;
    diagnostics_
        .report(DiagnosticKind::DuplicateField, span(name),
                fmt::format("field `{}` was given before: the {} value counts", text(name),
                            first_counts ? "first" : "later"))
        .note(node.span_of(index), "first given here");
    if (first_counts) return drop(std::move(*value));
  }
  // Up to the token that follows, blanks off.
  std::string_view written = source().text().substr(value_begin, token_.begin - value_begin);
  if (is_multiple(field.type) || field.type == FieldType::SFNode) written = written.substr(0, 1);
  const std::size_t comment = field.type == FieldType::SFString ? std::string_view::npos : written.find('#');
  written = written.substr(0, comment);
  while (!written.empty() && (static_cast<unsigned char>(written.back()) <= ' ' || written.back() == ','))
    written.remove_suffix(1);
  Draft(node).set_value(index, std::move(*value),
                        {&source(), value_begin, value_begin + static_cast<std::uint32_t>(written.size())});
  refuse_further_values(field);
}

bool Parser::may_begin(FieldType type) const {
  if (at(Kind::OpenBracket)) return is_multiple(type);
  switch (element_type(type)) {
    case FieldType::SFBool:
      return at_word("TRUE") || at_word("FALSE");
    case FieldType::SFString:
      return at(Kind::String);
    case FieldType::SFNode:
      return at(Kind::Word);
    default:
      return at(Kind::Number);
  }
}

// `hidden linearVelocity_0 0 0 1`: the state of a part of the node when the world was saved.
void Parser::read_hidden(Node& node) {
  const Token name = take();
  HiddenValue hidden{std::string(text(name)), {}, span(name)};
  if (!at(Kind::Number)) return skip_value();
  while (at(Kind::Number)) {
    double number;
    if (!read_number(number)) return;
    hidden.numbers.push_back(number);
  }
  Draft(node).add_hidden(std::move(hidden));
}

void Parser::read_binding(Node& node, FieldIndex index) {
  const Token is = take();
  const FieldDescription& field = node.type().field(index);
  if (!at(Kind::Word)) {
    report_expected("the name of a PROTO parameter after IS");
    return;
  }
  const Token token = take();
  if (!parameters_) {
    diagnostics_.report(DiagnosticKind::MisplacedIs, span(is), "IS has a meaning inside of a PROTO only");
    return;
  }
  const FieldIndex parameter = parameters_->find(text(token));
  if (parameter == no_field) {
    std::vector<std::string_view> known;
    for (const FieldDescription& candidate : parameters_->fields()) known.push_back(candidate.name);
    const std::string_view guess = did_you_mean(text(token), known);
    // The manual calls it an error; worlds that have it are opened without a word.
    diagnostics_.report(
        DiagnosticKind::UnknownParameter, span(token),
        fmt::format("PROTO {} has no parameter `{}`: `{}` keeps its default{}", parameters_->name(), text(token),
                    field.name, guess.empty() ? std::string() : fmt::format("; did you mean `{}`?", guess)));
    return;
  }
  const FieldType given = parameters_->field(parameter).type;
  // Fields that were integers once (pixelSize, ...) are bound as such in old files; expansion converts the value.
  const bool widens = given == FieldType::SFInt32 && field.type == FieldType::SFFloat;
  // So were the elements of what is a list today (centerOfMass, coulombFriction, forceDependentSlip), and arguments of
  // controllers longer than the others.
  const std::string_view lists_since = field.name == "controllerArgs" ? "R2020b" : "R2018a";
  const bool lists = version_ < version_number(lists_since) && is_multiple(field.type) &&
                     element_type(field.type) == given && given != FieldType::SFNode;
  if (given != field.type && !widens && !lists) {
    // Old files were less strict about fields that have no meaning any more.
    if (!field.retired_in.empty()) return;
    // An error by the manual too; the field keeps its default.
    diagnostics_.report(DiagnosticKind::WrongType, span(token),
                        fmt::format("parameter `{0}` is {1}, but field `{2}` is {3}: `{2}` keeps its default",
                                    text(token), to_string(given), field.name, to_string(field.type)));
    return;
  }
  Draft(node).bind({index, std::string(text(token)), span(token)});
}

}  // namespace lightsout
