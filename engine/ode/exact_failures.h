// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Counts the islands on which ODE's exact solver gives up. It follows edges of a linear complementarity problem, and
// where contacts are degenerate (flat things flush with one another, forces that are exactly zero) it may find no way
// on: it then leaves the rest of the island's rows without force, says so in a message, and moves the bodies all the
// same.
#pragma once

namespace lightsout {

class ExactFailures {
 public:
  // While alive, the messages of this thread's solver are counted here instead of being logged: whoever counts them has
  // another solver. They do not nest.
  ExactFailures();
  ~ExactFailures();
  ExactFailures(const ExactFailures&) = delete;
  ExactFailures& operator=(const ExactFailures&) = delete;

  int count() const { return count_; }

  // Whether a message of ODE with this number (ode/error.h) has been counted.
  static bool takes(int message);

 private:
  int count_ = 0;
};

}  // namespace lightsout
