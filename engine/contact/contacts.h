// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Contact joints: the near callback, the pairs that never touch, the deepest contacts kept.
#pragma once

#include <ode/ode.h>

#include <array>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/contact/broad_phase.h"
#include "engine/contact/contact_motion.h"
#include "engine/contact/contact_properties.h"
#include "engine/ode/islands.h"
#include "engine/state/part.h"
#include "engine/state/pose.h"

namespace lightsout {

class Hooks;
class KinematicWheels;
class NearPairs;
class Robot;
class Stage;
class Solid;
class StateVisitor;
class Track;
struct Shape;

// A contact of the last collision pass, for touch sensors, supervisors and reports.
struct ContactPoint {
  const Shape* first;
  const Shape* second;
  Vector3d position;         // world axes, m
  Vector3d normal;           // world axes, into `first`
  double depth;              // m
  dJointFeedback* feedback;  // of the contact joint if somebody asked for it, else nullptr
};

// What contacts have to do with of a robot.
struct RobotContacts {
  std::uint32_t company = 0;          // parts of one company do not touch each other; 0: they do (selfCollision)
  KinematicWheels* wheels = nullptr;  // that are pushed back where it has no body
  const Solid* solid = nullptr;       // the robot itself
};

class Contacts final : public Part {
 public:
  static constexpr PartKind part_kind = PartKind::Contacts;

  explicit Contacts(Stage& stage);
  ~Contacts() override;

  // Shapes are met in the order in which they are told here: that of the tree. Sets Shape::order.
  void add_shape(Shape& shape);
  // Index of a contactMaterial name for Shape::material.
  int material(const std::string& name) { return properties_.material(name); }
  // Reads WorldInfo.contactProperties; call when all materials are known and whenever they change.
  void read_properties();
  // Parameters of a pair of materials, in either order.
  const ContactParameters& parameters(int material1, int material2) const {
    return properties_.at(material1, material2);
  }

  // Before they are prepared: parts that several joints with one anchor part are not kept apart.
  void let_chains_touch() { chains_touch_ = true; }
  void set_robot(const Robot& robot, const RobotContacts& contacts) { robots_[&robot] = contacts; }
  // All shapes, bodies and joints are made, all robots set. `are_read`: somebody reads points(). Then contacts that
  // nothing comes of are noted, too: those of robots without bodies with a plane below them, and of what such robots
  // carry.
  void prepare(bool are_read);
  // Pairs that have no contact whatever their bodies do: of one robot without selfCollision, of a body and what rides
  // on it, of bodies that a joint connects.
  bool keeps_apart(const Shape& shape1, const Shape& shape2) const;
  // Empties the group and fills it for the next step, pair by pair in the order of the shapes, from its end: the last
  // pair is that of the first shape in the tree with the first after it. A plugin's own geoms stand after all shapes,
  // in the order in which they are found. Hooks are asked first. (ODE's lists begin with what is newest: its solver
  // gets the contacts in the order of the tree, and has less to do so.)
  void find(Hooks& hooks, std::span<const IslandEdge> joints = {});
  // Emptied after every dWorldStep, before the contacts of the next are found; plugins add theirs to it.
  dJointGroupID group() const;
  // Pairs of which nobody is awake are not looked at. A body that wakes with the next step, because it was woken since
  // or is touched by one that is awake or hangs on it by `joints`, is held by what it lies on all the same: it would
  // else fall for a step. Part of find(); between it and the step for bodies that were woken there.
  void rouse(std::span<const IslandEdge> joints);
  // Kept where somebody may ask for them: idle ones are noted, or StageOptions::keeps_contacts.
  std::span<const ContactPoint> points() const { return points_; }
  // The points as things lie now, whether or not they were kept: for the report of a run that ends here.
  std::span<const ContactPoint> final_points();
  // The same as the solver sees them, without what plugins add.
  std::span<const IslandEdge> edges() const { return edges_; }
  // Robots without bodies leave what the last find() found them in, in a step of `dt` seconds.
  void part(double dt);
  // The contacts of the next step, for a snapshot (Stage::keep_contacts was called). Loading makes them anew.
  void visit_state(StateVisitor& state);

 private:
  // What a meeting asks of a shape, side by side for all: so that a step need not fetch the shape and its solid, too.
  struct Party {
    const Shape* shape;
    dBodyID mover;          // what it rides on; nullptr: nothing
    std::uint32_t company;  // as MeetingRule has it
    int material;
    int body_index;   // of its solid
    bool is_track;    // the solid
    bool is_jointed;  // the solid or one above it hangs on a joint
    // nullptr if its solid is none.
    const Track* track() const;
  };
  std::span<const ShapePair> find_pairs(Hooks& hooks);
  void near(const ShapePair& pair);
  Movers wake_by_movers(const ShapePair& pair, dBodyID body1, dBodyID body2);
  void meet(const ShapePair& pair, const Movers& movers);
  int keep_deepest(int n, int most);
  bool wakes(int body) const;
  bool is_roused(const ShapePair& pair) const;
  void forget_slept_points();
  void note(const Shape& shape1, const Shape& shape2, const dContact& contact);
  // Two shapes without bodies: a robot that its wheels move without bodies is pushed back, as far as it and the other
  // are not going to leave each other already.
  void bump(const Shape& shape1, const Shape& shape2);
  void forget_points();
  static bool is_awake(dBodyID body) { return body && dBodyIsEnabled(body); }
  static bool keeps_apart(const Party& one, const Party& other, dBodyID body1, dBodyID body2);

  Stage& stage_;
  bool chains_touch_ = false;
  Hooks* hooks_ = nullptr;
  bool notes_idle_ = true, keeps_points_ = true;
  ContactProperties properties_;
  std::vector<ContactPoint> points_;
  std::vector<dContact> made_;  // of the points, if they are kept
  std::vector<IslandEdge> edges_;
  std::vector<ShapePair> sleeping_;  // of which nobody was awake at the last find()
  std::vector<bool> roused_;         // by body: it slept then, and wakes as what it touches is awake
  std::uint64_t slept_ = 0;          // so many of the points are those of sleeping pairs, from the first on
  std::vector<dContact> found_;      // room for one pair
  std::vector<std::array<std::uint32_t, 2>> idle_;  // pairs of shapes without bodies, by their order
  std::vector<KinematicWheels*> bumped_;
  std::vector<Shape*> shapes_;                              // those that collide, by Shape::order
  std::vector<Party> parties_;                              // theirs
  std::unordered_map<const Robot*, RobotContacts> robots_;  // looked up, never iterated
  std::vector<const RobotContacts*> robot_of_;              // of the shapes; nullptr: of none
  std::unique_ptr<NearPairs> near_pairs_;
  BroadPhase broad_phase_;  // where plugins have a say
};

}  // namespace lightsout
