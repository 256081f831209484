// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a script language offers to PROTO templates. Each language is a shared library of its own, loaded when the first
// template of a world needs it (proto_template.cpp), so that other worlds do not pay for an interpreter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lightsout {

// So many messages of one template are shown; more need not be handed on.
constexpr int message_limit = 100;

// Receives what a running template writes. A false answer means: stop, the output is too large.
class TemplateSink {
 public:
  enum class Level : std::uint8_t { Info, Warning };
  virtual ~TemplateSink() = default;
  virtual bool literal(std::size_t piece) = 0;
  virtual bool value(std::size_t piece, std::string_view text) = 0;
  virtual bool value(std::size_t piece, bool truth) = 0;
  virtual void message(Level level, std::string_view text) = 0;

  // Files (template_files.h). What is not there is reported and read as "".
  virtual bool file_exists(std::string_view path) = 0;
  // Nothing if the template must not read it.
  virtual std::optional<std::string> read_file(std::string_view path) = 0;
  // False if it cannot be written there.
  virtual bool write_file(std::string_view name, std::string_view content) = 0;
};

struct TemplateProgram {
  // Calls `__literal(k)` for each literal piece of the template and `__value(k, expression)` for each expression.
  std::string script;
  // Source text of a `fields` and a `context` value in the language.
  std::string fields;
  std::string context;
  // Of Math.random, math.random and the clock.
  std::uint64_t seed = 0;
  std::size_t memory_limit = std::size_t(512) << 20;  // bytes
  double cpu_limit = 10;                              // seconds
  std::uint64_t instruction_limit = 400'000'000;      // Lua
  std::size_t text_limit = std::size_t(64) << 20;     // bytes of one value
};

// What a template is bounded by: its limits, and the memory that the system gives.
enum class TemplateBound : std::uint8_t { None, Seconds, Instructions, Memory, Text, Machine };

struct TemplateError {
  std::string message;
  int line = 0;    // in the script, from 1; 0: not known
  int column = 0;  // from 0
  TemplateBound reached = TemplateBound::None;
};

inline TemplateError too_long() { return {.message = "the template runs too long", .reached = TemplateBound::Seconds}; }
inline TemplateError too_much_memory() {
  return {.message = "the template takes too much memory", .reached = TemplateBound::Memory};
}
inline TemplateError too_much_text() {
  return {.message = "the template writes too much text", .reached = TemplateBound::Text};
}

class TemplateEngine {
 public:
  virtual ~TemplateEngine() = default;
  // Each run sees a fresh global state: nothing leaks from one template to the next. One thread only. After an error
  // the engine is not used again.
  virtual std::optional<TemplateError> run(const TemplateProgram& program, TemplateSink& sink) = 0;
  // Between two runs, when nobody waits: what the last has left in memory may go.
  virtual void clean() {}
};

// The one symbol of an engine's shared library: a new engine, or nullptr.
using MakeTemplateEngine = TemplateEngine* (*)();
constexpr const char* make_template_engine_symbol = "lightsout_make_template_engine";

// SplitMix64 (Steele, Lea, Flood 2014): a number in [0, 1) of 53 bits.
inline double next_template_random(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return double((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

// What a template sees as now, in milliseconds since 1970: fixed by the seed, so that a run can be repeated.
inline double template_clock_ms(std::uint64_t seed) { return double((seed * 0x9e3779b97f4a7c15u) >> 24); }

}  // namespace lightsout
