// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers in Python.
#include <fmt/format.h>

#include <fstream>
#include <utility>

#include "controllers/host/launch/languages.h"
#include "engine/programs/binaries/program_file.h"
#include "engine/programs/shell.h"
#include "engine/state/log.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// Interpreter and its arguments from "#! interpreter [argument]", empty if the file has none.
std::vector<std::string> read_shebang(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string line;
  if (!std::getline(stream, line) || !line.starts_with("#!")) return {};
  std::vector<std::string> words;
  std::string word;
  for (const char c : line.substr(2) + " ") {
    if (c == ' ' || c == '\t' || c == '\r') {
      if (!word.empty()) words.push_back(word);
      word.clear();
    } else {
      word += c;
    }
  }
  // `env` finds the interpreter in PATH; so do we, and know then whether it is there.
  if (words.size() > 1 && fs::path(words[0]).filename() == "env") {
    words.erase(words.begin());
    if (words[0] == "-S" && words.size() > 1) words.erase(words.begin());
  }
  return words;
}

// Why the words of a first line are not what runs the script, a clause; "" if they are.
std::string why_not_started(const ControllerFolder& folder, const std::vector<std::string>& words) {
  if (!find_program_of(folder, words[0])) {
    const bool has_blank = words.size() > 1 && words[1].contains('/');
    return fmt::format("which is not there{}", has_blank
                                                   ? " (in a first line a path ends at its first blank; COMMAND in "
                                                     "runtime.ini may have blanks)"
                                                   : "");
  }
  const bool is_python = fs::path(words[0]).filename().string().contains("python");
  return is_python ? "" : "which is no Python";
}

}  // namespace

std::expected<ControllerProgram, std::string> python_program(const ControllerFolder& folder) {
  const fs::path script = folder.file(".py");
  const RuntimeIni::Interpreter& settings = folder.ini.python;
  std::vector<std::string> command = read_shebang(script);
  const std::string refusal = command.empty() ? "" : why_not_started(folder, command);
  std::string asked;
  if (!refusal.empty()) asked = std::exchange(command, {}).front();
  const bool is_named = command.empty() && !settings.command.empty();
  if (command.empty()) command = {is_named ? settings.command : "python3"};
  const auto program = find_program_of(folder, command[0]);
  if (!program && is_named) return std::unexpected(missing_command(folder, "python", command[0]));
  if (!program)
    return std::unexpected(fmt::format(
        "{} needs Python and there is no `{}`{}: install it (Debian: python3)", script.string(), command[0],
        refusal.empty() || asked == command[0] ? "" : fmt::format(", and asks for `{}`, {}", asked, refusal)));
  if (!refusal.empty())
    folder.log.write(LogLevel::Warning, folder.robot,
                     fmt::format("{} asks for `{}`, {}; {} is used", script.string(), asked, refusal, command[0]));
  command[0] = program->string();
  for (std::string& option : split_shell_words(settings.options)) command.push_back(std::move(option));
  command.push_back("-u");  // lines come as they are printed
  command.push_back(script.string());
  return ControllerProgram{command, {}};
}

}  // namespace lightsout
