// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The release for which a world was written: what its controllers expect to be told, where the upgrade of the tree
// (world_format/upgrade/upgrade.h) cannot say it. Who tells controllers what was another thing once asks here. Sources:
// the change logs of Webots, whose versions are beside the answers.
#pragma once

#include <string_view>

#include "engine/state/pose.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class Release {
 public:
  explicit Release(const World& world);
  bool is_before(std::string_view version) const;

  // 7.2.1: the noise of lookup tables was uniform, and its number the most that a reading can be off.
  bool noise_is_uniform() const { return is_before("V7.2.1"); }
  // 7.1.1: infra-red rays met boundingObjects, and sonar rays counted at any angle.
  bool rays_meet_bounding_objects() const { return is_before("V7.1.1"); }
  // 7.2.4: the yaw of an InertialUnit was the opposite.
  bool yaw_is_opposite() const { return is_before("V7.2.4"); }
  // R2018a: a Camera could measure distances, with the functions of a Camera.
  bool range_finders_are_cameras() const { return is_before("R2018a"); }
  // R2020a: a reset started the controllers anew.
  bool reset_restarts_controllers() const { return is_before("R2020a"); }
  // R2025a (R2024a of its nightly builds): the image of a rotating Lidar began in front, not behind.
  bool turning_images_begin_in_front() const { return is_before("R2024a"); }
  // R2022a: the first of several rays of a DistanceSensor looked up along y, not z. Of a node that was written so.
  bool rays_spread_about_y(const Node& node) const { return is_before("R2022a") && is_written_before(node, "R2022a"); }
  // R2022a: the rows of an ElevationGrid went along z, not y, which is the other way round.
  bool rows_are_reversed(const Node& grid) const { return is_before("R2022a") && is_written_before(grid, "R2022a"); }
  // R2022a: the friction directions of a Plane and of the ends of a Cylinder were along z, which is -y.
  bool friction_is_along_y(const Node& geometry) const {
    return is_before("R2022a") && is_written_before(geometry, "R2022a");
  }
  // R2021b: parts of a robot that several joints with one anchor part collided with one another too.
  bool chains_of_one_anchor_touch() const { return is_before("R2021b"); }
  // R2021a: ranges were within minRange and maxRange, where there is nothing too.
  bool ranges_are_finite() const { return is_before("R2021a"); }
  // R2020b: angles of inertial units were those against north, up, and north x up, whichever these were.
  bool units_go_by_north_and_up() const { return is_before("R2020b"); }
  // 8.5.0: a sensor had its first value with the step after it was enabled, whatever its period.
  bool first_sample_is_at_once() const { return is_before("V8.5"); }
  // 8.0: a solid that a supervisor puts elsewhere stopped.
  bool placing_stops() const { return is_before("V8.0"); }

  // R2022a turned the frames of devices. then_from_now of a node: the upgrade has turned a device of an old file, and
  // the library's robots have their bodies turned in old worlds (their parameter bodyRotation), with the devices in
  // them.
  Rotation turn_of(const Node& node) const;
  bool has_turned(const Node& node) const { return turn_of(node).angle != 0; }
  // then_from_now of the frame in which a node gives its pose, or parameters of a joint their axis: that of the turned
  // device in which it stands.
  Rotation turn_around(const Node& node) const;
  // The same as a matrix without rounding: of quarter turns.
  Matrix3d then_from_now(const Node& node) const;

 private:
  // By the header of its file; none of the library.
  bool is_written_before(const Node& node, std::string_view version) const;

  int number_;
};

}  // namespace lightsout
