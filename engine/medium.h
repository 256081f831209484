// What carries packets from emitters to receivers, and between robots and physics plugins. A packet that a controller
// sent with its turn leaves at the begin of the step and is heard at its end, by receivers that are then within range
// and, for infra-red, in both cones with nothing in between.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/pose.h"

namespace lightsout {

class Emitter;
class Receiver;
class Robot;
class Scene;
class StateVisitor;

// As in the field `type`; the numbers are those of controllers/wire/emitter.h.
enum class MediumType : std::int32_t { Radio, Serial, InfraRed };

class Medium {
 public:
  explicit Medium(Scene& scene) : scene_(scene) {}

  // Packets on this channel can be read by physics plugins too; the other is heard by all and hears all.
  static constexpr int plugin_channel = 0;
  static constexpr int every_channel = -1;

  // The phases of a step. begin_step: before the emitters forward what their controllers sent; transmit: after the
  // poses of the step's end are known, before sensors are read.
  void begin_step();
  void transmit();

  // From an emitter, in scene-tree order.
  void forward(const Emitter& emitter, int channel, double range, std::span<const std::byte> data);

  // dWebotsSend: to every receiver that is enabled and listens to exactly this channel, whatever its type and place. It
  // is heard with what emitters forward, in order.
  void send_from_plugin(int channel, std::span<const std::byte> data);
  // dWebotsReceive: the packets of this step on channel 0, one behind the other; emptied at the begin of each step.
  std::span<const std::byte> plugin_inbox() const { return plugin_inbox_; }

  // Receivers were made or removed.
  void changed() { receivers_known_ = false; }

 private:
  struct Packet {
    const Emitter* emitter;  // nullptr: the plugin
    int channel;
    double range;
    std::size_t begin, end;  // in bytes_
  };
  std::span<Receiver* const> receivers();
  bool reaches(const Packet& packet, const Receiver& receiver) const;
  // If the receiver is where it can be heard.
  void deliver(const Packet& packet, Receiver& receiver, std::span<const std::byte> data);

  Scene& scene_;
  std::vector<Packet> packets_;
  std::vector<std::byte> bytes_;
  std::vector<std::byte> plugin_inbox_;
  std::vector<Receiver*> receivers_;  // in scene-tree order
  bool receivers_known_ = false;
};

}  // namespace lightsout
