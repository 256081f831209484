// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The Fluids of a world and what they do to the solids whose ImmersionProperties name them: buoyancy, drag and viscous
// resistance, as forces on ODE bodies before each integration.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/media/immersion.h"
#include "engine/shapes/shape.h"
#include "engine/state/part.h"
#include "engine/state/pose.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class Stage;
class Solid;

class Fluids final : public Part {
 public:
  static constexpr PartKind part_kind = PartKind::Fluids;

  explicit Fluids(Stage& stage) : stage_(stage) {}
  // A Fluid node and the shapes of its boundingObject, in its frame.
  void add(const Node& node, const Pose& world_from_fluid, std::vector<std::unique_ptr<Shape>> shapes);
  // Bodies are there: which solids can be immersed in which fluids.
  void connect();
  bool empty() const { return fluids_.empty(); }
  void act(double dt) override;

 private:
  struct Volume;
  struct Fluid;
  struct Part;
  struct Immersed;
  void act(const Immersed& immersed, double dt) const;

  Stage& stage_;
  std::vector<std::shared_ptr<const Fluid>> fluids_;
  std::vector<std::shared_ptr<const Immersed>> immersed_;
};

}  // namespace lightsout
