// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Chooses the solver for each island of bodies that contacts and joints connect: ODE's exact one (dWorldStep) where it
// is affordable, the iterative one (dWorldQuickStep) above a stated number of constraint rows and where the exact one
// gives up. No island's motion depends on which others exist.
#pragma once

#include <ode/ode.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/ode/ode_context.h"
#include "engine/ode/solver_choice.h"

namespace lightsout {

class IslandSolver;
class Threads;

// A joint as the solver sees it: the bodies it connects and how many rows it adds.
struct IslandEdge {
  int body1 = -1;  // index in the list of bodies; -1: the environment
  int body2 = -1;
  int rows = 0;
};

class Islands {
 public:
  Islands();
  ~Islands();
  // The exact solver's time grows with the cube of the rows: 8 touching boxes (96 rows) take 2.3 times as long as with
  // the iterative one, 27 (324 rows) 52 times. At this many the exact step still costs well below a millisecond.
  static constexpr int auto_threshold_rows = 240;

  void set_choice(SolverChoice choice);
  // That solve islands beside each other; nullptr: none but that of the caller.
  void set_threads(Threads* threads) { threads_ = threads; }
  SolverChoice choice() const { return choice_; }

  // Integrates the world by dt seconds. `bodies` are all bodies of the world but for `stand_ins`, which take the
  // environment's place in joints that need two bodies: they are asleep but for what is awake beside them. `joints` and
  // `contacts` are all that connects the bodies. ODE's random state is set from the seed and the step.
  void step(dWorldID world, std::span<const dBodyID> bodies, std::span<const dBodyID> stand_ins,
            std::span<const IslandEdge> joints, std::span<const IslandEdge> contacts, double dt, std::uint64_t seed,
            std::int64_t step);

  // Islands that the iterative solver took in the last step.
  int quick_islands() const { return quick_islands_; }
  const SolverUse& use() const { return use_; }
  // Goes on where another scene of the same run ended.
  void take_over(const Islands& other);

 private:
  // What a step changes of a body, in ODE's own numbers: its setters normalise, which may change the last bit. The
  // rotation matrix is left out: a step makes it of the quaternion.
  struct Motion {
    explicit Motion(dBodyID of);
    void restore();

    dBodyID body;
    dReal position[3], orientation[4], linear[3], angular[3], force[3], torque[3];

   private:
    template <class Copy>
    void visit(Copy copy);
  };
  int find(int body);
  void join(const IslandEdge& edge);
  void say_reason();
  bool may_put_off() const;
  int solve_what_was_put_off();

  SolverChoice choice_ = SolverChoice::Auto;
  std::vector<int> parent_;         // union-find; the root is the island's first body
  std::vector<int> rows_;           // of the island, at its root
  std::vector<int> small_, large_;  // roots
  std::vector<char> awake_;
  std::vector<Motion> before_;  // the step, of each body
  int quick_islands_ = 0;
  SolverUse use_;
  std::unique_ptr<IslandSolver> solver_;
  Threads* threads_ = nullptr;
  std::vector<OdeMessages::Kept> messages_;  // of each island that was put off
  bool has_said_reason_ = false;
};

}  // namespace lightsout
