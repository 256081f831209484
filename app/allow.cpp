#include "app/allow.h"

#include <string>

namespace lightsout {

void add_allow(CLI::App& command, LoadOptions& options) {
  command
      .add_option_function<std::string>(
          "--allow", [&options](const std::string&) { options.allow_missing_protos = true; },
          "missing-proto: robots, floors and whatever else was not found are left out, which is a warning then")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"missing-proto"}));
}

}  // namespace lightsout
