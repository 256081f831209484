// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What old files meant is what they mean after the upgrade. Expected poses come from the frames themselves: where the
// axis of a geometry or the view of a device pointed before, it points after.
#include "world_format/upgrade/upgrade.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/proto_project.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"
#include "world_format/writer.h"

using namespace lightsout;

namespace {

std::unique_ptr<World> load(std::string text, int errors = 0) {
  Diagnostics diagnostics;
  auto world = load_world_text(std::move(text), "/nowhere/worlds/test.wbt", {}, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) UNSCOPED_INFO(render(diagnostic, false));
  CHECK(diagnostics.errors() == errors);
  REQUIRE(world);
  return world;
}

// Rodrigues' formula.
Vec3 rotate(const Rotation& r, const Vec3& v) {
  const double n = std::sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
  const Vec3 k{r.x / n, r.y / n, r.z / n};
  const double c = std::cos(r.angle), s = std::sin(r.angle);
  const double dot = k.x * v.x + k.y * v.y + k.z * v.z;
  const Vec3 cross{k.y * v.z - k.z * v.y, k.z * v.x - k.x * v.z, k.x * v.y - k.y * v.x};
  return {v.x * c + cross.x * s + k.x * dot * (1 - c), v.y * c + cross.y * s + k.y * dot * (1 - c),
          v.z * c + cross.z * s + k.z * dot * (1 - c)};
}

// A point of the node's frame in the frame of the world.
Vec3 to_world(const Node& node, Vec3 point) {
  for (const Node* at = &node; at; at = at->parent()) {
    if (!at->is_a("Pose")) continue;
    const Vec3 t = at->get<Vec3>("translation");
    point = rotate(at->get<Rotation>("rotation"), point);
    point = {point.x + t.x, point.y + t.y, point.z + t.z};
  }
  return point;
}

void check_near(const Vec3& a, const Vec3& b) {
  INFO(a.x << " " << a.y << " " << a.z << " against " << b.x << " " << b.y << " " << b.z);
  CHECK(std::fabs(a.x - b.x) < 1e-12);
  CHECK(std::fabs(a.y - b.y) < 1e-12);
  CHECK(std::fabs(a.z - b.z) < 1e-12);
}

const Node* first_of(const Node& node, std::string_view type) {
  if (node.is_a(type)) return &node;
  for (const FieldValue& field : node.values()) {
    if (field.value.type() == FieldType::SFNode && field.value.as<NodePtr>())
      if (const Node* found = first_of(*field.value.as<NodePtr>(), type)) return found;
    if (field.value.type() == FieldType::MFNode)
      for (const NodePtr& child : field.value.as<MFNode>())
        if (const Node* found = first_of(*child, type)) return found;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("gravity and north become a coordinate system") {
  const auto check = [](std::string info, std::string system, double gravity) {
    INFO(info);
    const auto world = load("#VRML_SIM V8.5 utf8\nWorldInfo { " + info + " }");
    CHECK(world->world_info().get<std::string>("coordinateSystem") == system);
    CHECK(world->world_info().get<double>("gravity") == gravity);
  };
  check("", "NUE", 9.81);
  check("gravity 0 -3.7 0", "NUE", 3.7);
  check("gravity 0 0 -9.81 northDirection 0 1 0", "ENU", 9.81);
  check("gravity 0 0 0", "NUE", 0);
  check("northDirection 0 0 1", "EUN", 9.81);
  check("gravity 0 2 0", "NUE", -2);
}

// Webots change log of R2020b: `coordinateSystem` took the place of `northDirection`.
TEST_CASE("A north that is left over since R2020b is reported and turns nothing") {
  for (const std::string version : {"R2020b", "R2021a", "R2025a"}) {
    INFO(version);
    Diagnostics diagnostics;
    const auto world =
        load_world_text("#VRML_SIM " + version + " utf8\nWorldInfo { northDirection 1 0 0 }", "w.wbt", {}, diagnostics);
    REQUIRE(world);
    CHECK(world->world_info().get<std::string>("coordinateSystem") == "ENU");
    CHECK(diagnostics.warnings() == 1);
  }
}

TEST_CASE("the default coordinate system is that of the version") {
  const auto system = [](std::string version) {
    return load("#VRML_SIM " + version + " utf8\n")->world_info().get<std::string>("coordinateSystem");
  };
  CHECK(system("V6.0") == "NUE");
  CHECK(system("R2020a") == "NUE");
  // Change log of R2020b: the field is new. Its default is ENU (manual, WorldInfo): worlds of R2020b and R2021a say NUE
  // where y is up.
  CHECK(system("R2020b") == "ENU");
  CHECK(system("R2021a") == "ENU");
  CHECK(system("R2021b") == "ENU");
  CHECK(system("R2022a") == "ENU");
  CHECK(system("R2025a") == "ENU");
  const auto given = load("#VRML_SIM R2021b utf8\nWorldInfo { coordinateSystem \"ENU\" gravity 1.6 }");
  CHECK(given->world_info().get<std::string>("coordinateSystem") == "ENU");
  CHECK(given->world_info().get<double>("gravity") == 1.6);
}

TEST_CASE("gravity that no coordinate system has is refused") {
  load("#VRML_SIM R2019b utf8\nWorldInfo { gravity 1 -9 0 }", 1);
}

TEST_CASE("controller arguments become a list") {
  const auto old = load("#VRML_SIM R2019b utf8\nRobot { controllerArgs \" a  b=1 c\" controller \"void\" }");
  CHECK(old->nodes()[1]->get<MFString>("controllerArgs") == MFString{"a", "b=1", "c"});
  CHECK(old->nodes()[1]->get<std::string>("controller") == "<none>");
  const auto list = load("#VRML_SIM R2019b utf8\nRobot { controllerArgs [ \"a b\" ] }");
  CHECK(list->nodes()[1]->get<MFString>("controllerArgs") == MFString{"a b"});
  const auto today = load("#VRML_SIM R2021a utf8\nRobot { controllerArgs \"a b\" }");
  CHECK(today->nodes()[1]->get<MFString>("controllerArgs") == MFString{"a b"});
}

// QProcess::start(const QString&) of Qt 5, which had the text at the end of its command line.
TEST_CASE("quotes hold words of old controller arguments together") {
  const auto old = load(R"(#VRML_SIM R2020a utf8
Robot { controllerArgs "--t=\"0 3, 0 -3\" --speed=2.5 \"a b\" \"\"\"q" })");
  const MFString& arguments = old->nodes()[1]->get<MFString>("controllerArgs");
  CHECK(arguments == MFString{"--t=0 3, 0 -3", "--speed=2.5", "a b", "\"q"});
}

// A list since R2020b (pull request 1718 of Webots): in the library's PROTOs as in a Robot.
TEST_CASE("controller arguments of a PROTO are a list when those of a Robot are") {
  const std::string version = GENERATE("V8.6.0", "R2018a", "R2019b", "R2020a", "R2020b", "R2021a", "R2021b", "R2022a");
  const std::string robot = GENERATE("Robot", "Mavic2Pro", "E-puck");
  INFO(version << " " << robot);
  const auto of = [&](const std::string& text) {
    const auto world = load("#VRML_SIM " + version + " utf8\n" + robot + " { controllerArgs " + text + " }");
    return world->nodes()[1]->get<MFString>("controllerArgs");
  };
  const bool is_text = version < "R2020b" || version.starts_with("V");
  CHECK(of(R"("--t=45 --p=11")") == (is_text ? MFString{"--t=45", "--p=11"} : MFString{"--t=45 --p=11"}));
  CHECK(of(R"([ "--t=45" "--p=11 11, 21 11" ])") == MFString{"--t=45", "--p=11 11, 21 11"});
  CHECK(of("[ ]").empty());
}

TEST_CASE("a PROTO before R2020b gives its controller arguments to one of the library") {
  const std::string version = GENERATE("R2017a", "R2019b", "R2020a"), header = "#VRML_SIM " + version + " utf8\n";
  ProtoProject project;
  project.file("protos/Mine.proto", header +
                                        "PROTO Mine [ field SFString controllerArgs \"by default\" ]\n"
                                        "{ Mavic2Pro { controllerArgs IS controllerArgs } }\n");
  const auto world =
      project.load(header + R"(WorldInfo { } Mine { } Mine { name "second" controllerArgs "a \"b c\"" })");
  INFO(project.rendered());
  REQUIRE(world->nodes().size() == 3);
  CHECK(world->nodes()[1]->get<MFString>("controllerArgs") == MFString{"by", "default"});
  CHECK(world->nodes()[2]->get<MFString>("controllerArgs") == MFString{"a", "b c"});
}

TEST_CASE("colours of points and faces, which are not shown, are reported") {
  Diagnostics diagnostics;
  const auto world = load_world_text(
      "#VRML_SIM R2019b utf8\nShape { geometry ElevationGrid { xDimension 2 zDimension 2 height [ 0 0 0 0 ]\n"
      "  colorPerVertex FALSE color Color { color [ 1 0 0 ] } } }\n"
      "Shape { geometry IndexedFaceSet { color Color { color [ 1 0 0 ] } } }\n"
      "Shape { geometry ElevationGrid { color NULL colorPerVertex TRUE } }\n",
      "/nowhere/worlds/test.wbt", {}, diagnostics);
  std::vector<std::string> told;
  for (const Diagnostic& diagnostic : diagnostics.sorted())
    if (diagnostic.kind == DiagnosticKind::RetiredField) told.push_back(diagnostic.message);
  CHECK(told == std::vector<std::string>{
                    "`color` of ElevationGrid is not shown: it looks as the appearance of its Shape says",
                    "`color` of IndexedFaceSet is not shown: it looks as the appearance of its Shape says"});
}

TEST_CASE("geometries that stood along y still do") {
  for (const std::string type : {"Cylinder", "Capsule", "Cone", "Plane"}) {
    INFO(type);
    const auto world =
        load("#VRML_SIM R2021a utf8\nSolid { translation 1 2 3 rotation 1 0 0 0.3 children [ Shape { geometry " + type +
             " { } } ] }");
    const Node& solid = *world->nodes()[1];
    const Node* geometry = first_of(solid, type);
    REQUIRE(geometry);
    // The axis was y, with the tip of a cone and the normal of a plane on its positive side; it is z now.
    check_near(to_world(*geometry, {0, 0, 5}), to_world(solid, {0, 5, 0}));
    check_near(to_world(*geometry, {5, 0, 0}), to_world(solid, {5, 0, 0}));
  }
}

// Whose file is old decides: the cylinder is written in the world.
TEST_CASE("geometries that a PROTO is given stand as they stood, whichever parameter and field they come to") {
  for (const std::string version : {"R2021a", "R2025a"}) {
    CAPTURE(version);
    ProtoProject project;
    project.file("protos/Holder.proto",
                 "#VRML_SIM " + version +
                     " utf8\nPROTO Holder [ field MFNode kids [ ] field SFNode geo NULL field SFNode "
                     "bo NULL ]\n{ Solid { children [ Group { children IS kids } Shape { geometry IS "
                     "geo } ] boundingObject IS bo } }\n");
    project.file("protos/Outer.proto",
                 "#VRML_SIM " + version +
                     " utf8\nEXTERNPROTO \"Holder.proto\"\nPROTO Outer [ field SFNode geo NULL ]\n"
                     "{ Holder { geo IS geo } }\n");
    const std::string cylinder = "Cylinder { height 2 radius 0.1 }", shape = "Shape { geometry " + cylinder + " }";
    const auto world = project.load(
        "#VRML_SIM R2021a utf8\nEXTERNPROTO \"../protos/Holder.proto\"\nEXTERNPROTO \"../protos/Outer.proto\"\n"
        "DEF A Holder { kids [ " +
        shape +
        " ] }\n"
        "DEF B Holder { geo " +
        cylinder +
        " }\n"
        "DEF C Holder { bo " +
        cylinder +
        " }\n"
        "DEF D Holder { bo " +
        shape +
        " }\n"
        "DEF E Holder { kids [ Transform { children [ " +
        shape +
        " ] } ] }\n"
        "DEF F Outer { geo " +
        cylinder +
        " }\n"
        "DEF G Solid { children [ DEF S Shape { geometry DEF CYL " +
        cylinder +
        " } ] }\n"
        "DEF H Holder { kids [ USE S ] bo USE CYL }\n"
        "DEF I Solid { children [ USE S ] boundingObject USE S }\n"
        "DEF J Holder { geo DEF LATER " +
        cylinder +
        " }\n"
        "DEF K Solid { boundingObject USE LATER }\n");
    REQUIRE(world);
    CHECK(project.rendered() == "");
    for (const char* def : {"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"}) {
      CAPTURE(def);
      const Node* node = world->find_def(def);
      REQUIRE(node);
      int found = 0;
      for_each_node(*node, [&](const Node& each) {
        if (!each.is_a("Cylinder")) return;
        ++found;
        check_near(to_world(each, {0, 0, 5}), {0, 5, 0});
      });
      CHECK(found == (std::string("HI").contains(*def) ? 2 : 1));
    }
    CHECK(write_world(*world).find("standsAlongY") == std::string::npos);
  }
}

TEST_CASE("a PROTO of an old file that is a geometry stands as it stood") {
  ProtoProject project;
  project.file("protos/Rod.proto",
               "#VRML_SIM R2021a utf8\nPROTO Rod [ field SFFloat height 2 ]\n{ Cylinder { height IS "
               "height } }\n");
  const auto world = project.load(
      "#VRML_SIM R2025a utf8\nEXTERNPROTO \"../protos/Rod.proto\"\nDEF A Solid { children [ Shape { geometry Rod { } } "
      "] "
      "boundingObject Rod { height 3 } }\n");
  REQUIRE(world);
  CHECK(project.rendered() == "");
  int found = 0;
  for_each_node(*world->find_def("A"), [&](const Node& each) {
    if (!each.is_a("Cylinder")) return;
    ++found;
    check_near(to_world(each, {0, 0, 5}), {0, 5, 0});
  });
  CHECK(found == 2);
}

// Poses do not nest in a boundingObject.
TEST_CASE("a pose around what stood along y keeps its rotation, but in a boundingObject") {
  const auto world = load(
      "#VRML_SIM R2021a utf8\nSolid { children [ DEF T Transform { rotation 0 0 1 0.5 children [ Shape { geometry "
      "Cylinder "
      "{ } } ] } ] boundingObject DEF U Transform { rotation 0 0 1 0.5 children [ Cylinder { } ] } }\n");
  CHECK(world->find_def("T")->get<Rotation>("rotation") == Rotation{0, 0, 1, 0.5});
  CHECK(world->find_def("U")->nodes("children")[0]->is_a("Cylinder"));
  for (const char* def : {"T", "U"})
    check_near(to_world(*first_of(*world->find_def(def), "Cylinder"), {0, 0, 5}), rotate({0, 0, 1, 0.5}, {0, 5, 0}));
}

TEST_CASE("a speed of 1 was a tenth of a radian a second before version 6") {
  for (const auto& [version, unit] : {std::pair{"V5.0", 0.1}, std::pair{"V6.0", 1.0}}) {
    const auto world = load("#VRML_SIM " + std::string(version) +
                            " utf8\nDEF D DifferentialWheels { }\nDEF E DifferentialWheels { speedUnit 2 }\n");
    CHECK(world->find_def("D")->get<double>("speedUnit") == unit);
    CHECK(world->find_def("E")->get<double>("speedUnit") == 2);
  }
}

TEST_CASE("nodes of Webots 4 and 5 that no public text describes are missing, and told as that") {
  load("#VRML_SIM V5.0 utf8\nWorldInfo { }\nDifferentialWheels { children [ Gripper { } ] }", 1);
  load("#VRML_SIM V5.0 utf8\nWorldInfo { }\nHyperGate { }");
}

TEST_CASE("a face with four corners that bounds what has no Physics was a plane before version 6") {
  const auto bounding = [](const std::string& version, const std::string& bounds, const std::string& more = "") {
    auto world =
        load("#VRML_SIM " + version + " utf8\nWorldInfo { }\nSolid { boundingObject " + bounds + more + " }\n");
    const Node* solid = first_of(*world->nodes().back(), "Solid");
    REQUIRE(solid);
    return std::pair(std::move(world), solid->node("boundingObject"));
  };
  const std::string points = "IndexedFaceSet { coord Coordinate { point [ 0 2 0 1 2 0 1 2 1 0 2 1 ] } coordIndex [ ";
  // As seen from above these corners go round counter-clockwise: the plane faces up.
  const std::string quad = points + "0 3 2 1 -1 ] }";
  for (const std::string& bounds :
       {quad, "Shape { geometry " + quad + " }",
        "Group { children [ Box { } Transform { translation 0 0 0 children [ " + quad + " ] } ] }"}) {
    CAPTURE(bounds);
    const auto [world, node] = bounding("V5.0", bounds);
    const Node* plane = first_of(*node, "Plane");
    REQUIRE(plane);
    CHECK_FALSE(first_of(*node, "IndexedFaceSet"));
    // Today a Plane faces its +z. It goes through the corners, y = 2.
    const Vec3 origin = to_world(*plane, {0, 0, 0}), ahead = to_world(*plane, {0, 0, 1});
    CHECK(std::fabs(origin.y - 2) < 1e-12);
    check_near({ahead.x - origin.x, ahead.y - origin.y, ahead.z - origin.z}, {0, 1, 0});
  }
  const auto [below, node] = bounding("V4.0", points + "0 1 2 3 ] }");
  const Node& plane = *first_of(*node, "Plane");
  CHECK(std::fabs(to_world(plane, {0, 0, 1}).y - to_world(plane, {0, 0, 0}).y + 1) < 1e-12);
  // Borders stay where it is another shape, may move, or is of a file that knows planes.
  CHECK_FALSE(first_of(*bounding("V5.0", points + "0 3 2 -1 ] }").second, "Plane"));
  CHECK_FALSE(first_of(*bounding("V5.0", points + "0 3 2 -1 0 2 1 -1 ] }").second, "Plane"));
  CHECK_FALSE(first_of(*bounding("V5.0", quad, " physics Physics { }").second, "Plane"));
  CHECK_FALSE(first_of(*bounding("V6.0", quad).second, "Plane"));
  // What is seen keeps its borders where it was one node with what collides.
  auto shared = load("#VRML_SIM V5.0 utf8\nWorldInfo { }\nSolid { children [ DEF GROUND Shape { geometry " + quad +
                     " } ] boundingObject USE GROUND }\n");
  const Node& solid = *first_of(*shared->nodes().back(), "Solid");
  CHECK(first_of(*solid.node("boundingObject"), "Plane"));
  CHECK(first_of(*solid.nodes("children")[0], "IndexedFaceSet"));
}

TEST_CASE("values of users' worlds load") {
  // Pi with all its digits, or rounded up, where the manual says [0, pi]; wheels whose consumption is negative, which
  // rewards movement (a trick of the Rat's Life contest).
  const auto world = load(
      "#VRML_SIM V8.6 utf8\nRobot { children [ Connector { axisTolerance 3.141592653589793 rotationTolerance 3.1416 } "
      "] "
      "}\nDEF D DifferentialWheels { motorConsumption -0.001 }\n");
  CHECK(world->find_def("D")->get<double>("motorConsumption") == -0.001);
}

TEST_CASE("a Collada file stands where it stood") {
  // Read with y up then and with z up today; other files are read as they are.
  for (const auto& [file, turned] : {std::pair{"a.dae", true}, std::pair{"a.obj", false}, std::pair{"a.stl", false}}) {
    INFO(file);
    Diagnostics missing;
    const auto world = load_world_text(
        "#VRML_SIM R2021b utf8\nWorldInfo { coordinateSystem \"NUE\" }\nSolid { "
        "boundingObject Mesh { url \"" +
            std::string(file) + "\" } }",
        "/nowhere/worlds/test.wbt", {}, missing);
    const Node* mesh = first_of(*world->nodes()[1], "Mesh");
    REQUIRE(mesh);
    check_near(to_world(*mesh, {0, 0, 5}), turned ? Vec3{0, 5, 0} : Vec3{0, 0, 5});
  }
}

TEST_CASE("a single shape turns its plain pose instead of getting a new one") {
  const auto world = load(
      "#VRML_SIM R2021a utf8\nSolid { boundingObject Transform { rotation 1 0 0 1.5707963267948966 translation 0 0 1"
      " children [ Cylinder { } ] } }");
  const Node& bounding = *world->nodes()[1]->node("boundingObject");
  REQUIRE(bounding.type().name() == "Pose");
  REQUIRE(bounding.nodes("children").size() == 1);
  CHECK(bounding.nodes("children")[0]->is_a("Cylinder"));
  // y turned by +90 degrees about x is z: the cylinder lay along z and does so without any turn today.
  check_near(rotate(bounding.get<Rotation>("rotation"), {0, 0, 1}), {0, 0, 1});
}

TEST_CASE("USE of a turned shape is turned in each place") {
  const auto world = load(
      "#VRML_SIM R2020a utf8\nSolid { children [ DEF S Shape { geometry DEF C Cylinder { } } ] boundingObject USE S }\n"
      "Solid { boundingObject USE C }");
  for (const Node* solid : {world->nodes()[1].get(), world->nodes()[2].get()}) {
    const Node* bounding = solid->node("boundingObject");
    REQUIRE(bounding);
    const Node* cylinder = first_of(*bounding, "Cylinder");
    REQUIRE(cylinder);
    check_near(to_world(*cylinder, {0, 0, 1}), {0, 1, 0});
  }
  CHECK(world->find_def("S")->is_a("Shape"));
}

TEST_CASE("points of an elevation grid stay where they were") {
  // 2 x 3 points; point (i, j) was at (i dx, h, j dz).
  const auto world = load(
      "#VRML_SIM R2021b utf8\nSolid { children [ Shape { geometry ElevationGrid { height [ 1 2, 3 4, 5 6 ] xDimension 2"
      " xSpacing 0.5 zDimension 3 zSpacing 0.25 } } ] }");
  const Node* grid = first_of(*world->nodes()[1], "ElevationGrid");
  REQUIRE(grid);
  const MFFloat& heights = grid->get<MFFloat>("height");
  REQUIRE(heights.size() == 6);
  CHECK(grid->get<std::int32_t>("yDimension") == 3);
  // Every point of today's grid is a point of the old one.
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 2; ++column) {
      const double h = heights[static_cast<std::size_t>(row * 2 + column)];
      const Vec3 p = to_world(*grid, {column * 0.5, row * 0.25, h});
      const int j = static_cast<int>(std::lround(p.z / 0.25));
      check_near(p, {column * 0.5, j * 2 + column + 1.0, j * 0.25});
    }
}

TEST_CASE("devices look where they looked") {
  struct Case {
    std::string type;
    Vec3 then, now;  // a direction in the old and in today's frame
    Vec3 then2, now2;
  };
  const Case cases[] = {
      {"Camera", {0, 0, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
      {"RangeFinder", {0, 0, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
      {"Lidar", {0, 0, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
      {"Radar", {0, 0, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
      {"Pen", {0, -1, 0}, {0, 0, -1}, {1, 0, 0}, {1, 0, 0}},
      {"Emitter", {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
      {"Receiver", {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
      {"Connector", {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
      {"TouchSensor", {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
  };
  for (const Case& c : cases) {
    INFO(c.type);
    const auto world =
        load("#VRML_SIM R2021b utf8\nRobot { children [ " + c.type +
             " { translation 1 2 3 rotation 0 1 0 0.7 children [ DEF INNER Solid { translation 0 0 2 rotation 1 0 "
             "0 0.4 } DEF S Shape { geometry Box { } } ] boundingObject Pose { translation 0 3 0 } physics Physics "
             "{ centerOfMass 1 2 3 mass 1 density -1 inertiaMatrix [ 1 2 3, 0.1 0.2 0.3 ] } } ] }");
    const Node& device = *world->nodes()[1]->nodes("children")[0];
    REQUIRE(device.is_a(c.type));
    const Rotation old_rotation{0, 1, 0, 0.7};
    check_near(rotate(device.get<Rotation>("rotation"), c.now), rotate(old_rotation, c.then));
    check_near(rotate(device.get<Rotation>("rotation"), c.now2), rotate(old_rotation, c.then2));
    CHECK(device.get<Vec3>("translation") == Vec3{1, 2, 3});
    // What it holds has not moved: the place of a point of the inner solid, by the old poses.
    const auto old_place = [&old_rotation](const Vec3& p) {
      const Vec3 q = rotate(old_rotation, p);
      return Vec3{q.x + 1, q.y + 2, q.z + 3};
    };
    const Vec3 inner = rotate({1, 0, 0, 0.4}, {1, 1, 1});
    check_near(to_world(*world->find_def("INNER"), {1, 1, 1}), old_place({inner.x, inner.y, inner.z + 2}));
    check_near(to_world(*world->find_def("S"), {1, 2, 3}), old_place({1, 2, 3}));
    check_near(to_world(*device.node("boundingObject"), {0, 0, 0}), old_place({0, 3, 0}));
    const Node& physics = *device.node("physics");
    check_near(to_world(device, physics.get<MFVec3f>("centerOfMass").at(0)), old_place({1, 2, 3}));
    // Moment of inertia about the direction that is `now` today and was `then`: n^T I n.
    const auto moment = [](const MFVec3f& m, const Vec3& n) {
      return m[0].x * n.x * n.x + m[0].y * n.y * n.y + m[0].z * n.z * n.z +
             2 * (m[1].x * n.x * n.y + m[1].y * n.x * n.z + m[1].z * n.y * n.z);
    };
    const MFVec3f then{{1, 2, 3}, {0.1, 0.2, 0.3}};
    const MFVec3f& now = physics.get<MFVec3f>("inertiaMatrix");
    CHECK(moment(now, c.now) == Approx(moment(then, c.then)));
    const Vec3 both_now{c.now.x + c.now2.x, c.now.y + c.now2.y, c.now.z + c.now2.z};
    const Vec3 both_then{c.then.x + c.then2.x, c.then.y + c.then2.y, c.then.z + c.then2.z};
    CHECK(moment(now, both_now) == Approx(moment(then, both_then)));
  }
}

TEST_CASE("devices of today's files are left alone") {
  const auto world = load("#VRML_SIM R2022a utf8\nRobot { children [ Camera { } Shape { geometry Cylinder { } } ] }");
  CHECK(!world->nodes()[1]->nodes("children")[0]->is_set("rotation"));
  CHECK(world->nodes()[1]->nodes("children")[1]->is_a("Shape"));
}

TEST_CASE("a Servo becomes joint, motor, sensor and solid") {
  const auto world = load(
      "#VRML_SIM V6.0 utf8\nRobot { children [ DEF ARM Servo { translation 1 2 3 rotation 0 0 1 0.5 name \"elbow\" "
      "maxForce 7"
      " controlP 4 minStop -1 maxStop 1 position 0.25 maxVelocity 2 children [ DEF HAND Servo { type \"linear\" name "
      "\"hand\" "
      "maxForce 3 rotation 1 0 0 0 } ] physics Physics { } } ] }");
  const Node& joint = *world->nodes()[1]->nodes("children")[0];
  REQUIRE(joint.is_a("HingeJoint"));
  const Node& parameters = *joint.node("jointParameters");
  CHECK(parameters.get<Vec3>("axis") == Vec3{0, 0, 1});
  CHECK(parameters.get<Vec3>("anchor") == Vec3{1, 2, 3});
  CHECK(parameters.get<double>("position") == 0.25);
  CHECK(parameters.get<double>("minStop") == -1);
  const Node& motor = *joint.nodes("device").at(0);
  CHECK(motor.is_a("RotationalMotor"));
  CHECK(motor.get<std::string>("name") == "elbow");
  CHECK(motor.get<double>("maxTorque") == 7);
  CHECK(motor.get<double>("maxVelocity") == 2);
  CHECK(motor.get<Vec3>("controlPID") == Vec3{4, 0, 0});
  CHECK(joint.nodes("device").at(1)->is_a("PositionSensor"));
  const Node& solid = *joint.node("endPoint");
  CHECK(world->find_def("ARM") == &solid);
  CHECK(solid.get<Vec3>("translation") == Vec3{1, 2, 3});
  CHECK(solid.node("physics"));
  const Node& slider = *solid.nodes("children").at(0);
  REQUIRE(slider.is_a("SliderJoint"));
  CHECK(slider.node("jointParameters")->get<Vec3>("axis") == Vec3{1, 0, 0});
  CHECK(slider.nodes("device").at(0)->get<double>("maxForce") == 3);
}

TEST_CASE("retired robots become robots") {
  const auto world =
      load("#VRML_SIM V6.0 utf8\nSupervisor { controller \"judge\" } CustomRobot { name \"c\" data \"d\" }");
  const Node& supervisor = *world->nodes()[1];
  CHECK(supervisor.type().name() == "Robot");
  CHECK(supervisor.get<bool>("supervisor"));
  CHECK(supervisor.get<std::string>("name") == "supervisor");
  CHECK(supervisor.get<std::string>("controller") == "judge");
  CHECK(world->nodes()[2]->type().name() == "Robot");
  CHECK(!world->nodes()[2]->get<bool>("supervisor"));
  CHECK(world->nodes()[2]->get<std::string>("customData") == "d");
}

TEST_CASE("retired fields of devices find their successors") {
  const auto world = load(
      "#VRML_SIM V7.0 utf8\nRobot { children [ GPS { resolution 0.5 } Camera { spherical TRUE } Camera { type "
      "\"range-finder\""
      " maxRange 3 name \"kinect\" width 32 spherical TRUE } HingeJoint { device RotationalMotor { controlP 5 } } "
      "Shape { "
      "appearance Appearance { texture ImageTexture { filtering FALSE } } } ] }");
  const MFNode& children = world->nodes()[1]->nodes("children");
  CHECK(children[0]->get<double>("accuracy") == 0.5);
  CHECK(children[0]->get<double>("resolution") == -1);
  CHECK(children[1]->get<std::string>("projection") == "cylindrical");
  REQUIRE(children[2]->is_a("RangeFinder"));
  CHECK(children[2]->get<double>("maxRange") == 3);
  CHECK(children[2]->get<std::string>("name") == "kinect");
  CHECK(children[2]->get<std::int32_t>("width") == 32);
  CHECK(children[2]->get<std::string>("projection") == "cylindrical");
  CHECK(children[3]->nodes("device")[0]->get<Vec3>("controlPID") == Vec3{5, 0, 0});
  CHECK(children[4]->node("appearance")->node("texture")->get<std::int32_t>("filtering") == 0);
  const auto today = load("#VRML_SIM R2022b utf8\nRobot { children [ GPS { resolution 0.5 } ] }");
  CHECK(today->nodes()[1]->nodes("children")[0]->get<double>("resolution") == 0.5);
}

TEST_CASE("what a camera of Webots 7 and 8 has below it has today's names") {
  const auto world = load(
      "#VRML_SIM V8.6 utf8\nRobot { children [ Camera { zoom DEF Z CameraZoom { maxFieldOfView 2 } focus CameraFocus { "
      "focalDistance 1 } lensDistortion CameraLensDistortion { radialCoefficients 0.1 0 } } Camera { zoom USE Z } ] }");
  const MFNode& children = world->nodes()[1]->nodes("children");
  const Node& camera = *children[0];
  REQUIRE(camera.node("zoom"));
  CHECK(camera.node("zoom")->type().name() == "Zoom");
  CHECK(camera.node("zoom")->get<double>("maxFieldOfView") == 2);
  CHECK(camera.node("zoom")->get<double>("minFieldOfView") == 0.5);
  REQUIRE(camera.node("focus"));
  CHECK(camera.node("focus")->type().name() == "Focus");
  CHECK(camera.node("focus")->get<double>("focalDistance") == 1);
  REQUIRE(camera.node("lens"));
  CHECK(camera.node("lens")->type().name() == "Lens");
  CHECK(camera.node("lens")->get<Vec2>("radialCoefficients").x == 0.1);
  REQUIRE(children[1]->node("zoom"));
  CHECK(children[1]->node("zoom")->get<double>("maxFieldOfView") == 2);
}

TEST_CASE("a number where TRUE once stood is told by its spelling, whatever the header says") {
  for (const char* version : {"R2021b", "R2025a"})
    for (auto [text, pixels] : {std::pair{"TRUE", 1}, std::pair{"FALSE", 0}, std::pair{"2", 2}}) {
      const auto world =
          load(std::string("#VRML_SIM ") + version +
               " utf8\nRobot { children [ Camera { recognition Recognition { occlusion " + text + " } } ] }");
      CHECK(first_of(*world->nodes()[1], "Recognition")->get<std::int32_t>("occlusion") == pixels);
    }
}

TEST_CASE("the scale of a solid goes into what it holds") {
  const auto world = load(
      "#VRML_SIM R2022b utf8\nSolid { scale 2 2 2 translation 1 1 1 children [ Pose { translation 1 0 0 children [ "
      "Shape {"
      " geometry Box { size 1 2 3 } } ] } ] boundingObject Sphere { radius 0.5 } }");
  const Node& solid = *world->nodes()[1];
  CHECK(solid.get<Vec3>("translation") == Vec3{1, 1, 1});
  CHECK(solid.nodes("children")[0]->get<Vec3>("translation") == Vec3{2, 0, 0});
  CHECK(first_of(solid, "Box")->get<Vec3>("size") == Vec3{2, 4, 6});
  CHECK(solid.node("boundingObject")->get<double>("radius") == 1);
}

// transform.md to R2022b: the scale of a Transform is that of the coordinate system of its children.
TEST_CASE("a Transform with a scale moves and enlarges the solids below it, in files of every version") {
  for (const char* version : {"R2022b", "R2025a"}) {
    const auto world = load(
        std::string("#VRML_SIM ") + version +
        " utf8\nTransform { translation 1 0 0 scale 2 2 2 children [ Group { children [ Solid { translation 10 0 25 "
        "boundingObject Box { size 1 1 1 } } SolidBox { translation 0 1 0 size 1 1 1 } ] } ] }");
    CAPTURE(version);
    const Node& transform = *world->nodes()[1];
    CHECK(transform.get<Vec3>("translation") == Vec3{1, 0, 0});
    CHECK((!transform.has("scale") || transform.get<Vec3>("scale") == Vec3{1, 1, 1}));
    const MFNode& solids = transform.nodes("children")[0]->nodes("children");
    CHECK(solids[0]->get<Vec3>("translation") == Vec3{20, 0, 50});
    CHECK(first_of(*solids[0], "Box")->get<Vec3>("size") == Vec3{2, 2, 2});
    CHECK(solids[1]->get<Vec3>("translation") == Vec3{0, 2, 0});
    CHECK(first_of(*solids[1]->node("boundingObject"), "Box")->get<Vec3>("size") == Vec3{2, 2, 2});
  }
}

TEST_CASE("what is wrong with a scale is replaced as Webots replaced it") {
  Diagnostics diagnostics;
  const auto world = load_world_text(
      "#VRML_SIM R2022b utf8\nSolid { scale 2 3 4 boundingObject Sphere { radius 1 } }\n"
      "Solid { scale -1 0 2 boundingObject Sphere { radius 1 } }\n"
      "Transform { scale 3 3 3 children [ Robot { boundingObject Sphere { radius 1 } } ] }\n"
      "Transform { scale 1 2 3 children [ Solid { translation 1 1 1 } ] }\n",
      "/nowhere/worlds/test.wbt", {}, diagnostics);
  REQUIRE(world);
  CHECK(diagnostics.errors() == 0);
  CHECK(world->nodes()[1]->node("boundingObject")->get<double>("radius") == 2);
  CHECK(world->nodes()[2]->node("boundingObject")->get<double>("radius") == 1);
  CHECK(first_of(*world->nodes()[3], "Sphere")->get<double>("radius") == 1);
  CHECK(world->nodes()[4]->nodes("children")[0]->get<Vec3>("translation") == Vec3{1, 1, 1});
  std::vector<std::string_view> ids;
  for (const Diagnostic& diagnostic : diagnostics.all()) ids.push_back(id_of(diagnostic.kind));
  CHECK(ids == std::vector<std::string_view>{"out-of-range", "out-of-range", "out-of-range", "unsupported"});
}

// Webots scaled by the place in the tree: 1000 kg/m3 of each, and lengths times the scale of the solid around it.
TEST_CASE("what solids of different scales share by USE has in each the size of its place") {
  const auto world = load(
      "#VRML_SIM R2022b utf8\n"
      "Solid { boundingObject DEF BX Box { size 1 1 1 } physics DEF PK Physics { centerOfMass [ 1 0 0 ] } }\n"
      "Solid { scale 2 2 2 boundingObject USE BX physics USE PK }\n"
      "Solid { scale 3 3 3 boundingObject Group { children [ DEF T Pose { translation 1 0 0 children [ DEF S Sphere { "
      "radius 1 } ] } USE T ] } }\n"
      "Solid { boundingObject USE S }\n"
      "Solid { scale 2 2 2 children [ Solid { scale 5 5 5 boundingObject Group { children [ USE T USE BX ] } } ] }\n"
      "Group { children [ DEF SOLID Solid { scale 2 2 2 boundingObject USE S } ] }\n"
      "Solid { scale 7 7 7 children [ USE SOLID ] }\n");
  const MFNode& nodes = world->nodes();
  CHECK(nodes[1]->node("boundingObject")->get<Vec3>("size") == Vec3{1, 1, 1});
  CHECK(nodes[2]->node("boundingObject")->get<Vec3>("size") == Vec3{2, 2, 2});
  CHECK(nodes[1]->node("physics")->get("centerOfMass").as<MFVec3f>() == MFVec3f{{1, 0, 0}});
  CHECK(nodes[2]->node("physics")->get("centerOfMass").as<MFVec3f>() == MFVec3f{{2, 0, 0}});
  const MFNode& same = nodes[3]->node("boundingObject")->nodes("children");
  for (const NodePtr& pose : same) {
    CHECK(pose->get<Vec3>("translation") == Vec3{3, 0, 0});
    CHECK(first_of(*pose, "Sphere")->get<double>("radius") == 3);
  }
  CHECK(same[1]->use_of() == same[0].get());  // alike, so still one
  CHECK(nodes[4]->node("boundingObject")->get<double>("radius") == 1);
  const Node& inner = *nodes[5]->nodes("children")[0];
  CHECK(first_of(*inner.node("boundingObject"), "Sphere")->get<double>("radius") == 10);
  CHECK(inner.node("boundingObject")->nodes("children")[0]->get<Vec3>("translation") == Vec3{10, 0, 0});
  CHECK(first_of(*inner.node("boundingObject"), "Box")->get<Vec3>("size") == Vec3{10, 10, 10});
  CHECK(first_of(*nodes[6], "Sphere")->get<double>("radius") == 2);
  CHECK(first_of(*nodes[7], "Sphere")->get<double>("radius") == 14);
}

TEST_CASE("instances of PROTOs in a scaled solid are scaled as they expand, not their parameters") {
  const auto world = load(
      "#VRML_SIM R2021b utf8\nSolid { scale 2 2 2 children [ SolidBox { translation 1 0 0 size 1 2 3 } Solid { scale 3 "
      "3 3 "
      "children [ Pose { translation 1 0 0 } ] } ] }");
  const Node& solid = *world->nodes()[1];
  const Node& box = *solid.nodes("children")[0];
  CHECK(box.get<Vec3>("translation") == Vec3{2, 0, 0});
  CHECK(first_of(*box.node("boundingObject"), "Box")->get<Vec3>("size") == Vec3{2, 4, 6});
  CHECK(solid.nodes("children")[1]->nodes("children")[0]->get<Vec3>("translation") == Vec3{6, 0, 0});
}

TEST_CASE("a mesh in a scaled solid is put into a Transform wherever it is used") {
  const auto world = load(
      "#VRML_SIM R2022b utf8\nSolid { scale 2 2 2 children [ DEF M Shape { geometry Mesh { } } ] boundingObject USE M "
      "}");
  const Node& solid = *world->nodes()[1];
  CHECK(solid.nodes("children")[0]->get<Vec3>("scale") == Vec3{2, 2, 2});
  REQUIRE(solid.node("boundingObject")->has("scale"));
  CHECK(solid.node("boundingObject")->get<Vec3>("scale") == Vec3{2, 2, 2});
}

TEST_CASE("a parameter of a PROTO in its scaled solid is scaled") {
  const auto world = load(
      "#VRML_SIM R2022b utf8\nPROTO Ball [ field SFFloat radius 1 ] { Solid { scale 2 2 2 boundingObject Sphere { "
      "radius IS radius } } }\nBall { radius 3 }\nBall { }\n");
  CHECK(world->nodes()[1]->node("boundingObject")->get<double>("radius") == 6);
  CHECK(world->nodes()[2]->node("boundingObject")->get<double>("radius") == 2);
}

// A reading was that of distance / scale; ODE was given torque * scale^5 of a hinge and force * scale^4 of a slider.
TEST_CASE("distance sensors and motors in a scaled robot do what they did") {
  const auto world = load(
      "#VRML_SIM R2022b utf8\nRobot { scale 0.5 0.5 0.5 children [ DistanceSensor { lookupTable [ 0 10 0.25 2 30 0.5 ] "
      "} "
      "HingeJoint { device RotationalMotor { maxTorque 32 } } SliderJoint { device LinearMotor { maxForce 16 } } ] }");
  const Node& robot = *world->nodes()[1];
  CHECK(first_of(robot, "DistanceSensor")->get("lookupTable").as<MFVec3f>() == MFVec3f{{0, 10, 0.25}, {1, 30, 0.5}});
  CHECK(first_of(robot, "RotationalMotor")->get<double>("maxTorque") == 1);
  CHECK(first_of(robot, "LinearMotor")->get<double>("maxForce") == 1);
}

// WbVrmlNodeUtilities::transformBackwardCompatibility.
TEST_CASE("a Transform without a scale is a Pose in files of every version") {
  for (const char* version : {"R2019b", "R2025a"}) {
    const auto world =
        load(std::string("#VRML_SIM ") + version +
             " utf8\nDEF T Transform { translation 1 2 3 children [ Transform { scale 1 1 1 } Transform { "
             "scale 2 2 2 } ] }\nGroup { children [ USE T ] }\n");
    const Node& outer = *world->nodes()[1];
    CHECK(outer.type().name() == "Pose");
    CHECK(outer.def() == "T");
    CHECK(outer.get<Vec3>("translation") == Vec3{1, 2, 3});
    REQUIRE(outer.nodes("children").size() == 2);
    CHECK(outer.nodes("children")[0]->type().name() == "Pose");
    CHECK(outer.nodes("children")[1]->type().name() == "Transform");
    CHECK(world->nodes()[2]->nodes("children")[0]->type().name() == "Pose");
  }
}

TEST_CASE("an upgraded world is written in today's dialect and means the same") {
  const auto world = load(
      "#VRML_SIM R2019b utf8\nWorldInfo { gravity 0 -9.81 0 } Viewpoint { } Robot { controllerArgs \"a b\" children [ "
      "Camera { }"
      " DEF W Shape { geometry Cylinder { } } ] boundingObject USE W }");
  const std::string written = write_world(*world);
  INFO(written);
  CHECK(written.starts_with("#VRML_SIM R2025a utf8\n"));
  const auto again = load(written);
  REQUIRE(again->nodes().size() == world->nodes().size());
  for (std::size_t i = 0; i < world->nodes().size(); ++i)
    CHECK(Value(world->nodes()[i]->clone()).equals(Value(again->nodes()[i]->clone())));
}

TEST_CASE("fields whose type was another one do not refuse a world") {
  const auto world =
      load("#VRML_SIM V6.0 utf8\nRobot { children [ Camera { display TRUE } Camera { name \"b\" display FALSE } ] }");
  CHECK(world->nodes()[1]->nodes("children").size() == 2);
  Diagnostics diagnostics;
  const auto other = load_world_text("#VRML_SIM V6.0 utf8\nRobot { children [ Camera { display \"lcd\" width 80 } ] }",
                                     "/nowhere/worlds/test.wbt", {}, diagnostics);
  CHECK(diagnostics.errors() == 0);
  CHECK(first_of(*other->nodes()[1], "Camera")->get<std::int32_t>("width") == 80);
}

TEST_CASE("parameters of an old PROTO give a Servo its place, axis, name and strength") {
  const auto world = load(
      "#VRML_SIM V6.0 utf8\n"
      "PROTO Arm [ field SFVec3f translation 0 0 0 field SFRotation rotation 0 1 0 0 field SFString name \"arm\"\n"
      "  field SFFloat maxForce 10 field SFFloat controlP 10 ]\n"
      "{ Servo { translation IS translation rotation IS rotation name IS name maxForce IS maxForce controlP IS "
      "controlP } "
      "}\n"
      "Robot { children [ Arm { translation 1 2 3 rotation 0 0 1 0.5 name \"left\" maxForce 4 controlP 6 } Arm { } ] "
      "}");
  const MFNode& arms = world->nodes()[1]->nodes("children");
  REQUIRE(arms.size() == 2);
  const Node& joint = *arms[0];
  REQUIRE(joint.is_a("HingeJoint"));
  const Node& parameters = *joint.node("jointParameters");
  CHECK(parameters.get<Vec3>("axis") == Vec3{0, 0, 1});
  CHECK(parameters.get<Vec3>("anchor") == Vec3{1, 2, 3});
  const Node& motor = *joint.nodes("device")[0];
  CHECK(motor.get<std::string>("name") == "left");
  CHECK(motor.get<double>("maxTorque") == 4);
  CHECK(motor.get<Vec3>("controlPID") == Vec3{6, 0, 0});
  CHECK(joint.nodes("device")[1]->get<std::string>("name") == "left sensor");
  CHECK(joint.node("endPoint")->get<std::string>("name") == "left");
  CHECK(joint.node("endPoint")->get<Rotation>("rotation") == Rotation{0, 0, 1, 0.5});
  CHECK(arms[1]->nodes("device")[1]->get<std::string>("name") == "arm sensor");
}

TEST_CASE("nine values of an inertia matrix are centre, diagonal and the rest, about the origin") {
  // I_c = I - m (c.c 1 - c c^T) with m = 2, c = (0, 0.5, 0): xx and zz lose 2 * 0.25.
  const auto world = load(
      "#VRML_SIM V6.0 utf8\nSolid { physics Physics { density -1 mass 2 inertiaMatrix [ 0 0.5 0, 3 4 5, 0.1 0.2 0.3 ] "
      "} }");
  const Node& physics = *world->nodes()[1]->node("physics");
  CHECK(physics.get<MFVec3f>("inertiaMatrix") == MFVec3f{{2.5, 4, 4.5}, {0.1, 0.2, 0.3}});
  CHECK(physics.get<MFVec3f>("centerOfMass") == MFVec3f{{0, 0.5, 0}});
}

TEST_CASE("what nobody gave is what it was in the release of the file") {
  const auto find = [](const std::string& version, const std::string& node, const std::string& type) {
    auto world = load("#VRML_SIM " + version + " utf8\nRobot { children [ " + node + " ] }");
    const Node* found = first_of(*world->nodes()[1], type);
    REQUIRE(found);
    return std::pair(std::move(world), found);
  };
  for (const std::string version : {"V5.0", "V6.0", "V7.4", "V8.5"}) {
    INFO(version);
    const bool is_6 = version < "V7.0", is_7 = version < "V8.0";
    const auto sensor = find(version, "DistanceSensor { }", "DistanceSensor");
    CHECK(sensor.second->get<std::string>("type") == (is_6 ? "infra-red" : "generic"));
    CHECK(sensor.second->get<double>("aperture") == (is_6 ? 0 : 1.5708));
    const auto solid = find(version, "Solid { physics Physics { } boundingObject Box { } }", "Physics");
    CHECK(solid.second->get<MFVec3f>("centerOfMass") == (is_6 ? MFVec3f{{0, 0, 0}} : MFVec3f{}));
    const auto emitter = find(version, "Emitter { }", "Emitter");
    CHECK(emitter.second->get<std::int32_t>("bufferSize") == (is_7 ? 4096 : -1));
    const auto receiver = find(version, "Receiver { }", "Receiver");
    CHECK(receiver.second->get<std::int32_t>("bufferSize") == (is_7 ? 4096 : -1));
    CHECK(emitter.first->nodes()[1]->get<double>("cpuConsumption") == (is_7 ? 0 : 10));
  }
  const auto given = find("V6.0", "DistanceSensor { type \"sonar\" aperture 0.5 }", "DistanceSensor");
  CHECK(given.second->get<std::string>("type") == "sonar");
  CHECK(given.second->get<double>("aperture") == 0.5);
  const auto servo = find("V6.0", "Servo { }", "Motor");
  CHECK(servo.second->get<double>("consumptionFactor") == 0);
}

TEST_CASE("devices of Webots 6 may share their Physics") {
  load(
      "#VRML_SIM V6.0 utf8\nRobot { children [ TouchSensor { physics DEF P Physics { mass 1 density -1 } "
      "boundingObject "
      "Box { } } TouchSensor { name \"b\" physics USE P boundingObject Box { } } ] }");
}

TEST_CASE("a motor of Webots 7 measured its position") {
  for (const auto& [version, count] : {std::pair{"V7.4", 2}, std::pair{"V8.0", 1}}) {
    const auto world =
        load("#VRML_SIM " + std::string(version) +
             " utf8\nRobot { children [ HingeJoint { device RotationalMotor { name \"m\" } endPoint Solid { "
             "} } ] }");
    const Node* joint = first_of(*world->nodes()[1], "HingeJoint");
    const MFNode& devices = joint->nodes("device");
    REQUIRE(devices.size() == static_cast<std::size_t>(count));
    if (count == 2) CHECK(devices[1]->get<std::string>("name") == "m sensor");
  }
}

TEST_CASE("an object file says of which version it is") {
  const auto world = load("#VRML_SIM R2025a utf8\nSolid { name \"a\" }");
  Diagnostics diagnostics;
  const MFNode nodes = load_nodes("#VRML_OBJ V6.0 utf8\nSolid { children [ Shape { geometry Cylinder { } } ] }", *world,
                                  nullptr, no_field, diagnostics);
  CHECK(diagnostics.errors() == 0);
  REQUIRE(nodes.size() == 1);
  const Node* cylinder = first_of(*nodes[0], "Cylinder");
  REQUIRE(cylinder);
  check_near(to_world(*cylinder, {0, 0, 1}), {0, 1, 0});  // stood along y
}

TEST_CASE("Physics that describe contacts become materials and ContactProperties") {
  const auto world = load(
      "#VRML_SIM V6.0 utf8\nWorldInfo { CFM 0.0002 ERP 0.3 }\n"
      "DEF A Solid { name \"a\" boundingObject Box { } physics DEF P Physics { bounce 0.9 coulombFriction 0.5 } }\n"
      "DEF B Solid { name \"b\" boundingObject Box { } physics USE P }\n"
      "DEF C Solid { name \"c\" boundingObject Box { } physics Physics { } }\n"
      "DEF D Solid { name \"d\" boundingObject Box { } }\n");
  const auto material = [&](const char* def) { return world->find_def(def)->get<std::string>("contactMaterial"); };
  CHECK(material("A") == material("B"));
  CHECK(material("A") != material("C"));
  CHECK(material("D") == "default");
  const auto properties = [&](const std::string& m1, const std::string& m2) -> const Node& {
    for (const NodePtr& node : world->world_info().nodes("contactProperties")) {
      const std::string &a = node->get<std::string>("material1"), &b = node->get<std::string>("material2");
      if ((a == m1 && b == m2) || (a == m2 && b == m1)) return *node;
    }
    FAIL("none for " << m1 << " and " << m2);
    return *world->nodes()[0];
  };
  const Node& mixed = properties(material("A"), material("C"));
  CHECK(mixed.get<double>("bounce") == 0.7);
  CHECK(mixed.get<MFFloat>("coulombFriction") == MFFloat{0.75});
  CHECK(mixed.get<double>("softCFM") == 0.0002);
  CHECK(mixed.get<double>("softERP") == 0.3);
  CHECK(properties(material("A"), "default").get<double>("bounce") == 0.9);
  CHECK(properties(material("A"), material("B")).get<double>("bounce") == 0.9);
  CHECK(properties(material("C"), "default").get<double>("bounce") == 0.5);
  CHECK(world->world_info().nodes("contactProperties").size() == 5);
  CHECK(world->find_def("P")->values().empty() == false);  // centerOfMass of then
  CHECK_FALSE(world->find_def("P")->is_set(world->find_def("P")->type().find_retired("bounce", 0)));

  // What comes later meets what is there.
  Diagnostics diagnostics;
  const MFNode nodes =
      load_nodes("#VRML_OBJ V6.0 utf8\nSolid { name \"e\" boundingObject Box { } physics Physics { bounce 0.1 } }",
                 *world, nullptr, no_field, diagnostics);
  CHECK(diagnostics.errors() == 0);
  REQUIRE(nodes.size() == 1);
  const std::string late = nodes[0]->get<std::string>("contactMaterial");
  CHECK(properties(late, material("A")).get<double>("bounce") == 0.5);
  CHECK(properties(late, late).get<double>("bounce") == 0.1);
  CHECK(properties("default", late).get<double>("bounce") == 0.1);
  CHECK(world->world_info().nodes("contactProperties").size() == 9);
}

TEST_CASE("north that is no axis of the coordinate system stays") {
  const auto world = load("#VRML_SIM V8.5 utf8\nWorldInfo { northDirection -1 0 0 }");
  const Node& info = world->world_info();
  CHECK(info.get<std::string>("coordinateSystem") == "NUE");
  CHECK(info.get(info.type().find_retired("northDirection", 0)).as<Vec3>() == Vec3{-1, 0, 0});
}

TEST_CASE("groups and transforms of VRML97") {
  const auto world = load(
      "#VRML V2.0 utf8\n"
      "DEF T Transform { translation 1 0 0 center 0 2 0 rotation 0 0 1 1.5707963267948966 scale 3 3 3 scaleOrientation "
      "0 1 0 1\n"
      "  children [ DEF S Shape { geometry Box { } } ] }\n"
      "Switch { whichChoice 1 choice [ Shape { geometry Box { } } DEF SHOWN Shape { geometry Sphere { } } ] }\n"
      "LOD { range [ 5 ] level [ DEF FINE Shape { geometry Sphere { } } Shape { geometry Box { } } ] }\n"
      "Anchor { url \"a.wrl\" children [ DEF LINK Shape { geometry Box { } } ] }\n"
      "ROUTE T.translation TO S.bboxCenter\n"
      "Collision { children [ DEF STOP Shape { geometry Box { } } ] }\n");
  // The centre is turned and scaled about itself: it stays at T + C. The origin: T + C - R S C = (1 + 6, 2, 0).
  const Node& transform = *world->find_def("T");
  check_near(transform.get<Vec3>("translation"), {7, 2, 0});
  for (const char* def : {"SHOWN", "FINE", "LINK", "STOP"}) {
    INFO(def);
    REQUIRE(world->find_def(def));
    CHECK(world->find_def(def)->parent()->type().name() == "Group");
  }
  CHECK(world->nodes()[2]->nodes("children").size() == 1);
  CHECK(world->nodes()[3]->nodes("children").size() == 1);
}

TEST_CASE("what an Inline of VRML97 names stands in its place") {
  ProtoProject project;
  project.file("worlds/parts/outer.wrl",
               "#VRML V2.0 utf8\nDEF MARK Shape { geometry Box { } }\nTransform { translation 1 0 0 children [\n"
               "  Inline { url [ \"missing.wrl\" \"../inner.wrl\" ] } USE MARK ] }\n");
  project.file("worlds/inner.wrl",
               "#VRML V2.0 utf8\nTransform { children [ DEF STANDS Shape { geometry Cylinder { } } ] }\n"
               "Inline { url \"inner.wrl\" }\n");
  const auto world = project.load(
      "#VRML_SIM V5.0 utf8\nWorldInfo { }\nDEF HERE Transform { children [ Inline { url \"parts/outer.wrl\" } ] }\n"
      "Inline { url \"nowhere.wrl\" }\n");
  REQUIRE(world);
  const Node& group = *world->find_def("HERE")->nodes("children").at(0);
  CHECK(group.type().name() == "Group");
  REQUIRE(group.nodes("children").size() == 2);
  const Node& moved = *group.nodes("children")[1];
  check_near(moved.get<Vec3>("translation"), {1, 0, 0});
  CHECK(moved.nodes("children").at(1)->use_of() == group.nodes("children")[0].get());
  // What is of then in the inner file is brought to today too: a cylinder stood along y.
  REQUIRE(world->find_def("STANDS"));
  CHECK(std::abs(world->find_def("STANDS")->parent()->get<Rotation>("rotation").angle) == Approx(1.5707963267948966));
  // A file that inlines itself, and one that is not there.
  CHECK(project.diagnostics.errors() == 0);
  CHECK(project.rendered().find("inner.wrl inlines itself") != std::string::npos);
  CHECK(project.rendered().find("test.wbt:4:14: warning: nothing is inlined here") != std::string::npos);
}

TEST_CASE("a parameter of an old PROTO sets what has become a list") {
  ProtoProject project;
  project.file(
      "protos/Lump.proto",
      "#VRML_SIM V6.0 utf8\nPROTO Lump [ field SFVec3f center 1 2 3 field SFFloat grip 0.3 ]\n"
      "{ Solid { boundingObject Box { } physics DEF P Physics { centerOfMass IS center coulombFriction IS grip } "
      "} }");
  const auto world = project.load("#VRML_SIM V6.0 utf8\nWorldInfo { }\nDEF A Lump { }\nDEF B Lump { center 4 5 6 }\n");
  INFO(project.rendered());
  REQUIRE(project.diagnostics.empty());
  CHECK(world->find_def("A")->node("physics")->get<MFVec3f>("centerOfMass") == MFVec3f{{1, 2, 3}});
  CHECK(world->find_def("B")->node("physics")->get<MFVec3f>("centerOfMass") == MFVec3f{{4, 5, 6}});
  // What Physics says of contacts is a ContactProperties.
  bool found = false;
  for (const NodePtr& contact : world->world_info().nodes("contactProperties"))
    found = found || contact->get<MFFloat>("coulombFriction") == MFFloat{0.3};
  CHECK(found);
}

TEST_CASE("before Webots 7.1 a density that is given or the default says the mass") {
  const auto mass_of = [](const std::string& version, const std::string& fields) {
    Diagnostics diagnostics;
    const auto world = load_world_text("#VRML_SIM " + version +
                                           " utf8\nWorldInfo { }\nDEF S Solid { boundingObject Box { } physics DEF P "
                                           "Physics { " +
                                           fields + " } }",
                                       "/nowhere/worlds/test.wbt", {}, diagnostics);
    CHECK(diagnostics.errors() == 0);
    return world->find_def("P")->get<double>("mass");
  };
  CHECK(mass_of("V6.0", "mass 5") == -1);
  CHECK(mass_of("V6.0", "density 300 mass 5") == -1);
  CHECK(mass_of("V6.0", "density -1 mass 5") == 5);
  CHECK(mass_of("V6.0", "mass 5 inertiaMatrix [ 1 1 1, 0 0 0 ]") == 5);
  CHECK(mass_of("V7.4", "mass 5") == 5);
}

// Reference manual of 7.4, WorldInfo: the plugin simulates the robots of a flat world in its own way.
TEST_CASE("A plugin for flat worlds is told once, where one is asked for") {
  const auto told = [](const std::string& field) {
    Diagnostics diagnostics;
    const auto world = load_world_text(
        "#VRML_SIM V6.0 utf8\nWorldInfo { " + field + " }\nDifferentialWheels { }\nDifferentialWheels { }\n",
        "/nowhere/worlds/test.wbt", {}, diagnostics);
    REQUIRE(world);
    CHECK(diagnostics.errors() == 0);
    std::vector<std::string> messages;
    for (const Diagnostic& diagnostic : diagnostics.sorted())
      if (diagnostic.message.find("fast2d") != std::string::npos) messages.push_back(render(diagnostic, false));
    return messages;
  };
  CHECK(told("").empty());
  CHECK(told("fast2d \"\"").empty());
  CHECK(told("fast2d \"<none>\"").empty());
  const auto messages = told("fast2d \"enki\"");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].find("test.wbt:2:20: warning") != std::string::npos);
  CHECK(messages[0].find("moved by their wheels") != std::string::npos);
}
