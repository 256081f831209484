// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/target.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <utility>

namespace lightsout::fuzz {

#define FUZZ(name, longest) void fuzz_##name(std::string_view bytes);
#include "tests/fuzz/targets.def"
#undef FUZZ

namespace {

constexpr Target all[] = {
#define FUZZ(name, longest) {#name, longest, fuzz_##name},
#include "tests/fuzz/targets.def"
#undef FUZZ
};

struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("lightsout-fuzz-" + std::to_string(::getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

}  // namespace

std::span<const Target> targets() { return all; }

const Target* find_target(std::string_view name) {
  const auto found = std::ranges::find(all, name, &Target::name);
  return found == std::end(all) ? nullptr : &*found;
}

void require(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %.*s\n", int(what.size()), what.data());
  std::abort();
}

std::string edited(std::string base, Input edits) {
  while (!edits.at_end()) {
    const std::size_t place = std::min<std::size_t>(edits.take<std::uint32_t>() & 0xffffff, base.size());
    const auto goes = edits.take<std::uint8_t>();
    const auto comes = edits.take<std::uint8_t>();
    base.replace(place, std::min<std::size_t>(goes, base.size() - place), edits.take_bytes(comes));
  }
  return base;
}

const std::filesystem::path& folder() {
  static const Folder folder;
  return folder.path;
}

std::filesystem::path write_file(std::string_view name, std::string_view bytes) {
  std::filesystem::path path = folder() / name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

}  // namespace lightsout::fuzz
