// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/media/radio_waves.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lightsout {

double received_power(double power, double frequency, double distance) {
  constexpr double speed_of_light = 299792458;  // m/s
  const double ratio = speed_of_light / (4 * std::numbers::pi * distance * frequency);
  return power + std::min(0.0, 20 * std::log10(ratio));
}

void RadioWaves::sense() {
  for (RadioStation* station : stations_) station->send_arrived(*this);
}

void RadioWaves::bring(const RadioStation& sender, const Message& message) {
  const Vector3d from = sender.antenna().pose().position;
  for (RadioStation* station : stations_) {
    if (station == &sender || !station->is_tuned_to(message.frequency, message.channel)) continue;
    if (message.to != every_address && message.to != station->address()) continue;
    const double distance = (station->antenna().pose().position - from).norm();
    const double strength = received_power(message.power, message.frequency, distance);
    if (strength >= station->sensitivity()) station->hear(message.from, strength, message.body);
  }
}

}  // namespace lightsout
