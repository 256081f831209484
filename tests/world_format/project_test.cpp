// Which project a file belongs to.
#include "world_format/project.h"

#include <stdlib.h>

#include <catch2/catch.hpp>
#include <filesystem>

using namespace lightsout;
namespace fs = std::filesystem;

TEST_CASE("a file belongs to the project that holds its worlds/ or protos/, at any depth") {
  CHECK(project_of("/p/worlds/w.wbt") == "/p");
  CHECK(project_of("/p/worlds/old/older/w.wbt") == "/p");
  CHECK(project_of("/p/protos/arms/left/Arm.proto") == "/p");
  CHECK(project_of("/p/worlds/../worlds/w.wbt") == "/p");
  // The nearest.
  CHECK(project_of("/worlds/p/worlds/w.wbt") == "/worlds/p");
  CHECK(project_of("/p/worlds/protos/Arm.proto") == "/p/worlds");
  // In none: its own folder.
  CHECK(project_of("/p/q/w.wbt") == "/p/q");
  CHECK(project_of("w.wbt") == fs::current_path());
}

TEST_CASE("a file outside worlds/ belongs to the folder, its own or the one above, that holds the project's parts") {
  char name[] = "/tmp/lightsout-project-XXXXXX";
  const fs::path root = ::mkdtemp(name);
  fs::create_directories(root / "above/scenes");
  fs::create_directories(root / "above/controllers");
  CHECK(project_of(root / "above/scenes/w.wbt") == root / "above");
  fs::create_directories(root / "above/scenes/plugins");
  CHECK(project_of(root / "above/scenes/w.wbt") == root / "above/scenes");
  // A project below a folder that is called worlds by chance.
  fs::create_directories(root / "worlds/mine/controllers");
  CHECK(project_of(root / "worlds/mine/w.wbt") == root / "worlds/mine");
  fs::remove_all(root);
}
