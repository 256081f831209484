#include "engine/contact/contacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <ranges>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/joints/kinds/track.h"
#include "engine/joints/kinematic_wheels.h"
#include "engine/ode/ode_context.h"
#include "engine/shapes/geometry.h"
#include "engine/shapes/pairs/colliders.h"
#include "engine/stage/hooks.h"
#include "engine/stage/stage.h"
#include "engine/state/state.h"

namespace lightsout {
namespace {

// Contacts that one pair of geoms may report before the deepest are chosen.
constexpr int most_found = 100;

double infinite_if_negative(double v) { return v == -1 ? dInfinity : v; }

FrictionLayout read_layout(const MFFloat& values, double if_empty) {
  FrictionLayout layout;
  layout.count = std::clamp(int(values.size()), 1, 4);
  layout.values[0] = if_empty;
  for (int i = 0; i < layout.count && std::size_t(i) < values.size(); ++i)
    layout.values[i] = infinite_if_negative(values[i]);
  return layout;
}

ContactParameters read_parameters(const NodeType& type, const Node* node) {
  const auto value = [&](std::string_view field) -> const Value& {
    return node ? node->get(field) : type.fields()[type.find(field)].default_value;
  };
  ContactParameters result{};
  dSurfaceParameters& s = result.surface;
  s.mode = dContactApprox1 | dContactSoftERP | dContactSoftCFM;
  result.friction = read_layout(value("coulombFriction").as<MFFloat>(), 1);
  result.slip = read_layout(value("forceDependentSlip").as<MFFloat>(), 0);
  const Vec2& rotation = value("frictionRotation").as<Vec2>();
  result.friction_rotation = {rotation.x, rotation.y};
  s.mu = result.friction.values[0];
  s.soft_erp = value("softERP").as<double>();
  s.soft_cfm = value("softCFM").as<double>();
  const double bounce = value("bounce").as<double>();
  if (bounce != 0) {
    s.mode |= dContactBounce;
    s.bounce = bounce;
    s.bounce_vel = value("bounceVelocity").as<double>();
  }
  const Vec3& rolling = value("rollingFriction").as<Vec3>();
  if (rolling.x != 0 || rolling.y != 0 || rolling.z != 0) {
    // The first number alone counts for all three, as in the simulator whose worlds we read.
    s.mode |= dContactRolling;
    if (rolling.y != 0 || rolling.z != 0) s.mode |= dContactAxisDep;
    s.mu2 = s.mu;  // ODE's flag for three numbers is that for two frictions
    s.rho = infinite_if_negative(rolling.x);
    s.rho2 = infinite_if_negative(rolling.y);
    s.rhoN = infinite_if_negative(rolling.z);
  }
  result.max_contact_joints = std::clamp(value("maxContactJoints").as<std::int32_t>(), 1, most_found);
  result.node = node;
  return result;
}

// True if joints that turn, all about the same point, lead from one solid up to the other, with at least two of them.
bool are_chained_at_one_anchor(const Solid& solid1, const Solid& solid2) {
  const auto leads = [](const Solid& low, const Solid& high) {
    std::optional<Vec3> first;
    for (const Solid* s = &low; s; s = s->parent()) {
      if (s != &low && s->body() == high.body() && first) return true;
      const Joint* joint = s->joint();
      if (!joint || !joint->node().has("jointParameters") || joint->node().is_a("SliderJoint")) continue;
      const Node* parameters = joint->node().node("jointParameters");
      const Vec3 anchor = parameters ? parameters->get<Vec3>("anchor") : Vec3();
      if (!first)
        first = anchor;
      else if ((to_eigen(*first) - to_eigen(anchor)).norm() > 1e-9)
        return false;
    }
    return false;
  };
  return leads(solid1, solid2) || leads(solid2, solid1);
}

// What two surfaces do at a contact beside the motion of their bodies, `motion` being the second's velocity against the
// first's (m/s, world axes): ODE lets the first body of a contact move by it along the normal, which looks into that
// body, and in the friction directions. A contact whose first body is missing (`reversed`) counts the second as its
// first. Where no friction direction is given, the first is that of the motion.
void apply_motion(dContact& contact, Vector3d motion, bool reversed) {
  dSurfaceParameters& s = contact.surface;
  Vector3d normal(contact.geom.normal[0], contact.geom.normal[1], contact.geom.normal[2]);
  if (reversed) {
    normal = -normal;
    motion = -motion;
  }
  s.mode |= dContactMotionN;
  s.motionN = motion.dot(normal);
  const Vector3d across = motion - s.motionN * normal;
  const double speed = across.norm();
  if (speed == 0) return;
  if (s.mode & dContactFDir1) {
    const Vector3d along(contact.fdir1[0], contact.fdir1[1], contact.fdir1[2]);
    s.mode |= dContactMotion1 | dContactMotion2;
    s.motion1 = across.dot(along);
    s.motion2 = across.dot(normal.cross(along));
    return;
  }
  s.mode |= dContactFDir1 | dContactMotion1;
  s.motion1 = speed;
  for (int i = 0; i < 3; ++i) contact.fdir1[i] = across[i] / speed;
}

bool is_awake(dBodyID body) { return body && dBodyIsEnabled(body); }

// Whether a joint without bodies, its own or one that carries it, has just moved it.
bool is_moved_by_joint(const Solid& solid) {
  for (const Solid* s = &solid; s && !s->body(); s = s->parent())
    if (const Joint* joint = s->joint())
      for (const JointAxis& axis : joint->axes())
        if (axis.velocity != 0) return true;
  return false;
}

}  // namespace

Contacts::Contacts(Stage& stage) : stage_(stage), found_(most_found) { material("default"); }

dJointGroupID Contacts::group() const { return stage_.ode_contact_group(); }

void Contacts::add_shape(Shape& shape) {
  shape.order = std::uint32_t(shapes_.size());
  shapes_.push_back(&shape);
}

int Contacts::material(const std::string& name) {
  const auto it = std::find(materials_.begin(), materials_.end(), name);
  if (it != materials_.end()) return int(it - materials_.begin());
  materials_.push_back(name);
  return int(materials_.size()) - 1;
}

void Contacts::read_properties() {
  shapes_.shrink_to_fit();  // they are all known too
  const NodeType& type = *find_node_type("ContactProperties");
  properties_.clear();
  properties_.push_back(read_parameters(type, nullptr));
  const int n = int(materials_.size());
  table_.assign(std::size_t(n) * n, 0);
  for (const NodePtr& node : stage_.world().world_info().nodes("contactProperties")) {
    const auto first = std::find(materials_.begin(), materials_.end(), node->get<std::string>("material1"));
    const auto second = std::find(materials_.begin(), materials_.end(), node->get<std::string>("material2"));
    if (first == materials_.end() || second == materials_.end()) continue;  // no solid has it
    const int a = int(first - materials_.begin()), b = int(second - materials_.begin());
    if (table_[a * n + b] != 0) continue;  // the first entry wins
    properties_.push_back(read_parameters(type, node.get()));
    properties_.back().material2 = b;
    table_[a * n + b] = table_[b * n + a] = int(properties_.size()) - 1;
  }
}

const ContactParameters& Contacts::parameters(int material1, int material2) const {
  return properties_[table_[material1 * int(materials_.size()) + material2]];
}

void Contacts::prepare(bool are_read) {
  notes_idle_ = are_read;
  keeps_points_ = are_read || stage_.options().keeps_contacts;
  parties_.clear();
  parties_.reserve(shapes_.size());
  robot_of_.clear();
  robot_of_.reserve(shapes_.size());
  std::vector<BroadPhase::Rule> rules;
  rules.reserve(shapes_.size());
  for (const Shape* shape : shapes_) {
    const Solid& solid = *shape->solid;
    const auto known = robots_.find(solid.robot());
    const RobotContacts* robot = known == robots_.end() ? nullptr : &known->second;
    const bool can_be_bumped = robot && robot->wheels && (are_read || &solid == robot->solid);
    const std::uint32_t company = robot ? robot->company : 0;
    bool is_jointed = false;
    for (const Solid* s = &solid; s && !is_jointed; s = s->parent()) is_jointed = s->joint() != nullptr;
    const Solid* mover = solid.moved_by();
    parties_.push_back({shape, mover ? mover->body() : nullptr, company, shape->material, solid.body_index(),
                        solid.track() != nullptr, is_jointed});
    robot_of_.push_back(robot);
    rules.push_back({company, !solid.body() && !can_be_bumped});
  }
  broad_phase_.set_rules(std::move(rules));
}

void Contacts::find(Hooks& hooks, std::span<const IslandEdge> joints) {
  dJointGroupEmpty(group());
  forget_points();
  sleeping_.clear();
  roused_.assign(stage_.bodies().size(), false);
  edges_.clear();
  idle_.clear();
  bumped_.clear();
  hooks_ = hooks.wants_collisions() ? &hooks : nullptr;
  const auto pairs = broad_phase_.find(stage_.ode_space(), hooks_);
  const BroadPhase::Pair* at = nullptr;
  try {
    for (const BroadPhase::Pair& pair : std::views::reverse(pairs)) near(*(at = &pair));
  } catch (const OdeFailure& failure) {
    const auto name = [](dGeomID geom) -> std::string {
      const Shape* shape = shape_of(geom);
      return shape ? shape->solid->path() : "a shape of a plugin";
    };
    throw OdeFailure(fmt::format("{}, between {} and {}", failure.what(), name(at->geoms[0]), name(at->geoms[1])));
  }
  rouse(joints);
  // From the first on: a robot itself comes before what it carries.
  for (const auto& [shape1, shape2] : std::views::reverse(idle_)) bump(*shapes_[shape1], *shapes_[shape2]);
}

bool Contacts::wakes(int body) const {
  return body >= 0 && (roused_[std::size_t(body)] || dBodyIsEnabled(stage_.bodies()[std::size_t(body)]->body()));
}

bool Contacts::is_roused(const BroadPhase::Pair& pair) const {
  return wakes(parties_[pair.order[0]].body_index) || wakes(parties_[pair.order[1]].body_index);
}

void Contacts::rouse(std::span<const IslandEdge> joints) {
  bool any = false;
  for (bool found = !sleeping_.empty(); found;) {
    found = false;
    for (const IslandEdge& edge : joints) {
      if (edge.body1 < 0 || edge.body2 < 0 || wakes(edge.body1) == wakes(edge.body2)) continue;
      roused_[std::size_t(wakes(edge.body1) ? edge.body2 : edge.body1)] = found = true;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < sleeping_.size(); ++i) {
      const BroadPhase::Pair pair = sleeping_[i];
      if (!is_roused(pair)) {
        sleeping_[kept++] = pair;
        continue;
      }
      found = any = true;
      meet(pair, {});
    }
    sleeping_.resize(kept);
  }
  if (any) forget_slept_points();
}

// Of those that were kept because nobody was awake: whoever is now has met all that it touches again.
void Contacts::forget_slept_points() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const auto wakes_now = [this](const Shape* shape) { return wakes(parties_[shape->order].body_index); };
    if (i < slept_ && (wakes_now(points_[i].first) || wakes_now(points_[i].second))) continue;
    points_[kept] = points_[i];
    if (!made_.empty()) made_[kept] = made_[i];
    ++kept;
  }
  slept_ -= points_.size() - kept;
  points_.erase(points_.begin() + std::ptrdiff_t(kept), points_.end());
  if (!made_.empty()) made_.erase(made_.begin() + std::ptrdiff_t(kept), made_.end());
}

void Contacts::part(double dt) {
  for (KinematicWheels* wheels : bumped_) wheels->leave(dt);
  bumped_.clear();
}

// Bodies that sleep are not looked at again: what they touched when they fell asleep they still touch.
void Contacts::forget_points() {
  std::size_t kept = 0;
  const auto sleeps = [](const Solid* solid) { return !dBodyIsEnabled(solid->body()); };
  const std::size_t looked_at = std::ranges::any_of(stage_.bodies(), sleeps) ? points_.size() : 0;
  for (std::size_t i = 0; i < looked_at; ++i) {
    const dBodyID body1 = dGeomGetBody(points_[i].first->geom), body2 = dGeomGetBody(points_[i].second->geom);
    if ((!body1 && !body2) || is_awake(body1) || is_awake(body2)) continue;
    points_[kept] = points_[i];
    if (!made_.empty()) made_[kept] = made_[i];
    ++kept;
  }
  points_.erase(points_.begin() + std::ptrdiff_t(kept), points_.end());
  if (!made_.empty()) made_.erase(made_.begin() + std::ptrdiff_t(kept), made_.end());
  slept_ = kept;
}

const Track* Contacts::Party::track() const { return is_track ? shape->solid->track() : nullptr; }

bool Contacts::keeps_apart(const Shape& shape1, const Shape& shape2) const {
  return keeps_apart(parties_[shape1.order], parties_[shape2.order], dGeomGetBody(shape1.geom),
                     dGeomGetBody(shape2.geom));
}

bool Contacts::keeps_apart(const Party& one, const Party& other, dBodyID body1, dBodyID body2) {
  if (one.company != 0 && one.company == other.company) return true;
  // A shape that rides on a body never touches that body.
  if (one.mover && one.mover == other.mover) return true;
  // Bodies that a joint connects do not touch; one that a joint holds in the environment touches nothing without a
  // body.
  if (!body1 && !body2) return false;
  if (!body1 || !body2) return dAreConnectedExcluding(body1 ? body1 : body2, nullptr, dJointTypeContact);
  return dAreConnectedExcluding(body1, body2, dJointTypeContact) ||
         ((one.is_jointed || other.is_jointed) && are_chained_at_one_anchor(*one.shape->solid, *other.shape->solid));
}

void Contacts::bump(const Shape& shape1, const Shape& shape2) {
  const RobotContacts *robot1 = robot_of_[shape1.order], *robot2 = robot_of_[shape2.order];
  KinematicWheels* wheels1 = robot1 ? robot1->wheels : nullptr;
  KinematicWheels* wheels2 = robot2 ? robot2->wheels : nullptr;
  if ((!wheels1 && !wheels2) || robot1 == robot2) return;
  if (!notes_idle_ && (shape1.kind == ShapeKind::Plane || shape2.kind == ShapeKind::Plane)) {
    dVector4 plane;
    dGeomPlaneGetParams((shape1.kind == ShapeKind::Plane ? shape1 : shape2).geom, plane);
    if (!(wheels1 ? wheels1 : wheels2)->is_pushed_along({plane[0], plane[1], plane[2]})) return;
  }
  const Vector3d none = Vector3d::Zero();
  const Vector3d way = (wheels2 ? wheels2->way_out() : none) - (wheels1 ? wheels1->way_out() : none);
  const bool leave_anyway = !way.isZero(0) && are_apart_after(shape1.geom, shape2.geom, way);
  // Only what is the robot's own pushes it back: its children pass through things.
  if (wheels1 && (leave_anyway || shape1.solid != robot1->solid)) wheels1 = nullptr;
  if (wheels2 && (leave_anyway || shape2.solid != robot2->solid)) wheels2 = nullptr;
  if (!wheels1 && !wheels2 && !notes_idle_) return;
  const int n = dCollide(shape1.geom, shape2.geom, most_found, &found_[0].geom, sizeof(dContact));
  const auto push = [this](KinematicWheels* wheels, const Vector3d& out, double depth) {
    if (!wheels) return;
    const bool was_bumped = wheels->is_bumped();
    wheels->bump(out, depth);
    if (wheels->is_bumped() && !was_bumped) bumped_.push_back(wheels);
  };
  const double share = wheels1 && wheels2 ? 0.5 : 1;  // each goes half of the way
  for (int i = 0; i < n; ++i) {
    const dContactGeom& contact = found_[i].geom;
    const Vector3d normal(contact.normal[0], contact.normal[1], contact.normal[2]);
    push(wheels1, normal, share * contact.depth);
    push(wheels2, -normal, share * contact.depth);
    note(shape1, shape2, found_[i]);
  }
}

void Contacts::near(const BroadPhase::Pair& pair) {
  const auto [geom1, geom2] = pair.geoms;
  if (hooks_ && hooks_->collide(geom1, geom2) != 0) return;
  if (pair.order[1] >= parties_.size()) return;  // a plugin's own geom: its business
  const Party &one = parties_[pair.order[0]], &other = parties_[pair.order[1]];
  const dBodyID body1 = dGeomGetBody(geom1), body2 = dGeomGetBody(geom2);
  if (!body1 && !body2) {
    idle_.push_back(pair.order);
    return;
  }
  // A belt that runs leaves neither what is on it asleep nor what it carries along.
  const Track *track1 = one.track(), *track2 = other.track();
  if ((track1 && track1->is_moving()) || (track2 && track2->is_moving())) {
    Stage::wake(one.shape->solid->moved_by());
    Stage::wake(other.shape->solid->moved_by());
  }
  // A solid that moves by itself leaves nothing on it, or before it, asleep.
  const Solid* kinematic = nullptr;
  const bool sleeps = !is_awake(body1) && !is_awake(body2);
  if (!body1 != !body2) {
    const Solid* solid = (body1 ? other : one).shape->solid;
    if (solid->can_move() && (!solid->angular_velocity().isZero(0) || !solid->velocity_at(Vector3d::Zero()).isZero(0)))
      kinematic = solid;
    if (sleeps && (kinematic || is_moved_by_joint(*solid))) Stage::wake((body1 ? one : other).shape->solid->moved_by());
  }
  if (!is_awake(body1) && !is_awake(body2)) {
    sleeping_.push_back(pair);
    return;
  }
  meet(pair, {track1, track2, kinematic});
}

void Contacts::meet(const BroadPhase::Pair& pair, const Movers& movers) {
  const auto [geom1, geom2] = pair.geoms;
  const Party &one = parties_[pair.order[0]], &other = parties_[pair.order[1]];
  const dBodyID body1 = dGeomGetBody(geom1), body2 = dGeomGetBody(geom2);
  if (keeps_apart(one, other, body1, body2)) return;
  int n = dCollide(geom1, geom2, most_found, &found_[0].geom, sizeof(dContact));
  if (n == 0) return;
  // ODE wakes what touches something that is awake.
  for (const Party* party : {&one, &other})
    if (party->body_index >= 0 && !is_awake(party->mover)) roused_[std::size_t(party->body_index)] = true;
  const ContactParameters& p = parameters(one.material, other.material);
  if (n > p.max_contact_joints) {
    // The deepest first; equal depths keep their order.
    const auto begin = found_.begin(), end = begin + n;
    for (auto next = begin; next != begin + p.max_contact_joints; ++next) {
      const auto deepest =
          std::max_element(next, end, [](const dContact& a, const dContact& b) { return a.geom.depth < b.geom.depth; });
      std::rotate(next, deepest, deepest + 1);
    }
    n = p.max_contact_joints;
  }
  // One row along the normal, two of friction, up to three of rolling friction.
  const int rows = 1 + (p.surface.mu > 0 ? 2 : 0) + (p.surface.mode & dContactRolling ? 3 : 0);
  const dWorldID world = stage_.ode_world();
  const dJointGroupID joints = group();
  edges_.push_back({body1 ? one.body_index : -1, body2 ? other.body_index : -1, n * rows});
  for (int i = 0; i < n; ++i) {
    dContact& contact = found_[i];
    contact.surface = p.surface;
    if (p.node || p.slip.values[0] != 0) {
      // The order of the materials is that of the directions; a pair of equal materials counts as swapped.
      const bool swapped = one.material == p.material2;
      apply_friction(contact, p.friction, p.slip, p.friction_rotation, *(swapped ? other : one).shape,
                     *(swapped ? one : other).shape, !body1);
    }
    if (const auto& [track1, track2, kinematic] = movers; track1 || track2 || kinematic) {
      const Vector3d at(contact.geom.pos[0], contact.geom.pos[1], contact.geom.pos[2]);
      const Vector3d normal(contact.geom.normal[0], contact.geom.normal[1], contact.geom.normal[2]);
      Vector3d motion = Vector3d::Zero();
      // A belt's surface moves relative to its own solid; the normal looks out of the second shape.
      if (track2) motion += track2->surface_velocity(normal);
      if (track1) motion -= track1->surface_velocity(-normal);
      if (kinematic) motion += (body1 ? 1 : -1) * kinematic->velocity_at(at);
      if (!motion.isZero(0)) apply_motion(contact, motion, !body1);
    }
    dJointAttach(dJointCreateContact(world, joints, &contact), body1, body2);
    note(*one.shape, *other.shape, contact);
  }
}

void Contacts::note(const Shape& shape1, const Shape& shape2, const dContact& contact) {
  if (!keeps_points_) return;
  if (stage_.options().keeps_contacts) made_.push_back(contact);
  points_.push_back({&shape1,
                     &shape2,
                     {contact.geom.pos[0], contact.geom.pos[1], contact.geom.pos[2]},
                     {contact.geom.normal[0], contact.geom.normal[1], contact.geom.normal[2]},
                     contact.geom.depth,
                     nullptr});
}

std::span<const ContactPoint> Contacts::final_points() {
  if (!keeps_points_) {
    keeps_points_ = true;
    Hooks nobody;
    find(nobody);
  }
  return points_;
}

void Contacts::visit_state(StateVisitor& state) {
  std::vector<std::uint32_t> pairs;
  std::vector<std::byte> contacts;
  std::vector<int> edges;
  std::vector<std::uint32_t> sleeping;
  if (!state.is_loading()) {
    for (const ContactPoint& point : points_) pairs.insert(pairs.end(), {point.first->order, point.second->order});
    const auto bytes = std::as_bytes(std::span(made_));
    contacts.assign(bytes.begin(), bytes.end());
    for (const IslandEdge& edge : edges_) edges.insert(edges.end(), {edge.body1, edge.body2, edge.rows});
    for (const BroadPhase::Pair& pair : sleeping_)
      sleeping.insert(sleeping.end(), pair.order.begin(), pair.order.end());
  }
  state.node("contacts");
  state.list("shapes", pairs);
  state.list("contacts", contacts);
  state.list("edges", edges);
  state.list("pairs that sleep", sleeping);
  state.field("points of what sleeps", slept_);
  if (!state.is_loading() || state.failed()) return;
  dJointGroupEmpty(group());
  points_.clear();
  made_.clear();
  edges_.clear();
  for (std::size_t i = 0; 2 * i + 1 < pairs.size() && (i + 1) * sizeof(dContact) <= contacts.size(); ++i) {
    dContact contact;
    std::memcpy(&contact, contacts.data() + i * sizeof contact, sizeof contact);
    if (pairs[2 * i] >= shapes_.size() || pairs[2 * i + 1] >= shapes_.size()) continue;
    const Shape &shape1 = *shapes_[pairs[2 * i]], &shape2 = *shapes_[pairs[2 * i + 1]];
    contact.geom.g1 = shape1.geom;
    contact.geom.g2 = shape2.geom;
    const dBodyID body1 = dGeomGetBody(shape1.geom), body2 = dGeomGetBody(shape2.geom);
    if (i >= slept_ && (body1 || body2))
      dJointAttach(dJointCreateContact(stage_.ode_world(), group(), &contact), body1, body2);
    note(shape1, shape2, contact);
  }
  for (std::size_t i = 0; i + 2 < edges.size(); i += 3) edges_.push_back({edges[i], edges[i + 1], edges[i + 2]});
  sleeping_.clear();
  for (std::size_t i = 0; i + 1 < sleeping.size(); i += 2) {
    const std::array<std::uint32_t, 2> order{sleeping[i], sleeping[i + 1]};
    if (std::ranges::any_of(order, [this](std::uint32_t o) { return o >= shapes_.size(); })) continue;
    sleeping_.push_back({{shapes_[order[0]]->geom, shapes_[order[1]]->geom}, order});
  }
  slept_ = std::min(slept_, std::uint64_t(points_.size()));
  roused_.assign(stage_.bodies().size(), false);
}

}  // namespace lightsout
