// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Files that parameters of PROTOs name: beside the PROTO by its default, beside the world by whoever gives them there.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/support/asserting.h"

using namespace lightsout;

namespace {

// A cube around the origin.
std::string cube(double size) {
  const double h = size / 2;
  std::string text;
  for (const double x : {-h, h})
    for (const double y : {-h, h})
      for (const double z : {-h, h}) text += fmt::format("v {} {} {}\n", x, y, z);
  for (const char* face : {"1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4"})
    text += fmt::format("f {}\n", face);
  return text;
}

// Lasers look at a thing each, 10 m ahead: they measure 10 m less half of its size.
std::string world() {
  std::string text = R"(#VRML_SIM R2025a utf8
EXTERNPROTO "../protos/Thing.proto"
EXTERNPROTO "../derived/Derived.proto"
EXTERNPROTO "../protos/Holder.proto"
WorldInfo { basicTimeStep 8 }
DEF A Thing { translation 10 0 0 name "a" }
DEF B Thing { translation 10 10 0 name "b" url "m/cube.obj" }
DEF C Thing { translation 10 20 0 name "c" }
DEF D Derived { translation 10 30 0 name "d" }
DEF E Derived { translation 10 40 0 name "e" url "m/cube.obj" }
DEF F Derived { translation 10 50 0 name "f" }
DEF G Holder { translation 10 60 0 name "g" }
DEF H Holder { translation 10 70 0 name "h" hull Mesh { url "m/cube.obj" } }
Robot { name "r" supervisor TRUE controller "asserts" children [
)";
  for (int i = 0; i < 8; ++i)
    text += fmt::format(
        "DistanceSensor {{ name \"{}\" translation 0 {} 0 type \"laser\" lookupTable [ 0 0 0, 20 20 0 ] }}\n",
        char('a' + i), 10 * i);
  return text + "] }\n";
}

const std::map<std::string, std::string> files = {{"protos/m/cube.obj", cube(1)},
                                                  {"derived/m/cube.obj", cube(2)},
                                                  {"worlds/m/cube.obj", cube(3)},
                                                  {"protos/Thing.proto", R"(#VRML_SIM R2025a utf8
PROTO Thing [ field SFVec3f translation 0 0 0 field SFString name "" field MFString url "m/cube.obj" ]
{ Solid { translation IS translation name IS name boundingObject Mesh { url IS url } } }
)"},
                                                  {"protos/Holder.proto", R"(#VRML_SIM R2025a utf8
PROTO Holder [ field SFVec3f translation 0 0 0 field SFString name "" field SFNode hull Mesh { url "m/cube.obj" } ]
{ Solid { translation IS translation name IS name boundingObject IS hull } }
)"},
                                                  {"derived/Derived.proto", R"(#VRML_SIM R2025a utf8
EXTERNPROTO "../protos/Thing.proto"
PROTO Derived [ field SFVec3f translation 0 0 0 field SFString name "" field MFString url "m/cube.obj" ]
{ Thing { translation IS translation name IS name url IS url } }
)"}};

}  // namespace

// The reference manual has urls relative to the file that says them. A supervisor says them of the world.
TEST_CASE("What a supervisor names in a parameter is found beside the world, and a saved world finds the same") {
  run_asserting(world(), R"(
import os
sensors = [s.getDevice(name) for name in 'abcdefgh']
for sensor in sensors: sensor.enable(8)
def sizes():
    s.step(8)
    s.step(8)
    return [round(2 * (10 - sensor.getValue()), 6) for sensor in sensors]
saved = os.path.abspath('../../worlds/saved.wbt')
if not os.path.exists(saved):
    assert sizes() == [1, 3, 1, 2, 3, 2, 1, 3], sizes()
    s.getFromDef('C').getField('url').setMFString(0, './m/cube.obj')
    s.getFromDef('F').getField('url').setMFString(0, 'm/cube.obj')   # as its default reads
    s.step(8)
    assert sizes() == [1, 3, 3, 2, 3, 3, 1, 3], sizes()
    s.worldSave(saved)
    s.worldLoad(saved)
    s.step(8)
assert sizes() == [1, 3, 3, 2, 3, 3, 1, 3], sizes()
)",
                files);
}
