// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The standard streams of a controller that runs inside this process: stdout, stderr and stdin of C, cout, cerr, clog
// and cin of C++. While it runs they are its own; what it prints goes to the log as lines.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "controllers/host/console.h"

namespace lightsout {

// Streams of controllers that have ended. The C library looks for one that is closed among all that are open, the
// newest first: where thousands end one after the other, each would be found last. So they are closed together, newest
// first, at the latest when there are as many as were ever in use at once.
class SpentStreams {
 public:
  SpentStreams() = default;
  ~SpentStreams() { close(); }
  SpentStreams(const SpentStreams&) = delete;
  SpentStreams& operator=(const SpentStreams&) = delete;

  void open() { most_ = std::max(most_, ++in_use_); }
  // What was printed to it was flushed.
  void take(FILE* out, FILE* err, FILE* in);

 private:
  void close();
  std::vector<FILE*> files_;
  std::size_t in_use_ = 0, most_ = 0;  // controllers
};

class Streams {
 public:
  // `spent` outlives them.
  Streams(Log& log, const std::string& robot, SpentStreams& spent);
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
  // The last whole line that the controller printed to stderr.
  const std::string& last_error() const { return err_.console.last_line(); }
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

  SpentStreams& spent_;
  Set own_{}, outer_{};
  bool inside_ = false;
  bool has_cpp_ = true;
  Sink out_, err_;
  std::unique_ptr<std::streambuf> cpp_out_, cpp_err_, cpp_in_;
};

}  // namespace lightsout
