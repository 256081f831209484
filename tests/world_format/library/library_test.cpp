// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The built-in PROTO library: every file of it loads in z-up and y-up worlds, and stands where the file's axes say.
#include "world_format/library/library.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>

#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/protos/proto.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

struct Loaded {
  Diagnostics diagnostics;
  std::unique_ptr<World> world;

  explicit Loaded(const std::string& nodes, const std::string& version = "R2025a") {
    std::string text = "#VRML_SIM " + version + " utf8\n";
    if (version >= "R2022b")
      for (std::string_view name : library_proto_names())
        text += "EXTERNPROTO \"https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/x/" +
                std::string(name) + ".proto\"\n";
    world = load_world_text(text + nodes, "/nowhere/worlds/test.wbt", {}, diagnostics);
  }
  std::string rendered() const {
    std::string all;
    for (const Diagnostic& d : diagnostics.sorted()) all += render(d, false);
    return all;
  }
};

// The place of `node` in the frame of `top`.
struct Place {
  double x = 0, y = 0, z = 0;
};
Place rotate(const Rotation& r, Place p) {
  const double n = std::sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
  const double x = r.x / n, y = r.y / n, z = r.z / n, c = std::cos(r.angle), s = std::sin(r.angle);
  const double d = (x * p.x + y * p.y + z * p.z) * (1 - c);
  return {p.x * c + (y * p.z - z * p.y) * s + x * d, p.y * c + (z * p.x - x * p.z) * s + y * d,
          p.z * c + (x * p.y - y * p.x) * s + z * d};
}
Place place_of(const Node& node, const Node& top, Place p = {}) {
  for (const Node* at = &node; at && at != &top; at = at->parent()) {
    if (!at->has("translation")) continue;
    p = rotate(at->get<Rotation>("rotation"), p);
    const Vec3& t = at->get<Vec3>("translation");
    p = {p.x + t.x, p.y + t.y, p.z + t.z};
  }
  return p;
}

void collect(const Node& node, std::string_view type, std::vector<const Node*>& found) {
  if (node.is_a(type)) found.push_back(&node);
  for (const FieldValue& field : node.values()) {
    if (field.value.type() == FieldType::SFNode && field.value.as<NodePtr>())
      collect(*field.value.as<NodePtr>(), type, found);
    if (field.value.type() == FieldType::MFNode)
      for (const NodePtr& child : field.value.as<MFNode>()) collect(*child, type, found);
  }
}
std::vector<const Node*> all_of(const Node& node, std::string_view type) {
  std::vector<const Node*> found;
  collect(node, type, found);
  return found;
}

bool near(Place p, double x, double y, double z) { return std::hypot(p.x - x, p.y - y, p.z - z) < 1e-9; }

}  // namespace

TEST_CASE("every PROTO of the library expands without a complaint, old and new") {
  for (std::string_view name : library_proto_names()) {
    for (const char* version : {"R2025a", "R2019a"}) {
      // Where it may stand depends on what it is.
      std::unique_ptr<Loaded> loaded;
      for (auto [before, behind] : {std::pair{"", ""},
                                    {"Robot { children [ ", "] }"},
                                    {"Solid { children [ Shape { appearance ", "} ] }"},
                                    {"Solid { children [ Shape { geometry ", "} ] }"},
                                    {"Robot { children [ Slot { endPoint ", "} ] }"}}) {
        loaded = std::make_unique<Loaded>(before + std::string(name) + " { } " + behind, version);
        if (loaded->diagnostics.errors() == 0 && loaded->diagnostics.warnings() == 0) break;
      }
      INFO(name << " in " << version << "\n" << loaded->rendered());
      CHECK(loaded->diagnostics.errors() == 0);
      CHECK(loaded->diagnostics.warnings() == 0);
      REQUIRE(loaded->world);
    }
  }
}

TEST_CASE("the e-puck has its devices by their documented names") {
  // User Guide, e-puck, table "Devices names".
  std::set<std::string> expected = {"left wheel motor",
                                    "right wheel motor",
                                    "left wheel sensor",
                                    "right wheel sensor",
                                    "camera",
                                    "accelerometer",
                                    "gs0",
                                    "gs1",
                                    "gs2",
                                    "speaker",
                                    "emitter",
                                    "receiver",
                                    "gyro"};
  for (int i = 0; i < 8; ++i) expected.insert({"ps" + std::to_string(i), "ls" + std::to_string(i)});
  for (int i = 0; i < 10; ++i) expected.insert("led" + std::to_string(i));
  for (const char* version : {"R2025a", "R2019a"}) {
    const bool old = version == std::string("R2019a");
    Loaded loaded(std::string("DEF E E-puck { ") + (old ? "groundSensorSlot" : "groundSensorsSlot") +
                      " [ E-puckGroundSensors { } ] }",
                  version);
    INFO(loaded.rendered());
    CHECK(loaded.diagnostics.empty());
    Node* robot = loaded.world->find_def("E");
    REQUIRE(robot);
    CHECK(robot->type().name() == "Robot");
    std::set<std::string> names;
    for (const char* base : {"Device", "JointDevice"})
      for (const Node* device : all_of(*robot, base)) names.insert(device->get<std::string>("name"));
    CHECK(names == expected);
    // The ground sensors hang in their slot 3 cm ahead of the axle, 5 mm above the floor.
    for (const Node* sensor : all_of(*robot, "DistanceSensor")) {
      if (sensor->get<std::string>("name") != "gs1") continue;
      CHECK(
          (old ? near(place_of(*sensor, *robot), 0, 0.005, -0.030) : near(place_of(*sensor, *robot), 0.030, 0, 0.005)));
    }
    // The table "Devices orientations" has x right, y up, z back; ps0 at (0.010, 0.033, -0.030) looks ahead, a little
    // right.
    for (const Node* sensor : all_of(*robot, "DistanceSensor")) {
      if (sensor->get<std::string>("name") != "ps0") continue;
      if (old) {
        CHECK(near(place_of(*sensor, *robot), 0.010, 0.033, -0.030));
        Place tip = place_of(*sensor, *robot, {1, 0, 0});
        CHECK(tip.z < -0.9);
        CHECK(tip.x - 0.010 == Approx(std::cos(1.27)).margin(1e-5));
      } else {
        CHECK(near(place_of(*sensor, *robot), 0.030, -0.010, 0.033));
        Place tip = place_of(*sensor, *robot, {1, 0, 0});
        CHECK(tip.x > 0.9);
        CHECK(tip.y + 0.010 == Approx(-std::cos(1.27)).margin(1e-5));
      }
    }
    // Ground sensors look down.
    for (const Node* sensor : all_of(*robot, "DistanceSensor")) {
      if (sensor->get<std::string>("name") != "gs1") continue;
      Place from = place_of(*sensor, *robot), to = place_of(*sensor, *robot, {1, 0, 0});
      CHECK((old ? to.y - from.y : to.z - from.z) == Approx(-1));
    }
  }
}

TEST_CASE("what a world puts below an e-puck stands in the axes that the slot had in its version") {
  // The Pose of groundSensorsSlot in E-puck PROTOs that projects have copied: V8.6 and R2020a `translation 0 0.0003
  // -0.03 rotation 0 0 1 -1.57`, R2022a to R2025a `translation 0.03 0 0.0003`.
  for (auto [version, robot, module] : {std::tuple{"V7.4.3", "EPuck", "EPuck_GroundSensorsModule"},
                                        {"R2021a", "E-puck", "E-puckGroundSensors"},
                                        {"R2021b", "E-puck", "E-puckGroundSensors"},
                                        {"R2025a", "E-puck", "E-puckGroundSensors"}}) {
    const bool old = version != std::string("R2025a");
    Loaded loaded(std::string("DEF E ") + robot + (version[0] == 'V' ? " { robotWindow \"e-puck\"" : " {") +
                      " groundSensorsSlot [ DEF OWN DistanceSensor { translation 0 0.01 0 } " + module + " { } ] }",
                  version);
    INFO(version << loaded.rendered());
    CHECK(loaded.diagnostics.empty());
    const Node& e = *loaded.world->find_def("E");
    const Node& own = *loaded.world->find_def("OWN");
    const Place from = place_of(own, e), to = place_of(own, e, {1, 0, 0});
    if (old) {
      CHECK(near(from, 0.01, 0.0003, -0.03));  // right of the middle, and looking down
      CHECK(near(to, 0.01, -0.9997, -0.03));
    } else {
      CHECK(near(from, 0.03, 0.01, 0.0003));  // left of it, and looking ahead
      CHECK(near(to, 1.03, 0.01, 0.0003));
    }
    for (const Node* sensor : all_of(e, "DistanceSensor")) {
      if (!sensor->get<std::string>("name").starts_with("gs")) continue;
      const Place at = place_of(*sensor, e), seen = place_of(*sensor, e, {1, 0, 0});
      CHECK((old ? seen.y - at.y : seen.z - at.z) == Approx(-1));
    }
  }
}

TEST_CASE("the e-puck's masses and speeds are those of its version") {
  for (auto [version, mass, steps] : {std::tuple{"1", 0.150, 1000.0}, std::tuple{"2", 0.130, 1200.0}}) {
    Loaded loaded(std::string("DEF E E-puck { version \"") + version + "\" }");
    Node* robot = loaded.world->find_def("E");
    double total = 0;
    for (const Node* physics : all_of(*robot, "Physics")) total += physics->get<double>("mass");
    CHECK(total == Approx(mass));
    // 1000 steps are a turn.
    for (const Node* motor : all_of(*robot, "RotationalMotor"))
      CHECK(motor->get<double>("maxVelocity") == Approx(2 * M_PI * steps / 1000).epsilon(1e-4));
  }
  Loaded kinematic("DEF E E-puck { kinematic TRUE }");
  CHECK(all_of(*kinematic.world->find_def("E"), "Physics").empty());
}

TEST_CASE("an old e-puck's arguments come apart") {
  Loaded loaded("DEF E E-puck { controllerArgs \"one two\" }", "R2019a");
  CHECK(loaded.world->find_def("E")->get<MFString>("controllerArgs") == MFString{"one", "two"});
}

TEST_CASE("the e-puck of files from before R2018a is a DifferentialWheels") {
  for (auto [name, version] : {std::pair{"E-puck", "V8.5"}, std::pair{"EPuck", "V6.0"}}) {
    Loaded loaded(std::string("DEF E ") + name + " { controllerArgs \"one\" }", version);
    INFO(loaded.rendered());
    CHECK(loaded.diagnostics.empty());
    Node* robot = loaded.world->find_def("E");
    REQUIRE(robot);
    CHECK(robot->type().name() == "DifferentialWheels");
    CHECK(robot->get<double>("axleLength") == 0.052);
    CHECK(all_of(*robot, "HingeJoint").empty());
    // The wheels are its own children: the left one at -x, for the robot looks along -z.
    const Node& wheel = *robot->nodes("children")[0];
    CHECK(wheel.get<std::string>("name") == "left wheel");
    CHECK(wheel.get<Vec3>("translation") == Vec3{-0.026, 0.0205, 0});
  }
}

TEST_CASE("things stand upright in both axis conventions") {
  // PROTOs of R2021b still had y up: in its worlds, with z up by default, floors stand as `rotation 1 0 0 1.5708`.
  for (const char* version : {"R2025a", "R2021b", "R2019a"}) {
    const bool old = version != std::string("R2025a");
    auto up = [old](Place p) { return old ? p.y : p.z; };
    // A wall 2.4 m high stands on its origin.
    Loaded wall(std::string("DEF W Wall { size ") + (old ? "3 2.4 0.2" : "3 0.2 2.4") + " }", version);
    Node* w = wall.world->find_def("W");
    const Node* box = all_of(*w, "Box")[0];
    Place centre = place_of(*box, *w);
    CHECK(up(centre) == Approx(1.2));
    const Vec3 size = box->get<Vec3>("size");
    Place corner = place_of(*box, *w, {size.x / 2, size.y / 2, size.z / 2});
    CHECK(std::abs(up(corner)) == Approx(2.4).margin(1e-9));
    CHECK(std::abs(corner.x) == Approx(1.5));
    // The arena's walls, 0.1 m high, around 2 x 4 m.
    Loaded arena("DEF A RectangleArena { floorSize 2 4 }", version);
    Node* a = arena.world->find_def("A");
    std::vector<const Node*> boxes = all_of(*a->nodes("children")[0], "Box");
    REQUIRE(boxes.size() == 4);
    CHECK(up(place_of(*boxes[0], *a)) == Approx(0.05));
    CHECK(place_of(*boxes[0], *a).x == Approx(1.005));
    Place side = place_of(*boxes[2], *a);
    CHECK((old ? -side.z : side.y) == Approx(2.005));
    // Above the floor's plane is up.
    const Node* plane = all_of(*a->node("boundingObject"), "Plane")[0];
    CHECK(up(place_of(*plane, *a, {0, 0, 1})) == Approx(1));
    // A barrel stands.
    Loaded barrel("DEF B OilBarrel { }", version);
    Node* b = barrel.world->find_def("B");
    CHECK(up(place_of(*all_of(*b, "Cylinder")[0], *b, {0, 0, 0.44})) == Approx(0.44));
    CHECK((old ? b->get<Vec3>("translation").y : b->get<Vec3>("translation").z) == 0.44);
    // The tray of a table 0.74 m high; its length, 1.8 m, is along y today and was along x.
    Loaded table("DEF T Table { }", version);
    Node* t = table.world->find_def("T");
    CHECK(up(place_of(*all_of(*t, "Box")[0], *t, {0, 0, 0.025})) == Approx(0.74));
    const Place end = place_of(*all_of(*t, "Box")[0], *t, {0.5, 0.9, 0});
    CHECK(std::abs(old ? end.x : end.y) == Approx(0.9));
    CHECK(std::abs(old ? end.z : end.x) == Approx(0.5));
    // Five steps of 0.15 m rise along x.
    Loaded stairs("DEF S StraightStairs { }", version);
    Node* s = stairs.world->find_def("S");
    Place last = place_of(*all_of(*s->nodes("children")[0], "Box")[4], *s, {0, 0, 0.015});
    CHECK(up(last) == Approx(0.75));
    CHECK(last.x == Approx(1.8));
  }
}

TEST_CASE("things of the table have their documented outline in both axis conventions") {
  struct Case {
    const char* text;
    const char* old_text;
    Place size;  // today: x ahead, y left, z up
    double old_low = 0;
  };
  // User Guide, Objects: "A fridge with 2 doors (0.7 x 1.8 x 0.7 m)", "A sofa for two people (1 x 0.8 x 1.8 m)", "An
  // oven (0.5 x 0.68 x 0.44 m)", with y up there. The oven's default place then, 0.34 m up, is that of its middle;
  // today's ovens stand on their origins. A worktop is as large as its field says.
  for (const Case& c : {Case{"Fridge { }", "Fridge { }", {0.7, 0.7, 1.8}}, Case{"Sofa { }", "Sofa { }", {1, 1.8, 0.8}},
                        Case{"Oven { }", "Oven { }", {0.5, 0.44, 0.68}, -0.34},
                        Case{"Worktop { size 2 1 0.5 }", "Worktop { size 2 0.5 1 }", {2, 1, 0.5}}}) {
    for (const bool old : {false, true}) {
      Loaded loaded(std::string("DEF T ") + (old ? c.old_text : c.text), old ? "R2019a" : "R2025a");
      INFO(c.text << loaded.rendered());
      CHECK(loaded.diagnostics.empty());
      Node* thing = loaded.world->find_def("T");
      REQUIRE(thing);
      Place low{1e9, 1e9, 1e9}, high{-1e9, -1e9, -1e9};
      for (const Node* box : all_of(*thing->nodes("children")[0], "Box")) {
        const Vec3 s = box->get<Vec3>("size");
        for (int corner = 0; corner < 8; ++corner) {
          const auto half = [corner](int bit) { return corner >> bit & 1 ? 0.5 : -0.5; };
          Place p = place_of(*box, *thing, {half(0) * s.x, half(1) * s.y, half(2) * s.z});
          if (old) p = {p.x, -p.z, p.y};
          low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
          high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        }
      }
      CHECK(high.x - low.x == Approx(c.size.x));
      CHECK(high.y - low.y == Approx(c.size.y));
      CHECK(high.z - low.z == Approx(c.size.z));
      CHECK(low.z == Approx(old ? c.old_low : 0).margin(1e-9));
    }
  }
  Loaded others(
      "DEF C Carpet { } DEF A Apple { } DEF B Book { mass 0 } DEF S Sofa { physics Physics { density -1 mass 40 } }");
  CHECK(others.diagnostics.empty());
  CHECK(!others.world->find_def("C")->node("boundingObject"));
  CHECK(others.world->find_def("A")->node("physics")->get<double>("mass") == 0.15);
  CHECK(!others.world->find_def("B")->node("physics"));
  CHECK(others.world->find_def("S")->node("physics")->get<double>("mass") == 40);
}

TEST_CASE("a variant has the other's parameters in the axes of its files") {
  // Today's door is 0.2 x 1 x 2.4 m (deep, wide, high); before R2022a the same size was written wide, high, deep. A
  // lamp hangs at 2.4 m, along z today and along y then. Way points: ahead of the origin, to its right, up.
  for (const bool old : {false, true}) {
    INFO(old);
    Loaded loaded(old ? "DEF D Door { } DEF L CeilingLight { } DEF R Road { wayPoints [ 0 0 0, 1 0.5 3 ] "
                        "splineSubdivision 0 }"
                      : "DEF D Door { } DEF L CeilingLight { } DEF R Road { wayPoints [ 0 0 0, 1 -3 0.5 ] "
                        "splineSubdivision 0 }",
                  old ? "R2019a" : "R2025a");
    INFO(loaded.rendered());
    CHECK(loaded.diagnostics.empty());
    CHECK(loaded.world->find_def("D")->proto()->parameters->get<Vec3>("size") ==
          (old ? Vec3{1, 2.4, 0.2} : Vec3{0.2, 1, 2.4}));
    const Node* lamp = loaded.world->find_def("L");
    CHECK(lamp->get<Vec3>("translation") == (old ? Vec3{0, 2.4, 0} : Vec3{0, 0, 2.4}));
    // Its light is 0.7 m below the ceiling.
    const Node* light = all_of(*lamp, "PointLight")[0];
    const Vec3 at = light->get<Vec3>("location");
    const Place place = place_of(*light->parent(), *lamp, {at.x, at.y, at.z});
    CHECK((old ? place.y : place.z) == Approx(-0.7));
    // The middle of the one piece of road: between the corners of its face.
    const Node* road = all_of(*loaded.world->find_def("R"), "IndexedFaceSet")[0];
    Place middle{};
    const MFVec3f& corners = road->node("coord")->get<MFVec3f>("point");
    for (const Vec3& corner : {corners.front(), corners[1], corners[corners.size() - 2], corners.back()}) {
      const Place p = place_of(*road, *loaded.world->find_def("R"), {corner.x, corner.y, corner.z});
      middle = {middle.x + p.x / 4, middle.y + p.y / 4, middle.z + p.z / 4};
    }
    CHECK((old ? near(middle, 0.5, 0.25, 1.5) : near(middle, 0.5, -1.5, 0.25)));
  }
  // A lever is 12 cm wide, a knob is a ball; both are slots on a door, named otherwise.
  Loaded handles("Door { doorHandle DEF K DoorKnob { } } Door { doorHandle DEF L DoorLever { } }");
  INFO(handles.rendered());
  CHECK(handles.diagnostics.empty());
  const auto handle = [&](const char* def) { return handles.world->find_def(def); };
  REQUIRE(handle("K"));
  REQUIRE(handle("L"));
  CHECK(all_of(*handle("K"), "Sphere")[0]->get<double>("radius") == 0.03);
  CHECK(all_of(*handle("L"), "Box")[0]->get<Vec3>("size") == Vec3{0.0125, 0.12, 0.0125});
  CHECK(all_of(*handle("K"), "Solid")[0]->get<std::string>("name") == "door knob");
  CHECK(all_of(*handle("L"), "Solid")[0]->get<std::string>("name") == "door lever");
}

// From the x axis to the z axis before R2022a, from the y axis to the x axis today (junctions of public city worlds).
TEST_CASE("a curve of a road lies in the quarter that its release has") {
  for (const bool old : {false, true}) {
    INFO(old);
    Loaded loaded(
        "DEF R CurvedRoadSegment { curvatureRadius 10 width 4 totalAngle 0.5 subdivision 2 rightBorder FALSE "
        "leftBorder FALSE }",
        old ? "R2019a" : "R2025a");
    INFO(loaded.rendered());
    const Node& road = *loaded.world->find_def("R");
    const Node* surface = all_of(road, "IndexedFaceSet")[0];
    const MFVec3f& points = surface->node("coord")->get<MFVec3f>("point");
    const auto place = [&](const Vec3& p) { return place_of(*surface, road, {p.x, p.y, p.z}); };
    // The first face begins at the start's right edge, the last one ends at the end's left edge.
    const Place first = place(points.front()), last = place(points[points.size() - 2]);
    CHECK((old ? near(first, 8, 0, 0) : near(first, 0, 8, 0)));
    const double s = 12 * std::sin(0.5), c = 12 * std::cos(0.5);
    CHECK((old ? near(last, c, 0, s) : near(last, s, c, 0)));
  }
}

TEST_CASE("lines of a road of before R2019b are dashed where dashedLine says so") {
  // A line of 10 m is one face or two dashes (0 to 3, 6 to 9 m).
  const auto faces = [](const std::string& road) {
    Loaded loaded("DEF R " + road, "R2019a");
    INFO(loaded.rendered());
    const auto sets = all_of(*loaded.world->find_def("R"), "IndexedFaceSet");
    REQUIRE(sets.size() == 2);
    return std::ranges::count(sets[1]->get<MFInt32>("coordIndex"), -1);
  };
  CHECK(faces("StraightRoadSegment { rightBorder FALSE leftBorder FALSE }") == 2);
  CHECK(faces("StraightRoadSegment { rightBorder FALSE leftBorder FALSE dashedLine FALSE }") == 1);
  CHECK(faces("Road { splineSubdivision 0 wayPoints [ 0 0 0, 0 0 10 ] rightBorder FALSE leftBorder FALSE dashedLine [ "
              "FALSE ] }") == 1);
}

TEST_CASE("of a road collides what its fields say") {
  struct Case {
    const char* fields;
    int parts;
  };
  const auto c =
      GENERATE(Case{"", 0}, Case{"roadBoundingObject TRUE", 1}, Case{"rightBorderBoundingObject TRUE", 1},
               Case{"leftBorder FALSE leftBorderBoundingObject TRUE", 0}, Case{"rightBarrier TRUE leftBarrier TRUE", 2},
               Case{"rightBarrier TRUE rightBarrierBoundingObject FALSE leftBorderBoundingObject TRUE", 1},
               Case{"road FALSE roadBoundingObject TRUE", 0});
  CAPTURE(c.fields);
  Loaded loaded(std::string("DEF R StraightRoadSegment { ") + c.fields + " }");
  Loaded free(std::string("DEF R Road { wayPoints [ 0 0 0, 10 0 0 ] ") + c.fields + " }");
  for (const Loaded* world : {&loaded, &free}) {
    if (world == &loaded && std::string(c.fields).starts_with("road FALSE")) continue;
    INFO(world->rendered());
    const Node* bounds = world->world->find_def("R")->node("boundingObject");
    CHECK((bounds ? int(all_of(*bounds, "IndexedFaceSet").size()) : 0) == c.parts);
  }
}

TEST_CASE("buildings, crossings and landings stand on their plans in both axis conventions") {
  for (const bool old : {false, true}) {
    INFO(old);
    // Two floors of 3 m from the first on, on a plan of 4 x 2 m that lies ahead and to the left; a crossing of 6 x 6 m,
    // its road at 0.1 m; a landing at 2 m.
    Loaded loaded(
        old ? "DEF B SimpleBuilding { startingFloor 1 corners [ 0 0, 4 0, 4 -2, 0 -2 ] } DEF C Crossroad { "
              "boundingObject TRUE shape [ 3 0.1 3, -3 0.1 3, -3 0.1 -3, 3 0.1 -3 ] } DEF L StraightStairsLanding { "
              "landingSize 1 0.05 2 }"
            : "DEF B SimpleBuilding { startingFloor 1 corners [ 0 0, 4 0, 4 2, 0 2 ] } DEF C Crossroad { "
              "boundingObject "
              "TRUE shape [ 3 -3 0.1, -3 -3 0.1, -3 3 0.1, 3 3 0.1 ] } DEF L StraightStairsLanding { landingSize 1 2 "
              "0.05 }",
        old ? "R2019a" : "R2025a");
    INFO(loaded.rendered());
    CHECK(loaded.diagnostics.empty());
    const auto box_of = [&](const Node& top) {
      Place low{1e9, 1e9, 1e9}, high{-1e9, -1e9, -1e9};
      for (const Node* faces : all_of(*top.nodes("children")[0], "IndexedFaceSet"))
        for (const Vec3& point : faces->node("coord")->get<MFVec3f>("point")) {
          Place p = place_of(*faces, top, {point.x, point.y, point.z});
          if (old) p = {p.x, -p.z, p.y};
          low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
          high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        }
      return std::pair{low, high};
    };
    const Node* building = loaded.world->find_def("B");
    const auto [foot, top] = box_of(*building);
    CHECK(near(foot, 0, 0, 3));
    CHECK(near(top, 4, 2, 9));
    CHECK(building->node("boundingObject"));
    const Node* crossing = loaded.world->find_def("C");
    const auto [under, road] = box_of(*crossing);
    CHECK(near(under, -3, -3, 0.08));
    CHECK(near(road, 3, 3, 0.1));
    CHECK(crossing->node("boundingObject"));
    const Node* landing = loaded.world->find_def("L");
    const Place floor = place_of(*all_of(*landing, "Box")[0], *landing, {0.5, 1, 0.025});
    CHECK((old ? floor.y : floor.z) == Approx(2));
    CHECK((old ? -floor.z : floor.y) == Approx(1));
  }
}

TEST_CASE("terrain and forest come from their seed") {
  // Of 50 x 40 m and 5 m high at most: the grid begins at -25, -20, and its lowest and highest points are 0 and 5.
  for (const bool old : {false, true}) {
    INFO(old);
    const std::string size =
        old ? "size 50 5 40 xDimension 20 zDimension 30" : "size 50 40 5 xDimension 20 yDimension 30";
    Loaded loaded("DEF A UnevenTerrain { " + size + " } DEF B UnevenTerrain { " + size + " } DEF C UnevenTerrain { " +
                      size + " randomSeed 2 flatBounds TRUE }",
                  old ? "R2019a" : "R2025a");
    INFO(loaded.rendered());
    CHECK(loaded.diagnostics.empty());
    const auto grid = [&](const char* def) { return all_of(*loaded.world->find_def(def), "ElevationGrid")[0]; };
    const MFFloat heights = grid("A")->get<MFFloat>("height");
    REQUIRE(heights.size() == 600);
    CHECK(*std::min_element(heights.begin(), heights.end()) == 0);
    CHECK(*std::max_element(heights.begin(), heights.end()) == 5);
    CHECK(grid("B")->get<MFFloat>("height") == heights);
    CHECK(grid("C")->get<MFFloat>("height") != heights);
    CHECK(grid("C")->get<MFFloat>("height")[7] == 0);
    const Node* terrain = loaded.world->find_def("A");
    const Place origin = place_of(*grid("A"), *terrain), up = place_of(*grid("A"), *terrain, {0, 0, 1});
    CHECK((old ? near(origin, -25, 0, 20) : near(origin, -25, -20, 0)));
    CHECK((old ? up.y : up.z) == Approx(1));
  }
  // 0.2 trees a square metre on a triangle of 40 x 35 / 2 m2; all within it, between 2 and 6 m high.
  Loaded forest("DEF F Forest { }");
  CHECK(forest.diagnostics.empty());
  const std::vector<const Node*> trunks = all_of(*forest.world->find_def("F"), "Cylinder");
  CHECK(trunks.size() == 140);
  for (const Node* trunk : trunks) {
    const Place p = place_of(*trunk, *forest.world->find_def("F"));
    const double height = trunk->get<double>("height");
    CHECK((p.y >= -10 && std::abs(p.x) <= (25 - p.y) * 20 / 35 && height >= 2 && height <= 6));
    CHECK(p.z == Approx(height / 2));
  }
}

TEST_CASE("a door opens about its hinge, a cabinet closes what its layout says") {
  // Half way open, hinged at the left: the leaf, 0.89 m wide (1 m less two posts and two gaps of 5 mm), stands across.
  Loaded loaded("DEF D Door { position 1.5707963267948966 } DEF W Door { canBeOpen FALSE }");
  INFO(loaded.rendered());
  CHECK(loaded.diagnostics.empty());
  Node* door = loaded.world->find_def("D");
  REQUIRE(all_of(*door, "HingeJoint").size() == 1);
  const Node* leaf = all_of(*door, "HingeJoint")[0]->node("endPoint");
  CHECK(near(place_of(*leaf, *door), 0.445, 0.445, 0.975));
  CHECK(leaf->node("physics")->get<double>("density") == 200);
  CHECK(all_of(*loaded.world->find_def("W"), "HingeJoint").empty());
  // A cabinet of one column and two rows: five walls, a shelf between the rows, a door in front of the lower row.
  Loaded cabinet(
      "DEF C Cabinet { hidden position_0_0 1.2 hidden rotation_1 0 0 1 1.2 outerThickness 0.02 innerThickness 0.01 "
      "depth 0.4 rowsHeights [ 0.3 0.5 ] columnsWidths [ 0.6 ] "
      "layout [ \"Shelf (1, 2, 1, 0)\" \"LeftSidedDoor (1, 1, 1, 1, 1.5)\" ] }");
  INFO(cabinet.rendered());
  CHECK(cabinet.diagnostics.empty());  // what the real one's doors were saved with does not matter
  Node* c = cabinet.world->find_def("C");
  std::vector<const Node*> boxes = all_of(*c->nodes("children")[0], "Box");
  REQUIRE(boxes.size() == 7);
  CHECK(near(place_of(*boxes[5], *c), 0.205, 0, 0.32));
  CHECK(near(place_of(*boxes[6], *c), 0.395, 0, 0.17));
  CHECK(boxes[6]->get<Vec3>("size").z == Approx(0.3));
}

TEST_CASE("an extrusion is closed and looks outwards") {
  // By the divergence theorem the volume is a sum over triangles; it is negative if they look inwards. An I of 0.03 m2
  // (two flanges of 0.2 x 0.05 and a web of 0.1 x 0.1 between them), 3 m long; a square of 0.04 m2, and its corners the
  // other way round; and along a bend of two pieces of 1 m, where the section stands at 45 degrees and is not
  // stretched, as in VRML97: each piece narrows to cos 45 of its width, which gives 0.04 (1 + cos 45) m3.
  const std::string section =
      "0.1 -0.1 0.1 -0.05 0.05 -0.05 0.05 0.05 0.1 0.05 0.1 0.1 -0.1 0.1 -0.1 0.05 -0.05 0.05 -0.05 -0.05 -0.1 -0.05 "
      "-0.1 -0.1 0.1 -0.1";
  const std::string square = "0.1 0.1 0.1 -0.1 -0.1 -0.1 -0.1 0.1 0.1 0.1",
                    back = "0.1 0.1 -0.1 0.1 -0.1 -0.1 0.1 -0.1 0.1 0.1";
  struct Case {
    std::string section, spine;
    double volume;
  };
  for (const Case& c :
       {Case{section, "0 0 0 0 0 3", 0.09}, Case{square, "0 0 0 0 3 0", 0.12}, Case{back, "0 0 0 3 0 0", 0.12},
        Case{square, "0 1 0 0 -1 0", 0.08}, Case{square, "0 0 0 1 0 0 1 1 0", 0.04 * (1 + std::sqrt(0.5))}}) {
    Loaded loaded("Solid { children [ DEF S Shape { geometry Extrusion { crossSection [ " + c.section + " ] spine [ " +
                  c.spine + " ] } } ] }");
    INFO(loaded.rendered());
    CHECK(loaded.diagnostics.empty());
    const Node* faces = loaded.world->find_def("S")->node("geometry");
    REQUIRE(faces->is_a("IndexedFaceSet"));
    const MFVec3f& p = faces->node("coord")->get<MFVec3f>("point");
    double volume = 0;
    std::vector<std::int32_t> face;
    std::map<std::pair<int, int>, int> edges;
    for (const std::int32_t index : faces->get<MFInt32>("coordIndex")) {
      if (index >= 0) {
        face.push_back(index);
        continue;
      }
      for (std::size_t i = 0; i < face.size(); ++i) ++edges[{face[i], face[(i + 1) % face.size()]}];
      for (std::size_t i = 2; i < face.size(); ++i) {
        const Vec3 a = p[face[0]], b = p[face[i - 1]], d = p[face[i]];
        volume += (a.x * (b.y * d.z - b.z * d.y) + a.y * (b.z * d.x - b.x * d.z) + a.z * (b.x * d.y - b.y * d.x)) / 6;
      }
      face.clear();
    }
    CHECK(volume == Approx(c.volume));
    // Each edge is passed once in each direction: no holes.
    for (const auto& [edge, count] : edges) CHECK((count == 1 && edges[{edge.second, edge.first}] == 1));
  }
}

TEST_CASE("a rectangle has one side or two") {
  Loaded loaded(
      "Solid { children [ DEF S Shape { geometry Rectangle { size 2 1 } } DEF T Shape { geometry Rectangle { "
      "doubleSided "
      "FALSE } } ] }");
  INFO(loaded.rendered());
  CHECK(loaded.diagnostics.empty());
  const Node* faces = loaded.world->find_def("S")->node("geometry");
  CHECK(faces->node("coord")->get<MFVec3f>("point")[2] == Vec3{1, 0.5, 0});
  CHECK(faces->get<MFInt32>("coordIndex").size() == 10);
  CHECK(loaded.world->find_def("T")->node("geometry")->get<MFInt32>("coordIndex").size() == 5);
}

TEST_CASE("an Extrusion is one in every version") {
  // A node until R2018a, a PROTO since.
  for (const char* version : {"V5.0", "V8.6", "R2019a", "R2025a"}) {
    Loaded loaded("Solid { children [ DEF S Shape { geometry Extrusion { convex FALSE } } ] }", version);
    INFO(version << loaded.rendered());
    CHECK(loaded.diagnostics.empty());
    CHECK(loaded.world->find_def("S")->node("geometry")->is_a("IndexedFaceSet"));
  }
}

TEST_CASE("a box has physics if it has a mass") {
  Loaded loaded("DEF A WoodenBox { } DEF B WoodenBox { mass 2 }");
  CHECK(!loaded.world->find_def("A")->node("physics"));
  REQUIRE(loaded.world->find_def("B")->node("physics"));
  CHECK(loaded.world->find_def("B")->node("physics")->get<double>("mass") == 2);
}

// The colours are those of the published PROTOs (R2022b to R2023b), which controllers tell things apart by.
TEST_CASE("things are recognized by the colours that their PROTOs are published with") {
  struct Thing {
    const char* name;
    std::vector<Color> colors;
  };
  const auto thing =
      GENERATE(Thing{"RubberDuck", {{0.87451, 0.756863, 0.113725}}}, Thing{"OilBarrel", {{0.4, 0.1, 0.1}}},
               Thing{"Can", {{0.666667, 0, 0}}}, Thing{"Apple", {{0.59, 0.75, 0.28}}},
               Thing{"FifaSoccerBall", {{1, 1, 1}, {0, 0, 0}}}, Thing{"SoccerBall", {{1, 1, 1}, {0, 0, 0}}});
  CAPTURE(thing.name);
  Loaded loaded(std::string("DEF A ") + thing.name + " { } DEF B " + thing.name + " { recognitionColors [ ] }");
  INFO(loaded.rendered());
  REQUIRE(loaded.world->find_def("A"));
  CHECK(loaded.world->find_def("A")->get<MFColor>("recognitionColors") == thing.colors);
  CHECK(loaded.world->find_def("B")->get<MFColor>("recognitionColors").empty());
}

// FIFA's sizes: radius in m, mass in kg.
TEST_CASE("a FIFA ball is as large and heavy as its size says") {
  Loaded loaded("DEF A FifaSoccerBall { } DEF B FifaSoccerBall { size 1 }");
  const auto radius = [&](const char* def) {
    return all_of(*loaded.world->find_def(def), "Sphere").at(0)->get<double>("radius");
  };
  CHECK(radius("A") == 0.1125);
  CHECK(radius("B") == 0.07);
  CHECK(loaded.world->find_def("A")->node("physics")->get<double>("mass") == 0.43);
  CHECK(loaded.world->find_def("B")->node("physics")->get<double>("mass") == 0.205);
}

TEST_CASE("an appearance keeps the colour that the world gives") {
  Loaded loaded(
      "Solid { children [ DEF S Shape { appearance GlossyCarPaint { baseColor 0.5 0.25 1 } } DEF T Shape { appearance "
      "Parquetry { colorOverride 0.5 0 1 } } DEF U Shape { appearance Parquetry { } } DEF V Shape { appearance "
      "GenericDoorAppearance { colorOverride 0 0 0 } } DEF W Shape { appearance GenericTireAppearance { } } DEF X "
      "Shape { "
      "appearance RoughPolymer { baseColor 0 0.5 1 } } ] }");
  INFO(loaded.rendered());
  CHECK(loaded.diagnostics.warnings() == 0);
  CHECK(loaded.world->find_def("V")->node("appearance")->get<Color>("baseColor") == Color{0, 0, 0});
  CHECK(loaded.world->find_def("W")->node("appearance")->get<Color>("baseColor").r < 0.2);
  CHECK(loaded.world->find_def("S")->node("appearance")->get<Color>("baseColor") == Color{0.5, 0.25, 1});
  CHECK(loaded.world->find_def("X")->node("appearance")->get<Color>("baseColor") == Color{0, 0.5, 1});
  const Color plain = loaded.world->find_def("U")->node("appearance")->get<Color>("baseColor");
  const Color mixed = loaded.world->find_def("T")->node("appearance")->get<Color>("baseColor");
  CHECK(mixed.r == Approx(plain.r / 2));
  CHECK(mixed.g == 0);
  CHECK(mixed.b == Approx(plain.b));
}

TEST_CASE("a thing has the first colour that its PROTO takes") {
  struct Case {
    const char* thing;
    Color color;
  };
  const auto c = GENERATE(Case{"RubberDuck { }", {0.87451, 0.756863, 0.113725}},
                          Case{"RubberDuck { bodyColor 0 0.5 1 }", {0, 0.5, 1}},
                          Case{"Fridge { mainColor 1 0 0 }", {1, 0, 0}}, Case{"HoneyJar { color 0 0 1 }", {0, 0, 1}},
                          Case{"Sofa { color 0 1 0 }", {0, 1, 0}}, Case{"SimpleChair { legColor 0 1 1 }", {0, 1, 1}});
  CAPTURE(c.thing);
  Loaded loaded(std::string("DEF A ") + c.thing);
  INFO(loaded.rendered());
  CHECK(loaded.diagnostics.warnings() == 0);
  CHECK(all_of(*loaded.world->find_def("A"), "PBRAppearance")[0]->get<Color>("baseColor") == c.color);
}

TEST_CASE("a check says what is approximated") {
  LoadOptions options;
  options.note_approximations = true;
  Diagnostics diagnostics;
  auto world = load_world_text("#VRML_SIM R2021a utf8\nOilBarrel { }\nOilBarrel { }\nSolidBox { }\n",
                               "/nowhere/worlds/w.wbt", options, diagnostics);
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].severity == Severity::Note);
  CHECK(diagnostics.all()[0].message == "the built-in PROTO OilBarrel approximates: without its ribs.");
}

TEST_CASE("a hundred e-pucks read their PROTO and that of their sensors once") {
  Diagnostics diagnostics;
  std::string text =
      "#VRML_SIM R2025a utf8\nEXTERNPROTO "
      "\"https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/robots/gctronic/e-puck/protos/"
      "E-puck.proto\"\n";
  for (int i = 0; i < 100; ++i)
    text += "E-puck { translation " + std::to_string(i) + " 0 0 name \"e" + std::to_string(i) + "\" }\n";
  auto source = std::make_shared<const Source>("/nowhere/worlds/w.wbt", text);
  Locator locator("/nowhere/worlds/w.wbt", {});
  World world;
  ProtoSet protos(world, locator, diagnostics);
  Parser parser(*source, 0, std::uint32_t(text.size()), 202501, protos.world_scope(source, 202501), diagnostics);
  MFNode nodes = parser.read_file();
  protos.expand(nodes);
  CHECK(protos.bodies_read() == 2);
  REQUIRE(nodes.size() == 100);
  CHECK(nodes[99]->get<Vec3>("translation") == Vec3{99, 0, 0});
  CHECK(nodes[99]->get<std::string>("name") == "e99");
}

TEST_CASE("what the library says it has, it has, in older files' axes only where the shapes can be turned") {
  for (std::string_view name : library_proto_names()) {
    CAPTURE(name);
    const std::string file = std::string(name) + ".proto", y_up = "y_up/" + file;
    const auto text = library::text_of(file);
    CHECK(library::has(file));
    REQUIRE(text);
    CHECK(text->find("PROTO " + std::string(name) + " [") != std::string::npos);
    if (text->find("bodyRotation") != std::string::npos) CHECK(library::has(y_up));
    const auto turned = library::text_of(y_up);
    CHECK(library::has(y_up) == turned.has_value());
    if (turned) CHECK(turned->find("PROTO " + std::string(name) + " [") != std::string::npos);
  }
  CHECK(library::has("y_up/CardboardBox.proto"));
  // Colours have no axes; a file for all axes has no bodyRotation.
  CHECK_FALSE(library::has("y_up/Asphalt.proto"));
  CHECK_FALSE(library::text_of("y_up/Asphalt.proto"));
  for (const char* none : {"Nowhere.proto", "y_up/Nowhere.proto", "CardboardBox", "", ".proto", "y_up/.proto"}) {
    CAPTURE(none);
    CHECK_FALSE(library::has(none));
    CHECK_FALSE(library::text_of(none));
  }
}

TEST_CASE("a pedestrian's thirteen angles are those of its joints") {
  for (const bool old : {false, true}) {
    Loaded loaded("DEF P Pedestrian { leftLegAngle -0.3 rightHandAngle 0.2 }", old ? "R2019a" : "R2025a");
    INFO(loaded.rendered());
    CHECK(loaded.diagnostics.empty());
    std::multiset<double> angles;
    for (const Node* joint : all_of(*loaded.world->find_def("P"), "HingeJoint"))
      angles.insert(joint->node("jointParameters")->get<double>("position"));
    CHECK(angles.size() == 13);
    CHECK((*angles.begin() == -0.3 && *angles.rbegin() == 0.2 && angles.count(0) == 11));
    // A leg that is not turned hangs down.
    for (const Node* solid : all_of(*loaded.world->find_def("P"), "Solid"))
      if (solid->get<std::string>("name") == "rightLowerLeg") {
        const Place knee = place_of(*solid, *loaded.world->find_def("P"));
        CHECK((old ? near(knee, -0.1, -0.84, 0) : near(knee, 0, -0.1, -0.84)));
      }
  }
}

TEST_CASE("a proximity sensor of the e-puck is one in every version") {
  for (auto [name, version] : {std::pair{"E-puckDistanceSensor", "R2025a"}, std::pair{"E-puckDistanceSensor", "R2019a"},
                               std::pair{"EPuck_DistanceSensor", "V6.0"}}) {
    Loaded loaded(std::string("Robot { children [ DEF S ") + name + " { name \"ps0\" } ] }", version);
    INFO(version << loaded.rendered());
    CHECK(loaded.diagnostics.empty());
    const Node* sensor = loaded.world->find_def("S");
    REQUIRE(sensor);
    CHECK(sensor->get<std::string>("type") == "infra-red");
    CHECK(sensor->get<MFVec3f>("lookupTable").back() == Vec3{0.07, 67.19, 0.04897});
  }
}

TEST_CASE("parameters that change the body of a thing do") {
  Loaded loaded(
      "DEF OFF Church { enableBoundingObject FALSE } DEF ON Church { } DEF BOX SolidBox { enableBoundingObject FALSE } "
      "DEF PIPE SolidPipe { enableBoundingObject FALSE } DEF PALLET WoodenPallet { boundingObject FALSE } "
      "DEF CONE TrafficCone { scale 2 } DEF VALVE LeverValve { scale 1.4 0.7 0.7 } "
      "DEF STACK WoodenPalletStack { palletNumber 3 palletMass 10 } DEF CHAIR OfficeChair { } "
      "DEF STILL OfficeChair { enablePhysics FALSE } DEF DUCK RubberDuck { } "
      "DEF POLE Pole { slot [ DEF SIGN Pose { } ] } DEF RED FireHydrant { appearance PBRAppearance { baseColor 1 0 0 } "
      "}");
  INFO(loaded.rendered());
  CHECK(loaded.diagnostics.empty());
  const auto it = [&](const char* def) -> const Node& { return *loaded.world->find_def(def); };
  for (const char* def : {"OFF", "BOX", "PIPE", "PALLET"}) {
    INFO(def);
    CHECK(!it(def).node("boundingObject"));
  }
  CHECK(it("ON").node("boundingObject"));
  // The foot of a cone is 36 cm wide; the stem of a valve 5 cm, at its scale of 0.7.
  CHECK(all_of(it("CONE"), "Box")[0]->get<Vec3>("size") == Vec3{0.72, 0.72, 0.06});
  CHECK(all_of(it("VALVE"), "Box")[0]->get<Vec3>("size").x == Approx(0.1));
  CHECK(all_of(it("VALVE"), "Box")[0]->get<Vec3>("size").y == Approx(0.05));
  CHECK(it("STACK").node("physics")->get<double>("mass") == 30);
  CHECK(it("CHAIR").node("physics"));
  CHECK(!it("STILL").node("physics"));
  // A ball of 5 cm, 400 kg/m^3, that floats on water.
  CHECK(it("DUCK").node("physics")->get<double>("mass") ==
        Approx(400 * 4 / 3. * M_PI * std::pow(0.05, 3)).epsilon(1e-3));
  CHECK(it("DUCK").nodes("immersionProperties").size() == 1);
  CHECK(loaded.world->find_def("SIGN"));
  CHECK(all_of(it("RED"), "PBRAppearance")[0]->get<Color>("baseColor") == Color{1, 0, 0});
}

TEST_CASE("a robot wears its jersey, and a webcam has the pixels that it is given") {
  Loaded loaded(
      "RobotisOp2 { jersey RobotisJersey { jerseyColor 1 0 0 } } DEF R Robotino3 { cameraSlot [ DEF W "
      "Robotino3Webcam { width 320 height 240 } ] }");
  INFO(loaded.rendered());
  CHECK(loaded.diagnostics.empty());
  CHECK(all_of(*loaded.world->find_def("W"), "Camera")[0]->get<int>("width") == 320);
  CHECK(all_of(*loaded.world->find_def("W"), "Camera")[0]->get<int>("height") == 240);
}

TEST_CASE("appearances and boxes with an image take the fields that are published for them") {
  Loaded loaded(
      "Solid { children [ Shape { appearance Cardboard { type \"top\" } } Shape { appearance DarkParquetry { } } Shape "
      "{ appearance Plastic { type \"padded\" colorOverride 1 0 0 } } Shape { appearance Sand { } } Shape { appearance "
      "ScuffedPlastic { } } Shape { appearance SlatePavement { } } Shape { appearance SolarCell { IBLStrength 2 } } "
      "Shape { appearance WornBurlap { } } DEF L Shape { appearance LedStrip { emissiveIntensity 3 } } DEF K Shape { "
      "appearance BakelitePlastic { color \"braun\" } } ] boundingObject DEF B TexturedBoxShape { size 1 2 3 "
      "textureMapping \"cube\" backFace FALSE } }");
  INFO(loaded.rendered());
  CHECK(loaded.diagnostics.empty());
  CHECK(all_of(*loaded.world->find_def("L"), "PBRAppearance")[0]->get<double>("emissiveIntensity") == 3);
  CHECK(all_of(*loaded.world->find_def("K"), "PBRAppearance")[0]->get<Color>("baseColor") == Color{0.2, 0.14, 0.1});
  CHECK(all_of(*loaded.world->find_def("B"), "Box")[0]->get<Vec3>("size") == Vec3{1, 2, 3});
}

TEST_CASE("ramps, steps and pits rise as their names and parameters say, in both axis conventions") {
  for (const bool old : {false, true}) {
    INFO(old);
    Loaded loaded(old ? "DEF R Ramp30deg { } DEF S ThreeSteps { increment 0 0.2 0 }"
                      : "DEF R Ramp30deg { } DEF S ThreeSteps { increment 0 0 0.2 }",
                  old ? "R2019a" : "R2025a");
    INFO(loaded.rendered());
    CHECK(loaded.diagnostics.empty());
    const auto up = [old](Place p) { return old ? p.y : p.z; };
    const Node& ramp = *loaded.world->find_def("R");
    const auto plates = all_of(*ramp.nodes("children")[0], "Box");
    REQUIRE(plates.size() == 3);
    // The upper edges of a slope of 2 m: on the floor, and where the top begins, 1 m up.
    const Place low = place_of(*plates[0], ramp, {-1, 0, 0.05}), high = place_of(*plates[0], ramp, {1, 0, 0.05});
    CHECK(up(low) == Approx(0).margin(0.01));
    CHECK(std::atan2(up(high) - up(low), high.x - low.x) == Approx(M_PI / 6));
    const Place edge = place_of(*plates[1], ramp, {-1, 0, 0.05});
    CHECK(std::hypot(up(edge) - up(high), edge.x - high.x) < 1e-9);
    // Blocks of 1 m from half a metre below the floor: 20, 40 and 60 cm high.
    const Node& steps = *loaded.world->find_def("S");
    const double floor = old ? steps.get<Vec3>("translation").y : steps.get<Vec3>("translation").z;
    const auto blocks = all_of(*steps.nodes("children")[0], "Box");
    REQUIRE(blocks.size() == 3);
    for (int i = 0; i < 3; ++i) CHECK(floor + up(place_of(*blocks[i], steps, {0, 0, 0.5})) == Approx(0.2 * (i + 1)));
  }
  // Without noise: nothing in the middle, a quarter of the height where the Gaussian of 3 m is one half.
  Loaded pit("DEF P Pit { noiseAmplitude 0 xDimension 41 yDimension 41 }");
  INFO(pit.rendered());
  const Node& grid = *all_of(*pit.world->find_def("P")->nodes("children")[0], "ElevationGrid")[0];
  const MFFloat& heights = grid.get<MFFloat>("height");
  REQUIRE(heights.size() == 41 * 41);
  CHECK(heights[20 * 41 + 20] == Approx(0).margin(1e-9));
  CHECK(*std::max_element(heights.begin(), heights.end()) == Approx(5 / 4.).epsilon(0.01));
  CHECK(heights[0] < 0.01);
}
