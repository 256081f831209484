// A robot: its devices, and the exchange with its controller.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/controller_link.h"
#include "engine/device.h"
#include "engine/object.h"

namespace lightsout {

class Scene;
class Solid;

class Robot : public Object {
 public:
  Robot(Node& node, Scene& scene);
  ~Robot() override;

  const std::string& name() const { return name_; }
  const std::string& path() const;
  Solid& solid() const { return *solid_; }
  Scene& scene() const { return scene_; }
  std::span<const std::unique_ptr<Device>> devices() const { return devices_; }
  // nullptr if there is none of that name.
  Device* find_device(std::string_view name) const;

  // Lays out the block and starts the controller. No controller: nothing happens.
  void open_controller(ControllerHost& host, const Clock& clock);
  // The controller's answer is due at this step.
  bool is_due(const Clock& clock) const { return link_ && clock.step() >= due_step_; }
  // Readings out, turn over.
  void hand_turn(const Clock& clock);
  // Waits for the turn's end and takes the commands; `end` tells of a step request or how the controller ended.
  TurnEnd wait_turn(const Clock& clock);
  bool has_controller() const { return link_ != nullptr; }
  // Ends the controller (see ControllerLink::terminate).
  void close_controller();

  void hash(StateHash& hash) const override;

 private:
  friend class SceneBuilder;
  Scene& scene_;
  Solid* solid_ = nullptr;
  std::string name_;
  std::vector<std::unique_ptr<Device>> devices_;
  std::unique_ptr<ControllerLink> link_;
  lo_robot_state* state_ = nullptr;
  std::int64_t due_step_ = 0;
};

}  // namespace lightsout
