#include "engine/islands.h"

#include <algorithm>
#include <numeric>

#include "engine/ode_context.h"

namespace lightsout {

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

void Islands::step(dWorldID world, std::span<const dBodyID> bodies, std::span<const dBodyID> stand_ins,
                   std::span<const IslandEdge> joints, std::span<const IslandEdge> contacts, double dt,
                   std::uint64_t seed, std::int64_t step) {
  quick_islands_ = 0;
  seed_ode(seed, step);
  // ODE moves whatever a body that is awake is joined to, and wakes it.
  const auto rest_stand_ins = [&] {
    for (dBodyID body : stand_ins) dBodyDisable(body);
  };
  rest_stand_ins();
  if (choice_ == SolverChoice::Exact) {
    dWorldStep(world, dt);
    return;
  }
  // No island has more rows than there are in all.
  int total = 0;
  for (const IslandEdge& edge : joints) total += edge.rows;
  for (const IslandEdge& edge : contacts) total += edge.rows;
  const int threshold = choice_ == SolverChoice::Quick ? 0 : auto_threshold_rows;
  if (total <= threshold) {
    dWorldStep(world, dt);
    return;
  }

  const int count = int(bodies.size());
  parent_.resize(count);
  std::iota(parent_.begin(), parent_.end(), 0);
  rows_.assign(count, 0);
  for (const IslandEdge& edge : joints) join(edge);
  for (const IslandEdge& edge : contacts) join(edge);
  awake_.assign(count, 0);  // of the root: some body of the island is awake
  for (int i = 0; i < count; ++i)
    if (dBodyIsEnabled(bodies[i])) awake_[find(i)] = 1;
  large_.clear();
  for (int i = 0; i < count; ++i)
    if (parent_[i] == i && awake_[i] && rows_[i] > threshold) large_.push_back(i);
  if (large_.empty()) {
    dWorldStep(world, dt);
    return;
  }
  quick_islands_ = int(large_.size());
  ++use_.steps_with_quick;
  use_.most_quick_islands = std::max(use_.most_quick_islands, quick_islands_);

  // ODE steps whole worlds: what is not to move is asleep meanwhile. An island that is awake is awake as a whole, as
  // ODE itself would make it; one that is asleep stays so throughout.
  const auto step_only = [&](auto chosen, auto step_world) {
    for (int i = 0; i < count; ++i) {
      const int root = find(i);
      if (awake_[root]) chosen(root) ? dBodyEnable(bodies[i]) : dBodyDisable(bodies[i]);
    }
    rest_stand_ins();
    step_world(world, dt);
  };
  const auto is_large = [&](int root) { return rows_[root] > threshold; };
  step_only([&](int root) { return !is_large(root); }, dWorldStep);
  for (int island : large_) {
    seed_ode(seed, step);  // the same for each: an island moves as it would alone
    step_only([&](int root) { return root == island; }, dWorldQuickStep);
  }
  for (int i = 0; i < count; ++i)
    if (awake_[find(i)]) dBodyEnable(bodies[i]);
}

}  // namespace lightsout
