// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

// An arm of one hinge about z with a ball of 0.1 m, 1 m out; a wall whose face is at x = 0.6; a second robot whose ball
// of 0.1 m is at (0, 2 - s). The arm's ball touches the wall where cos a + 0.1 >= 0.6: at a = 1.0 (0.540) but not at
// a = 1.1 (0.454). At a = 1.5707963 it touches the other one where 1 - s <= 0.2.
constexpr const char* cell = R"(#VRML_SIM R2025a utf8
WorldInfo { }
Robot { name "arm" children [
  HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 }
    device [ RotationalMotor { name "arm motor" } ]
    endPoint Solid { name "link"
      boundingObject Pose { translation 1 0 0 children [ Sphere { radius 0.1 } ] } } } ] }
Robot { name "lift" translation 0 2 0 children [
  SliderJoint { jointParameters JointParameters { axis 0 -1 0 }
    endPoint Solid { name "ball" boundingObject Sphere { radius 0.1 } } } ] }
Solid { translation 1.1 0 0 name "wall" boundingObject Box { size 1 10 10 } }
)";
constexpr const char* positions = "arm motor,lift.ball.joint\n1.0,0\n1.1,0\n1.5707963,0.81\n1.5707963,0.79\n";

// Two unit boxes in chains of their own and a static one at x = 10.
const std::vector<std::string> boxes = {"collide",  "--group",   "box:1,1,1",      "--group", "box:1,1,1",
                                        "--static", "box:1,1,1", "--static-fixed", "--poses", "poses.csv"};
std::string at(double x) { return "1,0,0," + std::to_string(x) + ",0,1,0,0,0,0,1,0"; }

ProgramResult collide(const TemporaryFolder& folder, std::vector<std::string> arguments,
                      const std::vector<std::string>& more = {}) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_lightsout(arguments, {.directory = folder.path()});
}

}  // namespace

TEST_CASE("collide poses a world's joints") {
  const TemporaryFolder folder;
  write_file(folder / "cell.wbt", cell);
  write_file(folder / "joints.csv", positions);
  const std::vector<std::string> command = {"collide", "cell.wbt", "--joints", "joints.csv", "--pairs"};
  const ProgramResult all = collide(folder, command);
  CHECK(all.exit_code == 0);
  CHECK(all.out == "configuration,collided,pairs\n0,1,0.0-2.0\n1,0,\n2,1,0.0-1.0\n3,0,\n");
  CHECK(all.err == "4 configurations, 2 in collision\n");
  CHECK(collide(folder, command, {"-j", "2"}).out == all.out);
  const ProgramResult one = collide(folder, command, {"--robots", "0"});
  CHECK(one.out == "configuration,collided,pairs\n0,1,0.0-2.0\n1,0,\n2,0,\n3,0,\n");
  CHECK(collide(folder, command, {"--robots", "2"}).exit_code == 2);
}

TEST_CASE("collide lists a world's links and joints") {
  const TemporaryFolder folder;
  write_file(folder / "cell.wbt", cell);
  const ProgramResult result = collide(folder, {"collide", "cell.wbt", "--list"});
  CHECK(result.exit_code == 0);
  CHECK(result.out ==
        "link 0.0 arm.link\nlink 1.0 lift.ball\nlink 2.0 wall (static)\njoint arm.link.joint 0 rad\n"
        "joint lift.ball.joint 0 m\n");
}

TEST_CASE("collide leaves joints without a column where the world has them, and tells bad lines") {
  const TemporaryFolder folder;
  write_file(folder / "cell.wbt", cell);
  write_file(folder / "joints.csv", "# from a planner\n\"arm.link\"\n1.0\nx\nnan\n1.0,2\n1.1\n");
  const std::vector<std::string> command = {"collide", "cell.wbt", "--joints", "joints.csv"};
  const ProgramResult result = collide(folder, command);
  CHECK(result.exit_code == 1);
  CHECK(result.out == "configuration,collided\n0,1\n1,error\n2,error\n3,error\n4,0\n");
  CHECK(result.err.find("joints.csv: line 4, column 1: 'x' is no number") != std::string::npos);
  CHECK(result.err.find("joints.csv: line 5: the position of arm.link is nan") != std::string::npos);
  CHECK(result.err.find("joints.csv: line 6: 2 numbers, 1 were expected") != std::string::npos);
  CHECK(collide(folder, command, {"--strict"}).exit_code == 1);
}

TEST_CASE("collide takes the joints of a recorded trajectory") {
  // The arm of the cell without gravity, turned by 1 rad/s for 1.2 s: it touches the wall while cos a + 0.1 >= 0.6, up
  // to a = acos 0.5 = 1.0472, the sixth of the samples at 0, 0.2, ... 1.2 s.
  const TemporaryFolder folder;
  write_file(folder / "cell.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { gravity 0 basicTimeStep 10 }
Robot { name "arm" children [
  HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 }
    endPoint Solid { name "link, upper" linearVelocity 0 1 0 angularVelocity 0 0 1
      boundingObject Pose { translation 1 0 0 children [ Sphere { radius 0.1 } ] } physics Physics { } } } ] }
Solid { translation 3.1 0 0 name "wall" boundingObject Box { size 1 10 10 } }
)");
  const ProgramResult run = run_lightsout(
      {"run", "cell.wbt", "--duration", "1.2s", "--record", "t.csv", "--every", "200"}, {.directory = folder.path()});
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  // Where it is asked for, the wall is nearer.
  std::string text = read_file(folder / "cell.wbt");
  text.replace(text.find("3.1 0 0"), 3, "1.1");
  write_file(folder / "cell.wbt", text);
  const ProgramResult result = collide(folder, {"collide", "cell.wbt", "--joints", "t.csv"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.out == "configuration,collided\n0,1\n1,1\n2,1\n3,1\n4,1\n5,1\n6,0\n");
  write_file(folder / "no_joint.csv", "time,wall.x\n0,1\n");
  const ProgramResult none = collide(folder, {"collide", "cell.wbt", "--joints", "no_joint.csv"});
  CHECK(none.exit_code == 2);
  CHECK(none.err.find("it records no joint") != std::string::npos);
}

TEST_CASE("collide refuses columns that are no joint, and worlds mixed with models") {
  const TemporaryFolder folder;
  write_file(folder / "cell.wbt", cell);
  write_file(folder / "unknown.csv", "elbow\n1\n");
  write_file(folder / "double.csv", "arm motor,arm.link\n1,1\n");
  write_file(folder / "empty.csv", "");
  const auto with = [&](const char* file) { return collide(folder, {"collide", "cell.wbt", "--joints", file}); };
  CHECK(with("unknown.csv").exit_code == 2);
  CHECK(with("unknown.csv").err.find("there is no joint 'elbow'") != std::string::npos);
  CHECK(with("double.csv").err.find("two columns for arm.link.joint") != std::string::npos);
  CHECK(with("empty.csv").exit_code == 2);
  CHECK(with("missing.csv").exit_code == 9);
  CHECK(collide(folder, {"collide", "cell.wbt", "--joints", "double.csv", "--group", "box:1,1,1"}).exit_code == 2);
  CHECK(collide(folder, {"collide", "missing.wbt", "--list"}).exit_code == 9);
  CHECK(collide(folder, {"collide", "cell.wbt", "--list", "-o", "list.txt"}).exit_code == 2);
  CHECK(collide(folder, {"collide"}).exit_code == 2);
}

TEST_CASE("collide writes the pairs that always or never touch, and reads them as allowed") {
  const TemporaryFolder folder;
  // 0 touches 1 always; 0 touches the static box at the origin in one of two; 1 never does.
  write_file(folder / "poses.csv", at(0.5) + "\n" + at(1.2) + "\n" + at(1.8) + "\n" + at(2.5) + "\n");
  const ProgramResult sampled = collide(folder, boxes, {"--find-allowed", "rules.txt", "--pairs"});
  CHECK(sampled.exit_code == 0);
  CHECK(sampled.out == "configuration,collided,pairs\n0,1,0.0-1.0 0.0-2.0\n1,1,0.0-1.0\n");
  const std::string rules = read_file(folder / "rules.txt");
  CHECK(rules.find("allow 0.0 1.0") != std::string::npos);
  CHECK(rules.find("allow 1.0 2.0") != std::string::npos);
  CHECK(rules.find("allow 0.0 2.0") == std::string::npos);
  const ProgramResult allowed = collide(folder, boxes, {"--allow", "rules.txt", "--pairs"});
  CHECK(allowed.exit_code == 0);
  CHECK(allowed.out == "configuration,collided,pairs\n0,1,0.0-2.0\n1,0,\n");
  write_file(folder / "bad.txt", "allow 0.0 7.0\n");
  CHECK(collide(folder, boxes, {"--allow", "bad.txt"}).exit_code == 2);
}

TEST_CASE("collide of some robots reads their poses only") {
  const TemporaryFolder folder;
  write_file(folder / "poses.csv", at(0.5) + "\n" + at(1.2) + "\n");
  CHECK(collide(folder, boxes, {"--robots", "1"}).out == "configuration,collided\n0,1\n1,0\n");
  CHECK(collide(folder, boxes, {"--robots", "0,1"}).out == "configuration,collided\n0,1\n");
  CHECK(collide(folder, boxes, {"--robots", "2"}).exit_code == 2);
}

// A ball of 0.1 m that slides along x, 0.2 m above a rail.
constexpr const char* slider = R"(<robot name="slider">
<link name="rail"><collision><geometry><box size="4 0.1 0.1"/></geometry></collision></link>
<link name="ball"><collision><origin xyz="0 0 0.2"/><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="slide" type="prismatic"><parent link="rail"/><child link="ball"/><axis xyz="1 0 0"/>
<limit lower="-2" upper="2"/></joint>
</robot>
)";

TEST_CASE("collide poses a robot's joints, with an SRDF, padding and names in rules") {
  const TemporaryFolder folder;
  write_file(folder / "slider.urdf", slider);
  write_file(folder / "joints.csv", "slide\n0.8\n1.05\n1.2\n");
  // Of the wall, which ends at 1 m and has the rail in it, the ball is inside, 0.05 m inside, and 0.1 m away.
  const std::vector<std::string> command = {"collide",  "--robot",     "slider.urdf", "--static",  "box:2,1,1",
                                            "--static", "sphere:0.01", "--joints",    "joints.csv"};
  write_file(folder / "rules.txt", "allow rail *\n");
  const ProgramResult wrong = collide(folder, command, {"--allow", "rules.txt"});
  CHECK(wrong.exit_code == 2);
  CHECK(wrong.err.find("there is no link '*'") != std::string::npos);
  write_file(folder / "rules.txt", "allow rail box:2,1,1\nallow 0.* sphere:0.01\n");
  const std::vector<std::string> allowed = {"--allow", "rules.txt", "--pairs"};
  const ProgramResult result = collide(folder, command, allowed);
  CHECK(result.exit_code == 0);
  CHECK(result.out == "configuration,collided,pairs\n0,1,0.1-1.0\n1,1,0.1-1.0\n2,0,\n");
  const ProgramResult padded = collide(folder, {"collide", "--robot", "slider.urdf", "--joints", "joints.csv"},
                                       {"--padding", "ball=0.06", "--neighbours", "0"});
  CHECK(padded.out == "configuration,collided\n0,1\n1,1\n2,1\n");  // the ball is 0.05 above the rail
  CHECK(collide(folder, command, {"--padding", "ball"}).exit_code == 2);
  CHECK(collide(folder, command, {"--padding", "bell=1"}).exit_code == 2);

  write_file(folder / "slider.srdf",
             "<robot name=\"slider\"><virtual_joint name=\"v\" type=\"planar\" parent_frame=\"w\" "
             "child_link=\"rail\"/></robot>");
  const ProgramResult list = collide(folder, {"collide", "--robot", "slider.urdf", "--srdf", "slider.srdf", "--list"});
  CHECK(list.out ==
        "link 0.0 rail\nlink 0.1 ball\njoint v/x 0 from -inf to inf\njoint v/y 0 from -inf to inf\n"
        "joint v/theta 0 from -inf to inf\njoint slide 0 from -2 to 2\n");
  write_file(folder / "bad.urdf", "<robot name=\"r\">\n<link/></robot>\n");
  const ProgramResult bad = collide(folder, {"collide", "--robot", "bad.urdf", "--list"});
  CHECK(bad.exit_code == 2);
  CHECK(bad.err.find("bad.urdf:2:2: error: <link> needs name=\"...\"\n  <link/></robot>\n   ^") != std::string::npos);
  write_file(folder / "joints.csv", "elbow\n0\n");
  CHECK(collide(folder, command).err.find("the robot has no joint 'elbow'") != std::string::npos);
}

TEST_CASE("collide writes a line for each pair's distance") {
  const TemporaryFolder folder;
  // Balls of 0.5 m at 0, 2 and 5 m: 1, 4 and 2 m apart.
  write_file(folder / "poses.csv", at(0) + "\n" + at(2) + "\n" + at(5) + "\n");
  const std::vector<std::string> command = {"collide", "--group",    "sphere:0.5", "--group",   "sphere:0.5",
                                            "--group", "sphere:0.5", "--poses",    "poses.csv", "--distances"};
  const ProgramResult all = collide(folder, command);
  CHECK(all.exit_code == 0);
  CHECK(std::count(all.out.begin(), all.out.end(), '\n') == 4);
  CHECK(all.out.starts_with("configuration,collided,first,second,distance,x1,y1,z1,x2,y2,z2\n0,0,0.0,1.0,1,0.5,"));
  const ProgramResult near = collide(folder, command, {"--within", "1.5"});
  CHECK(std::count(near.out.begin(), near.out.end(), '\n') == 2);
  CHECK(collide(folder, command, {"--within", "0.5"}).out.ends_with("\n0,0,,,,,,,,,\n"));
  CHECK(collide(folder, command, {"--contacts"}).exit_code == 2);
}

TEST_CASE("collide checks the ways between configurations of a world's and of a robot's joints, and of models") {
  const TemporaryFolder folder;
  write_file(folder / "cell.wbt", cell);
  // The arm touches the wall where cos a = 0.5, 0.4528 of the way from 1.5 to 0.5 rad.
  write_file(folder / "joints.csv", "arm motor\n1.6\n1.5\n0.5\n");
  const auto time_of = [](const ProgramResult& result, int line) {
    std::istringstream lines(result.out);
    std::string text;
    for (int i = 0; i <= line; ++i) std::getline(lines, text);
    INFO(result.out << result.err);
    const std::size_t at = text.find(",1,");
    REQUIRE(at != text.npos);
    CHECK(text.find(",0.0,2.0") + 8 == text.size());
    return std::stod(text.substr(at + 3));
  };
  const ProgramResult world = collide(folder, {"collide", "cell.wbt", "--joints", "joints.csv", "--motions", "path"});
  CHECK(world.exit_code == 0);
  CHECK(world.err == "2 motions, 1 in collision\n");
  CHECK(world.out.starts_with("motion,collided,time,apart,first,second\n0,0,1,1,,\n1,1,"));
  CHECK(time_of(world, 2) == Approx(1.5 - std::acos(0.5)).margin(1e-4));
  const ProgramResult one =
      collide(folder, {"collide", "cell.wbt", "--joints", "joints.csv", "--motions", "path", "--robots", "0"});
  CHECK(one.out == world.out);
  // A ball of 0.1 m on a slider comes from 1.5 to a box whose face is at 0.5: it touches at 0.6.
  write_file(folder / "slider.urdf", R"(<robot name="slider"><link name="rail"/>
<link name="ball"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="slide" type="prismatic"><parent link="rail"/><child link="ball"/><axis xyz="1 0 0"/>
<limit lower="-2" upper="2"/></joint></robot>)");
  write_file(folder / "slide.csv", "slide\n1.5\n0\n");
  const ProgramResult robot = collide(folder, {"collide", "--robot", "slider.urdf", "--static", "box:1,1,1", "--joints",
                                               "slide.csv", "--motions", "pairs"});
  CHECK(robot.out.starts_with("motion,collided,time,apart,first,second\n0,1,0.6"));
  CHECK(robot.err == "1 motions, 1 in collision\n");
  // Boxes: the first touches the static one where its centre is at 1; the second stays at 5.
  write_file(folder / "poses.csv", at(3) + "\n" + at(5) + "\n" + at(-1) + "\n" + at(5) + "\n");
  const ProgramResult models = collide(folder, boxes, {"--motions", "pairs", "--tolerance", "0.0001"});
  CHECK(time_of(models, 1) == Approx(0.5).margin(1e-4));
  // Options of configurations and of motions do not mix.
  CHECK(collide(folder, boxes, {"--motions", "path", "--pairs"}).exit_code == 2);
  CHECK(collide(folder, boxes, {"--motions", "loop"}).exit_code == 2);
  CHECK(collide(folder, boxes, {"--tolerance", "0.1"}).exit_code == 2);
  CHECK(collide(folder, boxes, {"--motions", "path", "--tolerance", "0"}).exit_code == 2);
}
