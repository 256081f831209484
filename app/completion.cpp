// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/replaced.h"

namespace lightsout {
namespace {

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

std::vector<std::string> option_names(const CommandEntry& command) {
  std::vector<std::string> names;
  for (const OptionEntry& option : command.options)
    if (!option.positional) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::vector<std::string> verbs_of(const std::vector<CommandEntry>& commands) {
  std::vector<std::string> verbs;
  for (const CommandEntry& command : commands)
    if (!command.verb.empty()) verbs.push_back(command.verb);
  return verbs;
}

// The words of the first positional that has a choice.
std::vector<std::string> positional_choices(const CommandEntry& command) {
  for (const OptionEntry& option : command.options)
    if (option.positional && !option.choices.empty()) return option.choices;
  return {};
}

// Within single quotes of a shell: '\'' ends them, gives one and begins them again.
std::string quoted(const std::string& text) { return "'" + replaced(text, "'", "'\\''") + "'"; }

// In fish a backslash stands before a quote.
std::string fish_quoted(const std::string& text) {
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

// What _arguments reads in brackets and between colons.
std::string zsh_text(std::string text) {
  for (const char* special : {"\\", "[", "]", ":"}) text = replaced(text, special, std::string("\\") + special);
  return text;
}

}  // namespace

std::string bash_completion(const std::vector<CommandEntry>& commands) {
  std::string cases;
  for (const CommandEntry& command : commands) {
    const std::vector<std::string> words = command.verb.empty() ? verbs_of(commands) : positional_choices(command);
    cases += fmt::format("    {})\n      options={}\n      words={}\n", quoted(command.verb),
                         quoted(joined(option_names(command))), quoted(joined(words)));
    std::string values;
    for (const OptionEntry& option : command.options)
      if (!option.positional && !option.value.empty())
        values += fmt::format("        {}) words={}; options=; is_value=1 ;;\n", fmt::join(option.names, "|"),
                              quoted(joined(option.choices)));
    if (!values.empty()) cases += "      case $before in\n" + values + "      esac\n";
    cases += "      ;;\n";
  }
  return R"(# Completion of lightsout for bash; `lightsout completion bash` writes it.
_lightsout() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb= options= words= is_value= i
  COMPREPLY=()
  # --option=value is three words to bash.
  [[ $word == = ]] && word= && before=${COMP_WORDS[COMP_CWORD-1]}
  [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD-2]}
  for ((i = 1; i < COMP_CWORD; ++i)); do
    [[ ${COMP_WORDS[i]} == -* ]] || { verb=${COMP_WORDS[i]}; break; }
  done
  case $verb in
)" + cases +
         R"(  esac
  if [[ $word == -* && -z $is_value ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
}
# Where there is nothing to offer, files.
complete -o default -F _lightsout lightsout
)";
}

std::string zsh_completion(const std::vector<CommandEntry>& commands) {
  std::string verbs, cases;
  for (const CommandEntry& command : commands) {
    if (command.verb.empty()) continue;
    verbs += fmt::format("    {}\n", quoted(command.verb + ":" + replaced(command.help, ":", "\\:")));
    cases += fmt::format("    {})\n      _arguments", command.verb);
    for (const OptionEntry& option : command.options) {
      const std::string action = option.choices.empty() ? "_files" : fmt::format("({})", joined(option.choices));
      const std::string value =
          fmt::format(":{}:{}", zsh_text(option.positional ? option.names[0] : option.value), action);
      if (option.positional) {
        cases += " \\\n        " + quoted((option.repeatable ? "*" : "") + value);
        continue;
      }
      for (const std::string& name : option.names)
        cases += " \\\n        " + quoted(fmt::format("{}{}[{}]{}", option.repeatable ? "*" : "", name,
                                                      zsh_text(option.help), option.value.empty() ? "" : value));
    }
    cases += "\n      ;;\n";
  }
  return "#compdef lightsout\n# Completion of lightsout for zsh; `lightsout completion zsh` writes it.\n_lightsout() "
         "{\n"
         "  local -a verbs\n  verbs=(\n" +
         verbs +
         "  )\n  if (( CURRENT == 2 )); then\n    _describe command verbs\n    _arguments '--help' '--version'\n    "
         "return\n"
         "  fi\n  local verb=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $verb in\n" +
         cases +
         "  esac\n}\n[[ $funcstack[1] != _lightsout ]] || _lightsout \"$@\"\n(( $+functions[compdef] )) && compdef "
         "_lightsout lightsout\n";
}

std::string fish_completion(const std::vector<CommandEntry>& commands) {
  std::string text = "# Completion of lightsout for fish; `lightsout completion fish` writes it.\n";
  for (const CommandEntry& command : commands) {
    const std::string when = command.verb.empty() ? "-n __fish_use_subcommand"
                                                  : fmt::format("-n '__fish_seen_subcommand_from {}'", command.verb);
    if (!command.verb.empty())
      text += fmt::format("complete -c lightsout -f -n __fish_use_subcommand -a {} -d {}\n", command.verb,
                          fish_quoted(command.help));
    for (const OptionEntry& option : command.options) {
      const std::string words =
          option.choices.empty() ? "" : fmt::format(" -a {}", fish_quoted(joined(option.choices)));
      if (option.positional) {
        if (!words.empty()) text += fmt::format("complete -c lightsout -f {}{}\n", when, words);
        continue;
      }
      text += "complete -c lightsout " + when;
      for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      text += fmt::format("{}{} -d {}\n",
                          option.value.empty() ? ""
                          : words.empty()      ? " -r"
                                               : " -x",
                          words, fish_quoted(option.help));
    }
  }
  return text;
}

}  // namespace lightsout
