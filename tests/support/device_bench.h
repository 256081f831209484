// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Devices without a controller program: a world in text, and a test that reads and writes the blocks of its robots
// between steps as a controller would in its turn. Every robot asks for one basic step at a time.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "controllers/wire/block.h"
#include "engine/controller_end.h"
#include "engine/robots/exchange/controller_link.h"
#include "engine/scene/scene.h"
#include "engine/simulation.h"
#include "engine/stage/hooks.h"
#include "engine/stage/stage_options.h"
#include "engine/state/clock.h"
#include "engine/stop.h"
#include "tests/support/alone.h"

namespace lightsout {

class DeviceBench {
 public:
  // Nodes of the world, or a whole one with its header; a WorldInfo and what is needed around them is added where the
  // text has none.
  explicit DeviceBench(const std::string& nodes);
  ~DeviceBench();

  void step(int count = 1);
  double dt() const { return simulation_->clock().dt(); }
  double time() const { return simulation_->clock().time(); }
  Simulation& simulation() { return *simulation_; }

  // The wire struct of a device; fails the test if there is none. Valid while the robot has its controller.
  template <class T>
  T& state(const std::string& device, const std::string& robot = "robot") {
    return *static_cast<T*>(state_of(device, robot));
  }
  // An array of the configuration.
  const double* numbers(const lo_array& array, const std::string& robot = "robot");
  // An image: where its first byte is, nullptr if there is none.
  template <class T>
  const T* image(const lo_bulk& image, const std::string& robot = "robot") {
    return image.offset ? static_cast<const T*>(at(image.offset, robot)) : nullptr;
  }

  // A message from the controller, with its next turn.
  void send(const std::string& device, int kind, const std::vector<std::byte>& payload,
            const std::string& robot = "robot");
  // The payloads of the messages for a device that have come since the last call.
  std::vector<std::vector<std::byte>> take(const std::string& device, const std::string& robot = "robot");

  std::vector<std::string> take_warnings();

 private:
  struct Host;
  struct Link;
  void* state_of(const std::string& device, const std::string& robot);
  const void* at(std::uint32_t offset, const std::string& robot);
  std::uint32_t tag_of(const std::string& device, const std::string& robot);
  Link& link(const std::string& robot);

  std::unique_ptr<WarningLog> log_;
  std::unique_ptr<Host> host_;
  Hooks hooks_;
  std::unique_ptr<Simulation> simulation_;
};

}  // namespace lightsout
