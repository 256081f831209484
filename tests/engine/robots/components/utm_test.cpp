// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/components/utm.h"

#include <catch2/catch.hpp>

using namespace lightsout;

TEST_CASE("points whose coordinates follow from the projection's definition") {
  const Utm zone31({0, 3});  // central meridian 3 degrees east
  const UtmPosition origin = zone31.project({0, 3});
  CHECK(origin.easting == Approx(500000));
  CHECK(origin.northing == Approx(0).margin(1e-6));
  // On the central meridian the northing is 0.9996 of the meridian's arc; to the pole that is 10,001,965.729 m on
  // WGS84.
  CHECK(zone31.project({89.9999999, 3}).northing == Approx(0.9996 * 10001965.729).margin(0.02));
  CHECK(Utm({-1, 3}).project({0, 3}).northing == Approx(10000000));
}

TEST_CASE("a published point") {
  // Snyder, USGS paper 1395, page 269, gives 40 30' N, 73 30' W on the Clarke 1866 ellipsoid; on WGS84 its coordinates
  // are 627103.09 E, 4484335.5 N in zone 18 (the Clarke values 627106.5, 4484124.4 shifted by the ellipsoid's size).
  const UtmPosition p = Utm({40.5, -73.5}).project({40.5, -73.5});
  CHECK(p.easting == Approx(627103.1).margin(0.2));
  CHECK(p.northing == Approx(4484335).margin(1.5));
}

TEST_CASE("there and back is the same place to a tenth of a millimetre") {
  for (double latitude : {-79.0, -33.9, -0.001, 0.0, 46.5, 63.0, 83.0})
    for (double longitude : {6.01, 7.5, 9.0, 11.99}) {
      const Utm utm({latitude, longitude});
      const GeographicPosition back = utm.unproject(utm.project({latitude, longitude}));
      CHECK(back.latitude == Approx(latitude).margin(1e-9));  // 1e-9 degrees are 0.1 mm
      CHECK(back.longitude == Approx(longitude).margin(1e-9 / 0.12));
    }
}

TEST_CASE("a metre east is a metre") {
  const Utm utm({46.5, 9});
  const UtmPosition p = utm.project({46.5, 9});
  const GeographicPosition moved = utm.unproject({p.easting + 1000, p.northing});
  // Radius of the parallel: a cos(lat) / sqrt(1 - e^2 sin^2 lat) = 4398195 m at 46.5 degrees; scale 0.9996.
  CHECK((moved.longitude - 9) * 3.14159265358979 / 180 * 4398195 == Approx(1000 / 0.9996).epsilon(2e-4));
}
