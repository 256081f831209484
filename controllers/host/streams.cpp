// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/streams.h"

#include <ext/stdio_sync_filebuf.h>
#include <new>
#include <utility>

namespace lightsout {

ssize_t Streams::write(void* sink, const char* bytes, std::size_t count) {
  auto& to = *static_cast<Sink*>(sink);
  // The log prints to the program's own streams.
  const bool inside = to.streams->inside_;
  if (inside) to.streams->leave();
  to.console.take({bytes, count});
  if (inside) to.streams->enter();
  return static_cast<ssize_t>(count);
}

void SpentStreams::take(FILE* out, FILE* err, FILE* in) {
  files_.insert(files_.end(), {out, err, in});
  --in_use_;
  if (files_.size() / 3 > most_) close();
}

void SpentStreams::close() {
  for (; !files_.empty(); files_.pop_back()) std::fclose(files_.back());
}

Streams::Streams(Log& log, const std::string& robot, SpentStreams& spent)
    : spent_(spent), out_{this, Console(log, robot, false)}, err_{this, Console(log, robot, true)} {
  cookie_io_functions_t functions{};
  functions.write = write;
  own_.out = ::fopencookie(&out_, "w", functions);
  own_.err = ::fopencookie(&err_, "w", functions);
  own_.in = std::fopen("/dev/null", "re");
  if (!own_.in) own_.in = ::fopencookie(nullptr, "r", {});  // there is nothing to be read either
  if (!own_.out || !own_.err || !own_.in) throw std::bad_alloc();
  std::setvbuf(own_.out, nullptr, _IOLBF, 4096);
  std::setvbuf(own_.err, nullptr, _IOLBF, 4096);
  using Synchronised = __gnu_cxx::stdio_sync_filebuf<char>;
  cpp_out_ = std::make_unique<Synchronised>(own_.out);
  cpp_err_ = std::make_unique<Synchronised>(own_.err);
  cpp_in_ = std::make_unique<Synchronised>(own_.in);
  own_.cpp_out = cpp_out_.get();
  own_.cpp_err = own_.cpp_log = cpp_err_.get();
  own_.cpp_in = cpp_in_.get();
  spent_.open();
}

Streams::~Streams() {
  finish();
  spent_.take(own_.out, own_.err, own_.in);
}

Streams::Set Streams::exchange(const Set& set) const {
  Set before = set;
  before.out = std::exchange(stdout, set.out);
  before.err = std::exchange(stderr, set.err);
  before.in = std::exchange(stdin, set.in);
  if (has_cpp_) {
    before.cpp_out = std::cout.rdbuf(set.cpp_out);
    before.cpp_err = std::cerr.rdbuf(set.cpp_err);
    before.cpp_log = std::clog.rdbuf(set.cpp_log);
    before.cpp_in = std::cin.rdbuf(set.cpp_in);
  }
  return before;
}

void Streams::enter() {
  outer_ = exchange(own_);
  inside_ = true;
}

void Streams::leave() {
  own_ = exchange(outer_);
  inside_ = false;
}

void Streams::finish() {
  std::fflush(own_.out);
  std::fflush(own_.err);
  out_.console.flush();
  err_.console.flush();
}

}  // namespace lightsout
