// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/supervisor_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

namespace lightsout {
namespace {

using Part = SceneModel::Part;
using Hinge = SceneModel::Hinge;
using Action = SupervisorPlan::Action;
using Kind = Action::Kind;

std::string vector_text(const Vector3d& v) { return fmt::format("{} {} {}", v.x(), v.y(), v.z()); }

std::string rotation_text(const Matrix3d& m) {
  const Rotation r = to_rotation(m);
  return fmt::format("{} {} {} {}", r.x, r.y, r.z, r.angle);
}

std::string place_text(const Pose& pose) {
  return fmt::format("translation {} rotation {}", vector_text(pose.position), rotation_text(pose.rotation));
}

// Not about its origin, so that what turns and moves a body must know its centre of mass.
std::string physics_text(const std::string& def, double mass) {
  return fmt::format(
      "DEF {}_M Physics {{ density -1 mass {} centerOfMass [ 0.1 0 0.05 ] inertiaMatrix [ 1 1 1, 0 0 0 ] }}", def,
      mass);
}

std::string solid_text(const Part& part, const std::string& children = "") {
  return fmt::format("DEF {0} {4} {{ name \"{0}\" {1} {2} children [ {3} ] }}", part.def, place_text(part.local),
                     part.has_physics ? "physics " + physics_text(part.def, part.mass) : "", children,
                     part.is_held ? "TouchSensor" : "Solid");
}

std::string joint_text(const Part& part, const std::string& children = "") {
  const Hinge& h = *part.hinge;
  return fmt::format("DEF {0}_J {1} {{ jointParameters DEF {0}_P {2} {{ axis {3} {4} position {5} }} endPoint {6} }}",
                     part.def, h.slides ? "SliderJoint" : "HingeJoint",
                     h.slides ? "JointParameters" : "HingeJointParameters", vector_text(h.axis),
                     h.slides ? "" : "anchor " + vector_text(h.anchor), h.position, solid_text(part, children));
}

Part solid(std::string def, std::string parent, const Vector3d& at, bool has_physics) {
  Part part;
  part.def = std::move(def);
  part.parent = std::move(parent);
  part.local.position = at;
  part.has_physics = has_physics;
  return part;
}

Part hinged(Part part, const Vector3d& axis, const Vector3d& anchor, double position = 0, bool slides = false) {
  part.hinge = Hinge{axis, anchor, slides, position, {}, {}};
  return part;
}

Part place(std::string def, std::string parent, const Vector3d& at) {
  Part part = solid(std::move(def), std::move(parent), at, false);
  part.is_solid = false;
  return part;
}

// The parts of the world below, each after what it stands in.
const std::vector<Part>& initial_parts() {
  static const std::vector<Part> parts = [] {
    std::vector<Part> all;
    all.push_back(solid("BALL", "", {0, 0, 1}, true));
    all.push_back(solid("CAR", "", {5, 0, 1}, true));
    all.push_back(hinged(solid("WHEEL", "CAR", {0, 0.5, 0}, true), {0, 1, 0}, {0, 0.5, 0}));
    all.push_back(solid("PART", "CAR", {1, 0, 0.5}, false));
    all.push_back(place("GAP", "PART", {0, 0, 0.25}));
    all.push_back(solid("TIP", "GAP", {0.5, 0, 0}, false));
    all.push_back(hinged(solid("FLAG", "CAR", {-1, 0, 1}, false), {1, 0, 0}, {-1, 0, 0.5}, 0.3));
    all.push_back(solid("STAND", "", {0, 5, 2}, false));
    all.push_back(hinged(solid("BOB", "STAND", {0.5, 0, 0}, true), {0, 1, 0}, {0, 0, 0}, 0.2));
    all.push_back(hinged(solid("SLED", "STAND", {0, 0, -1}, true), {1, 0, 0}, {0, 0, 0}, 0.1, true));
    all.push_back(solid("SHELF", "STAND", {0, 1, 0}, true));
    all.push_back(solid("BASE", "", {-5, 0, 0}, false));
    all.push_back(hinged(solid("UPPER", "BASE", {0, 0, 1}, false), {0, 1, 0}, {0, 0, 0.5}));
    all.push_back(hinged(solid("FORE", "UPPER", {0, 0, 1}, false), {0, 1, 0}, {0, 0, 0.5}, -0.5));
    all.push_back(place("FRAME", "", {0, -5, 0}));
    all.push_back(solid("LAMP", "FRAME", {1, 0, 0}, true));
    all.push_back(solid("CART", "", {5, 5, 1}, true));
    all.push_back(solid("BLOCK", "CART", {1, 0, 0}, false));
    all.push_back(place("HERE", "", {-5, 5, 0}));
    all.push_back(solid("TWIN", "HERE", {1, 0, 1}, true));
    all.push_back(place("THERE", "", {-5, 9, 0}));
    all.push_back(solid("COPY", "THERE", {1, 0, 1}, true));
    all.back().copy_of = "TWIN";
    return all;
  }();
  return parts;
}

std::string nodes_below(const std::string& def);

std::string node_text(const Part& part) {
  if (!part.copy_of.empty()) return "USE " + part.copy_of;
  const std::string children = nodes_below(part.def);
  if (!part.is_solid)
    return fmt::format("DEF {} Pose {{ {} children [ {} ] }}", part.def, place_text(part.local), children);
  return part.hinge ? joint_text(part, children) : solid_text(part, children);
}

std::string nodes_below(const std::string& def) {
  std::string text;
  for (const Part& part : initial_parts())
    if (part.parent == def && part.def != "CART" && part.def != "BLOCK") text += node_text(part) + "\n";
  return text;
}

constexpr double full_battery = 100;  // J

class Planner {
 public:
  Planner() {
    for (const Part& part : initial_parts()) add(part);
    start_ = model_;
    start_kept_ = at_first_;
  }

  void plan(const std::vector<SupervisorPlan::Raw>& raws, std::vector<SupervisorPlan::Turn>& turns) {
    turns.emplace_back();
    std::vector<const SupervisorPlan::Raw*> turn;
    for (const auto& raw : raws) {
      turn.push_back(&raw);
      if (raw[0] % kinds != 0) continue;
      play(turn, turns);
      turns.emplace_back();
      if ((*turn.back())[2] % 4 != 1) turn.clear();  // or the next turn does all of it again
    }
    play(turn, turns);
    // What was set in the last turn is seen after it.
    turns.emplace_back();
    actions_ = &turns.back().actions[0];
    who_ = 0;
    for (const std::string& def : model_.defs()) {
      if (!is_own(model_.at(def))) continue;
      get(def, "translation");
      get(def, "rotation");
      if (model_.at(def).hinge) get(def + "_P", "position");
    }
    play({}, turns);
  }

 private:
  static constexpr int kinds = 22;
  struct Waiting {
    std::string def, field;
    std::vector<double> numbers;
  };
  struct Kept {
    std::map<std::string, Pose> places;
    std::map<std::string, double> joints;
  };

  void play(const std::vector<const SupervisorPlan::Raw*>& raws, std::vector<SupervisorPlan::Turn>& turns) {
    SupervisorPlan::Turn& turn = turns.back();
    resets_ = false;
    for (who_ = 0; who_ < SupervisorPlan::supervisors; ++who_) {
      actions_ = &turn.actions[std::size_t(who_)];
      for (const auto* raw : raws)
        if ((*raw)[1] % SupervisorPlan::supervisors == who_) decide(*raw);
    }
    for (who_ = 0; who_ < SupervisorPlan::supervisors; ++who_) apply_sets();
    model_.step(SupervisorPlan::dt);
    if (resets_) {
      model_ = start_;
      at_first_ = start_kept_;
      kept_.clear();
      empty_joints_.clear();
      batteries_.clear();
      // "Adds removed nodes: no" (the manual's matrix of resets).
      for (const Loss& loss : losses_) {
        if (!model_.has(loss.def)) continue;
        if (loss.is_physics)
          model_.set_physics(loss.def, false, 1, {});
        else
          remove(loss.def);
      }
      // Nor are all fields reset.
      if (size_ && model_.has("CART")) put_block(*size_);
    }
    for (const std::string& def : model_.defs()) turn.after.emplace_back(def, model_.world(def));
  }

  static Vector3d vector_of(const SupervisorPlan::Raw& raw) {
    return 0.25 * Vector3d(int(raw[3]) % 41 - 20, int(raw[4]) % 41 - 20, int(raw[5]) % 41 - 20);
  }
  static Rotation rotation_of(const SupervisorPlan::Raw& raw) {
    Vector3d axis(raw[3] % 3, raw[4] % 3, raw[5] % 3);
    if (axis.isZero()) axis.z() = 1;
    axis.normalize();
    return {axis.x(), axis.y(), axis.z(), 0.25 * (raw[3] % 24) - 3};
  }
  static double position_of(const SupervisorPlan::Raw& raw) { return 0.125 * (raw[3] % 17 - 8); }

  template <class Condition>
  std::string choose(std::uint8_t number, Condition condition) const {
    std::vector<std::string> good;
    for (const std::string& def : model_.defs())
      if (condition(model_.at(def))) good.push_back(def);
    return good.empty() ? "" : good[number % good.size()];
  }
  static bool is_own(const Part& part) { return part.copy_of.empty() && part.def != "BLOCK"; }
  static bool is_top(const Part& part) { return is_own(part) && part.parent.empty() && part.is_solid; }

  void add(const Part& part) {
    model_.add(part);
    at_first_.places[part.def] = model_.local(part.def);
    if (part.hinge) at_first_.joints[part.def] = part.hinge->position;
  }

  Action& act(Kind kind, std::string def) {
    actions_->push_back({kind, std::move(def), {}, {}, {}, false});
    return actions_->back();
  }

  void set(const std::string& def, const std::string& field, std::vector<double> numbers) {
    Action& action = act(Kind::Set, def);
    action.field = field;
    action.numbers = numbers;
    for (Waiting& waiting : waiting_[std::size_t(who_)])
      if (waiting.def == def && waiting.field == field) return void(waiting.numbers = std::move(numbers));
    waiting_[std::size_t(who_)].push_back({def, field, std::move(numbers)});
  }

  bool is_waiting(const std::string& def) const {
    return std::ranges::any_of(waiting_, [&](const auto& waiting) {
      return std::ranges::any_of(waiting, [&](const Waiting& w) { return w.def == def; });
    });
  }

  void apply_sets() {
    for (const Waiting& waiting : std::exchange(waiting_[std::size_t(who_)], {})) {
      const auto& n = waiting.numbers;
      std::string def = waiting.def;
      if (waiting.field == "position") def.resize(def.size() - 2);  // ..._P
      if (waiting.field == "battery") batteries_[def] = n[0];
      if (waiting.field == "mass" || waiting.field == "battery" || !model_.has(def)) continue;
      if (waiting.field == "translation") model_.set_translation(def, {n[0], n[1], n[2]});
      if (waiting.field == "rotation") model_.set_rotation(def, to_matrix({n[0], n[1], n[2], n[3]}));
      if (waiting.field == "position" && model_.at(def).hinge->position != n[0]) {
        model_.set_joint(def, n[0]);
        model_.stop(def);
      }
      if (waiting.field == "size") put_block(n[0]);
    }
  }

  void put_block(double size) {
    size_ = size;
    model_.put("BLOCK", {{size, 0, 0}, Matrix3d::Identity()});
  }

  void set_translation(const std::string& def, const SupervisorPlan::Raw& raw) {
    const Vector3d v = vector_of(raw);
    set(def, "translation", {v.x(), v.y(), v.z()});
  }
  void set_rotation(const std::string& def, const SupervisorPlan::Raw& raw) {
    const Rotation r = rotation_of(raw);
    set(def, "rotation", {r.x, r.y, r.z, r.angle});
  }

  // What a supervisor reads of a field now: what it has set itself in this turn, or the tree.
  void get(const std::string& def, const std::string& field) {
    const std::string part = field == "position" ? def.substr(0, def.size() - 2) : def;
    std::vector<double> now;
    const Pose local = field == "battery" ? Pose() : model_.local(part);
    if (field == "battery") now = {batteries_.contains(def) ? batteries_[def] : full_battery};
    if (field == "translation") now.assign(local.position.data(), local.position.data() + 3);
    if (field == "rotation") {
      const Rotation r = to_rotation(local.rotation);
      now = {r.x, r.y, r.z, r.angle};
    }
    if (field == "position") now = {model_.at(part).hinge->position};
    Action& action = act(Kind::Get, def);
    action.field = field;
    for (const Waiting& waiting : waiting_[std::size_t(who_)])
      if (waiting.def == def && waiting.field == field) {
        action.waits = true;
        now = waiting.numbers;
      }
    action.numbers = std::move(now);
  }

  void import(const SupervisorPlan::Raw& raw) {
    const std::string parent = raw[2] % 4 == 0 ? "" : choose(raw[2] / 4, [&](const Part& part) {
      return is_own(part) && part.def != "CART" && part.def != "TWIN" && part.def != "HERE" && part.def != "THERE";
    });
    std::string above = parent;  // the nearest solid
    while (!above.empty() && !model_.at(above).is_solid) above = model_.at(above).parent;
    std::string body = above;  // that moves it
    while (!body.empty() && !model_.at(body).has_body) body = model_.at(body).parent;
    if (!body.empty() && !model_.at(body).force.isZero()) return;
    Part part = solid(fmt::format("N{}", ++imported_), parent, vector_of(raw), false);
    part.local.rotation = to_matrix(rotation_of(raw));
    part.mass = 2;
    switch (raw[3] % 6) {
      case 0:
        break;
      case 1:
        part.has_physics = true;
        break;
      case 5:
        part.has_physics = true;
        // A device of CAR, in a part that its body carries rigidly.
        for (std::string at = parent; !at.empty(); at = model_.at(at).parent) part.is_held |= at == "CAR";
        for (std::string at = parent; at != body; at = model_.at(at).parent)
          part.is_held &= !body.empty() && !model_.at(at).hinge;
        break;
      default:
        if (above.empty()) break;
        part.has_physics = raw[3] % 6 != 4;
        part = hinged(part, Vector3d::Unit(raw[4] % 3), vector_of(raw) / 2, position_of(raw), raw[3] % 6 == 3);
        break;
    }
    apply_sets();
    Action& action = act(Kind::Import, parent);
    action.text = part.hinge ? joint_text(part) : solid_text(part);
    add(part);
    const Part& now = model_.at(part.def);
    // What is joined to a body moves as it does.
    if (now.has_body && !now.hangs && (now.hinge || now.is_held)) velocity(part.def, model_.at(body).velocity);
  }

  void velocity(const std::string& def, const Vector3d& v) {
    act(Kind::Velocity, def).numbers = {v.x(), v.y(), v.z()};
    model_.set_velocity(def, v);
  }

  // All that moves together gets the same velocity.
  void drive(const std::string& def, const Vector3d& v) {
    if (!model_.at(def).has_body) return velocity(def, v);
    std::vector<std::string> fixed;
    for (const std::string& part : model_.below(def)) {
      const Part& p = model_.at(part);
      if (p.hangs || std::ranges::find(fixed, p.parent) != fixed.end())
        fixed.push_back(part);
      else if (p.has_body)
        velocity(part, v);
    }
  }

  std::string carrier_of(const std::string& def) const {
    std::string top = def;
    while (!model_.at(top).hangs && !model_.at(top).parent.empty()) top = model_.at(top).parent;
    return top;
  }

  // A position that is set stops what the joint carries when the step begins: what is above must not move then.
  bool can_set_position(const std::string& def) const {
    const std::string top = carrier_of(def);
    return top == def || model_.at(top).hangs || model_.at(top).velocity.isZero(0);
  }
  bool awaits_position(const std::string& top) const {
    const auto below = model_.below(top);
    return std::ranges::any_of(waiting_, [&](const auto& waiting) {
      return std::ranges::any_of(waiting, [&](const Waiting& w) {
        return w.field == "position" && std::ranges::find(below, w.def.substr(0, w.def.size() - 2)) != below.end();
      });
    });
  }

  // What moves with the bodies above goes on with them; it would else be torn at their joint.
  void move_joint(const std::string& def, double position) {
    model_.set_joint(def, position);
    model_.stop(def);
    const std::string top = carrier_of(def);
    if (top != def && model_.at(top).has_body && !model_.at(top).hangs) drive(top, model_.at(top).velocity);
  }

  Kept keep(const std::string& def) const {
    Kept kept;
    for (const std::string& part : model_.below(def)) {
      if (model_.at(part).hinge)
        kept.joints[part] = model_.at(part).hinge->position;
      else
        kept.places[part] = model_.local(part);
    }
    return kept;
  }

  void load(const std::string& def, const std::string& name) {
    const auto found = kept_.find({def, name});
    const Kept* kept = name == "__init__" ? &at_first_ : found == kept_.end() ? nullptr : &found->second;
    if (!kept) return;
    act(Kind::Load, def).text = name;
    for (const std::string& part : model_.below(def)) {
      if (const auto joint = kept->joints.find(part); joint != kept->joints.end()) {
        if (model_.at(part).hinge->position != joint->second) model_.set_joint(part, joint->second);
      } else if (const auto place = kept->places.find(part); place != kept->places.end()) {
        model_.put(part, place->second);
      }
    }
    model_.stop(def);
  }

  void decide(const SupervisorPlan::Raw& raw) {
    const auto any = [&](auto condition) { return choose(raw[2], condition); };
    const std::string own = any([](const Part& part) { return is_own(part); });
    const std::string solid = any([](const Part& part) { return part.is_solid && is_own(part); });
    const std::string top = any([](const Part& part) { return is_top(part); });
    const std::string joint = any([](const Part& part) { return part.hinge.has_value(); });
    switch (raw[0] % kinds) {
      case 1:
      case 2:
        if (!own.empty()) set_translation(own, raw);
        break;
      case 3:
        if (!own.empty()) set_rotation(own, raw);
        break;
      case 4:
        if (own.empty()) break;
        set_translation(own, raw);
        set_rotation(own, raw);
        break;
      case 5:
      case 6:
        if (!own.empty()) get(own, raw[3] % 2 ? "rotation" : "translation");
        break;
      case 7: {
        if (solid.empty()) break;
        const Pose pose = model_.world(solid);
        Action& action = act(raw[3] % 2 ? Kind::Orientation : Kind::Position, solid);
        if (raw[3] % 2)
          for (int i = 0; i < 9; ++i) action.numbers.push_back(pose.rotation(i / 3, i % 3));
        else
          action.numbers.assign(pose.position.data(), pose.position.data() + 3);
        break;
      }
      case 8:
      case 9:
        import(raw);
        break;
      case 10: {
        const std::string gone = any([](const Part& part) {
          return is_own(part) && part.def != "TWIN" && part.def != "HERE" && part.def != "THERE";
        });
        if (gone.empty()) break;
        apply_sets();
        act(Kind::Remove, gone);
        if (start_.has(gone)) losses_.push_back({gone, false});
        remove(gone);
        break;
      }
      case 11:
        if (!top.empty() && !awaits_position(top)) drive(top, vector_of(raw));
        break;
      case 12:
        if (joint.empty()) break;
        act(Kind::Joint, joint + "_J").numbers = {position_of(raw)};
        move_joint(joint, position_of(raw));
        break;
      case 13:
        if (joint.empty()) break;
        if (raw[4] % 3 == 0)
          get(joint + "_P", "position");
        else if (!is_waiting(joint) && can_set_position(joint))  // which of the two is obeyed is not said
          set(joint + "_P", "position", {position_of(raw)});
        break;
      case 14: {
        if (top.empty() || top == "CART") break;
        const std::string name = raw[3] % 3 == 0 ? "a" : raw[3] % 3 == 1 ? "b" : "__init__";
        if (raw[4] % 2 == 0) {
          load(top, name);
        } else if (name != "__init__") {
          act(Kind::Save, top).text = name;
          kept_[{top, name}] = keep(top);
        }
        break;
      }
      case 15:
        if (top.empty()) break;
        act(Kind::Stop, top);
        model_.stop(top);
        break;
      case 16: {
        const std::string heavy = any([](const Part& part) { return part.has_physics && is_own(part); });
        // The value that it has: the scene is built anew all the same.
        if (!heavy.empty() && heavy != "CART") set(heavy + "_M", "mass", {model_.at(heavy).mass});
        break;
      }
      case 17: {
        const std::string alone = any([&](const Part& part) {
          if (!part.has_body || part.hinge || part.hangs || part.is_held || !is_own(part) || part.def == "TWIN")
            return false;
          return std::ranges::none_of(model_.below(part.def), [&](const std::string& other) {
            return other != part.def && model_.at(other).has_physics;
          });
        });
        if (alone.empty()) break;
        const Vector3d force = 10 * vector_of(raw);
        act(Kind::Force, alone).numbers = {force.x(), force.y(), force.z()};
        model_.add_force(alone, force);
        break;
      }
      case 18:
        if (raw[2] % 8 == 0) {
          act(Kind::Reset, "");
          resets_ = true;
        } else if (raw[2] % 8 < 4 && model_.has("CART")) {
          set("CART", "size", {1 + position_of(raw)});
        } else {
          const std::string boss = fmt::format("BOSS{}", raw[4] % 2);
          raw[5] % 2 ? get(boss, "battery") : set(boss, "battery", {10 + position_of(raw)});
        }
        break;
      case 19: {
        if (own.empty() || own == "CART") break;  // its children are none of its parameters
        double count = empty_joints_[own];
        for (const std::string& def : model_.defs()) count += model_.at(def).parent == own;
        act(Kind::Count, own).numbers = {count};
        break;
      }
      case 20:
        if (!own.empty()) act(Kind::Export, own);
        break;
      case 21:
        change_physics(raw);
        break;
      default:
        break;
    }
  }

  void remove(const std::string& def) {
    if (model_.at(def).hinge) ++empty_joints_[model_.at(def).parent];
    model_.remove(def);
  }

  // Takes a solid's Physics or gives it one.
  void change_physics(const SupervisorPlan::Raw& raw) {
    const std::string changed = choose(raw[2], [&](const Part& part) {
      if (!is_own(part) || !part.is_solid || part.is_held || part.def == "TWIN" || part.def == "CART") return false;
      for (std::string at = part.def; !at.empty(); at = model_.at(at).parent)
        if (!model_.at(at).force.isZero() || (!model_.at(at).has_body && at != part.def && moves(model_.at(at))))
          return false;
      return std::ranges::none_of(model_.below(part.def), [&](const std::string& other) {
        return other != part.def && (model_.at(other).has_physics || model_.at(other).hinge);
      });
    });
    if (changed.empty()) return;
    const Part& part = model_.at(changed);
    if (part.has_physics) {
      apply_sets();
      act(Kind::Remove, changed + "_M");
      if (start_.has(changed) && start_.at(changed).has_physics) losses_.push_back({changed, true});
      return model_.set_physics(changed, false, 1, {});
    }
    std::string carrier = part.parent, above = part.parent;
    while (!carrier.empty() && !model_.at(carrier).has_body) carrier = model_.at(carrier).parent;
    while (!above.empty() && !model_.at(above).is_solid) above = model_.at(above).parent;
    // What comes to hang in the environment with a speed would swing there.
    if (part.hinge && !carrier.empty() && !model_.at(above).has_physics && moves(model_.at(carrier))) return;
    const double mass = 1 + raw[3] % 4;
    apply_sets();
    act(Kind::Physics, changed).text = physics_text(changed, mass);
    model_.set_physics(changed, true, mass, carrier.empty() ? part.velocity : model_.at(carrier).velocity);
  }
  static bool moves(const Part& part) { return !part.velocity.isZero(); }

  SceneModel model_, start_;
  Kept at_first_, start_kept_;
  std::map<std::pair<std::string, std::string>, Kept> kept_;
  std::array<std::vector<Waiting>, SupervisorPlan::supervisors> waiting_;
  std::vector<Action>* actions_ = nullptr;
  int who_ = 0;
  // Of what was there at the start: nodes, and the Physics of nodes.
  struct Loss {
    std::string def;
    bool is_physics;
  };
  std::vector<Loss> losses_;
  std::optional<double> size_;               // of the cart, once it was set
  std::map<std::string, int> empty_joints_;  // below a part, whose endPoint was removed
  std::map<std::string, double> batteries_;  // that were set
  int imported_ = 0;
  bool resets_ = false;
};

}  // namespace

SupervisorPlan::SupervisorPlan(const std::vector<Raw>& raw) { Planner().plan(raw, turns); }

std::string SupervisorPlan::world(const std::array<std::string, supervisors>& controllers) {
  std::string text = R"(#VRML_SIM R2025a utf8
EXTERNPROTO "../protos/PlanCart.proto"
WorldInfo { basicTimeStep 8 gravity 0 physicsDisableTime 0 }
)";
  for (int i = 0; i < supervisors; ++i)
    text += fmt::format(
        "DEF BOSS{0} Robot {{ name \"boss{0}\" supervisor TRUE battery [ {2}, 1000, 0 ] cpuConsumption 0 {1} }}\n", i,
        controllers[std::size_t(i)], full_battery);
  return text + nodes_below("") + "DEF CART PlanCart { translation 5 5 1 }\n";
}

std::string SupervisorPlan::proto() {
  return R"(#VRML_SIM R2025a utf8
PROTO PlanCart [ field SFVec3f translation 0 0 0 field SFRotation rotation 0 0 1 0 field SFFloat size 1 ] {
  Solid {
    translation IS translation
    rotation IS rotation
    name "cart"
    physics Physics { density -1 mass 1 centerOfMass [ 0.1 0 0.05 ] inertiaMatrix [ 1 1 1, 0 0 0 ] }
    children [ DEF BLOCK Solid { name "block" translation %<= fields.size.value >% 0 0 } ]
  }
}
)";
}

std::string text_of(const Action& action) {
  static constexpr const char* names[] = {"set",    "get",      "position", "orientation", "count", "import",
                                          "remove", "velocity", "force",    "joint",       "save",  "load",
                                          "stop",   "export",   "reset",    "physics"};
  std::string text = fmt::format("{} {}", names[int(action.kind)], action.def.empty() ? "-" : action.def);
  if (!action.field.empty()) text += " " + action.field;
  for (const double number : action.numbers) fmt::format_to(std::back_inserter(text), " {}", number);
  if (!action.text.empty()) text += " " + action.text;
  return text;
}

std::string SupervisorPlan::text() const {
  std::string text;
  for (const Turn& turn : turns) {
    for (int i = 0; i < supervisors; ++i)
      for (const Action& action : turn.actions[std::size_t(i)]) text += fmt::format("{}: {}\n", i, text_of(action));
    text += "step\n";
  }
  return text;
}

}  // namespace lightsout
