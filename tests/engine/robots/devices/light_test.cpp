// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Light sensors and LEDs.
#include <catch2/catch.hpp>
#include <cmath>

#include "controllers/wire/led.h"
#include "controllers/wire/sensor.h"
#include "engine/state/pose.h"
#include "tests/support/device_bench.h"

using namespace lightsout;

namespace {

// The irradiance itself.
double irradiance(const std::string& lights, const std::string& fields = "") {
  DeviceBench bench("Robot { children [ LightSensor { lookupTable [ ] " + fields + " } ] controller \"test\" } " +
                    lights);
  auto& sensor = bench.state<lo_sensor_state>("light sensor");
  sensor.period_ms = 10;
  bench.step();
  return sensor.values[0];
}

}  // namespace

TEST_CASE("parallel light by the cosine of its incidence, from behind none, but ambient light always") {
  CHECK(irradiance("DirectionalLight { direction -1 0 0 intensity 2 }") == Approx(2));
  CHECK(irradiance("DirectionalLight { direction -1 1 0 intensity 2 }") == Approx(2 / std::sqrt(2.0)));
  CHECK(irradiance("DirectionalLight { direction 1 0 0 }") == 0);
  CHECK(irradiance("DirectionalLight { direction 1 0 0 ambientIntensity 0.25 }") == Approx(0.25));
  CHECK(irradiance("DirectionalLight { direction -1 0 0 on FALSE }") == 0);
  // Manual, DirectionalLight: direction is "in the global coordinate system".
  CHECK(irradiance("Pose { rotation 0 0 1 1.5708 children [ DirectionalLight { direction -1 0 0 } ] }") == Approx(1));
}

TEST_CASE("point light: attenuation by distance, whatever its radius, and its place in a moving frame") {
  CHECK(irradiance("PointLight { location 2 0 0 attenuation 1 2 3 intensity 34 }") == Approx(34.0 / (1 + 4 + 12)));
  CHECK(irradiance("PointLight { location 2 0 0 radius 1.9 }") == Approx(1));
  // Manual, PointLight: "an attenuation value of 0 0 0 is identical to 1 0 0"; also where the light is at the sensor.
  CHECK(irradiance("PointLight { location 2 0 0 attenuation 0 0 0 }") == Approx(1));
  CHECK(irradiance("PointLight { location 0 0 0 attenuation 0 0 0 }") == Approx(0));
  CHECK(irradiance("PointLight { location 2 0 0 attenuation 1 0 0 ambientIntensity 0.25 }") == Approx(1.25));
  CHECK(irradiance("PointLight { location 0 0 0 attenuation 1 0 0 ambientIntensity 0.25 }") == Approx(0.25));
  // Manual, PointLight: "the attenuation and the ambientIntensity fields cannot be set simultaneously".
  CHECK(irradiance("PointLight { location 2 0 0 ambientIntensity 0.25 }") == Approx(1.25));
  CHECK(irradiance("PointLight { location 2 0 0 attenuation 0 0 1 ambientIntensity 0.25 }") == Approx(0.25));
  CHECK(irradiance(
            "Pose { translation 1 0 0 children [ PointLight { location 1 0 0 attenuation 0 0 1 intensity 4 } ] }") ==
        Approx(1));
  // Below a Transform its place is scaled: at 2 * 1, and at 1 + 2 * (1 + 0.5); its attenuation is that of the world.
  const std::string light = "PointLight { attenuation 0 0 1 location ";
  CHECK(irradiance("Transform { scale 2 2 2 children [ " + light + "1 0 0 } ] }") == Approx(1.0 / 4));
  CHECK(irradiance("Transform { translation 1 0 0 scale 2 3 4 children [ Pose { translation 1 0 0 children [ " + light +
                   "0.5 0 0 } ] } ] }") == Approx(1.0 / 16));
}

TEST_CASE("spot light: full within the beam, fading to the cut-off") {
  const auto spot = [](double angle) {
    return irradiance("SpotLight { location 1 0 0 direction " + std::to_string(-std::cos(angle)) + " " +
                      std::to_string(std::sin(angle)) + " 0 beamWidth 0.2 cutOffAngle 0.6 }");
  };
  CHECK(spot(0.1) == Approx(1));
  CHECK(spot(0.4) == Approx(0.5).epsilon(1e-4));
  CHECK(spot(0.7) == 0);
}

TEST_CASE("colours are filtered and averaged") {
  CHECK(irradiance("DirectionalLight { direction -1 0 0 color 1 0.5 0 }") == Approx(0.5));
  CHECK(irradiance("DirectionalLight { direction -1 0 0 color 1 0.5 0 }", "colorFilter 1 0 0") == Approx(1.0 / 3));
}

TEST_CASE("with occlusion a wall throws a shadow, of the direct part only") {
  const std::string wall = "Solid { translation 1 0 0 boundingObject Box { size 0.1 1 1 } }";
  const std::string lights = "PointLight { location 2 0 0 ambientIntensity 0 } ";
  CHECK(irradiance(lights + wall) == Approx(1));
  CHECK(irradiance(lights + wall, "occlusion TRUE") == 0);
  CHECK(irradiance(lights, "occlusion TRUE") == Approx(1));
  CHECK(irradiance("PointLight { location 0.5 0 0 } " + wall, "occlusion TRUE") ==
        Approx(1));  // the wall is behind the light
}

TEST_CASE("an LED switches the light in it and the colour of its material") {
  DeviceBench bench(R"(Robot { children [
    LED { color [ 1 0 0, 0 1 0 ] children [ Group { children [
      PointLight { location 1 0 0 on FALSE } Shape { appearance PBRAppearance { roughness 1 metalness 0 } geometry Box { } } ] } ] }
    LightSensor { lookupTable [ ] colorFilter 0 1 0 } ] controller "test" })");
  auto& led = bench.state<lo_led_state>("led");
  auto& sensor = bench.state<lo_sensor_state>("light sensor");
  sensor.period_ms = 10;
  const auto set = [&](int value) {
    led.value = value;
    led.changed = LO_LED_VALUE;
    bench.step();
    return sensor.values[0];
  };
  CHECK(set(0) == 0);
  CHECK(set(1) == 0);  // red, and the filter passes green
  CHECK(set(2) == Approx(1.0 / 3));
  CHECK(set(3) == 0);  // there is no third colour
}

TEST_CASE("gradual LEDs: parts of a colour, or any colour") {
  const auto brightness = [](const std::string& colors, int value) {
    DeviceBench bench(
        "Robot { children [ LED { gradual TRUE color [ " + colors +
        " ] children [ PointLight { location 1 0 0 } ] } LightSensor { lookupTable [ ] } ] controller \"test\" }");
    auto& led = bench.state<lo_led_state>("led");
    auto& sensor = bench.state<lo_sensor_state>("light sensor");
    led.value = value;
    led.changed = LO_LED_VALUE;
    sensor.period_ms = 10;
    bench.step();
    return sensor.values[0];
  };
  CHECK(brightness("1 1 1", 51) == Approx(0.2));
  CHECK(brightness("", 0x33ff00) == Approx((0.2 + 1) / 3));
}
