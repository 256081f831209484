// Contact joints from ContactProperties: the near callback, the pairs that never touch, the deepest contacts kept.
#pragma once

#include <string>
#include <vector>

#include <ode/ode.h>

#include "engine/pose.h"

namespace lightsout {

class Hooks;
class Scene;
struct Shape;

// A contact of the last collision pass, for touch sensors, supervisors and reports.
struct ContactPoint {
  const Shape* first;
  const Shape* second;
  Vector3d position;  // world axes, m
  Vector3d normal;    // world axes, into `first`
  double depth;       // m
};

class Contacts {
 public:
  explicit Contacts(Scene& scene);
  ~Contacts();

  // Index of a contactMaterial name for Shape::material.
  int material(const std::string& name);
  // Empties the group and fills it for the next step.
  void find(Hooks& hooks);
  std::span<const ContactPoint> points() const { return points_; }
  // Emptied after every dWorldStep; plugins add theirs to it.
  dJointGroupID group() const { return group_; }

 private:
  Scene& scene_;
  dJointGroupID group_ = nullptr;
  std::vector<ContactPoint> points_;
};

}  // namespace lightsout
