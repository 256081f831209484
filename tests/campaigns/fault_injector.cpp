// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Lets the n-th call of a kind fail in a program that is started with this library in LD_PRELOAD:
//   FAULT=KIND:N      write, open, read, close, rename, truncate, map, process, thread, descriptor, alloc; N from 1
//   FAULT=KIND:N+     that one and all that follow
//   FAULT_PROGRAM     the name of the program's file; others, which it starts, are left alone
//   FAULT_COUNT=FILE  gets the numbers of calls, eight bytes a kind: of the program and all of its forks together
//   FAULT_STACKS=FILE gets a line "KIND N" for each call whose stack of calls is new, and for the next two from there
//                     where it is no allocation
// Calls count from main on. What libc calls inside of itself is out of reach: stdio fails at fopen, fwrite, fflush,
// fclose.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

#include <atomic>
#include <cstdint>
#include <new>

namespace {

enum Kind { Write, Open, Read, Close, Rename, Truncate, Map, Process, Thread, Descriptor, Alloc, kind_count };
constexpr const char* names[kind_count] = {"write", "open",    "read",   "close",      "rename", "truncate",
                                           "map",   "process", "thread", "descriptor", "alloc"};

using Counts = std::atomic<std::uint64_t>[kind_count];
Counts own_counts;
Counts* counts = &own_counts;  // shared by forks where FAULT_COUNT asks for them
int failing = -1;
std::uint64_t first_failing = 0;
bool and_all_after = false;
bool armed = false;
int stacks = -1;

// Stacks that were seen, by hash, and how often; what finds no place any more is new each time.
constexpr std::size_t seen_size = 1 << 16;
struct Seen {
  std::uint64_t stack;
  int times;
};
Seen seen[seen_size];
thread_local bool is_looking = false;

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}
#define NEXT(function) static const auto real = next<decltype(&::function)>(#function)

_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* hash) {
  auto& value = *static_cast<std::uint64_t*>(hash);
  value = (value ^ _Unwind_GetIP(context)) * 0x9e3779b97f4a7c15u;
  value ^= value >> 29;
  return _URC_NO_REASON;
}

void note_stack(Kind kind, std::uint64_t number) {
  if (is_looking) return;
  is_looking = true;
  std::uint64_t hash = 1 + kind;
  _Unwind_Backtrace(add_frame, &hash);
  std::size_t at = hash % seen_size;
  for (int tries = 0; seen[at].stack != 0 && seen[at].stack != hash && tries < 64; ++tries) at = (at + 1) % seen_size;
  if (seen[at].stack == 0) seen[at].stack = hash;
  if (seen[at].stack != hash || seen[at].times++ < (kind == Alloc ? 1 : 3)) {
    char line[48];
    const int size = snprintf(line, sizeof line, "%s %llu\n", names[kind], static_cast<unsigned long long>(number));
    syscall(SYS_write, stacks, line, size);
  }
  is_looking = false;
}

// `passes`: what makes it fail does not last, as when a file that another thread opens is in the way.
bool fails(Kind kind, bool passes = false) {
  if (!armed) return false;
  const std::uint64_t number = (*counts)[kind].fetch_add(1) + 1;
  if (stacks >= 0) note_stack(kind, number);
  if (kind != failing) return false;
  return and_all_after && !passes ? number >= first_failing : number == first_failing;
}

bool fails_with(Kind kind, int error) {
  if (!fails(kind)) return false;
  errno = error;
  return true;
}

bool is_the_program() {
  const char* wanted = getenv("FAULT_PROGRAM");
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
  if (!wanted || size <= 0) return false;
  path[size] = 0;
  const char* name = strrchr(path, '/');
  return name && strcmp(name + 1, wanted) == 0;
}

void set_up() {
  if (!is_the_program()) return;
  const char* fault = getenv("FAULT");
  for (int kind = 0; fault && kind < kind_count; ++kind) {
    const std::size_t length = strlen(names[kind]);
    if (strncmp(fault, names[kind], length) != 0 || fault[length] != ':') continue;
    failing = kind;
    char* end = nullptr;
    first_failing = strtoull(fault + length + 1, &end, 10);
    and_all_after = *end == '+';
  }
  if (const char* file = getenv("FAULT_COUNT")) {
    const int fd = static_cast<int>(syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    syscall(SYS_ftruncate, fd, sizeof(Counts));
    void* memory =
        reinterpret_cast<void*>(syscall(SYS_mmap, nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
    if (memory != MAP_FAILED) counts = static_cast<Counts*>(memory);
    syscall(SYS_close, fd);
  }
  if (const char* file = getenv("FAULT_STACKS")) {
    std::uint64_t unused = 0;
    _Unwind_Backtrace(add_frame, &unused);  // it takes memory once
    const int fd = static_cast<int>(
        syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600));
    stacks = fcntl(fd, F_DUPFD_CLOEXEC, 200);
    syscall(SYS_close, fd);
  }
  armed = true;
}

int (*program_main)(int, char**, char**) = nullptr;

int armed_main(int argc, char** argv, char** envp) {
  set_up();
  return program_main(argc, argv, envp);
}

// Before dlsym can answer: for what it allocates itself.
alignas(16) char early[1 << 16];
std::size_t early_used = 0;
bool is_early(const void* memory) {
  return memory >= static_cast<const void*>(early) && memory < static_cast<const void*>(early + sizeof early);
}
void* take_early(std::size_t size) {
  void* memory = early + early_used;
  early_used += (size + 15) / 16 * 16;
  if (early_used > sizeof early) _exit(125);
  return memory;
}

struct Allocator {
  void* (*malloc)(std::size_t);
  void* (*calloc)(std::size_t, std::size_t);
  void* (*realloc)(void*, std::size_t);
  void (*free)(void*);
  int (*posix_memalign)(void**, std::size_t, std::size_t);
  void* (*aligned_alloc)(std::size_t, std::size_t);
};
Allocator allocator;
enum { Unknown, Asking, Known } allocator_is = Unknown;

// nullptr while it is being asked for.
Allocator* real_allocator() {
  if (allocator_is == Known) return &allocator;
  if (allocator_is == Asking) return nullptr;
  allocator_is = Asking;
  allocator = {next<decltype(allocator.malloc)>("malloc"),
               next<decltype(allocator.calloc)>("calloc"),
               next<decltype(allocator.realloc)>("realloc"),
               next<decltype(allocator.free)>("free"),
               next<decltype(allocator.posix_memalign)>("posix_memalign"),
               next<decltype(allocator.aligned_alloc)>("aligned_alloc")};
  allocator_is = Known;
  return &allocator;
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  if (!fails(Alloc)) {
    Allocator* real = real_allocator();
    void* memory = alignment > 16 ? real->aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
                                  : real->malloc(size ? size : 1);
    if (memory) return memory;
  }
  if (const std::new_handler handler = std::get_new_handler()) handler();
  throw std::bad_alloc();
}

}  // namespace

extern "C" {

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(), void (*fini)(),
                      void (*rtld_fini)(), void* stack_end) {
  program_main = main;
  const auto real = next<decltype(&__libc_start_main)>("__libc_start_main");
  return real(armed_main, argc, argv, init, fini, rtld_fini, stack_end);
}

// --- Memory

void* malloc(size_t size) {
  Allocator* real = real_allocator();
  if (!real) return take_early(size);
  if (fails_with(Alloc, ENOMEM)) return nullptr;
  return real->malloc(size);
}

void* calloc(size_t count, size_t size) {
  Allocator* real = real_allocator();
  if (!real) return take_early(count * size);
  if (fails_with(Alloc, ENOMEM)) return nullptr;
  return real->calloc(count, size);
}

void* realloc(void* memory, size_t size) {
  Allocator* real = real_allocator();
  if (!real || is_early(memory)) {
    void* moved = take_early(size);
    if (memory) memcpy(moved, memory, size);
    return moved;
  }
  if (fails_with(Alloc, ENOMEM)) return nullptr;
  return real->realloc(memory, size);
}

void free(void* memory) {
  if (!memory || is_early(memory)) return;
  real_allocator()->free(memory);
}

int posix_memalign(void** memory, size_t alignment, size_t size) {
  return fails(Alloc) ? ENOMEM : real_allocator()->posix_memalign(memory, alignment, size);
}

void* aligned_alloc(size_t alignment, size_t size) {
  return fails_with(Alloc, ENOMEM) ? nullptr : real_allocator()->aligned_alloc(alignment, size);
}

void* mmap(void* address, size_t size, int protection, int flags, int fd, off_t offset) noexcept {
  if (fails_with(Map, ENOMEM)) return MAP_FAILED;
  NEXT(mmap);
  return real(address, size, protection, flags, fd, offset);
}

void* mmap64(void* address, size_t size, int protection, int flags, int fd, off64_t offset) noexcept {
  return mmap(address, size, protection, flags, fd, offset);
}

// --- Files

ssize_t write(int fd, const void* bytes, size_t size) {
  if (fails_with(Write, ENOSPC)) return -1;
  NEXT(write);
  return real(fd, bytes, size);
}

ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset) {
  if (fails_with(Write, ENOSPC)) return -1;
  NEXT(pwrite);
  return real(fd, bytes, size, offset);
}

ssize_t pwrite64(int fd, const void* bytes, size_t size, off64_t offset) { return pwrite(fd, bytes, size, offset); }

ssize_t writev(int fd, const iovec* parts, int count) {
  if (fails_with(Write, ENOSPC)) return -1;
  NEXT(writev);
  return real(fd, parts, count);
}

size_t fwrite(const void* bytes, size_t size, size_t count, FILE* file) {
  if (fails_with(Write, ENOSPC)) {
    file->_flags |= 0x20;  // ferror
    return 0;
  }
  NEXT(fwrite);
  return real(bytes, size, count, file);
}

int fputs(const char* text, FILE* file) {
  if (fails_with(Write, ENOSPC)) {
    file->_flags |= 0x20;
    return EOF;
  }
  NEXT(fputs);
  return real(text, file);
}

int fflush(FILE* file) {
  if (fails_with(Write, ENOSPC)) {
    if (file) file->_flags |= 0x20;
    return EOF;
  }
  NEXT(fflush);
  return real(file);
}

ssize_t read(int fd, void* bytes, size_t size) {
  if (fails_with(Read, EIO)) return -1;
  NEXT(read);
  return real(fd, bytes, size);
}

int close(int fd) {
  NEXT(close);
  if (!fails(Close)) return real(fd);
  real(fd);
  errno = EIO;
  return -1;
}

int fclose(FILE* file) {
  NEXT(fclose);
  if (!fails(Close)) return real(file);
  real(file);
  errno = EIO;
  return EOF;
}

#define OPEN(function)                                                        \
  int function(const char* path, int flags, ...) {                            \
    va_list arguments;                                                        \
    va_start(arguments, flags);                                               \
    const mode_t mode = va_arg(arguments, mode_t);                            \
    va_end(arguments);                                                        \
    if (fails_with(Open, EMFILE)) return -1;                                  \
    static const auto real = next<int (*)(const char*, int, ...)>(#function); \
    return real(path, flags, mode);                                           \
  }
OPEN(open)
OPEN(open64)

int openat(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  if (fails_with(Open, EMFILE)) return -1;
  NEXT(openat);
  return real(folder, path, flags, mode);
}

FILE* fopen(const char* path, const char* mode) {
  if (fails_with(Open, EMFILE)) return nullptr;
  NEXT(fopen);
  return real(path, mode);
}

FILE* fopen64(const char* path, const char* mode) {
  if (fails_with(Open, EMFILE)) return nullptr;
  NEXT(fopen64);
  return real(path, mode);
}

FILE* tmpfile() {
  if (fails_with(Open, EMFILE)) return nullptr;
  NEXT(tmpfile);
  return real();
}

int mkstemp(char* pattern) {
  if (fails_with(Open, EMFILE)) return -1;
  NEXT(mkstemp);
  return real(pattern);
}

int mkdir(const char* path, mode_t mode) noexcept {
  if (fails_with(Open, EACCES)) return -1;
  NEXT(mkdir);
  return real(path, mode);
}

int rename(const char* from, const char* to) noexcept {
  if (fails_with(Rename, EACCES)) return -1;
  NEXT(rename);
  return real(from, to);
}

int ftruncate(int fd, off_t size) noexcept {
  if (fails_with(Truncate, ENOSPC)) return -1;
  NEXT(ftruncate);
  return real(fd, size);
}

int ftruncate64(int fd, off64_t size) noexcept { return ftruncate(fd, size); }

int fsync(int fd) {
  if (fails_with(Truncate, EIO)) return -1;
  NEXT(fsync);
  return real(fd);
}

// --- Processes, threads, descriptors

pid_t fork() noexcept {
  if (fails_with(Process, EAGAIN)) return -1;
  NEXT(fork);
  return real();
}

int execve(const char* program, char* const* arguments, char* const* environment) noexcept {
  if (fails_with(Process, ENOMEM)) return -1;
  NEXT(execve);
  return real(program, arguments, environment);
}

// The child returns from here first, on the parent's stack: nothing of ours may lie on it then.
__attribute__((used, visibility("hidden"))) int fault_vfork_fails() { return fails_with(Process, EAGAIN); }
__attribute__((used, visibility("hidden"))) void* fault_real_vfork() {
  static void* const real = dlsym(RTLD_NEXT, "vfork");
  return real;
}
pid_t vfork();
asm(R"(
  .globl vfork
  .type vfork, @function
vfork:
  sub $8, %rsp
  call fault_vfork_fails
  test %eax, %eax
  jnz 1f
  call fault_real_vfork
  add $8, %rsp
  jmp *%rax
1:
  add $8, %rsp
  mov $-1, %eax
  ret
  .size vfork, .-vfork
)");

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* context) noexcept {
  if (fails(Thread)) return EAGAIN;
  NEXT(pthread_create);
  return real(thread, attributes, run, context);
}

int timer_create(clockid_t clock, sigevent* event, timer_t* timer) noexcept {
  if (fails_with(Thread, EAGAIN)) return -1;
  NEXT(timer_create);
  return real(clock, event, timer);
}

int pipe2(int* ends, int flags) noexcept {
  if (fails_with(Descriptor, EMFILE)) return -1;
  NEXT(pipe2);
  return real(ends, flags);
}

int socketpair(int domain, int type, int protocol, int* ends) noexcept {
  if (fails_with(Descriptor, EMFILE)) return -1;
  NEXT(socketpair);
  return real(domain, type, protocol, ends);
}

int socket(int domain, int type, int protocol) noexcept {
  if (fails_with(Descriptor, EMFILE)) return -1;
  NEXT(socket);
  return real(domain, type, protocol);
}

int eventfd(unsigned int start, int flags) noexcept {
  if (fails_with(Descriptor, EMFILE)) return -1;
  NEXT(eventfd);
  return real(start, flags);
}

int epoll_create1(int flags) noexcept {
  if (fails_with(Descriptor, EMFILE)) return -1;
  NEXT(epoll_create1);
  return real(flags);
}

int epoll_ctl(int epoll, int operation, int fd, epoll_event* event) noexcept {
  if (fails_with(Descriptor, ENOMEM)) return -1;
  NEXT(epoll_ctl);
  return real(epoll, operation, fd, event);
}

int memfd_create(const char* name, unsigned int flags) noexcept {
  if (fails_with(Descriptor, EMFILE)) return -1;
  NEXT(memfd_create);
  return real(name, flags);
}

int dup2(int from, int to) noexcept {
  if (fails(Descriptor, true)) {
    errno = EBUSY;
    return -1;
  }
  NEXT(dup2);
  return real(from, to);
}

int fcntl(int fd, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && fails_with(Descriptor, EMFILE)) return -1;
  static const auto real = next<int (*)(int, int, ...)>("fcntl");
  return real(fd, command, argument);
}

int fcntl64(int fd, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  return fcntl(fd, command, argument);
}

}  // extern "C"

// --- Memory of C++: what throws

void* operator new(std::size_t size) { return allocate_or_throw(size, 0); }
void* operator new[](std::size_t size) { return allocate_or_throw(size, 0); }
void* operator new(std::size_t size, std::align_val_t align) { return allocate_or_throw(size, std::size_t(align)); }
void* operator new[](std::size_t size, std::align_val_t align) { return allocate_or_throw(size, std::size_t(align)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return malloc(size ? size : 1); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return malloc(size ? size : 1); }
void operator delete(void* memory) noexcept { free(memory); }
void operator delete[](void* memory) noexcept { free(memory); }
void operator delete(void* memory, std::size_t) noexcept { free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { free(memory); }
