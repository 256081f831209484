// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/command_tree.h"

#include <sstream>

namespace lightsout {
namespace {

// CLI11 shows the kind of a value with what is checked of it: "TEXT:{c,c++,python}".
void read_type(const std::string& type, OptionEntry& entry) {
  entry.value = type.substr(0, type.find(':'));
  const std::size_t open = type.find('{'), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos || close < open) return;
  std::istringstream words(type.substr(open + 1, close - open - 1));
  for (std::string word; std::getline(words, word, ',');) entry.choices.push_back(word);
}

OptionEntry entry_of(const CLI::Option& option) {
  OptionEntry entry;
  for (const std::string& name : option.get_snames()) entry.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) entry.names.push_back("--" + name);
  entry.positional = entry.names.empty();
  if (entry.positional) entry.names.push_back(option.get_name(true));
  if (option.get_items_expected_max() > 0) read_type(option.get_type_name(), entry);
  if (option.get_items_expected_max() > 0 && entry.value.empty()) entry.value = "VALUE";
  entry.help = option.get_description();
  entry.required = option.get_required();
  entry.repeatable = option.get_items_expected_max() > 1;
  return entry;
}

// Of a command behind whose options stands the command line of another program.
OptionEntry command_line_entry() {
  OptionEntry entry;
  entry.names = {"COMMAND"};
  entry.positional = entry.required = entry.repeatable = true;
  entry.help = "The program that is started, and its arguments";
  return entry;
}

CommandEntry entry_of(const std::string& verb, const CLI::App& command) {
  CommandEntry entry{verb, command.get_description(), command.get_footer(), {}};
  for (const CLI::Option* option : command.get_options())
    if (!option->get_group().empty()) entry.options.push_back(entry_of(*option));
  if (command.get_prefix_command()) entry.options.push_back(command_line_entry());
  return entry;
}

}  // namespace

std::vector<CommandEntry> command_tree(CLI::App& program) {
  std::vector<CommandEntry> entries = {entry_of("", program)};
  for (const CLI::App* command : program.get_subcommands([](CLI::App*) { return true; }))
    entries.push_back(entry_of(command->get_name(), *command));
  return entries;
}

}  // namespace lightsout
