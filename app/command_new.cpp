// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout new`: a controller, physics plugin or world to begin with, in the project's folder where a run looks for
// it.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

#include "app/command.h"
#include "app/replaced.h"
#include "app/terminal.h"
#include "engine/controller_end.h"
#include "engine/files/whole_file.h"
#include "runs/reports/outcome.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view c_controller = R"(/* Started with every robot whose field `controller` is "@NAME@". */
#include <stdio.h>
#include <webots/robot.h>

int main() {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  printf("%s: %d devices\n", wb_robot_get_name(), wb_robot_get_number_of_devices());
  /* Get devices here: WbDeviceTag motor = wb_robot_get_device("motor"); */
  while (wb_robot_step(step) != -1) {
    /* Read sensors, command actuators. */
  }
  wb_robot_cleanup();
  return 0;
}
)";

constexpr std::string_view cpp_controller = R"(// Started with every robot whose field `controller` is "@NAME@".
#include <iostream>
#include <webots/Robot.hpp>

int main() {
  webots::Robot robot;
  const int step = int(robot.getBasicTimeStep());
  std::cout << robot.getName() << ": " << robot.getNumberOfDevices() << " devices" << std::endl;
  // Get devices here: webots::Motor* motor = robot.getMotor("motor");
  while (robot.step(step) != -1) {
    // Read sensors, command actuators.
  }
  return 0;
}
)";

constexpr std::string_view python_controller = R"(#!/usr/bin/env python3
"""Started with every robot whose field `controller` is "@NAME@"."""
from controller import Robot

robot = Robot()
step = int(robot.getBasicTimeStep())
print(f"{robot.getName()}: {robot.getNumberOfDevices()} devices")
# Get devices here: motor = robot.getDevice("motor")
while robot.step(step) != -1:
    pass  # Read sensors, command actuators.
)";

constexpr std::string_view java_controller =
    R"(import com.cyberbotics.webots.controller.Robot;

/** Started with every robot whose field `controller` is "@NAME@". */
public class @NAME@ {
  public static void main(String[] args) {
    Robot robot = new Robot();
    int step = (int) Math.round(robot.getBasicTimeStep());
    System.out.println(robot.getName() + ": " + robot.getNumberOfDevices() + " devices");
    // Get devices here: Motor motor = robot.getMotor("motor");
    while (robot.step(step) != -1) {
      // Read sensors, command actuators.
    }
  }
}
)";

constexpr std::string_view matlab_controller = R"(% Started with every robot whose field `controller` is "@NAME@".
step = wb_robot_get_basic_time_step();
fprintf('%s: %d devices\n', wb_robot_get_name(), wb_robot_get_number_of_devices());
% Get devices here: motor = wb_robot_get_device('motor');
while wb_robot_step(step) ~= -1
  % Read sensors, command actuators.
end
)";

struct Language {
  std::string_view name, extension, controller;
  bool has_plugins = false;
  bool named_by_identifier = false;  // the controller's name is that of a class or script
};

constexpr Language languages[] = {
    {"c", ".c", c_controller, true},
    {"c++", ".cpp", cpp_controller, true},
    {"python", ".py", python_controller},
    {"java", ".java", java_controller, false, true},
    {"matlab", ".m", matlab_controller, false, true},
};

constexpr std::string_view plugin =
    R"(@OPEN@ Called from inside the simulation of each world whose WorldInfo has `physics "@NAME@"`. @CLOSE@
#include <plugins/physics.h>

@OPEN@ The world is built: find bodies here, dWebotsGetBodyFromDEF("DEF_NAME"). @CLOSE@
void webots_physics_init(void) {}

@OPEN@ Before each step of ODE: add forces here. @CLOSE@
void webots_physics_step(void) {}

@OPEN@ After it. @CLOSE@
void webots_physics_step_end(void) {}

@OPEN@ For each pair of shapes that may touch. 0: the simulator makes the contacts; 1: they were made here. @CLOSE@
int webots_physics_collide(dGeomID g1, dGeomID g2) {
  (void)g1, (void)g2;
  return 0;
}

@OPEN@ The world ends or is reset. @CLOSE@
void webots_physics_cleanup(void) {}
)";

constexpr std::string_view new_world = R"(#VRML_SIM R2025a utf8

WorldInfo {
  title "@NAME@"
  basicTimeStep 16
}
Viewpoint {
  position -3 -3 2
  orientation -0.1 0.3 0.95 0.8
}
DEF FLOOR Solid {
  name "floor"
  boundingObject Plane { size 10 10 }
}
DEF ROBOT Robot {
  translation 0 0 0.05
  controller "<none>"
  children [
    DEF BODY Shape {
      appearance PBRAppearance { baseColor 0.2 0.5 0.8 }
      geometry Box { size 0.2 0.2 0.1 }
    }
  ]
  boundingObject USE BODY
  physics Physics { density 500 }
}
)";

struct Request {
  std::string kind, name, language = "c", folder = ".";
};

// Names become file names and names of libraries.
bool is_good_name(std::string_view name) {
  return !name.empty() && name.front() != '-' &&
         std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; });
}

bool is_identifier(std::string_view name) {
  return !std::isdigit(static_cast<unsigned char>(name.front())) && name.front() != '_' && !name.contains('-');
}

// The Java Language Specification, 3.9, with its literals; `iskeyword` of MATLAB and Octave.
constexpr std::string_view java_words =
    " abstract assert boolean break byte case catch char class const continue default do double else enum extends "
    "false "
    "final finally float for goto if implements import instanceof int interface long native new null package private "
    "protected public return short static strictfp super switch synchronized this throw throws transient true try void "
    "volatile while ";
constexpr std::string_view matlab_words =
    " break case catch classdef continue do else elseif end end_try_catch end_unwind_protect endclassdef endfor "
    "endfunction endif endparfor endswitch endwhile for function global if otherwise parfor persistent return spmd "
    "switch "
    "try until unwind_protect unwind_protect_cleanup while ";

bool is_word_of(std::string_view name, std::string_view language) {
  const std::string_view words = language == "java" ? java_words : language == "matlab" ? matlab_words : "";
  return words.contains(fmt::format(" {} ", name));
}

// Why a controller of this name would not work in the language; empty if it does.
std::string_view hindrance(std::string_view name, const Language& language) {
  if (language.named_by_identifier && !is_identifier(name))
    return "in this language the name begins with a letter, and has no -";
  if (is_word_of(name, language.name)) return "it is a word of the language";
  if (language.name == "python" && name == "controller")
    return "a script of this name hides the module that it imports";
  if (language.name == "java" && name == "Robot") return "a class of this name hides the one that it uses";
  return {};
}

bool holds(const fs::path& file, const std::string& text) {
  const auto content = read_whole_file(file);
  return content && *content == text;
}

int start(const Request& request) {
  const auto refuse = [](Outcome outcome, const std::string& why) {
    print_error("{}\n", why);
    return int(outcome);
  };
  if (!is_good_name(request.name))
    return refuse(Outcome::WrongUse, fmt::format("{}: a name has letters, digits, _ and - only", request.name));
  const fs::path root = request.folder;
  const Language& language = *std::ranges::find(languages, std::string_view(request.language), &Language::name);
  fs::path file;
  std::string text;
  if (request.kind == "world") {
    file = root / "worlds" / (request.name + ".wbt");
    text = new_world;
  } else if (request.kind == "controller") {
    if (const std::string_view why = hindrance(request.name, language); !why.empty())
      return refuse(Outcome::WrongUse, fmt::format("{}: {}", request.name, why));
    file = root / "controllers" / request.name / fmt::format("{}{}", request.name, language.extension);
    text = language.controller;
  } else {
    if (!language.has_plugins)
      return refuse(Outcome::WrongUse, "a physics plugin is a library: --language is c or c++");
    file = root / "plugins" / "physics" / request.name / fmt::format("{}{}", request.name, language.extension);
    const bool c = language.name == "c";
    text = replaced(replaced(std::string(plugin), "@OPEN@", c ? "/*" : "//"), " @CLOSE@", c ? " */" : "");
    if (!c) text = replaced(text, "\nvoid webots", "\nextern \"C\" void webots");
    if (!c) text = replaced(text, "\nint webots", "\nextern \"C\" int webots");
    text = replaced(text, "(void) {}", "() {}");
  }
  text = replaced(text, "@NAME@", request.name);
  std::error_code error;
  // Called twice, it has nothing left to do.
  if (holds(file, text)) {
    fmt::print("{}\n", file.string());
    return 0;
  }
  if (fs::exists(file, error)) return refuse(Outcome::WrongUse, fmt::format("{} is there already", file.string()));
  if (request.kind != "world" && fs::exists(file.parent_path(), error) && !fs::is_empty(file.parent_path(), error))
    return refuse(Outcome::WrongUse, fmt::format("{} is there already, with other files", file.parent_path().string()));
  fs::create_directories(file.parent_path(), error);
  if (error)
    return refuse(Outcome::EnvironmentFailed,
                  fmt::format("cannot make {}: {}", file.parent_path().string(), error.message()));
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out)
    return refuse(Outcome::EnvironmentFailed, fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
  if (text.starts_with("#!"))
    fs::permissions(file, fs::perms::owner_exec | fs::perms::group_exec, fs::perm_options::add, error);
  fmt::print("{}\n", file.string());
  return 0;
}

}  // namespace

Command add_new(CLI::App& program) {
  auto request = std::make_shared<Request>();
  CLI::App* command = program.add_subcommand("new", "Start a controller, a physics plugin or a world");
  command->add_option("KIND", request->kind, "controller, plugin or world")
      ->required()
      ->check(CLI::IsMember({"controller", "plugin", "world"}));
  command->add_option("NAME", request->name, "Its name, of letters, digits, _ and -")->required();
  command->add_option("--language", request->language, "c (the default), c++, python, java or matlab")
      ->check(CLI::IsMember({"c", "c++", "python", "java", "matlab"}));
  command->add_option("--project", request->folder, "The folder that holds worlds/ and controllers/; default: this one")
      ->type_name("DIR");
  command->footer(
      "Prints the file that was written: controllers/NAME/NAME.c, plugins/physics/NAME/NAME.c or worlds/NAME.wbt of\n"
      "the project. What is there already is left as it is; called twice, it has nothing more to do. Nothing has to "
      "be\n"
      "configured: a run builds what it needs.\n\n"
      "Exit codes: 0 written, 2 wrong use, 9 a file was not to be written.\n\n"
      "Examples\n"
      "  lightsout new world yard\n"
      "  lightsout new controller gardener --language python");
  return [request] { return start(*request); };
}

}  // namespace lightsout
