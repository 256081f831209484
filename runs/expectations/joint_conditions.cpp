// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where a joint is and how fast it moves.
#include "engine/joints/joint.h"
#include "engine/scene/measures.h"
#include "engine/simulation.h"
#include "runs/expectations/condition_fields.h"

namespace lightsout {
namespace {

struct AskedJoint {
  std::string joint;
  int axis;  // from 0
  double JointAxis::*quantity;
  const char* noun;
  Bounds bounds;
};

class JointCondition final : public Condition {
 public:
  explicit JointCondition(const AskedJoint& setup) : setup_(setup) {}

  std::string find(const Simulation& simulation) override {
    joint_ = find_joint(simulation.scene(), setup_.joint);
    if (!joint_)
      return fmt::format("the world has no joint `{}` (DEF or path of a joint or of its endPoint)", setup_.joint);
    if (std::size_t(setup_.axis) < joint_->axes().size()) return {};
    joint_ = nullptr;
    return fmt::format("the joint {} has no axis {}", setup_.joint, setup_.axis + 1);
  }

  Look look(const Simulation&) override {
    if (!joint_) return setup_.bounds.judge(std::numeric_limits<double>::quiet_NaN());
    return setup_.bounds.judge(joint_->axes()[std::size_t(setup_.axis)].*setup_.quantity);
  }

  std::string seen(double number) const override {
    if (!joint_) return fmt::format("there is no {}", setup_.joint);
    const bool is_linear = joint_->axes()[std::size_t(setup_.axis)].linear;
    const bool is_rate = setup_.quantity == &JointAxis::velocity;
    return fmt::format("the {} is {:.6g} {}{}", setup_.noun, number, is_linear ? "m" : "rad", is_rate ? "/s" : "");
  }

 private:
  const AskedJoint setup_;
  const Joint* joint_ = nullptr;
};

AskedCondition read_joint(const ConditionFields& fields, const char* key, double JointAxis::*quantity) {
  const int axis = fields.has("axis") ? fields.whole("axis") : 1;
  if (axis < 1 || axis > 3) fields.refuse("axis", "axis is 1, or 2 and 3 of a joint that has them");
  const AskedJoint setup{fields.name("joint"), axis - 1, quantity, key, fields.bounds(key, standard_tolerance)};
  return {.what = fmt::format("the {} of {}{} is {}", key, setup.joint, axis > 1 ? fmt::format(" (axis {})", axis) : "",
                              text_of(setup.bounds, "")),
          .low = setup.bounds.low,
          .high = setup.bounds.high,
          .make = [setup](const ConditionSetup&) { return std::make_unique<JointCondition>(setup); }};
}

}  // namespace

AskedCondition read_joint_position(const ConditionFields& fields) {
  return read_joint(fields, "position", &JointAxis::position);
}

AskedCondition read_joint_velocity(const ConditionFields& fields) {
  return read_joint(fields, "velocity", &JointAxis::velocity);
}

}  // namespace lightsout
