// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Instances of PROTOs that are expanded anew while the world runs: what stays and what is another; and axes of the
// world that turn. The supervisor is tests/controllers/regrows.
#include <catch2/catch.hpp>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

const char tower[] = R"(#VRML_SIM R2025a utf8
PROTO Tower [
  field SFVec3f translation 0 0 0
  field SFInt32 floors 1
  field MFNode{ Shape{}, Pose{} } things [ Pose { } ]
  field SFNode hull Sphere { radius 0.5 }
]
{
  Solid {
    translation IS translation
    name "tower %<= fields.hull.value.fields.radius.value >%"
    model "%<= context.id >%"
    children [
      DEF LEFT Pose { children IS things }
      DEF RIGHT Pose { translation 0 9 0 children IS things }
      %< for (let i = 0; i < fields.floors.value; ++i) { >%
        DEF FLOOR Solid { name "floor %<= i >%" translation 0 0 %<= i >% }
      %< } >%
    ]
    boundingObject IS hull
  }
}
)";

const char worker[] = R"(#VRML_SIM R2025a utf8
PROTO Worker [ field SFInt32 number 1 ]
{ Robot { name "worker" controller "says_arguments" controllerArgs [ "number=%<= fields.number.value >%" ] } }
)";

const char pebble[] = R"(#VRML_SIM R2025a utf8
PROTO Pebble [
  field SFFloat size 1
  field SFInt32{1, 2, 4} grade 2
  field MFFloat{0.5, 1} marks [ 1 ]
]
{ Pose { translation %<= fields.size.value >% %<= fields.grade.value >% %<= fields.marks.value.length >% } }
)";

const char pile[] = R"(#VRML_SIM R2025a utf8
PROTO Pile [ field SFVec3f translation 0 0 0 field MFNode stones [ ] ]
{
  Solid {
    translation IS translation
    name "pile %<= fields.stones.value[0].fields.size.value >% %<= fields.stones.value[0].fields.size.value > 2 >%"
    children IS stones
  }
}
)";

const char world[] = R"(#VRML_SIM R2025a utf8
IMPORTABLE EXTERNPROTO "../protos/Tower.proto"
EXTERNPROTO "../protos/Worker.proto"
EXTERNPROTO "../protos/Pebble.proto"
EXTERNPROTO "../protos/Pile.proto"
WorldInfo { basicTimeStep 8 gpsCoordinateSystem "WGS84" gpsReference 0 9 0 }
DEF TOWER Tower { translation 0 20 0 }
DEF WORKER Worker { }
DEF PILE Pile { translation 0 60 0 stones [ DEF STONE Pebble { size 2 } ] }
Robot {
  translation 0 0 3 name "boss" supervisor TRUE controller "regrows"
  children [ Compass { } GPS { } ]
}
)";

}  // namespace

TEST_CASE("What a PROTO becomes anew, and axes that turn, as a supervisor sees them") {
  const std::filesystem::path project = std::filesystem::path(LIGHTSOUT_BUILD_DIR) / "tests/project";
  std::filesystem::create_directories(project / "protos");
  write_file(project / "protos/Tower.proto", tower);
  write_file(project / "protos/Worker.proto", worker);
  write_file(project / "protos/Pebble.proto", pebble);
  write_file(project / "protos/Pile.proto", pile);
  write_file(project / "worlds/supervisor_regrow.wbt", world);
  const ProgramResult result =
      run_lightsout({"run", (project / "worlds/supervisor_regrow.wbt").string(), "--duration", "60s"});
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("quit with status 0") != std::string::npos);
  // A robot made anew is another robot, and has its controller started with what it is now.
  const std::size_t first = result.err.find("started with number=1 at 0 s");
  REQUIRE(first != std::string::npos);
  CHECK(result.err.find("started with number=2 at 0.", first) != std::string::npos);
}
