// The live counterpart of a world's tree on ODE. It follows the tree's journal; only physics plugins touch its ODE
// objects from outside, inside their hooks.
#pragma once

#include <ode/ode.h>

#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/clock.h"
#include "engine/islands.h"
#include "engine/log.h"
#include "engine/pose.h"
#include "engine/shared_settings.h"
#include "world_format/diagnostic.h"
#include "world_format/node.h"

namespace lightsout {

class Charger;
class Contacts;
class Fluids;
class Gripping;
class Hooks;
struct InputScript;
class Joint;
class Lights;
class Medium;
class MeshReader;
class Object;
class OdeObjects;
class Paint;
class Raycaster;
class Robot;
struct Shape;
class Simulation;
class Solid;
class Sounds;
class StateVisitor;
class Supervisor;

// The world's own axes as unit vectors (WorldInfo.coordinateSystem: ENU, NUE or EUN).
struct WorldAxes {
  Vector3d up = Vector3d::UnitZ();
  Vector3d north = Vector3d::UnitY();
  Vector3d east = Vector3d::UnitX();
};

// When a body that hardly moves falls asleep (WorldInfo.physicsDisable*). steps 0: never.
struct SleepRule {
  std::int64_t steps = 0;
  double linear = 0;   // m/s
  double angular = 0;  // rad/s
};

class Scene {
 public:
  Scene(World& world, std::uint64_t seed, Log& log);
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  // Builds everything from the tree. Values that ODE would abort on are reported at their place; the scene is then not
  // usable. After an edit, `previous` is the scene that this one replaces: objects whose nodes it had take over their
  // motion, inner state and controllers from it, and nodes keep their ODE bodies and geoms. If the scene can be used,
  // `previous` is only good for being destroyed, whereupon settle() must be called; if not, it is as it was.
  void build(Diagnostics& diagnostics, Scene* previous = nullptr);
  // The ODE objects are this scene's alone: destroys the bodies and geoms that no node has any more.
  void settle();

  // Mesh files that another scene of the same world has read are not read again.
  void share_meshes(const Scene& other) { meshes_ = other.meshes_; }

  World& world() const { return world_; }
  Log& log() const { return log_; }
  std::uint64_t seed() const { return seed_; }
  const WorldAxes& axes() const { return axes_; }
  const Vector3d& gravity() const { return gravity_; }  // m/s^2, world axes

  // All in scene-tree order, a parent before its children.
  std::span<const std::unique_ptr<Solid>> solids() const { return solids_; }
  std::span<const std::unique_ptr<Joint>> joints() const { return joints_; }
  std::span<const std::unique_ptr<Robot>> robots() const { return robots_; }
  // The solids that own a body.
  std::span<Solid* const> bodies() const { return bodies_; }
  // Shapes that no Solid holds, in world axes.
  const std::vector<std::unique_ptr<Shape>>& environment_shapes() const { return environment_shapes_; }

  // The live object of a node, nullptr if it has none.
  Solid* solid_of(const Node& node) const;
  Joint* joint_of(const Node& node) const;
  Robot* robot_of(const Node& node) const;
  // By DEF path or by path(); nullptr if there is none.
  Solid* find_solid(std::string_view path) const;

  // Another number whenever a solid came to move in its parent, or was put elsewhere in it otherwise than by a step.
  // Never 0.
  std::uint32_t arrangement() const { return arrangement_; }

  const Contacts& contacts() const { return *contacts_; }
  Contacts& contacts() { return *contacts_; }
  // Created when the first sensor needs it.
  Raycaster& raycaster();
  // Created when the first emitter, receiver or plugin needs it.
  Medium& medium();
  // Created when the first light sensor needs it.
  Lights& lights();
  // What pens have drawn. Created when the first pen needs it.
  Paint& paint();
  const Paint* drawn() const { return paint_.get(); }  // nullptr: nothing
  // What speakers play. Created when the first speaker or microphone needs it.
  Sounds& sounds();
  const Sounds* heard() const { return sounds_.get(); }  // nullptr: nothing makes or hears sounds
  // Everything that is heard is kept for a recorder.
  void capture_sounds(bool on) { captures_sounds_ = on; }
  bool captures_sounds() const { return captures_sounds_; }
  // For snapshots: what ODE is told of a contact cannot be asked back.
  void keep_contacts(bool on) { keeps_contacts_ = on; }
  bool keeps_contacts() const { return keeps_contacts_; }
  // Contacts::points() where nobody in the world asks for them, too.
  void keep_contact_points(bool on) { keeps_contact_points_ = on; }
  bool keeps_contact_points() const { return keeps_contact_points_ || keeps_contacts_; }
  // A fixed joint that a device made between two bodies (nullptr: the environment): the solver is told, both bodies
  // wake.
  void add_weld(dJointID joint, Solid* solid1, Solid* solid2);
  void remove_weld(dJointID joint);

  // Made when the first Fluid is met while the scene is built; nullptr in a dry world.
  Fluids* fluids() { return fluids_.get(); }
  // Something acts on the solid's body, which may be asleep: it wakes, and so does what is jointed to it.
  static void wake(Solid& solid) { wake(&solid); }
  // The same; nothing to do for nullptr.
  static void wake(Solid* solid);
  // Whether a joint that moves so fast, in m/s or rad/s, keeps what it moves awake.
  bool keeps_awake(double velocity, bool linear) const {
    return std::abs(velocity) > (linear ? sleep_.linear : sleep_.angular);
  }

  SharedSettings& shared_settings() { return shared_settings_; }

  Islands& islands() { return islands_; }
  const Islands& islands() const { return islands_; }

  dWorldID ode_world() const;
  dSpaceID ode_space() const;
  // For the contacts of one step, plugins' among them.
  dJointGroupID ode_contact_group() const;

  // Serves the requests of supervisor controllers; nullptr: there is nobody to serve them.
  void set_supervisor(Supervisor* supervisor) { supervisor_ = supervisor; }
  Supervisor* supervisor() const { return supervisor_; }
  // What happens at keyboard, mouse and joystick; nullptr: nothing. Set before building.
  void set_input_script(const InputScript* script) { input_script_ = script; }
  const InputScript* input_script() const { return input_script_; }

  // The phases of a step, called by Simulation::step in this order.
  // Follows the edits that can be followed in place; true if one cannot, and a new scene must take over.
  bool apply(const Journal& journal);
  // Once in a basic step, before its first dynamics step.
  void begin_step();
  void act(double dt);
  // `step` counts dynamics steps.
  void integrate(const Hooks& hooks, double dt, std::int64_t step);
  void collide(Hooks& hooks, Simulation* simulation);
  // Joint positions from ODE, a look for divergence, and robots without bodies leave what they ran into. (Shapes that
  // ride on bodies followed in collide.)
  void read_back(double dt);
  void sense(const Clock& clock);

  // Body poses, joint positions and batteries into the tree's fields (not journaled), for whoever reads the tree; of
  // all nodes, or of one.
  void write_to_tree();
  void write_to_tree(const Node& node);
  // Robots, devices and chargers of the node and of those below it forget what they were told.
  void reset_objects(Node& top);
  // The velocities of moving bodies too, as hidden fields of a saved world; clear_velocities takes them out again: in a
  // running world they would not follow the motion.
  void write_velocities();
  void clear_velocities();
  // Of what a body moves: of the solid's origin, world axes. What has no body drifts from now on, in the axes of the
  // node above, relative to it. False for a robot without a body, which its wheels move.
  bool set_velocity(Solid& solid, const Vector3d& linear, const Vector3d& angular);
  // The motors of the joints below the solid, none further down, come to their speeds from rest again.
  void stop_motors(const Solid& solid);
  // Puts a solid there, with all that it carries, joints below it as they are. Velocities stay.
  void move(Solid& solid, const Pose& world_from_solid);

  // Bodies, joints, robots and devices.
  void visit_state(StateVisitor& state);
  // The poses and joint positions in which bodies and joints were made: what a scene must know to be made again in the
  // same bits.
  void visit_construction(StateVisitor& state);
  // The shapes that no body carries, to where their solids are.
  void place_followers();

  // What is wrong with the motion, "" while all is well: the body, the joints and contacts on it.
  const std::string& divergence() const { return divergence_; }
  // The same of the first body that does not move as a body can; for when ODE gave up within a step.
  const std::string& find_divergence();

 private:
  friend class SceneBuilder;
  void put_to_sleep();
  void read_graph(const Hooks& hooks);
  // After building: the order of the solids, and who follows the edits of a node.
  void index_objects();
  std::span<const std::pair<const Node*, Object*>> objects_of(const Node& node) const;
  // The solid and all below it.
  std::span<const std::unique_ptr<Solid>> parts_of(const Solid& solid) const;
  bool anyone_sleeps() const;
  bool apply(const Edit& edit);
  // A solid that an edit puts elsewhere in its parent, and which of its fields say where.
  struct Put {
    Solid* solid = nullptr;  // nullptr: an edit of something else
    bool moves = false, turns = false;
  };
  Put put_by(const Edit& edit) const;
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
  void move(Solid& solid, const Pose& from, const Pose& to);
  void move(Solid& solid, const Pose& from, const Pose& to, bool wakes);
  void wake_around(const Solid& solid);
  void let_drift(Solid& solid);
  void list_drifting();
  void add_followers(const Solid& solid);
  void report_divergence(const Solid& solid);
  World& world_;
  std::uint64_t seed_;
  Log& log_;
  std::uint32_t arrangement_ = 1;
  WorldAxes axes_;
  Vector3d gravity_ = Vector3d::Zero();
  std::shared_ptr<OdeObjects> ode_;  // shared with the scene that this one replaces, until that is destroyed
  // Declared in this order: joints and devices are destroyed before the solids that they are on.
  std::vector<std::unique_ptr<Solid>> solids_;
  std::vector<std::unique_ptr<Robot>> robots_;
  std::vector<std::unique_ptr<Joint>> joints_;
  std::vector<std::unique_ptr<Shape>> environment_shapes_;
  std::vector<dJointID> fixed_joints_;   // that hold solids in the environment
  std::vector<Solid*> bodies_;           // solids that own a body
  std::vector<dBodyID> body_ids_;        // theirs
  std::vector<dBodyID> stand_ins_;       // see Islands::step
  std::vector<IslandEdge> joint_edges_;  // joints between them; those of welds_ at the end
  struct WeldedPair {
    dJointID joint;
    Solid* solid1;
    Solid* solid2;
  };
  std::vector<WeldedPair> welds_;
  // The same of the ODE world, and all that connects its bodies, where hooks may have added some.
  std::vector<dBodyID> graph_bodies_, graph_stand_ins_;
  std::vector<std::pair<dBodyID, int>> graph_index_;  // sorted by id, to look up
  std::vector<IslandEdge> graph_edges_;
  Islands islands_;
  SleepRule sleep_;
  // A shape without a body that must be moved after each step.
  struct Follower {
    const Solid* solid;
    dGeomID geom;
    Pose solid_from_geom;
    const dReal* pose;  // where ODE keeps it; nullptr: a plane has none
  };
  std::vector<Follower> followers_;  // those of a solid one after the other
  std::vector<Solid*> drifting_;     // all that drift, in scene-tree order, and perhaps some that stand now
  std::vector<Joint*> ode_joints_;   // joints that ODE moves: those to read back
  std::vector<Gripping*> gripping_;
  std::unordered_map<const Node*, Solid*> solid_of_;  // looked up, never iterated
  std::unordered_map<const Node*, Joint*> joint_of_;
  std::unordered_map<std::string, Solid*> solid_by_path_;
  // Robots, devices and chargers; sorted by node id.
  std::vector<std::pair<const Node*, Object*>> objects_;
  std::shared_ptr<MeshReader> meshes_;
  SharedSettings shared_settings_;
  std::unique_ptr<Contacts> contacts_;
  std::unique_ptr<Raycaster> raycaster_;
  std::unique_ptr<Medium> medium_;
  std::unique_ptr<Lights> lights_;
  std::unique_ptr<Fluids> fluids_;
  std::vector<std::unique_ptr<Charger>> chargers_;
  std::unique_ptr<Paint> paint_;
  std::unique_ptr<Sounds> sounds_;
  bool captures_sounds_ = false;
  bool keeps_contacts_ = false, keeps_contact_points_ = false;
  Supervisor* supervisor_ = nullptr;
  const InputScript* input_script_ = nullptr;
  std::string divergence_;
  // A body was carried elsewhere that hangs in the environment: its joint is to be made there.
  bool hangs_elsewhere_ = false;
};

}  // namespace lightsout
