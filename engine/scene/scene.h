// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The live counterpart of a world's tree on ODE. It follows the tree's journal; only physics plugins touch its ODE
// objects from outside, inside their hooks.
#pragma once

#include <ode/ode.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "engine/scene/solid_paths.h"
#include "engine/stage/stage.h"
#include "engine/state/read_only.h"

namespace lightsout {

class Charger;
class Clock;
class Contacts;
class Device;
class Diagnostics;
class Gripping;
class Hooks;
struct IslandEdge;
class Islands;
class Joint;
class Log;
class Medium;
class MeshReader;
class Robot;
class Sounds;
class StateVisitor;
class Threads;

class Scene final : public Stage {
 public:
  Scene(World& world, std::uint64_t seed, Log& log, const StageOptions& options);
  ~Scene();

  // Builds everything from the tree. Values that ODE would abort on are reported at their place; the scene is then not
  // usable. After an edit, `previous` is the scene that this one replaces: objects whose nodes it had take over their
  // motion, inner state and controllers from it, and nodes keep their ODE bodies and geoms. If the scene can be used,
  // `previous` is only good for being destroyed, whereupon settle() must be called; if not, it is as it was.
  void build(Diagnostics& diagnostics, Scene* previous = nullptr);
  // The ODE objects are this scene's alone: destroys the bodies and geoms that no node has any more.
  void settle();

  // Mesh files that another scene of the same world has read are not read again.
  void share_meshes(const Scene& other) { meshes_ = other.meshes_; }

  // All in scene-tree order.
  std::span<const std::unique_ptr<Joint>> joints() { return joints_; }
  ReadOnly<Joint> joints() const { return ReadOnly<Joint>(joints_); }
  std::span<const std::unique_ptr<Robot>> robots() { return robots_; }
  ReadOnly<Robot> robots() const { return ReadOnly<Robot>(robots_); }

  // The live object of a node, nullptr if it has none.
  Joint* joint_of(const Node& node);
  const Joint* joint_of(const Node& node) const { return const_cast<Scene*>(this)->joint_of(node); }
  Robot* robot_of(const Node& node);
  const Robot* robot_of(const Node& node) const { return const_cast<Scene*>(this)->robot_of(node); }
  // By DEF path or by path(); nullptr if there is none.
  Solid* find_solid(std::string_view path);
  const Solid* find_solid(std::string_view path) const { return const_cast<Scene*>(this)->find_solid(path); }

  Contacts& contacts();
  const Contacts& contacts() const;
  Islands& islands() { return *islands_; }
  const Islands& islands() const { return *islands_; }

  // That work for it beside that of the caller, which outlive it; at most so many of them make images, 0: all.
  void set_threads(Threads& threads, std::size_t most_for_images) {
    threads_ = &threads;
    most_for_images_ = most_for_images;
  }

  // The phases of a step, called by Simulation::step in this order.
  // Follows the edits that can be followed in place; true if one cannot, and a new scene must take over.
  bool apply(const Journal& journal);
  // Once in a basic step, before its first dynamics step.
  void begin_step();
  void act(double dt);
  // `step` counts dynamics steps.
  void integrate(const Hooks& hooks, double dt, std::int64_t step);
  void collide(Hooks& hooks);
  // In a scene that has taken over: what was already found there is found again.
  void collide_again(Hooks& hooks);
  // Joint positions from ODE, a look for divergence, and robots without bodies leave what they ran into. (Shapes that
  // ride on bodies followed in collide.)
  void read_back(double dt);
  void sense(const Clock& clock);
  // Makes the images that somebody waits for.
  void show();

  // Body poses, joint positions and batteries into the tree's fields (not journaled), for whoever reads the tree; of
  // all nodes, or of one.
  void write_to_tree();
  void write_to_tree(const Node& node);
  // Robots, devices and chargers of the node and of those below it forget what they were told.
  void reset_objects(Node& top);
  // The velocities too, as hidden fields of a saved world; clear_velocities takes those of bodies out again: in a
  // running world they would not follow the motion.
  void write_velocities();
  void clear_velocities();
  // The motors of the joints below the solid, none further down, come to their speeds from rest again.
  void stop_motors(const Solid& solid);
  // Those of all joints for whose parents is_of(parent) is true.
  template <class Of>
  void stop_motors_of(Of is_of);
  // What was put by the position of its joint has no speed of before, and neither has what it carries.
  void stop_end_point(const Joint& joint);

  // Bodies, joints, robots and devices.
  void visit_state(StateVisitor& state);
  // The poses and joint positions in which bodies and joints were made: what a scene must know to be made again in the
  // same bits.
  void visit_construction(StateVisitor& state);

  // What is wrong with the motion, "" while all is well: the body, the joints and contacts on it.
  const std::string& divergence() const { return divergence_; }
  // The same of the first body that does not move as a body can; for when ODE gave up within a step.
  const std::string& find_divergence();

 private:
  friend class SceneBuilder;
  void put_to_sleep();
  void read_graph(const Hooks& hooks);
  // Who follows the edits of a node.
  struct Actor {
    const Node* node;
    std::variant<Robot*, Device*, Charger*> who;
  };
  // After building: the order of the solids, and the actors.
  void index_objects();
  std::span<const Actor> actors_of(const Node& node) const;
  void write_to_tree(const Actor& actor);
  void write_velocities(Solid& solid);
  bool apply(const Edit& edit);
  // A solid that an edit puts elsewhere in its parent, and which of its fields say where.
  struct Put {
    Solid* solid = nullptr;  // nullptr: an edit of something else
    bool moves = false, turns = false;
  };
  Put put_by(const Edit& edit);
  // An edit of the position of a joint: in its parameters (`field`: those of which axis), or in itself.
  bool follow_position(const Node& joint, std::string_view field, double position);
  // Puts it there. `wakes`: something may be asleep. False if that cannot be done in place.
  bool follow_place(Solid& solid, bool wakes);
  // Of a solid, before another scene is made on its body.
  struct Motion {
    Pose pose;                          // world_from_solid
    Vector3d linear, angular;           // of the solid's origin
    std::vector<std::byte> body_state;  // of a solid that owns a body
  };
  std::vector<Motion> motions();  // one for each of solids()
  // Of a solid of this scene, when it takes over from another.
  struct Standing {
    Pose now;    // world_from_solid
    bool moved;  // by an edit, of it or of what carries it
  };
  std::vector<Standing> standings(const Scene& previous, std::span<const Motion> motions) const;
  void take_over(Scene& previous, std::span<const Motion> motions, std::span<const Standing> standings);
  void report_divergence(const Solid& solid);
  // The robots' devices that sense apart, on several threads; they cast about so many rays.
  void sense_apart(const Clock& clock, std::size_t rays);

  Threads* threads_ = nullptr;
  std::size_t most_for_images_ = 0;
  std::vector<std::unique_ptr<Robot>> robots_;
  std::vector<std::unique_ptr<Joint>> joints_;
  std::vector<dBodyID> stand_ins_;  // see Islands::step
  // The same of the ODE world, and all that connects its bodies, where hooks may have added some.
  std::vector<dBodyID> graph_bodies_, graph_stand_ins_;
  std::vector<std::pair<dBodyID, int>> graph_index_;  // sorted by id, to look up
  std::vector<IslandEdge> graph_edges_;
  std::unique_ptr<Islands> islands_;
  std::vector<Joint*> ode_joints_;  // joints that ODE moves: those to read back
  std::vector<Gripping*> gripping_;
  std::unordered_map<const Node*, Joint*> joint_of_;  // looked up, never iterated
  SolidPaths solid_by_path_;
  std::vector<Actor> actors_;  // sorted by node id
  std::shared_ptr<MeshReader> meshes_;
  std::string divergence_;
};

}  // namespace lightsout
