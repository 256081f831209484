// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout results`: the table of a batch, made of the folders of its runs.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/batch_terminal.h"
#include "app/command.h"

namespace lightsout {

Command add_results(CLI::App& program) {
  struct Options {
    std::string folder;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("results", "Make the table of a batch's results from its runs");
  command->add_option("DIR", options->folder, "The folder of a batch")->required()->type_name("");
  command->footer(
      "Writes results.db (SQLite: table runs, one row a run) and results.csv into the folder. What is there already "
      "is\n"
      "brought up to date; both can be deleted and had again at any time, while the batch goes on too.\n\n"
      "Exit codes: 0 done, 9 a file cannot be read or written.\n\n"
      "Example\n"
      "  lightsout results out");
  return [options] {
    BatchTerminal view(false, false);
    return index_results(options->folder, view);
  };
}

}  // namespace lightsout
