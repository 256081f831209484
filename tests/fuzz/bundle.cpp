// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A manifest and an archive: as bytes that are changed, and packed where they are no archive.
#include "runs/manifests/bundle.h"

#include "limits/limits.h"
#include "runs/manifests/manifest.h"
#include "tests/fuzz/target.h"

namespace lightsout::fuzz {

void fuzz_bundle(std::string_view bytes) {
  namespace fs = std::filesystem;
  const auto file = write_file("manifest.json", bytes);
  if (const auto manifest = read_manifest(file)) {
    const auto again = read_manifest(write_file("again.json", to_json(*manifest)));
    require(again.has_value(), "a manifest that was written can be read");
  }
  set_limit(Limit::BundleBytes, 1 << 20);
  set_limit(Limit::BundleFiles, 100);
  const fs::path outer = folder() / "unpacked", inner = outer / "a" / "b";
  fs::create_directories(inner);
  (void)unpack_bundle(write_file("b.tar.zst", bytes), inner);
  for (const auto& entry : fs::recursive_directory_iterator(outer)) {
    require(!entry.is_symlink(), "no link is unpacked");
    const std::string name = entry.path().lexically_relative(inner).generic_string();
    require(name == "." || name == ".." || !name.starts_with(".."), "nothing is unpacked outside of its folder");
  }
  fs::remove_all(outer);
}

}  // namespace lightsout::fuzz
