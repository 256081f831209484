// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which project a file belongs to.
#include "world_format/project/project.h"

#include <stdlib.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

struct Tree {
  const TemporaryFolder folder;
  const fs::path root = folder.path();
  void file(const std::string& path) const {
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path) << "x";
  }
};

}  // namespace

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
  const TemporaryFolder folder;
  const fs::path& root = folder.path();
  fs::create_directories(root / "above/scenes");
  fs::create_directories(root / "above/controllers");
  CHECK(project_of(root / "above/scenes/w.wbt") == root / "above");
  fs::create_directories(root / "above/scenes/plugins");
  CHECK(project_of(root / "above/scenes/w.wbt") == root / "above/scenes");
  // A project below a folder that is called worlds by chance.
  fs::create_directories(root / "worlds/mine/controllers");
  CHECK(project_of(root / "worlds/mine/w.wbt") == root / "worlds/mine");
}

TEST_CASE("A world's own folders are its project and the repository or installation around it") {
  const Tree tree;
  tree.file("repository/projects/one/worlds/w.wbt");
  const fs::path world = tree.root / "repository/projects/one/worlds/w.wbt",
                 project = tree.root / "repository/projects/one";
  using Folders = std::vector<fs::path>;
  CHECK(own_folders(world) == Folders{project});
  tree.file("repository/resources/x");
  CHECK(own_folders(world) == Folders{project, tree.root / "repository"});
  tree.file("repository/projects/.git/config");
  CHECK(own_folders(world) == Folders{project, tree.root / "repository/projects", tree.root / "repository"});
  // Somebody keeps his home in git.
  tree.file(".git/config");
  const std::string home = std::getenv("HOME") ? std::getenv("HOME") : "";
  ::setenv("HOME", (tree.root / "home").c_str(), 1);
  CHECK(own_folders(world).size() == 3);
  ::setenv("HOME", home.c_str(), 1);
  CHECK(own_folders("/w.wbt").empty());
}

TEST_CASE("Projects beside each other share the folder around them, unless everybody may write there") {
  const Tree tree;
  tree.file("suite/one/worlds/w.wbt");
  const fs::path world = tree.root / "suite/one/worlds/w.wbt";
  CHECK(folder_of_projects(world).empty());
  tree.file("suite/notes/readme");
  CHECK(folder_of_projects(world).empty());
  for (const char* shared : {"two/worlds/w.wbt", "two/protos/P.proto", "protos/P.proto", "controllers/c/c.c"}) {
    tree.file(std::string("suite/") + shared);
    CHECK(folder_of_projects(world) == tree.root / "suite");
    CHECK(own_folders(world) == std::vector<fs::path>{tree.root / "suite/one"});
    fs::remove_all(tree.root / "suite/two");
    fs::remove_all(tree.root / "suite/protos");
    CHECK((folder_of_projects(world).empty() || std::string(shared).starts_with("controllers")));
  }
  fs::permissions(tree.root / "suite", fs::perms::all);
  CHECK(folder_of_projects(world).empty());
  fs::permissions(tree.root / "suite", fs::perms::owner_all);
  CHECK(!folder_of_projects(world).empty());
  const std::string home = std::getenv("HOME") ? std::getenv("HOME") : "";
  ::setenv("HOME", (tree.root / "suite").c_str(), 1);
  CHECK(folder_of_projects(world).empty());
  ::setenv("HOME", home.c_str(), 1);
}

TEST_CASE("A file lies in a folder by its name") {
  CHECK(lies_in("/a/b/c", "/a/b"));
  CHECK(lies_in("/a/b", "/a/b/"));
  CHECK(lies_in("/a/x/../b/c", "/a/b"));
  CHECK(!lies_in("/a/b/../c", "/a/b"));
  CHECK(!lies_in("/a/bc", "/a/b"));
  CHECK(!lies_in("/a", "/a/b"));
  for (const char* name : {"", ".", "..", "a/b", "/a", "../a", "a/"}) CHECK(!is_plain_name(name));
  for (const char* name : {"a", "a b", "..a", "<none>"}) CHECK(is_plain_name(name));
}

TEST_CASE("what is there in other capitals is named, the first by name") {
  const Tree tree;
  tree.file("controllers/driver1/driver1.py");
  tree.file("Textures/wood.PNG");
  tree.file("Textures/WOOD.png");
  tree.file("Textures/W\u00dc.png");
  const std::string root = tree.root.string();
  CHECK(what_is_there(tree.root / "controllers/Driver1") ==
        "; there is " + root + "/controllers/driver1: capitals count");
  CHECK(what_is_there(tree.root / "worlds/../textures/Wood.png") ==
        "; there is " + root + "/Textures/WOOD.png: capitals count");
  CHECK(what_is_there(tree.root / "controllers/driver") == "");
  CHECK(what_is_there(tree.root / "nowhere/Driver1") == "");
  CHECK(what_is_there(tree.root / "Textures") == "; what is there is a folder");
  CHECK(what_is_there("/dev/zero") == "; what is there is a device or socket");
  CHECK(what_is_there(tree.root / "Textures/w\u00fc.png") == "");
}
