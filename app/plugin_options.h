// Options of `run` that are about physics plugins and joint callbacks.
#pragma once

#include <CLI/CLI.hpp>

#include "runs/plugin_settings.h"

namespace lightsout {

void add_plugin_options(CLI::App& command, PluginSettings& settings);

}  // namespace lightsout
