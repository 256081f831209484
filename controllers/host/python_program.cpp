// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers in Python.
#include <fmt/format.h>

#include <fstream>

#include "controllers/host/languages.h"
#include "engine/programs/program_file.h"
#include "engine/programs/shell.h"
#include "engine/programs/spawn.h"

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

}  // namespace

std::expected<ControllerProgram, std::string> python_program(const ControllerFolder& folder) {
  const fs::path script = folder.file(".py");
  const RuntimeIni::Interpreter& settings = folder.ini.python;
  std::vector<std::string> command = read_shebang(script);
  if (!command.empty() && fs::path(command[0]).filename().string().find("python") == std::string::npos) command.clear();
  if (!command.empty() && !find_program(command[0])) {
    folder.log.write(LogLevel::Warning, folder.robot,
                     fmt::format("{} asks for `{}`, which is not there; python3 is used", script.string(), command[0]));
    command.clear();
  }
  const bool is_named = command.empty() && !settings.command.empty();
  if (command.empty()) command = {is_named ? settings.command : "python3"};
  const auto program = find_program(command[0]);
  if (!program && is_named) return std::unexpected(missing_command(folder, "python", command[0]));
  if (!program)
    return std::unexpected(
        fmt::format("{} needs Python and there is no `{}`: install it (Debian: python3)", script.string(), command[0]));
  command[0] = program->string();
  for (std::string& option : split_shell_words(settings.options)) command.push_back(std::move(option));
  command.push_back("-u");  // lines come as they are printed
  command.push_back(script.string());
  return ControllerProgram{command, {}};
}

}  // namespace lightsout
