// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/streams.h"

#include <dlfcn.h>

#include <cerrno>
#include <ext/stdio_sync_filebuf.h>
#include <new>
#include <tuple>
#include <utility>

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

// The stream gets this buffer and format; its own are returned.
template <class Stream>
std::pair<std::streambuf*, StreamFormat> exchange_stream(Stream& stream, std::streambuf* buffer,
                                                         const StreamFormat& format) {
  StreamFormat before;
  before.exceptions = stream.exceptions();
  before.state = stream.rdstate();
  if (before.exceptions != std::ios_base::goodbit) stream.exceptions(std::ios_base::goodbit);
  std::streambuf* const buffer_before = stream.rdbuf(buffer);
  before.flags = stream.flags(format.flags);
  before.precision = stream.precision(format.precision);
  before.width = stream.width(format.width);
  before.fill = stream.fill(format.fill);
  before.tie = stream.tie(format.tie);
  if (format.state != std::ios_base::goodbit) stream.clear(format.state);
  if (format.exceptions != std::ios_base::goodbit) {
    try {
      stream.exceptions(format.exceptions);
    } catch (const std::ios_base::failure&) {  // it has thrown already, when it failed
    }
  }
  return {buffer_before, before};
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
  own_.cpp_err_format.flags |= std::ios_base::unitbuf;
  own_.cpp_err_format.tie = own_.cpp_in_format.tie = &std::cout;
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
    std::tie(before.cpp_out, before.cpp_out_format) = exchange_stream(std::cout, set.cpp_out, set.cpp_out_format);
    std::tie(before.cpp_err, before.cpp_err_format) = exchange_stream(std::cerr, set.cpp_err, set.cpp_err_format);
    std::tie(before.cpp_log, before.cpp_log_format) = exchange_stream(std::clog, set.cpp_log, set.cpp_log_format);
    std::tie(before.cpp_in, before.cpp_in_format) = exchange_stream(std::cin, set.cpp_in, set.cpp_in_format);
  }
  return before;
}

void Streams::enter() {
  outer_ = exchange(own_);
  inside_ = true;
  outer_current_ = std::exchange(current_, this);
}

void Streams::leave() {
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

}  // namespace lightsout

// The controller's standard streams are needed after it, and those of the program are others. The executable is
// searched before the C library.
extern "C" int fclose(FILE* file) {
  static const auto library_fclose = reinterpret_cast<int (*)(FILE*)>(::dlsym(RTLD_NEXT, "fclose"));
  return lightsout::Streams::close(file) ? 0 : library_fclose(file);
}
