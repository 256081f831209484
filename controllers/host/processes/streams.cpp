// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/processes/streams.h"

#include <array>
#include <cerrno>
#include <ext/stdio_sync_filebuf.h>
#include <new>
#include <utility>

#include "engine/programs/guests/guest_files.h"
#include "engine/programs/interposed.h"

namespace lightsout {

ssize_t Streams::write(void* sink, const char* bytes, std::size_t count) {
  auto& to = *static_cast<Sink*>(sink);
  if (to.is_closed) {
    errno = EBADF;
    return 0;
  }
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

namespace {

// As a process begins with them.
const StreamFormat* plain_formats() {
  static const auto formats = [] {
    std::array<StreamFormat, 4> plain;
    plain[1].flags |= std::ios_base::unitbuf;
    plain[1].tie = plain[3].tie = &std::cout;
    return plain;
  }();
  return formats.data();
}

template <class Stream>
StreamFormat format_of(const Stream& stream) {
  return {stream.flags(), stream.precision(), stream.width(),     stream.fill(),
          stream.tie(),   stream.rdstate(),   stream.exceptions()};
}

template <class Stream>
void set_format(Stream& stream, const StreamFormat& format) {
  stream.exceptions(std::ios_base::goodbit);
  stream.flags(format.flags);
  stream.precision(format.precision);
  stream.width(format.width);
  stream.fill(format.fill);
  stream.tie(format.tie);
  stream.clear(format.state);
  if (format.exceptions == std::ios_base::goodbit) return;
  try {
    stream.exceptions(format.exceptions);
  } catch (const std::ios_base::failure&) {  // it has thrown already, when it failed
  }
}

template <class Function>
void for_each_stream(Function function) {
  function(std::cout, 0);
  function(std::cerr, 1);
  function(std::clog, 2);
  function(std::cin, 3);
}

}  // namespace

Streams* Streams::current_ = nullptr;

Streams::Streams(Log& log, const std::string& robot, SpentStreams& spent, bool has_cpp)
    : spent_(spent), has_cpp_(has_cpp), out_{this, Console(log, robot, false)}, err_{this, Console(log, robot, true)} {
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

void Streams::apply_formats() {
  for_each_stream([this](auto& stream, int number) { set_format(stream, formats_[number]); });
}

// Before the buffers go: with another one a stream forgets its state.
void Streams::take_formats() {
  const StreamFormat* const plain = plain_formats();
  are_formats_own_ = false;
  for_each_stream([this, plain](auto& stream, int number) {
    formats_[number] = format_of(stream);
    if (formats_[number] == plain[number]) return;
    are_formats_own_ = true;
    set_format(stream, plain[number]);
  });
}

void Streams::enter() {
  outer_ = exchange(own_);
  if (are_formats_own_) apply_formats();
  inside_ = true;
  outer_current_ = std::exchange(current_, this);
}

void Streams::leave() {
  if (has_cpp_) take_formats();
  own_ = exchange(outer_);
  inside_ = false;
  current_ = outer_current_;
}

void Streams::flush() {
  std::fflush(own_.out);
  std::fflush(own_.err);
}

bool Streams::close(FILE* file) {
  if (!current_ || !file) return false;
  const Set& own = current_->own_;
  if (file != own.out && file != own.err && file != own.in) return false;
  std::fflush(file);
  if (file != own.in) (file == own.out ? current_->out_ : current_->err_).is_closed = true;
  return true;
}

void Streams::finish() {
  flush();
  out_.console.flush();
  err_.console.flush();
}

namespace {

constinit LibraryFunction<int(FILE*)> library_fclose("fclose");

[[gnu::constructor]] void look_up_fclose() { library_fclose.look_up(); }

}  // namespace
}  // namespace lightsout

// The controller's standard streams are needed after it, and those of the program are others. The executable is
// searched before the C library.
extern "C" int fclose(FILE* file) {
  if (lightsout::Streams::close(file)) return 0;
  return lightsout::is_kept_open(file) ? std::fflush(file) : lightsout::library_fclose(file);
}
