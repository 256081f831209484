// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A robot: its devices, and the exchange with its controller.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "controllers/wire/device_kinds.h"
#include "engine/robots/components/battery.h"
#include "engine/robots/exchange/bulk_space.h"
#include "engine/robots/robot_input.h"
#include "engine/state/cache_lines.h"
#include "engine/state/sampling.h"
#include "world_format/nodes/node.h"

struct lo_block;
struct lo_device;
struct lo_message;
struct lo_robot_state;

namespace lightsout {

class Acting;
class Clock;
struct ControllerDescription;
class ControllerHost;
class ControllerLink;
class Device;
class Joint;
class KinematicWheels;
template <class T>
class ReadOnly;
class Robot;
class Solid;
class Stage;
class StateVisitor;
class Surroundings;
struct TurnEnd;
class Weld;
class WireLayout;

// Serves what the controllers of supervisors ask (engine/supervision).
class RequestServer {
 public:
  virtual ~RequestServer() = default;
  // One LO_MESSAGE_SUPERVISOR of a robot's controller.
  virtual void serve(Robot& robot, std::span<const std::byte> message) = 0;
  // What this robot (node id) has set so far and was kept until all have had their turn.
  virtual void apply_sets(std::uint32_t robot) = 0;
  // WbSimulationMode
  virtual int mode() const = 0;
};

class Robot {
 public:
  Robot(Node& node, Stage& stage);
  ~Robot();
  Robot(const Robot&) = delete;
  Robot& operator=(const Robot&) = delete;

  Node& node() { return *node_; }
  const Node& node() const { return *node_; }

  const std::string& name() const { return name_; }
  const std::string& path() const;
  Solid& solid() { return *solid_; }
  const Solid& solid() const { return *solid_; }
  Stage& stage() { return stage_; }
  const Stage& stage() const { return stage_; }
  Surroundings& surroundings() { return *surroundings_; }
  // nullptr if no energy is simulated.
  Battery* battery() { return battery_ ? &*battery_ : nullptr; }
  // Its battery is empty: motors are slack and sensors measure no more, until there is energy again.
  bool is_off() const { return off_; }
  // Its controller has had a turn since: it could read that there is nothing left.
  bool knows_that_it_is_off() const { return off_ && told_off_; }
  // nullptr unless it has no body and two wheels that drive it over the plane.
  KinematicWheels* kinematic_wheels() { return kinematic_wheels_.get(); }
  // Before each dWorldStep: the devices that act, then the wheels of a robot without a body. dt in s.
  void act(double dt);
  // Energy that was drawn during the step (a robot whose battery is empty loses its controller after its next turn),
  // keyboard, mouse and joystick, then the devices whose controller asked for readings, but for those that sense apart.
  void sense(const Clock& clock);
  // Those; beside other robots, on any thread. How many there are.
  void sense_apart(const Clock& clock);
  std::size_t sense_apart_count() const { return sensing_apart_.size(); }
  // As Device::apply, reset.
  bool apply(FieldIndex field);
  void reset();
  void write_to_tree(World& world);
  bool self_collision() const { return self_collision_; }
  // Whose boundingObjects the rays of its own sensors pass through: its own, or with selfCollision nobody's.
  const Robot* passed_by_rays() const { return self_collision_ ? nullptr : this; }
  std::span<const std::unique_ptr<Device>> devices() { return devices_; }
  ReadOnly<Device> devices() const;
  // nullptr if there is none of that name.
  Device* find_device(std::string_view name);
  const Device* find_device(std::string_view name) const { return const_cast<Robot*>(this)->find_device(name); }
  // The name of the first of that kind at the axis of the joint; nullptr if there is none.
  const std::string* name_of_device(lo_device_kind kind, const Joint& joint, int axis) const;
  // nullptr for the robot itself (tag 0) and tags out of range.
  Device* device_of_tag(std::uint32_t tag) { return tag < by_tag_.size() ? by_tag_[tag] : nullptr; }

  // Gives the devices their tags, in scene-tree order from 1: when all are known, and for each new controller.
  void number_devices();
  // The sampling of devices has changed otherwise than by commands: a state was loaded.
  void list_sensing();
  // The devices that act are known, and the wheels.
  void list_acting();
  // What act() touches.
  const CacheLines& acting_memory() const { return acting_memory_; }
  // What sense() touches.
  const CacheLines& sensing_memory() const { return sensing_memory_; }
  // What hand_turn() touches, and what wait_turn() does.
  const CacheLines& hand_memory() const { return hand_memory_; }
  const CacheLines& turn_memory() const { return turn_memory_; }

  // Lays out the block for a controller that is to be started. No controller: nothing happens.
  void open_controller(ControllerHost& host, const Clock& clock);
  // It was opened, or is to be resumed, and has not been started.
  bool waits_for_start() const { return waits_for_start_; }
  // As ControllerLink::prepare.
  std::expected<void, std::string> prepare_controller();
  void start_controller();
  bool has_controller() const { return link_ != nullptr; }
  // A controller was opened for it, even if there was none to start or it has ended.
  bool was_opened() const { return opened_; }
  // The controller waits for an answer that is due at this step, or has not ended its initialisation.
  // One that nobody has come to control is due all the same, unless the robot is without synchronization.
  bool is_due(const Clock& clock) const;
  // As the functions of ControllerLink.
  bool has_lost_controller() const;
  bool wait_a_moment();
  // Readings are out: gives the controller its turn, unless it still has it from its start.
  void hand_turn(const Clock& clock, const RequestServer& requests);
  // Waits for the turn's end, serves the messages and takes the commands. Steps of no duration are answered at once.
  // The result is a Step of some duration; Immediate (a Step of no duration too): the caller lets the scene follow the
  // edits, then calls answer() and waits again; or it tells how the controller ended (it is closed then).
  TurnEnd wait_turn(const Clock& clock, RequestServer& requests);
  void answer(const Clock& clock, const RequestServer& requests);
  // Tells the controller that it is over, without waiting for its end. `ends_process`: the process ends, too (see
  // ControllerLink::leave_memory).
  void begin_close(bool ends_process);
  // Ends the controller (see ControllerLink::terminate).
  void close_controller();

  // The controller and the devices' state of the robot that this one replaces after an edit. The controller is told of
  // devices that are new; those that went answer no more.
  void take_over(Robot& before);

  // After a reset: the controller of the same robot before it, with the devices in their initial state. Sensors stay
  // enabled, as the controller left them.
  void take_controller(Robot& before);
  // What these sensors measure before the first step.
  void sense_start(const Clock& clock);

  // Queues a message for the controller; it travels with the next turn.
  void send(std::uint16_t tag, std::uint16_t kind, std::span<const std::byte> payload);
  // Where images for the controller are written; nullptr: it has none.
  BulkSpace* bulk_space() { return link_ ? &bulk_space_ : nullptr; }
  // A room of it was written.
  void note_bulk(std::span<const std::byte> room);
  // Of all messages to and from the controller so far.
  std::uint64_t messages_hash() const { return messages_hash_; }

  void visit_state(StateVisitor& state);
  // What a snapshot needs beyond: where the exchange with the controller stands, and the devices' tags.
  void visit_exchange(StateVisitor& state);
  // After visit_exchange of a robot that had a controller: a new one, which the host brings to where that one stood.
  // It is to be started.
  void resume_controller(ControllerHost& host);

 private:
  friend class Device;
  friend class SceneBuilder;
  // Where everything lies in the block: offsets from its start.
  // Of the boxes of messages, bytes: address space, not memory, until somebody fills them.
  static constexpr std::uint32_t box_capacity = 4u << 20;
  struct Layout {
    std::uint32_t to_engine = 0, to_controller = 0;
    std::uint32_t devices = 0;  // their table
    std::uint32_t touched = 0;
    std::vector<std::uint32_t> states;  // of tag 0, 1, ...
    std::uint32_t arrays = 0, arrays_end = 0;
    std::uint32_t size = 0;
    std::uint32_t crash() const { return to_controller + box_capacity; }
  };
  // What the controller reads of its robot as text: written into the block once.
  struct Texts {
    std::string name, model, custom_data, controller, arguments, world_path, project_path, remote_control;
    std::size_t size() const;
  };
  // What a controller before enabled.
  void disable_all();
  Texts texts_of(const ControllerDescription& description) const;
  void lay_out(const Texts& texts);
  // Finds in the block what the layout says of it.
  void attach(lo_block* block);
  void give_turn(const Clock& clock, const RequestServer& requests, int answer);
  void read_commands(const Clock& clock);
  void list_turn_memory();
  // The readings that are due.
  void take_samples(const Clock& clock);
  // Moves the records of the controller's box to their devices; false if they are damaged.
  bool receive_messages(const Clock& clock, RequestServer& requests);
  // What it has said and, `with_commands`, set; what was wrong with it, "" if nothing.
  std::string take_turn(bool with_commands, const Clock& clock, RequestServer& requests);
  // For messages_hash(); does nothing where no hashes are kept.
  void note_message(const lo_message& header, std::span<const std::byte> payload);
  void serve(const lo_message& message, const Clock& clock, RequestServer& requests);
  // A message for the robot itself; false: it is none that a robot knows.
  bool serve_own(std::uint16_t kind, std::span<const std::byte> payload, const Clock& clock);
  // Of an extern controller: into the log, as what those print that are started here.
  void tell_prints(std::span<const std::byte> payload);
  // Holds it where it stands, or lets it go.
  void pin(bool on);
  void take_pin(Robot& before);
  ControllerDescription describe_controller() const;
  std::string find_remote_control() const;
  void take_link(Robot& before);
  void tell_texts();
  // The controller has not its turn: it learns what the world says of the robot and its devices, where that may have
  // changed.
  void tell_controller();
  // Robot and devices stand for others, or the block is another.
  void tell_all_later();
  void tell_names(const Device& device);
  // The device of the robot before the reset that this one stands for; nullptr: it is new.
  static Device* device_before(const Device& device, Robot& before);

  // What a step looks at comes first, side by side.
  Node* node_;
  Stage& stage_;
  const std::unique_ptr<Surroundings> surroundings_;
  Solid* solid_ = nullptr;
  std::unique_ptr<KinematicWheels> kinematic_wheels_;
  std::unique_ptr<ControllerLink> link_;
  lo_block* block_ = nullptr;
  lo_robot_state* state_ = nullptr;
  std::int64_t due_step_ = 0;
  std::span<std::uint32_t> touched_;           // of the block; read_commands tells
  std::vector<std::uint32_t> touched_before_;  // bits as in touched_: whose commands are in turn_memory_
  std::vector<Device*> by_tag_;                // 0: the robot itself, nullptr
  std::vector<Device*> sensing_;               // senses() is true, senses_apart() is not
  std::vector<Device*> sensing_apart_;         // both are
  std::vector<Acting*> acting_;
  CacheLines acting_memory_, sensing_memory_, hand_memory_, turn_memory_;
  std::vector<std::byte> incoming_;  // bytes of records not yet whole
  std::vector<std::byte> outgoing_;  // records not yet in the box
  std::uint64_t messages_hash_ = 0;
  bool self_collision_;
  bool off_ = false;
  bool told_off_ = false;  // at the last turn it was off
  bool opened_ = false;
  bool waits_for_start_ = false;
  bool controller_has_turn_ = false;
  bool waits_for_comers_ = true;       // the field synchronization
  bool has_to_tell_ = false;           // one of the devices, or the robot itself
  bool reads_all_ = true;              // devices, at the next commands: the link or the devices are new
  std::uint32_t battery_enables_ = 0;  // that were read
  Sampling battery_sampling_;
  Layout layout_;  // of the controller's block, whatever that says of itself
  BulkSpace bulk_space_;
  std::optional<Battery> battery_;
  double cpu_power_ = 0;  // W
  RobotInput input_;

  std::string name_;
  std::vector<std::unique_ptr<Device>> devices_;
  std::string model_, custom_data_;  // as the controller knows them
  bool pinned_ = false;
  std::unique_ptr<Weld> pin_;

  // Room in the block for devices that come while the controller runs, and which devices have a place in it, by tag:
  // one that comes again has the place that it had.
  struct Place {
    std::string name, model;  // as the controller knows them
    lo_device_kind kind;
    std::uint32_t arrays = 0, arrays_end = 0;  // of its own
  };
  std::vector<Place> places_;
  std::uint32_t spare_ = 0, spare_end_ = 0;
  // Gives the devices without a tag a place, and tells the controller.
  void place_new_devices();
  bool find_place(Device& device);
  static const std::string& model_of(const Device& device);
  // Of the device's texts and array in the block.
  static std::size_t array_bytes(Device& device);
  void fill_entry(Device& device, const std::string& model, WireLayout& arrays);
  // That the block's table has room for.
  std::size_t entries() const;
};

// In scene-tree order.
std::vector<Robot*> robots_of(Stage& stage);
std::vector<const Robot*> robots_of(const Stage& stage);

}  // namespace lightsout
