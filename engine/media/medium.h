// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What carries packets from emitters to receivers, between radios, and between robots and physics plugins. A packet
// that a controller sent with its turn leaves at the begin of the step and is heard at its end, by receivers that are
// then within range and, for infra-red, in both cones with nothing in between.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/media/radio_waves.h"
#include "engine/state/part.h"
#include "engine/state/pose.h"

namespace lightsout {

class Robot;
class Solid;
class Stage;

// As in the field `type`; the numbers are those of controllers/wire/emitter.h.
enum class MediumType : std::int32_t { Radio, Serial, InfraRed };

// Where packets leave or arrive.
struct Antenna {
  MediumType type = MediumType::Radio;
  double aperture = -1;  // rad, whole cone about +x; not positive: everywhere
  const Solid* solid = nullptr;
  const Robot* robot = nullptr;
};

// Whoever packets are brought to.
class Listener {
 public:
  virtual const Antenna& antenna() const = 0;
  virtual int channel() const = 0;
  virtual bool is_listening() const = 0;
  // A packet from an antenna at `offset` from its own (in the frame of that, m).
  virtual void hear(const Vector3d& offset, std::span<const std::byte> data) = 0;
  // A packet without a place.
  virtual void hear_from_plugin(std::span<const std::byte> data) = 0;

 protected:
  ~Listener() = default;
};

class Medium final : public Part {
 public:
  static constexpr PartKind part_kind = PartKind::Medium;

  explicit Medium(Stage& stage) : stage_(stage) {}

  // In scene-tree order.
  void add(Listener& listener) { listeners_.push_back(&listener); }

  // Packets on this channel can be read by physics plugins too; the other is heard by all and hears all.
  static constexpr int plugin_channel = 0;
  static constexpr int every_channel = -1;

  // begin_step: before emitters forward what their controllers sent; sense: after the poses of the step's end are
  // known, before sensors are read.
  void begin_step() override;
  void sense(const Clock&) override;

  // What radios hear each other by.
  RadioWaves& waves() { return waves_; }

  // From an emitter, in scene-tree order. `from` must last until the step's end.
  void forward(const Antenna& from, int channel, double range, std::span<const std::byte> data);

  // dWebotsSend: to every receiver that is enabled and listens to exactly this channel, whatever its type and place. It
  // is heard with what emitters forward, in order.
  void send_from_plugin(int channel, std::span<const std::byte> data);
  // dWebotsReceive: the packets of this step on channel 0, one behind the other; emptied at the begin of each step.
  std::span<const std::byte> plugin_inbox() const { return plugin_inbox_; }

 private:
  struct Packet {
    const Antenna* from;  // nullptr: the plugin
    int channel;
    double range;
    std::size_t begin, end;  // in bytes_
  };
  bool reaches(const Packet& packet, const Listener& listener) const;
  // If the listener is where it can be heard.
  void deliver(const Packet& packet, Listener& listener, std::span<const std::byte> data);

  Stage& stage_;
  std::vector<Packet> packets_;
  std::vector<std::byte> bytes_;
  std::vector<std::byte> plugin_inbox_;
  std::vector<Listener*> listeners_;
  RadioWaves waves_;
};

}  // namespace lightsout
