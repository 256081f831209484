// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/input_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

using Kind = InputEvent::Kind;

struct Word {
  std::string_view text;  // without quotes
  Span span;
  bool quoted = false;
};

// Numbers of <webots/keyboard.h>. Keys that have no character arrive as the low 16 bits of Qt's codes.
struct NamedKey {
  std::string_view name;
  std::int32_t code;
};
constexpr NamedKey named_keys[] = {
    {"End", 312},      {"Home", 313},        {"Left", 314},       {"Up", 315},         {"Right", 316},
    {"Down", 317},     {"PageUp", 366},      {"PageDown", 367},   {"NumpadHome", 375}, {"NumpadLeft", 376},
    {"NumpadUp", 377}, {"NumpadRight", 378}, {"NumpadDown", 379}, {"NumpadEnd", 382},  {"Space", 32},
    {"Tab", 1},        {"Backspace", 3},     {"Return", 4},       {"Enter", 5},        {"Delete", 7},
};
constexpr NamedKey modifiers[] = {{"Shift+", 0x10000}, {"Control+", 0x20000}, {"Ctrl+", 0x20000}, {"Alt+", 0x40000}};

// The code point of a word that is one character of at most 16 bits in UTF-8.
std::optional<std::int32_t> only_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return std::int32_t(static_cast<unsigned char>(text[i])); };
  if (text.size() == 1 && byte(0) > ' ' && byte(0) < 127) return byte(0);
  if (text.size() == 2 && (byte(0) & 0xe0) == 0xc0) return (byte(0) & 0x1f) << 6 | (byte(1) & 0x3f);
  if (text.size() == 3 && (byte(0) & 0xf0) == 0xe0)
    return (byte(0) & 0x0f) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
  return {};
}

std::optional<std::int32_t> key_of(std::string_view text) {
  std::int32_t code = 0;
  for (bool again = true; again;) {
    again = false;
    for (const NamedKey& modifier : modifiers)
      if (text.starts_with(modifier.name) && text.size() > modifier.name.size()) {
        code |= modifier.code;
        text.remove_prefix(modifier.name.size());
        again = true;
      }
  }
  for (const NamedKey& key : named_keys)
    if (key.name == text) return code | key.code;
  const auto character = only_character(text);
  if (!character) return {};
  // Letters of Latin-1 have their capitals' codes.
  const bool is_small =
      (*character >= 'a' && *character <= 'z') || (*character >= 0xe0 && *character < 0xff && *character != 0xf7);
  return code | (is_small ? *character - 0x20 : *character);
}

class Reader {
 public:
  Reader(const Source& source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  InputScript read() {
    const std::string_view text = source_.text();
    for (std::uint32_t begin = 0; begin < text.size();) {
      const auto newline = text.find('\n', begin);
      const auto end = std::uint32_t(newline == text.npos ? text.size() : newline);
      if (cut(begin, end) && !words_.empty()) read_line();
      begin = end + 1;
    }
    return std::move(script_);
  }

 private:
  void error(Span span, std::string message) {
    diagnostics_.report(DiagnosticKind::BadKeys, span, std::move(message));
    failed_ = true;
  }

  // The words of a line; a word that begins with # and all behind it is a comment.
  bool cut(std::uint32_t begin, std::uint32_t end) {
    words_.clear();
    const std::string_view text = source_.text();
    const auto is_blank = [&](std::uint32_t i) { return text[i] == ' ' || text[i] == '\t' || text[i] == '\r'; };
    for (std::uint32_t i = begin; i < end;) {
      if (is_blank(i)) {
        ++i;
      } else if (text[i] == '#') {
        return true;
      } else if (text[i] == '"') {
        const auto close = text.substr(0, end).find('"', i + 1);
        if (close == text.npos) {
          error({&source_, i, end}, "the quotation mark is not closed");
          return false;
        }
        words_.push_back({text.substr(i + 1, close - i - 1), {&source_, i, std::uint32_t(close + 1)}, true});
        i = std::uint32_t(close + 1);
      } else {
        const std::uint32_t first = i;
        while (i < end && !is_blank(i)) ++i;
        words_.push_back({text.substr(first, i - first), {&source_, first, i}});
      }
    }
    return true;
  }

  void read_line() {
    failed_ = false;
    next_ = 0;
    event_ = {};
    event_.time = number("a time in seconds");
    if (failed_) return;
    const Span time = words_[0].span;
    if (event_.time < 0) return error(time, "a time before the start");
    if (!script_.events.empty() && event_.time < script_.events.back().time)
      return error(time, fmt::format("this is earlier than the line before, {} s", script_.events.back().time));
    if (more() && !words_[next_].quoted && words_[next_].text == "to") {
      ++next_;
      event_.robot = word("the name of a robot");
      if (failed_) return;
      if (std::ranges::find(script_.addressees, event_.robot, &InputScript::Addressee::name) ==
          script_.addressees.end())
        script_.addressees.push_back({event_.robot, words_[next_ - 1].span});
    }
    read_action();
    check_joystick();
    if (!failed_ && more()) error(words_[next_].span, "nothing more is expected on this line");
    if (!failed_) script_.events.push_back(std::move(event_));
  }

  void read_action() {
    if (!more())
      return error(words_.back().span, "what happens then? Keys, `mouse ...` or `joystick ...` are expected");
    const std::string_view what = words_[next_].quoted ? std::string_view() : words_[next_].text;
    if (what == "mouse") return ++next_, read_mouse();
    if (what == "joystick") return ++next_, read_joystick();
    event_.kind = what == "press" ? Kind::Press : what == "release" ? Kind::Release : Kind::Keys;
    if (what == "press" || what == "release" || what == "keys") ++next_;
    read_keys();
  }

  void read_keys() {
    if (!more()) return error(words_.back().span, "a key is expected, or `-` for none");
    if (event_.kind == Kind::Keys && words_[next_].text == "-" && !words_[next_].quoted && next_ + 1 == words_.size()) {
      ++next_;
      return;
    }
    for (; more(); ++next_) {
      const auto key = key_of(words_[next_].text);
      if (!key) {
        std::vector<std::string_view> names;
        for (const NamedKey& named : named_keys) names.push_back(named.name);
        const std::string_view meant = did_you_mean(words_[next_].text, names);
        return error(words_[next_].span, fmt::format("`{}` is no key{}", words_[next_].text,
                                                     meant.empty() ? "" : fmt::format("; did you mean `{}`?", meant)));
      }
      event_.keys.push_back(*key);
    }
  }

  void read_mouse() {
    switch (choice({"at", "away", "press", "release"})) {
      case 0:
        event_.kind = Kind::MouseAt;
        event_.u = part_of_view("a place in the view, 0 at its left and 1 at its right");
        event_.v = part_of_view("a place in the view, 0 at its top and 1 at its bottom");
        if (failed_ || !more()) return;
        event_.x = number("x in the world in metres");
        event_.y = number("y in the world in metres");
        event_.z = number("z in the world in metres");
        return;
      case 1:
        event_.kind = Kind::MouseAway;
        return;
      case 2:
        event_.kind = Kind::MousePress;
        break;
      case 3:
        event_.kind = Kind::MouseRelease;
        break;
      default:
        return;
    }
    event_.index = choice({"left", "middle", "right"});
  }

  void read_joystick() {
    switch (choice({"connect", "disconnect", "axis", "pov", "press", "release"})) {
      case 0:
        event_.kind = Kind::JoystickConnect;
        event_.model = word("the joystick's model");
        event_.axes = count("the number of axes", 64);
        event_.povs = count("the number of points of view", 64);
        event_.buttons = count("the number of buttons", 64);
        return;
      case 1:
        event_.kind = Kind::JoystickDisconnect;
        return;
      case 2:
        event_.kind = Kind::JoystickAxis;
        break;
      case 3:
        event_.kind = Kind::JoystickPov;
        break;
      case 4:
        event_.kind = Kind::JoystickPress;
        break;
      case 5:
        event_.kind = Kind::JoystickRelease;
        break;
      default:
        return;
    }
    event_.index = count("an index from 0", 63);
    if (event_.kind == Kind::JoystickAxis || event_.kind == Kind::JoystickPov) event_.value = integer("a value");
  }

  // Nothing happens to a joystick, or to a part of it, that is not there.
  void check_joystick() {
    if (failed_ || event_.kind < Kind::JoystickConnect) return;
    if (event_.kind != Kind::JoystickConnect) check_parts();
    if (event_.kind != Kind::JoystickConnect && event_.kind != Kind::JoystickDisconnect) return;
    if (event_.robot.empty()) joysticks_.clear();
    joysticks_[event_.robot] = event_;
  }

  void check_parts() {
    const bool is_whole = event_.kind == Kind::JoystickDisconnect;
    const bool has_value = event_.kind == Kind::JoystickAxis || event_.kind == Kind::JoystickPov;
    const std::size_t index = next_ - (has_value ? 2 : 1);
    bool is_there = false, has_part = is_whole;
    const auto look_at = [&](const InputEvent& joystick) {
      if (joystick.kind != Kind::JoystickConnect) return;
      is_there = true;
      const int parts = event_.kind == Kind::JoystickAxis  ? joystick.axes
                        : event_.kind == Kind::JoystickPov ? joystick.povs
                                                           : joystick.buttons;
      has_part = has_part || event_.index < parts;
    };
    const auto own = joysticks_.find(event_.robot);
    if (event_.robot.empty())
      for (const auto& [robot, joystick] : joysticks_) look_at(joystick);
    else if (own != joysticks_.end())
      look_at(own->second);
    else if (const auto common = joysticks_.find(""); common != joysticks_.end())
      look_at(common->second);
    if (!is_there)
      error(words_[is_whole ? index - 1 : index - 2].span, "no joystick is connected then");
    else if (!has_part)
      error(words_[index].span, fmt::format("the joystick has no {} of this number; they count from 0",
                                            event_.kind == Kind::JoystickAxis  ? "axis"
                                            : event_.kind == Kind::JoystickPov ? "point of view"
                                                                               : "button"));
  }

  bool more() const { return next_ < words_.size(); }

  std::string word(std::string_view what) {
    if (failed_) return {};
    if (more()) return std::string(words_[next_++].text);
    error(words_.back().span, fmt::format("{} is missing behind this", what));
    return {};
  }

  int choice(std::initializer_list<std::string_view> words) {
    if (failed_) return -1;
    std::string all;
    int index = 0;
    for (const std::string_view one : words) {
      if (more() && words_[next_].text == one) return ++next_, index;
      if (index > 0) all += index + 1 == int(words.size()) ? " or " : ", ";
      all += one;
      ++index;
    }
    if (more())
      error(words_[next_].span, fmt::format("{} is expected here", all));
    else
      error(words_.back().span, fmt::format("{} is expected behind this", all));
    return -1;
  }

  double number(std::string_view what) {
    return parse<double>(what, [](double value) { return std::isfinite(value); });
  }
  double part_of_view(std::string_view what) {
    return parse<double>(what, [](double value) { return value >= 0 && value <= 1; });
  }
  int integer(std::string_view what) {
    return parse<int>(what, [](int) { return true; });
  }
  int count(std::string_view what, int most) {
    return parse<int>(what, [most](int value) { return value >= 0 && value <= most; });
  }

  template <class T, class Check>
  T parse(std::string_view what, Check check) {
    T value{};
    if (failed_) return value;
    if (!more()) {
      error(words_.back().span, fmt::format("{} is missing behind this", what));
      return value;
    }
    std::string_view text = words_[next_].text;
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || stop != text.data() + text.size() || !check(value))
      error(words_[next_].span, fmt::format("{} is expected here", what));
    ++next_;
    return value;
  }

  const Source& source_;
  Diagnostics& diagnostics_;
  InputScript script_;
  std::map<std::string, InputEvent> joysticks_;  // how each was last connected or not, by robot; "": all others'
  std::vector<Word> words_;                      // of the line
  std::size_t next_ = 0;
  InputEvent event_;
  bool failed_ = false;
};

}  // namespace

InputScript read_input_script(const Source& source, Diagnostics& diagnostics) {
  return Reader(source, diagnostics).read();
}

}  // namespace lightsout
