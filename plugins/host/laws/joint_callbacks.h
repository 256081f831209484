// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Calls users' joint laws at every dynamics pass and hands what they answer to the motors of the joints' axes.
#pragma once

#include <ode/ode.h>

#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "engine/stage/hooks.h"
#include "plugins/host/guard/callback_guard.h"
#include "plugins/host/laws/joint_binding.h"
#include "plugins/host/laws/joint_law.h"
#include "plugins/host/laws/law_files.h"

namespace lightsout {

class Log;
class Joint;
class Node;
class Simulation;
struct Stop;

class JointCallbacks final : public Hooks {
 public:
  JointCallbacks(std::vector<JointBinding> bindings, double timeout_s, LawFiles files, Log& log);
  ~JointCallbacks() override;

  void init(Simulation& simulation) override;
  void before_physics(Simulation& simulation) override;
  void after_physics(Simulation& simulation) override;
  std::string keeps_state_of_its_own() const override {
    return bindings_.empty() ? "" : "the state of its joint callbacks is out of reach";
  }
  void cleanup(Simulation& simulation) override;

 private:
  struct Bound;
  std::expected<std::unique_ptr<Bound>, Stop> bind(Simulation& simulation, const JointBinding& binding, int handle);
  bool find_again(Simulation& simulation);
  void fail(Simulation& simulation, const Bound& bound, const std::string& what);

  std::vector<JointBinding> bindings_;
  LawFiles files_;
  Log& log_;
  CallbackGuard guard_;
  std::vector<std::unique_ptr<Bound>> bound_;
  std::int64_t scene_generation_ = -1;
  bool failed_ = false;
};

}  // namespace lightsout
