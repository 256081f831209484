// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/in_process/fiber_link.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <boost/context/detail/fcontext.hpp>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>

#include "controllers/host/in_process/fiber_crash.h"
#include "controllers/host/in_process/library_segments.h"
#include "controllers/host/processes/shared_block.h"
#include "engine/descriptors/file_descriptor.h"
#include "engine/descriptors/whole_names.h"
#include "engine/programs/left_behind.h"
#include "engine/programs/sanitizers.h"
#include "engine/programs/spawn.h"
#include "engine/robots/exchange/turn_ends.h"
#include "engine/state/cache_lines.h"

#if LIGHTSOUT_ADDRESS_SANITIZER()
#include <sanitizer/lsan_interface.h>

// What a controller has on the heap at its end is its own: a process would take it along.
extern "C" {
const char* __lsan_default_suppressions() { return "leak:lightsout::FiberLink::run\n"; }
const char* __lsan_default_options() { return "print_suppressions=0"; }
}
#endif

namespace lightsout {
namespace {

namespace fs = std::filesystem;
using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

// What a main thread has; untouched pages cost nothing.
constexpr std::size_t stack_room = 8u << 20;
// What nearly every controller uses of it.
constexpr std::size_t most_used_stack = 2 * memory_page;
// What a controller gets to end after it was told that the simulation is over.
constexpr double seconds_to_end = 1;

// Memory at the same place of a page falls into the same few sets of a cache. What all controllers use at each turn
// would drive itself out, so each controller's begins at a place of its own.
std::size_t place_in_page(std::size_t number) { return number * CacheLines::size % memory_page; }

bool holds(std::span<const std::byte> memory, std::uintptr_t address) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
  return address >= begin && address - begin < memory.size();
}

}  // namespace

std::expected<ControllerLibrary, std::string> ControllerLibrary::load(const fs::path& file) {
  ControllerLibrary library;
  library.handle_ = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library.handle_) return std::unexpected(fmt::format("cannot load {}: {}", file.string(), ::dlerror()));
  library.new_session = reinterpret_cast<lo_session_new_function*>(::dlsym(library.handle_, "lo_session_new"));
  library.delete_session = reinterpret_cast<lo_session_delete_function*>(::dlsym(library.handle_, "lo_session_delete"));
  library.exit = reinterpret_cast<lo_exit_function*>(::dlsym(library.handle_, "lo_exit"));
  library.current = static_cast<lo_session**>(::dlsym(library.handle_, "lo_current"));
  if (!library.new_session || !library.delete_session || !library.exit || !library.current)
    return std::unexpected(fmt::format("{} is not this program's controller library", file.string()));
  library.code = segment_of(library.handle_, PF_X);
  return library;
}

ControllerLibrary::ControllerLibrary(ControllerLibrary&& other) noexcept
    : new_session(other.new_session),
      delete_session(other.delete_session),
      exit(other.exit),
      current(other.current),
      code(other.code),
      handle_(std::exchange(other.handle_, nullptr)) {}

FiberLink* FiberLink::running_ = nullptr;
std::terminate_handler FiberLink::terminate_before_ = nullptr;

ControllerLibrary::~ControllerLibrary() {
  if (handle_) ::dlclose(handle_);
}

FiberLink::FiberLink(std::size_t block_size, FiberSettings settings, const std::string& robot,
                     ControllerLibrary& library, Log& log)
    : library_(library),
      libc_(settings.arguments.front().data()),
      streams_(log, robot, *settings.spent_streams, settings.uses_cpp_streams),
      memory_(memory_page + stack_room + block_size + memory_page),
      size_(block_size),
      settings_(std::move(settings)) {
  if (!terminate_before_) terminate_before_ = std::set_terminate(&on_terminate);
  guest_.set_variables(std::move(settings_.environment));
  guest_.set_folder(settings_.working_folder);
  if (fs::path absolute = absolute_path(settings_.folder); !absolute.empty()) settings_.folder = std::move(absolute);
  block_ = reinterpret_cast<lo_block*>(static_cast<char*>(stack()) + stack_room + place_in_page(settings_.number));
}

void* FiberLink::stack() const { return static_cast<char*>(memory_.get()) + memory_page; }
std::size_t FiberLink::stack_size() const { return stack_room - place_in_page(settings_.number); }

FiberLink::~FiberLink() {
  terminate();
  finish();
  if (copy_ && !has_closed_) code_is_left_behind = true;
}

void FiberLink::start() {
  laid_out_ = *block_;
  const lo_transport transport{.context = this,
                               .block = block_,
                               .size = size_,
                               .in_process = true,
                               .folder = settings_.folder.c_str(),
                               .hand = [](void*) {},
                               .wait =
                                   [](void* link) {
                                     wait_answer(link);
                                     return true;
                                   },
                               .leave = leave};
  session_ = library_.new_session(&transport);
  if (!session_ || !memory_.bar(memory_page)) {
    not_started_ = fmt::format("there is no room for its stack: {}", std::strerror(ENOMEM));
    return;
  }
  StackSwitch::made(stack(), stack_room);
  void* const top = static_cast<char*>(stack()) + stack_size();
  populate(static_cast<char*>(top) - most_used_stack, most_used_stack);
  for (std::string& argument : settings_.arguments) argv_.push_back(argument.data());
  argv_.push_back(nullptr);
  controller_context_ = make_fcontext(top, stack_size(), [](transfer_t engine) {
    auto& link = *static_cast<FiberLink*>(engine.data);
    link.engine_context_ = engine.fctx;
    link.switch_.reach_controller();
    link.is_on_stack_ = true;
    run(&link);
  });
}

// Constructors of static objects print, may call the library, and need not come back: they run in its first turn, as
// its main() does.
bool FiberLink::load() {
  try {
    auto copy = settings_.copies->load(settings_.library, argc(), argv_.data());
    if (!copy)
      not_started_ = std::move(copy.error());
    else if (!(*copy)->main)
      not_started_ = fmt::format("{} has no main()", settings_.library.string());
    else
      copy_ = std::move(*copy);
  } catch (const std::bad_alloc&) {
    not_started_ = fmt::format("cannot load {}: {}", settings_.library.string(), std::strerror(ENOMEM));
  }
  return copy_ != nullptr;
}

// Nothing here catches: as in a process of its own, what lies on the stack of an exception that nobody catches is not
// destroyed.
void FiberLink::run(void* context) {
  auto& link = *static_cast<FiberLink*>(context);
  if (!link.load()) {
    link.has_left_ = true;
    wait_answer(context);
  }
  const int code = link.copy_->main(link.argc(), link.argv_.data(), ::environ);
  link.library_.exit(code & 0xff);
}

// The C++ runtime's, of the process. It says what the runtime's own would say, which says it once in a process.
void FiberLink::on_terminate() {
  if (!running_) terminate_before_();
  if (const std::type_info* type = abi::__cxa_current_exception_type()) {
    int status = 0;
    char* const name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
    std::fprintf(stderr, "terminate called after throwing an instance of '%s'\n", name ? name : type->name());
    std::free(name);
    try {
      throw;
    } catch (const std::exception& exception) {
      std::fprintf(stderr, "  what():  %s\n", exception.what());
    } catch (...) {
    }
  } else {
    std::fprintf(stderr, "terminate called without an active exception\n");
  }
  running_->crash_signal_ = SIGABRT;
  running_->has_left_ = running_->is_aborted_ = true;
  wait_answer(running_);
  std::abort();
}

// Called on the controller's stack.
void FiberLink::wait_answer(void* context) {
  auto& link = *static_cast<FiberLink*>(context);
  link.is_on_stack_ = false;
  link.switch_.leave_controller();
  const transfer_t back = jump_fcontext(static_cast<fcontext_t>(link.engine_context_), nullptr);
  link.engine_context_ = back.fctx;
  link.switch_.reach_controller();
  link.is_on_stack_ = true;
}

// In its own code or the library's it is not in the middle of what others need too: the heap, the streams, the log. Nor
// where it sleeps; and it would be woken.
void FiberLink::leave_turn(void* context, std::uintptr_t at, bool is_asleep, bool must) {
  auto& link = *static_cast<FiberLink*>(context);
  if (!link.is_on_stack_ || !link.streams_.is_inside()) return;
  const bool is_in_its_own = (link.copy_ && holds(link.copy_->instructions, at)) || holds(link.library_.code, at);
  if (!must && !is_asleep && !is_in_its_own) return;
  link.is_left_asleep_ = true;
  wait_answer(context);
}

// Its stack is never entered again, nor does anything of it run at its end.
bool FiberLink::leave_crashed(int signal) {
  FiberLink* const link = running_;
  if (!link || !link->is_on_stack_ || !::pthread_equal(link->thread_, ::pthread_self())) return false;
  link->crash_signal_ = signal;
  link->has_left_ = link->is_aborted_ = true;
  wait_answer(link);
  return true;
}

// Called on the controller's stack, which is never entered again.
void FiberLink::leave(void* context, int code, bool at_once) {
  auto& link = *static_cast<FiberLink*>(context);
  link.code_ = code;
  // Static destructors and atexit() functions, as a process has them at its end: in the controller's turn, so that one
  // that does not come back is left there. Of one that calls exit() the others go unheard.
  if (!at_once && !link.is_aborted_ && link.copy_ && !std::exchange(link.is_closing_, true)) {
    link.copy_->end();
    link.has_closed_ = true;
    link.streams_.flush();  // whose buffers may be its own
    link.copy_->unload(link.ends_process_);
  }
  link.has_left_ = true;
  wait_answer(context);
  std::abort();
}

// The exceptions that are being handled belong to a stack, but the C++ runtime keeps them per thread.
void FiberLink::exchange_exceptions() {
  auto* globals = reinterpret_cast<ExceptionState*>(abi::__cxa_get_globals());
  std::swap(*globals, exceptions_);
}

void FiberLink::resume(std::optional<double> limit_s) {
  has_begun_ = true;
  lo_session* const outer = std::exchange(*library_.current, session_);
  streams_.enter();
  exchange_exceptions();
  FiberLink* const outer_link = std::exchange(running_, this);
  guest_.enter();
  libc_.enter();
  if (settings_.watch) settings_.watch->begin(this, limit_s, settings_.title);
  switch_.leave_engine(stack(), stack_size());
  const transfer_t back = jump_fcontext(static_cast<fcontext_t>(controller_context_), this);
  switch_.reach_engine();
  controller_context_ = back.fctx;
  if (settings_.watch) settings_.watch->end();
  libc_.leave();
  guest_.leave();
  running_ = outer_link;
  exchange_exceptions();
  streams_.leave();
  *library_.current = outer;
}

void FiberLink::finish() {
  if (finished_) return;
  finished_ = true;
  streams_.finish();
  if (session_) library_.delete_session(session_);
  session_ = nullptr;
}

// For good: the controller may have been about to change it, or what it leaves behind may ask for it.
void FiberLink::keep_session() {
#if LIGHTSOUT_ADDRESS_SANITIZER()
  __lsan_ignore_object(session_);
#endif
  session_ = nullptr;
}

void FiberLink::list_memory(CacheLines& lines) const {
  constexpr std::size_t most_of_a_link = 320, most_of_a_session = 320, most_of_a_stack = 384, most_of_data = 384;
  lines.add(this, most_of_a_link);
  lines.add(session_, most_of_a_session);
  lines.add(controller_context_, most_of_a_stack);
  if (copy_) lines.add(copy_->data.data(), std::min(copy_->data.size(), most_of_data));
  lines.add(streams_.out(), 128);
}

TurnEnd FiberLink::wait_turn() {
  if (!has_left_ && not_started_.empty()) resume(settings_.timeout_s);
  if (!not_started_.empty()) {
    finish();
    return not_started(not_started_);
  }
  if (crash_signal_ != 0) {
    try_the_heap();
    finish();
    return end_of_crash();
  }
  if (is_left_asleep_) {
    keep_session();
    finish();
    if (settings_.interrupted && settings_.interrupted->load()) return interrupted_turn();
    return {
        TurnEnd::Kind::Failed, 0,
        fmt::format("gave no answer for {:g} s of wall-clock time (the limit of --controller-timeout) and was given up",
                    settings_.timeout_s.value_or(0))};
  }
  if (!has_left_) {
    const lo_block& b = *block_;
    if (is_intact(b, laid_out_)) {
      if (b.request == LO_REQUEST_STEP && b.step_ms >= 0) return {TurnEnd::Kind::Step, 0, {}};
      if (b.request == LO_REQUEST_IMMEDIATE) return {TurnEnd::Kind::Immediate, 0, {}};
    }
    keep_session();
    finished_ = true;
    return {TurnEnd::Kind::Failed, 0, "damaged the memory that it shares with the simulation"};
  }
  finish();
  return end_of_exit();
}

TurnEnd FiberLink::end_of_crash() const {
  return {TurnEnd::Kind::Failed, 128 + crash_signal_,
          describe_wait_status(crash_signal_) +
              ", inside this process, which it may have damaged: without --in-process it is shown where"};
}

TurnEnd FiberLink::end_of_exit() const {
  if (code_ == 0) return {TurnEnd::Kind::Exited, 0, {}};
  TurnEnd end{TurnEnd::Kind::Failed, code_, fmt::format("exited with code {}", code_)};
  const std::string& last = streams_.last_error();
  end.by_environment = tells_of_full_disk(last);
  if (end.by_environment) end.reason += fmt::format(" ({})", last);
  return end;
}

void FiberLink::leave_memory() {
  ends_process_ = true;
  memory_.leave();
}

void FiberLink::terminate() {
  if (finished_ || !has_begun_) return;
  // It may ask a few times more before it ends; one that goes on for ever is left asleep.
  for (int i = 0; i < 1000 && !has_left_ && !is_left_asleep_; ++i) {
    block_->answer = LO_ANSWER_TERMINATE;
    resume(seconds_to_end);
  }
  // Of one that sleeps nothing goes: it is in the middle of it.
  if (is_left_asleep_) keep_session();
  finish();
  if (!settings_.ends_badly || (settings_.interrupted && settings_.interrupted->load())) return;
  const TurnEnd end = crash_signal_ != 0 ? end_of_crash()
                      : has_left_
                          ? end_of_exit()
                          : TurnEnd{TurnEnd::Kind::Failed, 0, "went on for more than a second and was given up"};
  if (end.kind == TurnEnd::Kind::Failed) settings_.ends_badly(end);
}

}  // namespace lightsout
