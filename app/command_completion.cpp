// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout completion`: the script by which a shell completes the commands and their options.
#include <cstdio>
#include <memory>
#include <string>

#include "app/command.h"
#include "app/completion.h"

namespace lightsout {

Command add_completion(CLI::App& program) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("completion", "Print the script that completes commands in a shell");
  command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->footer(
      "An installation has these scripts where the shells look for them.\n\n"
      "Exit codes: 0 printed, 2 wrong use.\n\n"
      "Examples\n"
      "  source <(lightsout completion bash)\n"
      "  lightsout completion fish > ~/.config/fish/completions/lightsout.fish");
  return [&program, shell] {
    const std::vector<CommandEntry> commands = command_tree(program);
    const std::string script = *shell == "bash"  ? bash_completion(commands)
                               : *shell == "zsh" ? zsh_completion(commands)
                                                 : fish_completion(commands);
    std::fputs(script.c_str(), stdout);
    return 0;
  };
}

}  // namespace lightsout
