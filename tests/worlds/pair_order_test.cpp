// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The order in which pairs of shapes are met, by contacts and by hooks, is that of the tree, from its end, and not of
// the broad phase.
#include <algorithm>
#include <catch2/catch.hpp>

#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/scene/scene.h"
#include "engine/shapes/geometry.h"
#include "engine/simulation.h"
#include "engine/stage/hooks.h"
#include "tests/support/alone.h"
#include "tests/support/simulated.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

// Boxes that all touch each other, whose order in the file is not that of any axis; the third is a Group of two shapes,
// a space of its own to ODE.
const std::string world_text = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 physicsDisableTime 0 }
Solid { name "0" translation 0.02 0.01 0.03 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } }
Solid { name "1" translation -0.03 0.02 -0.01 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } }
Solid { name "2" translation 0.01 -0.03 0 boundingObject Group { children [
  Box { size 0.2 0.2 0.2 } Pose { translation -0.07 0 0 children Sphere { radius 0.1 } } ] } physics Physics { } }
Solid { name "3" translation -0.01 0 0.02 boundingObject Plane { } }
Solid { name "4" translation -0.05 0 0.04 boundingObject Sphere { radius 0.1 } physics Physics { } }
)";

using Names = std::pair<std::string, std::string>;

std::string name_of(const Shape& shape) {
  const auto& shapes = shape.solid->shapes();
  const auto index = std::ranges::find(shapes, &shape, [](const auto& s) { return s.get(); }) - shapes.begin();
  return shape.solid->path() + (index > 0 ? "b" : "");
}

// Asked as a plugin is; adds a sphere of its own where everything else is.
class Asked final : public Hooks {
 public:
  void init(Simulation& simulation) override { own_ = dCreateSphere(simulation.scene().ode_space(), 0.1); }
  int collide(dGeomID geom1, dGeomID geom2) override {
    if (dGeomIsSpace(geom1) || dGeomIsSpace(geom2)) return 0;  // a Group as a whole
    pairs.emplace_back(name(geom1), name(geom2));
    return 0;
  }
  bool wants_collisions() const override { return true; }
  bool adds_to_ode() const override { return true; }
  void cleanup(Simulation&) override { dGeomDestroy(own_); }
  std::vector<Names> pairs;

 private:
  std::string name(dGeomID geom) const { return geom == own_ ? "own" : name_of(*shape_of(geom)); }
  dGeomID own_ = nullptr;
};

}  // namespace

TEST_CASE(
    "Contacts are found in the order of the tree, from its end, and hooks are asked in it, their own shapes first") {
  Diagnostics diagnostics;
  NoControllers host;
  Asked asked;
  SilentLog log;
  Simulation simulation(load_world_text(world_text, "order", {}, diagnostics), {.stage = {.keeps_contacts = true}},
                        host, asked, log);
  REQUIRE(simulation.start(diagnostics));
  REQUIRE(diagnostics.errors() == 0);

  // Each with each after it but for those of one body; the plane has no body, nor has the hook's sphere.
  const std::vector<std::string> order = {"0", "1", "2", "2b", "3", "4", "own"};
  std::vector<Names> expected;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size(); ++j)
      if (order[i][0] != order[j][0]) expected.emplace_back(order[i], order[j]);
  std::ranges::reverse(expected);
  for (int step = 0; step < 3; ++step) {
    CAPTURE(step);
    CHECK(asked.pairs == expected);
    std::vector<Names> touching;
    for (const ContactPoint& point : simulation.scene().contacts().points()) {
      const Names names(name_of(*point.first), name_of(*point.second));
      if (touching.empty() || touching.back() != names) touching.push_back(names);
    }
    CHECK(touching.size() > 5);
    CHECK(std::ranges::is_sorted(touching, std::greater()));
    asked.pairs.clear();
    simulation.step();
  }
}
