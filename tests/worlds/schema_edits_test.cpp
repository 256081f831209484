// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Every field of every node type, edited in a running world: it must then move as a world that was loaded so. And every
// node type, inserted into a running world wherever it may stand, and taken out again.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <optional>
#include <set>

#include "engine/bodies/solid.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "engine/simulation.h"
#include "engine/simulation_options.h"
#include "engine/stage/hooks.h"
#include "engine/state/state_hash.h"
#include "tests/support/alone.h"
#include "tests/support/asserting.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"
#include "world_format/value_check.h"
#include "world_format/writer.h"

using namespace lightsout;

namespace {

// A world with a node of each type that can stand in one.
const char zoo[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 defaultDamping Damping { }
  contactProperties [ ContactProperties { material1 "a" material2 "b" } ] }
Viewpoint { lensFlare LensFlare { } }
Background { }
Fog { }
DirectionalLight { }
PointLight { }
SpotLight { }
Fluid { children [ Shape { geometry Box { size 1 1 1 } } ] boundingObject Box { size 1 1 1 } translation 0 0 -3 }
Solid { name "floor" contactMaterial "a" boundingObject Plane { size 10 10 } }
Group { children [ Transform { scale 1 1 1 children [ Pose { children [
  Shape { appearance PBRAppearance { baseColorMap ImageTexture { url [ ] } textureTransform TextureTransform { } }
    geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] } normal Normal { vector [ 0 0 1 ] }
      texCoord TextureCoordinate { point [ 0 0, 1 0, 0 1 ] } coordIndex [ 0 1 2 -1 ] } }
  Shape { appearance Appearance { material Material { } } geometry PointSet { coord Coordinate { point [ 0 0 0 ] }
    color Color { color [ 1 0 0 ] } } }
  Shape { geometry IndexedLineSet { coord Coordinate { point [ 0 0 0, 1 0 0 ] } coordIndex [ 0 1 -1 ] } }
  Shape { geometry Cone { } }
] } ] } ] }
Charger { name "charger" translation 3 3 0 }
DEF FALLING Solid { name "falling" translation 2 0 0.4 contactMaterial "b" boundingObject Capsule { height 0.2 radius 0.1 }
  immersionProperties [ ImmersionProperties { fluidName "fluid" } ]
  physics Physics { density 500 damping Damping { } } }
Solid { name "ground" translation -3 0 0 boundingObject ElevationGrid { height [ 0 0 0 0 ] xDimension 2 yDimension 2 } }
DEF ROBOT Robot { name "robot" translation 0 0 0.3 children [
  Shape { geometry Sphere { radius 0.1 } }
  Accelerometer { } Altimeter { } Camera { name "camera" lens Lens { } focus Focus { } zoom Zoom { }
    recognition Recognition { } lensFlare LensFlare { } } Compass { } Connector { } Display { } DistanceSensor { }
  Emitter { } GPS { } Gyro { } InertialUnit { } LED { } Lidar { } LightSensor { } Pen { } Radar { } RangeFinder { }
  Receiver { } Speaker { } Skin { } TouchSensor { name "touch" boundingObject Sphere { radius 0.01 } translation 0 0 0.5 }
  VacuumGripper { } Propeller { shaftAxis 0 0 1 device RotationalMotor { name "screw" } }
  Track { name "track" device [ LinearMotor { name "belt" } ] children [ TrackWheel { } ] }
  Slot { type "s" endPoint Slot { type "s" endPoint Solid { name "in slot" } } }
  HingeJoint { jointParameters HingeJointParameters { anchor 0.2 0 0 axis 0 1 0 }
    device [ RotationalMotor { name "motor" } PositionSensor { name "angle" } Brake { name "brake" } ]
    endPoint Solid { name "arm" translation 0.2 0 0 boundingObject Cylinder { height 0.05 radius 0.05 }
      physics Physics { } } }
  Hinge2Joint { jointParameters HingeJointParameters { axis 0 1 0 } jointParameters2 JointParameters { axis 0 0 1 }
    endPoint Solid { name "arm 2" translation -0.3 0 0 boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } } }
  BallJoint { jointParameters BallJointParameters { anchor 0 0.2 0 } jointParameters2 JointParameters { axis 0 0 1 }
    jointParameters3 JointParameters { axis 1 0 0 }
    endPoint Solid { name "arm 3" translation 0 0.3 0 boundingObject Sphere { radius 0.05 } physics Physics { } } }
  SliderJoint { jointParameters JointParameters { axis 0 0 1 } device [ LinearMotor { name "lift" } ]
    endPoint Solid { name "arm 4" translation 0 0 0.3 boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } } }
] boundingObject Group { children [ Pose { translation 0 0 0.05 children [ Box { size 0.2 0.2 0.2 } ] } Sphere { radius 0.1 } ] }
  physics Physics { density 800 } }
)";

// A simulation whose stop is part of what is looked at.
struct Run {
  explicit Run(const std::string& text) {
    auto world = load_world_text(text, "zoo", {}, diagnostics);
    if (!world || diagnostics.errors() > 0) return;
    simulation = std::make_unique<Simulation>(std::move(world), SimulationOptions{}, host, hooks, log);
    if (!simulation->start(diagnostics)) simulation.reset();
  }
  void step(int n) {
    while (n-- > 0) simulation->step();
  }
  World& world() { return simulation->world(); }

  Diagnostics diagnostics;
  NoControllers host;
  Hooks hooks;
  SilentLog log;
  std::unique_ptr<Simulation> simulation;
};

// Another number that the field may have.
double other_number(const FieldDescription& field, double now) {
  const auto allowed = [&](double n) {
    return n != now && !(field.minimum_excluded ? n <= field.minimum : n < field.minimum) &&
           !(field.maximum_excluded ? n >= field.maximum : n > field.maximum);
  };
  for (const double n : {now + 0.25, now * 1.25 + 0.01, now / 2, 0.5, 1.0, 2.0, 0.1, 5.0})
    if (allowed(n)) return n;
  return now;
}

// Another value; nothing where there is none to think of.
std::optional<Value> other_value(const FieldDescription& field, const Value& now) {
  switch (now.type()) {
    case FieldType::SFBool:
      return Value(!now.as<bool>());
    case FieldType::SFInt32: {
      const std::int32_t n = now.as<std::int32_t>();
      for (const std::int32_t m : {n + 1, n - 1, n + 2})
        if (value_problem(field, Value(m)).empty()) return Value(m);
      return std::nullopt;
    }
    case FieldType::SFFloat:
      return Value(other_number(field, now.as<double>()));
    case FieldType::SFVec2f: {
      const Vec2 v = now.as<Vec2>();
      return Value(Vec2{other_number(field, v.x), v.y});
    }
    case FieldType::SFVec3f: {
      const Vec3 v = now.as<Vec3>();
      return Value(Vec3{other_number(field, v.x), v.y, v.z});
    }
    case FieldType::SFRotation: {
      const Rotation r = now.as<Rotation>();
      return Value(Rotation{r.x, r.y, r.z, r.angle + 0.25});
    }
    case FieldType::SFColor: {
      const Color c = now.as<Color>();
      return Value(Color{other_number(field, c.r), c.g, c.b});
    }
    case FieldType::SFString:
      for (const std::string& choice : field.choices)
        if (choice != now.as<std::string>()) return Value(choice);
      if (field.choices.empty() && !field.name.ends_with("rl")) return Value(now.as<std::string>() + "x");
      return std::nullopt;
    case FieldType::MFFloat: {
      MFFloat list = now.as<MFFloat>();
      if (list.empty()) return std::nullopt;
      list.back() = other_number(field, list.back());
      return Value(std::move(list));
    }
    case FieldType::MFVec3f: {
      MFVec3f list = now.as<MFVec3f>();
      if (list.empty()) return std::nullopt;
      list.back().x = other_number(field, list.back().x);
      return Value(std::move(list));
    }
    default:
      return std::nullopt;
  }
}

// The greatest distance of a solid in one from the same solid in the other, in m and rad.
double distance(const Scene& a, const Scene& b) {
  if (a.solids().size() != b.solids().size()) return INFINITY;
  double greatest = 0;
  for (std::size_t i = 0; i < a.solids().size(); ++i) {
    const Pose p = a.solids()[i]->pose(), q = b.solids()[i]->pose();
    greatest = std::max({greatest, (p.position - q.position).norm(), (p.rotation - q.rotation).norm()});
  }
  return greatest;
}

// What an edit means otherwise than a file: a joint's position in a file agrees with the pose of its endPoint, an edit
// moves the endPoint there; a seed counts from the next reset; what is in a Slot stays when their types no longer fit.
bool means_otherwise(const Node& node, const FieldDescription& field) {
  return (node.is_a("JointParameters") && field.name == "position") || field.name == "randomSeed" ||
         (node.is_a("Slot") && field.name == "type");
}

std::vector<Node*> nodes_of(World& world) {
  std::vector<Node*> nodes;
  for (const NodePtr& top : world.nodes()) for_each_node(*top, [&](Node& node) { nodes.push_back(&node); });
  return nodes;
}

}  // namespace

TEST_CASE("Every field that is set in a running world acts as if the world had been loaded so") {
  Run first(zoo);
  for (const Diagnostic& d : first.diagnostics.all())
    if (d.severity == Severity::Error) UNSCOPED_INFO(render(d, false));
  REQUIRE(first.simulation);
  const std::size_t count = nodes_of(first.world()).size();
  std::set<std::string> types;
  std::set<std::pair<std::string, FieldIndex>> seen;
  int fields = 0, rounded = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const NodeType& type = nodes_of(first.world())[i]->type();
    types.insert(type.name());
    for (FieldIndex f = 0; f < type.fields().size(); ++f) {
      const FieldDescription& field = type.field(f);
      // A field is set once, in the first node that has it, whatever type derives from that which declares it.
      const NodeType* declares = &type;
      while (declares->base() && f < declares->base()->fields().size()) declares = declares->base();
      if (field.fixed || field.hidden || !seen.insert({declares->name(), f}).second) continue;
      Run edited(zoo);
      Node& node = *nodes_of(edited.world())[i];
      std::optional<Value> value = other_value(field, node.get(f));
      if (!value || !value_problem(field, *value).empty() || means_otherwise(node, field)) continue;
      const std::string what = fmt::format("{}.{} = {}", describe(node), field.name, write_value(*value));
      edited.world().set(node, f, std::move(*value));
      const std::string text = write_world(edited.world());
      edited.step(3);
      Run loaded(text);
      ++fields;
      if (edited.simulation->stop() || !loaded.simulation) {
        // What cannot be simulated is refused both ways, but for masses: a supervisor edits them a number at a time.
        INFO(what << ": "
                  << (edited.simulation->stop() ? edited.simulation->stop()->message : "loaded only with errors"));
        CHECK(!loaded.simulation);
        CHECK((edited.simulation->stop() || node.is_a("Physics")));
        continue;
      }
      loaded.step(3);
      if (edited.simulation->state_hash() == loaded.simulation->state_hash()) continue;
      // Where joints were made before a body was moved, their anchors differ in the last bits.
      ++rounded;
      const double apart = distance(edited.simulation->scene(), loaded.simulation->scene());
      if (apart < 1e-9) continue;
      INFO(what);
      CHECK(apart < 1e-9);
    }
  }
  CHECK(fields > 250);
  CHECK(rounded < fields / 20);
  CHECK(types.size() > 75);
}

TEST_CASE("Every node type is inserted into a running world where it may stand, and removed") {
  auto run = std::make_unique<Run>(zoo);
  REQUIRE(run->simulation);
  run->step(2);
  std::set<std::pair<std::string, FieldIndex>> seen;
  std::set<std::string> inserted;
  int stopped = 0;
  const std::size_t count = nodes_of(run->world()).size();
  for (std::size_t i = 0; i < count; ++i) {
    const NodeType& type = nodes_of(run->world())[i]->type();
    for (FieldIndex f = 0; f < type.fields().size(); ++f) {
      const FieldDescription& field = type.field(f);
      if (element_type(field.type) != FieldType::SFNode || !seen.insert({type.name(), f}).second) continue;
      for (const std::string_view name : node_type_names()) {
        const NodeType* child = find_node_type(name);
        const auto fits = [&](const std::string& choice) { return child->is_a(choice); };
        if (child->is_abstract() || !child->retired_in().empty() ||
            (!field.choices.empty() && std::none_of(field.choices.begin(), field.choices.end(), fits)))
          continue;
        INFO(type.name() << "." << field.name << " gets " << name);
        World& world = run->world();
        Node& node = *nodes_of(world)[i];
        const Value before = node.get(f).clone();
        const std::uint32_t id = node.id();
        if (field.type == FieldType::MFNode)
          world.insert(&node, f, 0, Value(NodePtr(new Node(*child))));
        else
          world.set(node, f, Value(NodePtr(new Node(*child))));
        inserted.insert(std::string(name));
        run->step(2);
        if (!run->simulation->stop()) {
          Node& again = *world.find_id(id);
          if (field.type == FieldType::MFNode)
            world.remove(&again, f, 0);
          else
            world.set(again, f, before.clone());
          run->step(1);
        }
        if (const auto& stop = run->simulation->stop()) {
          CHECK(stop->kind == Stop::Kind::BadWorld);
          ++stopped;
          run = std::make_unique<Run>(zoo);
          run->step(2);
        }
      }
    }
  }
  CHECK(inserted.size() > 70);
  CHECK(stopped < 200);
}

// Webots checks a field when a world is read and whenever it changes (WbFieldChecker, WbCamera::updateNear,
// WbRangeFinder, WbRadar): what is wrong is replaced by the same value both ways.
TEST_CASE("What a supervisor sets and a field must not hold is replaced as in a file") {
  const ProgramResult result = run_asserting(R"(#VRML_SIM R2025a utf8
PROTO Crate [ field SFVec3f extent 3 3 3 ] { Shape { geometry Box { size IS extent } } }
WorldInfo { basicTimeStep 8 }
DEF S Solid { children [ Shape { appearance DEF LOOK PBRAppearance { roughness 0.5 } geometry DEF BOX Box { size 2 3 4 } } ]
  boundingObject USE BOX physics DEF BODY Physics { density -1 mass 2 } }
DEF CRATE Crate { }
Robot { supervisor TRUE controller "asserts" children [
  DEF RAY DistanceSensor { type "sonar" }
  DEF EYE Camera { near 1 far 50 fieldOfView 1 recognition DEF NAMES Recognition { } zoom DEF ZOOM Zoom { } }
  DEF DEPTH RangeFinder { minRange 1 maxRange 8 }
  DEF RADAR Radar { minRange 1 maxRange 50 }
] }
)",
                                             R"(
def field(name, what):
    return s.getFromDef(name).getField(what)
def becomes(name, what, kind, given, now):
    f = field(name, what)
    getattr(f, 'set' + kind)(given)
    s.step(8)
    got = getattr(f, 'get' + kind)()
    assert got == now, (name, what, got)
becomes('BOX', 'size', 'SFVec3f', [1, -1, 1], [1, 1, 1])
becomes('CRATE', 'extent', 'SFVec3f', [1, -1, 1], [1, 1, 1])
becomes('LOOK', 'roughness', 'SFFloat', 7, 0)
becomes('BODY', 'mass', 'SFFloat', -5, 1)
becomes('RAY', 'type', 'SFString', 'lasser', 'generic')
becomes('NAMES', 'occlusion', 'SFInt32', 5, 1)
becomes('EYE', 'fieldOfView', 'SFFloat', 3.2, 0.785398)
becomes('EYE', 'near', 'SFFloat', 60, 50)
becomes('ZOOM', 'minFieldOfView', 'SFFloat', 2, field('ZOOM', 'maxFieldOfView').getSFFloat())
becomes('DEPTH', 'minRange', 'SFFloat', 20, 7)
becomes('RADAR', 'minRange', 'SFFloat', 60, 49)
# What is set in one step is seen together.
field('DEPTH', 'minRange').setSFFloat(10)
becomes('DEPTH', 'maxRange', 'SFFloat', 20, 20)
assert field('DEPTH', 'minRange').getSFFloat() == 10
)");
  for (const char* said :
       {"`size` must be greater than 0, not -1: 1 1 1 is used",
        "`mass` must be greater than 0, or -1, not -5: -1 is used",
        "`minRange` 20 is not below `maxRange` 8: `minRange` 7 is used", "`near` 60 is beyond `far` 50"}) {
    INFO(said << "\n" << result.err);
    CHECK(result.err.find(said) != std::string::npos);
  }
}
