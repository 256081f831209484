// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/run_command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <ranges>
#include <utility>

#include "engine/descriptors/waiting.h"
#include "runs/reports/named_files.h"
#include "runs/reports/run_log.h"
#include "runs/reports/verdict.h"
#include "runs/settings/run_file.h"
#include "runs/settings/run_options.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

// What is wrong with it.
std::optional<std::string> take_word(const RunOption& option, const std::string& word) {
  if (!option.is_separated || word.empty()) return option.take(word);
  for (const auto part : std::views::split(word, ','))
    if (auto wrong = option.take(std::string(part.begin(), part.end()))) return wrong;
  return {};
}

// The table over settings of its own.
struct Scratch {
  RunSettings settings;
  std::vector<RunOption> table = options_of(settings);
};

// Says what is wrong with a word while the command line is read.
CLI::Validator validator_of(const std::string& key, const std::shared_ptr<Scratch>& scratch) {
  return {[key, scratch](const std::string& word) -> std::string {
            scratch->settings = RunSettings();
            return take_word(*std::ranges::find(scratch->table, key, &RunOption::key), word).value_or("");
          },
          ""};
}

std::optional<std::vector<std::string>> words_said;

// Letters may stand in one word with others.
bool can_be_said(const RunOption& option) {
  if (!words_said || !option.letter.empty() || option.key == "world") return true;
  const std::string name = option.option();
  return std::ranges::any_of(*words_said, [&name](std::string_view word) {
    return word.starts_with(name) && (word.size() == name.size() || word[name.size()] == '=');
  });
}

CLI::Option* add_option(CLI::App& command, const RunOption& option, const std::string& name,
                        const std::shared_ptr<Scratch>& scratch) {
  const auto option_name = [](std::string_view key) {
    return RunOption{.key = std::string(key), .kind = RunOption::Kind::Flag, .unit = {}, .help = {}}.option();
  };
  std::string text(option.help);
  if (!option.needs.empty()) text += "; needs " + option_name(option.needs);
  if (!option.excludes.empty()) text += "; not with " + option_name(option.excludes);
  const std::string help = text;  // CLI11 would take what is not const for the flag itself
  if (option.kind == RunOption::Kind::Flag)
    return command.add_flag(name, help)->check([](const std::string& word) {
      return word == "true" ? std::string() : fmt::format("takes no value, and was given '{}'", word);
    });
  CLI::Option* added = command.add_option(name, CLI::callback_t([](const CLI::results_t&) { return true; }), help);
  added->type_name(std::string(option.unit));
  if (option.is_list || option.is_of_recording)
    added->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args(false);
  if (!option.choices.empty() && !option.is_separated)
    added->check(CLI::IsMember(option.choices));
  else
    added->check(validator_of(option.key, scratch));
  return added;
}

bool is_run_file(const std::string& name) { return name.ends_with(".yaml") || name.ends_with(".yml"); }

}  // namespace

void offer_only_what_is_said(std::optional<std::vector<std::string>> words) { words_said = std::move(words); }

RunCommandLine::RunCommandLine(CLI::App& command, const std::function<bool(const RunOption&)>& has)
    : command_(command) {
  const auto scratch = std::make_shared<Scratch>();
  const std::vector<RunOption>& table = scratch->table;
  // What needs an option that the command does not have cannot be said either.
  const auto is_offered = [&](const RunOption& option) {
    return has(option) && (option.needs.empty() || has(*std::ranges::find(table, option.needs, &RunOption::key)));
  };
  for (const RunOption& option : table) {
    keys_.push_back(option.key);
    const std::string letter = option.letter.empty() ? "" : fmt::format("-{},", option.letter);
    const std::string name = option.key == "world" ? std::string("WORLD") : letter + option.option();
    const bool is_made = can_be_said(option) && is_offered(option);
    options_.push_back(is_made ? add_option(command, option, name, scratch) : nullptr);
  }
  world_ = options_.front();
  if (world_)
    world_->description("World file (.wbt), or run file (.yaml) that says which; with --from that of the snapshot");
  run_file_ = command
                  .add_option("--run-file", CLI::callback_t([](const CLI::results_t&) { return true; }),
                              "Run file (run.yaml): all that these options say, by the same names")
                  ->type_name("FILE");
}

const CLI::Option* RunCommandLine::option_of(std::string_view key) const {
  return options_[std::size_t(std::ranges::find(keys_, key) - keys_.begin())];
}

std::optional<Ending> RunCommandLine::read(RunSettings& settings, LogView& view) const {
  const bool names_file = world_ && world_->count() > 0 && is_run_file(world_->results().front());
  // One that the settings name besides has been read into them.
  const bool is_to_read = run_file_->count() > 0 || names_file;
  if (is_to_read) settings.run_file = run_file_->count() > 0 ? run_file_->results().back() : world_->results().front();
  // The folder of the run is where written names of the file start.
  if (const CLI::Option* output = option_of("output"); output && output->count() > 0)
    settings.output = output->results().back();
  SourcePtr file;
  KeyPlaces places;
  Diagnostics diagnostics;
  std::optional<Ending> unread;  // and the verdict goes where the options want it all the same
  if (is_to_read) {
    const std::string missing = missing_file(run_file_->count() > 0 ? "--run-file" : "WORLD", settings.run_file);
    auto source = missing.empty() ? read_source(settings.run_file) : std::unexpected(missing);
    if (source) {
      file = std::move(*source);
      places = read_run_file(*file, settings, diagnostics);
    } else {
      unread = or_interrupted({Outcome::EnvironmentFailed, source.error()}, must_not_wait());
    }
  }
  std::vector<RunOption> table = options_of(settings);
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!options_[i]) continue;
    const CLI::Option& said = *options_[i];
    if (said.count() == 0 || (&said == world_ && names_file)) continue;
    if (table[i].kind == RunOption::Kind::Recording || table[i].is_of_recording) continue;
    if (table[i].is_list && !table[i].adds) table[i].forget();
    if (table[i].kind == RunOption::Kind::Flag)
      (void)table[i].take("true");
    else
      for (const std::string& word : said.results()) (void)table[i].take(word);
  }
  read_recordings(settings);
  if (unread) return unread;
  if (diagnostics.errors() == 0) report_contradiction(settings, places, diagnostics);
  RunLog(view).report(diagnostics);
  if (diagnostics.errors() == 0) return {};
  return Ending{Outcome::WrongUse, fmt::format("{}: {}", settings.run_file, plural(diagnostics.errors(), "error"))};
}

void RunCommandLine::read_recordings(RunSettings& settings) const {
  const auto is_said = [this](std::string_view key) {
    const CLI::Option* option = option_of(key);
    return option && option->count() > 0;
  };
  if (std::ranges::none_of(std::initializer_list<std::string_view>{"record", "every", "select", "what"}, is_said))
    return;
  RunSettings one;  // what is said of the recording that was named last
  const std::vector<RunOption> of_all = options_of(settings), of_one = options_of(one);
  std::vector<std::size_t> words(options_.size());  // of each option, that were read
  const auto end_recording = [&] {
    if (settings.record.empty()) return;
    Recording& last = settings.record.back();
    if (one.recordings.every) last.every = one.recordings.every;
    if (!one.recordings.select.empty()) last.select = one.recordings.select;
    if (!one.recordings.what.empty()) last.what = one.recordings.what;
    one.recordings = {};
  };
  bool any = false;
  for (const CLI::Option* said : command_.parse_order()) {
    const auto found = std::ranges::find(options_, said);
    if (found == options_.end()) continue;
    const auto i = std::size_t(found - options_.begin());
    const bool names_file = of_all[i].kind == RunOption::Kind::Recording;
    if (!names_file && !of_all[i].is_of_recording) continue;
    const std::size_t before = words[i]++;
    if (names_file && any) end_recording();
    if (names_file && !std::exchange(any, true)) of_all[i].forget();
    const RunOption& option = any && !names_file ? of_one[i] : of_all[i];
    if (!any && before == 0 && option.is_list) option.forget();
    (void)take_word(option, said->results()[before]);
  }
  if (any) return end_recording();
  // It wins over what the run file says of each.
  for (Recording& recording : settings.record) {
    if (is_said("every")) recording.every.reset();
    if (is_said("select")) recording.select.clear();
    if (is_said("what")) recording.what.clear();
  }
}

}  // namespace lightsout
