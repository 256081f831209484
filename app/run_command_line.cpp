#include "app/run_command_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "runs/run_file.h"
#include "runs/run_log.h"
#include "runs/run_options.h"
#include "runs/verdict.h"

namespace lightsout {
namespace {

// Says what is wrong with a word while the command line is read.
CLI::Validator validator_of(const std::string& key) {
  return {[key](const std::string& word) {
            RunSettings scratch;
            const std::vector<RunOption> options = options_of(scratch);
            return std::ranges::find(options, key, &RunOption::key)->take(word).value_or("");
          },
          ""};
}

CLI::Option* add_option(CLI::App& command, const RunOption& option, const std::string& name) {
  const auto option_name = [](const std::string& key) {
    return RunOption{.key = key, .kind = RunOption::Kind::Flag, .unit = {}, .help = {}}.option();
  };
  std::string text = option.help;
  if (!option.needs.empty()) text += "; needs " + option_name(option.needs);
  if (!option.excludes.empty()) text += "; not with " + option_name(option.excludes);
  const std::string help = text;  // CLI11 would take what is not const for the flag itself
  if (option.kind == RunOption::Kind::Flag) return command.add_flag(name, help);
  CLI::Option* added = command.add_option(name, CLI::callback_t([](const CLI::results_t&) { return true; }), help);
  added->type_name(option.unit);
  if (option.is_list) added->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args(false);
  if (option.key == "select") added->delimiter(',');
  if (!option.choices.empty())
    added->check(CLI::IsMember(option.choices));
  else
    added->check(validator_of(option.key));
  return added;
}

bool is_run_file(const std::string& name) { return name.ends_with(".yaml") || name.ends_with(".yml"); }

}  // namespace

RunCommandLine::RunCommandLine(CLI::App& command, const std::function<bool(const RunOption&)>& has) {
  RunSettings scratch;
  for (const RunOption& option : options_of(scratch)) {
    const std::string name = option.key == "world" ? std::string("WORLD") : option.option();
    options_.push_back(has(option) ? add_option(command, option, name) : nullptr);
  }
  world_ = options_.front();
  if (world_)
    world_->description("World file (.wbt), or run file (.yaml) that says which; with --from that of the snapshot");
  run_file_ = command
                  .add_option("--run-file", CLI::callback_t([](const CLI::results_t&) { return true; }),
                              "Run file (run.yaml): all that these options say, by the same names, and joint callbacks")
                  ->type_name("FILE");
}

std::optional<Ending> RunCommandLine::read_run_file(RunSettings& settings, LogView& view) const {
  const auto source = read_source(settings.run_file);
  if (!source) return Ending{Outcome::EnvironmentFailed, source.error()};
  Diagnostics diagnostics;
  lightsout::read_run_file(**source, settings, diagnostics);
  RunLog(view).report(diagnostics);
  if (diagnostics.errors() == 0) return {};
  return Ending{Outcome::WrongUse, fmt::format("{}: {}", settings.run_file, plural(diagnostics.errors(), "error"))};
}

std::optional<Ending> RunCommandLine::read(RunSettings& settings, LogView& view) const {
  const bool names_file = world_ && world_->count() > 0 && is_run_file(world_->results().front());
  if (run_file_->count() > 0)
    settings.run_file = run_file_->results().back();
  else if (names_file)
    settings.run_file = world_->results().front();
  std::optional<Ending> wrong;
  if (!settings.run_file.empty()) wrong = read_run_file(settings, view);
  std::vector<RunOption> table = options_of(settings);
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!options_[i]) continue;
    const CLI::Option& said = *options_[i];
    if (said.count() == 0 || (&said == world_ && names_file)) continue;
    if (table[i].is_list && !table[i].adds) table[i].forget();
    if (table[i].kind == RunOption::Kind::Flag)
      (void)table[i].take("true");
    else
      for (const std::string& word : said.results()) (void)table[i].take(word);
  }
  return wrong;
}

}  // namespace lightsout
