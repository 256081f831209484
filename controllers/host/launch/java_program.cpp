// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers in Java: classes are built with javac where there are sources, and run by java.
#include <fmt/format.h>

#include <optional>

#include "controllers/host/launch/languages.h"
#include "engine/programs/shell.h"
#include "engine/programs/spawn.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

constexpr const char* package = "default-jdk-headless";

fs::path own_files(const ControllerFolder& folder) { return folder.prefix / "lib" / "controller" / "java"; }

// Beside the java that runtime.ini names, else in PATH.
std::optional<fs::path> find_compiler(const ControllerFolder& folder) {
  if (const fs::path java = folder.ini.java.command; java.has_parent_path())
    if (const auto beside = find_program_of(folder, java.parent_path() / "javac")) return beside;
  return find_program("javac");
}

// Where its class or archive is; {} if there is none.
fs::path find_built(const ControllerFolder& folder) {
  const fs::path built = folder.path / "build" / "release";
  const std::string name = folder.name;
  for (const fs::path& candidate :
       {folder.file(".jar"), built / (name + ".jar"), built / (name + ".class"), folder.file(".class")})
    if (is_file(candidate)) return candidate;
  return {};
}

// Sources win over a class that lies beside them; where there is no compiler, the class is taken.
std::string bring_up_to_date(const ControllerFolder& folder) {
  if (!is_file(folder.file(".java"))) return {};
  const fs::path supplied = find_built(folder);
  const auto compiler = find_compiler(folder);
  if (!compiler) {
    if (!supplied.empty()) return {};
    return fmt::format("{} has to be compiled and there is no `javac`: install it (Debian: {})",
                       folder.file(".java").string(), package);
  }
  const auto result = folder.build({"JAVAC=" + compiler->string(), "CLASSPATH=" + folder.environment.get("CLASSPATH")});
  return result ? std::string() : result.error();
}

// What controllers need not say, and may say otherwise: what comes later wins.
std::vector<std::string> our_options(const ControllerFolder& folder) {
  std::vector<std::string> options = {
      "-XX:-UsePerfData",  // no files in /tmp
      "-Djava.awt.headless=true", "-Dfile.encoding=UTF-8",       "-Dstdout.encoding=UTF-8",
      "-Dstderr.encoding=UTF-8",  "-Dsun.stdout.encoding=UTF-8", "-Dsun.stderr.encoding=UTF-8",
      "-Duser.language=en",       "-Duser.country=US",
  };
  // Two collectors are an error.
  if (!folder.ini.java.options.contains("-XX:+Use")) options.push_back("-XX:+UseSerialGC");
  std::string libraries = own_files(folder).string() + ":" + folder.path.string();
  if (const std::string more = folder.environment.get("JAVA_LIBRARY_PATH"); !more.empty()) libraries += ":" + more;
  options.push_back("-Djava.library.path=" + libraries);
  return options;
}

}  // namespace

bool is_java(const fs::path& folder, const std::string& name) {
  return sources_of(folder).empty() && (is_file(folder / (name + ".java")) || is_file(folder / (name + ".class")) ||
                                        is_file(folder / (name + ".jar")));
}

std::expected<ControllerProgram, std::string> java_program(const ControllerFolder& folder) {
  const std::string command = folder.ini.java.command.empty() ? "java" : folder.ini.java.command;
  const auto java = find_program_of(folder, command);
  if (!java && !folder.ini.java.command.empty()) return std::unexpected(missing_command(folder, "java", command));
  if (!java)
    return std::unexpected(fmt::format("{} is a controller in Java and there is no `{}`: install it (Debian: {})",
                                       folder.path.string(), command, package));
  const fs::path jar = own_files(folder) / "Controller.jar";
  if (!is_file(jar))
    return std::unexpected(
        fmt::format("{} is a controller in Java, and this lightsout was built where there was no JDK: there is no {}. "
                    "Build it again where {} is installed",
                    folder.path.string(), jar.string(), package));
  if (const std::string error = bring_up_to_date(folder); !error.empty()) return std::unexpected(error);
  const fs::path built = find_built(folder);
  if (built.empty())
    return std::unexpected(fmt::format(
        "{} was built, and has no {}.class or {}.jar now: a controller is a class of its folder's name, in no package",
        folder.path.string(), folder.name, folder.name));
  std::vector<std::string> words = {*java};
  const auto add = [&words](const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  add(our_options(folder));
  add(split_shell_words(folder.ini.java.options));
  std::string classes = fmt::format("{}:{}:{}", jar.string(), (own_files(folder) / "vehicle.jar").string(),
                                    built.extension() == ".jar" ? built.string() : built.parent_path().string());
  classes += fmt::format(":{}", folder.path.string());
  if (const std::string more = folder.environment.get("CLASSPATH"); !more.empty()) classes += fmt::format(":{}", more);
  add({"-classpath", classes, folder.name});
  // Names of files have the letters of the locale, where no option can say otherwise.
  return ControllerProgram{words, {}, {"LC_ALL=C.UTF-8"}};
}

}  // namespace lightsout
