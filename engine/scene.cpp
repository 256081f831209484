#include "engine/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/charger.h"
#include "engine/contacts.h"
#include "engine/devices/motor.h"
#include "engine/divergence.h"
#include "engine/fluids.h"
#include "engine/geometry.h"
#include "engine/hooks.h"
#include "engine/joint.h"
#include "engine/kinematic_wheels.h"
#include "engine/lights.h"
#include "engine/medium.h"
#include "engine/ode_context.h"
#include "engine/ode_extras.h"
#include "engine/ode_objects.h"
#include "engine/paint.h"
#include "engine/raycast.h"
#include "engine/robot.h"
#include "engine/scene_builder.h"
#include "engine/solid.h"
#include "engine/sounds.h"
#include "engine/state.h"

namespace lightsout {
namespace {

// In place of a count of idle steps: of a body that was woken since the last step.
constexpr std::int64_t just_woken = -1;

constexpr std::size_t pose_of_a_geom = 16 * sizeof(dReal);  // a position and a rotation

// Comparisons with NaN are false: sums of magnitudes catch it too.
bool moves_sanely(dBodyID body) {
  const auto magnitude = [](const dReal* v) { return std::abs(v[0]) + std::abs(v[1]) + std::abs(v[2]); };
  const dReal* q = dBodyGetQuaternion(body);
  return magnitude(dBodyGetPosition(body)) < absurd_distance && magnitude(dBodyGetLinearVel(body)) < absurd_speed &&
         magnitude(dBodyGetAngularVel(body)) < absurd_speed && std::abs(q[0]) + magnitude(q + 1) < 4;
}

}  // namespace

Scene::Scene(World& world, std::uint64_t seed, Log& log) : world_(world), seed_(seed), log_(log) {}

Scene::~Scene() {
  raycaster_.reset();
  robots_.clear();  // devices may hold joints of their own
  joints_.clear();
  contacts_.reset();
  for (dJointID joint : fixed_joints_) dJointDestroy(joint);
}

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

dWorldID Scene::ode_world() const { return ode_->world(); }
dSpaceID Scene::ode_space() const { return ode_->space(); }
dJointGroupID Scene::ode_contact_group() const { return ode_->contact_group(); }

void Scene::index_objects() {
  for (std::size_t i = 0; i < solids_.size(); ++i) {
    solids_[i]->order_ = i;
    solids_[i]->end_ = i + 1;
  }
  for (std::size_t i = solids_.size(); i-- > 0;)
    if (Solid* parent = solids_[i]->parent_) parent->end_ = std::max(parent->end_, solids_[i]->end_);
  objects_.clear();
  for (const auto& robot : robots_) {
    objects_.emplace_back(&robot->node(), robot.get());
    robot->list_acting();
    for (const auto& device : robot->devices()) objects_.emplace_back(&device->node(), device.get());
  }
  for (const auto& charger : chargers_) objects_.emplace_back(&charger->node(), charger.get());
  for (const auto& joint : joints_) joint->list_memory();
  std::ranges::stable_sort(objects_, {}, [](const auto& entry) { return entry.first->id(); });
}

std::span<const std::pair<const Node*, Object*>> Scene::objects_of(const Node& node) const {
  return std::ranges::equal_range(objects_, node.id(), {}, [](const auto& entry) { return entry.first->id(); });
}

std::span<const std::unique_ptr<Solid>> Scene::parts_of(const Solid& solid) const {
  return std::span(solids_).subspan(solid.order_, solid.end_ - solid.order_);
}

Solid* Scene::solid_of(const Node& node) const {
  const auto it = solid_of_.find(&node);
  return it == solid_of_.end() ? nullptr : it->second;
}

Joint* Scene::joint_of(const Node& node) const {
  const auto it = joint_of_.find(&node);
  return it == joint_of_.end() ? nullptr : it->second;
}

Robot* Scene::robot_of(const Node& node) const {
  const Solid* solid = solid_of(node);
  Robot* robot = solid ? solid->robot() : nullptr;
  return robot && &robot->node() == &node ? robot : nullptr;
}

Solid* Scene::find_solid(std::string_view path) const {
  if (const auto it = solid_by_path_.find(std::string(path)); it != solid_by_path_.end()) return it->second;
  const Node* node = world_.find_def(path);
  return node ? solid_of(*node) : nullptr;
}

Raycaster& Scene::raycaster() {
  if (!raycaster_) raycaster_ = std::make_unique<Raycaster>(*this);
  return *raycaster_;
}

Medium& Scene::medium() {
  if (!medium_) medium_ = std::make_unique<Medium>(*this);
  return *medium_;
}

Lights& Scene::lights() {
  if (!lights_) lights_ = std::make_unique<Lights>(*this);
  return *lights_;
}

Paint& Scene::paint() {
  const Node& info = world_.world_info();
  if (!paint_)
    paint_ = std::make_unique<Paint>(info.get<double>("basicTimeStep") / 1000, info.get<double>("inkEvaporation"));
  return *paint_;
}

Sounds& Scene::sounds() {
  if (!sounds_) sounds_ = std::make_unique<Sounds>(*this);
  return *sounds_;
}

void Scene::add_weld(dJointID joint, Solid* solid1, Solid* solid2) {
  welds_.push_back({joint, solid1, solid2});
  joint_edges_.push_back({solid1 ? solid1->body_index() : -1, solid2 ? solid2->body_index() : -1, 6});
  // The first body of an edge is never the environment.
  if (joint_edges_.back().body1 < 0) std::swap(joint_edges_.back().body1, joint_edges_.back().body2);
  wake(solid1);
  wake(solid2);
}

void Scene::remove_weld(dJointID joint) {
  const auto weld = std::ranges::find(welds_, joint, &WeldedPair::joint);
  const auto edge = joint_edges_.end() - (welds_.end() - weld);
  wake(weld->solid1);
  wake(weld->solid2);
  joint_edges_.erase(edge);
  welds_.erase(weld);
}

void Scene::wake(Solid* solid) {
  if (!solid || !solid->body_) return;
  solid = solid->body_owner_;
  solid->idle_steps_ = dBodyIsEnabled(solid->body_) ? std::min<std::int64_t>(solid->idle_steps_, 0) : just_woken;
  dBodyEnable(solid->body_);
}

void Scene::begin_step() {
  if (medium_) medium_->begin_step();
  if (paint_) paint_->begin_step();
}

bool Scene::set_velocity(Solid& solid, const Vector3d& linear, const Vector3d& angular) {
  if (solid.body_) {
    // The body's velocity is that of its centre of mass: v_c = v + w x (c - origin).
    const Vector3d v = linear + angular.cross(vector_of(dBodyGetPosition(solid.body_)) - solid.pose().position);
    dBodySetLinearVel(solid.body_, v.x(), v.y(), v.z());
    dBodySetAngularVel(solid.body_, angular.x(), angular.y(), angular.z());
    wake(solid.moved_by());
    return true;
  }
  if (solid.drives_itself_) return false;
  solid.set_own_velocity(linear, angular);
  let_drift(solid);
  return true;
}

void Scene::stop_motors(const Solid& solid) {
  for (const auto& joint : joints_) {
    if (joint->parent() != &solid || !joint->node().is_a("Joint")) continue;
    for (const JointAxis& axis : joint->axes())
      if (axis.motor) axis.motor->stop();
  }
}

// What stood still is now followed by its shapes, and by rays.
void Scene::let_drift(Solid& solid) {
  solid.drifts_ = solid.moves_by_itself();
  if (!solid.drifts_) return;
  ++arrangement_;
  list_drifting();
  if (solid.can_move_) return;
  for (const auto& part : parts_of(solid)) {
    if (part->can_move_) continue;
    part->can_move_ = true;
    add_followers(*part);
  }
  if (raycaster_) raycaster_->invalidate();
}

void Scene::add_followers(const Solid& solid) {
  for (const auto& shape : solid.shapes()) {
    const bool is_plane = shape->kind == ShapeKind::Plane;
    followers_.push_back(
        {&solid, shape->geom, geom_in_solid(*shape), is_plane ? nullptr : dGeomGetPosition(shape->geom)});
  }
}

void Scene::list_drifting() {
  drifting_.clear();
  for (const auto& solid : solids_)
    if (solid->drifts_) drifting_.push_back(solid.get());
}

void Scene::act(double dt) {
  for (Solid* solid : drifting_) solid->drift(dt);
  for_each_ahead(joints_, &Joint::memory, [&](Joint& joint) { joint.act(dt); });
  for_each_ahead(robots_, &Robot::acting_memory, [&](Robot& robot) { robot.act(dt); });
  if (fluids_) fluids_->act(dt);
}

void Scene::integrate(const Hooks& hooks, double dt, std::int64_t step) {
  put_to_sleep();
  if (hooks.adds_to_ode()) {
    read_graph(hooks);
    islands_.step(ode_world(), graph_bodies_, graph_stand_ins_, graph_edges_, {}, dt, seed_, step);
    return;
  }
  islands_.step(ode_world(), body_ids_, stand_ins_, joint_edges_, contacts_->edges(), dt, seed_, step);
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
  const auto is_woken = [](const Solid* solid) { return solid->idle_steps_ == just_woken; };
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
          solid->idle_steps_ = just_woken;
        }
        found = true;
      }
    }
    for (Solid* solid : bodies_) solid->idle_steps_ = std::max<std::int64_t>(solid->idle_steps_, 0);
    contacts_->rouse(joint_edges_);
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

void Scene::collide(Hooks& hooks, Simulation* simulation) {
  place_followers();  // where this step's motion has brought them
  contacts_->find(hooks, simulation, joint_edges_);
}

void Scene::read_back(double dt) {
  for (Joint* joint : ode_joints_) joint->read_back(dt);
  find_divergence();
  contacts_->part(dt);
  if (raycaster_) raycaster_->moved();
}

void Scene::place_followers() {
  constexpr std::size_t ahead = 4;
  const Solid* solid = nullptr;
  Pose pose;
  for (std::size_t i = 0; i < followers_.size(); ++i) {
    if (i + 2 * ahead < followers_.size()) {
      CacheLines::prefetch(followers_[i + 2 * ahead].solid, Solid::pose_memory);
      CacheLines::prefetch(followers_[i + 2 * ahead].geom, geom_memory);
    }
    if (i + ahead < followers_.size()) CacheLines::prefetch(followers_[i + ahead].pose, pose_of_a_geom);
    const Follower& follower = followers_[i];
    if (follower.solid != solid) pose = (solid = follower.solid)->pose();
    place_geom(follower.geom, pose * follower.solid_from_geom);
    dReal box[6];
    dGeomGetAABB(follower.geom, box);  // found now, while all of it is in the cache
  }
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
  for (const ContactPoint& contact : contacts_->final_points()) {
    if (contact.first->solid->moved_by() != &solid && contact.second->solid->moved_by() != &solid) continue;
    divergence_ += fmt::format("\n  contact of {} with {}, depth {} m", contact.first->solid->path(),
                               contact.second->solid->path(), contact.depth);
  }
}

void Scene::sense(const Clock& clock) {
  for (Gripping* device : gripping_) device->grip();
  for (const auto& charger : chargers_) charger->sense(clock);
  if (medium_) medium_->transmit();
  if (sounds_) sounds_->play(clock);
  for_each_ahead(robots_, &Robot::sensing_memory, [&](Robot& robot) { robot.sense(clock); });
}

void Scene::visit_construction(StateVisitor& state) {
  if (state.is_loading()) ++arrangement_;
  for (const auto& solid : solids_) {
    state.node(solid->path());
    state.field("construction position", solid->construction_.position);
    state.field("construction orientation", solid->construction_.rotation);
    state.field("position in parent", solid->in_parent_.position);
    state.field("orientation in parent", solid->in_parent_.rotation);
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
    if (solid->can_move_ && !could_move) add_followers(*solid);
  }
  if (state.is_loading())
    for (const auto& solid : solids_)
      if (solid->drifts_) let_drift(*solid);
  for (const auto& joint : joints_) joint->visit_state(state);
  for (const auto& robot : robots_) {
    robot->visit_state(state);
    for (const auto& device : robot->devices()) device->visit_state(state);
    if (state.is_loading()) robot->list_sensing();
  }
  for (const auto& charger : chargers_) charger->visit_state(state);
  bool painted = paint_ != nullptr;
  state.field("painted", painted);
  if (painted) paint().visit_state(state);
}

}  // namespace lightsout
