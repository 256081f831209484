// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the C library keeps once for a process, and each controller in this process is to have for itself: the numbers
// of rand() and random(), those of drand48() and its kind, where getopt() and strtok() are, and the name of the
// program. As a fresh process has it, until the controller changes it.
#pragma once

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace lightsout {

// Where strtok() is, which is ours: the executable is searched before the C library.
extern char* rest_of_strtok;

class LibcState {
 public:
  // `name`: of the program, as the C library has it for its messages; it outlives this.
  explicit LibcState(char* name) : name_(name), short_name_(name) {
    if (char* slash = std::strrchr(name, '/')) short_name_ = slash + 1;
  }
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
    std::swap(rest_of_strtok_, rest_of_strtok);
    std::swap(name_, ::program_invocation_name);
    std::swap(short_name_, ::program_invocation_short_name);
  }

  bool has_begun_ = false;
  char* before_ = nullptr;
  alignas(std::int32_t) char random_[128];
  unsigned short drand48_[3] = {};
  int optind_ = 1, opterr_ = 1, optopt_ = '?';
  char* optarg_ = nullptr;
  char* rest_of_strtok_ = nullptr;
  char *name_, *short_name_;
};

}  // namespace lightsout
