// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/robot_input.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "controllers/wire/input.h"
#include "engine/robots/input_script.h"
#include "engine/robots/robot.h"
#include "engine/state/clock.h"
#include "engine/state/sampling.h"
#include "engine/state/state.h"

namespace lightsout {
namespace {

using Kind = InputEvent::Kind;

// Of WbUserInputEvent.
enum : int { mouse_click = 1, mouse_move = 2, keyboard = 4, button = 8, axis = 16, pov = 32 };

constexpr std::int32_t key_without_modifiers = 0xffff;

}  // namespace

void RobotInput::enable(const lo_input_enable& message, const Clock& clock) {
  if (message.device < 0 || message.device > LO_INPUT_JOYSTICK) return;
  sampling_[message.device] = {std::max(0, message.period_ms), clock.step()};
}

int RobotInput::apply(const InputEvent& event) {
  const auto press = [&] {
    for (const std::int32_t key : event.keys)
      if (std::ranges::find(keys_, key) == keys_.end()) keys_.insert(keys_.begin(), key);
    return keyboard;
  };
  const auto has = [&](const std::vector<std::int32_t>& list) { return event.index < int(list.size()); };
  switch (event.kind) {
    case Kind::Keys:
      std::erase_if(keys_, [&](std::int32_t key) { return std::ranges::find(event.keys, key) == event.keys.end(); });
      return press();
    case Kind::Press:
      return press();
    case Kind::Release:
      // The key goes up, whatever was held with it.
      std::erase_if(keys_, [&](std::int32_t key) {
        return std::ranges::any_of(event.keys, [&](std::int32_t released) {
          return (key & key_without_modifiers) == (released & key_without_modifiers);
        });
      });
      return keyboard;
    case Kind::MouseAt:
    case Kind::MouseAway: {
      constexpr double nan = std::numeric_limits<double>::quiet_NaN();
      const bool away = event.kind == Kind::MouseAway;
      const double place[] = {away ? nan : event.u, away ? nan : event.v, event.x, event.y, event.z};
      std::copy_n(place, 5, mouse_);
      mouse_known_ = true;
      return mouse_move;
    }
    case Kind::MousePress:
    case Kind::MouseRelease:
      mouse_buttons_[event.index] = event.kind == Kind::MousePress;
      return event.kind == Kind::MousePress ? mouse_click : 0;
    case Kind::JoystickConnect:
    case Kind::JoystickDisconnect:
      connected_ = event.kind == Kind::JoystickConnect;
      model_ = event.model;
      axes_.assign(std::size_t(event.axes), 0);
      povs_.assign(std::size_t(event.povs), 0);
      buttons_ = event.buttons;
      pressed_.clear();
      joystick_told_ = false;
      return 0;
    case Kind::JoystickAxis:
      if (has(axes_)) axes_[std::size_t(event.index)] = event.value;
      return connected_ ? axis : 0;
    case Kind::JoystickPov:
      if (has(povs_)) povs_[std::size_t(event.index)] = event.value;
      return connected_ ? pov : 0;
    case Kind::JoystickPress:
      if (event.index < buttons_ && std::ranges::find(pressed_, event.index) == pressed_.end())
        pressed_.insert(std::ranges::lower_bound(pressed_, event.index), event.index);
      return connected_ ? button : 0;
    case Kind::JoystickRelease:
      std::erase(pressed_, event.index);
      return connected_ ? button : 0;
  }
  return 0;
}

bool RobotInput::concerns(const InputEvent& event) const { return event.robot.empty() || event.robot == robot_; }

// The margin keeps an event at 0.3 s from being later than the third step of 0.1 s.
void RobotInput::advance(double now) {
  for (; script_ && next_ < script_->events.size() && script_->events[next_].time <= now + 1e-9; ++next_)
    if (const InputEvent& event = script_->events[next_]; concerns(event)) apply(event);
}

void RobotInput::sense(const Clock& clock, Robot& robot) {
  bool advanced = false;
  for (int device = LO_INPUT_KEYBOARD; device <= LO_INPUT_JOYSTICK; ++device) {
    Sampling& sampling = sampling_[device];
    if (sampling.period_ms == 0 || clock.step() - sampling.last_step < clock.steps_in(sampling.period_ms)) continue;
    sampling.last_step = clock.step();
    if (!advanced) advance(clock.time() + waited_);
    advanced = true;
    if (device == LO_INPUT_KEYBOARD && !keys_.empty()) send_keys(robot);
    if (device == LO_INPUT_MOUSE) send_mouse(robot);
    if (device == LO_INPUT_JOYSTICK) send_joystick(robot);
  }
}

int RobotInput::wait(int kinds, int timeout_ms, const Clock& clock, Robot& robot) {
  advance(clock.time() + waited_);
  const double end = clock.time() + waited_ + timeout_ms / 1000.0;
  // Devices that are not enabled tell nothing.
  if (sampling_[LO_INPUT_KEYBOARD].period_ms == 0) kinds &= ~keyboard;
  if (sampling_[LO_INPUT_MOUSE].period_ms == 0) kinds &= ~(mouse_click | mouse_move);
  if (sampling_[LO_INPUT_JOYSTICK].period_ms == 0) kinds &= ~(button | axis | pov);
  while (script_ && next_ < script_->events.size() && script_->events[next_].time <= end + 1e-9) {
    const InputEvent& event = script_->events[next_++];
    waited_ = std::max(waited_, event.time - clock.time());
    if (!concerns(event)) continue;
    const int came = apply(event) & kinds;
    if (came == 0) continue;
    if (came & keyboard) send_keys(robot);
    if (came & (mouse_click | mouse_move)) send_mouse(robot);
    if (came & (button | axis | pov)) send_joystick(robot);
    return came;
  }
  waited_ = std::max(waited_, end - clock.time());
  return 0;
}

void RobotInput::send_keys(Robot& robot) {
  const std::size_t count = std::min<std::size_t>(keys_.size(), LO_KEYBOARD_MAX_KEYS);
  robot.send(0, LO_MESSAGE_KEYBOARD, std::as_bytes(std::span(keys_).first(count)));
}

void RobotInput::send_mouse(Robot& robot) {
  if (!mouse_known_ && !mouse_buttons_[0] && !mouse_buttons_[1] && !mouse_buttons_[2]) return;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  lo_mouse_reading reading{nan, nan, nan, nan, nan, mouse_buttons_[0], mouse_buttons_[1], mouse_buttons_[2], 0};
  if (mouse_known_) {
    reading.u = mouse_[0];
    reading.v = mouse_[1];
    reading.x = mouse_[2];
    reading.y = mouse_[3];
    reading.z = mouse_[4];
  }
  robot.send(0, LO_MESSAGE_MOUSE, std::as_bytes(std::span(&reading, 1)));
}

void RobotInput::send_joystick(Robot& robot) {
  if (!connected_ && joystick_told_) return;
  joystick_told_ = true;
  lo_joystick_reading head{};
  head.connected = connected_;
  head.axis_count = std::int32_t(axes_.size());
  head.pov_count = std::int32_t(povs_.size());
  head.pressed_count = std::int32_t(pressed_.size());
  model_.copy(head.model, sizeof head.model - 1);
  message_.clear();
  const auto append = [&](std::span<const std::byte> bytes) {
    const std::size_t end = message_.size();
    message_.resize(end + bytes.size());
    std::ranges::copy(bytes, message_.begin() + std::ptrdiff_t(end));
  };
  append(std::as_bytes(std::span(&head, 1)));
  append(std::as_bytes(std::span(axes_)));
  append(std::as_bytes(std::span(povs_)));
  append(std::as_bytes(std::span(pressed_)));
  robot.send(0, LO_MESSAGE_JOYSTICK, message_);
}

void RobotInput::clear() {
  keys_.clear();
  mouse_known_ = false;
  std::ranges::fill(mouse_buttons_, false);
  connected_ = joystick_told_ = false;
  pressed_.clear();
}

void RobotInput::disable() {
  for (Sampling& sampling : sampling_) sampling = {};
  joystick_told_ = false;
}

void RobotInput::reset() {
  clear();
  for (Sampling& sampling : sampling_) sampling.last_step = 0;
  next_ = 0;
  waited_ = 0;
}

// Its readings follow from the script; these are all that it adds.
void RobotInput::visit_state(StateVisitor& state) {
  for (Sampling& sampling : sampling_) {
    state.field("input period", sampling.period_ms);
    state.field("last input sample", sampling.last_step);
  }
  state.field("waited for input", waited_);
  state.field("next input event", next_);
  if (!state.is_loading() || !script_) return;
  clear();
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(next_, script_->events.size()); ++i)
    if (concerns(script_->events[i])) apply(script_->events[i]);
}

}  // namespace lightsout
