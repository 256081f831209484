// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is asked of a host of controllers.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "controllers/host/launch/extern_news.h"
#include "controllers/host/launch/listen_address.h"
#include "engine/programs/builds/build.h"
#include "engine/robots/exchange/controller_link.h"

namespace lightsout {

class FileListener;
struct LaunchMemory;

inline constexpr int default_extern_port = 1234;  // LO_EXTERN_FIRST_PORT of controllers/wire/extern.h
inline constexpr int default_extern_ports = 32;   // LO_EXTERN_PORTS

struct HostOptions {
  // What WEBOTS_HOME is for controllers and for their builds. Empty: home() (installation/installation.h).
  std::filesystem::path prefix;
  // Projects of others and Webots trees, searched for controllers after the world's and its PROTO's own.
  std::vector<std::filesystem::path> extra_projects;
  // How long one turn of a controller may take, wall-clock; unset: for ever.
  std::optional<double> timeout_s;
  // How long an extern controller may take to connect, wall-clock; unset: as long as a turn.
  std::optional<double> extern_timeout_s;
  // The first port that is tried for extern controllers.
  int extern_port = default_extern_port;
  // So many from it on are tried.
  int extern_ports = default_extern_ports;
  // Where extern controllers of other machines may connect; empty: nowhere.
  std::optional<ListenSettings> listen;
  // A robot whose extern controller has gone waits for another one (TurnEnd::may_return).
  bool extern_reconnect = false;
  // A robot without synchronization does not wait for the turns of its extern controller: nothing repeats then.
  bool asynchronous = false;
  // Why no extern controller can connect to this run; "": they can.
  std::string no_extern;
  // May be none; called by a thread of the host too.
  ExternListener extern_listener;
  // How long a controller may be built, wall-clock; 0: for ever.
  double build_timeout_s = default_build_timeout_s;
  // A controller that must be built first is an error.
  bool no_build = false;
  // Only controllers of the prefix and extern ones are run.
  bool no_code = false;
  // In the environment of every controller, NAME=VALUE each.
  std::vector<std::string> environment;
  // And of this one, asked when it is about to be started; may be empty.
  std::function<std::vector<std::string>(const ControllerDescription&)> environment_of;
  // Called for each controller that is to run inside this process; may be empty.
  std::function<void()> opens_in_process;
  // Called for each controller that did not end well after it was told that the simulation is over; may be empty.
  std::function<void(const ControllerDescription&, const TurnEnd&)> ends_badly;
  // What hosts find out about controllers' folders, where they share it; empty: each its own.
  std::shared_ptr<LaunchMemory> memory;
  // Is told of controllers' folders and programs before they are started; may be none.
  std::shared_ptr<FileListener> listener;
  // Set by a signal handler of the thread that waits for controllers (installed without SA_RESTART): waits then end.
  const std::atomic<bool>* interrupted = nullptr;
};

}  // namespace lightsout
