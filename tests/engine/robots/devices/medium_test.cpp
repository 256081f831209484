// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Emitters and receivers.
#include "engine/media/medium.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "controllers/wire/emitter.h"
#include "controllers/wire/receiver.h"
#include "engine/scene/scene.h"
#include "engine/stage/parts.h"
#include "tests/support/device_bench.h"

using namespace lightsout;

namespace {

std::vector<std::byte> packet(const std::string& text, int channel = 0, double range = -1) {
  const lo_emitter_packet head{range, channel, 0};
  std::vector<std::byte> bytes(sizeof head + text.size());
  std::memcpy(bytes.data(), &head, sizeof head);
  std::memcpy(bytes.data() + sizeof head, text.data(), text.size());
  return bytes;
}
std::string text_of(const std::vector<std::byte>& payload) {
  return {reinterpret_cast<const char*>(payload.data()) + sizeof(lo_receiver_packet),
          payload.size() - sizeof(lo_receiver_packet)};
}
lo_receiver_packet head_of(const std::vector<std::byte>& payload) {
  lo_receiver_packet head;
  std::memcpy(&head, payload.data(), sizeof head);
  return head;
}
std::vector<std::string> texts(const std::vector<std::vector<std::byte>>& payloads) {
  std::vector<std::string> result;
  for (const auto& payload : payloads) result.push_back(text_of(payload));
  return result;
}

std::string pair(const std::string& emitter, const std::string& receiver, const std::string& between = "") {
  return "Robot { name \"a\" children [ Emitter { " + emitter +
         " } ] controller \"test\" } Robot { name \"b\" translation 2 0 0 "
         "children [ Receiver { " +
         receiver + " } ] controller \"test\" } " + between;
}
using Texts = std::vector<std::string>;

// Sends one packet and answers what was heard after one step.
Texts heard(const std::string& world, int channel = 0, double range = -1) {
  DeviceBench bench(world);
  bench.state<lo_receiver_state>("receiver", "b").sensor.period_ms = 10;
  bench.send("emitter", LO_MESSAGE_PACKET, packet("hello", channel, range), "a");
  bench.step();
  return texts(bench.take("receiver", "b"));
}

}  // namespace

TEST_CASE("a packet is heard one step after it was sent, with direction and strength") {
  DeviceBench bench(pair("", "rotation 0 0 1 1.5707963267948966"));
  bench.state<lo_receiver_state>("receiver", "b").sensor.period_ms = 10;
  bench.send("emitter", LO_MESSAGE_PACKET, packet("hello"), "a");
  bench.step();
  const auto payloads = bench.take("receiver", "b");
  REQUIRE(payloads.size() == 1);
  CHECK(text_of(payloads[0]) == "hello");
  const lo_receiver_packet head = head_of(payloads[0]);
  CHECK(head.signal_strength == Approx(1.0 / 4));  // 1 / d^2
  // The emitter is at -x in the world; the receiver's y axis points there.
  CHECK(head.direction[0] == Approx(0).margin(1e-12));
  CHECK(head.direction[1] == Approx(1));
  bench.step(3);
  CHECK(bench.take("receiver", "b").empty());
}

TEST_CASE("a receiver that is not enabled hears nothing, one with a period hears all at its end, in order") {
  DeviceBench bench(pair("", ""));
  auto& receiver = bench.state<lo_receiver_state>("receiver", "b");
  bench.send("emitter", LO_MESSAGE_PACKET, packet("lost"), "a");
  bench.step();
  receiver.sensor.period_ms = 30;
  for (const char* text : {"1", "2", "3"}) {
    CHECK(bench.take("receiver", "b").empty());
    bench.send("emitter", LO_MESSAGE_PACKET, packet(text), "a");
    bench.send("emitter", LO_MESSAGE_PACKET, packet(std::string(text) + "'"), "a");
    bench.step();
  }
  CHECK(texts(bench.take("receiver", "b")) == Texts{"1", "1'", "2", "2'", "3", "3'"});
}

TEST_CASE("channels: equal, or one of them is -1") {
  CHECK(heard(pair("", "channel 3"), 3) == Texts{"hello"});
  CHECK(heard(pair("", "channel 3"), 4).empty());
  CHECK(heard(pair("", "channel -1"), 4) == Texts{"hello"});
  CHECK(heard(pair("", "channel 3"), -1) == Texts{"hello"});
}

TEST_CASE("types must be the same, serial is not radio") {
  CHECK(heard(pair("type \"serial\"", "type \"serial\"")) == Texts{"hello"});
  CHECK(heard(pair("type \"serial\"", "")).empty());
}

TEST_CASE("range is measured between the devices") {
  CHECK(heard(pair("", ""), 0, 2.001) == Texts{"hello"});
  CHECK(heard(pair("", ""), 0, 1.999).empty());
}

TEST_CASE("radio goes through walls, infra-red does not, the two robots are no obstacles") {
  const std::string wall = "Solid { translation 1 0 0 boundingObject Box { size 0.1 2 2 } }";
  const std::string red = "type \"infra-red\"";
  CHECK(heard(pair("", "", wall)) == Texts{"hello"});
  CHECK(heard(pair(red, red, wall)).empty());
  CHECK(heard(pair(red, red)) == Texts{"hello"});
  std::string thick = pair(red, red);
  for (std::size_t at = 0; (at = thick.find("controller", at)) != std::string::npos; at += 60)
    thick.insert(at, "boundingObject Sphere { radius 0.5 } ");
  CHECK(heard(thick) == Texts{"hello"});
  // Reference manual, Receiver, `type`: the structure of the two robots does not block, whatever collides within them.
  for (std::size_t at = 0; (at = thick.find("controller", at)) != std::string::npos; at += 60)
    thick.insert(at, "selfCollision TRUE ");
  CHECK(heard(thick) == Texts{"hello"});
}

TEST_CASE("infra-red cones are about x, half the aperture to each side") {
  const std::string red = "type \"infra-red\" ";
  // The emitter sees the receiver straight ahead; turned by 0.5 rad it must open 1 rad.
  CHECK(heard(pair(red + "rotation 0 0 1 0.5 aperture 1.01", red)) == Texts{"hello"});
  CHECK(heard(pair(red + "rotation 0 0 1 0.5 aperture 0.99", red)).empty());
  // The receiver looks the other way.
  CHECK(heard(pair(red, red + "aperture 3")).empty());
  CHECK(heard(pair(red, red + "rotation 0 0 1 3.1415926 aperture 0.1")) == Texts{"hello"});
  // Radio has no cones.
  CHECK(heard(pair("aperture 0.1 rotation 0 0 1 1", "aperture 0.1")) == Texts{"hello"});
}

TEST_CASE("a robot does not hear itself, packets of several robots come in scene-tree order") {
  DeviceBench bench(
      "Robot { name \"c\" children [ Emitter { } Receiver { } ] controller \"test\" } Robot { name \"a\" translation 1 "
      "0 0 "
      "children [ Emitter { } Receiver { } ] controller \"test\" } Robot { name \"b\" translation 0 1 0 children [ "
      "Receiver { } ] "
      "controller \"test\" }");
  for (const char* robot : {"a", "b", "c"}) bench.state<lo_receiver_state>("receiver", robot).sensor.period_ms = 10;
  bench.send("emitter", LO_MESSAGE_PACKET, packet("from a"), "a");
  bench.send("emitter", LO_MESSAGE_PACKET, packet("from c"), "c");
  bench.step();
  CHECK(texts(bench.take("receiver", "b")) == Texts{"from c", "from a"});
  CHECK(texts(bench.take("receiver", "a")) == Texts{"from c"});
  CHECK(texts(bench.take("receiver", "c")) == Texts{"from a"});
}

TEST_CASE("a receiver changes its channel by command") {
  DeviceBench bench(pair("", "channel 1"));
  auto& receiver = bench.state<lo_receiver_state>("receiver", "b");
  CHECK(receiver.channel == 1);
  receiver.sensor.period_ms = 10;
  receiver.channel = 7;
  receiver.changed = LO_RECEIVER_CHANNEL;
  bench.send("emitter", LO_MESSAGE_PACKET, packet("hello", 7), "a");
  bench.step();
  CHECK(bench.take("receiver", "b").size() == 1);
}

TEST_CASE("noise: strength by its deviation, never negative, direction stays a unit vector") {
  DeviceBench bench(pair("", "signalStrengthNoise 0.5 directionNoise 0.1"));
  bench.state<lo_receiver_state>("receiver", "b").sensor.period_ms = 10;
  double sum = 0, sum2 = 0, sideways2 = 0;
  const int n = 2000;
  for (int i = 0; i < n; ++i) {
    bench.send("emitter", LO_MESSAGE_PACKET, packet("x"), "a");
    bench.step();
    const auto payloads = bench.take("receiver", "b");
    REQUIRE(payloads.size() == 1);
    const lo_receiver_packet head = head_of(payloads[0]);
    const double relative = head.signal_strength * 4;
    REQUIRE(relative >= 0);
    sum += relative;
    sum2 += (relative - 1) * (relative - 1);
    sideways2 += head.direction[1] * head.direction[1];
    REQUIRE(std::hypot(head.direction[0], head.direction[1], head.direction[2]) == Approx(1));
  }
  // Clipping at 0 (2 deviations) adds 0.5 * 0.0085 to the mean; four standard errors.
  CHECK(sum / n == Approx(1.004).margin(4 * 0.5 / std::sqrt(n)));
  CHECK(std::sqrt(sum2 / n) == Approx(0.49).margin(0.03));
  CHECK(std::sqrt(sideways2 / n) == Approx(0.1).margin(4 * 0.1 / std::sqrt(2.0 * n)));
}

TEST_CASE("a plugin hears channel 0 of this step and speaks on exact channels") {
  DeviceBench bench(pair("", "channel 5") +
                    " Robot { name \"all\" children [ Receiver { channel -1 } ] controller \"test\" }");
  bench.state<lo_receiver_state>("receiver", "b").sensor.period_ms = 10;
  bench.state<lo_receiver_state>("receiver", "all").sensor.period_ms = 10;
  Medium& medium = bench.simulation().scene().parts().get<Medium>();
  bench.send("emitter", LO_MESSAGE_PACKET, packet("one", 0), "a");
  bench.send("emitter", LO_MESSAGE_PACKET, packet("two", 0), "a");
  bench.send("emitter", LO_MESSAGE_PACKET, packet("other", 5), "a");
  bench.step();
  const auto inbox = medium.plugin_inbox();
  CHECK(std::string(reinterpret_cast<const char*>(inbox.data()), inbox.size()) == "onetwo");
  bench.take("receiver", "b");
  bench.take("receiver", "all");
  medium.send_from_plugin(5, std::as_bytes(std::span("plugin", 6)));
  bench.step();
  CHECK(medium.plugin_inbox().empty());
  const auto payloads = bench.take("receiver", "b");
  REQUIRE(payloads.size() == 1);
  CHECK(text_of(payloads[0]) == "plugin");
  CHECK(std::isinf(head_of(payloads[0]).signal_strength));
  CHECK(std::isnan(head_of(payloads[0]).direction[0]));
  CHECK(bench.take("receiver", "all").empty());  // -1 is not 5
}
