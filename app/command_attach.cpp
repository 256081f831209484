// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout attach`: starts a controller for a robot of a run that waits for one.
#include <memory>
#include <string>
#include <vector>

#include "app/attach.h"
#include "app/command.h"
#include "app/terminal.h"
#include "engine/controller_end.h"
#include "runs/reports/outcome.h"

namespace lightsout {
namespace {

struct AttachCommand {
  explicit AttachCommand(const CLI::App& command) : parser(command) {}
  const CLI::App& parser;
  std::string robot;
  Attachment attachment;
  bool verbose = false;
};

// The first word is whom it is for, unless it is what to start.
bool begins_with_robot(const std::vector<std::string>& words) {
  return words.size() > 1 && (words[0].find("://") != std::string::npos || !is_program(words[0]));
}

std::string url_of(const std::string& robot) {
  return robot.find("://") == std::string::npos ? name_in_url(robot) : robot;
}

int run(AttachCommand& command) {
  std::vector<std::string>& words = command.attachment.words = command.parser.remaining();
  if (!words.empty() && words[0] == "--") words.erase(words.begin());
  if (!words.empty() && words[0].starts_with("-")) {
    print_error("attach: there is no option '{}'\nRun with --help for more information.\n", words[0]);
    return int(Outcome::WrongUse);
  }
  if (!words.empty() && words[0].empty()) {
    print_error("attach: the robot's name is empty\nRun with --help for more information.\n");
    return int(Outcome::WrongUse);
  }
  if (command.robot.empty() && begins_with_robot(words)) {
    command.robot = words[0];
    words.erase(words.begin());
  }
  if (words.empty()) {
    print_error("attach: which controller is to be started?\nRun with --help for more information.\n");
    return int(Outcome::WrongUse);
  }
  command.attachment.url = url_of(command.robot);
  return attach(command.attachment, command.verbose);
}

}  // namespace

Command add_attach(CLI::App& program) {
  CLI::App* command = program.add_subcommand("attach", "Start a controller for a robot that waits for one");
  auto options = std::make_shared<AttachCommand>(*command);
  take_command_line(*command, "[ROBOT|URL] COMMAND [ARGUMENT...]");
  command->add_option("--robot", options->robot, "The robot's name or URL, whatever the first word is")
      ->type_name("ROBOT|URL");
  command->add_flag("--stdout-redirect", options->attachment.sends_stdout,
                    "What the controller prints goes to the log of the run");
  command->add_flag("--stderr-redirect", options->attachment.sends_stderr, "The same of its stderr");
  command->add_flag("--no-build", options->attachment.no_build, "A controller that would have to be built is an error");
  command->add_flag("-v,--verbose", options->verbose, "Say what is built and chosen, on stderr");
  command->footer(
      "COMMAND is a controller's folder, a script, an executable, or a program that PATH has. It finds the libraries,\n"
      "modules and variables that it would find if the run had started it, its runtime.ini included. A controller is\n"
      "started in its folder, any other program in the current one. Without ROBOT or URL it connects as\n"
      "WEBOTS_CONTROLLER_URL says, or to the one robot that waits. The first word is the robot unless it is a folder,\n"
      "a file or a program. docs/extern.md says how robots wait, and what URLs there are.\n\n"
      "Exit codes: that of the controller; 2 wrong use, 4 it could not be started.\n\n"
      "Examples\n"
      "  lightsout attach digger controllers/digs\n"
      "  lightsout attach tcp://10.0.0.7:2000/digger python3 digs.py --fast\n"
      "  lightsout attach --stdout-redirect digs.py");
  return [options] { return run(*options); };
}

}  // namespace lightsout
