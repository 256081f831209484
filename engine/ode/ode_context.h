// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What ODE keeps per process: initialisation, its message handlers and its random state.
#pragma once

#include <ode/ode.h>

#include <cstdarg>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/state/pose.h"

namespace lightsout {

class Log;

// ODE gave up: numbers that it cannot go on with. Thrown through ODE, which loses what it had taken for the step (some
// hundred bytes), and whose world may only be destroyed after that.
class OdeFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// While alive, ODE's messages of this thread go into `log`. ODE is initialised by the first; from then on its memory
// comes or std::bad_alloc is thrown through it, after which its world may only be destroyed, too.
class OdeMessages {
 public:
  explicit OdeMessages(Log& log);
  ~OdeMessages();
  OdeMessages(const OdeMessages&) = delete;
  OdeMessages& operator=(const OdeMessages&) = delete;

  // What ODE said on some thread, to be told on that of the simulation.
  class Kept {
   public:
    // To the log of this thread, and forgets it; answers how often the exact solver gave up (see ExactFailures), which
    // is not told.
    int tell();

   private:
    friend class OdeMessages;
    std::vector<std::string> texts_;
    int failures_ = 0;
  };
  // While alive, what ODE says on this thread is kept. ODE is ready for work on this thread from then on.
  class Keeping {
   public:
    explicit Keeping(Kept& kept);
    ~Keeping();
    Keeping(const Keeping&) = delete;
    Keeping& operator=(const Keeping&) = delete;
  };

 private:
  static void on_message(int number, const char* format, va_list arguments);
  static thread_local Kept* kept;

  Log* previous_;
};

// ODE's random state is process-wide; it is set before each step, so that no simulation sees another's draws.
void seed_ode(std::uint64_t seed, std::int64_t step);

inline Vector3d vector_of(const dReal* v) { return {v[0], v[1], v[2]}; }
// ODE's dMatrix3 has rows of four.
inline Matrix3d matrix_of(const dReal* m) {
  Matrix3d r;
  r << m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10];
  return r;
}
struct OdeMatrix {
  dMatrix3 m;
  explicit OdeMatrix(const Matrix3d& r)
      : m{r(0, 0), r(0, 1), r(0, 2), 0, r(1, 0), r(1, 1), r(1, 2), 0, r(2, 0), r(2, 1), r(2, 2), 0} {}
};
inline Pose pose_of(dBodyID body) { return {vector_of(dBodyGetPosition(body)), matrix_of(dBodyGetRotation(body))}; }

}  // namespace lightsout
