// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Series of J. P. Snyder, "Map projections: a working manual" (USGS professional paper 1395), pages 61-64; within a
// zone they are good to a millimetre.
#include "engine/robots/components/utm.h"

#include <cmath>
#include <numbers>

namespace lightsout {

namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr double semi_major = 6378137.0;              // a, m
constexpr double flattening = 1 / 298.257223563;      // f
constexpr double scale = 0.9996;                      // k0 on the central meridian
constexpr double e2 = flattening * (2 - flattening);  // eccentricity squared
constexpr double e4 = e2 * e2, e6 = e4 * e2;
constexpr double second_e2 = e2 / (1 - e2);
constexpr double false_easting = 500000;

// (3-21): distance along the meridian from the equator, m.
double meridian_arc(double latitude) {
  return semi_major *
         ((1 - e2 / 4 - 3 * e4 / 64 - 5 * e6 / 256) * latitude -
          (3 * e2 / 8 + 3 * e4 / 32 + 45 * e6 / 1024) * std::sin(2 * latitude) +
          (15 * e4 / 256 + 45 * e6 / 1024) * std::sin(4 * latitude) - (35 * e6 / 3072) * std::sin(6 * latitude));
}

}  // namespace

Utm::Utm(const GeographicPosition& reference)
    : central_meridian_((std::floor((reference.longitude + 180) / 6) * 6 - 177) * degree),
      false_northing_(reference.latitude < 0 ? 10000000 : 0) {}

UtmPosition Utm::project(const GeographicPosition& position) const {
  const double latitude = position.latitude * degree;
  const double sine = std::sin(latitude), cosine = std::cos(latitude), tangent = sine / cosine;
  const double n = semi_major / std::sqrt(1 - e2 * sine * sine);
  const double t = tangent * tangent;
  const double c = second_e2 * cosine * cosine;
  const double a = (position.longitude * degree - central_meridian_) * cosine;
  const double a2 = a * a;
  // (8-9) and (8-10)
  const double east = a * (1 + a2 * ((1 - t + c) / 6 + a2 * (5 - 18 * t + t * t + 72 * c - 58 * second_e2) / 120));
  const double north =
      a2 *
      (0.5 + a2 * ((5 - t + 9 * c + 4 * c * c) / 24 + a2 * (61 - 58 * t + t * t + 600 * c - 330 * second_e2) / 720));
  return {false_easting + scale * n * east, false_northing_ + scale * (meridian_arc(latitude) + n * tangent * north)};
}

GeographicPosition Utm::unproject(const UtmPosition& position) const {
  // (7-19), (3-24), (3-26): latitude of the point of the central meridian with the same northing.
  const double arc = (position.northing - false_northing_) / scale;
  const double mu = arc / (semi_major * (1 - e2 / 4 - 3 * e4 / 64 - 5 * e6 / 256));
  const double root = std::sqrt(1 - e2);
  const double e1 = (1 - root) / (1 + root), e1_2 = e1 * e1;
  const double foot = mu + (3 * e1 / 2 - 27 * e1 * e1_2 / 32) * std::sin(2 * mu) +
                      (21 * e1_2 / 16 - 55 * e1_2 * e1_2 / 32) * std::sin(4 * mu) +
                      (151 * e1 * e1_2 / 96) * std::sin(6 * mu) + (1097 * e1_2 * e1_2 / 512) * std::sin(8 * mu);
  const double sine = std::sin(foot), cosine = std::cos(foot), tangent = sine / cosine;
  const double c = second_e2 * cosine * cosine;
  const double t = tangent * tangent;
  const double w = 1 - e2 * sine * sine;
  const double n = semi_major / std::sqrt(w);
  const double r = n * (1 - e2) / w;
  const double d = (position.easting - false_easting) / (n * scale), d2 = d * d;
  // (8-17) and (8-18)
  const double latitude =
      foot - n * tangent / r * d2 *
                 (0.5 - d2 * ((5 + 3 * t + 10 * c - 4 * c * c - 9 * second_e2) / 24 -
                              d2 * (61 + 90 * t + 298 * c + 45 * t * t - 252 * second_e2 - 3 * c * c) / 720));
  const double longitude =
      central_meridian_ +
      d * (1 - d2 * ((1 + 2 * t + c) / 6 - d2 * (5 - 2 * c + 28 * t - 3 * c * c + 8 * second_e2 + 24 * t * t) / 120)) /
          cosine;
  return {latitude / degree, longitude / degree};
}

}  // namespace lightsout
