// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/allow.h"

#include <string>
#include <vector>

#include "world_format/load_options.h"

namespace lightsout {

void add_allow(CLI::App& command, LoadOptions& options) {
  command
      .add_option_function<std::vector<std::string>>(
          "--allow",
          [&options](const std::vector<std::string>& all) {
            for (const std::string& what : all)
              (what == "outside" ? options.allow_outside : options.allow_missing_protos) = true;
          },
          "missing-proto: robots, floors and whatever else was not found are left out, which is a warning then; "
          "outside: the world may name files anywhere, see docs/security.md; repeatable")
      ->type_name("WHAT")
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"missing-proto", "outside"}));
}

void add_no_templates(CLI::App& command, LoadOptions& options) {
  command.add_flag("--no-code", options.no_templates, "Run no template of a PROTO but those of the built-in library");
}

}  // namespace lightsout
