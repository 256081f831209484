// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How radios hear each other: messages by address, weakened by the way through free space. Who sends keeps what is
// under way; it is heard at the end of the step in which its last bit arrives, as things stand then.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace lightsout {

class RadioWaves;
class Solid;

// Power received by an antenna without gain of what one without gain sends (both dBm), `distance` m away, by Friis:
// Pr = Ps (c / (4 pi d f))^2. No more than was sent: nearer than lambda / (4 pi) the formula does not hold.
double received_power(double power, double frequency, double distance);

class RadioStation {
 public:
  virtual const Solid& antenna() const = 0;
  // Whether it hears what is sent so; frequency in Hz.
  virtual bool is_tuned_to(double frequency, int channel) const = 0;
  virtual double sensitivity() const = 0;  // dBm
  virtual std::string_view address() const = 0;
  // A step is over: brings what has arrived with it.
  virtual void send_arrived(RadioWaves& waves) = 0;
  virtual void hear(std::string_view from, double strength, std::span<const std::byte> body) = 0;

 protected:
  ~RadioStation() = default;
};

class RadioWaves {
 public:
  // As it was sent.
  struct Message {
    double frequency;  // Hz
    double power;      // dBm
    int channel;
    std::string_view from, to;  // addresses
    std::span<const std::byte> body;
  };
  // Who sends to it sends to all.
  static constexpr std::string_view every_address = "255.255.255.255";

  // In scene-tree order.
  void add(RadioStation& station) { stations_.push_back(&station); }
  // After the step.
  void sense();
  // To all others that have the address, are tuned to the signal and get enough of it.
  void bring(const RadioStation& sender, const Message& message);

 private:
  std::vector<RadioStation*> stations_;
};

}  // namespace lightsout
