// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The release for which a world was written: what its controllers expect to be told, where the upgrade of the tree
// (world_format/upgrade.h) cannot say it. Who tells controllers what was another thing once asks here. Sources: the
// change logs of Webots, whose versions are beside the answers.
#pragma once

#include <string_view>

#include "engine/state/pose.h"
#include "world_format/node.h"

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
  // 8.0: a solid that a supervisor puts elsewhere stopped.
  bool placing_stops() const { return is_before("V8.0"); }

  // R2022a turned the frames of devices. then_from_now of a node: the upgrade has turned a device of an old file, and
  // the library's robots have their bodies turned in old worlds (their parameter bodyRotation), with the devices in
  // them.
  Rotation turn_of(const Node& node) const;
  bool has_turned(const Node& node) const { return turn_of(node).angle != 0; }
  // The same as a matrix without rounding: of quarter turns.
  Matrix3d then_from_now(const Node& node) const;

 private:
  int number_;
};

}  // namespace lightsout
