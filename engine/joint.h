// The live counterpart of a joint node: its ODE joint where there are bodies, its kinematic motion where there are none.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <ode/ode.h>

#include "engine/object.h"
#include "engine/pose.h"

namespace lightsout {

class Solid;
class Robot;
class Motor;

// One degree of freedom. Position in rad or m, 0 in the pose of the file less the file's own `position`.
struct JointAxis {
  bool linear = false;
  double position = 0;
  double velocity = 0;
  Motor* motor = nullptr;  // the device that drives it
};

class Joint : public Object {
 public:
  using Object::Object;

  Solid* parent() const { return parent_; }       // nullptr: the static environment
  Solid* end_point() const { return end_point_; }  // nullptr: an empty endPoint
  Robot* robot() const { return robot_; }
  const std::string& path() const { return path_; }
  virtual std::span<JointAxis> axes() = 0;
  std::span<const JointAxis> axes() const { return const_cast<Joint*>(this)->axes(); }
  // nullptr where neither side has a body: the joint then moves the endpoint's pose.
  dJointID ode_joint() const { return ode_joint_; }

 protected:
  friend class SceneBuilder;
  Solid* parent_ = nullptr;
  Solid* end_point_ = nullptr;
  Robot* robot_ = nullptr;
  std::string path_;
  dJointID ode_joint_ = nullptr;
};

}  // namespace lightsout
