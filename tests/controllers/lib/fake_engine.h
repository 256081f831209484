// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The engine's side of a controller's block in the same process: a test says which devices there are and what each turn
// answers. Knows nothing of worlds.
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "controllers/lib/turns.h"
#include "controllers/wire/block.h"
#include "controllers/wire/message.h"

namespace lightsout::testing {

class FakeEngine {
 public:
  struct DeviceSetup {
    lo_device_kind kind;
    std::string name;
    std::size_t state_size;
    int node_type = 0;
  };
  struct Record {
    std::uint16_t kind;
    std::uint16_t tag;
    std::string payload;
    template <class T>
    T head() const {
      T value{};
      std::memcpy(&value, payload.data(), std::min(sizeof value, payload.size()));
      return value;
    }
    std::string tail(std::size_t head_size) const { return payload.substr(head_size); }
  };

  // Opens a session of the library in this thread and makes it the current one.
  explicit FakeEngine(std::vector<DeviceSetup> devices, bool supervisor = false, double basic_time_step_ms = 32);
  ~FakeEngine();
  FakeEngine(const FakeEngine&) = delete;
  FakeEngine& operator=(const FakeEngine&) = delete;

  template <class T>
  T& state(std::uint32_t tag) {
    return *reinterpret_cast<T*>(memory() + device(tag).state);
  }
  lo_robot_state& robot() { return state<lo_robot_state>(0); }
  lo_block& block() { return *reinterpret_cast<lo_block*>(memory()); }
  // Space for arrays of a device's configuration.
  lo_array put(const void* data, std::size_t bytes, std::size_t count);

  // For the next answer.
  void send(std::uint16_t kind, std::uint16_t tag, const void* head, std::size_t head_size, std::string_view tail = {});
  void send(std::uint16_t kind, std::uint16_t tag) { send(kind, tag, "", 0, std::string_view()); }
  template <class T>
  void send(std::uint16_t kind, std::uint16_t tag, const T& head, std::string_view tail = {}) {
    send(kind, tag, &head, sizeof head, tail);
  }

  // What the controller sent with the last turn, and how it asked.
  std::vector<Record> received;
  int request = 0;
  int step_ms = 0;
  int turns = 0;
  // Called on each turn after `received` is filled, before the answer goes back.
  std::function<void()> on_turn;

 private:
  char* memory() { return reinterpret_cast<char*>(memory_.data()); }
  lo_device& device(std::uint32_t tag) { return reinterpret_cast<lo_device*>(memory() + block().devices)[tag]; }
  lo_string text(std::string_view text);
  void serve();

  std::vector<std::max_align_t> memory_;
  std::size_t next_ = 0;
  std::string outgoing_;
  lo_session* session_ = nullptr;
};

// What the library writes to stderr while `action` runs.
std::string stderr_of(const std::function<void()>& action);

}  // namespace lightsout::testing
