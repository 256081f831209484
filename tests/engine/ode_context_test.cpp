// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/ode/ode_context.h"

#include <catch2/catch.hpp>
#include <new>

#include "tests/support/alone.h"

using namespace lightsout;

TEST_CASE("Memory that ODE does not get is not passed over") {
  // ODE itself makes a step that moves nothing of it, or writes to address 0.
  SilentLog log;
  const OdeMessages messages(log);
  constexpr std::size_t too_much = std::size_t(1) << 60;
  CHECK_THROWS_AS(dAlloc(too_much), std::bad_alloc);
  void* memory = dAlloc(16);
  CHECK_THROWS_AS(dRealloc(memory, 16, too_much), std::bad_alloc);
  dFree(memory, 16);
}
