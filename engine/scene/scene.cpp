// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/bodies/ode_objects.h"
#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/joints/joint.h"
#include "engine/ode/ode_context.h"
#include "engine/ode/ode_extras.h"
#include "engine/rays/raycast.h"
#include "engine/render/renderer.h"
#include "engine/robots/charger.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/robot.h"
#include "engine/scene/divergence.h"
#include "engine/scene/scene_builder.h"
#include "engine/shapes/paint.h"
#include "engine/stage/followers.h"
#include "engine/stage/hooks.h"
#include "engine/stage/parts.h"
#include "engine/stage/stage_options.h"
#include "engine/state/state.h"
#include "engine/threads/threads.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

// Comparisons with NaN are false: sums of magnitudes catch it too.
bool moves_sanely(dBodyID body) {
  const auto magnitude = [](const dReal* v) { return std::abs(v[0]) + std::abs(v[1]) + std::abs(v[2]); };
  const dReal* q = dBodyGetQuaternion(body);
  return magnitude(dBodyGetPosition(body)) < absurd_distance && magnitude(dBodyGetLinearVel(body)) < absurd_speed &&
         magnitude(dBodyGetAngularVel(body)) < absurd_speed && std::abs(q[0]) + magnitude(q + 1) < 4;
}

// About the rays of all sensors that sense apart, if robots are like the first one that has any; 0: too few for several
// threads. What a robot's turn has brought into the cache of one core costs as much to bring into another's as some
// rays do.
std::size_t rays_to_divide(std::span<const std::unique_ptr<Robot>> robots) {
  constexpr std::size_t least = 500, least_each = 30;
  const auto first = std::ranges::find_if(robots, [](const auto& robot) { return robot->sense_apart_count() > 0; });
  if (first == robots.end()) return 0;
  std::size_t each = 0;
  for (const auto& device : (*first)->devices())
    if (device->senses_apart() && device->senses())
      each += device->node().has("numberOfRays") ? std::size_t(device->node().get<std::int32_t>("numberOfRays")) : 1;
  const std::size_t rays = each * std::size_t(robots.end() - first);
  return each >= least_each && rays >= least ? rays : 0;
}

}  // namespace

Scene::Scene(World& world, std::uint64_t seed, Log& log, const StageOptions& options)
    : Stage(world, seed, log, options), islands_(std::make_unique<Islands>()) {}

Scene::~Scene() {
  robots_.clear();  // devices may hold joints of their own
  joints_.clear();
}

Contacts& Scene::contacts() { return *parts().find<Contacts>(); }
const Contacts& Scene::contacts() const { return *parts().find<Contacts>(); }

void Scene::build(Diagnostics& diagnostics, Scene* previous) {
  const OdeMessages messages(log_);
  SceneBuilder builder(*this, previous, diagnostics);
  builder.read();
  // Nothing of the running world is touched before it is clear that the new scene will do. If it will not, it is made
  // aside, to find what else is wrong.
  const bool replaces = previous && diagnostics.errors() == 0;
  std::vector<Motion> motions;
  std::vector<Standing> places;
  if (replaces) {
    motions = previous->motions();
    places = standings(*previous, motions);
    builder.place_joints(places);
    ode_ = previous->ode_;
  } else {
    ode_ = std::make_shared<OdeObjects>();
  }
  ode_->begin();
  const bool made = builder.make();
  index_objects();
  if (!made) return;
  if (replaces)
    take_over(*previous, motions, places);
  else
    settle();
}

void Scene::settle() {
  ode_->end();
  // Bodies that joints made for the environment have no solid.
  std::vector<dBodyID> ours = body_ids_;
  std::ranges::sort(ours);
  stand_ins_.clear();
  for (const dBodyID body : body_ids_) {
    for (int i = 0; i < dBodyGetNumJoints(body); ++i) {
      const dJointID joint = dBodyGetJoint(body, i);
      const dBodyID first = dJointGetBody(joint, 0), other = first == body ? dJointGetBody(joint, 1) : first;
      if (other && !std::ranges::binary_search(ours, other)) stand_ins_.push_back(other);
      if (const dBodyID stand_in = suspension_stand_in(joint)) stand_ins_.push_back(stand_in);
    }
  }
}

void Scene::index_objects() {
  for (std::size_t i = 0; i < solids_.size(); ++i) {
    solids_[i]->order_ = i;
    solids_[i]->end_ = i + 1;
  }
  for (std::size_t i = solids_.size(); i-- > 0;)
    if (Solid* parent = solids_[i]->parent_) parent->end_ = std::max(parent->end_, solids_[i]->end_);
  actors_.clear();
  for (const auto& robot : robots_) {
    actors_.emplace_back(&robot->node(), robot.get());
    robot->list_acting();
    for (const auto& device : robot->devices()) actors_.emplace_back(&device->node(), device.get());
  }
  if (const auto* chargers = parts().find<Chargers>())
    for (const auto& charger : chargers->all()) actors_.emplace_back(&charger->node(), charger.get());
  // Most often they are in that order.
  const auto id_of = [](const Actor& actor) { return actor.node->id(); };
  if (!std::ranges::is_sorted(actors_, {}, id_of)) std::ranges::stable_sort(actors_, {}, id_of);
}

std::span<const Scene::Actor> Scene::actors_of(const Node& node) const {
  return std::ranges::equal_range(actors_, node.id(), {}, [](const Actor& actor) { return actor.node->id(); });
}

Joint* Scene::joint_of(const Node& node) {
  const auto it = joint_of_.find(&node);
  return it == joint_of_.end() ? nullptr : it->second;
}

Robot* Scene::robot_of(const Node& node) {
  Solid* solid = solid_of(node);
  Robot* robot = solid ? solid->robot() : nullptr;
  return robot && &robot->node() == &node ? robot : nullptr;
}

Solid* Scene::find_solid(std::string_view path) {
  if (Solid* solid = solid_by_path_.find(path)) return solid;
  const Node* node = world_.find_def(path);
  return node ? solid_of(*node) : nullptr;
}

void Scene::begin_step() {
  parts().for_each([](Part& part) { part.begin_step(); });
}

template <class Of>
void Scene::stop_motors_of(Of is_of) {
  for (const auto& joint : joints_) {
    if (!joint->parent() || !is_of(*joint->parent()) || !joint->node().is_a("Joint")) continue;
    for (const JointAxis& axis : joint->axes())
      if (axis.motor) axis.motor->stop();
  }
}

void Scene::stop_motors(const Solid& solid) {
  stop_motors_of([&](const Solid& parent) { return &parent == &solid; });
}

void Scene::stop_end_point(const Joint& joint) {
  const Solid* end_point = joint.closes_loop() ? nullptr : joint.end_point();
  if (!end_point) return;
  for (const auto& part : parts_of(*end_point)) part->stop_motion();
  stop_motors_of([&](const Solid& parent) { return parent.is_part_of(*end_point); });
}

void Scene::act(double dt) {
  followers_->leave_behind();
  for (Solid* solid : drifting_) solid->drift(dt);
  for (const auto& joint : joints_) joint->act(dt);
  constexpr std::size_t few = 200;  // robots, which a processor's cache holds from step to step
  if (robots_.size() <= few)
    for (const auto& robot : robots_) robot->act(dt);
  else
    for_each_ahead(robots_, &Robot::acting_memory, [&](Robot& robot) { robot.act(dt); });
  parts().for_each([&](Part& part) { part.act(dt); });
}

void Scene::integrate(const Hooks& hooks, double dt, std::int64_t step) {
  put_to_sleep();
  islands_->set_threads(hooks.adds_to_ode() ? nullptr : threads_);
  if (hooks.adds_to_ode()) {
    read_graph(hooks);
    islands_->step(ode_world(), graph_bodies_, graph_stand_ins_, graph_edges_, {}, dt, seed_, step);
    return;
  }
  islands_->step(ode_world(), body_ids_, stand_ins_, joint_edges_, contacts().edges(), dt, seed_, step);
}

void Scene::read_graph(const Hooks& hooks) {
  graph_bodies_.assign(body_ids_.begin(), body_ids_.end());
  const auto foreign = hooks.foreign_bodies();
  graph_bodies_.insert(graph_bodies_.end(), foreign.begin(), foreign.end());
  graph_index_.clear();
  for (int i = 0; i < int(graph_bodies_.size()); ++i) graph_index_.emplace_back(graph_bodies_[i], i);
  std::ranges::sort(graph_index_);
  const auto index_of = [&](dBodyID body) {
    const auto found = std::ranges::lower_bound(graph_index_, std::pair(body, -1));
    return found != graph_index_.end() && found->first == body ? found->second : -1;
  };
  graph_edges_.clear();
  graph_stand_ins_.clear();
  for (int i = 0; i < int(graph_bodies_.size()); ++i) {
    const int count = dBodyGetNumJoints(graph_bodies_[i]);
    for (int j = 0; j < count; ++j) {
      const dJointID joint = dBodyGetJoint(graph_bodies_[i], j);
      const dBodyID body1 = dJointGetBody(joint, 0), body2 = dJointGetBody(joint, 1);
      const dBodyID other_body = body1 == graph_bodies_[i] ? body2 : body1;
      const int other = index_of(other_body);
      if (other < 0 && other_body) graph_stand_ins_.push_back(other_body);
      if (const dBodyID stand_in = suspension_stand_in(joint)) graph_stand_ins_.push_back(stand_in);
      if (other >= 0 && other < i) continue;  // seen from there
      graph_edges_.push_back({i, other, dJointGetType(joint) == dJointTypeContact ? 3 : 6});
    }
  }
}

// ODE's own auto-disable keeps its counters to itself, and enabling a body resets them; these can be saved and
// restored. As in ODE, a body without any joint or contact does not fall asleep: it may be at the top of its flight.
void Scene::put_to_sleep() {
  if (sleep_.steps == 0) return;
  const auto is_woken = [](const Solid* solid) { return solid->idle_steps_ == Solid::just_woken; };
  if (std::ranges::any_of(bodies_, is_woken)) {
    // So are those that it is jointed to. Left alone they would be found idle still, and lose what speed they get at
    // each step.
    for (bool found = true; found;) {
      found = false;
      for (const IslandEdge& edge : joint_edges_) {
        if (edge.body1 < 0 || edge.body2 < 0) continue;
        Solid *one = bodies_[std::size_t(edge.body1)], *other = bodies_[std::size_t(edge.body2)];
        if (is_woken(one) == is_woken(other)) continue;
        for (Solid* solid : {one, other}) {
          dBodyEnable(solid->body_);
          solid->idle_steps_ = Solid::just_woken;
        }
        found = true;
      }
    }
    for (Solid* solid : bodies_) solid->idle_steps_ = std::max<std::int64_t>(solid->idle_steps_, 0);
    contacts().rouse(joint_edges_);
  }
  for (Solid* solid : bodies_) {
    const dBodyID body = solid->body_;
    if (!dBodyIsEnabled(body)) continue;
    const Vector3d v = vector_of(dBodyGetLinearVel(body)), w = vector_of(dBodyGetAngularVel(body));
    if (v.squaredNorm() > sleep_.linear * sleep_.linear || w.squaredNorm() > sleep_.angular * sleep_.angular ||
        dBodyGetNumJoints(body) == 0) {
      solid->idle_steps_ = 0;
    } else if (++solid->idle_steps_ > sleep_.steps) {
      dBodyDisable(body);
      dBodySetLinearVel(body, 0, 0, 0);
      dBodySetAngularVel(body, 0, 0, 0);
    }
  }
}

void Scene::collide(Hooks& hooks) {
  contacts().find(hooks, joint_edges_);
  note_contacts();
}

void Scene::collide_again(Hooks& hooks) {
  followers_->leave_behind();
  contacts().find(hooks, joint_edges_);
  bring_welds_before_contacts();
}

void Scene::read_back(double dt) {
  for (Joint* joint : ode_joints_) joint->read_back(dt);
  find_divergence();
  contacts().part(dt);
  parts().for_each([](Part& part) { part.moved(); });
}

const std::string& Scene::find_divergence() {
  for (std::size_t i = 0; i < body_ids_.size(); ++i)
    if (divergence_.empty() && !moves_sanely(body_ids_[i])) report_divergence(*bodies_[i]);
  return divergence_;
}

void Scene::report_divergence(const Solid& solid) {
  const dReal *p = dBodyGetPosition(solid.body()), *v = dBodyGetLinearVel(solid.body()),
              *w = dBodyGetAngularVel(solid.body());
  divergence_ = fmt::format(
      "the motion of {} diverged: position {} {} {} m, linear velocity {} {} {} m/s, angular velocity {} {} {} rad/s",
      solid.path(), p[0], p[1], p[2], v[0], v[1], v[2], w[0], w[1], w[2]);
  for (const auto& joint : joints_) {
    const Solid* parent = joint->holder();
    if (joint->end_point() == &solid || (parent && parent->body() == solid.body()))
      divergence_ += fmt::format("\n  joint {} at {}", joint->path(), joint->axes()[0].position);
  }
  for (const ContactPoint& contact : contacts().final_points()) {
    if (contact.first->solid->moved_by() != &solid && contact.second->solid->moved_by() != &solid) continue;
    divergence_ += fmt::format("\n  contact of {} with {}, depth {} m", contact.first->solid->path(),
                               contact.second->solid->path(), contact.depth);
  }
}

void Scene::sense(const Clock& clock) {
  followers_->place();
  if (threads_ && threads_->most() > 1)  // before several may ask
    for (const auto& joint : joints_)
      if (const Solid* solid = joint->end_point()) (void)solid->in_parent();
  for (Gripping* device : gripping_) device->grip();
  parts().for_each([&](Part& part) { part.sense(clock); });
  const std::size_t rays = threads_ && threads_->ready() > 1 ? rays_to_divide(robots_) : 0;
  if (rays > 0) {
    for_each_ahead(robots_, &Robot::hand_memory, [&](Robot& robot) { robot.sense(clock); });
    sense_apart(clock, rays);
  } else {
    for_each_ahead(robots_, &Robot::sensing_memory, [&](Robot& robot) {
      robot.sense(clock);
      robot.sense_apart(clock);
    });
  }
  show();
}

void Scene::sense_apart(const Clock& clock, std::size_t rays) {
  constexpr std::size_t rays_of_a_piece = 100;
  const std::size_t pieces = 1 + rays / rays_of_a_piece;
  parts().get<Raycaster>().set_threads(threads_->most());
  threads_->run_pieces(robots_.size(), (robots_.size() + pieces - 1) / pieces,
                       [&](std::size_t begin, std::size_t end, std::size_t) {
                         for_each_ahead(std::span(robots_).subspan(begin, end - begin), &Robot::sensing_memory,
                                        [&](Robot& robot) { robot.sense_apart(clock); });
                       });
}

void Scene::show() {
  Renderer* renderer = parts().find<Renderer>();
  if (!renderer) return;
  if (threads_) renderer->set_threads(*threads_, most_for_images_ > 0 ? most_for_images_ : Threads::all);
  renderer->serve();
}

void Scene::visit_construction(StateVisitor& state) {
  if (state.is_loading()) ++arrangement_;
  for (const auto& solid : solids_) {
    state.node(solid->path());
    state.field("construction position", solid->construction_.position);
    state.field("construction orientation", solid->construction_.rotation);
    solid->visit_in_parent(state, "position in parent", "orientation in parent");
    bool hung = solid->hung_in_ != nullptr;
    state.field("hung where the solid above was", hung);
    if (!hung) continue;
    Pose frame = solid->hung_in_ ? *solid->hung_in_ : Pose();
    state.field("position of the solid above", frame.position);
    state.field("orientation of the solid above", frame.rotation);
    if (state.is_loading()) solid->hung_in_ = std::make_unique<const Pose>(frame);
  }
  for (const auto& joint : joints_) {
    state.node(joint->path());
    for (JointAxis& axis : joint->axes()) {
      state.field("initial position", axis.initial_position);
      state.field("position", axis.position);
    }
    bool closed = joint->closed_at_.has_value();
    state.field("closed in a running world", closed);
    if (!closed) continue;
    if (!joint->closed_at_) joint->closed_at_.emplace();
    for (Pose* pose : {&joint->closed_at_->parent, &joint->closed_at_->end_point}) {
      state.field("position when closed", pose->position);
      state.field("orientation when closed", pose->rotation);
    }
  }
}

void Scene::visit_state(StateVisitor& state) {
  if (state.is_loading()) ++arrangement_;
  for (const auto& solid : solids_) {
    const bool could_move = solid->can_move_;
    solid->visit_state(state);
    if (solid->can_move_ && !could_move) followers_->add(*solid);
  }
  if (state.is_loading()) {
    followers_->sort();
    for (const auto& solid : solids_)
      if (solid->drifts_) let_drift(*solid);
  }
  for (const auto& joint : joints_) joint->visit_state(state);
  for (const auto& robot : robots_) {
    robot->visit_state(state);
    for (const auto& device : robot->devices()) device->visit_state(state);
    if (state.is_loading()) robot->list_sensing();
  }
  if (auto* chargers = parts().find<Chargers>()) chargers->visit_state(state);
  bool painted = parts().find<Paint>() != nullptr;
  state.field("painted", painted);
  if (painted) paint().visit_state(state);
}

}  // namespace lightsout
