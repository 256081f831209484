// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The hooks that follow from what is asked of a run: its physics plugin and its joint callbacks.
#pragma once

#include <atomic>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "engine/recorders/recorder.h"
#include "engine/stage/hooks.h"
#include "runs/settings/run_settings.h"

namespace lightsout {

class Log;

// A run's physics plugin and joint callbacks.
class PluginHooks {
 public:
  // `repeats`: a run before this one has written all that is to be written.
  static std::expected<std::unique_ptr<PluginHooks>, std::string> make(const RunSettings& settings, bool repeats,
                                                                       const std::atomic<bool>& interrupted, Log& log);
  ~PluginHooks();

  Hooks& hooks();
  // Recorders of what the plugin draws and of the pairs that it finds notable, as far as they were asked for.
  std::expected<std::vector<std::unique_ptr<Recorder>>, std::string> make_recorders();

 private:
  struct Parts;
  PluginHooks();
  std::unique_ptr<Parts> parts_;
};

}  // namespace lightsout
