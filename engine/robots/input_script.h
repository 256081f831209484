// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What somebody does at keyboard, mouse and joystick while a world runs, read from a text: one event a line, a time in
// seconds and what happens then. docs/input.md describes the format. It knows no robot; RobotInput plays it to one.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "world_format/text/source.h"

namespace lightsout {

class Diagnostics;

struct InputEvent {
  enum class Kind : std::uint8_t {
    Keys,     // these are down and no others
    Press,    // these go down
    Release,  // these go up
    MouseAt,
    MouseAway,
    MousePress,
    MouseRelease,
    JoystickConnect,
    JoystickDisconnect,
    JoystickAxis,
    JoystickPov,
    JoystickPress,
    JoystickRelease,
  };
  double time = 0;    // s
  std::string robot;  // name; "": every robot
  Kind kind = Kind::Keys;
  std::vector<std::int32_t> keys;                                     // as controllers see them: codes with modifiers
  double u = 0, v = 0;                                                // MouseAt: parts of the view, from the top left
  double x = std::numeric_limits<double>::quiet_NaN(), y = x, z = x;  // MouseAt: the point in the world, m; NaN: none
  int index = 0;  // of axis, pov or button; mouse button 0 left, 1 middle, 2 right
  int value = 0;  // of axis or pov
  std::string model;
  int axes = 0, povs = 0, buttons = 0;
};

struct InputScript {
  std::vector<InputEvent> events;  // in order of time
  // The robots that events are for, each where it is first named.
  struct Addressee {
    std::string name;
    Span span;
  };
  std::vector<Addressee> addressees;
};

// Errors are reported as bad-keys at their place; the line is left out.
InputScript read_input_script(const Source& source, Diagnostics& diagnostics);

}  // namespace lightsout
