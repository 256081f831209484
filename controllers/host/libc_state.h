// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the C library keeps once for a process, and each controller in this process is to have for itself: the numbers
// of rand() and random(), those of drand48() and its kind, and where getopt() is. As a fresh process has it, until the
// controller changes it. drand48() with another multiplier (lcong48()) and strtok() amid a text remain everybody's.
#pragma once

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace lightsout {

class LibcState {
 public:
  LibcState() = default;
  LibcState(const LibcState&) = delete;
  LibcState& operator=(const LibcState&) = delete;

  // The library has the controller's from here on, which begins as glibc's own does: of this size, with seed 1.
  void enter() {
    before_ = std::exchange(has_begun_, true) ? ::setstate(random_) : ::initstate(1, random_, sizeof random_);
    exchange();
  }
  // And here the others' again.
  void leave() {
    if (before_) ::setstate(before_);
    exchange();
  }

 private:
  void exchange() {
    unsigned short now[3];
    std::copy_n(::seed48(drand48_), 3, now);
    std::copy_n(now, 3, drand48_);
    std::swap(optind_, ::optind);
    std::swap(opterr_, ::opterr);
    std::swap(optopt_, ::optopt);
    std::swap(optarg_, ::optarg);
  }

  bool has_begun_ = false;
  char* before_ = nullptr;
  alignas(std::int32_t) char random_[128];
  unsigned short drand48_[3] = {};
  int optind_ = 1, opterr_ = 1, optopt_ = '?';
  char* optarg_ = nullptr;
};

}  // namespace lightsout
