// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A device of a robot: commands come in from the controller's block, readings go out into it. One file per kind in
// devices/, known by one line in devices.def.
//
// All devices live alike, and the robot leads them through it. A kind of device says what, never when:
//   tell         all that the world says of it, into its wire struct: its node's fields, what it obeys, its neighbours
//   array        the same of any length, beside the struct: a lookup table, a list of channels
//   take         what the controller asks of it
//   measure      its reading, when a sampling period is over
//   follow       a field of its node was edited
//   forget       a state of its node was loaded
//   visit_state  what steps and commands change in it
// The controller learns of it whenever that may be another: it starts, or starts again; the node was edited, in place
// or so that another object stands for it; the world was reset; a state or a snapshot was loaded. The struct is written
// when the controller is given its turn, never while it has it; an array goes at once, as a message, where it is not
// the one that the controller has. So whoever changes what tell() says, otherwise than by a command, calls
// tell_later(); and tell() may come at any time and again: it writes what follows from node, state and neighbours,
// leaves readings alone, and leaves a command that waits to be taken (its bit in `changed` is set).
//
// Data in bulk (an image, a cloud of points) is a reading: a region of memory beside the block, of the size that the
// fields in tell() say, filled by measure(). It is no part of visit_state, which the poses, the fields and the noise
// that it is made of already are: after a restore or a rebuild it is measured again when it is due. It is to be opened
// where blank() is called, with the place in the block, and go with the device in take_place_of(), so that it outlives
// edits and resets as the struct does; where its size is another after an edit, tell() is where both sides learn of it.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "controllers/wire/device_kinds.h"
#include "engine/robots/surroundings.h"

struct lo_array;

namespace lightsout {

class CacheLines;
class Clock;
class Diagnostics;
class Joint;
enum class LogLevel : std::uint8_t;
class Solid;
class StateVisitor;
class WireLayout;

// Where a device sits, for its constructor.
struct DeviceSetup {
  Node& node;
  Surroundings& surroundings;
  Solid* solid;  // the device itself if it is a Solid (sensors with a pose), else the solid that holds its joint
  Joint* joint;  // of Motor, PositionSensor, Brake; else nullptr
  int axis;      // of that joint: 0, or 1 and 2 for the second and third device lists
};

// What a device does before each dWorldStep: forces, what leaves it. Devices that are none are not asked.
class Acting {
 public:
  virtual void act(double dt) = 0;  // dt in s

 protected:
  ~Acting() = default;
};

// What a device does at the end of each step, before any sensor measures: it takes hold of what it touches.
class Gripping {
 public:
  virtual void grip() = 0;

 protected:
  ~Gripping() = default;
};

// What its controller reads of a sensor, as it stands in the block.
struct Reading {
  std::uint32_t count = 0;           // how many samples were taken so far; 0: none
  std::span<const double> values{};  // what each is, reading_fields() says
  std::span<const float> ranges{};   // m, of lidars and range finders; valid until the controller's next turn
};

class Device {
 public:
  explicit Device(const DeviceSetup& setup);
  // A device that is not a node of its own.
  Device(const DeviceSetup& setup, std::string name);
  virtual ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  Node& node() { return *node_; }
  const Node& node() const { return *node_; }

  const std::string& name() const { return place_->name; }
  // Robot path and name, "ROBOT.left wheel motor": names noise streams and log lines.
  const std::string& path() const { return place_->path; }
  Solid* solid() { return solid_; }
  const Solid* solid() const { return solid_; }
  // world_from_solid, as the last step left it; and how solid() moves: its origin, world axes, m/s and rad/s.
  Pose pose() const;
  Vector3d linear_velocity() const;
  Vector3d angular_velocity() const;
  // A body moves solid(). What has none stands still for sensors of motion.
  bool has_body() const;
  Joint* joint() { return place_->joint; }
  const Joint* joint() const { return place_->joint; }
  int axis() const { return place_->axis; }
  // Index in the controller's device table; 0 is the robot.
  std::uint32_t tag() const { return place_->tag; }

  virtual lo_device_kind kind() const = 0;
  // Size of the device's struct in wire/<device>.h.
  virtual std::size_t state_size() const = 0;
  // Its solid, if it has Physics, is a body of its own, which the device holds to the body above by a joint.
  virtual bool holds_its_body() const { return false; }
  // It looks at Contacts::points(), which are kept for whoever does.
  virtual bool reads_contacts() const { return false; }
  // Itself where it derives from one of them.
  virtual Acting* acting() { return nullptr; }
  virtual Gripping* gripping() { return nullptr; }
  // All devices of the robot are known and numbered, its joints are made.
  virtual void connect(Diagnostics&) {}
  // Electrical power that it drew during the last step, in W.
  virtual double power() const { return 0; }
  // The battery of its robot has run empty.
  virtual void lose_power() {}
  // Its robot was reset: what it is to measure next it measures at once.
  virtual void end_period() {}
  // Its controller is a new one, which has enabled nothing yet. What a motor, a pen or a lamp was told holds on.
  virtual void disable() {}
  // Whether there is anything for sense() to do until the next commands.
  virtual bool senses() const { return false; }
  // sense() touches nothing but the device's own, its struct and what stands still until all have sensed, and writes
  // into no log: it may be called while devices of other robots sense, on any thread.
  virtual bool senses_apart() const { return false; }
  // After the step, in scene-tree order, when the clock already shows the time reached.
  virtual void sense(const Clock&) {}
  // Empty where it has none, or no controller.
  virtual Reading reading() const { return {}; }
  // What sense() touches, about.
  virtual void list_memory(CacheLines& lines) const;
  // A message of the controller for this device (wire/message.h), before take() of the same turn.
  virtual void receive(std::uint16_t /*kind*/, std::span<const std::byte> /*payload*/) {}

  // A field of the node was edited. True: taken over in place; false: the scene is to be built anew.
  bool apply(FieldIndex field);
  // A saved state of its node is loaded: it forgets what it was told and what it keeps for later.
  void reset();
  // All that a step changes of it: one list for hashing, saving, loading and taking over.
  virtual void visit_state(StateVisitor&) {}

 protected:
  // What it says of any length; `element` in bytes.
  struct Array {
    std::span<const std::byte> bytes;
    std::size_t element = 1;
  };
  virtual Array array() { return {}; }
  // True: the edit is taken in; false: the scene is to be built anew.
  virtual bool follow(FieldIndex field) { return is_own_field(field); }
  // What it was told and what it keeps for later goes.
  virtual void forget() {}
  // It stands for the node of `before`, which an edit has replaced: its state is what that one's was.
  virtual void go_on_from(Device& before);

  // The device's struct in the block, nullptr for a robot without a controller.
  template <class T>
  T* state() const {
    return static_cast<T*>(state_);
  }
  Surroundings& surroundings() { return surroundings_; }
  const Surroundings& surroundings() const { return surroundings_; }
  void log(LogLevel level, std::string_view text);
  void send(std::uint16_t kind, std::span<const std::byte> payload);
  // What tell() or array() says is another.
  void tell_later();
  // What the library holds back for the device, or keeps for its controller, is gone.
  void clear_queues();

  // A setting that the controller changes stands in a field of its node.
  void keep(std::string_view field, Value value) { keep(node(), field, std::move(value)); }
  void keep(Node& of, std::string_view field, Value value);
  // Such a field as state; `value` is what the device has of it.
  template <class T, class Visitor>
  void visit_kept(Visitor& visitor, std::string_view label, std::string_view field, T& value) {
    visit_kept(visitor, label, node(), field, value);
  }
  template <class T, class Visitor>
  void visit_kept(Visitor& visitor, std::string_view label, Node& of, std::string_view field, T& value) {
    if (!visitor.is_loading()) value = of.get<T>(field);
    visitor.field(label, value);
    if (visitor.is_loading()) keep(of, field, value);
  }

  // Tag of the device of that kind at the same axis of the same joint: motors, brakes and position sensors know each
  // other by it. 0 if there is none.
  std::uint32_t tag_beside(lo_device_kind kind);
  // A field that the node's own type declares, not one of its base types: what follow() can take in in place.
  bool is_own_field(FieldIndex field) const;

  // Of the struct, whatever its type: Wired leads them to tell(), take() and blank().
  virtual void tell_state() {}
  virtual void take_state(const Clock&) {}
  virtual void blank_state() {}
  // Where the struct says where array() lies; nullptr if it has none.
  virtual lo_array* array_in_state() { return nullptr; }

 private:
  friend class Robot;
  struct Place {
    std::string name, path;
    Joint* joint;
    int axis;
    std::uint32_t tag = 0;
    bool has_to_tell = false;
    std::uint64_t known_array = 0;  // digest of the array that the controller has
  };
  // It has a place in the block, zeroed.
  void open(WireLayout& layout);
  // Writes what it says, if that may be another; the controller has not its turn.
  void tell_controller();
  // The controller gave its turn back, in which it wrote commands. `clock` shows the time before the step.
  void take_commands(const Clock& clock);
  // In the controller's eyes it is that device.
  void take_place_of(Device& before);
  std::uint64_t digest_of_array();

  // What a step looks at is side by side, and no more with it than must be.
  Node* node_;
  Surroundings& surroundings_;
  Solid* solid_;
  void* state_ = nullptr;
  std::unique_ptr<Place> place_;
};

// A device whose struct in wire/<device>.h is State.
template <class State, lo_device_kind device_kind, class Base = Device>
class Wired : public Base {
 public:
  using Base::Base;
  lo_device_kind kind() const final { return device_kind; }
  std::size_t state_size() const final { return sizeof(State); }

 protected:
  virtual void tell(State&) {}
  virtual void take(State&, const Clock&) {}
  // It was just placed: what its readings are before the first.
  virtual void blank(State&) {}
  // Where the struct says where array() lies.
  virtual lo_array* array_in(State&) { return Base::array_in_state(); }
  State* wire() { return this->template state<State>(); }

 private:
  void tell_state() final { tell(*wire()); }
  void take_state(const Clock& clock) final {
    Base::take_state(clock);
    take(*wire(), clock);
  }
  void blank_state() final {
    Base::blank_state();
    blank(*wire());
  }
  lo_array* array_in_state() final { return array_in(*wire()); }
};

// nullptr for a node type that is no device (or one that devices.def does not list yet).
std::unique_ptr<Device> make_device(const DeviceSetup& setup);

}  // namespace lightsout
