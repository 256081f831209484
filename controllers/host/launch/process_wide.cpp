// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The tables know glibc 2.36 and libstdc++ 12: all that they export was looked through. What a process has once and is
// each controller's own in here too is not in them: stdout and stderr, the numbers of rand() and its kin, getopt(),
// strtok(), getenv(), the rounding of the processor (a stack of its own keeps it), exit() and its kin.
#include "controllers/host/launch/process_wide.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>
#include <string_view>
#include <vector>

namespace lightsout {
namespace {

namespace fs = std::filesystem;

struct Group {
  std::string_view what;  // as the message has it
  // Separated by blanks, without underscores at the beginning and the endings of variants (normalised()). One that ends
  // with * stands for all that begin so.
  std::string_view names;
};

constexpr Group groups[] = {
    // They run beside the simulation, survive the controller, and crash or exit for all. Destructors of thread_local
    // objects belong to the thread, which is the program's.
    {"threads",
     "pthread_* thrd_create thrd_exit thrd_join thrd_detach tss_create register_atfork clone cxa_thread_atexit "
     "cxa_thread_atexit_impl ZNSt6thread* notify_all_at_thread_exit ZSt25notify_all_at_thread_exit* aio_* lio_listio "
     "getaddrinfo_a gai_suspend gai_cancel mq_notify GOMP_* omp_*"},
    // Handlers, masks and what comes of a signal are the process's, and the program has its own.
    {"signals",
     "signal bsd_signal sysv_signal ssignal gsignal raise kill killpg tgkill sigqueue sigaction sigvec sigset sighold "
     "sigrelse sigignore sigprocmask sigblock sigsetmask siggetmask sigpause xpg_sigpause sigsuspend sigwait "
     "sigwaitinfo sigtimedwait sigpending sigaltstack sigstack sigreturn siginterrupt signalfd pidfd_send_signal "
     "libc_allocate_rtsig"},
    // They come as signals or in threads, whoever's turn it is.
    {"timers", "alarm ualarm setitimer timer_create timerfd_create"},
    // A child is a copy of the simulation; the program waits for children of its own; exec() would take its place.
    {"other processes",
     "fork vfork Fork forkpty daemon exec* fexecve posix_spawn posix_spawnp system popen pclose wait wait3 wait4 "
     "waitpid waitid wordexp rexec rexec_af rcmd rcmd_af ptrace process_vm_readv process_vm_writev process_madvise "
     "process_mrelease pidfd_open pidfd_getfd"},
    // Its number, owner, limits, place among others. syscall() may be anything.
    {"the process itself",
     "getpid getppid gettid getpgid getpgrp getsid setpgid setpgrp setsid prctl arch_prctl personality syscall "
     "unshare setns chroot pivot_root umask nice getpriority setpriority sched_setaffinity sched_setscheduler "
     "sched_setparam setrlimit prlimit ulimit vlimit setuid seteuid setreuid setresuid setgid setegid setregid "
     "setresgid setgroups initgroups setfsuid setfsgid setlogin capset mlockall munlockall iopl ioperm modify_ldt "
     "uselib acct pkey_set"},
    // exit() and its kin come here only as resources/Makefile.controller links them; these end the program.
    {"the end of the process",
     "exit Exit quick_exit on_exit cxa_at_quick_exit err errx verr verrx error error_at_line argp_parse argp_error "
     "argp_failure argp_usage argp_help argp_state_help"},
    // Libraries and their symbols are the process's, also when the controller has gone.
    {"loading of code", "dlopen dlmopen dlsym dlvsym dlclose"},
    // Numbers 0, 1 and 2 are the program's own, and so is each that the controller did not open itself.
    {"descriptors",
     "read readv pread* write writev pwrite* dprintf vdprintf close closefrom close_range dup dup2 dup3 fcntl ioctl "
     "lockf flock fdopen fileno fileno_unlocked isatty ttyname ttyname_r tcgetattr tcsetattr tcgetpgrp tcsetpgrp "
     "tcflush tcdrain tcflow tcsendbreak gtty stty login_tty select pselect poll ppoll epoll_* sendfile splice tee "
     "vmsplice copy_file_range ftruncate fsync fdatasync lseek getpass ctermid fstat fstatvfs fstatfs fxstat "
     "backtrace_symbols_fd psignal psiginfo"},
    // A stream in the place of stdout or stderr, all streams of the program, and wide text, which ours do not take.
    {"standard streams",
     "freopen fcloseall flushlbf wprintf fwprintf vwprintf vfwprintf putwchar putwchar_unlocked putwc putwc_unlocked "
     "fputwc fputwc_unlocked fputws fputws_unlocked getwchar getwchar_unlocked fwide ZSt5wcout ZSt5wcerr ZSt5wclog "
     "ZSt4wcin register_printf_* IO_2_1_* ZNSt8ios_base15sync_with_stdioEb"},
    // One environment, which the program and the other controllers read.
    {"the environment", "setenv putenv unsetenv clearenv environ secure_getenv"},
    {"the locale",
     "setlocale uselocale bindtextdomain textdomain bind_textdomain_codeset ZNSt6locale6globalE* "
     "ZNSt9basic_iosIcSt11char_traitsIcEE5imbueE* ZNSt8ios_base5imbueE*"},
    {"memory of the process",
     "brk sbrk mallopt malloc_trim mtrace muntrace mcheck mcheck_pedantic mcheck_check_all mprobe malloc_hook "
     "free_hook realloc_hook memalign_hook after_morecore_hook morecore freeres ZSt15set_new_handlerPFvvE "
     "ZNSt3pmr20set_default_resourceE*"},
    {"handlers of the C++ runtime", "ZSt13set_terminatePFvvE ZSt14set_unexpectedPFvvE"},
    // What the C library has once, and keeps between two calls.
    {"what the C library keeps",
     "initstate setstate lcong48 hcreate hsearch hdestroy openlog syslog vsyslog closelog setlogmask mcount fentry__ "
     "monstartup moncontrol profil sprofil fmtmsg addseverity re_comp getpwent* getgrent* getspent* getsgent* "
     "gethostent* getnetent* getprotoent* getservent* getrpcent* getaliasent* getnetgrent* getutent* getutxent "
     "getutid* getutxid getutline* getutxline getfsent getfsfile getfsspec getttyent getttynam getusershell"},
};

// Of pthread_*: what needs no second thread.
constexpr std::string_view harmless_of_threads[] = {"pthread_mutex_*",    "pthread_mutexattr_*", "pthread_cond_*",
                                                    "pthread_condattr_*", "pthread_rwlock_*",    "pthread_rwlockattr_*",
                                                    "pthread_spin_*",     "pthread_once",        "pthread_self",
                                                    "pthread_equal",      "pthread_getspecific"};

// In the place of malloc() or operator new of the process: other libraries of it would go on with the program's.
constexpr std::string_view allocators[] = {"malloc",  "calloc",  "realloc",  "free",          "_Znwm*",        "_Znam*",
                                           "_ZdlPv*", "_ZdaPv*", "memalign", "aligned_alloc", "posix_memalign"};

// The C and C++ runtime: what of them acts on the process is in the table.
constexpr std::string_view known_libraries[] = {"libc.so.*",      "libm.so.*",       "libpthread.so.*", "libdl.so.*",
                                                "librt.so.*",     "libstdc++.so.*",  "libgcc_s.so.*",   "ld-linux*",
                                                "libatomic.so.*", "libquadmath.so.*"};

constexpr Group files = {
    "",
    "access eaccess euidaccess faccessat acct bind connect canonicalize_file_name catopen chdir chmod chown creat "
    "fchdir fchmodat fchownat fopen fstatat fts_open ftok ftw nftw futimesat fxstatat getcwd get_current_dir_name "
    "getwd getxattr lgetxattr setxattr lsetxattr listxattr llistxattr removexattr lremovexattr glob inotify_add_watch "
    "lchmod lchown link linkat lstat lutimes lxstat mkdir mkdirat mkdtemp mkfifo mkfifoat mknod mknodat mkostemp "
    "mkostemps mkstemp mkstemps mktemp name_to_handle_at open openat open_by_handle_at opendir pathconf readlink "
    "readlinkat realpath remove rename renameat renameat2 rmdir scandir scandirat sendmmsg sendmsg sendto setmntent "
    "stat statfs statvfs statx symlink symlinkat tempnam truncate unlink unlinkat utime utimensat utimes xmknod "
    "xmknodat xstat ZNSt13basic_filebufI* ZNSt14basic_ofstreamI* ZNSt14basic_ifstreamI* ZNSt13basic_fstreamI* "
    "ZNSt10filesystem*"};

bool is_like(std::string_view name, std::string_view pattern) {
  return pattern.ends_with('*') ? name.starts_with(pattern.substr(0, pattern.size() - 1)) : name == pattern;
}

template <class Patterns>
bool is_one_of(std::string_view name, const Patterns& patterns) {
  return std::ranges::any_of(patterns, [name](std::string_view pattern) { return is_like(name, pattern); });
}

// The patterns of a group, those that are names sorted.
class Names {
 public:
  explicit Names(std::string_view list) {
    for (std::size_t at = 0; at < list.size();) {
      const std::size_t end = std::min(list.find(' ', at), list.size());
      const std::string_view name = list.substr(at, end - at);
      (name.ends_with('*') ? beginnings_ : names_).push_back(name);
      at = end + 1;
    }
    std::ranges::sort(names_);
  }
  bool have(std::string_view name) const {
    return std::ranges::binary_search(names_, name) || is_one_of(name, beginnings_);
  }

 private:
  std::vector<std::string_view> names_, beginnings_;
};

// The name without what makes it another variant of the same function: __read_chk, __libc_read, fopen64, __open64_2.
std::string_view normalised(std::string_view name) {
  for (const std::string_view begin : {"__libc_", "__GI_"})
    if (name.starts_with(begin)) name.remove_prefix(begin.size());
  name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
  for (const std::string_view end : {"_chk", "_nocancel", "_2", "64"})
    if (name.size() > end.size() && name.ends_with(end)) name.remove_suffix(end.size());
  return name;
}

// "std::thread" of a function of it.
std::string_view shown(std::string_view symbol) {
  struct Name {
    std::string_view begin, name;
  };
  for (const auto& [begin, name] :
       std::initializer_list<Name>{{"_ZNSt6thread", "std::thread"},
                                   {"_ZSt25notify_all", "std::notify_all_at_thread_exit"},
                                   {"__cxa_thread_atexit", "thread_local with a destructor"},
                                   {"__register_atfork", "pthread_atfork"},
                                   {"__cxa_at_quick_exit", "at_quick_exit"},
                                   {"_ZSt5wcout", "std::wcout"},
                                   {"_ZSt5wcerr", "std::wcerr"},
                                   {"_ZSt5wclog", "std::wclog"},
                                   {"_ZSt4wcin", "std::wcin"},
                                   {"_ZNSt8ios_base15sync_with_stdio", "std::ios_base::sync_with_stdio"},
                                   {"_ZNSt6locale6global", "std::locale::global"},
                                   {"_ZNSt9basic_iosIcSt11char_traitsIcEE5imbue", "imbue() of a stream"},
                                   {"_ZNSt8ios_base5imbue", "imbue() of a stream"},
                                   {"_ZSt15set_new_handler", "std::set_new_handler"},
                                   {"_ZNSt3pmr20set_default_resource", "std::pmr::set_default_resource"},
                                   {"_ZSt13set_terminate", "std::set_terminate"},
                                   {"_ZSt14set_unexpected", "std::set_unexpected"}})
    if (symbol.starts_with(begin)) return name;
  return symbol;
}

// Older compilers ask by it whether there are threads, and call nothing.
constexpr std::string_view asks_for_threads = "__pthread_key_create";

std::string why_by_symbol(const std::string& symbol) {
  static const auto tables = [] {
    std::vector<Names> made;
    for (const Group& group : groups) made.emplace_back(group.names);
    return made;
  }();
  const std::string_view name = normalised(symbol);
  if (symbol == asks_for_threads || is_one_of(name, harmless_of_threads)) return {};
  for (std::size_t i = 0; i < tables.size(); ++i)
    if (tables[i].have(name)) return fmt::format("it uses {} ({})", shown(symbol), groups[i].what);
  return {};
}

template <class Test>
bool imports(const ElfSummary& library, Test test) {
  return std::ranges::any_of(library.undefined, test) || std::ranges::any_of(library.weak, test);
}

}  // namespace

std::string why_process(const ElfSummary& library, const fs::path& prefix) {
  for (const std::string& name : library.needed) {
    std::error_code ignored;
    if (!is_one_of(name, known_libraries) && !fs::exists(prefix / "lib" / "controller" / name, ignored))
      return fmt::format("it is linked to {}", name);
  }
  for (const auto* symbols : {&library.undefined, &library.weak})
    for (const std::string& symbol : *symbols)
      if (std::string why = why_by_symbol(symbol); !why.empty()) return why;
  for (const std::string& symbol : library.defined)
    if (is_one_of(symbol, allocators))
      return fmt::format("it has a {} of its own", symbol.starts_with("_Z") ? "operator new or delete" : symbol);
  return {};
}

bool uses_files(const ElfSummary& library) {
  static const Names names(files.names);
  return imports(library, [](const std::string& symbol) { return names.have(normalised(symbol)); });
}

bool uses_cpp_streams(const ElfSummary& library) {
  return imports(library, [](const std::string& symbol) {
    return symbol == "_ZSt4cout" || symbol == "_ZSt4cerr" || symbol == "_ZSt4clog" || symbol == "_ZSt3cin";
  });
}

}  // namespace lightsout
