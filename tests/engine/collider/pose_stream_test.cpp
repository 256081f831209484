// Streams of poses: layouts, order, bad lines, the end; the same answers with one thread and with several.
#include "engine/collider/pose_stream.h"

#include <catch2/catch.hpp>
#include <memory>

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
        std::vector<std::string>{"line 4: 'x' is no number", "line 6: 2 numbers, 12 were expected",
                                 "line 8: matrix 1 (link 1.0, box:1,1,1) is scaled by 2, 1 and 1 along its axes",
                                 "line 11: the poses end after 1 of the 2 lines of configuration 5"});
  CHECK(lenient.totals.configurations == 6);
  CHECK(lenient.totals.bad == 4);
  CHECK(lenient.totals.collided == 2);
  const Answer strict = answer(poses, {.strict = true});
  CHECK(strict.error == "line 4: 'x' is no number");
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
