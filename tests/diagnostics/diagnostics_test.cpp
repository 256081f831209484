// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Every kind of diagnostic has a world here that provokes it, named by the kind, and beside it the exact output. Run
// with LIGHTSOUT_UPDATE_EXPECTED=1 to write the outputs anew; read the difference before believing it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "controllers/host/controller_check.h"
#include "engine/robots/input_script.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/stage/stage_options.h"
#include "engine/state/log.h"
#include "installation/installation.h"
#include "plugins/host/plugin_check.h"
#include "runs/reports/metrics.h"
#include "runs/settings/run_file.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/motion_file.h"
#include "world_format/project/runtime_ini.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

class Silence : public Log {
 public:
  void write(LogLevel, std::string_view, std::string_view) override {}
  void controller_line(std::string_view, bool, std::string_view) override {}
};

void check_world_file(const fs::path& file, Diagnostics& diagnostics) {
  LoadOptions options;
  options.note_approximations = true;
  const auto world = load_world(file, options, diagnostics);
  if (world) check_plugin(*world, {}, diagnostics);
  if (!world || diagnostics.errors() > 0) return;
  Silence log;
  Scene scene(*world, 0, log, StageOptions());
  scene.build(diagnostics);
  for (const auto& robot : scene.robots()) check_controller(robot->node(), *world, {}, home(), diagnostics);
}

// And what it sets in its world.
void check_run_file(const Source& source, RunSettings& settings, Diagnostics& diagnostics) {
  read_run_file(source, settings, diagnostics);
  if (!settings.world.empty()) load_world(settings.world, settings.load, diagnostics);
}

constexpr const char* own_folder = LIGHTSOUT_SOURCE_DIR "/tests/diagnostics";

// A copy of this folder in a place whose name says nothing: a checkout may lie below folders that are called `protos`
// or `worlds`, by which PROTOs are looked up.
const fs::path& folder() {
  struct Copy {
    Copy() {
      std::string name = (fs::temp_directory_path() / "lightsout_diagnostics_XXXXXX").string();
      root = ::mkdtemp(name.data());
      fs::create_directories(root / "tests");
      fs::copy(own_folder, root / "tests/diagnostics", fs::copy_options::recursive);
    }
    ~Copy() {
      fs::current_path("/");
      fs::remove_all(root);
    }
    fs::path root;
  };
  static const Copy copy;
  static const fs::path path = copy.root / "tests/diagnostics";
  return path;
}

// What is said about the file.
std::string check(const fs::path& file) {
  Diagnostics diagnostics;
  if (file.extension() == ".wbt") {
    check_world_file(file, diagnostics);
  } else {
    const SourcePtr source = read_source(file).value();
    if (file.extension() == ".motion")
      read_motion(*source, diagnostics);
    else if (file.extension() == ".keys")
      read_input_script(*source, diagnostics);
    else if (RunSettings settings; file.extension() == ".yaml")
      check_run_file(*source, settings, diagnostics);
    else if (std::vector<Metric> metrics; file.extension() == ".metrics")
      read_metrics(*source, "ROBOT", metrics, diagnostics);
    else
      read_runtime_ini(*source, diagnostics);
  }
  std::string output;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) output += render(diagnostic, false);
  const std::string root = folder().parent_path().parent_path().string();
  for (std::size_t at; (at = output.find(root)) != std::string::npos;) output.replace(at, root.size(), "<source>");
  return output;
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> kinds() {
  return {
#define DIAGNOSTIC(name, severity, id) id,
#include "world_format/text/diagnostic_kinds.def"
#undef DIAGNOSTIC
  };
}

constexpr const char* extensions[] = {".wbt", ".motion", ".keys", ".yaml", ".ini", ".metrics"};

// Paths in the output are relative to the folder of the worlds.
void enter_folder() { fs::current_path(folder()); }

}  // namespace

TEST_CASE("each world gives the output that stands beside it") {
  enter_folder();
  const bool update = std::getenv("LIGHTSOUT_UPDATE_EXPECTED") != nullptr;
  std::vector<fs::path> worlds;
  for (const fs::directory_entry& entry : fs::directory_iterator("."))
    for (const char* extension : extensions)
      if (entry.path().extension() == extension) worlds.push_back(entry.path().filename());
  std::sort(worlds.begin(), worlds.end());
  for (const fs::path& world : worlds) {
    INFO(world.string());
    const std::string output = check(world);
    const fs::path expected = fs::path(world).replace_extension(".expected");
    if (update)
      for (const fs::path& place : {fs::path(own_folder) / expected, expected})
        std::ofstream(place, std::ios::binary) << output;
    REQUIRE(fs::exists(expected));
    CHECK(output == read(expected));
  }
}

TEST_CASE("each kind of diagnostic has a world that provokes it") {
  enter_folder();
  for (const std::string& id : kinds()) {
    INFO(id);
    CHECK(std::any_of(std::begin(extensions), std::end(extensions),
                      [&id](const char* extension) { return fs::exists(id + extension); }));
    // As the kind that it is named after.
    CHECK(read(id + ".expected").find("[" + id + "]") != std::string::npos);
  }
}

TEST_CASE("the same world gives the same diagnostics again") {
  enter_folder();
  for (const char* world : {"unexpected-token.wbt", "misplaced-node.wbt", "too-many-nodes.wbt"})
    CHECK(check(world) == check(world));
}
