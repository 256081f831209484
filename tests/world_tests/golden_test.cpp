// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A golden that another version has made, and one that is this one's.
#include "world_tests/golden.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "runs/series/series.h"
#include "tests/support/program.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;
using State = TestResult::State;

namespace {

struct Place {
  TemporaryFolder folder;
  WorldTest test;
  Series run;
  Place() {
    write_file(folder / "w.wbt", "a world");
    test.file = folder / "a.test.yaml";
    test.settings.world = folder / "w.wbt";
    test.settings.series.path = "series";
    test.golden = Golden{.file = folder / "a.golden", .line = 3, .column = 1};
    for (const auto kind : series_kinds) test.golden->tolerances[std::string(name_of(kind))] = 0.01;
    run.version = LIGHTSOUT_VERSION;
    run.times = {0, 0.5};
    run.quantities = {{"H", SeriesQuantity::Kind::Joint, {0, 1}},
                      {"R.gps.x", SeriesQuantity::Kind::Reading, {NAN, 2}, "m"},
                      {"R.eye.ranges", SeriesQuantity::Kind::Reading, {1, INFINITY, 1, 2}, "m", 2}};
    write_run();
    REQUIRE(update_golden(test, folder.path()) == "");
  }
  void write_run() const { write_file(folder / "series", pack(run)); }
  // As another has made it.
  void age(const std::string& version, const std::string& build) const {
    Series golden = *read_series(test.golden->file);
    golden.version = version;
    if (!build.empty()) golden.build = build;
    write_file(test.golden->file, pack(golden));
  }
  TestResult compare() const {
    TestResult result;
    result.state = State::Passed;
    compare_with_golden(test, folder.path(), result);
    return result;
  }
};

}  // namespace

TEST_CASE("a golden of another version is stale where it differs, and good where it does not") {
  Place place;
  CHECK(place.compare().state == State::Passed);
  place.age("0.0.1", "");
  CHECK(place.compare().state == State::Passed);
  place.run.quantities[0].values[1] = 1.02;
  place.write_run();
  const TestResult stale = place.compare();
  CHECK(stale.state == State::Stale);
  CHECK(stale.failed());
  CHECK_THAT(stale.message, Catch::Contains("is stale (lightsout 0.0.1 made it, this is " LIGHTSOUT_VERSION ")"));
  CHECK_THAT(stale.message, Catch::Contains("joint of H is 0.02 rad or m off at 0.5 s"));
  place.age(LIGHTSOUT_VERSION, "0123456789abcdef");
  CHECK_THAT(place.compare().message, Catch::Contains("is stale (another build of lightsout made it)"));
  // This very build's: the run is what differs.
  place.run.quantities[0].values[1] = 1;
  place.write_run();
  REQUIRE(update_golden(place.test, place.folder.path()) == "");
  place.run.quantities[0].values[1] = 1.02;
  place.write_run();
  CHECK(place.compare().state == State::Failed);
}

TEST_CASE("readings differ by their farthest number, and infinities are equal") {
  Place place;
  place.run.quantities[2].values[3] = 2.5;
  place.write_run();
  CHECK_THAT(place.compare().message, Catch::Contains("reading of R.eye.ranges is 0.5 m off at 0.5 s"));
  place.test.golden->tolerances["R.eye"] = 1;
  CHECK(place.compare().state == State::Passed);
  place.run.quantities[2].values[1] = 7;
  place.write_run();
  CHECK_THAT(place.compare().message, Catch::Contains("reading of R.eye.ranges is inf m off at 0 s"));
  place.run.quantities.pop_back();
  place.write_run();
  CHECK_THAT(place.compare().message, Catch::Contains("the golden is of H joint"));
}
