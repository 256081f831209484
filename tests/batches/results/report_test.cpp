// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A page of a batch: what is in it, and that no text of a run becomes a part of the page.
#include "batches/results/report.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "batches/results/recorded_path.h"
#include "tests/support/program.h"

using namespace lightsout;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

// A folder as a batch leaves it, with runs that say what they like.
struct Folder {
  void add_run(const std::string& name, int passes, const std::string& outcome, const std::string& message,
               double distance) {
    const fs::path run = folder / "out" / "runs" / name.substr(0, 2) / name;
    fs::create_directories(run);
    const Json description = {{"name", name},
                              {"world", "w.wbt"},
                              {"world_digest", "0"},
                              {"command", "lightsout run w.wbt --passes " + std::to_string(passes)},
                              {"repetition", 1},
                              {"seed", 7},
                              {"point", {{"passes", std::to_string(passes)}}}};
    const Json verdict = {{"outcome", outcome},
                          {"message", message},
                          {"exit_code", outcome == "done" ? 0 : 4},
                          {"metrics", {{"rover", {{"distance", distance}}}}}};
    write_file(run / "run.json", description.dump());
    write_file(run / "verdict.json", verdict.dump());
    write_file(run / "log", "0 error: </script><script>alert('log')</script>\n");
    write_file(run / "poses.csv",
               "time,ROVER.x,ROVER.y,ROVER.z,ROVER.qw,\"<b>.x\",\"<b>.y\",\"<b>.z\",\"<b>.qw\",episode\n"
               "0,0,0,0,1,5,5,5,1,0\n1," +
                   std::to_string(distance) + ",2,3,1,nan,nan,nan,nan,0\n0,9,9,9,1,9,9,9,1,1\n");
  }
  std::string page() {
    const auto made = make_report({.folder = folder / "out"});
    INFO((made ? "" : made.error()));
    REQUIRE(made);
    return *made;
  }
  TemporaryFolder folder;
};

Json data_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = page.find(begin) + begin.size();
  return Json::parse(page.substr(from, page.find("</script>", from) - from));
}

int count(const std::string& text, const std::string& what) {
  int times = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; ++at) ++times;
  return times;
}

}  // namespace

TEST_CASE("A report holds runs, trajectories and logs, and no text of theirs as part of the page") {
  if (!fs::exists(chart_library)) {
    WARN("skipped: libjs-chart.js is not installed");
    return;
  }
  Folder folder;
  folder.add_run("aa01aa01aa01aa01", 1, "done", "reached 1 s", 1.5);
  folder.add_run("bb02bb02bb02bb02", 2, "controller-failed", "</script><img src=x onerror=alert(1)> @CHART@ @SCRIPT@",
                 2.5);
  const std::string page = folder.page();
  const Json data = data_of(page);
  REQUIRE(data["rows"].size() == 2);
  CHECK(data["name"] == "out");
  const auto cell = [&](std::size_t row, const std::string& name) {
    for (std::size_t i = 0; i < data["columns"].size(); ++i)
      if (data["columns"][i]["name"] == name) return data["rows"][row][i];
    return Json();
  };
  CHECK(cell(0, "passes") == 1);
  CHECK(cell(0, "rover.distance") == 1.5);
  CHECK(cell(1, "message").get<std::string>().starts_with("</script>"));
  CHECK(cell(1, "command") == "lightsout run w.wbt --passes 2");
  CHECK_THAT(cell(1, "log_tail").get<std::string>(), Catch::Contains("alert('log')"));
  // Two solids of two runs, in the first episode.
  REQUIRE(data["trajectories"].size() == 4);
  CHECK(data["trajectories"][0]["points"] == Json::parse("[[0,0,0],[1.5,2,3]]"));
  CHECK(data["trajectories"][1]["solid"] == "<b>");
  CHECK(data["trajectories"][1]["points"] == Json::parse("[[5,5,5]]"));

  CHECK(count(page, "</script>") == 3);  // its own
  CHECK(page.find("<img") == page.npos);
  CHECK(page.find("<b>") == page.npos);
  CHECK(page.find("alert('log')</script>") == page.npos);
  // Nothing is fetched.
  for (const char* fetches : {"src=\"http", "href=\"http", "@import", "<link"}) CHECK(page.find(fetches) == page.npos);
  CHECK(page.find("Chart.js v3") != page.npos);
}

TEST_CASE("report is a command that says what is wrong") {
  const TemporaryFolder folder;
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "report");
    return run_lightsout(words, {.directory = folder.path()});
  };
  fs::create_directories(folder / "empty");
  fs::create_directories(folder / "out/runs");
  const ProgramResult none = run({"empty"});
  CHECK(none.exit_code == 9);
  CHECK_THAT(none.err, Catch::Contains("empty is neither the folder of a batch (it has no runs/) nor that of a run"));
  CHECK(run({"missing"}).exit_code == 9);
  CHECK(run({"out", "-o", "r.txt"}).exit_code == 2);
  CHECK(run({"out", "--trajectories", "-1"}).exit_code == 2);
  if (!fs::exists(chart_library)) return;
  CHECK(run({"out", "-o", "a/b/r.html"}).exit_code == 0);
  CHECK(read_file(folder / "a/b/r.html").starts_with("<!DOCTYPE html>"));
  CHECK(run({"out", "-o", "-"}).out == read_file(folder / "a/b/r.html"));
}

TEST_CASE("A long way is thinned out to its first and last point and some between") {
  const TemporaryFolder folder;
  std::string text = "time,A.x,A.y,A.z,A.qw,episode\n";
  for (int i = 0; i <= 10'000; ++i) text += "0," + std::to_string(i) + ",1,2,1,0\n";
  write_file(folder / "t.csv", text + "0,77");  // and a line that was cut
  const auto paths = read_recorded_paths(folder / "t.csv", 100);
  REQUIRE(paths);
  REQUIRE(paths->size() == 1);
  const auto& points = paths->front().points;
  CHECK(points.size() <= 101);
  CHECK(points.size() >= 50);
  CHECK(points.front()[0] == 0);
  CHECK(points.back()[0] == 10'000);
  CHECK(std::ranges::is_sorted(points));
}

TEST_CASE("A report of one run's folder is that of a batch of it") {
  if (!fs::exists(chart_library)) return;
  Folder of_batch;
  of_batch.add_run("0123456789abcdef", 2, "controller-failed", "it fell", 1.5);
  const auto in_batch = make_report({.folder = of_batch.folder / "out/runs/01/0123456789abcdef"});
  REQUIRE(in_batch);
  const Json data = data_of(*in_batch), whole = data_of(of_batch.page());
  CHECK(data["rows"] == whole["rows"]);
  CHECK(data["columns"] == whole["columns"]);
  CHECK(data["trajectories"] == whole["trajectories"]);

  // As `run -o` leaves it: no batch has described it.
  const TemporaryFolder folder;
  const ProgramResult made =
      run_lightsout({"run", std::string(LIGHTSOUT_SOURCE_DIR) + "/worlds/pendulum.wbt", "--duration", "100ms", "--seed",
                     "5", "-q", "-o", "one", "--record", "poses.csv"},
                    {.directory = folder.path()});
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  const ProgramResult reported = run_lightsout({"report", "one", "-o", "-"}, {.directory = folder.path()});
  INFO(reported.err);
  REQUIRE(reported.exit_code == 0);
  const Json alone = data_of(reported.out);
  CHECK(alone["name"] == "one");
  REQUIRE(alone["rows"].size() == 1);
  CHECK(alone["rows"][0].dump().find("--duration 100ms") != std::string::npos);
  CHECK(alone["trajectories"].size() > 0);
  CHECK_FALSE(fs::exists(folder / "one/results.db"));
}
