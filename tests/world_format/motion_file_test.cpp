// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// .motion and runtime.ini files: what they mean and what is reported.
#include "world_format/motion_file.h"

#include <catch2/catch.hpp>

#include "world_format/project/runtime_ini.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

std::string rendered(const Diagnostics& diagnostics) {
  std::string all;
  for (const Diagnostic& d : diagnostics.sorted()) all += render(d, false);
  return all;
}

}  // namespace

TEST_CASE("a motion file is times and positions") {
  Diagnostics diagnostics;
  Source source(
      "walk.motion",
      "#WEBOTS_MOTION,V1.0,left hip,right hip\r\n00:00:000,Pose1,0.5,*\r\n\r\n01:02:040,Pose2,-1e-1, +2 \r\n");
  MotionFile motion = read_motion(source, diagnostics);
  INFO(rendered(diagnostics));
  CHECK(diagnostics.empty());
  CHECK(motion.joints == std::vector<std::string>{"left hip", "right hip"});
  REQUIRE(motion.frames.size() == 2);
  CHECK(motion.frames[0].pose == "Pose1");
  CHECK(motion.frames[0].positions == std::vector<std::optional<double>>{0.5, std::nullopt});
  CHECK(motion.frames[1].time_ms == 62040);  // (1 * 60 + 2) s + 40 ms
  CHECK(motion.frames[1].positions == std::vector<std::optional<double>>{-0.1, 2.0});
}

TEST_CASE("faults of a motion file are named at their place") {
  Diagnostics diagnostics;
  Source source("bad.motion",
                "#WEBOTS_MOTION,V1.0,a,b\n"
                "00:01:000,P,1,2\n"
                "00:00:500,P,1,2\n"
                "0:2,P,1,2\n"
                "00:03:000,P,1\n"
                "00:04:000,P,x,nan\n"
                "00:05:000,P,1,2\n");
  MotionFile motion = read_motion(source, diagnostics);
  const std::string text = rendered(diagnostics);
  INFO(text);
  CHECK(text.find("bad.motion:3:1: error: this time is not after") != std::string::npos);
  CHECK(text.find("bad.motion:4:1: error: `0:2` is no time") != std::string::npos);
  CHECK(text.find("bad.motion:5:13: error: 1 positions for 2 motors") != std::string::npos);
  CHECK(text.find("bad.motion:6:13: error: `x` is neither") != std::string::npos);
  CHECK(text.find("bad.motion:6:15: error: `nan` is neither") != std::string::npos);
  CHECK(diagnostics.errors() == 5);
  CHECK(motion.frames.size() == 4);

  for (const char* other : {"", "hello\n", "#WEBOTS_MOTION,V2.0,a\n", "#WEBOTS_MOTION,V1.0\n"}) {
    Diagnostics found;
    Source file("other.motion", other);
    read_motion(file, found);
    CHECK(found.errors() == 1);
  }
}

TEST_CASE("runtime.ini gives variables and interpreters") {
  Diagnostics diagnostics;
  Source source("runtime.ini",
                "; comment\n"
                "[environment variables with paths]\n"
                "PYTHONPATH = $(HOME_OF_MINE)/lib:../modules;/abs\n"
                "[environment variables]\n"
                "GREETING = \"hello $(NAME)\"\n"
                "[environment variables for Windows]\n"
                "GREETING = no\n"
                "[Environment Variables for Linux 64]\n"
                "BITS = 64\n"
                "[python]\n"
                "COMMAND = /usr/bin/python3\n"
                "OPTIONS = -u -O\n");
  RuntimeIni ini = read_runtime_ini(source, diagnostics);
  INFO(rendered(diagnostics));
  CHECK(diagnostics.empty());
  REQUIRE(ini.variables.size() == 3);
  auto lookup = [](std::string_view name) {
    std::string value = "the ";
    value += name;
    return name == "HOME_OF_MINE" ? "/mine" : value;
  };
  CHECK(RuntimeIni::expand(ini.variables[0], "/p/controllers/c", lookup) == "/mine/lib:/p/controllers/modules:/abs");
  CHECK(RuntimeIni::expand(ini.variables[1], "/p/controllers/c", lookup) == "hello the NAME");
  CHECK(ini.variables[2].name == "BITS");
  CHECK(ini.python.command == "/usr/bin/python3");
  CHECK(ini.python.options == "-u -O");
  CHECK(ini.java.command.empty());
}

TEST_CASE("faults of runtime.ini are warnings") {
  Diagnostics diagnostics;
  Source source("runtime.ini", "A = 1\n[pyton]\nB = 2\n[python]\nCOMAND = x\nnothing\n[java\n");
  read_runtime_ini(source, diagnostics);
  CHECK(diagnostics.warnings() == 5);
  CHECK(diagnostics.errors() == 0);
}
