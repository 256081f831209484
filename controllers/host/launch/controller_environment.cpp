// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/launch/controller_environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "engine/state/state_hash.h"

namespace lightsout {
namespace {

// What this program says itself, whatever is asked for.
constexpr std::array<std::string_view, 14> own_names = {
    "WEBOTS_HOME",        "WEBOTS_ROBOT_NAME", "WEBOTS_INSTANCE_PATH", "WEBOTS_CONTROLLER_URL", "LIGHTSOUT_SEED",
    "LIGHTSOUT_BLOCK_FD", "LIGHTSOUT_BELL_FD", "LIGHTSOUT_RUN",        "LIGHTSOUT_ROBOT_SEED",  "LIGHTSOUT_METRICS",
    "LIGHTSOUT_RUN_DIR",  "PYTHONUNBUFFERED",  "PYTHONIOENCODING",     "WEBOTS_CONTROLLER_NAME"};

// Of no other robot, whatever other robots there are; small enough for the generators of any language.
std::uint32_t robot_seed(std::uint64_t seed, const std::string& robot_path) {
  const std::string text = fmt::format("{}\n{}", seed, robot_path);
  return std::uint32_t(hash_of(std::as_bytes(std::span(text))) >> 32);
}

}  // namespace

std::string wrong_controller_variable(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return fmt::format("'{}' is no NAME=VALUE", text);
  const std::string_view name = std::string_view(text).substr(0, equals);
  if (text.find('\0') != std::string::npos) return fmt::format("{} holds a byte 0", name);
  if (std::ranges::find(own_names, name) == own_names.end()) return {};
  return fmt::format("{} is said by lightsout itself", name);
}

void add_variables(Environment& environment, const ControllerDescription& description, const LaunchSettings& settings) {
  const auto set = [&environment](const std::string& text) {
    const std::size_t equals = text.find('=');
    environment.set(text.substr(0, equals), text.substr(equals + 1));
  };
  std::ranges::for_each(settings.environment, set);
  environment.set("WEBOTS_ROBOT_NAME", description.robot_name);
  environment.set("LIGHTSOUT_SEED", fmt::format("{}", description.seed));
  environment.set("LIGHTSOUT_ROBOT_SEED", fmt::format("{}", robot_seed(description.seed, description.robot_path)));
  // Those of a run around this one are not meant.
  environment.unset("LIGHTSOUT_METRICS");
  environment.unset("LIGHTSOUT_RUN_DIR");
  if (settings.environment_of) std::ranges::for_each(settings.environment_of(description), set);
}

}  // namespace lightsout
