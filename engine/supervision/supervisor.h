// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Serves what supervisor controllers ask (wire/supervisor.h): reads the tree and the scene, edits the tree through its
// door, acts on bodies, asks the simulation to reset or end. One for all supervisors of a simulation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "controllers/wire/supervisor.h"
#include "engine/recorders/label.h"
#include "engine/recorders/media/movie.h"
#include "engine/robots/robot.h"
#include "engine/stage/hidden_nodes.h"
#include "engine/state/pose.h"
#include "engine/supervision/supervised.h"
#include "engine/supervision/supervisor_edits.h"
#include "engine/supervision/viewpoint.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class Recorder;
class Renderer;
class Robot;
struct FieldPlace;
struct Frame;
class Solid;
class StateVisitor;

class Supervisor final : public RequestServer {
 public:
  explicit Supervisor(Supervised& simulation) : simulation_(simulation), viewpoint_(simulation) {}

  // One LO_MESSAGE_SUPERVISOR of a robot's controller. Whatever it holds, it is answered if it is to be.
  void serve(Robot& robot, std::span<const std::byte> message) override;
  // Sends the values that are tracked and due; before the controllers' turns.
  void send_tracked();
  // Sets of fields wait for all robots to have had their turn: they are done in the order of the robots in the tree.
  // Those of one robot (node id) come first where something follows that they must precede.
  void apply_sets();
  void apply_sets(std::uint32_t robot) override;
  // At the start of a world: keeps where everything is, as the state "__init__" of every node.
  void remember_start();
  // After a reset brought back the tree of the start: what was removed is so again, and fields that were set are, but
  // for those that a reset resets (the manual's "Reset/Reload Matrix"). `old_nodes`: the tree before.
  void make_edits_again(const MFNode& old_nodes);
  // After one that brought back the very start.
  void forget_edits();
  // There is a new scene.
  void follow_viewpoint() { viewpoint_.follow(); }
  // At the end of a step: what removes the asking robot itself.
  void finish_step();
  // Around each integration of a step: the bodies whose physics was reset stay where they are, as if asleep, and are
  // still and awake again before contacts are looked for. A joint or a contact with what moves takes them along.
  void hold_bodies();
  void release_bodies();
  // After the step's last.
  void forget_held();
  // After edits that made the scene anew: of what is held, what has gone. What comes to a node later is not held.
  void forget_gone();
  // After each step: the Viewpoint goes after what it follows, and a movie has the step.
  void show_step();
  // The run is over: the file of a movie that nobody stopped is whole.
  void end_movie();
  // Before another world: animation and movie end with the old one.
  void leave_world();
  // The controller of the robot (node id) starts anew: it tracks nothing.
  void forget_controller(std::uint32_t robot);
  // After a reset or another world: nothing is tracked, labelled or saved any more.
  void clear();

  // What is labelled, tracked and saved, for a snapshot.
  void visit_state(StateVisitor& state);

  // WbSimulationMode, as a supervisor set it: nobody else can, and the run's pace is not its matter.
  int mode() const override { return mode_; }
  const Labels& labels() const { return labels_; }
  std::shared_ptr<const HiddenNodes> hidden_nodes() const { return hidden_; }

 private:
  // What a saved state of a node has of it and of each one below: its pose, the positions of its joint's axes, its
  // battery, how a viewpoint looks.
  struct SavedField {
    std::uint32_t node;
    bool is_axis;      // of the joint: `value` is the position, SFFloat
    FieldIndex field;  // or the axis
    Value value;
  };

  struct Request;
  struct Answer;
  using Handler = void (Supervisor::*)(const Request&, Answer&);
  struct Operation {
    int code;
    bool answered;
    Handler handler;
  };
  static const Operation operations[];

  // supervisor_fields.cpp: nodes and fields
  void get_node(const Request&, Answer&);
  void get_proto(const Request&, Answer&);
  void get_field(const Request&, Answer&);
  void get_count(const Request&, Answer&);
  void get_value(const Request&, Answer&);
  void set_value(const Request&, Answer&);
  void insert_value(const Request&, Answer&);
  void remove_value(const Request&, Answer&);
  void import_node(const Request&, Answer&);
  void remove_node(const Request&, Answer&);
  void export_string(const Request&, Answer&);

  // Where the node and all below it are, at the end of the list.
  void keep_state(Node& top, std::vector<SavedField>& saved) const;
  // A node out of the world, at once or (with the robot that asks) at the end of the step.
  void take_out(const Request&, Node& node, Answer&);
  void remove(Node& node);
  // Where they came.
  void forget_kept_imports();
  // Motion into the tree, if the field may have moved.
  void bring_up_to_date(const FieldPlace& place);

  // supervisor_motion.cpp: poses, velocities, forces, contacts
  void get_pose(const Request&, Answer&);
  void get_center_of_mass(const Request&, Answer&);
  void get_velocity(const Request&, Answer&);
  void get_static_balance(const Request&, Answer&);
  void get_contact_points(const Request&, Answer&);
  void set_velocity(const Request&, Answer&);
  void add_force(const Request&, Answer&);
  void reset_node_physics(const Request&, Answer&);
  void set_joint_position(const Request&, Answer&);
  void save_state(const Request&, Answer&);
  void load_state(const Request&, Answer&);
  // world_from_node of any node, with or without a live object; with the scale of what stands in it.
  Frame frame_of(const Node& node) const;
  // The same without the scale.
  Pose pose_of(const Node& node) const;
  // The same in the frame that controllers of the world's release know.
  Pose known_pose_of(const Node& node) const;
  Solid* solid_of(const Request& request, Answer& answer, std::string_view what) const;
  // World axes. Of the solid with all below it; of the bodies there, and of the parts that lie in a body above.
  Vector3d center_of_mass(const Solid& top) const;
  // What pushes the body that moves the solid lets go of it.
  void let_go(const Solid& solid);
  // The solids with these ids that have a body now.
  template <typename Function>
  void for_each_held_body(Function&& function);

  // supervisor.cpp: the simulation
  void accept(const Request&, Answer&);
  void quit(const Request&, Answer&);
  void reset(const Request&, Answer&);
  void reset_physics(const Request&, Answer&);
  void restart_controller(const Request&, Answer&);
  void load_world(const Request&, Answer&);
  void save_world(const Request&, Answer&);
  void set_mode(const Request&, Answer&);
  void set_label(const Request&, Answer&);
  void track(const Request&, Answer&);
  void start_animation(const Request&, Answer&);
  void stop_animation(const Request&, Answer&);
  // supervisor_image.cpp: what the Viewpoint sees
  void export_image(const Request&, Answer&);
  void start_movie(const Request&, Answer&);
  void stop_movie(const Request&, Answer&);
  void get_movie_status(const Request&, Answer&);
  void set_visibility(const Request&, Answer&);
  void move_viewpoint(const Request&, Answer&);
  // That sees world and motion as they are now: an edit may have come since the last image.
  Renderer& renderer();
  void take_picture(int width, int height, std::span<std::uint8_t> bgra);
  // A file that a request names, which may be relative to the controller's folder.
  std::string file_of(const Request&) const;

  Node* node_of(int id) const;
  void warn(const Request& request, std::string_view text) const;
  // A text that was put into the field, which may name a file: once for each name.
  void warn_of_missing_file(const Request& request, const FieldPlace& place, const std::string& text);

  struct Tracked {
    std::uint32_t robot;  // node id
    lo_supervisor_request request;
    std::int64_t period_steps;
    std::int64_t next_step;
  };

  Supervised& simulation_;
  static constexpr int pause_mode = 0, fast_mode = 2;
  int mode_ = fast_mode;
  Labels labels_;
  std::vector<Tracked> tracked_;
  std::map<std::pair<std::uint32_t, std::string>, std::vector<SavedField>> saved_;
  std::vector<SavedField> initial_;  // by node id
  std::size_t initial_count_ = 0;    // of the start
  struct WaitingSet {
    std::uint32_t robot;
    lo_supervisor_request request;
    std::string text;
  };
  std::vector<WaitingSet> sets_;  // in the order in which they came
  SupervisorEdits edits_;
  std::vector<std::uint32_t> leaving_;  // nodes that go at the end of the step
  // What does not get going in the next step: bodies and motors that were there when that was asked.
  struct HeldMotor {
    std::uint32_t solid;  // above its joint
    std::uint32_t motor;
  };
  std::vector<std::uint32_t> held_bodies_;  // their solids
  std::vector<HeldMotor> held_motors_;
  const Recorder* animation_ = nullptr;  // that was started and not stopped; the simulation owns it
  std::shared_ptr<HiddenNodes> hidden_ = std::make_shared<HiddenNodes>();
  Viewpoint viewpoint_;
  std::set<std::string> missing_files_;  // that were reported
  std::unique_ptr<Movie> movie_;         // that is being recorded
  MovieStatus movie_status_ = MovieStatus::Ready;
};

}  // namespace lightsout
