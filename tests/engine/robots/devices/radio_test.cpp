// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Radios, by the messages of their controllers. What the API answers of them: tests/device_worlds, the world `radios`.
#include "controllers/wire/radio.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <numbers>

#include "engine/media/radio_waves.h"
#include "tests/support/device_bench.h"

using namespace lightsout;

namespace {

std::vector<std::byte> bytes(const lo_radio_message& head, const std::string& rest) {
  std::vector<std::byte> all(sizeof head + rest.size());
  std::memcpy(all.data(), &head, sizeof head);
  std::memcpy(all.data() + sizeof head, rest.data(), rest.size());
  return all;
}
std::vector<std::byte> message(const std::string& body, const std::string& to, double delay = 0) {
  return bytes({LO_RADIO_SEND, std::uint32_t(body.size()), delay, 2.4e9, 5, 0, 1000000}, body + to);
}
std::vector<std::byte> address(const std::string& text) { return bytes({.action = LO_RADIO_ADDRESS}, text); }

struct Heard {
  double strength;
  std::string body, from;
};
std::vector<Heard> take(DeviceBench& bench, const std::string& robot) {
  std::vector<Heard> heard;
  for (const std::vector<std::byte>& payload : bench.take("radio", robot)) {
    lo_radio_reception head;
    std::memcpy(&head, payload.data(), sizeof head);
    const std::string rest(reinterpret_cast<const char*>(payload.data()) + sizeof head, payload.size() - sizeof head);
    heard.push_back({head.strength, rest.substr(0, head.body_size), rest.substr(head.body_size)});
  }
  return heard;
}

std::string robot(const std::string& name, double x, const std::string& radio = "") {
  return "Robot { name \"" + name + "\" translation " + std::to_string(x) +
         " 0 0 controller \"test\" children [ Radio { address \"" + name + "\" " + radio + " } ] } ";
}

void listen(DeviceBench& bench, const std::string& robot) {
  bench.state<lo_radio_state>("radio", robot).sensor.period_ms = 10;
}

}  // namespace

TEST_CASE("the power received falls with the square of distance and frequency, and never passes what was sent") {
  // (c / (4 pi d f))^2 is 1 at d = c / (4 pi f).
  const double near = 299792458 / (4 * std::numbers::pi * 1e9);
  CHECK(received_power(3, 1e9, near) == Approx(3).margin(1e-12));
  CHECK(received_power(3, 1e9, 10 * near) == Approx(3 - 20));
  CHECK(received_power(3, 1e10, 10 * near) == Approx(3 - 40));
  CHECK(received_power(3, 1e9, near / 2) == 3);
  CHECK(received_power(3, 1e9, 0) == 3);
}

TEST_CASE("a message reaches whom it is for, all others only where it is for all") {
  DeviceBench bench("WorldInfo { basicTimeStep 10 } " + robot("a", 0) + robot("b", 1) + robot("c", 2));
  for (const char* name : {"a", "b", "c"}) listen(bench, name);
  bench.send("radio", LO_MESSAGE_RADIO, message("to b", "b"), "a");
  bench.send("radio", LO_MESSAGE_RADIO, message("to all", "255.255.255.255"), "a");
  bench.send("radio", LO_MESSAGE_RADIO, message("to myself", "a"), "a");
  bench.step();
  const std::vector<Heard> b = take(bench, "b"), c = take(bench, "c");
  REQUIRE(b.size() == 2);
  CHECK(b[0].body == "to b");
  CHECK(b[0].from == "a");
  CHECK(b[0].strength == received_power(5, 2.4e9, 1));
  CHECK(b[1].body == "to all");
  REQUIRE(c.size() == 1);
  CHECK(c[0].strength == received_power(5, 2.4e9, 2));
  CHECK(take(bench, "a").empty());
}

TEST_CASE("a radio hears what it is tuned to, from when it is enabled") {
  DeviceBench bench("WorldInfo { basicTimeStep 10 } " + robot("a", 0) + robot("b", 1, "channel 3") +
                    robot("c", 2, "frequency 900000000") + robot("d", 3, "rxSensitivity -30") + robot("e", 4));
  for (const char* name : {"b", "c", "d"}) listen(bench, name);
  bench.send("radio", LO_MESSAGE_RADIO, message("x", "255.255.255.255"), "a");
  bench.step(2);
  for (const char* name : {"b", "c", "d", "e"}) {
    INFO(name);
    CHECK(take(bench, name).empty());
  }
}

TEST_CASE("a message takes its delay and its bits, and goes as it was sent") {
  DeviceBench bench("WorldInfo { basicTimeStep 10 } " + robot("a", 0) + robot("b", 1));
  listen(bench, "b");
  // 12500 bytes at 1 Mbit/s are 100 ms, 10 steps, and no eleventh.
  bench.send("radio", LO_MESSAGE_RADIO, message(std::string(12500, 'x'), "b"), "a");
  bench.send("radio", LO_MESSAGE_RADIO, message("short", "b", 0.03), "a");
  bench.send("radio", LO_MESSAGE_RADIO, address("other"), "a");
  bench.step(3);
  CHECK(take(bench, "b").empty());  // 30 ms and 40 us
  bench.step();
  REQUIRE(take(bench, "b").size() == 1);
  bench.step(5);
  CHECK(take(bench, "b").empty());
  bench.step();
  const std::vector<Heard> heard = take(bench, "b");
  REQUIRE(heard.size() == 1);
  CHECK(heard[0].body.size() == 12500);
  CHECK(heard[0].from == "a");
}

TEST_CASE("damaged messages of a radio are nothing") {
  DeviceBench bench("WorldInfo { basicTimeStep 10 } " + robot("a", 0) + robot("b", 1));
  listen(bench, "b");
  lo_radio_message lie{LO_RADIO_SEND, 1u << 30, std::nan(""), std::nan(""), 5, 0, 0};
  bench.send("radio", LO_MESSAGE_RADIO, bytes(lie, "b"), "a");
  lie.body_size = 0;
  bench.send("radio", LO_MESSAGE_RADIO, bytes(lie, "b"), "a");
  bench.send("radio", LO_MESSAGE_RADIO, {std::byte(1)}, "a");
  bench.step(2);
  CHECK(take(bench, "b").empty());
}
