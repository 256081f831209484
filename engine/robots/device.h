// A device of a robot: commands come in from the controller's block, readings go out into it. One file per kind in
// devices/, known by one line in devices.def.
#pragma once

#include <memory>
#include <string>

#include "controllers/wire/block.h"
#include "controllers/wire/sensor.h"
#include "engine/bodies/object.h"
#include "engine/state/sampling.h"
#include "world_format/diagnostic.h"

namespace lightsout {

class CacheLines;
class Joint;
class LookupTable;
class Robot;
class Stage;
class Solid;
class WireLayout;

// Where a device sits, for its constructor.
struct DeviceSetup {
  Node& node;
  Robot& robot;
  Stage& stage;
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

class Device : public Object {
 public:
  explicit Device(const DeviceSetup& setup);
  // A device that is not a node of its own.
  Device(const DeviceSetup& setup, std::string name);

  const std::string& name() const { return place_->name; }
  // Robot path and name, "ROBOT.left wheel motor": names noise streams and log lines.
  const std::string& path() const { return place_->path; }
  Robot& robot() const { return robot_; }
  Stage& stage() const;
  Solid* solid() const { return solid_; }
  Joint* joint() const { return place_->joint; }
  int axis() const { return place_->axis; }
  // Index in the controller's device table; 0 is the robot.
  std::uint32_t tag() const { return place_->tag; }

  virtual lo_device_kind kind() const = 0;
  // Size of the device's struct in wire/<device>.h.
  virtual std::size_t state_size() const = 0;
  // Bytes of arrays (lookup tables) beyond the struct; each array takes a multiple of 8 and a string one more for its
  // NUL.
  virtual std::size_t array_size() const { return 0; }
  // Its solid, if it has Physics, is a body of its own, which the device holds to the body above by a joint.
  virtual bool holds_its_body() const { return false; }
  // It looks at Contacts::points(), which are kept for whoever does.
  virtual bool reads_contacts() const { return false; }
  // All devices of the robot are known and numbered, its joints are made.
  virtual void connect(Diagnostics&) {}
  // Electrical power that it drew during the last step, in W.
  virtual double power() const { return 0; }
  // Writes the configuration into the zeroed struct; arrays are taken from the layout.
  virtual void configure(WireLayout&) {}
  // After a reset the controller has this object in the place of another: writes into the block what the node says and
  // the controller had changed.
  virtual void retell() {}
  // After an edit the same, but what the controller has written since stays: tells it what `before`, the object for the
  // same node until then, was configured with and this is no more.
  virtual void tell_changes(const Device& /*before*/) {}
  // The controller gave its turn back, in which it wrote commands: take them. `clock` shows the time before the step.
  virtual void read_commands(const Clock&) {}
  // Its robot was reset: what it is to tell next it tells at once.
  virtual void end_period() {}
  // Whether there is anything for sense() to do until the next commands.
  virtual bool senses() const { return false; }
  // After the step, in scene-tree order, when the clock already shows the time reached.
  virtual void sense(const Clock&) {}
  // What sense() touches, about.
  virtual void list_memory(CacheLines& lines) const;
  // The battery of its robot has run empty.
  virtual void lose_power() {}
  // A message of the controller for this device (wire/message.h), before read_commands of the same turn.
  virtual void receive(std::uint16_t /*kind*/, std::span<const std::byte> /*payload*/) {}

 protected:
  // The device's struct in the block, nullptr for a robot without a controller.
  template <class T>
  T* state() const {
    return static_cast<T*>(state_);
  }
  // Tells the controller that what waits in the device's queue or sounds is gone.
  void tell_reset();
  // Tells it what its lookup table or list of channels is now: the array in the block stays as it was configured.
  void tell_array(std::span<const std::byte> array);
  // Tag of the device of that kind at the same axis of the same joint: motors, brakes and position sensors know each
  // other by it. 0 if there is none.
  std::uint32_t tag_beside(lo_device_kind kind) const;
  // A field that the node's own type declares, not one of its base types: what a device's apply() can take over in
  // place.
  bool is_own_field(FieldIndex field) const;

 private:
  friend class Robot;
  struct Place {
    std::string name, path;
    Joint* joint;
    int axis;
    std::uint32_t tag = 0;
  };
  // What a step looks at is side by side, and no more with it than must be.
  Robot& robot_;
  Solid* solid_;
  void* state_ = nullptr;
  std::unique_ptr<Place> place_;
};

// A sensor that is enabled with a period. Its wire struct begins with lo_sensor_state. The first value comes one period
// after enabling; a period below the basic step acts as the basic step; period 0 disables and the last value stays.
// When its robot is reset the period is over.
class SampledDevice : public Device {
 public:
  using Device::Device;
  std::size_t array_size() const override;
  // Values are NaN until the first sample. Whoever overrides it calls it.
  void configure(WireLayout&) override;
  void retell() override;
  void tell_changes(const Device& before) override;
  void read_commands(const Clock& clock) override;
  // Whoever overrides it calls it.
  void end_period() override { sampling_.end_period(); }
  bool senses() const final { return sampling_.period_steps() > 0; }
  void sense(const Clock& clock) final;
  void visit_state(StateVisitor& state) override;

 protected:
  // Called when a sample is due: write the reading into sensor().values.
  virtual void measure(const Clock& clock) = 0;
  virtual void on_enable(const Clock&) {}
  // nullptr if its type has none.
  virtual const LookupTable* table() const { return nullptr; }
  // The controller knows this table: tells it if there is another now. After an edit of any field: a list may have been
  // edited with it, for which the scene is built anew.
  void tell_table(const LookupTable& known);
  lo_sensor_state* sensor() const { return state<lo_sensor_state>(); }
  std::int64_t period_steps() const { return sampling_.period_steps(); }

 private:
  std::uint32_t enables_ = 0;  // that were read
  Sampling sampling_;
};

// Hands out the array space of a block while devices configure themselves.
class WireLayout {
 public:
  WireLayout(lo_block* block, std::uint32_t begin, std::uint32_t end) : block_(block), next_(begin), end_(end) {}
  lo_array doubles(std::span<const double> values);
  // The same, counted in rows of three: a lookup table.
  lo_array rows(std::span<const double> values);
  lo_array tags(std::span<const std::uint32_t> values);
  lo_string string(std::string_view text);

 private:
  lo_array put(const void* data, std::size_t count, std::size_t element_size);
  lo_block* block_;
  std::uint32_t next_;
  std::uint32_t end_;
};

// nullptr for a node type that is no device (or one that devices.def does not list yet).
std::unique_ptr<Device> make_device(const DeviceSetup& setup);

}  // namespace lightsout
