// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a surface shows, against the formulas of engine/render/shading/shading.h and color.h worked out by hand.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "tests/engine/render/rendered.h"

using namespace lightsout;

namespace {

constexpr double pi = std::numbers::pi;

// 255 (1 - e^-L)^(1 / 2.2)
double shown(double light) { return 255 * std::pow(1 - std::exp(-light), 1 / 2.2); }

// A wall at x = 2 that faces the camera, whose Shape has this appearance.
std::string wall(const std::string& appearance) {
  return "Pose { translation 2 0 0 rotation 0 1 0 -1.5707963267948966 children [ Shape { appearance " + appearance +
         " geometry Plane { size 20 20 } } ] }\n";
}

int middle(const std::string& nodes, double exposure = 1) {
  Rendered rendered(nodes);
  return rendered.take(Rendered::view(9, 9, 0.2), exposure).gray(4, 4);
}

const std::string white = "Appearance { material Material { diffuseColor 1 1 1 } }";

}  // namespace

// Light 1/4, 1/2 and 1 of a white surface that the light meets along its normal: 128, 167, 207.
TEST_CASE("a white Phong surface shows light by the tone map") {
  for (const auto& [light, level] : {std::pair(0.25, 128), {0.5, 167}, {1.0, 207}}) {
    CHECK(std::lround(shown(light)) == level);
    CHECK(middle(wall(white) + fmt::format("DirectionalLight {{ direction 1 0 0 intensity {} }}", light)) ==
          Approx(level).margin(1));
    CHECK(middle(wall(white) + "DirectionalLight { direction 1 0 0 }", light) == Approx(level).margin(1));
  }
}

TEST_CASE("light that falls in at an angle is weaker by its cosine") {
  for (const double angle : {0.3, 0.8, 1.3})
    CHECK(middle(wall(white) + fmt::format("DirectionalLight {{ direction {} 0 {} }}", std::cos(angle),
                                           -std::sin(angle))) == Approx(shown(std::cos(angle))).margin(1));
  CHECK(middle(wall(white) + "DirectionalLight { direction -1 0 0 }") == 0);
}

// Directions, intensities and greens of the published suns, x ahead; the share of the wall is x / |direction|, and all
// light its surroundings with ambientIntensity 0.2. There is none in a factory.
TEST_CASE("the light of a TexturedBackgroundLight is that of its texture's sun") {
  const double hazy = std::pow((0.95 + 0.055) / 1.055, 2.4);  // 0.95 in light
  struct Sun {
    const char* texture;
    double x, y, z, intensity, green;
  };
  for (const Sun& sun : {Sun{"mountains", 0.55, -0.6, -1, 2.7, 1},
                         {"noon_sunny_empty", 0.28, 0.9, -0.59, 1, 1},
                         {"stadium", 2.1, -2.1, -0.5, 2.9, hazy},
                         {"empty_office", -0.9, -0.2, -0.5, 0.05, 1}}) {
    const double share = sun.intensity * std::max(0.0, sun.x / std::hypot(sun.x, sun.y, sun.z));
    for (const double luminosity : {1.0, 0.5}) {
      Rendered rendered(wall(white) + fmt::format("TexturedBackgroundLight {{ texture \"{}\" luminosity {} }}",
                                                  sun.texture, luminosity));
      rendered.world().take_diagnostics();
      INFO(sun.texture);
      CHECK(rendered.take(Rendered::view(9, 9, 0.2)).gray(4, 4) ==
            Approx(shown(sun.green * (luminosity * share + 0.2))).margin(1));
    }
  }
  Rendered dark(wall(white) + "TexturedBackgroundLight { texture \"factory\" }");
  dark.world().take_diagnostics();
  CHECK(dark.take(Rendered::view(9, 9, 0.2)).gray(4, 4) == 0);
}

// At distance 1 of the wall and 2: 1 and 1/4 of the light, with attenuation 0 0 1.
TEST_CASE("a point light fades with its attenuation and ends at its radius") {
  const auto light = [](double x, const std::string& more) {
    return fmt::format("PointLight {{ location {} 0 0 attenuation 0 0 1 {} }}", x, more);
  };
  CHECK(middle(wall(white) + light(1, "")) == Approx(shown(1)).margin(1));
  CHECK(middle(wall(white) + light(0, "")) == Approx(shown(0.25)).margin(1));
  CHECK(middle(wall(white) + light(0, "radius 1.9")) == 0);
  // Manual, SpotLight and PointLight: "an attenuation value of 0 0 0 is identical to 1 0 0".
  CHECK(middle(wall(white) + "PointLight { location 0 0 0 attenuation 0 0 0 }") == Approx(shown(1)).margin(1));
}

// Manual, DirectionalLight: direction is "in the global coordinate system".
TEST_CASE("a directional light shines along the world's axes wherever it stands") {
  CHECK(middle(wall(white) + "Pose { rotation 0 0 1 1.5708 children [ DirectionalLight { direction 1 0 0 } ] }") ==
        Approx(shown(1)).margin(1));
  CHECK(middle(wall(white) + "Solid { rotation 0 1 0 3 children [ DirectionalLight { direction 0.8 0 0.6 } ] }") ==
        Approx(shown(0.8)).margin(1));
}

// On the axis all of it; at an angle between beamWidth and cutOffAngle a part that falls linearly.
TEST_CASE("a spot light falls from its beam to its cut-off angle") {
  const auto light = [](double angle) {
    return fmt::format("SpotLight {{ location 0 0 0 direction {} 0 {} beamWidth 0.2 cutOffAngle 0.6 }}",
                       std::cos(angle), std::sin(angle));
  };
  CHECK(middle(wall(white) + light(0.1)) == Approx(shown(1)).margin(1));
  CHECK(middle(wall(white) + light(0.3)) == Approx(shown(0.75)).margin(2));
  CHECK(middle(wall(white) + light(0.5)) == Approx(shown(0.25)).margin(2));
  CHECK(middle(wall(white) + light(0.65)) == 0);
}

TEST_CASE("ambient light and an own light need no direction") {
  CHECK(middle(wall("Appearance { material Material { diffuseColor 1 1 1 ambientIntensity 0.5 } }") +
               "DirectionalLight { direction -1 0 0 ambientIntensity 0.8 }") == Approx(shown(0.4)).margin(1));
  // sRGB 0.5 is 0.2140 in linear light.
  CHECK(middle(wall("Appearance { material Material { emissiveColor 0.5 0.5 0.5 } }")) ==
        Approx(shown(0.2140)).margin(1));
}

// L = N, V = N: D = 1 / pi, G = 1, F = 0.04, so that the light is 0.96 0.96 / pi + 0.04 / (4 pi) = 0.2965.
TEST_CASE("a dull white PBR surface shows 137 in full light") {
  const std::string light = "DirectionalLight { direction 1 0 0 }";
  CHECK(middle(wall("PBRAppearance { roughness 1 metalness 0 }") + light) == Approx(shown(0.2965)).margin(1));
  CHECK(std::lround(shown(0.2965)) == 137);
  // Of metal there is no diffuse light: F = base = 0.5 (linear 0.2140), F / (4 pi).
  CHECK(middle(wall("PBRAppearance { roughness 1 metalness 1 baseColor 0.5 0.5 0.5 }") + light) ==
        Approx(shown(0.2140 / (4 * pi))).margin(1));
  // Roughness 0.5: D = 1 / (pi alpha^2) with alpha = 0.25.
  CHECK(middle(wall("PBRAppearance { roughness 0.5 metalness 1 baseColor 0.5 0.5 0.5 }") + light) ==
        Approx(shown(0.2140 / (4 * pi * 0.25 * 0.25))).margin(1));
}

TEST_CASE("the sky shows its colour where the exposure is that of the Viewpoint, and lights PBR surfaces") {
  Rendered rendered("Background { skyColor [ 0.2 0.5 0.9 ] }");
  const auto image = rendered.take(Rendered::view(5, 5));
  CHECK(image.at(2, 2) == Rendered::Rgb{51, 128, 230});
  // A white dull surface that the sky alone lights: 0.96 and what it mirrors, 0.04 A + B, less than 0.04.
  const int lit = middle("Background { skyColor [ 0.5 0.5 0.5 ] luminosity 2 }" +
                         wall("PBRAppearance { roughness 1 metalness 0 }"));
  CHECK(lit >= std::lround(shown(2 * 0.2140 * 0.96)));
  CHECK(lit <= std::lround(shown(2 * 0.2140)) + 1);
  CHECK(middle("Background { skyColor [ 0.5 0.5 0.5 ] }" +
               wall("PBRAppearance { roughness 1 metalness 0 IBLStrength 0 }")) == 0);
}

// Half of what is behind, in light and not in bytes.
TEST_CASE("a surface that is half transparent lets half of the light through") {
  const std::string glow = "Appearance { material Material { emissiveColor 1 1 1 } }";
  const std::string pane =
      "Pose { translation 1 0 0 rotation 0 1 0 -1.5707963267948966 children [ Shape { appearance Appearance { material "
      "Material { diffuseColor 0 0 0 transparency 0.5 } } geometry Plane { size 1 1 } } ] }\n";
  CHECK(middle(wall(glow) + pane) == Approx(shown(0.5)).margin(1));
  CHECK(middle(wall(glow) + pane + pane) == Approx(shown(0.25)).margin(1));
}

// Linear fog of range 8 at distance 2: f = 3/4 is left, mixed by (1/4)^2.2.
TEST_CASE("fog covers what is far away") {
  const double mixed = std::pow(0.25, 2.2);
  CHECK(middle("Fog { visibilityRange 8 }" + wall("Appearance { material Material { diffuseColor 0 0 0 } }")) ==
        Approx(shown(mixed)).margin(1));
  const double exponential = std::pow(1 - std::exp(-0.25), 2.2);
  CHECK(middle("Fog { visibilityRange 8 fogType \"EXPONENTIAL\" }" +
               wall("Appearance { material Material { diffuseColor 0 0 0 } }")) ==
        Approx(shown(exponential)).margin(1));
  // VRML97, 6.19: not the background, which shows its colour.
  CHECK(middle("Background { skyColor [ 0 1 0 ] } Fog { visibilityRange 8 }") == 255);
}

// A box of height 1 stands on the floor; the light comes down at 45 degrees along x: its shadow ends 1 m behind it.
TEST_CASE("a shadow ends where the ray over the edge meets the floor") {
  const double elevation = 0.9;
  Rendered rendered("Shape { appearance " + white + " geometry Plane { size 40 40 } }\n" +
                    "Pose { translation -0.5 0 0.5 children [ Shape { appearance " + white +
                    " geometry Box { size 1 1 1 } } ] }\n" +
                    fmt::format("DirectionalLight {{ direction {} 0 {} castShadows TRUE }}", std::cos(elevation),
                                -std::sin(elevation)));
  // From straight above, x up on the image.
  View view = Rendered::view(401, 401, 0.5);
  view.pose.position = {0, 0, 10};
  view.pose.rotation.col(0) = -Vector3d::UnitZ();
  view.pose.rotation.col(1) = Vector3d::UnitY();
  view.pose.rotation.col(2) = Vector3d::UnitX();
  const auto image = rendered.take(view);
  const double pixel = 2 * 10 * std::tan(0.25) / 401;
  int dark = 0;
  for (int y = 0; y < 200; ++y) dark += image.gray(200, y) == 0;
  CHECK(dark * pixel == Approx(1 / std::tan(elevation)).margin(2 * pixel));
  CHECK(image.gray(200, 10) == Approx(shown(std::sin(elevation))).margin(1));
  // To the side there is none.
  CHECK(image.gray(10, 190) == Approx(shown(std::sin(elevation))).margin(1));
}

// The lamp is 2 m above the middle of a disc of radius 0.5 at 1 m: its shadow on the floor has radius 1.
TEST_CASE("the shadow of a point light is as large as the cone over the edge") {
  Rendered rendered("Shape { appearance " + white + " geometry Plane { size 40 40 } }\n" +
                    "Pose { translation 0 0 1 children [ Shape { appearance " + white +
                    " geometry Cylinder { radius 0.5 height 0.001 subdivision 200 } } ] }\n"
                    "PointLight { location 0 0 2 castShadows TRUE }");
  View view = Rendered::view(401, 401, 2.4);
  view.pose.position = {0, 0, 0.5};
  view.pose.rotation.col(0) = -Vector3d::UnitZ();
  view.pose.rotation.col(1) = Vector3d::UnitY();
  view.pose.rotation.col(2) = Vector3d::UnitX();
  const auto image = rendered.take(view);
  const double pixel = 2 * 0.5 * std::tan(1.2) / 401;
  int dark = 0;
  for (int x = 0; x < 401; ++x) dark += image.gray(x, 200) == 0;
  CHECK(dark * pixel == Approx(2).margin(3 * pixel));
}

TEST_CASE("what casts no shadow casts none") {
  const std::string light = "DirectionalLight { direction 1 0 0 castShadows TRUE }";
  const auto screen = [](const std::string& field, const std::string& look) {
    return "Pose { translation -1 0 0 rotation 0 1 0 -1.5707963267948966 children [ Shape { appearance " + look +
           " geometry Plane { size 1 1 } " + field + " } ] }\n";
  };
  CHECK(middle(wall(white) + screen("", white) + light) == 0);
  CHECK(middle(wall(white) + screen("castShadows FALSE", white) + light) == Approx(207).margin(1));
  CHECK(middle(wall(white) + screen("", "PBRAppearance { transparency 0.1 }") + light) == Approx(207).margin(1));
}
