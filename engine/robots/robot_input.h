// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Keyboard, mouse and joystick of one robot: plays an input script to its controller. The user's clock is simulated
// time plus the time for which the controller waited for input while simulated time stood still.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

struct lo_input_enable;

namespace lightsout {

class Clock;
struct InputEvent;
struct InputScript;
class Robot;
class StateVisitor;

class RobotInput {
 public:
  // `robot`: its name, as the script addresses it.
  RobotInput(const InputScript* script, std::string robot) : script_(script), robot_(std::move(robot)) {}

  // LO_INPUT_KEYBOARD, ...; a period begins; 0 disables.
  void enable(const lo_input_enable& message, const Clock& clock);
  // After a step: what happened until now; readings that are due are sent.
  void sense(const Clock& clock, Robot& robot);
  // The controller waits for events of these kinds (bits of WbUserInputEvent), for at most `timeout_ms` of the user's
  // clock. Answers which came and sends the readings of their devices, or 0 when the time has passed or nothing comes.
  int wait(int kinds, int timeout_ms, const Clock& clock, Robot& robot);
  // A new controller has enabled nothing, and knows of no joystick.
  void disable();
  // As at the start of a run; what is enabled stays so.
  void reset();
  void visit_state(StateVisitor& state);

 private:
  struct Sampling {
    std::int32_t period_ms = 0;
    std::int64_t last_step = 0;
  };
  bool concerns(const InputEvent& event) const;
  void clear();
  // Which WbUserInputEvent bits it sets off.
  int apply(const InputEvent& event);
  void advance(double now);
  void send_keys(Robot& robot);
  void send_mouse(Robot& robot);
  void send_joystick(Robot& robot);

  const InputScript* script_;  // nullptr: nobody touches anything
  Sampling sampling_[3];
  std::string robot_;
  std::uint64_t next_ = 0;  // event
  double waited_ = 0;       // s

  std::vector<std::int32_t> keys_;  // that are down, last pressed first (WbRobot::keyPressed of R2025a)
  bool mouse_known_ = false;
  double mouse_[5];  // u, v, x, y, z
  bool mouse_buttons_[3] = {};
  bool connected_ = false;
  bool joystick_told_ = false;
  std::string model_;
  std::vector<std::int32_t> axes_, povs_;
  std::vector<std::int32_t> pressed_;  // buttons, in the order of their numbers
  int buttons_ = 0;
  std::vector<std::byte> message_;
};

}  // namespace lightsout
