// What the command line and the run file say about physics plugins, joint callbacks and dynamics passes, and the hooks
// that follow from it.
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/verdict.h"
#include "engine/hooks.h"
#include "engine/log.h"

namespace lightsout {

struct PluginSettings {
  double timeout_s = 60;           // wall clock that a callback may take; 0: for ever
  bool guard = false;              // the run in a process of its own
  std::filesystem::path run_file;  // "" if none
  std::optional<int> passes;       // --passes, wins over the run file's
  std::vector<std::filesystem::path> assets;
  std::filesystem::path drawing;  // what the plugin draws, "" for nowhere
  const std::atomic<bool>* interrupted = nullptr;
};

void add_plugin_options(CLI::App& command, PluginSettings& settings);

// A run's physics plugin and joint callbacks.
class PluginHooks {
 public:
  // The error is about the run file.
  static std::expected<std::unique_ptr<PluginHooks>, std::string> make(const PluginSettings& settings, Log& log);
  ~PluginHooks();

  Hooks& hooks();
  int passes() const { return passes_; }
  // A recorder of what the plugin draws, nullptr if none was asked for.
  std::expected<std::unique_ptr<Recorder>, std::string> make_recorder();

 private:
  struct Parts;
  PluginHooks();
  std::unique_ptr<Parts> parts_;
  int passes_ = 1;
};

// Forks. In the child, nullopt: it goes on and simulates. In the parent, when the child has ended: the exit code, and
// where a signal ended it, a verdict (in `path` too, unless that is "") that says so.
std::optional<int> guard_process(const std::string& world, const std::string& verdict_path);

}  // namespace lightsout
