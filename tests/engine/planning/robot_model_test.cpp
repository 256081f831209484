// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// URDF and SRDF: what is read, forward kinematics against closed forms, errors with their places.
#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include "engine/planning/robot_tree.h"
#include "tests/engine/collider/scenes.h"
#include "tests/engine/planning/robots.h"

using namespace lightsout;
using Eigen::Matrix4d;
using Eigen::Vector3d;

namespace {

namespace fs = std::filesystem;

std::shared_ptr<const RobotModel> load(const std::string& urdf, const RobotModelOptions& options = {}) {
  const auto model = RobotModel::load(urdf, options);
  INFO(model.error());
  REQUIRE(model);
  return *model;
}

std::string error_of(const robots::Folder& folder, const std::string& urdf, const RobotModelOptions& options = {}) {
  const std::string file = folder.write("robot.urdf", urdf);
  const auto model = RobotModel::load(file, options);
  REQUIRE_FALSE(model);
  std::string error = model.error();
  for (std::size_t at; (at = error.find(file)) != error.npos;) error.replace(at, file.size(), "robot.urdf");
  return error;
}

std::string robot(const std::string& inside) { return "<robot name=\"r\">\n" + inside + "\n</robot>\n"; }

Vector3d place_of(const RobotModel& model, const std::vector<double>& positions, const std::string& link) {
  const auto matrices = model.place(positions);
  REQUIRE(matrices);
  const auto& links = model.links();
  const auto found = std::find(links.begin(), links.end(), link);
  REQUIRE(found != links.end());
  return (*matrices)[std::size_t(found - links.begin())].topRightCorner<3, 1>();
}

}  // namespace

TEST_CASE("an arm in the plane: links, variables and forward kinematics") {
  const robots::Folder folder;
  const auto model = load(folder.write("arm.urdf", robots::planar_arm));
  CHECK(model->name() == "arm");
  CHECK(model->links() == std::vector<std::string>{"base", "upper", "lower", "hand"});
  REQUIRE(model->variables().size() == 3);
  CHECK(model->variables()[0].name == "shoulder");
  CHECK(model->variables()[0].upper == 3);
  CHECK(std::isinf(model->variables()[1].upper));
  CHECK(model->variables()[2].start == 0.05);
  CHECK(model->notes().empty());
  // Angles a and a + b from the x axis: 1 m, then 1.1 m and what slides.
  const double a = 0.3, b = -1.1, c = 0.2;
  const Vector3d expected(std::cos(a) + (1.1 + c) * std::cos(a + b), std::sin(a) + (1.1 + c) * std::sin(a + b), 0);
  CHECK((place_of(*model, {a, b, c}, "hand") - expected).norm() < 1e-12);
  CHECK(model->place({a, b}).error() == "2 positions were given for 3 variables");
  CHECK(model->place({a, NAN, c}).error() == "the position of elbow is nan");
}

TEST_CASE("origins turn about fixed axes, roll first; joints turn about their axes in the child's frame") {
  const robots::Folder folder;
  const auto model = load(folder.write("r.urdf", robot(R"(<link name="b"/><link name="a"/><link name="c"/>
    <joint name="j" type="revolute"><parent link="a"/><child link="b"/><origin xyz="1 2 3" rpy="0.1 0.2 0.3"/>
      <axis xyz="1 1 0"/><limit lower="-1" upper="1"/></joint>
    <joint name="f" type="fixed"><parent link="b"/><child link="c"/><origin xyz="0 0 1"/><axis xyz="0 0 0"/></joint>)")));
  CHECK(model->links() == std::vector<std::string>{"a", "b", "c"});  // parents first
  const Eigen::Matrix3d r =
      (Eigen::AngleAxisd(0.3, Vector3d::UnitZ()) * Eigen::AngleAxisd(0.2, Vector3d::UnitY()) *
       Eigen::AngleAxisd(0.1, Vector3d::UnitX()) * Eigen::AngleAxisd(0.7, Vector3d(1, 1, 0).normalized()))
          .toRotationMatrix();
  const Vector3d expected = Vector3d(1, 2, 3) + r * Vector3d::UnitZ();
  CHECK((place_of(*model, {0.7}, "c") - expected).norm() < 1e-12);
}

TEST_CASE("mimic joints follow, over chains too, and have no variable") {
  const robots::Folder folder;
  const auto model =
      load(folder.write("r.urdf", robot(R"(<link name="l0"/><link name="l1"/><link name="l2"/><link name="l3"/>
    <joint name="c" type="prismatic"><parent link="l2"/><child link="l3"/><limit lower="0" upper="1"/>
      <mimic joint="b" multiplier="-3" offset="1"/></joint>
    <joint name="b" type="prismatic"><parent link="l1"/><child link="l2"/><limit lower="0" upper="1"/>
      <mimic joint="a" multiplier="2" offset="0.5"/></joint>
    <joint name="a" type="prismatic"><parent link="l0"/><child link="l1"/><limit lower="0" upper="1"/></joint>)")));
  REQUIRE(model->variables().size() == 1);
  // a + (2a + 0.5) + (-3 (2a + 0.5) + 1) = -3a
  CHECK(place_of(*model, {0.25}, "l3").x() == Approx(-0.75));
  CHECK(error_of(folder, robot(R"(<link name="a"/><link name="b"/><link name="c"/>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><mimic joint="k"/></joint>
<joint name="k" type="continuous"><parent link="b"/><child link="c"/><mimic joint="j"/></joint>)"))
            .find("joints mimic each other in a circle") != std::string::npos);
}

TEST_CASE(
    "meshes are found from the file, in packages above it and in the folders given; they are scaled, also mirrored") {
  const robots::Folder folder;
  fs::create_directories(folder / "packages/arm_description/meshes");
  fs::create_directories(folder / "packages/other");
  scenes::write_stl(scenes::box_mesh({1000, 1000, 1000}, {1000, 0, 0}),
                    folder / "packages/arm_description/meshes/link.stl");
  scenes::write_stl(scenes::box_mesh({1, 1, 1}), folder / "packages/other/far.stl");
  const auto link = [](const std::string& name, const std::string& scale = "1 1 1") {
    return robot("<link name=\"l\"><collision><geometry><mesh filename=\"" + name + "\" scale=\"" + scale +
                 "\"/></geometry></collision></link>");
  };
  const std::string file = folder / "packages/arm_description/urdf/arm.urdf";
  const auto centre = [&](const std::string& text, const RobotModelOptions& options = {}) -> Vector3d {
    folder.write("packages/arm_description/urdf/arm.urdf", text);
    const auto model = load(file, options);
    REQUIRE(model->tree().links[0].parts.size() == 1);
    CHECK(model->tree().links[0].parts[0].model->closed());
    return model->tree().links[0].parts[0].model->centre();
  };
  CHECK((centre(link("package://arm_description/meshes/link.stl", "0.001 0.001 0.001")) - Vector3d(1, 0, 0)).norm() <
        1e-6);
  CHECK((centre(link("../meshes/link.stl", "-0.001 0.001 0.001")) - Vector3d(-1, 0, 0)).norm() < 1e-6);
  CHECK(centre(link("package://other/far.stl")).norm() < 1e-6);  // beside this package
  CHECK(centre(link("file://" + (folder / "packages/other/far.stl"))).norm() < 1e-6);
  // In a URL %20 is a blank (RFC 3986); what no two digits follow, and a file of that very name, stay as they are.
  scenes::write_stl(scenes::box_mesh({1, 1, 1}, {0, 0, 5}), folder / "packages/other/so far %.stl");
  scenes::write_stl(scenes::box_mesh({1, 1, 1}, {0, 0, 7}), folder / "packages/other/a%20b.stl");
  scenes::write_stl(scenes::box_mesh({1, 1, 1}, {0, 0, 9}), folder / "packages/other/a b.stl");
  CHECK(centre(link("file://" + (folder / "packages/other/so%20far%20%.stl"))).z() == Approx(5));
  CHECK(centre(link("package://other/so%20far%20%25.stl")).z() == Approx(5));
  CHECK(centre(link("package://other/a%20b.stl")).z() == Approx(7));
  // A package that has another name than its folder.
  folder.write("packages/other/package.xml", "<package format=\"2\"><name> distant </name></package>");
  CHECK(error_of(folder, link("package://distant/x.stl")).find("there is no package distant") != std::string::npos);
  CHECK(centre(link("package://distant/far.stl")).norm() < 1e-6);
  // Not above the file: in folders given, which are the package or hold it.
  scenes::write_stl(scenes::box_mesh({1, 1, 1}, {0, 0, 3}),
                    (fs::create_directories(folder / "ws/src/hand"), folder / "ws/src/hand/palm.stl"));
  for (const char* given : {"ws/src", "ws/src/hand", "ws/src/hand/"})
    CHECK(centre(link("package://hand/palm.stl"), {.package_paths = {folder / "none", folder / given}}).z() ==
          Approx(3));
}

TEST_CASE("what is wrong is reported with its place, and reading goes on") {
  const robots::Folder folder;
  CHECK(error_of(folder, robot("  <link name=\"a\"/>\n  <link name=\"a\"/>\n  <link/>")) ==
        "robot.urdf:3:4: error: there are two links 'a'\n    <link name=\"a\"/>\n     ^\n"
        "robot.urdf:4:4: error: <link> needs name=\"...\"\n    <link/>\n     ^");
  const auto has = [&](const std::string& inside, const std::string& error) {
    const std::string found = error_of(folder, robot(inside));
    INFO(found);
    CHECK(found.find(error) != std::string::npos);
  };
  const std::string two = "<link name=\"a\"/><link name=\"b\"/>\n";
  has(two + R"(<joint name="j" type="revolut"><parent link="a"/><child link="b"/></joint>)",
      "robot.urdf:3:23: error: 'revolut' is no type of joint");
  has(two + R"(<joint name="j" type="fixed"><parent link="c"/><child link="b"/></joint>)",
      "robot.urdf:3:44: error: there is no link 'c'");
  has(two + R"(<joint name="j" type="revolute"><parent link="a"/><child link="b"/></joint>)",
      "one without limits is continuous");
  has(two + R"(<joint name="j" type="fixed"><parent link="a"/><child link="b"/><origin xyz="1 2"/></joint>)",
      "robot.urdf:3:78: error: xyz must be 3 numbers");
  has(two + R"(<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 0"/></joint>)",
      "the axis has no direction");
  has(two, "the links 'a' and 'b' both hang on no joint");
  has(two + R"(<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>
<joint name="k" type="fixed"><parent link="b"/><child link="a"/></joint>)",
      "the joints run in a circle");
  has(R"(<link name="a"><collision><geometry><box size="1 -1 1"/></geometry></collision></link>)",
      "sizes must be greater than 0");
  has(R"(<link name="a"><collision><geometry><mesh filename="package://p/x.stl"/></geometry></collision></link>)",
      "robot.urdf:2:53: error: package://p/x.stl: there is no package p in or above ");
  has(R"(<link name="a"><collision><geometry><mesh filename="http://x/y.stl"/></geometry></collision></link>)",
      "nothing is fetched from a network");
  has(R"(<link name="a"><collision><geometry><torus/></geometry></collision></link>)", "<torus> is no shape");
  // Columns count letters, not bytes.
  has("<!-- \xC3\xA4\xC3\xB6 --><link/>", "robot.urdf:2:13: error: <link> needs");
  CHECK(error_of(folder, "<robot>\n  <link name=\"a\">\n</robot>\n").find("robot.urdf:2:3: error: an element") == 0);
  CHECK(RobotModel::load(folder / "none.urdf").error() == (folder / "none.urdf") + ": No such file or directory");
  for (const char* text :
       {"</robot>\n<robot name=\"r\"><link name=\"a\"/></robot>", "<!-- a -->", "<?xml version=\"1.0\"?>\n"}) {
    INFO(text);
    CHECK(error_of(folder, text).find("robot.urdf:1:1: error: there is no element in it") == 0);
  }
  CHECK(error_of(folder, "<mujoco/>").find("a URDF is a <robot>") != std::string::npos);
}

TEST_CASE("xacro is refused with what to do, unknown elements are noted") {
  const robots::Folder folder;
  for (const char* inside :
       {"<xacro:include filename=\"x\"/>", "<link name=\"${prefix}a\"/>", "<link name=\"$(arg p)\"/>"})
    CHECK(error_of(folder, robot(inside)).find("run `xacro FILE > robot.urdf`") != std::string::npos);
  const auto model = load(folder.write("r.urdf", R"(<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro">
<link name="a"><colision/></link></robot>)"));
  REQUIRE(model->notes().size() == 1);
  CHECK(model->notes()[0].find("r.urdf:2:17: <colision> in <link> is not known and passed over") != std::string::npos);
}

TEST_CASE("an SRDF names pairs, a virtual joint and states") {
  const robots::Folder folder;
  const std::string urdf = folder.write("arm.urdf", robots::planar_arm);
  const std::string srdf = folder.write("arm.srdf", R"(<robot name="arm">
<virtual_joint name="world" type="planar" parent_frame="odom" child_link="base"/>
<group_state name="home" group="arm"><joint name="shoulder" value="0.5"/></group_state>
<disable_collisions link1="upper" link2="lower" reason="Adjacent"/>
<disable_collisions link1="upper" link2="camera"/>
</robot>)");
  const auto model = load(urdf, {.srdf = srdf});
  REQUIRE(model->variables().size() == 6);
  CHECK(model->variables()[2].name == "world/theta");
  CHECK(model->variables()[3].name == "shoulder");
  REQUIRE(model->states().size() == 1);
  CHECK(model->states()[0].positions == std::vector<double>{0, 0, 0, 0.5, 0, 0.05});
  REQUIRE(model->tree().rules->size() == 1);
  REQUIRE(model->notes().size() == 1);
  CHECK(model->notes()[0].find("arm.srdf:5:2: the robot has no link 'camera'") != std::string::npos);
  // The base is at (2, 1), turned by a quarter.
  CHECK((place_of(*model, {2, 1, M_PI / 2, 0, 0, 0.1}, "hand") - Vector3d(2, 3.2, 0)).norm() < 1e-12);

  const std::string floating = folder.write("float.srdf", R"(<robot name="arm">
<virtual_joint name="world" type="floating" parent_frame="odom" child_link="base"/></robot>)");
  const auto drone = load(urdf, {.srdf = floating});
  CHECK(drone->variables()[6].name == "world/rot_w");
  CHECK(drone->variables()[6].start == 1);
  const double s = std::sqrt(0.5);
  CHECK((place_of(*drone, {1, 2, 3, 0, 0, s, s, 0, 0, 0}, "hand") - Vector3d(1, 4.1, 3)).norm() < 1e-12);
  folder.write("other.srdf", "<robot name=\"other\"/>");
  CHECK(RobotModel::load(urdf, {.srdf = folder / "other.srdf"})
            .error()
            .find("other.srdf:1:14: error: this is of the robot 'other', the URDF of 'arm'") != std::string::npos);
}

TEST_CASE("the sweep of a joint holds all places of a ball, and no point is faster than its bound") {
  const robots::Folder folder;
  const auto model =
      load(folder.write("arm.urdf", robots::planar_arm), {.srdf = folder.write("a.srdf", R"(<robot name="arm">
<virtual_joint name="w" type="floating" parent_frame="o" child_link="base"/></robot>)")});
  const RobotTree& tree = model->tree();
  scenes::Generator generator(3);
  const auto n = tree.variables.size();
  for (int i = 0; i < 50; ++i) {
    std::vector<double> from(n), to(n), at(n);
    for (std::size_t v = 0; v < n; ++v) {
      from[v] = scenes::uniform(generator, -2, 2);
      to[v] = i % 3 == 0 && v > 6 ? from[v] : scenes::uniform(generator, -2, 2);
    }
    // From the hand to the world.
    const LinkBall of_hand{Vector3d(0.1, -0.2, 0.05), 0.07};
    LinkBall ball = of_hand;
    double speed = 0;
    for (int link = 3; link >= 0; link = tree.links[std::size_t(link)].parent) {
      const RobotTree::Sweep sweep = tree.sweep(link, ball, from.data(), to.data());
      ball = sweep.ball;
      speed += sweep.speed;
    }
    const Vector3d direction =
        Vector3d(scenes::uniform(generator, -1, 1), 1, scenes::uniform(generator, -1, 1)).normalized();
    std::vector<RigidPose> poses(tree.links.size());
    Vector3d last = Vector3d::Zero();
    constexpr int steps = 200;
    for (int k = 0; k <= steps; ++k) {
      tree.interpolate(from.data(), to.data(), double(k) / steps, at.data());
      tree.place(at.data(), {}, poses.data());
      const Vector3d point = poses[3] * (of_hand.centre + of_hand.radius * direction);
      CHECK((point - ball.centre).norm() <= ball.radius * (1 + 1e-12));
      if (k > 0) CHECK((point - last).norm() <= speed / steps * (1 + 1e-9));
      last = point;
    }
  }
}
