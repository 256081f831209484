// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The e-puck of the built-in library through the engine: what its proximity sensors read from a wall is what the
// manual's table says for the distance. Places of the sensors: Webots User Guide, e-puck, "Devices orientations".
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "controllers/wire/distance_sensor.h"
#include "tests/support/device_bench.h"

using namespace lightsout;

namespace {

struct Row {
  double distance, value, noise;
};
// User Guide, e-puck, "Proximity sensor response against distance".
constexpr Row table[] = {{0, 4095, 0.002},        {0.005, 2133.33, 0.003}, {0.01, 1465.73, 0.007},
                         {0.015, 601.46, 0.0406}, {0.02, 383.84, 0.01472}, {0.03, 234.93, 0.0241},
                         {0.04, 158.03, 0.0287},  {0.05, 120, 0.04225},    {0.06, 104.09, 0.03065},
                         {0.07, 67.19, 0.04897}};

Row look_up(double distance) {
  if (distance >= 0.07) return table[9];
  int i = 0;
  while (table[i + 1].distance < distance) ++i;
  const Row &a = table[i], &b = table[i + 1];
  const double s = (distance - a.distance) / (b.distance - a.distance);
  return {distance, a.value + s * (b.value - a.value), a.noise + s * (b.noise - a.noise)};
}

// A white wall, without the roughness that takes from what infra-red sensors get back, whose face stands at `face` on
// the line through the robot's centre in the direction `yaw`.
std::string wall(double face, double yaw) {
  const double middle = face + 0.05;
  return "Solid { translation " + std::to_string(middle * std::cos(yaw)) + " " +
         std::to_string(middle * std::sin(yaw)) + " 0 rotation 0 0 1 " + std::to_string(yaw) + " name \"wall " +
         std::to_string(yaw) +
         "\" children [ Shape { appearance PBRAppearance { baseColor 1 1 1 roughness 0 metalness 0 } geometry Box { "
         "size "
         "0.1 0.4 0.4 } } ] }\n";
}

double mean_of(DeviceBench& bench, const std::string& sensor, int samples) {
  auto& state = bench.state<lo_distance_sensor_state>(sensor, "e-puck").sensor;
  state.period_ms = 10;
  double sum = 0;
  for (int i = 0; i < samples; ++i) {
    bench.step();
    sum += state.values[0];
  }
  return sum / samples;
}

}  // namespace

TEST_CASE("the e-puck's proximity sensors read from a white wall what the manual's table says") {
  const std::string robot =
      "EXTERNPROTO "
      "\"https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/robots/gctronic/e-puck/protos/"
      "E-puck.proto\"\nE-puck { kinematic TRUE controller \"test\" }\n";
  const int samples = 200;
  for (const double distance : {0.0075, 0.02, 0.035, 0.06, 0.2}) {
    // ps2 looks right from 31 mm beside the middle, ps5 left. ps0 looks ahead from 30 mm, 1.27 rad from its right.
    const double ahead = distance * std::sin(1.27);
    DeviceBench bench(robot + wall(0.031 + distance, -M_PI / 2) + wall(0.031 + distance, M_PI / 2) +
                      wall(0.030 + ahead, 0));
    const Row expected = look_up(distance);
    // Five standard deviations of the mean.
    const double margin = 5 * expected.value * expected.noise / std::sqrt(samples);
    for (const char* sensor : {"ps2", "ps5", "ps0"}) {
      INFO(sensor << " at " << distance << " m");
      CHECK(mean_of(bench, sensor, samples) == Approx(expected.value).margin(margin));
    }
  }
}
