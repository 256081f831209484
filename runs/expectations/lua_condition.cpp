// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Conditions of one's own, in Lua: an expression, or a script that defines holds().
#include "engine/simulation.h"
#include "plugins/host/laws/lua_check.h"
#include "runs/expectations/condition_fields.h"

namespace lightsout {
namespace {

class LuaCondition final : public Condition {
 public:
  LuaCondition(LuaCheckSetup setup, Log& log) : check_(std::move(setup), log) {}
  // What is wrong with the script is known before the first step.
  std::string find(const Simulation& simulation) override {
    check_.read(simulation);
    return {};
  }
  Look look(const Simulation& simulation) override {
    const LuaCheck::Answer answer = check_.ask(simulation);
    return {answer.number, answer.holds, answer.holds ? 0.0 : 1.0};
  }
  std::string seen(double number) const override {
    if (!check_.error().empty()) return check_.error();
    return number == 0 ? "it did not hold" : number == 1 ? "" : fmt::format("it gave {:.6g}", number);
  }
  std::string failure() const override { return check_.error(); }

 private:
  LuaCheck check_;
};

AskedCondition asked(std::string what, LuaCheckSetup setup) {
  AskedCondition asked{.what = std::move(what), .notes_contacts = true, .runs_code = true};
  asked.make = [setup = std::move(setup)](const ConditionSetup& run) {
    LuaCheckSetup mine = setup;
    mine.timeout_s = run.timeout_s;
    return std::make_unique<LuaCondition>(std::move(mine), run.log);
  };
  return asked;
}

}  // namespace

AskedCondition read_holds(const ConditionFields& fields) {
  const std::string expression = fields.name("holds");
  return asked(expression,
               {.script = {}, .expression = expression, .parameters = fields.numbers("parameters"), .timeout_s = 0});
}

AskedCondition read_lua(const ConditionFields& fields) {
  const std::filesystem::path script = fields.file("lua");
  return asked(fmt::format("holds() of {}", script.filename().string()),
               {.script = script, .expression = {}, .parameters = fields.numbers("parameters"), .timeout_s = 0});
}

}  // namespace lightsout
