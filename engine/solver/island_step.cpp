// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The functions by which libode steps an island, and a body of it by its velocity: it takes them from the symbol table,
// where these are found before its own. They hand on to the solver of the simulation that steps, and else to ODE's.
#include "engine/solver/island_solver.h"

namespace lightsout {
namespace {

thread_local IslandSolver* current = nullptr;

}  // namespace

thread_local bool IslandSolver::moves_later = false;

IslandSolver::Stepping::Stepping(IslandSolver& solver, bool puts_off) {
  solver.begin(puts_off);
  current = &solver;
}

IslandSolver::Stepping::~Stepping() { current = nullptr; }

const std::string& IslandSolver::reason_against() {
  static const std::string reason = ode_inside::reason_against();
  return reason;
}

}  // namespace lightsout

// ODE's names and their mangling; whoever links libode has to see them.
[[gnu::visibility("default")]] void dxStepIsland(const dxStepperProcessingCallContext* context) {
  using namespace lightsout;
  const auto& call = *reinterpret_cast<const ode_inside::Call*>(context);
  ode_inside::note(call);
  if (current)
    current->take(call);
  else
    ode_inside::stock_step_island()(context);
}

[[gnu::visibility("default")]] void dxStepBody(dxBody* id, dReal step) {
  using namespace lightsout;
  auto* const body = reinterpret_cast<ode_inside::Body*>(id);
  ode_inside::note(*body);
  if (!IslandSolver::moves_later) ode_inside::stock_step_body()(body, step);
}
