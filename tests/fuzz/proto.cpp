// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/target.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

namespace lightsout::fuzz {

void fuzz_proto(std::string_view bytes) {
  write_file("P.proto", bytes);
  Diagnostics diagnostics;
  const auto world = load_world_text(
      "#VRML_SIM R2025a utf8\n"
      "EXTERNPROTO \"P.proto\"\n"
      "P { }\n"
      "DEF SECOND P { size 2 name \"x\" on TRUE translation 1 2 3 list [ 1 2 ] slot Solid { } }\n"
      "USE SECOND\n",
      folder() / "fuzz.wbt", {}, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) (void)render(diagnostic, false);
}

}  // namespace lightsout::fuzz
