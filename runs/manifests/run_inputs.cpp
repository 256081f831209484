// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/manifests/run_inputs.h"

#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "engine/descriptors/deep_folders.h"
#include "engine/files/parsed_json.h"
#include "installation/installation.h"
#include "runs/manifests/fingerprint.h"
#include "runs/reading/file_text.h"
#include "world_format/project/locate.h"
#include "world_format/project/project.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;
using PlainJson = nlohmann::json;

constexpr std::size_t most_beside = 2000;  // files that a model is looked through for

// What is made on the way from the sources to the program, and caches.
bool is_by_product(const fs::path& file) {
  const std::string ending = file.extension().string();
  return ending == ".o" || ending == ".d" || ending == ".pyc" || file.filename().string().starts_with('.');
}

// Of these roles files come with the machine where they lie in no project.
bool is_of_machine(std::string_view role) {
  return role == "interpreter" || role == "module" || role == "library" || role == "program";
}

}  // namespace

RunInputs::RunInputs() : prefix_(whole_path(home().parent_path().parent_path())) {}

fs::path RunInputs::module_lists() const {
  if (!module_lists_) module_lists_.emplace(PrivateFolder::make("modules"));
  return *module_lists_ ? (*module_lists_)->path() : fs::path();
}

void RunInputs::begin(const RunSettings& settings, const fs::path& world) {
  std::vector<fs::path> own = own_folders(world);
  // What the world names of projects beside its own keeps its place to it.
  if (fs::path around = folder_of_projects(world); own.size() == 1 && !around.empty()) own.push_back(std::move(around));
  roots_.push_back({"project", own.empty() ? whole_path(world).parent_path() : whole_path(own.back())});
  int number = 0;
  for (const fs::path& folder : settings.load.assets)
    roots_.push_back({fmt::format("assets/{}", ++number), whole_path(folder)});
  number = 0;
  for (fs::path& folder : extra_projects_of_environment())
    roots_.push_back({fmt::format("extra/{}", ++number), std::move(folder)});
  if (const auto home = Locator::webots_home_of_environment()) roots_.push_back({"webots", whole_path(*home)});
  roots_.push_back({"program", prefix_});
  roots_.push_back({"system", "/"});
  add_options(settings);
}

void RunInputs::add_options(const RunSettings& settings) {
  const NamedFiles named = files_of(settings);
  for (const NamedFiles::Input& input : named.inputs())
    // What a run file says is in the manifest.
    if (!input.folder && input.path != "-" && input.option != "--against" && input.option != "--run-file")
      reads(input.path, input.option == "WORLD" ? "world" : "option");
  if (settings.snapshots.from.empty()) return;
  // What controllers were told before a snapshot lies beside it.
  std::error_code error;
  for (fs::directory_iterator at(whole_path(settings.snapshots.from).parent_path(), error), end; !error && at != end;
       at.increment(error))
    if (at->path().filename().string().starts_with("exchange_")) reads(at->path(), "option");
}

const InputRoot& RunInputs::root_of(const fs::path& path, std::string_view role) {
  const auto named = [this](std::string_view name) -> const InputRoot& {
    return *std::ranges::find(roots_, name, &InputRoot::name);
  };
  const bool is_ours =
      std::ranges::any_of(std::initializer_list<const char*>{"bin", "include", "lib", "projects", "resources"},
                          [&](const char* part) { return lies_in(path, prefix_ / part); });
  if (is_ours || role == "program") return named(is_ours ? "program" : "system");
  const InputRoot* best = nullptr;
  for (const InputRoot& root : roots_)
    if (!root.is_of_machine() && lies_in(path, root.folder) &&
        (!best || root.folder.native().size() > best->folder.native().size()))
      best = &root;
  if (best) return *best;
  if (is_of_machine(role)) return named("system");
  const auto count =
      std::ranges::count_if(roots_, [](const InputRoot& root) { return root.name.starts_with("elsewhere/"); });
  return roots_.emplace_back(fmt::format("elsewhere/{}", count + 1), path.parent_path());
}

void RunInputs::reads(const fs::path& path, std::string_view role) {
  std::error_code error;
  const fs::path file = whole_path(path);
  if (fs::is_directory(file, error)) return add_folder(file, role);
  if (!fs::is_regular_file(file, error) || files_.contains(file)) return;
  add_file(file, role);
  if (role == "asset") add_beside(file);
}

void RunInputs::add_file(const fs::path& path, std::string_view role) {
  const InputRoot& root = root_of(path, role);
  std::string bytes;
  const bool keeps = keep_ && !root.is_of_machine();
  const auto print = fingerprint_of(
      path, keeps ? [&bytes](std::string_view piece) { bytes += piece; } : std::function<void(std::string_view)>());
  if (!print) return;  // who reads it says so
  const InputFile& file = files_
                              .emplace(path, InputFile{std::string(role), root.name,
                                                       path.lexically_relative(root.folder), print->text, print->bytes})
                              .first->second;
  if (!keeps || !failure_.empty()) return;
  failure_ = keep_(file, path, bytes);
}

void RunInputs::add_folder(const fs::path& folder, std::string_view role) {
  std::error_code error;
  std::set<fs::path> found;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; go_on(at, error)) {
    const std::string name = at->path().filename().string();
    if (name == "__pycache__" || name.starts_with('.')) at.disable_recursion_pending();
    std::error_code gone;
    if (at->is_regular_file(gone) && !is_by_product(at->path())) found.insert(at->path());
  }
  for (const fs::path& file : found)
    if (!files_.contains(file)) add_file(file, role);
}

// A model names its materials and textures by paths from its folder, which its reader follows.
void RunInputs::add_beside(const fs::path& model) {
  static constexpr std::string_view endings[] = {".obj", ".mtl", ".dae", ".gltf", ".x3d", ".wrl"};
  if (std::ranges::find(endings, model.extension().string()) == std::end(endings)) return;
  const std::string text = text_of_file(model).value_or("");
  std::error_code error;
  std::size_t count = 0;
  std::set<fs::path> named;
  for (fs::recursive_directory_iterator at(model.parent_path(), error), end;
       !error && at != end && ++count < most_beside; go_on(at, error)) {
    std::error_code gone;
    if (at->is_regular_file(gone) && text.contains(at->path().lexically_relative(model.parent_path()).generic_string()))
      named.insert(at->path());
  }
  for (const fs::path& file : named) reads(file, "asset");
}

void RunInputs::add_program() {
  std::error_code error;
  reads(fs::read_symlink("/proc/self/exe", error), "program");
  const auto add = [](dl_phdr_info* object, std::size_t, void* inputs) {
    std::error_code ignored;
    if (object->dlpi_name && *object->dlpi_name == '/')
      static_cast<RunInputs*>(inputs)->reads(fs::canonical(object->dlpi_name, ignored), "library");
    return 0;
  };
  ::dl_iterate_phdr(add, this);
  // Modules that processes of their own have loaded, and what controllers are linked to.
  for (fs::directory_iterator at(prefix_ / "lib", error), end; !error && at != end; at.increment(error))
    if (at->path().extension() == ".so") reads(at->path(), "program");
  reads(prefix_ / "lib" / "controller", "program");
}

std::string RunInputs::add_modules() {
  std::string python;
  std::error_code error;
  if (!module_lists_) return python;
  if (!*module_lists_ && failure_.empty()) failure_ = module_lists_->error();
  for (fs::directory_iterator at(module_lists(), error), end; !error && at != end; at.increment(error)) {
    const PlainJson list = json_or_null<PlainJson>(text_of_file(at->path()).value_or(""));
    if (!list.is_object()) continue;  // cut off
    if (const auto version = list.find("python"); version != list.end() && version->is_string()) python = *version;
    for (const PlainJson& file : member_or(list, "modules", PlainJson::array()))
      if (file.is_string()) reads(file.get<std::string>(), "module");
  }
  return python;
}

std::vector<InputFile> RunInputs::files() const {
  std::vector<InputFile> files;
  for (const auto& [path, file] : files_) files.push_back(file);
  std::ranges::sort(files, [](const InputFile& a, const InputFile& b) {
    return std::tie(a.root, a.path) < std::tie(b.root, b.path);
  });
  return files;
}

}  // namespace lightsout
