// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// ODE's objects of a running world, which stay as long as the nodes that they stand for: physics plugins hold their
// ids. A scene that replaces another after an edit is made on the same ones; what no node needs any more is destroyed
// at the end. Made on old objects or on new ones, a scene moves in the same bits: the bodies come into the order in
// which the scene asks for them.
//
// ODE is told what the tree says when it says it for the first time or says something else than before: what a plugin
// has set itself stays until then. Joints are the scene's own.
#pragma once

#include <ode/ode.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/ode/ode_lists.h"
#include "engine/shapes/geometry.h"
#include "engine/shapes/shape.h"
#include "engine/state/pose.h"

namespace lightsout {

// What the tree says of all bodies.
struct WorldSettings {
  Vector3d gravity = Vector3d::Zero();  // m/s^2
  double erp = 0, cfm = 0;
};

// What the tree says of one body.
struct BodySettings {
  struct Damping {
    double linear = 0, angular = 0;  // lost per step
  };
  dMass mass;  // about the centre of mass
  std::optional<Damping> damping;
};

class OdeObjects {
 public:
  OdeObjects();
  ~OdeObjects();
  OdeObjects(const OdeObjects&) = delete;
  OdeObjects& operator=(const OdeObjects&) = delete;

  dWorldID world() const { return world_; }
  dSpaceID space() const { return space_; }
  dJointGroupID contact_group() const { return contact_group_; }

  // A scene is about to be made: it asks for what its nodes need, in tree order. The contacts are emptied.
  void begin();
  void set(const WorldSettings& settings);
  // The body of the Solid with that id, awake; the next in the order of bodies. One that was there stands and moves as
  // it did.
  dBodyID body(std::uint32_t solid, const BodySettings& settings);
  // Gives the shapes of the Solid with that id their geoms, on no body, the next in their space: one of their own
  // (returned) or, for nullptr, space(). A geom stays with its geometry node; one whose node is gone serves another
  // shape of the solid, if it can.
  dSpaceID geoms(std::uint32_t solid, std::span<const std::unique_ptr<Shape>> shapes, bool own_space);
  // The scene is made, and the one before is gone. What plugins have added stands again before all else in ODE's lists,
  // as if it had just been added.
  void end();

 private:
  struct OfSolid {
    dBodyID body = nullptr;
    std::uint64_t told_mass = 0, told_damping = 0;  // digests of the body's settings
    dSpaceID space = nullptr;
    std::vector<OdeGeom> geoms;
  };
  void destroy(std::map<std::uint32_t, OfSolid>& objects);

  dWorldID world_;
  dSpaceID space_;
  dJointGroupID contact_group_;
  std::optional<WorldSettings> told_;
  std::map<std::uint32_t, OfSolid> objects_;  // by the id of the Solid
  std::map<std::uint32_t, OfSolid> before_;   // since begin(): what has not been asked for
  std::optional<OdeLists> lists_;             // made when first needed
  // All that there was at begin().
  std::vector<dBodyID> bodies_before_;   // newest first
  std::vector<dJointID> joints_before_;  // sorted
};

}  // namespace lightsout
