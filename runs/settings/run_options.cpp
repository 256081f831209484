// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/settings/run_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <expected>
#include <utility>

#include "controllers/host/launch/controller_environment.h"
#include "engine/recorders/output_names.h"
#include "limits/limits.h"
#include "runs/expectations/expectation.h"
#include "runs/reading/duration.h"
#include "runs/reports/verdict.h"
#include "runs/series/series_recorder.h"
#include "runs/settings/bundle_name.h"
#include "runs/settings/joint_callback.h"
#include "runs/settings/run_option_table.h"

namespace lightsout {
namespace {

using Kind = RunOption::Kind;
using Names = RunOption::Names;
using Texts = std::vector<std::string>;
using Wrong = std::optional<std::string>;

// The place in the settings that an option is about.
#define OF(field) [](RunSettings& s) -> decltype(auto) { return (s.field); }

void add_set(OptionTable& table, RunSettings& settings) {
  RunOption& set = table.named_list(
      "set", OF(load.settings),
      "Set a field of the world otherwise than its file says, as if the file said it: ROBOT.translation='0 0 1', "
      "WorldInfo.gravity=1.6; repeatable",
      parse_field_setting,
      [](const FieldSetting& setting) { return fmt::format("{}={}", setting.name, setting.value); });
  set.mapping = RunOption::Mapping::Fields;
  set.stands_at = [&settings](const SourcePtr& source, Span name, Span value) {
    FieldSetting& setting = settings.load.settings.back();
    setting.source = source;
    setting.name_at = name;
    setting.value_at = value;
  };
}

void add_environment(OptionTable& table) {
  RunOption& environment = table.named_list(
      "environment", OF(environment), "Set a variable in the environment of the controllers; repeatable",
      [](const std::string& text) -> std::expected<std::string, std::string> {
        if (std::string wrong = wrong_controller_variable(text); !wrong.empty()) return std::unexpected(wrong);
        return text;
      },
      [](const std::string& text) { return text; });
  environment.mapping = RunOption::Mapping::Texts;
  environment.word = "env";
}

void add_world(OptionTable& table, RunSettings& settings) {
  table.text("world", OF(world), "FILE", Names::ReadFile, "World file (.wbt); with --from that of the snapshot");
  table.list("assets", OF(load.assets), "DIR", Names::ReadFolder,
             "Folder to search for PROTOs, meshes and textures; repeatable");
  table.flags("allow",
              {{"missing-proto", &settings.load.allow_missing_protos}, {"outside", &settings.load.allow_outside}},
              "missing-proto: robots, floors and whatever else was not found are left out, which is a warning then; "
              "outside: the world may name files anywhere, see docs/security.md; repeatable");
  table.flag("lenient", OF(load.lenient),
             "Run what is left of a world with errors of syntax; they are shown and counted in the verdict");
  table.duration(
      "duration", OF(duration),
      "Simulated time after which the run is done: 10s, 500ms, 2min; without it the controllers end the run");
  table.whole_number("seed", OF(seed), "Seed of every random stream; wins over WorldInfo.randomSeed", 0, UINT64_MAX);
  table
      .duration(
          "rehearsal", OF(rehearsal),
          "Simulate so much first, then reset the world and start its controllers anew: the states are those of a run "
          "without; run hash and totals count the rehearsal",
          1, false)
      .excludes = "from";
  add_set(table, settings);
  table.flag("realtime", OF(realtime), "Never run ahead of the clock on the wall");
}

void add_programs(OptionTable& table) {
  table.duration("controller_timeout", OF(controller_timeout),
                 "Wall-clock time that a controller may think between two steps; none by default");
  table.duration(
      "extern_timeout", OF(extern_timeout),
      "Wall-clock time that an <extern> controller may take to connect; that of --controller-timeout by default", 1,
      false);
  table.whole_number("extern_port", OF(extern_port),
                     "The first port that is tried for <extern> controllers; 1234 by default", 1, 65535);
  table
      .text(
          "listen", OF(listen), "ADDRESS", Names::Nothing,
          "[HOST:]PORT: let <extern> controllers connect there over TCP too; from other machines with another HOST and "
          "the secret LIGHTSOUT_TOKEN")
      .excludes = "sandbox";
  table.flag("extern_reconnect", OF(extern_reconnect),
             "A robot whose <extern> controller has gone waits for another one, as long as for the first");
  table.flag(
      "asynchronous", OF(asynchronous),
      "A robot with synchronization FALSE does not wait for its <extern> controller: time passes during its turns, "
      "and the run does not repeat");
  table.flag("in_process", OF(in_process),
             "Run controllers in C and C++ inside this process: faster turns, but their crash is ours");
  table
      .choice<bool>("on_controller_failure", OF(stop_on_controller_failure), {{"stop", true}, {"continue", false}},
                    "What a controller that fails does to the run: stop (the default) or continue")
      .unit = "WHAT";
  add_environment(table);
  table.text("images", OF(images), "DIR", Names::WrittenFolder,
             "Write a PNG file of every image that a camera takes into this folder");
  table.text("sounds", OF(sounds), "DIR", Names::WrittenFolder,
             "Write a WAV file of every speaker and microphone into this folder");
  table.text("keys", OF(keys), "FILE", Names::ReadFile,
             "What somebody does at keyboard, mouse and joystick: a time and keys a line; see docs/input.md");
  table.choice<SolverChoice>(
      "solver", OF(solver),
      {{"auto", SolverChoice::Auto},
       {"exact", SolverChoice::Exact},
       {"dense", SolverChoice::Dense},
       {"quick", SolverChoice::Quick}},
      "How contacts and joints are solved: exact, dense (exact, by ODE's own solver throughout), quick (iterative), or "
      "auto (the default): exact for islands of bodies of up to 240 constraint rows, quick for larger ones");
  table.whole_number("threads", OF(threads),
                     "Threads that work for the run, of which no result depends; default: one for each core that has "
                     "nothing else to do",
                     1, 1024);
  table.whole_number("render_threads", OF(render_threads),
                     "Of these, at most so many make the images of cameras; default: all", 1, 1024);
  table.duration("build_timeout", OF(build_timeout_s),
                 "Wall-clock time that building a controller or plugin may take; 0s: for ever; default 10min");
  table.flag("no_build", OF(no_build), "A controller or plugin that would have to be built is an error");
  table.flag("no_code", OF(no_code),
             "Run no controller, plugin, joint callback or PROTO template but those that come with lightsout");
  RunOption& limit = table.list(
      "limit", OF(limits), "NAME=VALUE", Names::Nothing,
      "What an input may take of the machine, or none; repeatable; docs/security.md lists the limits", wrong_limit);
  limit.adds = true;
  limit.mapping = RunOption::Mapping::Texts;
  table.duration("wall_limit", OF(wall_limit),
                 "Wall-clock time after which the run ends, whatever it is at; docs/run.md says how", 1, false);
  table.flag("sandbox", OF(sandbox.on),
             "Confine the whole run by bubblewrap: no network, only its own files, limits; see docs/security.md");
  table
      .list("sandbox_read", OF(sandbox.reads), "PATH", Names::ReadFolder,
            "File or folder that the sandbox may read besides; repeatable")
      .needs = "sandbox";
}

void add_plugins(OptionTable& table) {
  table.whole_number("passes", OF(passes), "Dynamics steps per basic step; default: 1", 1, 100000);
  table.duration("plugin_timeout", OF(plugins.timeout_s),
                 "Wall-clock time that one call into a plugin may take; 0s: for ever; default 60s");
  table.flag("plugin_guard", OF(plugins.guard),
             "Simulate in a child process, so that whatever a plugin does to it, this one reports it");
  table.text("plugin_drawing", OF(plugins.drawing), "FILE", Names::WrittenFile,
             "Write what the physics plugin draws, a line of JSON per step");
  table.text("plugin_collisions", OF(plugins.collisions), "FILE", Names::WrittenFile,
             "Write the pairs of solids for which the physics plugin's collide() returned 2, a line of JSON per step");
  table.text("law_files", OF(plugins.law_files), "DIR", Names::WrittenFolder,
             "The folder in which joint callbacks may write files; without it they may not");
}

void add_joint_callbacks(OptionTable& table, std::vector<JointBinding>& bindings) {
  RunOption option{.key = "joint_callbacks",
                   .kind = Kind::Text,
                   .names = Names::ReadFile,
                   .is_list = true,
                   .unit = "WHAT",
                   .help =
                       "A law that drives a joint, as in run files: 'joint: HINGE, lua: law.lua, target: 0.8'; "
                       "repeatable; see docs/joint_callbacks.md",
                   .word = "joint-callback"};
  option.take = [&bindings](const std::string& text) -> Wrong {
    auto binding = joint_callback_of(text);
    if (!binding) return binding.error();
    bindings.push_back(std::move(*binding));
    return {};
  };
  option.texts = [&bindings] {
    Texts texts;
    for (const JointBinding& binding : bindings) texts.push_back(text_of(binding));
    return texts;
  };
  option.forget = [&bindings] { bindings.clear(); };
  option.rename = [&bindings](const RunOption::Rename& change) {
    for (JointBinding& binding : bindings)
      for (std::filesystem::path* file : {&binding.lua, &binding.library})
        if (!file->empty()) *file = change(*file);
  };
  table.add(std::move(option));
}

void add_recordings(OptionTable& table, RunSettings& settings) {
  table.recordings(
      "record", settings.record,
      "Record the run; repeatable, with the --every, --select and --what behind it; the format follows the "
      "name: .csv, .csv.gz, .jsonl, .mcap, .tum; -: a table on standard output");
  const auto of_recording = [](RunOption& option) {
    option.needs = "record";
    option.is_of_recording = true;
    option.is_separated = option.is_list;
  };
  of_recording(table.duration("every", OF(recordings.every),
                              "Simulated time between two samples, a bare number in ms; default: every step", 1e-3));
  of_recording(
      table.list("select", OF(recordings.select), "SOLID", Names::Nothing,
                 "DEF or path of a solid to record, or of a sensor or motor; repeatable, or separated by commas; "
                 "default: robots and bodies that move"));
  static const std::string help = fmt::format("What to record: {}; repeatable, or separated by commas; default: solids",
                                              fmt::join(subject_names, ", "));
  RunOption& what =
      table.list("what", OF(recordings.what), "SUBJECT", Names::Nothing, help, [](const std::string& text) -> Wrong {
        if (subject_of(text)) return {};
        return fmt::format("'{}' is none of {}", text, fmt::join(subject_names, ", "));
      });
  what.kind = Kind::Choice;
  what.choices = Texts(std::begin(subject_names), std::end(subject_names));
  of_recording(what);
}

void add_outputs(OptionTable& table, RunSettings& settings) {
  table
      .text("output", OF(output), "DIR", Names::WrittenFolder,
            "A folder for this run: verdict.json, log, what else is written by relative names, and what controllers "
            "leave in LIGHTSOUT_RUN_DIR; an empty one, or a new one")
      .letter = "o";
  table.duration("snapshot_every", OF(snapshots.every), "Write a snapshot of the run each time so much was simulated",
                 1, false);
  table
      .text("snapshots", OF(snapshots.folder), "DIR", Names::WrittenFolder,
            "The folder for snapshots; default: snapshots")
      .needs = "snapshot_every";
  table.text("from", OF(snapshots.from), "FILE", Names::ReadFile,
             "Go on from a snapshot, as if the run had never stopped");
  add_recordings(table, settings);
  table.text("animation", OF(animation), "FILE.html", Names::WrittenFile,
             "Write the run as an animation for web browsers: FILE.html, and .x3d, .json and .css beside it");
  table.text("series", OF(series.path), "FILE", Names::WrittenFile,
             "Write the numbers of some things, sampled, as goldens of tests hold them; see docs/test.md");
  table
      .list("series_of", OF(series.of), "WHAT", Names::Nothing,
            "What a series is of: solid:NAME, joint:NAME or reading:NAME; repeatable", wrong_series_name)
      .needs = "series";
  table
      .duration("series_every", OF(series.every), "Simulated time between two samples of a series; default: every step")
      .needs = "series";
  table.text("log", OF(log), "FILE", Names::WrittenFile,
             "Write all messages to a file: simulated time, level, who, what");
  table.text("step_times", OF(step_times), "FILE", Names::WrittenFile,
             "Write what each step takes by the clock on the wall, and for what, a line of CSV per step");
  table.whole_number("step_times_of", OF(step_times_of), "Of the first N steps alone; default: of all", 1, 1000000000)
      .needs = "step_times";
  table.text("verdict", OF(verdict), "FILE", Names::WrittenFile, "Write how the run ended as JSON; -: standard output");
  table.text(
      "manifest", OF(manifest), "FILE", Names::WrittenFile,
      "Write what the run was, for `lightsout replay`: options, each file read by its fingerprint, versions, hashes");
  table
      .text("record_exchange", OF(record_exchange), "FILE", Names::WrittenFile,
            "Write all that controllers receive and send, for --replay-exchange and `lightsout feed`")
      .excludes = "from";
  RunOption& played = table.text("replay_exchange", OF(replay_exchange), "FILE", Names::ReadFile,
                                 "Run no controllers: what such a file has is received and sent in their place");
  played.excludes = "from";
  table.text("bundle", OF(bundle), "FILE.tar.zst", Names::WrittenFile,
             "Write the manifest and the files that were read into one file, which other machines replay");
  table.flag("hash", OF(hash), "Print the hash of the whole run, every step of it, on stdout");
  RunOption& verify =
      table.flag("verify", OF(verify), "With --repeat: compare the state after every step with the first run's");
  verify.needs = "repeat";
  table.whole_number("repeat", OF(repeat), "How many times to run, each in fresh state; from 2", 2, 1000000).needs =
      "verify";
  table
      .text("trace", OF(trace), "FILE", Names::WrittenFile,
            "Write the state after every step, for --against and `lightsout trace`")
      .excludes = "verify";
  table
      .text("against", OF(against), "FILE", Names::ReadFile,
            "Compare the state after every step with one that --trace wrote")
      .excludes = "verify";
}

void add_expectations(OptionTable& table, RunSettings& settings) {
  const auto add = [&](std::string key, auto field, ExpectationUse use, std::string_view help) {
    RunOption& option =
        table.list(std::move(key), field, "WHAT", Names::ReadFile, help, [use](const std::string& text) {
          const auto read = parse_expectation(text, use);
          return read ? Wrong() : Wrong(read.error());
        });
    option.adds = true;
    option.rename = [&texts = field(settings)](const RunOption::Rename& change) {
      for (std::string& text : texts) text = with_file_renamed(text, change);
    };
  };
  add("expect", OF(expect), ExpectationUse::Expect,
      "What must hold of the run, as in run files: 'solid: BALL, speed: {max: 0.1}, at: 2s'; repeatable; see "
      "docs/test.md");
  add("stop_when", OF(stop_when), ExpectationUse::StopWhen,
      "Ends the run as done when this holds: 'solid: BALL, near: [0, 0, 1], tolerance: 0.1'; repeatable; see "
      "docs/test.md");
}

#undef OF

// A name of what is written that tells no format, or one that cannot hold what is asked for.
std::optional<Contradiction> wrong_name(const RunSettings& settings) {
  const auto of = [](const char* key, const std::string& why) {
    return Contradiction{fmt::format("--{} {}", key, why), {key}};
  };
  for (const RecorderOptions& recorder : recorders_of(settings))
    if (std::string why = wrong_recording(recorder); !why.empty()) return of("record", why);
  if (!settings.animation.empty())
    if (std::string why = wrong_animation_name(settings.animation); !why.empty()) return of("animation", why);
  if (!settings.bundle.empty())
    if (std::string why = wrong_bundle_name(settings.bundle); !why.empty()) return of("bundle", why);
  return {};
}

}  // namespace

Wrong read_whole_number(const std::string& text, std::uint64_t& number, std::uint64_t least, std::uint64_t most) {
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && rest == end && number >= least && number <= most) return {};
  return fmt::format("'{}' is no whole number from {} to {}, in decimal digits", text, least, most);
}

std::string RunOption::option() const {
  std::string name = fmt::format("--{}", word.empty() ? key : word);
  std::ranges::replace(name, '_', '-');
  return name;
}

Texts RunOption::paths() const {
  Texts paths;
  if (names == Names::Nothing || !rename) return paths;
  rename([&paths](const std::string& path) {
    paths.push_back(path);
    return path;
  });
  return paths;
}

std::vector<RunOption> options_of(RunSettings& settings) {
  OptionTable table(settings);
  add_world(table, settings);
  add_programs(table);
  add_plugins(table);
  add_joint_callbacks(table, settings.plugins.joint_callbacks);
  add_outputs(table, settings);
  add_expectations(table, settings);
  return table.take();
}

std::optional<Contradiction> find_contradiction(RunSettings settings) {
  const std::vector<RunOption> options = options_of(settings);
  const auto is_said = [&options](std::string_view key) {
    const auto found = std::ranges::find(options, key, &RunOption::key);
    return !found->texts().empty();
  };
  const auto named = [&options](std::string_view key) {
    return std::ranges::find(options, key, &RunOption::key)->option();
  };
  for (const RunOption& option : options) {
    if (option.texts().empty()) continue;
    if (!option.needs.empty() && !is_said(option.needs))
      return Contradiction{fmt::format("{} needs {}", option.option(), named(option.needs)), {option.key}};
    if (!option.excludes.empty() && is_said(option.excludes))
      return Contradiction{fmt::format("{} does not go with {}", option.option(), named(option.excludes)),
                           {option.key, std::string(option.excludes)}};
  }
  if (settings.world.empty() && settings.snapshots.from.empty()) return Contradiction{"WORLD is required", {"world"}};
  return wrong_name(settings);
}

std::string contradiction(const RunSettings& settings) {
  const auto found = find_contradiction(settings);
  return found ? found->message : "";
}

}  // namespace lightsout
