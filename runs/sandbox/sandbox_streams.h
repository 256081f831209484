// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Standard streams of a run in the sandbox. Whoever has a file open can open it anew by /proc, to read what stood in it
// before and to write over it: files are seen in there as pipes.
#pragma once

#include <array>
#include <thread>
#include <vector>

#include "engine/descriptors/file_descriptor.h"

namespace lightsout {

class SandboxStreams {
 public:
  // Where the run reads none of its inputs from it, its standard input is empty.
  explicit SandboxStreams(bool reads_input);
  ~SandboxStreams();
  SandboxStreams(const SandboxStreams&) = delete;
  SandboxStreams& operator=(const SandboxStreams&) = delete;

  // errno of what could not be made; 0 if all is well.
  int failure() const { return failure_; }
  // In the process that becomes the sandbox: puts them in their places. No memory is taken.
  bool place() const;
  // Here: carries what is read and written, until the sandbox has ended.
  void carry();
  void finish();

 private:
  struct Carried {
    FileDescriptor from, to;
  };
  FileDescriptor given(int stream, bool reads_input);

  std::array<FileDescriptor, 3> inside_;  // none: the stream as it is
  bool joined_ = false;                   // stdout and stderr are the same file
  std::vector<Carried> carried_;
  std::vector<std::thread> threads_;
  int failure_ = 0;
};

}  // namespace lightsout
