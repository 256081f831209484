// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A world of many islands, stepped by one thread and by several: the same bits of every body, the same order of what
// ODE marks as moved, the same islands for each solver.
#include "engine/ode/islands.h"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "engine/ode/ode_context.h"
#include "engine/threads/threads.h"
#include "tests/support/silent_log.h"

using namespace lightsout;

namespace {

// Chains of hinges with motors and stops, some of which lie in a loop; boxes on the floor, alone and in heaps.
class Yard {
 public:
  explicit Yard(unsigned seed)
      : random_(seed), world_(dWorldCreate()), space_(dSimpleSpaceCreate(nullptr)), contacts_(dJointGroupCreate(0)) {
    dWorldSetGravity(world_, 0, 0, -9.81);
    floor_ = dCreatePlane(space_, 0, 0, 1, 0);
    for (int i = 0; i < 12; ++i) add_chain(i, 3 + i % 6);
    for (int i = 0; i < 30; ++i) add_box(0.3 * (i % 6), 3 + 0.3 * (i / 6), 0.05 + 0.001 * (i % 4));
    for (int i = 0; i < 12; ++i) add_box(-2 + 0.1 * (i % 2), 3 + 0.1 * (i / 2 % 2), 0.05 + 0.0999 * (i / 4));
  }
  ~Yard() {
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
  }
  Yard(const Yard&) = delete;
  Yard& operator=(const Yard&) = delete;

  void step(Islands& islands, std::int64_t number) {
    dJointGroupEmpty(contacts_);
    contact_edges_.clear();
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      touch(boxes_[i], floor_);
      for (std::size_t k = i + 1; k < boxes_.size(); ++k) touch(boxes_[i], boxes_[k]);
    }
    islands.step(world_, bodies_, {}, edges_, contact_edges_, 0.008, 7, number);
  }
  std::vector<double> state() const {
    std::vector<double> all;
    for (const dBodyID body : bodies_) {
      all.insert(all.end(), dBodyGetPosition(body), dBodyGetPosition(body) + 3);
      all.insert(all.end(), dBodyGetQuaternion(body), dBodyGetQuaternion(body) + 4);
      all.insert(all.end(), dBodyGetLinearVel(body), dBodyGetLinearVel(body) + 3);
      all.insert(all.end(), dBodyGetAngularVel(body), dBodyGetAngularVel(body) + 3);
    }
    return all;
  }
  // By the number of its box, as the space has them: those that moved last come first.
  std::vector<std::size_t> order_of_geoms() const {
    std::vector<std::size_t> order;
    for (int i = 0; i < dSpaceGetNumGeoms(space_); ++i)
      order.push_back(std::size_t(std::ranges::find(boxes_, dSpaceGetGeom(space_, i)) - boxes_.begin()));
    return order;
  }

 private:
  double draw(double from, double to) { return std::uniform_real_distribution(from, to)(random_); }
  dBodyID add_body(double x, double y, double z, double mass) {
    const dBodyID body = dBodyCreate(world_);
    dMass m;
    dMassSetBoxTotal(&m, mass, 0.1, 0.1, 0.1);
    dBodySetMass(body, &m);
    dBodySetPosition(body, x, y, z);
    bodies_.push_back(body);
    return body;
  }
  void add_box(double x, double y, double z) {
    const dBodyID body = add_body(x, y, z, draw(0.2, 2));
    dBodySetLinearVel(body, draw(-0.5, 0.5), draw(-0.5, 0.5), 0);
    boxes_.push_back(dCreateBox(space_, 0.1, 0.1, 0.1));
    dGeomSetBody(boxes_.back(), body);
  }
  void add_chain(int number, int links) {
    int before = -1;
    for (int i = 0; i < links; ++i) {
      const dBodyID body = add_body(number, -3, 2 - 0.2 * i, draw(0.2, 1));
      const dJointID hinge = dJointCreateHinge(world_, nullptr);
      dJointAttach(hinge, body, before < 0 ? nullptr : bodies_[std::size_t(before)]);
      dJointSetHingeAnchor(hinge, number, -3, 2.1 - 0.2 * i);
      dJointSetHingeAxis(hinge, draw(-1, 1), 1, draw(-0.2, 0.2));
      dJointSetHingeParam(hinge, dParamFMax, draw(0, 0.5));
      dJointSetHingeParam(hinge, dParamVel, draw(-2, 2));
      if (i % 2 == 1) {
        dJointSetHingeParam(hinge, dParamLoStop, -0.3);
        dJointSetHingeParam(hinge, dParamHiStop, 0.3);
      }
      edges_.push_back({int(bodies_.size()) - 1, before, 6});
      before = int(bodies_.size()) - 1;
    }
  }
  void touch(dGeomID one, dGeomID other) {
    dContact contacts[8] = {};
    const int count = dCollide(one, other, 8, &contacts[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) {
      contacts[i].surface.mode = dContactApprox1;
      contacts[i].surface.mu = 0.6;
      dJointAttach(dJointCreateContact(world_, contacts_, &contacts[i]), dGeomGetBody(one), dGeomGetBody(other));
    }
    if (count > 0) contact_edges_.push_back({index_of(one), index_of(other), 3 * count});
  }
  int index_of(dGeomID geom) const {
    const auto found = std::ranges::find(bodies_, dGeomGetBody(geom));
    return found == bodies_.end() ? -1 : int(found - bodies_.begin());
  }

  std::mt19937 random_;
  dWorldID world_;
  dSpaceID space_;
  dJointGroupID contacts_;
  dGeomID floor_;
  std::vector<dBodyID> bodies_;
  std::vector<dGeomID> boxes_;
  std::vector<IslandEdge> edges_, contact_edges_;
};

}  // namespace

TEST_CASE("Islands move in the same bits by any number of threads") {
  SilentLog log;
  const OdeMessages messages(log);
  const SolverChoice choice = GENERATE(SolverChoice::Auto, SolverChoice::Dense, SolverChoice::Quick);
  const int count = GENERATE(2, 3, 8);
  CAPTURE(int(choice), count);
  Threads threads(count);
  Yard one(5), other(5);
  Islands alone, together;
  alone.set_choice(choice);
  together.set_choice(choice);
  together.set_threads(&threads);
  for (int i = 0; i < 100; ++i) {
    one.step(alone, i);
    other.step(together, i);
    REQUIRE(one.state() == other.state());
    REQUIRE(one.order_of_geoms() == other.order_of_geoms());
  }
  CHECK(alone.use().exact_islands.sparse == together.use().exact_islands.sparse);
  CHECK(alone.use().exact_islands.dense == together.use().exact_islands.dense);
  CHECK(alone.use().quick_islands == together.use().quick_islands);
  if (choice == SolverChoice::Auto) CHECK(together.use().exact_islands.sparse > 0);
  if (choice != SolverChoice::Quick) CHECK(together.use().exact_islands.dense > 0);
}
