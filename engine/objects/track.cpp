#include "engine/objects/track.h"

#include "engine/solid.h"

namespace lightsout {

Vector3d Track::surface_velocity(const Vector3d& normal) const {
  const Vector3d along = parent_->pose().rotation.col(1).cross(normal);
  const double length = along.norm();
  if (length < 1e-6) return Vector3d::Zero();  // a flank of the belt
  return Joint::axes()[0].velocity / length * along;
}

std::unique_ptr<Joint> make_track(const JointSetup& setup) { return std::make_unique<Track>(setup); }

}  // namespace lightsout
