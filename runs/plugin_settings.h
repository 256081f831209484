// What the command line and the run file say about physics plugins, joint callbacks and dynamics passes, and the hooks
// that follow from it.
#pragma once

#include <atomic>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/recorders/recorder.h"
#include "engine/stage/hooks.h"
#include "engine/state/log.h"
#include "runs/run_log.h"

namespace lightsout {

struct PluginSettings {
  double timeout_s = 60;           // wall clock that a callback may take; 0: for ever
  bool guard = false;              // the run in a process of its own
  std::filesystem::path run_file;  // "" if none
  std::optional<int> passes;       // --passes, wins over the run file's
  std::vector<std::filesystem::path> assets;
  std::filesystem::path drawing;     // what the plugin draws, "" for nowhere
  std::filesystem::path collisions;  // the pairs that it finds notable, the same
  std::filesystem::path law_files;   // folder for what joint callbacks write, "" if none
  bool repeats = false;              // a run before this one has written all that
  const std::atomic<bool>* interrupted = nullptr;
  double build_timeout_s = 0;
  bool no_build = false;
  bool no_code = false;
};

// A run's physics plugin and joint callbacks.
class PluginHooks {
 public:
  // What is wrong with the run file is reported; the error sums it up.
  static std::expected<std::unique_ptr<PluginHooks>, std::string> make(const PluginSettings& settings, RunLog& log);
  ~PluginHooks();

  Hooks& hooks();
  int passes() const { return passes_; }
  // Recorders of what the plugin draws and of the pairs that it finds notable, as far as they were asked for.
  std::expected<std::vector<std::unique_ptr<Recorder>>, std::string> make_recorders();

 private:
  struct Parts;
  PluginHooks();
  std::unique_ptr<Parts> parts_;
  int passes_ = 1;
};

}  // namespace lightsout
