#include "app/wrong_use.h"

#include "app/command_files.h"
#include "app/verdict.h"

namespace lightsout {

void write_verdict_of_wrong_use(const std::vector<std::string>& arguments, const std::string& message) {
  const std::string option = "--verdict";
  CommandFiles files;
  std::string path;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == option && i + 1 < arguments.size())
      path = arguments[++i];
    else if (argument.starts_with(option + '='))
      path = argument.substr(option.size() + 1);
    else
      files.reads("", argument);
  }
  files.writes(option, path);
  if (path.empty() || files.conflict()) return;
  Verdict verdict;
  verdict.outcome = Outcome::WrongUse;
  verdict.message = message;
  (void)files.prepare();
  (void)write_verdict(verdict, path);
}

}  // namespace lightsout
