// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The standard streams of a controller that runs inside this process: stdout, stderr and stdin of C, cout, cerr, clog
// and cin of C++. While it runs they are its own; what it prints goes to the log as lines.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <ios>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "controllers/host/processes/console.h"

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

// How a C++ stream writes and reads, and whether it still does.
struct StreamFormat {
  std::ios_base::fmtflags flags = std::ios_base::skipws | std::ios_base::dec;
  std::streamsize precision = 6, width = 0;
  char fill = ' ';
  std::ostream* tie = nullptr;
  std::ios_base::iostate state = std::ios_base::goodbit, exceptions = std::ios_base::goodbit;

  bool operator==(const StreamFormat&) const = default;
};

class Streams {
 public:
  // `spent` outlives them. `has_cpp`: false where the controller knows no C++ streams.
  Streams(Log& log, const std::string& robot, SpentStreams& spent, bool has_cpp);
  ~Streams();
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  // The process's streams become the controller's, until leave().
  void enter();
  void leave();
  bool is_inside() const { return inside_; }
  FILE* out() const { return own_.out; }
  // What the controller has printed so far goes out, but for a last line without end.
  void flush();
  // fclose() of one of the controller's own: what is printed to it from now on is lost. Else false.
  static bool close(FILE* file);
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
    bool is_closed = false;
  };
  Set exchange(const Set& set) const;
  // Those that the controller has given to C++ streams, whose formats are plain outside.
  void apply_formats();
  void take_formats();
  static ssize_t write(void* sink, const char* bytes, std::size_t count);

  static Streams* current_;  // which is inside
  Streams* outer_current_ = nullptr;
  SpentStreams& spent_;
  Set own_{}, outer_{};
  bool inside_ = false;
  bool has_cpp_;
  StreamFormat formats_[4];       // of cout, cerr, clog, cin
  bool are_formats_own_ = false;  // one of them is not plain
  Sink out_, err_;
  std::unique_ptr<std::streambuf> cpp_out_, cpp_err_, cpp_in_;
};

}  // namespace lightsout
