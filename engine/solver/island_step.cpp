// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The function by which libode steps an island: it takes it from the symbol table, where this one is found before its
// own. It hands on to the solver of the simulation that steps, and else to ODE's.
#include "engine/solver/island_solver.h"

namespace lightsout {
namespace {

thread_local IslandSolver* current = nullptr;

}  // namespace

IslandSolver::Stepping::Stepping(IslandSolver& solver) {
  solver.next_plan_ = 0;
  current = &solver;
}

IslandSolver::Stepping::~Stepping() { current = nullptr; }

const std::string& IslandSolver::reason_against() {
  static const std::string reason = ode_inside::reason_against();
  return reason;
}

}  // namespace lightsout

// ODE's name and its mangling; whoever links libode has to see it.
[[gnu::visibility("default")]] void dxStepIsland(const dxStepperProcessingCallContext* context) {
  using namespace lightsout;
  const auto& call = *reinterpret_cast<const ode_inside::Call*>(context);
  ode_inside::note(call);
  if (current && current->step(call)) return;
  ode_inside::stock_step_island()(context);
}
