// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/device_bench.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <utility>

#include "controllers/wire/block.h"
#include "controllers/wire/message.h"
#include "controllers/wire/sensor.h"
#include "engine/recorders/recorder.h"
#include "engine/robots/device.h"
#include "engine/robots/exchange/reserved_memory.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/simulation_options.h"
#include "engine/supervision/supervisor.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

struct DeviceBench::Link final : ControllerLink {
  explicit Link(std::size_t size) : memory(size) {}

  lo_block* block() override { return static_cast<lo_block*>(memory.get()); }
  void start() override {}
  void hand_turn() override {
    lo_box& box = block()->to_controller;
    const auto* begin = static_cast<const std::byte*>(memory.get()) + box.offset;
    incoming.insert(incoming.end(), begin, begin + box.size);
    box.size = 0;
  }
  TurnEnd wait_turn() override {
    lo_block& b = *block();
    const std::uint32_t moved =
        lo_box_fill(&b, b.to_engine.offset, b.to_engine.capacity, &b.to_engine, outgoing.data(), outgoing.size());
    outgoing.erase(outgoing.begin(), outgoing.begin() + moved);
    std::memset(at(b.touched), 0xff, (b.device_count + 31) / 32 * sizeof(std::uint32_t));
    b.request = LO_REQUEST_STEP;
    b.step_ms = int(static_cast<lo_robot_state*>(at(device_table()[0].state))->basic_time_step_ms);
    return {};
  }
  void terminate() override {}

  void* at(std::uint32_t offset) { return static_cast<std::byte*>(memory.get()) + offset; }
  lo_device* device_table() { return static_cast<lo_device*>(at(block()->devices)); }

  ReservedMemory memory;
  std::vector<std::byte> incoming, outgoing;
};

struct DeviceBench::Host final : ControllerHost {
  std::map<std::string, Link*> links;
  std::unique_ptr<ControllerLink> open(const ControllerDescription& description, std::size_t size) override {
    auto link = std::make_unique<Link>(size);
    links[description.robot_name] = link.get();
    return link;
  }
};

DeviceBench::DeviceBench(const std::string& nodes)
    : log_(std::make_unique<WarningLog>()), host_(std::make_unique<Host>()) {
  std::string text = nodes.starts_with("#") ? "" : "#VRML_SIM R2025a utf8\n";
  if (nodes.find("WorldInfo") == std::string::npos) text += "WorldInfo { basicTimeStep 10 }\n";
  Diagnostics diagnostics;
  auto world = load_world_text(text + nodes, "/nowhere/worlds/text", {.allow_outside = true}, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) UNSCOPED_INFO(render(diagnostic, false));
  REQUIRE(world);
  REQUIRE(diagnostics.errors() == 0);
  simulation_ = std::make_unique<Simulation>(std::move(world), SimulationOptions{}, *host_, hooks_, *log_);
  const bool good = simulation_->start(diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) UNSCOPED_INFO(render(diagnostic, false));
  REQUIRE(good);
}

DeviceBench::~DeviceBench() {
  simulation_->finish();
  if (std::uncaught_exceptions() > 0) return;
  for (const std::string& warning : log_->warnings) CHECK(warning == "not expected");
}

void DeviceBench::step(int count) {
  for (; count > 0; --count) {
    simulation_->step();
    if (simulation_->stop()) FAIL(simulation_->stop()->message);
    // The readings are handed over at the begin of the next step; the boxes already hold what was sent.
    for (const auto& robot : simulation_->scene().robots())
      if (robot->has_controller()) robot->hand_turn(simulation_->clock(), simulation_->supervisor());
  }
}

DeviceBench::Link& DeviceBench::link(const std::string& robot) {
  INFO("robot " << robot);
  REQUIRE(host_->links.contains(robot));
  return *host_->links[robot];
}

std::uint32_t DeviceBench::tag_of(const std::string& device, const std::string& robot) {
  Link& l = link(robot);
  for (std::uint32_t i = 0; i < l.block()->device_count; ++i) {
    const lo_device& entry = l.device_table()[i];
    if (device == static_cast<const char*>(l.at(entry.name.offset))) return i;
  }
  FAIL("no device " << device);
  return 0;
}

void* DeviceBench::state_of(const std::string& device, const std::string& robot) {
  return link(robot).at(link(robot).device_table()[tag_of(device, robot)].state);
}

const void* DeviceBench::at(std::uint32_t offset, const std::string& robot) { return link(robot).at(offset); }

const double* DeviceBench::numbers(const lo_array& array, const std::string& robot) {
  return static_cast<const double*>(link(robot).at(array.offset));
}

void DeviceBench::send(const std::string& device, int kind, const std::vector<std::byte>& payload,
                       const std::string& robot) {
  const lo_message head{std::uint32_t(payload.size()), std::uint16_t(kind), std::uint16_t(tag_of(device, robot))};
  auto& out = link(robot).outgoing;
  const auto* bytes = reinterpret_cast<const std::byte*>(&head);
  out.insert(out.end(), bytes, bytes + sizeof head);
  out.insert(out.end(), payload.begin(), payload.end());
  out.resize((out.size() + 7) & ~std::size_t(7));
}

std::vector<std::vector<std::byte>> DeviceBench::take(const std::string& device, const std::string& robot) {
  std::vector<std::vector<std::byte>> result;
  std::vector<std::byte> left;
  auto& in = link(robot).incoming;
  std::uint64_t next = 0;
  int damaged = 0;
  while (const lo_message* message = lo_next_record(in.data(), in.size(), &next, &damaged)) {
    const auto* payload = static_cast<const std::byte*>(lo_payload(message));
    if (message->tag == tag_of(device, robot)) {
      result.emplace_back(payload, payload + message->size);
    } else {
      const auto* begin = reinterpret_cast<const std::byte*>(message);
      left.insert(left.end(), begin, begin + lo_record_size(message->size));
    }
  }
  REQUIRE(!damaged);
  in = left;
  return result;
}

std::vector<std::string> DeviceBench::take_warnings() { return std::exchange(log_->warnings, {}); }

}  // namespace lightsout
