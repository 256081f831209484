// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The standard streams of a controller that runs inside this process: stdout, stderr and stdin of C, cout, cerr, clog
// and cin of C++. While it runs they are its own; what it prints goes to the log as lines.
#pragma once

#include <cstdio>
#include <iostream>
#include <memory>

#include "controllers/host/console.h"

namespace lightsout {

class Streams {
 public:
  Streams(Log& log, const std::string& robot);
  ~Streams();
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  // The controller knows no C++ streams: they need not be exchanged.
  void leave_out_cpp() { has_cpp_ = false; }
  // The process's streams become the controller's, until leave().
  void enter();
  void leave();
  bool is_inside() const { return inside_; }
  FILE* out() const { return own_.out; }
  // What the controller has left in its buffers goes out, the last line too.
  void finish();

 private:
  struct Set {
    FILE* out;
    FILE* err;
    FILE* in;
    std::streambuf* cpp_out;
    std::streambuf* cpp_err;
    std::streambuf* cpp_log;
    std::streambuf* cpp_in;
  };
  struct Sink {
    Streams* streams;
    Console console;
  };
  Set exchange(const Set& set) const;
  static ssize_t write(void* sink, const char* bytes, std::size_t count);

  Set own_{}, outer_{};
  bool inside_ = false;
  bool has_cpp_ = true;
  Sink out_, err_;
  std::unique_ptr<std::streambuf> cpp_out_, cpp_err_, cpp_in_;
};

}  // namespace lightsout
