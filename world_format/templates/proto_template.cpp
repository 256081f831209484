// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/templates/proto_template.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "installation/installation.h"
#include "world_format/library/library.h"
#include "world_format/nodes/node.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/nodes/proto_links.h"
#include "world_format/templates/engines/template_engine.h"
#include "world_format/templates/load_template_engine.h"
#include "world_format/templates/template_child.h"
#include "world_format/templates/template_files.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

namespace {

constexpr std::size_t message_size = 2000;  // bytes

// What a template says goes to people.
std::string shortened(std::string_view said) {
  while (said.ends_with('\n')) said.remove_suffix(1);
  if (said.size() <= message_size) return std::string(said);
  std::string_view begin = said.substr(0, message_size);
  while ((static_cast<unsigned char>(begin.back()) & 0xc0) == 0x80) begin.remove_suffix(1);  // not within a letter
  if (static_cast<unsigned char>(begin.back()) >= 0xc0) begin.remove_suffix(1);
  return fmt::format("{}... ({} bytes)", begin, said.size());
}

std::optional<Limit> limit_of(TemplateBound reached) {
  switch (reached) {
    case TemplateBound::Seconds:
      return Limit::TemplateSeconds;
    case TemplateBound::Instructions:
      return Limit::TemplateInstructions;
    case TemplateBound::Memory:
      return Limit::TemplateMemory;
    case TemplateBound::Text:
      return Limit::TemplateBytes;
    case TemplateBound::None:
    case TemplateBound::Machine:
      return {};
  }
  return {};
}

std::string lack_of_memory(std::string_view proto) {
  const char* const sandbox = std::getenv("LIGHTSOUT_SANDBOX");
  return fmt::format("the template of {} needs more memory than this process may have ({})", proto,
                     sandbox && *sandbox ? how_to_raise(Limit::SandboxMemory) : "ulimit");
}

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

// Notes which parameters the statements in `code` read.
void note_fields(std::string_view code, Template& result) {
  for (std::size_t at = code.find("fields"); at != code.npos; at = code.find("fields", at + 6)) {
    // fields.a.value.fields.b: the second one is of a node. But `..` joins texts in Lua, `...` spreads in JavaScript.
    const bool member = at > 0 && code[at - 1] == '.' && (at < 2 || code[at - 2] != '.');
    if (member || (at > 0 && is_word(code[at - 1]))) continue;
    std::size_t next = at + 6;
    if (next < code.size() && is_word(code[next])) continue;
    while (next < code.size() && (code[next] == ' ' || code[next] == '\n' || code[next] == '\t')) ++next;
    if (next >= code.size() || code[next] != '.') {
      result.reads_all_fields = true;
      continue;
    }
    ++next;
    while (next < code.size() && code[next] == ' ') ++next;
    std::size_t end = next;
    while (end < code.size() && is_word(code[end])) ++end;
    std::string name(code.substr(next, end - next));
    if (std::ranges::find(result.fields_read, name) == result.fields_read.end())
      result.fields_read.push_back(std::move(name));
  }
  for (std::string_view chance : {"andom", "Date", "os.time", "os.clock", "os.date"})
    if (code.find(chance) != code.npos) result.by_chance = true;
  // `context.id`, or the whole of it given to something that may read it.
  for (std::size_t at = code.find("context"); at != code.npos; at = code.find("context", at + 7)) {
    const std::string_view rest = code.substr(at + 7);
    if ((at > 0 && is_word(code[at - 1])) || (!rest.empty() && is_word(rest[0]))) continue;
    const bool other_member =
        rest.starts_with('.') && !(rest.starts_with(".id") && !(rest.size() > 3 && is_word(rest[3])));
    if (!other_member) result.reads_id = true;
  }
}

std::string text_literal(std::string_view text) {
  // Escapes that JavaScript and Lua share.
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\r') {
      result += "\\r";
    } else if (c == '\0') {
      result += "\\x00";
    } else {
      result += c;
    }
  }
  return result + '"';
}

// Values as source text of the language: a table of fields {name = {value = ..., defaultValue = ...}}.
class Literals {
 public:
  explicit Literals(TemplateLanguage language) : lua_(language == TemplateLanguage::Lua) {}

  std::string fields(const std::vector<TemplateField>& fields) {
    text_ = "{";
    for (const TemplateField& field : fields) entry(field.name, *field.value, *field.default_value);
    return std::move(text_) + "}";
  }

  void open() { text_ += '{'; }
  void close() { text_ += '}'; }
  void key(std::string_view name) {
    text_ += lua_ ? fmt::format("[{}] = ", text_literal(name)) : fmt::format("{}: ", text_literal(name));
  }
  void string(std::string_view name, std::string_view value) {
    key(name);
    text_ += text_literal(value) + ", ";
  }
  void raw(std::string_view text) { text_ += text; }
  std::string take() { return std::move(text_); }

 private:
  void entry(std::string_view name, const Value& value, const Value& default_value) {
    key(name);
    text_ += '{';
    key("value");
    write(value);
    text_ += ", ";
    key("defaultValue");
    write(default_value);
    text_ += "}, ";
  }

  void number(double value) {
    if (std::isnan(value)) {
      text_ += lua_ ? "(0/0)" : "NaN";
    } else if (std::isinf(value)) {
      text_ += value < 0 ? "-" : "";
      text_ += lua_ ? "math.huge" : "Infinity";
    } else if (value == std::floor(value) && std::abs(value) < 9e15) {
      // Lua tells 2 from 2.0; whole numbers are written as it had them before 5.3.
      text_ += fmt::format("{}", static_cast<std::int64_t>(value));
    } else {
      text_ += fmt::format("{}", value);
    }
  }
  void member(const char* name, double value) {
    text_ += name;
    text_ += lua_ ? " = " : ": ";
    number(value);
    text_ += ", ";
  }

  void write(bool value) { text_ += value ? "true" : "false"; }
  void write(std::int32_t value) { number(value); }
  void write(double value) { number(value); }
  void write(const Vec2& v) { text_ += '{', member("x", v.x), member("y", v.y), text_ += '}'; }
  void write(const Vec3& v) { text_ += '{', member("x", v.x), member("y", v.y), member("z", v.z), text_ += '}'; }
  void write(const Rotation& r) {
    text_ += '{', member("x", r.x), member("y", r.y), member("z", r.z), member("a", r.angle), text_ += '}';
  }
  void write(const Color& c) { text_ += '{', member("r", c.r), member("g", c.g), member("b", c.b), text_ += '}'; }
  void write(const std::string& value) { text_ += text_literal(value); }
  void write(const NodePtr& node) {
    if (!node) {
      text_ += lua_ ? "nil" : "undefined";
      return;
    }
    Node& content = node->use_of() ? *node->use_of() : *node;
    // What was a PROTO where it is written is one to templates, whether it was expanded on its way to them or not.
    ProtoInstance* proto = content.proto();
    const NodeType& type = proto ? proto->parameters->type() : content.type();
    text_ += '{';
    string("node_name", type.name());
    key("fields");
    text_ += '{';
    if (++depth_ <= max_depth)
      for (FieldIndex i = 0; i < type.fields().size(); ++i)
        entry(type.fields()[i].name, proto ? live_value(content, *proto, i) : content.get(i),
              type.fields()[i].default_value);
    --depth_;
    text_ += "}}";
  }
  template <class T>
  void write_list(const std::vector<T>& values) {
    text_ += lua_ ? "{" : "[";
    for (const auto& value : values) {
      if constexpr (std::is_same_v<T, bool>)
        write(bool(value));
      else
        write(value);
      text_ += ", ";
    }
    text_ += lua_ ? "}" : "]";
  }
  void write(const Value& value) {
    std::visit(
        [this]<class T>(const T& v) {
          if constexpr (std::is_same_v<T, std::string> || !requires { typename T::allocator_type; })
            write(v);
          else
            write_list(v);
        },
        value.storage());
  }

  static constexpr int max_depth = 100;
  bool lua_;
  int depth_ = 0;
  std::string text_;
};

std::string context_literal(const TemplateContext& context, TemplateLanguage language) {
  Literals literals(language);
  literals.open();
  literals.string("world", context.world);
  literals.string("proto", context.proto);
  literals.string("project_path", context.project_path);
  literals.string("webots_home", context.webots_home);
  literals.string("temporary_files_path", context.temporary_files_path);
  literals.string("os", "linux");
  literals.string("coordinate_system", context.coordinate_system);
  literals.key("id");
  literals.raw(fmt::format("{}, ", context.id));
  literals.key("webots_version");
  literals.open();
  literals.string("major", "R2025a");
  literals.string("revision", "0");
  literals.close();
  literals.close();
  return literals.take();
}

// The script of a template, and which place of it comes from which of the template.
struct Script {
  struct Part {
    std::size_t begin, end;  // in the script
    std::uint32_t origin;    // of begin, in the source
  };
  std::string text;
  std::vector<Part> parts;

  std::uint32_t origin(int line, int column) const {
    std::size_t at = 0;
    for (int i = 1; i < line && at < text.size(); ++i) at = std::min(text.find('\n', at), text.size() - 1) + 1;
    at += std::size_t(std::max(column, 0));
    const Part* best = parts.empty() ? nullptr : &parts.front();
    for (const Part& part : parts)
      if (part.begin <= at) best = &part;
    if (!best) return 0;
    return best->origin + std::uint32_t(std::min(at, best->end) - std::min(best->begin, at));
  }
};

// Comments of the file (`#` up to the end of the line) prevail over statements of JavaScript, which has none of these:
// blanks, so that all else stays at its place. In Lua `#` is an operator.
std::string without_comments(std::string_view code) {
  std::string result(code);
  char quote = 0;
  for (std::size_t at = 0; at < result.size(); ++at) {
    const char c = result[at];
    const auto skip_to = [&](std::string_view end) { at = std::min(code.find(end, at), code.size()); };
    if (quote) {
      if (c == '\\')
        ++at;
      else if (c == quote || (c == '\n' && quote != '`'))
        quote = 0;
    } else if (c == '\'' || c == '"' || c == '`') {
      quote = c;
    } else if (code.substr(at).starts_with("//")) {
      skip_to("\n");
    } else if (code.substr(at).starts_with("/*")) {
      skip_to("*/");
    } else if (c == '#') {
      const std::size_t begin = at;
      skip_to("\n");
      std::fill(result.begin() + std::ptrdiff_t(begin), result.begin() + std::ptrdiff_t(at), ' ');
    }
  }
  return result;
}

Script make_script(const Template& text) {
  Script script;
  auto code = [&](const TemplatePiece& piece, std::string_view code_text) {
    script.parts.push_back({script.text.size(), script.text.size() + code_text.size(), piece.begin});
    script.text += text.language == TemplateLanguage::JavaScript ? without_comments(code_text) : std::string(code_text);
  };
  for (std::size_t i = 0; i < text.pieces.size(); ++i) {
    const TemplatePiece& piece = text.pieces[i];
    std::string_view piece_text = text.source->text().substr(piece.begin, piece.end - piece.begin);
    switch (piece.kind) {
      case TemplatePiece::Kind::Text:
        script.text += fmt::format("__literal({})", i);
        break;
      case TemplatePiece::Kind::Statements:
        code(piece, piece_text);
        break;
      case TemplatePiece::Kind::Expression: {
        auto last = piece_text.find_last_not_of(" \t\r\n;");
        piece_text = piece_text.substr(0, last == piece_text.npos ? 0 : last + 1);
        script.text += fmt::format("__value({}, (", i);
        code(piece, piece_text);
        script.text += "\n))";  // on a line of its own, lest a comment of the expression swallow it
        break;
      }
    }
    script.text +=
        text.language == TemplateLanguage::JavaScript && piece.kind != TemplatePiece::Kind::Statements ? ";\n" : "\n";
  }
  return script;
}

class Sink final : public TemplateSink {
 public:
  Sink(const Template& source, const TemplateContext& context, TemplateFiles* files, Diagnostics& diagnostics)
      : template_(source), context_(context), files_(files), diagnostics_(diagnostics) {}

  bool literal(std::size_t piece) override {
    if (piece >= template_.pieces.size()) return true;
    const TemplatePiece& p = template_.pieces[piece];
    return append(piece, template_.source->text().substr(p.begin, p.end - p.begin));
  }
  bool value(std::size_t piece, std::string_view written) override {
    return piece >= template_.pieces.size() || append(piece, written);
  }
  // As world files spell it, but within their strings as the languages do.
  bool value(std::size_t piece, bool truth) override {
    const bool quoted = piece < template_.pieces.size() && template_.pieces[piece].quoted;
    const std::string_view spelled = quoted ? (truth ? "true" : "false") : (truth ? "TRUE" : "FALSE");
    return value(piece, spelled);
  }
  void message(Level level, std::string_view said) override {
    if (++messages_ > message_limit) return;
    // Templates do not tell where they print from: the message is about the template as a whole.
    const TemplatePiece& p = *std::ranges::find_if(
        template_.pieces, [](const TemplatePiece& piece) { return piece.kind != TemplatePiece::Kind::Text; });
    diagnostics_.report(level == Level::Warning ? DiagnosticKind::TemplateWarning : DiagnosticKind::TemplateMessage,
                        {template_.source, p.begin, p.begin}, shortened(said));
  }

  bool file_exists(std::string_view path) override { return files_ && files_->exists(path, context_.proto); }
  std::optional<std::string> read_file(std::string_view path) override {
    if (!files_) return std::nullopt;
    std::expected<std::string, TemplateFiles::Failure> read = files_->read(path, context_.proto);
    if (read) return std::move(*read);
    if (read.error() == TemplateFiles::Failure::Refused) return std::nullopt;
    message(Level::Warning, fmt::format("there is no file {}", path));
    return std::string();
  }
  bool write_file(std::string_view name, std::string_view content) override {
    written_ += name.size() + content.size();
    writes_too_much = writes_too_much || written_ > text_limit_;
    if (writes_too_much) return false;
    const auto done = files_ ? files_->write(name, content) : std::unexpected(std::string());
    if (done) return true;
    if (!done.error().empty()) {
      lacking = done.error();
      return false;
    }
    message(Level::Warning,
            fmt::format("{} was not written: templates write into context.temporary_files_path alone", name));
    return false;
  }

  std::string text;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> segments;  // begin in text, piece
  // Of files: exceptions do not pass through the engines.
  bool writes_too_much = false;
  std::string lacking;

 private:
  bool append(std::size_t piece, std::string_view more) {
    if (text.size() + more.size() > text_limit_ || segments.size() > text_limit_ / 8) return false;
    segments.push_back({static_cast<std::uint32_t>(text.size()), static_cast<std::uint32_t>(piece)});
    text += more;
    return true;
  }

  const Template& template_;
  const TemplateContext& context_;
  TemplateFiles* files_;
  Diagnostics& diagnostics_;
  int messages_ = 0;
  std::size_t written_ = 0;  // into files
  const std::size_t text_limit_ = std::size_t(value_of(Limit::TemplateBytes));
};

}  // namespace

Template cut_template(const Source& source, std::uint32_t begin, std::uint32_t end, TemplateLanguage language,
                      Diagnostics& diagnostics) {
  const char open = language == TemplateLanguage::JavaScript ? '<' : '{';
  const std::string_view close = language == TemplateLanguage::JavaScript ? ">%" : "}%";
  Template result;
  result.source = &source;
  result.language = language;
  std::string_view text = source.text();
  std::uint32_t from = begin, at = begin;
  bool in_string = false;
  while (at < end) {
    char c = text[at];
    if (c == '#' && !in_string) {
      at = static_cast<std::uint32_t>(std::min<std::size_t>(text.find('\n', at), end));
    } else if (c == '"' && (at == begin || text[at - 1] != '\\')) {
      in_string = !in_string;
      ++at;
    } else if (c == '%' && at + 1 < end && text[at + 1] == open) {
      if (from < at) result.pieces.push_back({TemplatePiece::Kind::Text, from, at});
      bool expression = at + 2 < end && text[at + 2] == '=';
      std::uint32_t code = at + (expression ? 3 : 2);
      std::size_t stop = text.substr(0, end).find(close, code);
      if (stop == text.npos) {
        diagnostics.report(DiagnosticKind::TemplateError, {&source, at, code},
                           fmt::format("this template statement has no {}", close));
        return result;
      }
      result.pieces.push_back({expression ? TemplatePiece::Kind::Expression : TemplatePiece::Kind::Statements, code,
                               static_cast<std::uint32_t>(stop), in_string});
      note_fields(text.substr(code, stop - code), result);
      from = at = static_cast<std::uint32_t>(stop) + 2;
    } else {
      ++at;
    }
  }
  if (from < end) result.pieces.push_back({TemplatePiece::Kind::Text, from, end});
  return result;
}

Span ExpandedTemplate::origin(Span expanded) const {
  if (expanded.source != source_.get()) return expanded;
  auto find = [&](std::uint32_t at) -> const Segment& {
    auto next = std::ranges::upper_bound(segments_, at, {}, &Segment::begin);
    return *(next == segments_.begin() ? next : next - 1);
  };
  if (segments_.empty()) return {template_->source, 0, 0};
  const Segment& first = find(expanded.begin);
  const TemplatePiece& piece = template_->pieces[first.piece];
  if (piece.kind != TemplatePiece::Kind::Text) return {template_->source, piece.begin, piece.end};
  std::uint32_t begin = std::min(piece.begin + (expanded.begin - first.begin), piece.end);
  // What goes on beyond this piece is shown up to the piece's end.
  return {template_->source, begin, std::min(begin + (expanded.end - expanded.begin), piece.end)};
}

TemplateRunner::TemplateRunner() = default;
TemplateRunner::~TemplateRunner() = default;

void TemplateRunner::stop() {
  for (auto* const engine : {&javascript_, &lua_, &lua_here_}) engine->reset();
}

// Strangers' templates are run in a process of its own, and so are all in JavaScript, whose engine keeps no limits by
// itself. Lua does: the library's templates, which most worlds have, are spared the process.
std::unique_ptr<TemplateEngine>& TemplateRunner::engine(TemplateLanguage language, bool of_library) {
  const bool is_javascript = language == TemplateLanguage::JavaScript, is_here = !is_javascript && of_library;
  auto& engine = is_javascript ? javascript_ : is_here ? lua_here_ : lua_;
  if (engine) return engine;
  const std::filesystem::path library = home() / (is_javascript ? "template_javascript.so" : "template_lua.so");
  if (is_here)
    engine = load_template_engine(library);
  else
    engine = std::make_unique<TemplateChild>(library, std::uint64_t(value_of(Limit::TemplateMemory)), cpu_limit);
  return engine;
}

std::string field_literals(const Template& text, const std::vector<TemplateField>& fields) {
  return Literals(text.language).fields(fields);
}

std::optional<ExpandedTemplate> TemplateRunner::expand(const Template& text, std::string fields,
                                                       const TemplateContext& context, std::uint64_t seed,
                                                       std::string name, Diagnostics& diagnostics,
                                                       TemplateFiles* files) {
  const char* language = text.language == TemplateLanguage::JavaScript ? "JavaScript" : "Lua";
  auto first =
      std::ranges::find_if(text.pieces, [](const TemplatePiece& p) { return p.kind != TemplatePiece::Kind::Text; });
  Span place = first == text.pieces.end() ? Span{text.source, 0, 0} : Span{text.source, first->begin, first->end};
  Sink sink(text, context, files, diagnostics);
  if (first == text.pieces.end()) {
    for (std::size_t i = 0; i < text.pieces.size(); ++i) sink.literal(i);
  } else {
    Script script = make_script(text);
    TemplateProgram program;
    program.script = std::move(script.text);
    program.fields = std::move(fields);
    program.context = context_literal(context, text.language);
    program.seed = seed;
    program.cpu_limit = cpu_limit;
    program.memory_limit = std::size_t(value_of(Limit::TemplateMemory));
    program.text_limit = std::size_t(value_of(Limit::TemplateBytes));
    program.instruction_limit = std::uint64_t(value_of(Limit::TemplateInstructions));
    auto& runs = engine(text.language, context.proto.starts_with(library::path_prefix));
    auto error = runs->run(program, sink);
    script.text = std::move(program.script);
    if (!sink.lacking.empty()) throw MachineLacks("a template cannot write " + sink.lacking);
    if (sink.writes_too_much) error = too_much_text();
    if (error && error->reached == TemplateBound::Machine) throw MachineLacks(lack_of_memory(context.proto));
    if (error) {
      if (error->line > 0) {
        std::uint32_t at = script.origin(error->line, error->column);
        place = {text.source, at, at + 1};
      }
      runs.reset();  // of a template that failed nothing is to be left
      Diagnostic& report = diagnostics.report(DiagnosticKind::TemplateError, place,
                                              fmt::format("{}: {}", language, shortened(error->message)));
      if (const auto limit = limit_of(error->reached)) report.note({}, how_to_raise(*limit));
      return std::nullopt;
    }
  }
  ExpandedTemplate result;
  result.template_ = &text;
  result.segments_.reserve(sink.segments.size());
  for (auto [begin, piece] : sink.segments) result.segments_.push_back({begin, piece});
  result.source_ = std::make_shared<Source>(std::move(name), std::move(sink.text));
  return result;
}

}  // namespace lightsout
