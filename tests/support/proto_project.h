// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A project of files that a test writes, and the world that is loaded from it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "tests/support/temporary_folder.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

struct ProtoProject {
  const TemporaryFolder folder;
  const std::filesystem::path root = folder.path();
  Diagnostics diagnostics;

  ProtoProject() {
    std::filesystem::create_directories(root / "worlds");
    std::filesystem::create_directories(root / "protos");
  }

  void file(const std::string& path, const std::string& text) {
    std::filesystem::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text;
  }
  std::unique_ptr<World> load(const std::string& text) {
    file("worlds/test.wbt", text);
    return load_world(root / "worlds/test.wbt", {}, diagnostics);
  }
  std::string rendered() const {
    std::string all;
    for (const Diagnostic& d : diagnostics.sorted()) all += render(d, false);
    return all;
  }
};

}  // namespace lightsout
