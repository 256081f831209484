// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The Universal Transverse Mercator projection of the WGS84 ellipsoid: how a flat world in metres gets latitudes and
// longitudes.
#pragma once

namespace lightsout {

struct GeographicPosition {
  double latitude, longitude;  // degrees, north and east positive
};

struct UtmPosition {
  double easting,
      northing;  // m; 500 km on the zone's central meridian, 0 (10,000 km in the southern half) on the equator
};

class Utm {
 public:
  // The zone and hemisphere of the reference are kept for every conversion, so that a world does not break at their
  // border.
  explicit Utm(const GeographicPosition& reference);
  UtmPosition project(const GeographicPosition& position) const;
  GeographicPosition unproject(const UtmPosition& position) const;

 private:
  double central_meridian_;  // rad
  double false_northing_;    // m
};

}  // namespace lightsout
