// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Every input that is kept goes through its target, with memory for honest ones.
#include <sys/resource.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <vector>

#include "engine/programs/sanitizers.h"
#include "tests/fuzz/target.h"

using namespace lightsout;

namespace {

// A small file that asks for gigabytes gets std::bad_alloc, which no target catches. Sanitizers take more for
// themselves.
class LittleMemory {
 public:
  LittleMemory() {
    ::getrlimit(RLIMIT_DATA, &before_);
#if !LIGHTSOUT_SANITIZER()
    const rlimit little{rlim_t(1) << 30, before_.rlim_max};
    ::setrlimit(RLIMIT_DATA, &little);
#endif
  }
  ~LittleMemory() { ::setrlimit(RLIMIT_DATA, &before_); }
  LittleMemory(const LittleMemory&) = delete;
  LittleMemory& operator=(const LittleMemory&) = delete;

 private:
  rlimit before_;
};

void replay(const std::string& name) {
  const LittleMemory little;
  const fuzz::Target* target = fuzz::find_target(name);
  REQUIRE(target);
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(LIGHTSOUT_SOURCE_DIR "/tests/fuzz/corpus/" + name))
    files.push_back(entry.path());
  std::ranges::sort(files);
  REQUIRE_FALSE(files.empty());
  for (const auto& path : files) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    INFO(path);  // where it crashes
    target->run(bytes.str());
  }
}

}  // namespace

#define FUZZ(name, longest) \
  TEST_CASE("Every kept input of " #name) { replay(#name); }
#include "tests/fuzz/targets.def"
#undef FUZZ

TEST_CASE("Edits of an input are those that it lists") {
  const auto edit = [](std::uint32_t place, int goes, const std::string& comes) {
    std::string text(reinterpret_cast<const char*>(&place), sizeof place);
    return text + char(goes) + char(comes.size()) + comes;
  };
  CHECK(fuzz::edited("abcdef", fuzz::Input(edit(1, 2, "xyz"))) == "axyzdef");
  CHECK(fuzz::edited("abc", fuzz::Input(edit(0, 0, "1") + edit(99, 5, "2"))) == "1abc2");
}
