// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/build_description.h"

#include <embree3/rtcore_config.h>
#include <fmt/format.h>
#include <ode/ode.h>

#include "app/commit.h"
#include "world_format/text/version.h"

namespace lightsout {
namespace {

#ifdef __clang__
constexpr const char* compiler = __VERSION__;
#else
constexpr const char* compiler = "GCC " __VERSION__;
#endif

}  // namespace

BuildDescription build_description() {
  const char* precision = dCheckConfiguration("ODE_double_precision") ? "double precision" : "single precision";
  return {LIGHTSOUT_VERSION,  LIGHTSOUT_COMMIT,
          LIGHTSOUT_BUILD,    fmt::format("{}, {}", LIGHTSOUT_ODE_VERSION, precision),
          RTC_VERSION_STRING, compiler};
}

std::string version_text() {
  const BuildDescription d = build_description();
  return fmt::format("lightsout {}\ncommit {}\nbuild {}\nODE {}\nEmbree {}\ncompiler {}", d.version, d.commit, d.build,
                     d.ode, d.embree, d.compiler);
}

std::string webots_version_text() {
  return fmt::format("Webots version: {}, read by\n{}", current_version, version_text());
}

}  // namespace lightsout
