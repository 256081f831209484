// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// One physics plugin in one simulation: finds, builds, checks and loads it, calls it, and serves it. What it calls is
// in services.cpp.
#pragma once

#include <ode/ode.h>

#include <atomic>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/scene/sleepers.h"
#include "engine/stage/hooks.h"
#include "installation/installation.h"
#include "plugins/host/find_plugin.h"
#include "plugins/host/gl_recording.h"
#include "plugins/host/guard/callback_guard.h"
#include "plugins/host/guard/elf_check.h"
#include "plugins/host/guard/loaded_library.h"

namespace lightsout {

class FileListener;
class Log;
class Simulation;
class World;

struct PhysicsHostOptions {
  double timeout_s = 60;                      // --plugin-timeout; 0: none
  std::vector<std::filesystem::path> assets;  // installations_of()
  std::filesystem::path prefix = home();
  const std::atomic<bool>* interrupted = nullptr;  // ends the building of a plugin
  double build_timeout_s = default_build_timeout_s;
  bool no_build = false;                   // a plugin that must be built first is an error
  bool no_code = false;                    // plugins of the prefix alone are run
  std::shared_ptr<FileListener> listener;  // is told of the plugin's folder before it is loaded; may be none
};

class PhysicsHost final : public Hooks {
 public:
  PhysicsHost(PhysicsHostOptions options, Log& log);
  ~PhysicsHost() override;

  bool has_plugin() const { return bool(library_); }

  // Finds, builds and loads the plugin if it is not there yet; a failure stops the simulation.
  void init(Simulation& simulation) override;
  void before_physics(Simulation& simulation) override;
  int collide(dGeomID geom1, dGeomID geom2) override;
  bool wants_collisions() const override { return collide_ != nullptr && !failed_; }
  bool adds_to_ode() const override { return has_plugin(); }
  std::span<const dBodyID> foreign_bodies() const override;
  void after_physics(Simulation& simulation) override;
  std::string keeps_state_of_its_own() const override {
    return has_plugin() ? "the state of its physics plugin is out of reach" : "";
  }
  void cleanup(Simulation& simulation) override;
  // The next world has the plugin's static variables new, whether it is the same world or another.
  void leave_world(Simulation& simulation) override;

  // Whoever draws the world asks what the plugin draws into it: `pass` 0 before and 1 after the world, `view` nullptr
  // for the main view. Empty where the plugin draws nothing.
  const DebugGeometry& draw(int pass, const char* view);
  bool draws() const { return draw_ || predraw_; }

  // The pairs for which collide() returned 2 in the last basic step, each once, in the order in which they were found.
  struct Pair {
    dGeomID first, second;
    friend bool operator==(const Pair&, const Pair&) = default;
  };
  std::span<const Pair> notable_pairs() const { return notable_; }

  // For the services: the host whose plugin is being called in this thread, nullptr if none is.
  static PhysicsHost* current() { return current_; }
  Simulation* simulation() const { return simulation_; }
  void print(const char* text);
  void warn(std::string_view text);
  void* receive(int* size);

 private:
  template <class Call>
  void call(const char* callback, Call&& body);
  void fail();
  // Loads what WorldInfo.physics names; nothing to do is success. The error is for a person, several lines where
  // several things are wrong.
  std::expected<void, std::string> load(const World& world);
  void unload();
  std::expected<void, std::string> bind(const std::string& name, const ElfSummary& elf);

  static thread_local constinit PhysicsHost* current_;

  PhysicsHostOptions options_;
  Log& log_;
  std::string name_;
  std::string loaded_for_;  // world and plugin's name
  PluginFiles files_;
  LoadedLibrary gl_;
  LoadedLibrary library_;
  CallbackGuard guard_;
  Simulation* simulation_ = nullptr;
  bool failed_ = false;
  unsigned long random_state_ = 0;  // the plugin's own stream of dRand, see call()
  std::vector<Pair> notable_;
  bool notable_before_ = false;
  std::string inbox_;  // of channel 0, not received yet; kept if the plugin asks for it at all
  bool inbox_read_ = false;
  bool receives_ = false;
  DebugGeometry drawing_;
  Sleepers sleepers_;
  bool sleepers_noted_ = false;  // in this pass, by collide()

  void (*init_)(dWorldID, dSpaceID, dJointGroupID) = nullptr;
  void (*step_)() = nullptr;
  void (*step_end_)() = nullptr;
  int (*collide_)(dGeomID, dGeomID) = nullptr;
  void (*cleanup_)() = nullptr;
  void (*draw_)(int, const char*) = nullptr;
  void (*predraw_)() = nullptr;
};

}  // namespace lightsout
