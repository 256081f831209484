// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/parts.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>

#include "engine/programs/environment.h"
#include "engine/programs/spawn.h"

namespace lightsout {
namespace {

// The first number with a dot in it, "3.11.2" of "Python 3.11.2"; else the whole line.
std::string version_in(const std::string& line) {
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const auto digit = std::ranges::find_if(word, [](unsigned char c) { return std::isdigit(c); });
    if (digit == word.end() || digit - word.begin() > 1 || word.find('.') == std::string::npos) continue;
    return {digit, std::find_if(digit, word.end(), [](unsigned char c) { return !std::isdigit(c) && c != '.'; })};
  }
  return line;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

OptionalPartState look_for_program(const OptionalPart& part) {
  OptionalPartState state;
  const auto program = find_program(part.program);
  if (!program) return state;
  state.path = program->string();
  SpawnRequest request;
  request.program = *program;
  request.arguments = {part.program};
  request.arguments.insert(request.arguments.end(), part.arguments.begin(), part.arguments.end());
  request.environment = Environment::current().entries();
  request.folder = "/";
  constexpr double seconds = 20;  // octave and java take a while on a busy machine
  const auto finished = run_to_end(std::move(request), {.seconds = seconds});
  if (!finished) {
    state.trouble = finished.error();
  } else if (finished->status != 0) {
    std::string last = finished->output;
    while (last.ends_with('\n')) last.pop_back();
    state.trouble = last.substr(last.rfind('\n') + 1);
    if (state.trouble.empty()) state.trouble = describe_wait_status(finished->status);
  } else {
    state.version = version_in(first_line(finished->output));
    state.found = !state.version.empty();
  }
  return state;
}

}  // namespace

std::vector<OptionalPart> optional_parts() {
  return {
#define PROGRAM(name, package, purpose, ...) {name, package, purpose, name, {__VA_ARGS__}, {}},
#define PROGRAM_AS(name, program, package, purpose, ...) {name, package, purpose, program, {__VA_ARGS__}, {}},
#define ANY_FILE(name, package, purpose, ...) {name, package, purpose, "", {}, {__VA_ARGS__}},
#include "app/parts.def"
#undef PROGRAM
#undef PROGRAM_AS
#undef ANY_FILE
  };
}

OptionalPartState look_for(const OptionalPart& part) {
  if (part.files.empty()) return look_for_program(part);
  std::error_code error;
  const auto file =
      std::ranges::find_if(part.files, [&](const auto& each) { return std::filesystem::exists(each, error); });
  return file == part.files.end() ? OptionalPartState{} : OptionalPartState{true, *file, "", ""};
}

}  // namespace lightsout
