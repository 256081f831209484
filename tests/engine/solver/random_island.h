// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// An island of bodies, joints and contacts that is made of a number: the same number, the same island, to the bit.
#pragma once

#include <ode/ode.h>

#include <random>
#include <vector>

namespace lightsout {

// What there may be; each number is a most.
struct IslandKind {
  int bodies = 20;
  double loops = 0;      // extra joints, of the bodies' number
  double contacts = 0;   // contact points, of the bodies' number
  double motors = 0;     // share of the joints' axes
  double stops = 0;      // share of the joints' axes that are beyond a stop
  double weak = 0;       // share of the motors that are too weak for what they are asked
  double kinematic = 0;  // share of the bodies
  bool sticky = false;   // contacts with friction that has no limit, or one that does not depend on the normal force
  double cfm = 1e-5;     // of joints and the world
};

class RandomIsland {
 public:
  RandomIsland(const IslandKind& kind, unsigned seed);
  ~RandomIsland();
  RandomIsland(const RandomIsland&) = delete;
  RandomIsland& operator=(const RandomIsland&) = delete;

  void step(double h) { dWorldStep(world, h); }
  // Linear and angular velocities, and positions, of all bodies.
  std::vector<double> velocities() const;
  std::vector<double> poses() const;
  // Forces on the first body of each joint that is no contact.
  std::vector<double> feedback() const;

  dWorldID world;
  std::vector<dBodyID> bodies;

 private:
  double number(double low, double high) { return std::uniform_real_distribution(low, high)(random_); }
  bool chance(double share) { return number(0, 1) < share; }
  void add_body();
  void move_a_little(dBodyID body);
  dJointID add_joint(dBodyID one, dBodyID other);
  void set_axis(dJointID joint, void (*set)(dJointID, int, dReal), int group, double position);
  void add_contact(dBodyID one, dBodyID other);

  IslandKind kind_;
  std::mt19937 random_;
  dJointGroupID contacts_;
  std::vector<dJointFeedback> feedback_;
};

}  // namespace lightsout
