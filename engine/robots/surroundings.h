// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a device is given of the world and of its robot: no device knows the stage or the robot otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/stage/mount.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class BulkSpace;
class Device;
class HiddenNodes;
class KinematicWheels;
class Log;
class Paint;
class Parts;
class Robot;
class Solid;
class Stage;
class Weld;
struct WorldAxes;

class Surroundings {
 public:
  Surroundings(Stage& stage, Robot& robot) : stage_(stage), robot_(robot) {}
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

  World& world();
  const World& world() const;
  Log& log();
  std::uint64_t seed() const;
  const WorldAxes& axes() const;
  const Vector3d& gravity() const;  // m/s^2, world axes
  SharedSettings& shared_settings();

  // In scene-tree order, a parent before its children.
  std::span<const std::unique_ptr<Solid>> solids();
  // nullptr if no solid stands for it.
  Solid* solid_of(const Node& node);
  // What of the scene is there only where something needs it.
  Parts& parts();
  Paint& paint();
  // All that can be touched.
  dSpaceID ode_space() const;
  // A joint for the device to hold on by.
  Weld weld();
  // world_from_solid, for who asks all the time.
  Pose pose(Mount& mount, const Solid& solid) { return mount.pose(stage_, solid); }
  Mount::Axis x_axis(Mount& mount, const Solid& solid) { return mount.x_axis(stage_, solid); }

  // What supervisors have hidden from what this node sees; nullptr: nothing.
  const HiddenNodes* hidden_from(const Node& eye) const;

  // Stage::wake
  static void wake(Solid* solid);

  // Whose device it is, for who tells robots apart.
  const Robot& robot() const { return robot_; }
  const Node& robot_node() const;
  const std::string& robot_path() const;
  const Solid& robot_solid() const;
  // Robot::is_off
  bool is_off() const;
  // Robot::passed_by_rays
  const Robot* passed_by_rays() const;
  bool has_battery() const;
  // nullptr unless the robot has no body and two wheels that drive it over the plane.
  KinematicWheels* kinematic_wheels();
  // Of the robot, in scene-tree order.
  std::span<const std::unique_ptr<Device>> devices();
  // A message to the controller (wire/message.h).
  void send(std::uint32_t tag, std::uint16_t kind, std::span<const std::byte> payload);
  // Robot::bulk_space
  BulkSpace* bulk_space();
  // Robot::note_bulk
  void note_bulk(std::span<const std::byte> room);

 private:
  friend class Device;
  Stage& stage_;
  Robot& robot_;
};

}  // namespace lightsout
