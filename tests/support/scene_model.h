// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a world must look like by what was done to it: poses, joint positions and velocities of the nodes that a test's
// world has, in a few lines of rigid-body geometry that share nothing with the engine. There is no gravity, nothing
// touches, and all bodies that joints connect move with one velocity: between two edits everything goes straight on.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/state/pose.h"

namespace lightsout {

class SceneModel {
 public:
  // The endPoint of a joint with one axis; anchor and axis in the parent's frame.
  struct Hinge {
    Vector3d axis, anchor;
    bool slides = false;
    double position = 0;
    Pose zero;                  // parent_from_solid at position 0
    std::optional<Pose> frame;  // world_from_parent of a body that hangs in the environment
  };
  struct Part {
    std::string def, parent;  // "": the world
    bool is_solid = true;
    bool has_physics = false;
    bool is_held = false;  // by a device: a body of its own without a joint node
    Pose local;            // parent_from_part; of a body as it stood when it came
    std::optional<Hinge> hinge;
    // Of a solid that has a body of its own:
    bool has_body = false;
    bool hangs = false;  // in the environment
    Pose world;
    Vector3d velocity = Vector3d::Zero();  // m/s: of a body in world axes, of another in the parent's
    Vector3d force = Vector3d::Zero();     // N, in the next step
    double mass = 1;
    std::string copy_of;  // USE
  };

  // A part with `local`; the rest follows from where it stands. Its joint's position is `hinge->position`.
  void add(Part part);
  void remove(const std::string& def);
  bool has(const std::string& def) const { return parts_.contains(def); }
  const Part& at(const std::string& def) const { return parts_.at(def); }
  // In the order in which they came.
  std::vector<std::string> defs() const { return order_; }
  // The part and all below it, each after what it stands in.
  std::vector<std::string> below(const std::string& def) const;

  Pose world(const std::string& def) const;
  Pose local(const std::string& def) const;  // in what it stands in, as fields have it

  // Fields; USE copies follow.
  void set_translation(const std::string& def, const Vector3d& value);
  void set_rotation(const std::string& def, const Matrix3d& value);
  void put(const std::string& def, const Pose& local);
  void set_joint(const std::string& def, double position);
  // Of a part below which nothing has Physics or a joint. It stays where it is; as a body it moves with `velocity`.
  void set_physics(const std::string& def, bool has_physics, double mass, const Vector3d& velocity);
  void set_velocity(const std::string& def, const Vector3d& v) { parts_.at(def).velocity = v; }
  void add_force(const std::string& def, const Vector3d& force) { parts_.at(def).force += force; }
  // Of it and of all below.
  void stop(const std::string& def);
  void step(double dt);

 private:
  void connect(Part& part);
  bool moves_with_a_body(const std::string& def) const;
  void carry(const std::string& def, const Pose& moved);
  std::map<std::string, Part> parts_;
  std::vector<std::string> order_;
};

}  // namespace lightsout
