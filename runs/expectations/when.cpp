// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/expectations/when.h"

#include <fmt/format.h>

#include <cmath>

namespace lightsout {
namespace {

// " from 1 s to 3 s", "" for the whole run.
std::string window(const When& when) {
  if (std::isfinite(when.to)) return fmt::format(" from {} s to {} s", when.from, when.to);
  return when.from > 0 ? fmt::format(" from {} s on", when.from) : "";
}

}  // namespace

std::string text_of(const When& when) {
  switch (when.kind) {
    case When::Kind::AtEnd:
      return "at the end";
    case When::Kind::At:
      return fmt::format("at {} s", when.from);
    case When::Kind::Always:
      return "always" + window(when);
    case When::Kind::Never:
      return "never" + window(when);
    case When::Kind::Within:
      if (when.from == 0 && std::isfinite(when.to)) return fmt::format("by {} s", when.to);
      return "at some time" + window(when);
  }
  return "";
}

}  // namespace lightsout
