// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/surroundings.h"

#include "engine/joints/weld.h"
#include "engine/robots/device.h"
#include "engine/robots/robot.h"
#include "engine/stage/hidden_nodes.h"
#include "engine/stage/stage.h"
#include "engine/stage/stage_options.h"

namespace lightsout {

World& Surroundings::world() { return stage_.world(); }
const World& Surroundings::world() const { return stage_.world(); }
Log& Surroundings::log() { return stage_.log(); }
std::uint64_t Surroundings::seed() const { return stage_.seed(); }
const WorldAxes& Surroundings::axes() const { return stage_.axes(); }
const Vector3d& Surroundings::gravity() const { return stage_.gravity(); }
SharedSettings& Surroundings::shared_settings() { return stage_.shared_settings(); }

std::span<const std::unique_ptr<Solid>> Surroundings::solids() { return stage_.solids(); }
Solid* Surroundings::solid_of(const Node& node) { return stage_.solid_of(node); }
Parts& Surroundings::parts() { return stage_.parts(); }
Paint& Surroundings::paint() { return stage_.paint(); }
dSpaceID Surroundings::ode_space() const { return stage_.ode_space(); }
Weld Surroundings::weld() { return Weld(stage_); }
void Surroundings::wake(Solid* solid) { Stage::wake(solid); }

const Node& Surroundings::robot_node() const { return robot_.node(); }
const std::string& Surroundings::robot_path() const { return robot_.path(); }
const Solid& Surroundings::robot_solid() const { return robot_.solid(); }
bool Surroundings::is_off() const { return robot_.is_off(); }
const Robot* Surroundings::passed_by_rays() const { return robot_.passed_by_rays(); }
bool Surroundings::has_battery() const { return robot_.battery() != nullptr; }
KinematicWheels* Surroundings::kinematic_wheels() { return robot_.kinematic_wheels(); }
std::span<const std::unique_ptr<Device>> Surroundings::devices() { return robot_.devices(); }

const HiddenNodes* Surroundings::hidden_from(const Node& eye) const {
  const HiddenNodes* hidden = stage_.options().hidden.get();
  return hidden && hidden->any_from(eye.id()) ? hidden : nullptr;
}

void Surroundings::send(std::uint32_t tag, std::uint16_t kind, std::span<const std::byte> payload) {
  robot_.send(std::uint16_t(tag), kind, payload);
}

BulkSpace* Surroundings::bulk_space() { return robot_.bulk_space(); }
void Surroundings::note_bulk(std::span<const std::byte> room) { robot_.note_bulk(room); }

}  // namespace lightsout
