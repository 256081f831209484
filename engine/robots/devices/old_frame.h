// R2022a turned the frames of devices. In worlds of before, the node was turned (world_format/upgrade_axes.cpp), but
// their controllers know readings in the frame that it had.
#pragma once

#include "engine/stage/stage.h"
#include "engine/state/pose.h"
#include "world_format/version.h"

namespace lightsout {

inline bool has_old_frames(const Stage& stage) {
  return version_number(stage.world().version) < version_number("R2022a");
}

// The sensors of the library's own robots stand in them as published controllers read them, in worlds of every release.
inline bool is_of_library(const Node& node) {
  return node.span().source && node.span().source->name().starts_with("library:");
}

// A vector of an Emitter, Receiver, Connector or TouchSensor: what was z is x, what was x is y, what was y is z.
inline Vector3d in_old_frame(const Vector3d& v) { return {v.y(), v.z(), v.x()}; }

}  // namespace lightsout
