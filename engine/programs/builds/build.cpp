// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/builds/build.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>

#include "engine/descriptors/deep_folders.h"
#include "engine/descriptors/whole_names.h"
#include "engine/programs/builds/built_folders.h"
#include "engine/programs/builds/make_names.h"
#include "engine/programs/environment.h"
#include "engine/programs/outside.h"
#include "engine/programs/shell.h"
#include "engine/programs/spawn.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

bool is_source(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".c" || extension == ".cpp" || extension == ".cc" || extension == ".cxx" || extension == ".c++";
}

bool has_makefile(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "Makefile", ignored) || fs::exists(folder / "makefile", ignored) ||
         fs::exists(folder / "GNUmakefile", ignored);
}

// As Makefiles write a path with blanks.
std::string escaped(const std::string& path) {
  std::string result;
  for (const char c : path) {
    if (c == ' ') result += '\\';
    result += c;
  }
  return result;
}

// Of the folder, or else of the first source in the order of names, that make cannot cope with; "" if there is none.
std::string trouble_with_names(const fs::path& folder) {
  const auto describe = [](std::string_view what, const std::string& name, const std::string& oddity) {
    return fmt::format("the name of the {} \"{}\" {}, which make cannot cope with: give it another name", what, name,
                       oddity);
  };
  const fs::path whole = fs::absolute(folder / "").lexically_normal();  // ends in a slash, whether `folder` does or not
  const std::string own = whole.parent_path().filename().string();
  if (const std::string oddity = oddity_of(own, odd_in_folders); !oddity.empty())
    return describe("folder", own, oddity);
  std::vector<std::string> names;
  for (const fs::path& source : sources_of(folder)) names.push_back(source.filename().string());
  std::ranges::sort(names);
  for (const std::string& name : names) {
    const bool is_option = name.starts_with('-') || name.starts_with('~');
    const std::string oddity = is_option ? fmt::format("begins with {}", name[0]) : oddity_of(name, odd_in_sources);
    if (!oddity.empty()) return describe("source", name, oddity);
  }
  return "";
}

// Held while a folder is built (LOCK_EX) or looked at, by many at a time (LOCK_SH), where the folder can be written to.
// Not the folder itself: users' own tools may lock that. The error says why there is no more waiting for it.
std::expected<FileDescriptor, std::string> lock_build(const fs::path& folder, int kind, const BuildSettings& settings) {
  using namespace std::chrono_literals;
  std::error_code ignored;
  const fs::path file = folder / "build" / ".lightsout.lock";
  fs::create_directories(file.parent_path(), ignored);
  FileDescriptor lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  const auto begin = std::chrono::steady_clock::now();
  bool is_reported = false;
  while (lock && ::flock(lock.get(), kind | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return lock;  // of a file system that knows no locks
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin;
    if (settings.interrupted && settings.interrupted->load()) return std::unexpected("was interrupted");
    const std::string who = fmt::format("another process, which holds {}, builds it", file.string());
    if (settings.timeout_s > 0 && waited.count() > settings.timeout_s)
      return std::unexpected(fmt::format("{} and was not done within {} s (--build-timeout)", who, settings.timeout_s));
    if (settings.report_wait && waited > 2s && !std::exchange(is_reported, true))
      settings.report_wait(fmt::format("waiting for the build of {}: {}", folder.string(), who));
    std::this_thread::sleep_for(5ms);
  }
  return lock;
}

// The prerequisites that a dependency file of the compiler (-MMD -MP) names. A name with a blank is not understood:
// nothing.
std::optional<std::vector<fs::path>> prerequisites(const fs::path& file, const fs::path& folder) {
  std::ifstream in(file);
  if (!in) return std::nullopt;
  std::vector<fs::path> found;
  std::string word;
  while (in >> word) {
    if (word == "\\" || word.ends_with(':')) continue;
    if (word.contains('\\') || word.contains('$')) return std::nullopt;
    found.push_back(folder / word);
  }
  return found;
}

// The default rules.
fs::path rules_of(const fs::path& home) { return home / "resources" / "Makefile.include"; }

// What the default rules would build of the folder is there and newer than all it is made of, so that make, which costs
// milliseconds to say so, need not be asked.
bool is_up_to_date(const fs::path& folder, const fs::path& rules) {
  const fs::path built = folder / "build" / "release";
  const std::string name = folder.filename().string();
  std::error_code error;
  fs::file_time_type oldest = fs::file_time_type::max();
  for (const fs::path& target : {built / name, built / ("lib" + name + ".so")}) {
    oldest = std::min(oldest, fs::last_write_time(target, error));
    if (error) return false;
  }
  const auto is_older = [&](const fs::path& file) {
    const fs::file_time_type written = fs::last_write_time(file, error);
    return !error && written <= oldest;
  };
  for (const auto& entry : fs::directory_iterator(rules.parent_path(), error))
    if (entry.path().filename().string().starts_with("Makefile.") && !is_older(entry.path())) return false;
  if (error) return false;
  const std::vector<fs::path> sources = sources_of(folder);
  for (const fs::path& source : sources) {
    const std::string object = source.filename().string();
    const auto needed = prerequisites(built / (object + ".d"), folder);
    if (!needed || !is_older(built / (object + ".o")) || !std::ranges::all_of(*needed, is_older)) return false;
  }
  return !error && !sources.empty();
}

// When the program or library of the folder's name was made; nothing if it is not there.
std::optional<fs::file_time_type> time_of_product(const fs::path& folder) {
  const std::string name = folder.filename().string();
  std::error_code error;
  std::optional<fs::file_time_type> made;
  for (const fs::path& product :
       {folder / name, folder / ("lib" + name + ".so"), folder / (name + ".so"), folder / "build" / "release" / name,
        folder / "build" / "release" / (name + ".class"), folder / (name + ".jar")}) {
    if (!fs::is_regular_file(product, error)) continue;
    const auto written = fs::last_write_time(product, error);
    if (!error && (!made || written > *made)) made = written;
  }
  return made;
}

// It is newer than every file that could be a source of it.
bool is_newer_than_all(const fs::path& folder) {
  const auto made = time_of_product(folder);
  if (!made) return false;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; go_on(entry, error)) {
    if (entry->path().filename() == "build") entry.disable_recursion_pending();
    std::error_code gone;
    if (entry->is_regular_file(gone) && entry->last_write_time(gone) > *made) return false;
  }
  return !error;
}

// A line of the report: there is no `file`, of which `target` (with a quotation mark at its end, as make says it) is to
// be made. A Makefile with rules of its own reads what a compiler of another machine noted of that target.
std::string missing_prerequisite(const std::string& makefile, const fs::path& folder, const std::string& file,
                                 const std::string& target) {
  std::string line = fmt::format("{}: there is no '{}', of which '{} is to be made", makefile, file, target);
  const fs::path made = target.substr(0, target.find('\''));
  for (const fs::path& notes : {fs::path(made).replace_extension(".d"), fs::path(made.string() + ".d")}) {
    const auto noted = prerequisites(folder / notes, folder);
    if (noted && std::ranges::find(*noted, folder / file) != noted->end())
      return fmt::format("{}. {} says so, which was made elsewhere: delete it, or the folder it lies in\n", line,
                         (folder / notes).string());
  }
  return line + "\n";
}

// What make and the compilers printed, for whoever wrote the sources: make's own lines name the user's Makefile where
// they would name our rules, and where the compiler has said it all they are left out.
std::string for_the_author(const std::string& output, const fs::path& folder, const fs::path& rules) {
  constexpr std::string_view says = ": *** ", no_rule = "No rule to make target '", needed_by = "', needed by '";
  const std::string ours = rules.parent_path().string() + "/Makefile.", makefile = (folder / "Makefile").string();
  std::string kept, closing;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(says);
    if (at == line.npos) {
      kept += line + "\n";
      continue;
    }
    const std::string who = line.substr(0, at);  // "make", "make[1]", "Makefile:3"
    std::string what = line.substr(at + says.size());
    for (const std::string_view end : {"Stop.", " ", "."})
      while (what.ends_with(end)) what.resize(what.size() - end.size());
    if (who.starts_with("make")) {
      const std::size_t for_whom = what.find(needed_by);
      if (what.starts_with(no_rule) && for_whom != what.npos)
        kept += missing_prerequisite(makefile, folder, what.substr(no_rule.size(), for_whom - no_rule.size()),
                                     what.substr(for_whom + needed_by.size()));
      else
        closing += line + "\n";
    } else {
      kept += fmt::format("{}: {}\n", who.starts_with(ours) ? makefile : (folder / who).string(), what);
    }
  }
  return kept.empty() ? closing : kept;
}

}  // namespace

std::vector<fs::path> sources_of(const fs::path& folder) {
  std::vector<fs::path> sources;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (is_source(entry.path())) sources.push_back(entry.path());
  return sources;
}

bool has_sources(const fs::path& folder) {
  if (has_makefile(folder) || !sources_of(folder).empty()) return true;
  std::error_code error;
  return std::ranges::any_of(fs::directory_iterator(folder, error),
                             [](const auto& entry) { return entry.path().extension() == ".java"; });
}

std::string why_not_listed(const fs::path& folder) {
  std::error_code error;
  const fs::directory_iterator first(folder, error);
  return error ? fmt::format("cannot read {}: {}", folder.string(), error.message()) : "";
}

namespace {

// Of all that decides what a build makes, but for the sources.
std::uint64_t key_of(const fs::path& folder, const BuildSettings& settings) {
  std::string text = absolute_path(folder).lexically_normal().string() + '\n' + settings.prefix.string();
  for (const std::string& variable : settings.variables) text += '\n' + variable;
  return std::max<std::uint64_t>(1, std::hash<std::string>()(text));
}

std::vector<std::string> arguments_of_make(const fs::path& home) {
  const unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  // Old Makefiles compute WEBOTS_HOME_PATH in a way that goes wrong with make 4.3 and later: it is given.
  return {"make",
          "-s",
          "--no-print-directory",
          fmt::format("-j{}", jobs),
          "WEBOTS_HOME_PATH=" + escaped(home.string()),
          "LIGHTSOUT_BUILDS=1"};
}

std::vector<std::string> environment_of_make(const fs::path& home, const std::vector<std::string>& variables) {
  Environment environment = Environment::current();
  environment.set("WEBOTS_HOME", home.string());
  environment.set("LC_ALL", "C");
  for (const std::string& variable : variables)
    environment.set(variable.substr(0, variable.find('=')), variable.substr(variable.find('=') + 1));
  environment.unset("LIGHTSOUT_TOKEN");
  environment.unset("MAKEFLAGS");
  environment.unset("MAKELEVEL");
  return environment.entries();
}

// The whole report of a make that ended with this status.
std::string failure_of(const fs::path& folder, const BuildResult& result, int status,
                       const std::string& trouble_with_home) {
  std::string output = result.output;
  while (output.ends_with('\n')) output.pop_back();
  // A Makefile need not take all sources of its folder; if it fails, they may be why.
  for (const std::string& trouble : {trouble_with_home, trouble_with_names(folder)})
    if (!trouble.empty()) output += fmt::format("\n{}", trouble);
  return fmt::format("the build of {} failed: `{}` {}. Its output:\n{}", folder.string(), result.command,
                     describe_wait_status(status), output);
}

}  // namespace

std::expected<BuildResult, std::string> build_folder(const fs::path& folder, const BuildSettings& settings) {
  // Nothing of the installation is needed for what is built.
  if (settings.forbidden) {
    if ((!has_makefile(folder) && is_up_to_date(folder, rules_of(settings.prefix))) || is_newer_than_all(folder))
      return BuildResult{};
    return std::unexpected(fmt::format("{} has to be built, which --no-build forbids: `lightsout build {}` does it",
                                       folder.string(), shell_words({folder.string()})));
  }
  const std::uint64_t key = key_of(folder, settings);
  // What is not there any more is built again.
  const auto known = [&]() -> std::optional<std::expected<BuildResult, std::string>> {
    const auto build = remembered_build(key);
    if (!build || (*build && !time_of_product(folder))) return {};
    if (!*build) return std::unexpected(build->error());
    return BuildResult{};
  };
  if (auto result = known()) return *result;
  const auto plain = home_for_make(settings.prefix);
  const fs::path home = plain.value_or(settings.prefix), rules = rules_of(home);
  const std::string trouble_with_home = plain ? "" : plain.error();
  std::vector<std::string> arguments = arguments_of_make(home);
  if (!has_makefile(folder)) {
    std::error_code ignored;
    if (!fs::exists(rules, ignored))
      return std::unexpected(
          fmt::format("{} has no Makefile and the default rules, {}, are missing from the installation",
                      folder.string(), rules.string()));
    for (const std::string& trouble : {trouble_with_home, trouble_with_names(folder)})
      if (!trouble.empty()) return std::unexpected(fmt::format("the build of {}: {}", folder.string(), trouble));
    arguments.insert(arguments.end(), {"-f", rules.string()});
  }
  BuildResult result;
  result.command =
      fmt::format("WEBOTS_HOME={} make -C {}", shell_words({home.string()}), shell_words({folder.string()}));
  for (std::size_t i = 1; i < arguments.size(); ++i) result.command += fmt::format(" {}", shell_words({arguments[i]}));

  const auto has_nothing_to_do = [&] { return !has_makefile(folder) && is_up_to_date(folder, rules); };
  const auto no_lock = [&](const std::string& why) {
    return std::unexpected(fmt::format("the build of {}: {}", folder.string(), why));
  };
  if (!has_makefile(folder)) {
    const auto looks = lock_build(folder, LOCK_SH, settings);
    if (!looks) return no_lock(looks.error());
    if (has_nothing_to_do()) {
      remember_build(key, "");
      return result;
    }
  }
  const auto lock = lock_build(folder, LOCK_EX, settings);
  if (!lock) return no_lock(lock.error());
  // Another process has just built it.
  if (auto built = known()) return *built;
  if (has_nothing_to_do()) return result;
  const auto make = find_program("make");
  if (!make) {
    // A Makefile says what to do in ways that only make knows; but what is newer than all beside it was made of it.
    if (is_newer_than_all(folder)) return result;
    return std::unexpected(
        fmt::format("{} has to be built and there is no `make`: install it and a compiler (Debian: build-essential)",
                    folder.string()));
  }
  SpawnRequest request;
  request.program = *make;
  request.arguments = arguments;
  request.environment = environment_of_make(home, settings.variables);
  request.folder = folder;
  auto finished = run_to_end(std::move(request), {settings.interrupted, settings.timeout_s});
  if (!finished)
    return std::unexpected(fmt::format("the build of {}: {}{}", folder.string(), finished.error(),
                                       finished.error().ends_with("ended") ? " (--build-timeout)" : ""));
  result.output = for_the_author(finished->output, folder, rules);
  if (finished->status == 0) {
    remember_build(key, "");
    return result;
  }
  const std::string failure = failure_of(folder, result, finished->status, trouble_with_home);
  // What the machine could not do now, it may do for the next run.
  if (WIFEXITED(finished->status) && !tells_of_machine(failure)) remember_build(key, failure);
  return std::unexpected(failure);
}

}  // namespace lightsout
