// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Reads the embedded type files. Their grammar, cut by the lexer of worlds:
//
//   [abstract] TYPE Name : Base "documentation" [
//     SFFloat radius 1 { above 0 } "documentation"
//   ] ORDER [ radius height ]
//
// A field is type, name, default, marks in braces, documentation; a field that the base has too replaces it in place.
// Marks:
//   min N  max N  above N  below N   range of every number in the value
//   or N                             a value allowed outside of the range
//   else N                           what a wrong number becomes, where it is not the default
//   nearest  magnitude  keep         see Repair; colours become the nearest without saying so
//   direction                        a vector other than 0 0 0
//   one_of [ ... ]                   strings, or names of node types
//   hidden  fixed                    see FieldDescription
//   retired "R2021b"                 files older than that have the field, today's dialect has not
// The mark { retired "R2022a" } before the bracket retires the whole type. ORDER, which may be left out, names the
// fields that are counted first (see NodeType::counted); types derived from this one follow it too.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "world_format/nodes/schema.h"
#include "world_format/syntax/parser.h"
#include "world_format/text/diagnostic.h"
#include "world_format/text/embedded_file.h"
#include "world_format/text/version.h"

namespace lightsout {

extern const std::span<const EmbeddedFile> node_type_files;  // node_types/, sorted

namespace {

// "Solid.wrl" -> "Solid"
std::string_view name_of(const EmbeddedFile& file) { return file.path.substr(0, file.path.size() - 4); }

class NoProtos : public TypeScope {
 public:
  const NodeType* find(std::string_view, Span, Diagnostics&) override { return nullptr; }
  void extern_proto(ExternProto) override {}
  void proto(Parser&) override {}
};

// The files are part of the program: a fault in one is a fault of the build.
[[noreturn]] void fail(std::string_view type, std::string_view message) {
  std::fprintf(stderr, "lightsout: node type %.*s: %.*s\n", static_cast<int>(type.size()), type.data(),
               static_cast<int>(message.size()), message.data());
  std::abort();
}

}  // namespace

class SchemaReader {
 public:
  explicit SchemaReader(const EmbeddedFile& file)
      : name_(name_of(file)),
        source_(std::string(file.path), std::string(file.text)),
        parser_(source_, 0, static_cast<std::uint32_t>(source_.text().size()), 0, no_protos_, diagnostics_) {}

  std::unique_ptr<NodeType> read() {
    auto type = std::make_unique<NodeType>();
    if (accept("abstract")) type->abstract_ = true;
    if (!accept("TYPE")) stop("expected TYPE");
    type->name_ = word();
    if (type->name_ != name_) stop("the file is named otherwise");
    if (accept(":")) {
      type->base_ = find_node_type(word());
      if (!type->base_) stop("unknown base");
    }
    type->documentation_ = string();
    if (parser_.at(Token::Kind::OpenBrace)) {
      parser_.take();
      if (!accept("retired")) stop("expected retired");
      type->retired_in_ = string();
      expect(Token::Kind::CloseBrace);
    }
    std::vector<FieldDescription> current, retired;
    if (type->base_) {
      current.reserve(std::size_t(type->base_->field_count()) + 8);  // most types have fewer of their own
      for (FieldIndex i = 0; i < type->base_->field_count(); ++i) {
        const FieldDescription& field = type->base_->field(i);
        (field.retired_in.empty() ? current : retired).push_back(copy(field));
      }
    }
    expect(Token::Kind::OpenBracket);
    while (!parser_.at(Token::Kind::CloseBracket)) {
      FieldDescription field = read_field();
      std::vector<FieldDescription>& list = field.retired_in.empty() ? current : retired;
      const auto same = std::find_if(list.begin(), list.end(), [&field](const FieldDescription& other) {
        return other.name == field.name && other.retired_in == field.retired_in;
      });
      if (same == list.end())
        list.push_back(std::move(field));
      else
        *same = std::move(field);
    }
    parser_.take();
    if (type->base_) type->order_ = type->base_->order_;
    if (accept("ORDER")) type->order_ = words();
    if (!parser_.at(Token::Kind::End)) stop("text after the type");
    if (!diagnostics_.empty()) stop("");
    type->current_count_ = current.size();
    type->fields_ = std::move(current);
    for (FieldDescription& field : retired) type->fields_.push_back(std::move(field));
    type->index();
    for (const std::string& name : type->order_)
      if (type->find(name) == no_field) stop("ORDER names no field: " + name);
    type->count_fields();
    return type;
  }

  static std::unique_ptr<NodeType> proto(std::string name, std::string documentation,
                                         std::vector<FieldDescription> fields, bool open) {
    auto type = std::make_unique<NodeType>();
    type->name_ = std::move(name);
    type->documentation_ = std::move(documentation);
    type->fields_ = std::move(fields);
    type->current_count_ = type->fields_.size();
    type->proto_ = true;
    type->open_ = open;
    type->index();
    type->count_fields();
    return type;
  }

 private:
  static FieldDescription copy(const FieldDescription& from) {
    FieldDescription to;
    to.name = from.name;
    to.type = from.type;
    to.default_value = from.default_value.clone();
    to.documentation = from.documentation;
    to.minimum = from.minimum;
    to.maximum = from.maximum;
    to.minimum_excluded = from.minimum_excluded;
    to.maximum_excluded = from.maximum_excluded;
    to.special = from.special;
    to.repair = from.repair;
    to.replacement = from.replacement;
    to.choices = from.choices;
    to.hidden = from.hidden;
    to.fixed = from.fixed;
    to.retired_in = from.retired_in;
    return to;
  }

  FieldDescription read_field() {
    FieldDescription field;
    if (!field_type_from(word(), field.type)) stop("unknown field type");
    field.name = word();
    std::optional<Value> value = parser_.read_value(field.type, field.name);
    if (!value) stop("bad default of " + field.name);
    field.default_value = std::move(*value);
    if (element_type(field.type) == FieldType::SFColor) field.repair = Repair::Nearest;
    if (parser_.at(Token::Kind::OpenBrace)) {
      parser_.take();
      while (!parser_.at(Token::Kind::CloseBrace)) read_mark(field);
      parser_.take();
    }
    field.documentation = string();
    return field;
  }

  void read_mark(FieldDescription& field) {
    const std::string mark = word();
    if (mark == "min" || mark == "above") {
      field.minimum = number();
      field.minimum_excluded = mark == "above";
    } else if (mark == "max" || mark == "below") {
      field.maximum = number();
      field.maximum_excluded = mark == "below";
    } else if (mark == "or") {
      field.special = number();
    } else if (mark == "else") {
      field.replacement = number();
    } else if (mark == "nearest") {
      field.repair = Repair::Nearest;
    } else if (mark == "magnitude") {
      field.repair = Repair::Magnitude;
    } else if (mark == "keep") {
      field.repair = Repair::Keep;
    } else if (mark == "direction") {
      field.is_direction = true;
    } else if (mark == "one_of") {
      expect(Token::Kind::OpenBracket);
      while (!parser_.at(Token::Kind::CloseBracket))
        field.choices.push_back(parser_.at(Token::Kind::String) ? string() : word());
      parser_.take();
    } else if (mark == "hidden") {
      field.hidden = true;
    } else if (mark == "fixed") {
      field.fixed = true;
    } else if (mark == "retired") {
      field.retired_in = string();
    } else {
      stop("unknown mark " + mark);
    }
  }

  bool accept(std::string_view text) {
    if (!parser_.at_word(text)) return false;
    parser_.take();
    return true;
  }
  std::string word() {
    if (!parser_.at(Token::Kind::Word)) stop("expected a word");
    return std::string(parser_.text(parser_.take()));
  }
  std::vector<std::string> words() {
    std::vector<std::string> list;
    expect(Token::Kind::OpenBracket);
    while (!parser_.at(Token::Kind::CloseBracket)) list.push_back(word());
    parser_.take();
    return list;
  }
  std::string string() {
    if (!parser_.at(Token::Kind::String)) stop("expected a string");
    return unquote(parser_.text(parser_.take()));
  }
  double number() {
    const std::optional<Value> value = parser_.read_value(FieldType::SFFloat, "mark");
    if (!value) stop("expected a number");
    return value->as<double>();
  }
  void expect(Token::Kind kind) {
    if (!parser_.expect(kind, "a bracket")) stop("");
  }
  [[noreturn]] void stop(std::string message) {
    for (const Diagnostic& diagnostic : diagnostics_.all()) {
      message += '\n';
      message += render(diagnostic, false);
    }
    const Source::Position at = source_.position(parser_.peek().begin);
    fail(name_, fmt::format("line {}: {}", at.line, message));
  }

  std::string_view name_;
  Source source_;
  NoProtos no_protos_;
  Diagnostics diagnostics_;
  Parser parser_;
};

std::unique_ptr<NodeType> NodeType::for_proto(std::string name, std::string documentation,
                                              std::vector<FieldDescription> fields, bool open) {
  return SchemaReader::proto(std::move(name), std::move(documentation), std::move(fields), open);
}

namespace {

// The files by the names of their types.
class Types {
 public:
  Types() : mask_(std::bit_ceil(2 * node_type_files.size()) - 1), slots_(new Slot[mask_ + 1]) {
    for (const EmbeddedFile& file : node_type_files) slot_of(name_of(file)).file = &file;
  }

  const NodeType* find(std::string_view name) const {
    Slot& slot = slot_of(name);
    if (!slot.file) return nullptr;
    std::call_once(slot.once, [&slot] { slot.type = SchemaReader(*slot.file).read(); });
    return slot.type.get();
  }

 private:
  // Its type is read once, under the flag: constant to everybody who looks.
  struct Slot {
    const EmbeddedFile* file = nullptr;
    std::once_flag once;
    std::unique_ptr<NodeType> type;
  };

  // That of the name, or the free one where it would be.
  Slot& slot_of(std::string_view name) const {
    for (std::size_t at = name_hash(name);; ++at)
      if (Slot& slot = slots_[at & mask_]; !slot.file || name_of(*slot.file) == name) return slot;
  }

  std::size_t mask_;
  std::unique_ptr<Slot[]> slots_;
};

}  // namespace

const NodeType* find_node_type(std::string_view name) {
  static const Types types;
  return types.find(name);
}

const std::vector<std::string_view>& node_type_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> list;
    for (const EmbeddedFile& file : node_type_files) list.push_back(name_of(file));
    return list;
  }();
  return names;
}

}  // namespace lightsout
