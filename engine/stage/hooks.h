// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a physics plugin or a joint callback sees of a step. plugins/host implements it; the engine calls it, always
// from the thread that runs the simulation. Every function may be left as it is here.
#pragma once

#include <ode/ode.h>

#include <span>
#include <string>

namespace lightsout {

class Simulation;

class Hooks {
 public:
  virtual ~Hooks() = default;
  // The scene is built and stands at time 0 (after load and after every reset); the first contacts are not yet found.
  virtual void init(Simulation&) {}
  // Before each dWorldStep: forces may be added.
  virtual void before_physics(Simulation&) {}
  // For each pair of geoms that the broad phase reports, before ContactProperties are looked up. Returns 0: default
  // handling; 1: handled; 2: handled and notable.
  virtual int collide(dGeomID, dGeomID) { return 0; }
  // True if collide() does something: lets the near callback skip a virtual call per pair.
  virtual bool wants_collisions() const { return false; }
  // True if it may add joints, contacts and bodies to the world: islands are then taken from ODE's own graph.
  virtual bool adds_to_ode() const { return false; }
  // The bodies that it added.
  virtual std::span<const dBodyID> foreign_bodies() const { return {}; }
  // After each dWorldStep: joint feedback is valid here only.
  virtual void after_physics(Simulation&) {}
  // Why a snapshot would not hold all that the hooks change, "" if it does.
  virtual std::string keeps_state_of_its_own() const { return {}; }
  // The world is about to be destroyed or reset.
  virtual void cleanup(Simulation&) {}
  // After cleanup(): it is destroyed, and another one, or the same from its file, will come with the next init().
  virtual void leave_world(Simulation&) {}
};

}  // namespace lightsout
