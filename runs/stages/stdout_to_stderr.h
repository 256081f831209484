// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// stdout is for data, stderr for talk, and what users' libraries in this process print is talk: while an object of this
// class lives, descriptor 1 leads to stderr. Data that is written meanwhile needs a copy of the descriptor from before.
// At its end both lead where they did, wherever those libraries have led them.
#pragma once

#include "engine/descriptors/file_descriptor.h"

namespace lightsout {

class StdoutToStderr {
 public:
  StdoutToStderr();
  ~StdoutToStderr();
  StdoutToStderr(const StdoutToStderr&) = delete;
  StdoutToStderr& operator=(const StdoutToStderr&) = delete;

 private:
  FileDescriptor stdout_, stderr_;  // empty: it was closed
};

}  // namespace lightsout
