// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A project in a folder of its own, whose batches are made by the executable, and the tables that they leave.
#pragma once

#include <sys/types.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace lightsout::batch_tests {

namespace fs = std::filesystem;
using Row = std::map<std::string, std::string>;
using Words = std::vector<std::string>;

inline std::vector<std::string> cells_of_line(std::istream& in) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (char c; in.get(c);) {
    if (quoted && c == '"' && in.peek() == '"')
      cells.back() += char(in.get());
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && c == ',')
      cells.emplace_back();
    else if (!quoted && c == '\n')
      return cells;
    else
      cells.back() += c;
  }
  return {};
}

inline std::vector<Row> read_table(const fs::path& folder) {
  std::istringstream in(read_file(folder / "results.csv"));
  const std::vector<std::string> head = cells_of_line(in);
  std::vector<Row> rows;
  for (std::vector<std::string> cells; !(cells = cells_of_line(in)).empty();) {
    REQUIRE(cells.size() == head.size());
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < head.size(); ++i) row[head[i]] = cells[i];
  }
  return rows;
}

// What must be equal of two runs that are equal.
inline std::vector<Row> without_times(std::vector<Row> rows) {
  for (Row& row : rows) row.erase("wall_seconds");
  return rows;
}

// Its robot says its seed, which is then a part of the run's hash, and goes on to the end.
struct Project {
  TemporaryFolder folder;
  // `statement`: what it does first, in C.
  explicit Project(const std::string& statement = "") {
    fs::create_directories(folder / "worlds");
    write_controller(statement);
    write_world("1");
  }
  void write_controller(const std::string& statement) const {
    fs::create_directories(folder / "controllers/says");
    write_file(folder / "controllers/says/says.c",
               "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <webots/robot.h>\n"
               "int main() {\n  wb_robot_init();\n  const char *seed = getenv(\"LIGHTSOUT_SEED\");\n"
               "  printf(\"%s\\n\", seed);\n  " +
                   statement + "\n  while (wb_robot_step(8) != -1) {}\n  wb_robot_cleanup();\n  return 0;\n}\n");
  }
  void write_world(const std::string& height) const {
    write_file(folder / "worlds/w.wbt",
               "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n"
               "Robot { name \"r\" controller \"says\" }\n"
               "Solid { translation 0 0 " +
                   height +
                   " boundingObject Sphere { radius 0.1 } physics Physics {} }\n"
                   "Solid { boundingObject Plane { size 9 9 } }\n");
  }
  ProgramResult run(Words words, const std::function<void(pid_t)>& watch = nullptr) const {
    return run_lightsout(words, {.directory = folder.path(), .timeout = 120, .watch = watch});
  }
  ProgramResult batch(Words more, const std::string& out = "out") const {
    Words words = {"batch", "worlds/w.wbt", "-o", out};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
  std::vector<Row> table(const std::string& out = "out") const { return read_table(folder / out); }
};

}  // namespace lightsout::batch_tests
