// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout man`: the manual page of a command, for the program `man`, from what the command says of itself.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <sstream>
#include <string>

#include "app/command.h"
#include "app/command_tree.h"
#include "app/terminal.h"
#include "runs/reports/outcome.h"

namespace lightsout {
namespace {

// As roff takes it: a backslash is its own, a minus is no hyphen, and a dot or quote at a line's start is a request.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (result.empty() && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  return result;
}

std::string upper(std::string text) {
  for (char& c : text) c = char(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

// Paragraphs; a line without indentation above indented ones is a heading, what is indented stands as it is.
std::string sections_of(const std::string& text) {
  std::istringstream lines(text);
  std::string page, line, waiting;
  bool as_is = false;
  const auto flush = [&](bool heading) {
    if (!waiting.empty()) page += heading ? ".SH " + upper(waiting) + "\n" : escaped(waiting) + "\n";
    waiting.clear();
  };
  while (std::getline(lines, line)) {
    const bool indented = line.starts_with("  ");
    if (indented != as_is && !line.empty()) {
      flush(indented);
      page += indented ? ".nf\n" : ".fi\n";
      as_is = indented;
    }
    if (indented) {
      page += escaped(line.substr(2)) + "\n";
    } else {
      flush(false);
      waiting = line;
      if (line.empty() && !page.empty()) page += as_is ? "\n" : ".PP\n";
    }
  }
  flush(false);
  return page + (as_is ? ".fi\n" : "");
}

std::string option_page(const OptionEntry& option) {
  std::string names;
  for (const std::string& name : option.names)
    names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", escaped(name));
  if (!option.positional && !option.value.empty()) names += fmt::format(" \\fI{}\\fR", escaped(option.value));
  std::string help = option.help;
  if (!option.choices.empty() && help.find(option.choices.back()) == std::string::npos)
    help += fmt::format(" ({})", fmt::join(option.choices, ", "));
  return fmt::format(".TP\n{}\n{}\n", names, escaped(help));
}

std::string page_of(const CommandEntry& command, const std::vector<CommandEntry>& all) {
  const bool whole = command.verb.empty();
  const std::string name = whole ? "lightsout" : "lightsout-" + command.verb;
  std::string page =
      fmt::format(".TH {} 1 \"\" \"lightsout {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n", upper(name),
                  LIGHTSOUT_VERSION, escaped(name), escaped(command.help));
  page += whole ? ".B lightsout\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n"
                : fmt::format(".B lightsout {}\n[\\fIOPTIONS\\fR]", escaped(command.verb));
  if (!whole)
    for (const OptionEntry& option : command.options)
      if (option.positional)
        page += fmt::format("{}\\fI{}\\fR{}{}", option.required ? " " : " [", escaped(option.names[0]),
                            option.repeatable ? "..." : "", option.required ? "" : "]");
  page += "\n";
  if (whole) {
    page += ".SH COMMANDS\n";
    for (const CommandEntry& each : all)
      if (!each.verb.empty())
        page += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", escaped("lightsout-" + each.verb), escaped(each.help));
  }
  if (!command.options.empty()) page += ".SH OPTIONS\n";
  for (const OptionEntry& option : command.options) page += option_page(option);
  if (const std::string more = sections_of(command.footer); !more.empty())
    page += (more.starts_with(".SH") ? "" : ".SH DESCRIPTION\n") + more;
  if (!whole) page += ".SH SEE ALSO\n.BR lightsout (1)\n";
  return page;
}

int print_page(CLI::App& program, const std::string& verb) {
  const std::vector<CommandEntry> all = command_tree(program);
  for (const CommandEntry& command : all) {
    if (command.verb != verb) continue;
    std::fputs(page_of(command, all).c_str(), stdout);
    return 0;
  }
  print_error("lightsout man: there is no command '{}'\n", verb);
  return int(Outcome::WrongUse);
}

}  // namespace

Command add_man(CLI::App& program) {
  auto verb = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("man", "Print the manual page of a command, for the program man");
  command->add_option("VERB", *verb, "Command; without it the page is about lightsout");
  command->footer(
      "An installation has these pages: `man lightsout`, `man lightsout-run`.\n\n"
      "Exit codes: 0 printed, 2 no such command.\n\n"
      "Examples\n"
      "  lightsout man run | man -l -");
  return [&program, verb] { return print_page(program, *verb); };
}

}  // namespace lightsout
