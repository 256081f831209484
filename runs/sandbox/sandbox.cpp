// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/sandbox/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/keyctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "engine/controller_end.h"
#include "engine/descriptors/close_all_but.h"
#include "engine/descriptors/file_descriptor.h"
#include "engine/descriptors/whole_names.h"
#include "engine/descriptors/write_all.h"
#include "engine/files/parsed_json.h"
#include "engine/files/whole_file.h"
#include "engine/programs/process_guard.h"
#include "engine/programs/sanitizers.h"
#include "engine/programs/spawn.h"
#include "installation/installation.h"
#include "limits/limits.h"
#include "runs/sandbox/sandbox_folder.h"
#include "runs/sandbox/sandbox_processes.h"
#include "runs/sandbox/sandbox_streams.h"
#include "runs/sandbox/system_calls.h"
#include "runs/settings/run_file.h"
#include "runs/settings/run_options.h"
#include "world_format/project/project.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::uintmax_t longest_verdict = 64 << 20;    // bytes: what a program writes there need not be one
constexpr const char* inner_folder = "/run/lightsout";  // of outputs, as the sandbox sees it
constexpr const char* folder_of_run_file = "/run/lightsout/run";
constexpr const char *run_file = "run.yaml", *progress_file = "progress";

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

// What holds more than a project: to show it would show what is nobody's business.
bool is_too_wide(const fs::path& folder) {
  const char* home = std::getenv("HOME");
  if (!folder.has_relative_path() || (home && *home == '/' && lies_in(home, folder))) return true;
  constexpr const char* wide[] = {"/dev", "/etc", "/home", "/proc", "/root", "/run", "/sys", "/tmp", "/usr", "/var"};
  return std::ranges::any_of(wide, [&](const char* one) { return folder == one; });
}

// What bubblewrap is given to read and to write, in memory.
class Passed {
 public:
  // Above the standard streams; all others are closed there.
  static std::expected<Passed, std::string> make(const char* name, std::string_view content = {}) {
    const FileDescriptor made(::memfd_create(name, MFD_CLOEXEC));
    Passed passed;
    passed.file_ = FileDescriptor(made ? ::fcntl(made.get(), F_DUPFD, 64) : -1);
    if (!passed.file_ || !write_all(passed.number(), content) || ::lseek(passed.number(), 0, SEEK_SET) != 0)
      return std::unexpected(std::strerror(errno));
    return passed;
  }
  int number() const { return file_.get(); }

 private:
  FileDescriptor file_;
};

// The arguments of bubblewrap.
class Plan {
 public:
  Plan() {
    add({"--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"});
    show_system();
    const std::string size = fmt::format("{}", std::min(value_of(Limit::SandboxBytes), std::int64_t(1) << 40));
    // What root may write to below /proc is the machine's.
    add({"--proc", "/proc"});
    for (const char* place : {"/proc/acpi", "/proc/bus", "/proc/fs", "/proc/irq", "/proc/scsi", "/proc/sys"})
      add({"--ro-bind-try", place, place});
    // Root's number reads them without its rights, and everybody the names of keys.
    for (const char* file :
         {"/proc/kcore", "/proc/key-users", "/proc/keys", "/proc/kmsg", "/proc/latency_stats", "/proc/sched_debug",
          "/proc/slabinfo", "/proc/sysrq-trigger", "/proc/timer_list", "/proc/vmallocinfo"})
      if (is_there(file)) add({"--ro-bind", "/dev/null", file});
    add({"--remount-ro", "/proc"});
    add({"--dev", "/dev", "--size", size, "--tmpfs", "/dev/shm", "--size", size, "--tmpfs", "/tmp"});
    show_installation();
    pass_environment();
  }

  void show(const fs::path& path) { shown_.insert(whole_path(path)); }
  void show_as(const fs::path& here, const fs::path& there) { add({"--ro-bind", here.string(), there.string()}); }
  // `here` stands in the place of `there`, and may be written to.
  void lend(const fs::path& here, const fs::path& there) { lent_[there] = here; }

  // All of them; `info`: to which bubblewrap tells the number of the sandbox's first process, `filter`: of system
  // calls.
  Words arguments(const Words& command, const Passed& info, const Passed& filter) {
    // Outer ones first: what is bound later lies above.
    for (const fs::path& path : shown_) add({"--ro-bind", path.string(), path.string()});
    for (const auto& [there, here] : lent_) add({"--bind", here.string(), there.string()});
    std::error_code error;
    const std::string folder = working_folder().string();
    add({"--dir", folder, "--chdir", folder, "--remount-ro", "/dev", "--remount-ro", "/"});
    add({"--info-fd", fmt::format("{}", info.number()), "--seccomp", fmt::format("{}", filter.number()), "--"});
    add(command);
    return std::move(words_);
  }

 private:
  void add(const Words& words) { words_.insert(words_.end(), words.begin(), words.end()); }

  // Programs, libraries and compilers, and what they need of /etc, which else is not seen.
  void show_system() {
    add({"--ro-bind", "/usr", "/usr"});
    std::error_code error;
    for (const char* folder : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
      if (fs::is_symlink(folder, error))
        add({"--symlink", fs::read_symlink(folder, error).string(), folder});
      else
        add({"--ro-bind-try", folder, folder});
    }
    for (const char* file : {"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
                             "/etc/localtime", "/etc/python3", "/etc/python3.11", "/etc/fonts", "/etc/matplotlibrc",
                             "/etc/octaverc", "/etc/magic", "/etc/mime.types", "/etc/protocols", "/etc/services"})
      add({"--ro-bind-try", file, file});
    // Of each version of Java.
    for (fs::directory_iterator at("/etc", error), end; !error && at != end; at.increment(error))
      if (at->path().filename().string().starts_with("java-"))
        add({"--ro-bind-try", at->path().string(), at->path().string()});
  }

  // The home of a build folder may hold links into the sources.
  void show_installation() {
    show(own_executable());
    const fs::path home = lightsout::home();
    show(home);
    std::error_code error;
    for (fs::recursive_directory_iterator at(home, error), end; !error && at != end; at.increment(error))
      if (std::error_code gone; at->is_symlink(gone))
        if (const fs::path place = fs::canonical(at->path(), gone); !gone) show(place);
  }

  // What else stands in the environment is nobody's business either: keys of services are kept there.
  void pass_environment() {
    add({"--clearenv"});
    for (const char* name : {"PATH", "LANG", "LC_ALL", "LC_CTYPE", "TERM", "TZ", "CC", "CXX", "NO_COLOR", "WEBOTS_HOME",
                             "WEBOTS_EXTRA_PROJECT_PATH", "PYTHONPATH", "PYTHONHASHSEED", "LIGHTSOUT_CONTROLLER_LIBM"})
      if (const char* value = std::getenv(name)) add({"--setenv", name, value});
    add({"--setenv", "HOME", "/tmp", "--setenv", "TMPDIR", "/tmp", "--setenv", "LIGHTSOUT_SANDBOX", "1"});
  }

  Words words_;
  std::set<fs::path> shown_;
  std::map<fs::path, fs::path> lent_;
};

// An output of the command line: where it is written in the sandbox.
struct Staged {
  fs::path here;
  std::string there;
};
using Staging = std::map<std::string, Staged>;  // by staging_key()

// Of an option's files, which lie beside each other; recordings may be in several folders.
std::string staging_key(const std::string& option, const std::string& path) {
  return option == "--record" ? fmt::format("{} {}", option, fs::path(path).parent_path().string()) : option;
}

// Standard output, and what is open already.
bool stays(const std::string& path) { return path == "-" || path.starts_with("/dev/"); }

std::string stage_outputs(const NamedFiles& files, SandboxFolder& folder, Plan& plan, Staging& staging) {
  std::error_code error;
  for (const NamedFiles::Output& output : files.outputs()) {
    if (stays(output.path)) continue;
    if (!output.folder && is_there(output.path) && !fs::is_regular_file(output.path, error))
      return fmt::format("{} {}: in the sandbox outputs are plain files", output.option, output.path);
    const std::string key = staging_key(output.option, output.path);
    if (staging.contains(key)) continue;
    const auto here = folder.folder();
    if (!here) return here.error();
    const std::string there = fmt::format("{}/{}", inner_folder, staging.size());
    plan.lend(*here, there);
    staging[key] = {*here, there};
  }
  return {};
}

// Of what an option writes into its folder; what else a program puts there is not what was asked for. "": anything.
std::string_view ending_of(const std::string& option) {
  return option == "--images" ? ".png" : option == "--sounds" ? ".wav" : "";
}

// What ends so has written all its files to their ends.
bool is_whole(const std::string& verdict) {
  const std::string outcome = member_or(json_or_null<nlohmann::json>(verdict), "outcome", std::string());
  constexpr Outcome whole[] = {Outcome::Done, Outcome::Quit, Outcome::ExpectationFailed};
  return std::ranges::any_of(whole, [&](Outcome one) { return outcome == name_of(one); });
}

// `whole`: all files have to be there.
std::string bring_outputs(const NamedFiles& files, const Staging& staging, bool whole) {
  for (const NamedFiles::Output& output : files.outputs()) {
    const auto staged = staging.find(staging_key(output.option, output.path));
    if (staged == staging.end() || output.option == "--verdict") continue;
    std::string failure;
    if (output.folder) {
      failure = bring_folder(staged->second.here, output.path, ending_of(output.option));
    } else {
      const fs::path here = staged->second.here / fs::path(output.path).filename();
      std::error_code error;
      failure = whole && !output.perhaps && !fs::is_regular_file(fs::symlink_status(here, error))
                    ? fmt::format("{}: the run has left no file of that name in the sandbox", output.path)
                    : bring_file(here, output.path);
    }
    if (!failure.empty()) return fmt::format("{} {}", output.option, failure);
  }
  return {};
}

// The same run, with its outputs where the sandbox has them.
RunSettings inner_run(const RunSettings& settings, const Staging& staging) {
  RunSettings inner = settings;
  inner.sandbox = {};
  for (RunOption& option : options_of(inner)) {
    // Its own verdict is named below, whether or not one was asked for.
    if (option.names == RunOption::Names::Nothing || option.key == "verdict") continue;
    option.rename([&](const std::string& path) {
      const auto staged = staging.find(staging_key(option.option(), path));
      if (staged == staging.end() || stays(path)) return path;
      if (option.names == RunOption::Names::WrittenFolder) return staged->second.there;
      return fmt::format("{}/{}", staged->second.there, fs::path(path).filename().string());
    });
  }
  // It has a name where none is said.
  if (const auto snapshots = staging.find("--snapshots"); snapshots != staging.end())
    inner.snapshots.folder = snapshots->second.there;
  inner.verdict = staging.at("--verdict").there + "/verdict.json";
  return inner;
}

// The command that makes it, from a run file in a folder of its own, in which it says how far it has come.
std::expected<Words, std::string> inner_command(const RunSettings& settings, const Words& view_options,
                                                const Staging& staging, const fs::path& here) {
  const std::string text = write_run_file(inner_run(settings, staging));
  const std::map<std::string, std::string> files = {{run_file, text},
                                                    {progress_file, std::string(sizeof(RunProgress), '\0')}};
  for (const auto& [name, content] : files)
    if (const int error = write_whole_file(here / name, content))
      return std::unexpected(fmt::format("{}: {}", (here / name).string(), std::strerror(error)));
  std::error_code error;
  Words words = {fs::read_symlink("/proc/self/exe", error).string(), "run",
                 fmt::format("--run-file={}/{}", folder_of_run_file, run_file)};
  words.insert(words.end(), view_options.begin(), view_options.end());
  return words;
}

// Shows the world's own folders, and lends copies of those in which something is built.
std::string show_world(const std::string& world, SandboxFolder& folder, Plan& plan) {
  const std::vector<fs::path> folders = own_folders(world);
  if (folders.empty() || is_too_wide(folders.front()))
    return fmt::format("--sandbox would show all of {} to the world: put the world into a folder of its own",
                       project_of(world).string());
  for (const fs::path& own : folders)
    if (!is_too_wide(own)) plan.show(own);
  for (const char* part : {"controllers", "libraries", "plugins"}) {
    std::error_code error;
    const fs::path there = folders.front() / part;
    // A link may lead anywhere.
    if (!fs::is_directory(fs::symlink_status(there, error))) continue;
    const auto copy = folder.copy_of(there);
    if (!copy) return copy.error();
    plan.lend(*copy, there);
  }
  return {};
}

// Who the user is and what localhost is, which programs ask for: of the machine's own lists nothing else is seen.
std::string show_names(SandboxFolder& folder, Plan& plan) {
  const auto here = folder.folder();
  if (!here) return here.error();
  const char* name = ::getuid() == 0 ? "root" : "user";
  const std::map<std::string, std::string> texts = {
      {"passwd", fmt::format("{0}:x:{1}:{2}:{0}:/tmp:/bin/sh\n", name, ::getuid(), ::getgid())},
      {"group", fmt::format("{}:x:{}:\n", name, ::getgid())},
      {"hosts", "127.0.0.1 localhost\n::1 localhost\n"},
  };
  for (const auto& [file, text] : texts) {
    if (const int error = write_whole_file(*here / file, text))
      return fmt::format("{}: {}", (*here / file).string(), std::strerror(error));
    plan.show_as(*here / file, fs::path("/etc") / file);
  }
  return {};
}

std::string show_inputs(const RunSettings& settings, const NamedFiles& files, Plan& plan) {
  for (const NamedFiles::Input& input : files.inputs()) {
    if (input.path == "-") continue;
    fs::path path = whole_path(input.path);
    // What a run file names, and the exchange that snapshots share, lie beside it.
    if (input.option == "--run-file" || input.option == "--from") path = path.parent_path();
    if (input.option != "WORLD" && is_too_wide(path))
      return fmt::format("{} {}: --sandbox would show all of {} to the world", input.option, input.path, path.string());
    plan.show(path);
  }
  for (const std::string& path : settings.sandbox.reads) {
    if (!is_there(path)) return fmt::format("--sandbox-read {}: {}", path, std::strerror(ENOENT));
    plan.show(path);
  }
  if (const char* home = std::getenv("WEBOTS_HOME"); home && *home && is_there(home)) plan.show(home);
  for (const fs::path& project : extra_projects_of_environment())
    if (is_there(project)) plan.show(project);
  return {};
}

void limit(int resource, std::int64_t most) {
  rlimit limits{};
  ::getrlimit(__rlimit_resource(resource), &limits);
  limits.rlim_cur = limits.rlim_max = std::min<rlim_t>(limits.rlim_max, rlim_t(most));
  ::setrlimit(__rlimit_resource(resource), &limits);
}

// Of one process. What fills more than its limit is found by looking, and ended as a whole; this holds what fills the
// machine between two looks, or asks for all of it at once.
std::int64_t hard_memory() {
  constexpr std::int64_t least = std::int64_t(1) << 30;
  const std::int64_t limit = value_of(Limit::SandboxMemory);
  return limit > no_limit / 4 ? no_limit : std::max(4 * limit, least);
}

sigset_t signals_to_wait_for() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD}) sigaddset(&set, signal);
  return set;
}

pid_t start(const Words& words, const Passed& info, const Passed& filter, const SandboxStreams& streams,
            const sigset_t& signals) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  // By its mark and its group the guard finds bubblewrap, which has moments in which it would outlive this program.
  const std::string& mark = mark_of_this_program();
  // And nothing else: bubblewrap is the first process in there, and its environment can be read.
  char* const envp[] = {const_cast<char*>(mark.c_str()), nullptr};
  const int guard = ProcessGuard::of_this_program().link();
  const pid_t parent = ::getpid(), child = ::fork();
  if (child != 0) return child;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  // A group of its own: a terminal's signals come to the parent alone, which passes them on to the run.
  ::setpgid(0, 0);
  const pid_t group = ::getpid();
  ::send(guard, &group, sizeof group, MSG_NOSIGNAL);
  if (!streams.place()) ::_exit(127);
  limit(RLIMIT_CORE, 0);
  if (!LIGHTSOUT_SANITIZER()) limit(RLIMIT_DATA, hard_memory());  // their shadows take terabytes
  limit(RLIMIT_FSIZE, value_of(Limit::SandboxBytes));
  for (const int signal : {SIGPIPE, SIGXFSZ}) ::signal(signal, SIG_DFL);
  ::sigprocmask(SIG_UNBLOCK, &signals, nullptr);
  // The kernel looks for keys on behalf of a process. Where it has none, or no room for more, the filter does: it
  // refuses the calls.
  ::syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr);
  // What else is open is not the world's.
  close_all_but(info.number(), filter.number());
  ::execve(argv[0], argv.data(), envp);
  ::_exit(127);
}

// "child-pid": 1234
pid_t first_process(int info) {
  char text[4096];
  const ssize_t size = ::pread(info, text, sizeof text - 1, 0);
  if (size <= 0) return 0;
  text[size] = '\0';
  const char* at = std::strstr(text, "\"child-pid\":");
  return at ? std::atoi(at + std::strlen("\"child-pid\":")) : 0;
}

struct Attended {
  int status = 0;        // a wait status
  rusage use{};          // of all
  int signal = 0;        // passed on to the run; 0: none
  std::string exceeded;  // the limit for which it was ended
};

// Until bubblewrap has ended, and with it all that is in the sandbox.
Attended attend(pid_t bubblewrap, int info, const sigset_t& signals) {
  using Clock = std::chrono::steady_clock;
  constexpr timespec between_looks{0, 200'000'000};
  Attended attended;
  const Clock::time_point start = Clock::now();
  const auto over = [](Limit limit, std::int64_t used) { return used > value_of(limit); };
  for (;;) {
    const pid_t ended = ::wait4(bubblewrap, &attended.status, WNOHANG, &attended.use);
    if (ended == bubblewrap || (ended < 0 && errno == ECHILD)) break;
    const int signal = ::sigtimedwait(&signals, nullptr, &between_looks);
    if (signal == SIGCHLD) continue;
    const pid_t init = first_process(info);
    const SandboxUse use = init > 0 ? use_of_sandbox(init) : SandboxUse{};
    if (signal > 0) {
      attended.signal = signal;
      ::kill(use.first > 0 ? use.first : bubblewrap, signal);
      continue;
    }
    const std::int64_t seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start).count();
    if (over(Limit::SandboxMemory, use.memory))
      attended.exceeded = fmt::format("the sandbox was ended: it fills {} bytes of memory: {}", use.memory,
                                      how_to_raise(Limit::SandboxMemory));
    else if (over(Limit::SandboxProcesses, use.processes))
      attended.exceeded = fmt::format("the sandbox was ended: it has {} processes: {}", use.processes,
                                      how_to_raise(Limit::SandboxProcesses));
    else if (over(Limit::SandboxSeconds, seconds))
      attended.exceeded =
          fmt::format("the sandbox was ended: it takes longer: {}", how_to_raise(Limit::SandboxSeconds));
    if (!attended.exceeded.empty()) ::kill(init > 0 ? init : bubblewrap, SIGKILL);
  }
  // One process alone, between two looks.
  if (const std::int64_t most = std::int64_t(attended.use.ru_maxrss) * 1024;
      attended.exceeded.empty() && over(Limit::SandboxMemory, most))
    attended.exceeded =
        fmt::format("a process of the sandbox filled {} bytes of memory: {}", most, how_to_raise(Limit::SandboxMemory));
  return attended;
}

std::string read_text(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(file, error)) || fs::file_size(file, error) > longest_verdict) return {};
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

RunProgress::Shared progress_of_sandboxed_run() {
  const char* confined = std::getenv("LIGHTSOUT_SANDBOX");
  if (!confined || !*confined) return nullptr;
  return RunProgress::find_in(fs::path(folder_of_run_file) / progress_file);
}

SandboxEnd run_in_sandbox(const RunSettings& settings, const std::vector<std::string>& view_options,
                          const NamedFiles& files) {
  const std::string& world = settings.world;
  const auto fail = [](Outcome outcome, std::string message) {
    SandboxEnd end;
    end.exit_code = int(outcome);
    end.failure = {outcome, std::move(message)};
    return end;
  };
  if (world.empty()) return fail(Outcome::WrongUse, "--sandbox needs the name of the world, with --from too");
  const auto bubblewrap = find_program("bwrap");
  if (!bubblewrap)
    return fail(Outcome::EnvironmentFailed,
                "--sandbox needs `bwrap`, which is not there: install it (Debian: bubblewrap)");
  auto folder = SandboxFolder::make();
  if (!folder) return fail(Outcome::EnvironmentFailed, folder.error());
  Plan plan;
  Staging staging;
  for (const std::string& wrong : {show_world(world, *folder, plan), show_inputs(settings, files, plan)})
    if (!wrong.empty()) return fail(Outcome::WrongUse, wrong);
  if (const std::string wrong = show_names(*folder, plan); !wrong.empty())
    return fail(Outcome::EnvironmentFailed, wrong);
  if (const std::string wrong = stage_outputs(files, *folder, plan, staging); !wrong.empty())
    return fail(Outcome::WrongUse, wrong);
  if (!staging.contains("--verdict")) {
    const auto here = folder->folder();
    if (!here) return fail(Outcome::EnvironmentFailed, here.error());
    const std::string there = fmt::format("{}/verdict", inner_folder);
    plan.lend(*here, there);
    staging["--verdict"] = {*here, there};
  }

  const auto place_of_run_file = folder->folder();
  if (!place_of_run_file) return fail(Outcome::EnvironmentFailed, place_of_run_file.error());
  plan.lend(*place_of_run_file, folder_of_run_file);
  auto command = inner_command(settings, view_options, staging, *place_of_run_file);
  if (!command) return fail(Outcome::EnvironmentFailed, command.error());
  const auto info = Passed::make("sandbox"), filter = Passed::make("filter", system_call_filter());
  for (const auto* passed : {&info, &filter})
    if (!*passed) return fail(Outcome::EnvironmentFailed, passed->error());
  Words words = plan.arguments(*command, *info, *filter);
  words.insert(words.begin(), bubblewrap->string());
  const sigset_t signals = signals_to_wait_for();
  ::sigprocmask(SIG_BLOCK, &signals, nullptr);
  const bool reads_input = std::ranges::any_of(files.inputs(), [](const auto& input) { return input.path == "-"; });
  SandboxStreams streams(reads_input);
  if (streams.failure() != 0) return fail(Outcome::EnvironmentFailed, std::strerror(streams.failure()));
  const pid_t child = start(words, *info, *filter, streams, signals);
  if (child < 0) return fail(Outcome::EnvironmentFailed, fmt::format("cannot start bwrap: {}", std::strerror(errno)));
  streams.carry();
  const Attended attended = attend(child, info->number(), signals);
  streams.finish();
  ProcessGuard::of_this_program().forget(child);

  SandboxEnd end;
  end.progress = RunProgress::copy_of(*place_of_run_file / progress_file);
  end.verdict = read_text(staging.at("--verdict").here / "verdict.json");
  end.not_copied = bring_outputs(files, staging, attended.exceeded.empty() && is_whole(end.verdict));
  if (!attended.exceeded.empty()) {
    end.verdict.clear();
    end.failure = {Outcome::EnvironmentFailed, attended.exceeded};
  } else if (end.verdict.empty() && attended.signal != 0) {
    end.failure = {Outcome::Interrupted, "interrupted by a second signal"};
  } else if (end.verdict.empty()) {
    end.failure = {Outcome::EnvironmentFailed,
                   fmt::format("bwrap {} without a verdict of the run{}", describe_wait_status(attended.status),
                               WIFEXITED(attended.status) && WEXITSTATUS(attended.status) == 1
                                   ? ": this machine or container may forbid user namespaces, which it needs"
                                   : "")};
  }
  end.exit_code = end.verdict.empty()          ? int(end.failure.outcome)
                  : WIFEXITED(attended.status) ? WEXITSTATUS(attended.status)
                                               : int(Outcome::EnvironmentFailed);
  return end;
}

}  // namespace lightsout
