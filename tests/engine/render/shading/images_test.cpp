// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Images on surfaces and around the world, against the formulas of engine/render/shading/shading.h worked out by hand.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "engine/render/materials/sky_images.h"
#include "engine/scene/scene.h"
#include "tests/engine/render/rendered.h"
#include "tests/engine/render/seen_folder.h"

using namespace lightsout;

namespace {

constexpr double pi = std::numbers::pi;
const std::string light = "DirectionalLight { direction 1 0 0 }\n";

double shown(double value) { return 255 * std::pow(1 - std::exp(-value), 1 / 2.2); }
double linear(double srgb) { return std::pow((srgb + 0.055) / 1.055, 2.4); }

// At x = 2 before the camera; s of its images is up, t to the left.
std::string wall(const std::string& fields) {
  return "Pose { translation 2 0 0 rotation 0 1 0 -1.5707963267948966 children [ Shape { appearance PBRAppearance { " +
         fields + " } geometry Plane { size 20 20 } } ] }\n";
}

std::string map(const std::string& field, const std::string& file) {
  return fmt::format("{} ImageTexture {{ url [ \"{}\" ] }} ", field, file);
}

int middle(const std::string& nodes) {
  Rendered rendered(nodes);
  return rendered.take(Rendered::view(9, 9, 0.2)).gray(4, 4);
}

// Cook and Torrance for no metal, of roughness 1 (D = 1 / pi) and colour 1; cosines between normal, light, view and the
// vector half way.
double dull(double nl, double nv, double vh) {
  const double fresnel = 0.04 + 0.96 * std::pow(1 - vh, 5);
  const double g = 2 * nl / (nl + 1) * 2 * nv / (nv + 1);
  return nl * ((1 - fresnel) * 0.96 / pi + fresnel * g / pi / (4 * nl * nv));
}

constexpr SeenFolder::Rgb half = {128, 128, 128};
constexpr double part = 128 / 255.0;

}  // namespace

TEST_CASE("an image gives the base colour, in sRGB") {
  SeenFolder folder;
  // (1 - 0.04) base 0.96 / pi + 0.04 / (4 pi)
  CHECK(middle(light + wall("roughness 1 metalness 0 " + map("baseColorMap", folder.plain("grey", half)))) ==
        Approx(shown(0.96 * 0.96 * linear(part) / pi + 0.04 / (4 * pi))).margin(1));
}

TEST_CASE("images give roughness and metalness, as plain numbers") {
  SeenFolder folder;
  const std::string grey = folder.plain("grey", half), black = folder.plain("black", {0, 0, 0});
  // Metal: base D / 4 with D = 1 / (pi alpha^2), alpha = roughness^2.
  const double alpha = part * part;
  CHECK(middle(light + wall("baseColor 0.5 0.5 0.5 metalness 1 " + map("roughnessMap", grey))) ==
        Approx(shown(linear(0.5) / (4 * pi * alpha * alpha))).margin(1));
  CHECK(middle(light + wall("roughness 1 metalness 1 " + map("metalnessMap", black))) ==
        Approx(shown(dull(1, 1, 1))).margin(1));
}

// Only the light of the sky is hidden. Of roughness 1, seen along the normal: base 0.96 + 0.04 0.4524 - 0.0024.
TEST_CASE("an image hides the light of the sky as far as it is dark and the strength says") {
  SeenFolder folder;
  const std::string grey = folder.plain("grey", half), sky = "Background { skyColor [ 0.5 0.5 0.5 ] luminosity 2 }\n";
  const double open = 2 * linear(0.5) * (0.96 + 0.04 * 0.4524 - 0.0024);
  CHECK(middle(sky + wall("roughness 1 metalness 0")) == Approx(shown(open)).margin(1));
  CHECK(middle(sky + wall("roughness 1 metalness 0 " + map("occlusionMap", grey))) ==
        Approx(shown(open * part)).margin(1));
  CHECK(middle(sky + wall("roughness 1 metalness 0 occlusionMapStrength 0.5 " + map("occlusionMap", grey))) ==
        Approx(shown(open * (1 + part) / 2)).margin(1));
  CHECK(middle(light + wall("roughness 1 metalness 0 " + map("occlusionMap", grey))) ==
        Approx(shown(dull(1, 1, 1))).margin(1));
}

TEST_CASE("an image glows in the place of the emissive colour, as plain numbers") {
  SeenFolder folder;
  CHECK(middle(wall("emissiveIntensity 2 emissiveColor 0 0 0 IBLStrength 0 " +
                    map("emissiveColorMap", folder.plain("grey", half)))) == Approx(shown(2 * part)).margin(1));
}

// The image's normal leans by 0.5 towards s, which is up on the wall.
TEST_CASE("an image of normals bends the surface towards the image's axes") {
  SeenFolder folder;
  const double lean = 0.5;
  const auto byte = [](double value) { return std::uint8_t(std::lround(255 * (0.5 + 0.5 * value))); };
  const std::string normals = folder.plain("normals", {byte(std::sin(lean)), byte(0), byte(std::cos(lean))});
  const std::string bent = wall("roughness 1 metalness 0 " + map("normalMap", normals));
  CHECK(middle(light + bent) == Approx(shown(dull(std::cos(lean), std::cos(lean), 1))).margin(1));
  const auto from = [&](double up) {
    return fmt::format("DirectionalLight {{ direction {} 0 {} }}\n", std::cos(up), -std::sin(up));
  };
  CHECK(middle(from(lean) + bent) == Approx(shown(dull(1, std::cos(lean), std::cos(lean / 2)))).margin(1));
  CHECK(middle(from(-lean) + bent) ==
        Approx(shown(dull(std::cos(2 * lean), std::cos(lean), std::cos(lean / 2)))).margin(1));
}

namespace {

const std::array<std::string, 6> sides = {"right", "left", "top", "bottom", "front", "back"};

View towards(const Vector3d& forward, const Vector3d& up) {
  View view = Rendered::view(9, 9, 0.5);
  view.pose.rotation.col(0) = forward;
  view.pose.rotation.col(1) = up.cross(forward);
  view.pose.rotation.col(2) = up;
  return view;
}

}  // namespace

// Where z is up the panorama stands so that its back looks along x and its right along y (as of R2022a; before, y was
// up and front was -z).
TEST_CASE("the images of a Background are seen on their sides, as their bytes") {
  SeenFolder folder;
  std::string fields;
  for (std::size_t i = 0; i < 6; ++i)
    fields += fmt::format("{}Url [ \"{}\" ] ", sides[i],
                          folder.plain(sides[i], {std::uint8_t(40 * (i + 1)), 100, std::uint8_t(250 - 40 * i)}));
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
  Rendered enu("Background { skyColor [ 1 0 0 ] " + fields + "}");
  const std::array<std::pair<Vector3d, Vector3d>, 6> ways = {{{y, z}, {-y, z}, {z, x}, {-z, x}, {-x, z}, {x, z}}};
  for (std::size_t i = 0; i < 6; ++i) {
    const Rendered::Rgb seen = enu.take(towards(ways[i].first, ways[i].second)).at(4, 4);
    const std::array<int, 3> expected = {int(40 * (i + 1)), 100, int(250 - 40 * i)};
    for (std::size_t c = 0; c < 3; ++c) CHECK(seen[c] == Approx(expected[c]).margin(1));
  }
}

TEST_CASE("an image of a Background stands upright and is not mirrored") {
  SeenFolder folder;
  std::vector<SeenFolder::Rgb> quarters;
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x) quarters.push_back({std::uint8_t(x < 4 ? 255 : 0), std::uint8_t(y < 4 ? 255 : 0), 0});
  const std::string file = folder.png("quarters", 8, 8, quarters);
  std::string fields;
  for (const std::string& side : sides) fields += fmt::format("{}Url [ \"{}\" ] ", side, file);
  Rendered rendered("Background { " + fields + "}");
  for (const Vector3d& forward : {Vector3d(1, 0, 0), Vector3d(0, 1, 0), Vector3d(-1, 0, 0), Vector3d(0, -1, 0)}) {
    const auto image = rendered.take(towards(forward, Vector3d::UnitZ()));
    CHECK(image.at(1, 1) == Rendered::Rgb{255, 255, 0});
    CHECK(image.at(7, 1) == Rendered::Rgb{0, 255, 0});
    CHECK(image.at(1, 7) == Rendered::Rgb{255, 0, 0});
    CHECK(image.at(7, 7) == Rendered::Rgb{0, 0, 0});
  }
}

TEST_CASE("a Background without all six images shows its colour and says so once") {
  SeenFolder folder;
  Rendered rendered("Background { skyColor [ 0 1 0 ] frontUrl [ \"" + folder.plain("front", half) + "\" ] }");
  CHECK(rendered.take(Rendered::view(5, 5)).at(2, 2) == Rendered::Rgb{0, 255, 0});
  Renderer again(rendered.world().simulation().scene());
  again.share_files(rendered.renderer());
  Picture picture;
  again.take(Rendered::view(5, 5), picture);
  CHECK(rendered.world().take_warnings().size() == 1);
}

// Light 2 all around: 2 (base 0.96 + 0.04 0.4524 - 0.0024) of a dull surface.
TEST_CASE("images of irradiance light PBR surfaces, beyond 1 too") {
  SeenFolder folder;
  std::string fields;
  for (const std::string& side : sides)
    fields += fmt::format("{}IrradianceUrl [ \"{}\" ] ", side, folder.hdr(side, 128, 130));
  CHECK(middle("Background { luminosity 0.25 " + fields + "}" + wall("roughness 1 metalness 0")) ==
        Approx(shown(0.25 * 2 * (0.96 + 0.04 * 0.4524 - 0.0024))).margin(1));
  // A mirror of metal shows what is behind the camera: 2 (0.96 ... of roughness 0.04: nearly all).
  CHECK(middle("Background { luminosity 0.25 " + fields + "}" + wall("roughness 0 metalness 1")) ==
        Approx(shown(0.5)).margin(2));
}

// The part of a hemisphere's cosine that a side of the cube covers, seen along its middle (the view factor of a square
// from a point above its middle at half its length): 4 / pi / sqrt(2) atan(1 / sqrt(2)) = 0.5541.
TEST_CASE("light of one side of the sky falls on what looks at it") {
  std::array<Image, 6> images;
  for (std::size_t i = 0; i < 6; ++i)
    images[i] = {8, 8, std::vector<std::uint8_t>(256, 255),
                 std::vector<float>(192, CubeSide(i) == CubeSide::Top ? 1.0f : 0.0f)};
  const SkyLight sky(images);
  CHECK(sky.around(Eigen::Vector3f::UnitY())[0] == Approx(0.5541).epsilon(0.05));
  CHECK(sky.around(-Eigen::Vector3f::UnitY())[0] == Approx(0).margin(0.03));
  CHECK(sky.mirrored(Eigen::Vector3f::UnitY(), 0)[0] == Approx(1));
  CHECK(sky.mirrored(Eigen::Vector3f::UnitX(), 0)[0] == Approx(0));
}

TEST_CASE("each place of the cube is where its direction meets it") {
  for (std::size_t side = 0; side < 6; ++side)
    for (const auto& [s, t] : {std::pair(0.1f, 0.3f), {0.9f, 0.2f}, {0.5f, 0.5f}}) {
      const CubePlace place = place_in_cube(direction_in_cube({CubeSide(side), s, t}).normalized());
      CHECK(place.side == CubeSide(side));
      CHECK(place.s == Approx(s));
      CHECK(place.t == Approx(t));
    }
}
