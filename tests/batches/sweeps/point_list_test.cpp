// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Lists of points that other programs write.
#include "batches/sweeps/point_list.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

struct ReadList {
  std::vector<Point> points;
  std::string told;
};

ReadList read(const std::string& text) {
  Diagnostics diagnostics;
  const auto source = std::make_shared<const Source>("points", text);
  ReadList list{read_points(source, diagnostics), ""};
  for (const Diagnostic& diagnostic : diagnostics.sorted()) list.told += render(diagnostic, false);
  return list;
}

}  // namespace

TEST_CASE("CSV names its columns in the first line, an empty cell sets nothing") {
  const ReadList list = read("\xef\xbb\xbfpasses,A.text\r\n1,\"a, \"\"b\"\"\"\r\n\r\n2,\r\n");
  CHECK(list.told.empty());
  CHECK(list.points == std::vector<Point>{{{"passes", "1"}, {"A.text", "a, \"b\""}}, {{"passes", "2"}}});
}

TEST_CASE("JSON lines say the same; an array is a vector") {
  const ReadList list = read("\xef\xbb\xbf{\"passes\": 1, \"A.v\": [0, 0.5, 1e-3]}\n{\"A.t\": \"x\", \"A.b\": true}\n");
  CHECK(list.told.empty());
  CHECK(list.points == std::vector<Point>{{{"passes", "1"}, {"A.v", "0 0.5 0.001"}}, {{"A.t", "x"}, {"A.b", "true"}}});
}

TEST_CASE("An element of an array of strings stays one string, and an array within an array is one") {
  const auto value = [](const std::string& json) {
    const ReadList list = read("{\"A.t\": " + json + "}\n");
    CHECK(list.told == "");
    REQUIRE(list.points.size() == 1);
    return list.points[0][0].value;
  };
  CHECK(value(R"(["a b", "c"])") == R"(["a b" c])");
  CHECK(value(R"(["a", "b"])") == "[a b]");
  CHECK(value(R"([""])") == R"([""])");
  CHECK(value("[]") == "[]");
  CHECK(value(R"(["\"x\"", "1,2", "[y]"])") == R"(["\"x\"" "1,2" "[y]"])");
  CHECK(value(R"(["007", 7])") == "[007 7]");
  CHECK(value("[[0, 0, 1], [0, 0, 2]]") == "[[0 0 1] [0 0 2]]");
}

TEST_CASE("What is wrong is told at its line, and the rest is read") {
  const ReadList csv = read("a,b\n1\n3,4\n");
  CHECK(csv.points.size() == 1);
  CHECK(csv.told.find("points:2:1:") != std::string::npos);
  CHECK(read("a,a\n1,2\n").told.find("two columns are called a") != std::string::npos);
  const ReadList json = read("{\"a\": 1}\n{\"a\": {}}\n[1]\n{\"a\": 2}\n");
  CHECK(json.points.size() == 2);
  CHECK(json.told.find("points:2:1:") != std::string::npos);
  CHECK(json.told.find("points:3:1:") != std::string::npos);
}

TEST_CASE("A number that no double holds is told at its line") {
  const ReadList list = read("{\"passes\": 1}\n{\"A.v\": 1e400}\n");
  CHECK(list.points.size() == 1);
  CHECK_THAT(list.told, Catch::Contains("points:2:1:"));
  CHECK_THAT(list.told, Catch::Contains("the number 1e400 is too large"));
}

TEST_CASE("A cell in quotes may have several lines") {
  const ReadList list = read("passes,A.text\r\n3,\"x\r\n\"\"y\"\"\nz\"\r\n4,\"\"\n5,\"a\" \n");
  CHECK(list.told.empty());
  CHECK(list.points == std::vector<Point>{{{"passes", "3"}, {"A.text", "x\r\n\"y\"\nz"}},
                                          {{"passes", "4"}},
                                          {{"passes", "5"}, {"A.text", "a"}}});
  CHECK_THAT(read("a,b\n1,\"x\n2,y\n").told, Catch::Contains("points:2:3:") && Catch::Contains("not closed"));
  // The row behind one of several lines is told at its own line.
  CHECK_THAT(read("a,b\n1,\"x\ny\"\n2\n").told,
             Catch::Contains("points:4:1:") && Catch::Contains("this row has 1 cell, and the first has 2"));
}

TEST_CASE("An array in JSON is a list of points, on one line or on many") {
  const std::vector<Point> both = {{{"passes", "1"}, {"A.t", "],{\""}}, {{"passes", "2"}, {"A.v", "[[1 2] [3 4]]"}}};
  for (const char* text : {R"([{"passes": 1, "A.t": "],{\""}, {"passes": 2, "A.v": [[1,2],[3,4]]}])",
                           "\xef\xbb\xbf\n[\n  {\n    \"passes\": 1,\n    \"A.t\": \"],{\\\"\"\n  },\n"
                           "  {\"passes\": 2, \"A.v\": [[1, 2], [3, 4]]}\n]\n"}) {
    const ReadList list = read(text);
    CHECK(list.told.empty());
    CHECK(list.points == both);
  }
  CHECK(read("[]").points.empty());
  const ReadList wrong = read("[\n  {\"a\": 1},\n  7,\n  {\"a\": {}}\n]\n");
  CHECK(wrong.points.size() == 1);
  CHECK_THAT(wrong.told, Catch::Contains("points:3:3:") && Catch::Contains("points:4:3:"));
  CHECK_THAT(read("[{\"a\": 1},\n {\"a\" 2}]").told, Catch::Contains("points:2:7:") && Catch::Contains("no JSON"));
}

TEST_CASE("A name that stands twice in a point is no point") {
  for (const char* text : {"{\"passes\": 1, \"passes\": 2}\n", "[{\"passes\": 1, \"passes\": 2}]"}) {
    const ReadList list = read(text);
    CHECK(list.points.empty());
    CHECK_THAT(list.told, Catch::Contains("`passes` stands twice in this point"));
  }
  CHECK(read_json_point("{\"id\": 1, \"a\": 1, \"id\": 2}").error() == "`id` stands twice in this point");
  // Nothing but its own names.
  CHECK(read_json_point("{\"a\": [1], \"b\": [1]}").has_value());
}
