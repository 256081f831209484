// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where a solid is, how it stands and moves, and what it touches.
#include <numbers>

#include "engine/bodies/solid.h"
#include "engine/scene/measures.h"
#include "engine/scene/scene.h"
#include "engine/simulation.h"
#include "runs/expectations/condition_fields.h"

namespace lightsout {
namespace {

constexpr double standard_tilt = 0.1;  // rad

// Measures one or two solids; no number while one of them is not there.
class SolidCondition final : public Condition {
 public:
  using Measure = std::function<double(const Scene&, const Solid&, const Solid*)>;
  struct Setup {
    std::string solid, other;  // "": there is no other
    Measure measure;
    Bounds bounds;
    std::function<std::string(double)> words;
  };

  explicit SolidCondition(Setup setup) : setup_(std::move(setup)) {}

  std::string find(const Simulation& simulation) override {
    const Scene& scene = simulation.scene();
    solid_ = scene.find_solid(setup_.solid);
    other_ = setup_.other.empty() ? nullptr : scene.find_solid(setup_.other);
    if (!solid_) return missing(setup_.solid, scene);
    return other_ || setup_.other.empty() ? "" : missing(setup_.other, scene);
  }

  Look look(const Simulation& simulation) override {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    if (!solid_ || (!other_ && !setup_.other.empty())) return setup_.bounds.judge(none);
    return setup_.bounds.judge(setup_.measure(simulation.scene(), *solid_, other_));
  }

  std::string seen(double number) const override {
    if (!solid_) return fmt::format("there is no {}", setup_.solid);
    if (!other_ && !setup_.other.empty()) return fmt::format("there is no {}", setup_.other);
    return setup_.words(number);
  }

 private:
  static std::string missing(const std::string& name, const Scene& scene) {
    std::vector<std::string_view> paths;
    for (const auto& solid : scene.solids()) paths.push_back(solid->path());
    const std::string_view meant = did_you_mean(name, paths);
    return fmt::format("the world has no solid of the DEF or path `{}`{}", name,
                       meant.empty() ? "" : fmt::format("; did you mean `{}`?", meant));
  }

  const Setup setup_;
  const Solid *solid_ = nullptr, *other_ = nullptr;
};

AskedCondition asked(std::string what, std::string unit, SolidCondition::Setup setup) {
  AskedCondition asked{
      .what = std::move(what), .unit = std::move(unit), .low = setup.bounds.low, .high = setup.bounds.high};
  asked.make = [setup = std::move(setup)](const ConditionSetup&) { return std::make_unique<SolidCondition>(setup); };
  return asked;
}

std::string text_of(const Vector3d& point) {
  return fmt::format("({:.6g} {:.6g} {:.6g})", point.x(), point.y(), point.z());
}

// A number of one solid that has bounds.
AskedCondition quantity(const ConditionFields& fields, const std::string& key, const std::string& noun,
                        const std::string& unit, SolidCondition::Measure measure, std::string other = {}) {
  const std::string solid = fields.name("solid");
  const Bounds bounds = fields.bounds(key, standard_tolerance);
  const std::string of = other.empty() ? solid : fmt::format("{} from {}", solid, other);
  return asked(fmt::format("the {} of {} is {}", noun, of, text_of(bounds, unit)), unit,
               {solid, std::move(other), std::move(measure), bounds,
                [noun, unit](double number) { return fmt::format("the {} is {:.6g} {}", noun, number, unit); }});
}

}  // namespace

AskedCondition read_near(const ConditionFields& fields) {
  const std::string solid = fields.name("solid");
  const Vector3d point = fields.point("near");
  const Bounds bounds{.high = fields.tolerance(standard_tolerance)};
  return asked(
      fmt::format("{} is within {:.12g} m of {}", solid, bounds.high, text_of(point)), "m",
      {solid, "", [point](const Scene&, const Solid& at, const Solid*) { return (at.pose().position - point).norm(); },
       bounds, [point](double number) { return fmt::format("it is {:.6g} m from {}", number, text_of(point)); }});
}

AskedCondition read_inside(const ConditionFields& fields) {
  const std::string solid = fields.name("solid");
  const auto [low, high] = fields.box("inside");
  const Bounds bounds{.high = fields.tolerance(0)};
  // How far outside of the box its origin is.
  const auto measure = [low, high](const Scene&, const Solid& at, const Solid*) {
    const Vector3d position = at.pose().position;
    return (position - position.cwiseMax(low).cwiseMin(high)).norm();
  };
  return asked(fmt::format("{} is in the box from {} to {}", solid, text_of(low), text_of(high)), "m",
               {solid, "", measure, bounds, [](double number) {
                  return number == 0 ? "it is in the box" : fmt::format("it is {:.6g} m outside of it", number);
                }});
}

AskedCondition read_upright(const ConditionFields& fields) {
  const std::string solid = fields.name("solid");
  const std::string said = fields.words("upright");
  const bool is_flag = said == "true" || said == "yes";
  const Bounds bounds{.high = is_flag ? standard_tilt : fields.angle("upright")};
  if (bounds.high < 0) fields.refuse("upright", "upright is the angle by which it may lean, in rad or as 5deg");
  return asked(
      fmt::format("{} leans by {}", solid, text_of(bounds, "rad")), "rad",
      {solid, "", [](const Scene& scene, const Solid& at, const Solid*) { return tilt_of(at, scene.axes()); }, bounds,
       [](double number) {
         return fmt::format("it leans by {:.6g} rad ({:.4g} degrees)", number, number * 180 / std::numbers::pi);
       }});
}

AskedCondition read_above(const ConditionFields& fields) {
  const std::string solid = fields.name("solid"), other = fields.name("above");
  const Bounds bounds{.low = -fields.tolerance(standard_tolerance)};
  return asked(
      fmt::format("{} is above {}", solid, other), "m",
      {solid, other,
       [](const Scene& scene, const Solid& upper, const Solid* lower) { return clearance_above(scene, upper, *lower); },
       bounds,
       [](double number) {
         return std::isnan(number) ? "they do not lie over each other, seen from above"
                                   : fmt::format("its bottom is {:.6g} m above the other's top", number);
       }});
}

AskedCondition read_distance(const ConditionFields& fields) {
  return quantity(
      fields, "distance", "distance", "m",
      [](const Scene&, const Solid& one, const Solid* other) {
        return (one.pose().position - other->pose().position).norm();
      },
      fields.name("to"));
}

AskedCondition read_speed(const ConditionFields& fields) {
  return quantity(fields, "speed", "speed", "m/s",
                  [](const Scene&, const Solid& at, const Solid*) { return at.linear_velocity().norm(); });
}

AskedCondition read_turn_rate(const ConditionFields& fields) {
  return quantity(fields, "turn_rate", "turn rate", "rad/s",
                  [](const Scene&, const Solid& at, const Solid*) { return at.angular_velocity().norm(); });
}

AskedCondition read_touches(const ConditionFields& fields) {
  const std::string solid = fields.name("solid"), other = fields.name("touches");
  AskedCondition condition = asked(
      fmt::format("{} touches {}", solid, other), "",
      {solid, other,
       [](const Scene& scene, const Solid& one, const Solid* two) { return touch(scene, one, *two) ? 1.0 : 0.0; },
       Bounds{.low = 1, .high = 1}, [](double number) { return number == 0 ? "they do not touch" : "they touch"; }});
  condition.notes_contacts = true;
  return condition;
}

}  // namespace lightsout
