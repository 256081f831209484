// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers in MATLAB's language. Both programs run the same launcher.m of the installation, which runs the
// controller.
#include <fmt/format.h>

#include "controllers/host/launch/languages.h"
#include "engine/programs/shell.h"
#include "engine/programs/spawn.h"
#include "engine/state/log.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

bool is_octave(const fs::path& program) { return program.filename().string().starts_with("octave"); }

// As MATLAB writes a text.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("''") : std::string(1, c);
  return result + "'";
}

ControllerProgram with_matlab(const ControllerFolder& folder, const std::string& program, const fs::path& files) {
  std::vector<std::string> words = {program, "-nodisplay", "-nosplash", "-nodesktop"};
  for (std::string& option : split_shell_words(folder.ini.matlab.options)) words.push_back(std::move(option));
  words.push_back("-r");
  words.push_back(fmt::format("addpath({}); launcher", quoted(files.string())));
  return {words, {}};
}

// Drawing needs the font that Octave was built for, seen or not; where that is missing, those of displays stand for it.
constexpr const char* own_font = "/usr/share/fonts/opentype/freefont/FreeSans.otf";

ControllerProgram with_octave(const std::string& program, const fs::path& files) {
  ControllerProgram octave;
  octave.command = {
      program, "--norc", "--no-history", "--quiet", "--path", files.string(), (files / "launcher.m").string()};
  // Sums of many threads are not the same in each run.
  octave.variables = {"OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1"};
  if (!is_file(own_font)) octave.variables.push_back("OCTAVE_FONTS_DIR=" + (files / "fonts").string());
  return octave;
}

}  // namespace

bool is_matlab(const fs::path& folder, const std::string& name) {
  const auto has = [&](const char* extension) { return is_file(folder / (name + extension)); };
  return has(".m") && !has(".c") && !has(".cpp");
}

std::expected<ControllerProgram, std::string> matlab_program(const ControllerFolder& folder) {
  const fs::path files = folder.prefix / "lib" / "controller" / "matlab";
  const std::string& wanted = folder.ini.matlab.command;
  if (const auto program = find_program_of(folder, wanted.empty() ? "matlab" : wanted))
    return is_octave(*program) ? with_octave(*program, files) : with_matlab(folder, *program, files);
  const auto octave = find_program("octave-cli");
  if (!octave)
    return std::unexpected(
        fmt::format("{} is a controller in MATLAB's language, and there is neither `{}` nor `octave-cli`: install GNU "
                    "Octave (Debian: octave)",
                    folder.file(".m").string(), wanted.empty() ? "matlab" : wanted));
  if (!wanted.empty())
    folder.log.write(LogLevel::Warning, folder.robot,
                     fmt::format("{} asks for `{}`, which is not there; octave-cli is used",
                                 (folder.path / "runtime.ini").string(), wanted));
  return with_octave(*octave, files);
}

}  // namespace lightsout
