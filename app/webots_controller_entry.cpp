// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `webots-controller`: the command line by which scripts written for the other simulator start extern controllers.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/attach.h"
#include "app/build_description.h"
#include "app/entries.h"
#include "app/interrupt.h"
#include "app/options.h"
#include "app/terminal.h"
#include "controllers/host/host.h"
#include "runs/reports/outcome.h"

namespace lightsout {
namespace {

struct ControllerOptions {
  std::string protocol = "ipc", ip_address, robot;
  std::optional<int> port;
  bool interactive = false;
  Attachment attachment;
};

void add_options(CLI::App& program, ControllerOptions& options) {
  program
      .add_option("--protocol", options.protocol,
                  "ipc: a run on this machine, also without it; tcp: one that listens for others (--listen)")
      ->check(CLI::IsMember({"ipc", "tcp"}));
  program.add_option("--ip-address", options.ip_address, "The machine of the run; needed by tcp")->type_name("ADDRESS");
  add_whole_number<int>(program, "--port", options.port,
                        "The run's port; without it that of the newest run of this machine, for tcp 1234", 1, 65535);
  program.add_option("--robot-name", options.robot, "The robot, where several wait for a controller")
      ->type_name("NAME");
  program.add_flag("--stdout-redirect", options.attachment.sends_stdout,
                   "What the controller prints goes to the log of the run");
  program.add_flag("--stderr-redirect", options.attachment.sends_stderr, "The same of its stderr");
  program
      .add_option("--matlab-path", options.attachment.matlab,
                  "The MATLAB, or Octave, that runs a controller in its language; without it `matlab`, else octave-cli")
      ->type_name("FILE");
  program.add_flag("--interactive", options.interactive, "No effect here: there is no desktop");
}

// "" where any robot of the newest run will do.
std::string url_of(const ControllerOptions& options) {
  const std::string robot = name_in_url(options.robot);
  if (options.protocol == "tcp")
    return fmt::format("tcp://{}:{}{}{}", options.ip_address, options.port.value_or(default_extern_port),
                       robot.empty() ? "" : "/", robot);
  if (!options.port) return robot;
  return fmt::format("ipc://{}{}{}", *options.port, robot.empty() ? "" : "/", robot);
}

int run(ControllerOptions& options, std::vector<std::string> words) {
  const auto wrong = [](const std::string& what) {
    print_error("webots-controller: {}\nRun with --help for more information.\n", what);
    return int(Outcome::WrongUse);
  };
  if (!words.empty() && words[0].starts_with("-")) return wrong(fmt::format("there is no option '{}'", words[0]));
  if (words.empty()) return wrong("which controller is to be started?");
  if (options.protocol == "tcp" && options.ip_address.empty())
    return wrong("--protocol=tcp needs the machine: --ip-address=ADDRESS");
  if (options.protocol == "ipc" && !options.ip_address.empty() && options.ip_address != "127.0.0.1")
    print_error("WARNING: webots-controller: --ip-address has no effect with --protocol=ipc\n");
  let_interrupts_end();
  options.attachment.url = url_of(options);
  options.attachment.words = std::move(words);
  return attach(options.attachment, false);
}

}  // namespace

int webots_controller_entry(int argc, char** argv) {
  CLI::App program("Starts a controller for a robot that waits for one, by the command line of Webots.",
                   "webots-controller");
  program.set_version_flag("--version", webots_version_text());
  program.footer(
      "CONTROLLER is a script or an executable, or a controller's folder. The exit code is that of the controller; 2:\n"
      "wrong use, 4: it could not be started. `lightsout attach --help` says more.");
  ControllerOptions options;
  add_options(program, options);
  take_command_line(program, "CONTROLLER [ARGUMENT...]");
  // `--ip-address=` and the like say nothing; CLI11 would take the next word for the value.
  std::vector<char*> words(argv, argv + argc);
  const auto first_word = std::find_if(words.begin() + 1, words.end(), [](const char* word) { return *word != '-'; });
  words.erase(std::remove_if(words.begin() + 1, first_word,
                             [](const char* word) { return std::string_view(word).ends_with('='); }),
              first_word);
  try {
    program.parse(int(words.size()), words.data());
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : int(Outcome::WrongUse);
  }
  return run(options, program.remaining());
}

}  // namespace lightsout
