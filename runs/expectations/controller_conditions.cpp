// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What controllers print and how they end.
#include <cmath>

#include "engine/robots/robot.h"
#include "engine/scene/measures.h"
#include "engine/simulation.h"
#include "runs/expectations/condition_fields.h"
#include "runs/expectations/heard.h"

namespace lightsout {
namespace {

std::string no_robot(const std::string& called) {
  return fmt::format("the world has no robot `{}` (DEF, path or name)", called);
}

class PrintedCondition final : public Condition {
 public:
  PrintedCondition(Heard& heard, std::string robot, std::variant<std::string, std::regex> what)
      : heard_(heard), robot_(std::move(robot)), ear_(heard.listen(robot_, std::move(what))) {}
  std::string find(const Simulation& simulation) override {
    if (robot_.empty()) return {};
    const Robot* robot = find_robot(simulation.scene(), robot_);
    if (!robot) return no_robot(robot_);
    heard_.turn(ear_, robot->name());
    return {};
  }
  Look look(const Simulation&) override { return Bounds{.low = 1}.judge(ear_.count.load()); }
  std::string seen(double number) const override {
    return number == 0 ? "no such line" : fmt::format("{} such {}", number, number == 1 ? "line" : "lines");
  }

 private:
  Heard& heard_;
  const std::string robot_;
  Heard::Ear& ear_;
};

template <class What>
AskedCondition printed(const ConditionFields& fields, const std::string& verb, const std::string& words, What what) {
  const std::string robot = fields.optional_name("robot");
  return {.what = fmt::format("{} prints a line that {} \"{}\"", robot.empty() ? "a controller" : robot, verb, words),
          .low = 1,
          .high = std::numeric_limits<double>::infinity(),
          .make = [robot, what](const ConditionSetup& setup) {
            return std::make_unique<PrintedCondition>(setup.heard, robot, what);
          }};
}

enum class HowEnded : std::uint8_t { Runs, Exited, Failed, Absent };
const std::vector<std::string_view> ending_names = {"runs", "exited", "failed", "absent"};

HowEnded ending_of(const ControllerEnd& end) {
  switch (end.end.kind) {
    case TurnEnd::Kind::Exited:
      return HowEnded::Exited;
    case TurnEnd::Kind::Failed:
      return HowEnded::Failed;
    case TurnEnd::Kind::Absent:
      return HowEnded::Absent;
    case TurnEnd::Kind::Step:
    case TurnEnd::Kind::Immediate:
      break;
  }
  return HowEnded::Runs;
}

class EndCondition final : public Condition {
 public:
  EndCondition(std::string robot, HowEnded ending) : robot_(std::move(robot)), ending_(ending) {}

  std::string find(const Simulation& simulation) override {
    if (const Robot* robot = find_robot(simulation.scene(), robot_)) path_ = robot->path();
    return path_.empty() ? no_robot(robot_) : "";
  }

  Look look(const Simulation& simulation) override { return judge(simulation.controller_ends()); }

  std::string seen(double number) const override {
    if (std::isnan(number)) return no_robot(robot_);
    return fmt::format("its controller {}", number == 0 ? "runs" : ending_names[std::size_t(number)]);
  }

 private:
  Look judge(const std::vector<ControllerEnd>& ends) const {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    if (path_.empty()) return {nothing, false, nothing};
    HowEnded now = HowEnded::Runs;
    // The last of those that it has had.
    for (const ControllerEnd& end : ends)
      if (end.robot == path_) now = ending_of(end);
    return {double(now), now == ending_, now == ending_ ? 0.0 : 1.0};
  }

  const std::string robot_;
  const HowEnded ending_;
  std::string path_;
};

}  // namespace

AskedCondition read_printed(const ConditionFields& fields) {
  const std::string words = fields.name("printed");
  return printed(fields, "has in it", words, words);
}

AskedCondition read_printed_like(const ConditionFields& fields) {
  return printed(fields, "matches", fields.words("printed_like"), fields.pattern("printed_like"));
}

AskedCondition read_controller_end(const ConditionFields& fields) {
  const std::string robot = fields.name("controller"), word = fields.choice("ends", ending_names);
  const auto ending = HowEnded(std::ranges::find(ending_names, word) - ending_names.begin());
  return {.what = ending == HowEnded::Runs ? fmt::format("the controller of {} runs", robot)
                                           : fmt::format("the controller of {} has ended: {}", robot, word),
          .make = [robot, ending](const ConditionSetup&) { return std::make_unique<EndCondition>(robot, ending); }};
}

}  // namespace lightsout
