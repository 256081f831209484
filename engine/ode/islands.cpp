// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/ode/islands.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <new>
#include <numeric>

#include "engine/ode/exact_failures.h"
#include "engine/ode/ode_context.h"
#include "engine/solver/island_solver.h"
#include "engine/threads/threads.h"

namespace lightsout {
namespace {

// An island that the exact solver gives up on is small: it can afford more sweeps than a heap.
constexpr int more_sweeps = 10;

// What has fewer rows in all is done sooner than anybody else is called.
constexpr int least_rows_for_many = 100;

// What ODE threw through stays in its list of work that waits, which each later step walks. So the world gets a list of
// its own. The old one is kept for good, by whom all may know that it is no leak: ODE frees none that is not empty.
void forget_lost_jobs(dWorldID world) {
  static std::mutex mutex;
  static auto* const all = new std::vector<dThreadingImplementationID>;
  const dThreadingImplementationID fresh = dThreadingAllocateSelfThreadedImplementation();
  {
    const std::lock_guard lock(mutex);
    all->push_back(fresh);
  }
  dWorldSetStepThreadingImplementation(world, dThreadingImplementationGetFunctions(fresh), fresh);
}

}  // namespace

template <class Copy>
void Islands::Motion::visit(Copy copy) {
  copy(position, dBodyGetPosition(body));
  copy(orientation, dBodyGetQuaternion(body));
  copy(linear, dBodyGetLinearVel(body));
  copy(angular, dBodyGetAngularVel(body));
  copy(force, dBodyGetForce(body));
  copy(torque, dBodyGetTorque(body));
}

Islands::Motion::Motion(dBodyID of) : body(of) {
  visit([](auto& kept, const dReal* live) { std::copy_n(live, std::size(kept), kept); });
}

// The pointers are those of the body's state; setting the position tells its geoms that they moved.
void Islands::Motion::restore() {
  visit([](const auto& kept, const dReal* live) { std::ranges::copy(kept, const_cast<dReal*>(live)); });
  dRfromQ(const_cast<dReal*>(dBodyGetRotation(body)), orientation);
  dBodySetPosition(body, position[0], position[1], position[2]);
}

int Islands::find(int body) {
  while (parent_[body] != body) {
    parent_[body] = parent_[parent_[body]];
    body = parent_[body];
  }
  return body;
}

void Islands::join(const IslandEdge& edge) {
  if (edge.body1 < 0 && edge.body2 < 0) return;
  if (edge.body1 < 0 || edge.body2 < 0) {
    rows_[find(edge.body1 < 0 ? edge.body2 : edge.body1)] += edge.rows;
    return;
  }
  int a = find(edge.body1), b = find(edge.body2);
  if (b < a) std::swap(a, b);
  if (a != b) {
    parent_[b] = a;
    rows_[a] += rows_[b];
  }
  rows_[a] += edge.rows;
}

Islands::Islands() : solver_(std::make_unique<IslandSolver>()) {}

Islands::~Islands() = default;

void Islands::set_choice(SolverChoice choice) {
  choice_ = choice;
  solver_->set_takes(choice == SolverChoice::Dense ? IslandSolver::Takes::Nothing
                                                   : IslandSolver::Takes::WhatItIsQuickerAt);
}

void Islands::take_over(const Islands& other) {
  set_choice(other.choice_);
  use_ = other.use_;
  solver_->set_counts(use_.exact_islands);
  has_said_reason_ = other.has_said_reason_;
}

// That joints are solved in a time that grows with the cube of their number.
void Islands::say_reason() {
  if (has_said_reason_) return;
  has_said_reason_ = true;
  const std::string& reason = IslandSolver::reason_against();
  if (reason.empty()) return;
  solver_->set_takes(IslandSolver::Takes::Nothing);
  dMessage(d_ERR_UNKNOWN, "this libode is not the ODE 0.16 that is known here: %s; its own solver solves all islands",
           reason.c_str());
}

// Plugins may ask to be told of each body that moves, and that is the business of the thread of the run.
bool Islands::may_put_off() const {
  return threads_ && threads_->ready() > 1 && IslandSolver::reason_against().empty();
}

// How many of the islands the exact solver gave up.
int Islands::solve_what_was_put_off() {
  const std::size_t count = solver_->waiting();
  solver_->prepare(threads_->most());
  messages_.resize(std::max(messages_.size(), count));
  const auto step = [&](std::size_t island, std::size_t thread) {
    const OdeMessages::Keeping keeping(messages_[island]);
    solver_->step(island, thread);
  };
  const auto tell = [&] {
    int given_up = 0;
    for (std::size_t i = 0; i < count; ++i) given_up += messages_[i].tell();
    return given_up;
  };
  try {
    threads_->run_pieces(count, 1 + count / (16 * threads_->most()),
                         [&](std::size_t begin, std::size_t end, std::size_t thread) {
                           for (std::size_t island = begin; island < end; ++island) step(island, thread);
                         });
  } catch (...) {
    tell();
    throw;
  }
  solver_->move();
  return tell();
}

void Islands::step(dWorldID world, std::span<const dBodyID> bodies, std::span<const dBodyID> stand_ins,
                   std::span<const IslandEdge> joints, std::span<const IslandEdge> contacts, double dt,
                   std::uint64_t seed, std::int64_t step) {
  using Solver = int(dWorldID, dReal);
  const int count = int(bodies.size());
  // No island has more rows than there are in all.
  int total = 0;
  for (const IslandEdge& edge : joints) total += edge.rows;
  for (const IslandEdge& edge : contacts) total += edge.rows;
  const int threshold = choice_ == SolverChoice::Exact || choice_ == SolverChoice::Dense
                            ? std::numeric_limits<int>::max()
                        : choice_ == SolverChoice::Quick ? 0
                                                         : auto_threshold_rows;
  const auto find_islands = [&] {
    parent_.resize(count);
    std::iota(parent_.begin(), parent_.end(), 0);
    rows_.assign(count, 0);
    for (const IslandEdge& edge : joints) join(edge);
    for (const IslandEdge& edge : contacts) join(edge);
    awake_.assign(count, 0);  // of the root: some body of the island is awake
    for (int i = 0; i < count; ++i)
      if (dBodyIsEnabled(bodies[i])) awake_[find(i)] = 1;
    large_.clear();
    small_.clear();
    for (int i = 0; i < count; ++i)
      if (parent_[i] == i && awake_[i]) (rows_[i] > threshold ? large_ : small_).push_back(i);
  };
  if (choice_ == SolverChoice::Auto || choice_ == SolverChoice::Exact) say_reason();
  // False if the exact solver gave up: whatever it moved is to be restored then.
  ExactFailures failures;
  const auto step_world = [&](Solver* solver) {
    const int failed = failures.count();
    const IslandCounts counts = solver_->counts();
    // ODE moves whatever a body that is awake is joined to, and wakes it.
    for (dBodyID body : stand_ins) dBodyDisable(body);
    seed_ode(seed, step);  // the same for each island: it moves as it would alone
    try {
      int given_up = 0;
      {
        const IslandSolver::Stepping stepping(*solver_,
                                              solver == dWorldStep && total >= least_rows_for_many && may_put_off());
        if (!solver(world, dt)) throw std::bad_alloc();
      }
      if (solver_->waiting() > 0) given_up = solve_what_was_put_off();
      if (failures.count() == failed && given_up == 0) return true;
    } catch (const OdeFailure&) {
      if (solver == dWorldQuickStep || before_.empty()) throw;
      forget_lost_jobs(world);
    }
    solver_->set_counts(counts);
    return false;
  };
  // ODE steps whole worlds: what is not to move is asleep meanwhile. An island that is awake is awake as a whole, as
  // ODE itself would make it; one that is asleep stays so throughout.
  const auto step_only = [&](auto chosen, Solver* solver) {
    for (int i = 0; i < count; ++i) {
      const int root = find(i);
      if (awake_[root]) chosen(root) ? dBodyEnable(bodies[i]) : dBodyDisable(bodies[i]);
    }
    return step_world(solver);
  };
  const auto step_quick = [&](int island) {
    ++quick_islands_;
    step_only([&](int root) { return root == island; }, dWorldQuickStep);
  };

  // The small islands from `first` to before `last`. Where the exact solver gives up it is told to do half of them at a
  // time, down to one: that is for the iterative one.
  const auto step_small = [&](const auto& self, std::size_t first, std::size_t last) -> void {
    if (first == last) return;
    const auto chosen = [&](int root) {
      return root >= small_[first] && root <= small_[last - 1] && rows_[root] <= threshold;
    };
    if (step_only(chosen, dWorldStep)) return;
    for (int i = 0; i < count; ++i)
      if (chosen(find(i))) before_[i].restore();
    if (last - first == 1) {
      const int sweeps = dWorldGetQuickStepNumIterations(world);
      dWorldSetQuickStepNumIterations(world, more_sweeps * sweeps);
      step_quick(small_[first]);
      dWorldSetQuickStepNumIterations(world, sweeps);
      return;
    }
    const std::size_t middle = first + (last - first) / 2;
    self(self, first, middle);
    self(self, middle, last);
  };

  quick_islands_ = 0;
  large_.clear();
  if (total > threshold) find_islands();
  before_.clear();
  const bool solves_exactly = total > 0 && (large_.empty() || !small_.empty());
  if (solves_exactly && std::ranges::any_of(bodies, [](dBodyID body) { return dBodyIsEnabled(body) != 0; }))
    for (dBodyID body : bodies) before_.emplace_back(body);
  if (large_.empty()) {
    const bool is_done = step_world(dWorldStep);
    use_.exact_islands = solver_->counts();
    if (is_done) return;
    for (Motion& motion : before_) motion.restore();
    find_islands();
  }
  step_small(step_small, 0, small_.size());
  for (int island : large_) step_quick(island);
  for (int i = 0; i < count; ++i)
    if (awake_[find(i)]) dBodyEnable(bodies[i]);
  use_.steps_with_quick += quick_islands_ > 0;
  use_.most_quick_islands = std::max(use_.most_quick_islands, quick_islands_);
  use_.quick_islands += quick_islands_;
  use_.exact_islands = solver_->counts();
}

}  // namespace lightsout
