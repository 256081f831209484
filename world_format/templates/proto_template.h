// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// PROTO bodies with template statements: JavaScript between %< and >%, Lua between %{ and }%. Runs the statements in a
// sandbox and gives the text that they write, with a map back to the template. Knows text and values, not declarations.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "limits/limits.h"
#include "world_format/nodes/value.h"
#include "world_format/text/source.h"

namespace lightsout {

class Diagnostics;
class TemplateFiles;

class TemplateEngine;

enum class TemplateLanguage : std::uint8_t { JavaScript, Lua };

// One stretch of a template: text that is copied, statements that are run, or an expression whose value is written.
struct TemplatePiece {
  enum class Kind : std::uint8_t { Text, Statements, Expression };
  Kind kind;
  std::uint32_t begin;  // in the source; without the delimiters
  std::uint32_t end;
  bool quoted = false;  // it stands in a string of the file
};

// Cut once per PROTO file.
struct Template {
  const Source* source = nullptr;
  TemplateLanguage language = TemplateLanguage::JavaScript;
  std::vector<TemplatePiece> pieces;
  // Which parameters the statements read: `fields.name`; all of them where `fields` is used in another way.
  std::vector<std::string> fields_read;
  bool reads_all_fields = false;
  // Says by a tag that equal fields do not give equal expansions: each instance draws numbers of its own.
  bool varies = false;
  bool reads_id = false;   // `context.id`: each instance is expanded for itself
  bool by_chance = false;  // what it becomes may follow from the seed

  bool is_plain() const {
    return pieces.size() <= 1 && (pieces.empty() || pieces[0].kind == TemplatePiece::Kind::Text);
  }
};

// Delimiters in comments and the comments of the text do not count; those in strings do.
Template cut_template(const Source& source, std::uint32_t begin, std::uint32_t end, TemplateLanguage language,
                      Diagnostics& diagnostics);

// What `context` holds.
struct TemplateContext {
  std::string world;                           // absolute path
  std::string proto;                           // absolute path
  std::string project_path;                    // absolute path
  std::string webots_home;                     // absolute path, or ""
  std::string temporary_files_path = "/tmp/";  // absolute path; of a template that names it, TemplateFiles::folder()
  std::string coordinate_system = "ENU";
  std::uint32_t id = 0;
};

struct TemplateField {
  std::string_view name;
  const Value* value;
  const Value* default_value;
};

// The fields that a template reads as source text of its language; equal texts give equal expansions.
std::string field_literals(const Template& text, const std::vector<TemplateField>& fields);

// The text that a template wrote.
class ExpandedTemplate {
 public:
  const SourcePtr& source() const { return source_; }
  // A span of the expanded text -> the place in the template that wrote it.
  Span origin(Span expanded) const;

 private:
  friend class TemplateRunner;
  struct Segment {
    std::uint32_t begin;  // in the expanded text; ends where the next begins
    std::uint32_t piece;
  };
  const Template* template_ = nullptr;
  std::vector<Segment> segments_;
  SourcePtr source_;
};

// Keeps the interpreters of one load; each is loaded when first needed.
class TemplateRunner {
 public:
  TemplateRunner();
  ~TemplateRunner();
  // Seconds that one template may compute.
  double cpu_limit = double(value_of(Limit::TemplateSeconds));
  TemplateRunner(const TemplateRunner&) = delete;
  TemplateRunner& operator=(const TemplateRunner&) = delete;

  // `name` is that of the expanded source. Nothing after an error, which is reported at the template's line; what the
  // template prints is reported too. Without `files` it reaches none. `seed` fixes Math.random, math.random and the
  // clock. Throws MachineLacks (limited_child.h) where an interpreter cannot be started.
  std::optional<ExpandedTemplate> expand(const Template& text, std::string field_literals,
                                         const TemplateContext& context, std::uint64_t seed, std::string name,
                                         Diagnostics& diagnostics, TemplateFiles* files = nullptr);
  // Ends the interpreters, which start again when they are needed: a world keeps its PROTOs for what is imported later.
  void stop();

 private:
  // Started where it is not there.
  std::unique_ptr<TemplateEngine>& engine(TemplateLanguage language, bool of_library);
  std::unique_ptr<TemplateEngine> javascript_, lua_, lua_here_;
};

}  // namespace lightsout
