// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `runtime.ini` beside a controller: environment variables and the interpreter that it is started with. Reads and
// checks; starting is controllers/host's.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "world_format/text/source.h"

namespace lightsout {

class Diagnostics;

struct RuntimeIni {
  struct Variable {
    std::string name;
    std::string value;   // as written
    bool paths = false;  // a list of paths, relative ones from the controller's folder
    Span span;
  };
  // Those that hold on Linux, in the order of the file.
  std::vector<Variable> variables;

  struct Interpreter {
    std::string command;  // "" if not given
    std::string options;
  };
  Interpreter python, java, matlab;

  // The value that the controller gets: $(NAME) replaced by what `lookup` says of NAME, paths made absolute.
  static std::string expand(const Variable& variable, const std::filesystem::path& controller_folder,
                            const std::function<std::string(std::string_view)>& lookup);
};

RuntimeIni read_runtime_ini(const Source& source, Diagnostics& diagnostics);

}  // namespace lightsout
