// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Streams of poses: layouts, order, bad lines, the end; the same answers with one thread and with several.
#include "engine/collider/stream/pose_stream.h"

#include <catch2/catch.hpp>
#include <memory>
#include <sstream>

#include "tests/engine/collider/scenes.h"

using namespace lightsout;

namespace {

struct Answer {
  std::string text, error;
  std::vector<std::string> complaints;
  PoseStreamTotals totals;
};

// A sphere and a cube, both of size 1.
Answer answer(const std::string& poses, PoseStreamOptions options = {}, ColliderOptions collider = {}) {
  const auto scene = *ColliderScene::load({{"sphere:0.5"}, {"box:1,1,1"}}, collider);
  Answer result;
  options.complain = [&](const std::string& text) { result.complaints.push_back(text); };
  std::string copy = poses + ' ';
  std::FILE* in = fmemopen(copy.data(), copy.size() - 1 ? copy.size() - 1 : 1, "rb");
  if (poses.empty()) std::fgetc(in);
  std::FILE* out = std::tmpfile();
  const auto totals = check_pose_stream(scene, in, out, options);
  if (totals)
    result.totals = *totals;
  else
    result.error = totals.error();
  std::rewind(out);
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, out)) result.text.append(buffer, n);
  std::fclose(in);
  std::fclose(out);
  return result;
}

std::string at(double x, const char* end = "\n") { return "1,0,0," + std::to_string(x) + ",0,1,0,0,0,0,1,0" + end; }

}  // namespace

TEST_CASE("poses come a line per link or per configuration, with 12 or 16 numbers, or binary") {
  const std::string expected = "configuration,collided\n0,1\n1,0\n";
  CHECK(answer(at(0) + at(0.9) + at(0) + at(1.1)).text == expected);
  CHECK(answer("# comment\n\n" + at(0) + "\n" + at(0.9) + at(0) + "# more\n" + at(1.1)).text == expected);
  for (const std::string heading : {"r00,r01\n", "# hi\nm00,m01\n", "# hi\n\n  r11 r12 r13 tx\n# more\n",
                                    "\"r00\";\"r01\"\n\n", "info,name\n", "_0,_1\r\n"}) {
    CAPTURE(heading);
    const Answer of_heading = answer(heading + at(0) + at(0.9) + at(0) + at(1.1));
    CHECK(of_heading.text == expected);
    CHECK(of_heading.complaints.empty());
  }
  CHECK(answer(at(0, ";") + at(0.9) + at(0, " \t") + at(1.1, "")).text == expected);
  const std::string last = ",0,0,0,1";
  CHECK(answer(at(0, (last + "\r\n").c_str()) + at(0.9, (last + "\r\n").c_str())).text ==
        "configuration,collided\n0,1\n");
  CHECK(answer(at(0, (last + ",").c_str()) + at(1.1, last.c_str())).text == "configuration,collided\n0,0\n");
  std::string binary;
  for (const double x : {0.0, 0.9, 0.0, 1.1}) {
    const double m[12] = {1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0};
    binary.append(reinterpret_cast<const char*>(m), sizeof m);
  }
  CHECK(answer(binary, {.binary = true, .numbers = 12}).text == expected);
  CHECK(answer(binary.substr(0, 300), {.binary = true, .numbers = 12}).error ==
        "the poses end 108 bytes into configuration 1, which takes 192");
  CHECK(answer(at(0.9), {.fixed_static = true}, {.static_groups = {1}}).text == "configuration,collided\n0,1\n");
  CHECK(answer(at(3), {.robots = std::vector{1}}).text == "configuration,collided\n0,0\n");
}

TEST_CASE("a bad first line is named and passed over: a later one tells the layout") {
  const std::string eleven = "1,0,0,0,0,1,0,0,0,0,1\n";
  const auto complaints = [](const std::string& text) { return std::vector<std::string>{text}; };
  // A line per link: the bad one is the first link's.
  const Answer by_link = answer(eleven + at(0) + at(0) + at(0.9));
  CHECK(by_link.text == "configuration,collided\n0,error\n1,1\n");
  CHECK(by_link.complaints == complaints("line 1: 11 numbers, 12 were expected"));
  const Answer by_configuration = answer("# poses\nheading\n" + eleven + at(0, ",") + at(1.1));
  CHECK(by_configuration.text == "configuration,collided\n0,error\n1,0\n");
  CHECK(by_configuration.complaints == complaints("line 3: 11 numbers, 24 were expected"));
  // There is one heading: a second word is a bad line, and so is what is no number where numbers are.
  CHECK(answer("heading\nnan,0\nx\n" + at(0, ",") + at(1.1)).text == "configuration,collided\n0,error\n1,error\n2,0\n");
  const std::string none =
      "line 1 has 11 numbers; it should have 12 or 16 (one of 2 links), or 24 or 32 (a configuration)";
  CHECK(answer(eleven + at(0), {.strict = true}).error == none);
  CHECK(answer(eleven + eleven).error == none);
  // What never tells it ends soon, however long the stream.
  std::string endless;
  for (int i = 0; i < 1000; ++i) endless += eleven;
  CHECK(answer(endless + at(0) + at(0)).error == none);
}

TEST_CASE("a bad line is named and passed over, or ends it all") {
  const std::string poses = at(0) + at(0.9) + at(0) + "1,0,0,x,0,1,0,0,0,0,1,0\n" + at(0) + "1,2\n" + at(0) +
                            "2,0,0,0,0,1,0,0,0,0,1,0\n" + at(0) + at(0.2) + at(0);
  const Answer lenient = answer(poses);
  CHECK(lenient.text == "configuration,collided\n0,1\n1,error\n2,error\n3,error\n4,1\n5,error\n");
  CHECK(lenient.complaints ==
        std::vector<std::string>{"line 4, column 7: 'x' is no number", "line 6: 2 numbers, 12 were expected",
                                 "line 8: matrix 1 (link 1.0, box:1,1,1) is scaled by 2, 1 and 1 along its axes",
                                 "line 11: the poses end after 1 of the 2 lines of configuration 5"});
  CHECK(lenient.totals.configurations == 6);
  CHECK(lenient.totals.bad == 4);
  CHECK(lenient.totals.collided == 2);
  const Answer strict = answer(poses, {.strict = true});
  CHECK(strict.error == "line 4, column 7: 'x' is no number");
  CHECK(strict.text == "configuration,collided\n0,1\n1,error\n");
  CHECK(answer("1,2,3\n").error ==
        "line 1 has 3 numbers; it should have 12 or 16 (one of 2 links), or 24 or 32 (a configuration)");
  CHECK(answer("1,0,0,nan,0,1,0,0,0,0,1,0\n" + at(0)).complaints ==
        std::vector<std::string>{"line 2: matrix 0 (link 0.0, sphere:0.5) has a number that is not finite"});
}

TEST_CASE("answers come in order and are the same whatever the number of threads") {
  std::string poses;
  std::string expected = "configuration,collided\n";
  for (int i = 0; i < 3000; ++i) {
    const double x = (i * 37 % 200) / 100.0;
    poses += at(0, ",") + at(x);
    expected += std::to_string(i) + (x <= 1 ? ",1\n" : ",0\n");
  }
  for (const int threads : {1, 3}) {
    const Answer result = answer(poses, {.threads = threads});
    CHECK(result.text == expected);
    CHECK(result.totals.configurations == 3000);
  }
}

namespace {

// The columns of an answer after its heading, cut at commas.
std::vector<std::vector<std::string>> rows_of(const Answer& answer) {
  std::vector<std::vector<std::string>> rows;
  std::string line;
  for (std::istringstream text(answer.text); std::getline(text, line);) {
    rows.emplace_back();
    std::string word;
    for (std::istringstream words(line); std::getline(words, word, ',');) rows.back().push_back(word);
  }
  REQUIRE(!rows.empty());
  CHECK(rows.front() == std::vector<std::string>{"motion", "collided", "time", "apart", "first", "second"});
  rows.erase(rows.begin());
  return rows;
}

// The sphere stands at 0, the cube at x.
std::string cube_at(double x) { return at(0, ",") + at(x); }

PoseStreamOptions motions(bool path) {
  PoseStreamOptions options;
  options.motions = {path, {}};
  return options;
}

}  // namespace

TEST_CASE("motions are checked from each configuration to the next, or in pairs") {
  // Radius and half the side: they touch where the cube comes to 1 from the right, and to -1 from the left.
  const std::string poses = cube_at(3) + cube_at(-3) + "# between\n" + cube_at(-2) + cube_at(2);
  const auto path = rows_of(answer(poses, motions(true)));
  REQUIRE(path.size() == 3);
  CHECK(path[0][1] == "1");
  CHECK(std::stod(path[0][2]) == Approx(2.0 / 6).margin(1e-5));
  CHECK(std::stod(path[0][3]) < std::stod(path[0][2]));
  CHECK(std::vector(path[0].begin() + 4, path[0].end()) == std::vector<std::string>{"0.0", "1.0"});
  CHECK(path[1] == std::vector<std::string>{"1", "0", "1", "1", ""});
  CHECK(std::stod(path[2][2]) == Approx(1.0 / 4).margin(1e-5));
  const auto pairs = rows_of(answer(poses, motions(false)));
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0] == path[0]);
  CHECK(pairs[1][2] == path[2][2]);
  // Of a margin of 0.5 the first contact is at 1.5.
  PoseStreamOptions wide = motions(true);
  wide.motions->request.margin = 0.5;
  CHECK(std::stod(rows_of(answer(poses, wide))[0][2]) == Approx(1.5 / 6).margin(1e-5));
}

TEST_CASE("a configuration that is wrong spoils the motions that it is part of, and is reported once") {
  const std::string poses = cube_at(3) + cube_at(4) + "1,2\n" + cube_at(4) + cube_at(5) + at(0, ",") +
                            "2,0,0,0,0,1,0,0,0,0,1,0\n" + cube_at(6) + cube_at(7);
  const Answer path = answer(poses, motions(true));
  CHECK(path.text ==
        "motion,collided,time,apart,first,second\n0,0,1,1,,\n1,error,,,,\n2,error,,,,\n3,0,1,1,,\n"
        "4,error,,,,\n5,error,,,,\n6,0,1,1,,\n");
  CHECK(path.complaints == std::vector<std::string>{"line 3: 2 numbers, 24 were expected",
                                                    "line 6: matrix 1 (link 1.0, box:1,1,1) is scaled by 2, 1 and 1 "
                                                    "along its axes"});
  CHECK(path.totals.configurations == 7);
  CHECK(path.totals.bad == 4);
  const Answer odd = answer(cube_at(3) + cube_at(4) + cube_at(5), motions(false));
  CHECK(odd.text == "motion,collided,time,apart,first,second\n0,0,1,1,,\n1,error,,,,\n");
  CHECK(odd.complaints == std::vector<std::string>{"line 3: the poses end after the first configuration of motion 1"});
  CHECK(answer(cube_at(3), motions(true)).text == "motion,collided,time,apart,first,second\n");
  CHECK(answer(cube_at(3) + "x\n", motions(true)).totals.bad == 1);
}

TEST_CASE("a path is the same in chunks, in threads, by lines and in binary") {
  // More configurations than a chunk has, with a touch now and then.
  std::string whole, by_link, binary;
  for (int i = 0; i < 700; ++i) {
    const double x = 1.5 + (i * 37 % 100) / 20.0 - (i % 50 == 0 ? 3 : 0);
    whole += (i % 7 == 0 ? "\n# " + std::to_string(i) + "\n" : "") + cube_at(x);
    by_link += at(0) + at(x);
    for (const double place : {0.0, x}) {
      const double m[12] = {1, 0, 0, std::stod(std::to_string(place)), 0, 1, 0, 0, 0, 0, 1, 0};
      binary.append(reinterpret_cast<const char*>(m), sizeof m);
    }
  }
  for (const bool is_path : {true, false}) {
    const Answer one = answer(whole, motions(is_path));
    CHECK(one.totals.configurations == (is_path ? 699 : 350));
    CHECK(one.totals.collided > 10);
    CHECK(one.complaints.empty());
    PoseStreamOptions options = motions(is_path);
    options.threads = 3;
    CHECK(answer(whole, options).text == one.text);
    CHECK(answer(by_link, options).text == one.text);
    options.binary = true;
    options.numbers = 12;
    CHECK(answer(binary, options).text == one.text);
  }
}
