// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/plans/program_sources.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "engine/descriptors/deep_folders.h"
#include "engine/descriptors/whole_names.h"
#include "engine/files/whole_file.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view endings_of_c[] = {".c",   ".cc",  ".cpp", ".cxx", ".c++", ".h",   ".hh",
                                             ".hpp", ".hxx", ".h++", ".ipp", ".tpp", ".inc", ".def"};
constexpr std::string_view other_endings[] = {".py", ".pyx", ".java", ".m", ".lua", ".sh", ".ini", ".mk", ".motion"};
constexpr std::string_view endings_of_builds[] = {".so", ".a", ".jar", ".class"};

bool has_ending(const fs::path& file, const auto& endings) {
  return std::ranges::find(endings, file.extension().string()) != std::end(endings);
}

bool is_makefile(const fs::path& file) {
  const std::string name = file.filename().string();
  return name == "Makefile" || name == "makefile" || name == "GNUmakefile" || name == "Makefile.include" ||
         file.extension() == ".mk";
}

// What people write, and make and the programs that run it read; not what a program leaves beside itself.
bool is_source(const fs::path& file) {
  return is_makefile(file) || has_ending(file, endings_of_c) || has_ending(file, other_endings);
}

std::string content_of(const fs::path& file) { return read_whole_file(file).value_or(""); }

// The names between quotes or angles behind #include.
std::vector<std::string> inclusions(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t at = 0; (at = text.find('#', at)) != std::string::npos;) {
    at = text.find_first_not_of(" \t", at + 1);
    if (at == std::string::npos) break;
    if (text.compare(at, 7, "include") != 0) continue;
    at = text.find_first_not_of(" \t", at + 7);
    if (at == std::string::npos) break;
    if (text[at] != '"' && text[at] != '<') continue;
    const std::size_t end = text.find_first_of("\">\n", at + 1);
    if (end != std::string::npos && text[end] != '\n') names.push_back(text.substr(at + 1, end - at - 1));
  }
  return names;
}

// Words that may name files or folders: -I"../a" is ../a, and $(A)/b.c is b.c.
std::vector<std::string> words_of_makefile(const std::string& text) {
  constexpr std::string_view between = " \t\r\n\\\"'=:;,";
  std::vector<std::string> words;
  for (std::size_t at = 0; (at = text.find_first_not_of(between, at)) != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_of(between, at), text.size());
    std::string word = text.substr(at, end - at);
    at = end;
    if (word.starts_with("-I")) word.erase(0, 2);
    if (const std::size_t variable = word.rfind(")/"); variable != std::string::npos) word.erase(0, variable + 2);
    if (!word.empty()) words.push_back(std::move(word));
  }
  return words;
}

class SourceCollector {
 public:
  explicit SourceCollector(const fs::path& folder) : folders_{folder} {}

  // Builds count where no source lies beside them.
  void add_folder(const fs::path& folder) {
    std::error_code error;
    std::set<fs::path> builds, with_sources;
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; go_on(at, error)) {
      const fs::path& path = at->path();
      const std::string name = path.filename().string();
      if (name == "build" || name == "__pycache__" || name.starts_with('.')) at.disable_recursion_pending();
      std::error_code gone;
      if (!at->is_regular_file(gone)) continue;
      // A program, in the folder of its name; a link leads to what make has built.
      if (is_source(path) || (name == folder.filename() && !at->is_symlink(gone))) {
        add(path);
        with_sources.insert(path.parent_path());
      } else if (has_ending(path, endings_of_builds)) {
        builds.insert(path);
      }
    }
    for (const fs::path& file : builds)
      if (!with_sources.contains(file.parent_path())) files_.insert(file);
  }

  std::set<fs::path> follow() {
    // Makefiles first: they say where inclusions are looked for.
    for (std::size_t i = 0; i < makefiles_.size(); ++i) read_makefile(fs::path(makefiles_[i]));
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const fs::path source = sources_[i];
      for (const std::string& name : inclusions(content_of(source))) look_for(name, source.parent_path());
    }
    return std::move(files_);
  }

 private:
  void add(const fs::path& path) {
    const fs::path file = path.lexically_normal();
    if (!files_.insert(file).second) return;
    if (is_makefile(file)) makefiles_.push_back(file);
    if (has_ending(file, endings_of_c)) sources_.push_back(file);
  }
  void read_makefile(const fs::path& makefile) {
    for (const std::string& word : words_of_makefile(content_of(makefile))) {
      std::error_code error;
      if (word.size() > 1000) continue;
      if (const fs::path folder = (folders_.front() / word).lexically_normal(); fs::is_directory(folder, error)) {
        if (std::ranges::find(folders_, folder) == folders_.end()) folders_.push_back(folder);
      } else if (is_source(word)) {
        look_for(word, makefile.parent_path());
      }
    }
  }
  void look_for(const std::string& name, const fs::path& first) {
    std::error_code error;
    if (fs::is_regular_file(first / name, error)) return add(first / name);
    for (const fs::path& folder : folders_)
      if (fs::is_regular_file(folder / name, error)) return add(folder / name);
  }

  std::vector<fs::path> folders_;  // where names are looked for; the program's first
  std::vector<fs::path> makefiles_, sources_;
  std::set<fs::path> files_;
};

}  // namespace

bool is_read_by_runs(const fs::path& file) {
  constexpr std::string_view endings[] = {".py", ".m", ".lua", ".sh", ".motion"};
  return has_ending(file, endings) || file.filename() == "runtime.ini";
}

std::set<fs::path> sources_of_program(const fs::path& folder, const fs::path& libraries) {
  const fs::path whole = absolute_path(folder);
  SourceCollector collector(whole);
  collector.add_folder(whole);
  collector.add_folder(absolute_path(libraries));
  return collector.follow();
}

}  // namespace lightsout
