// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A supervisor among PROTO instances; its controller (tests/controllers/reads_protos) checks what it reads.
#include <catch2/catch.hpp>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

const char cart[] = R"(#VRML_SIM R2025a utf8
EXTERNPROTO "TestShell.proto"
PROTO Cart [
  field SFVec3f translation 0 0 0
  field SFRotation rotation 0 0 1 0
  field SFString name "cart"
  field SFFloat edge 0.2
  field SFInt32 blocks 1
  field MFNode extra [ ]
  unconnectedField SFString note "nothing"
]
{
  Solid {
    translation IS translation
    rotation IS rotation
    name IS name
    children [
      DEF LOAD Solid { name "load" translation 0 0 0.5 children [ Group { children IS extra } ] }
      TestShell { thickness IS edge }
      %< for (let i = 0; i < fields.blocks.value; ++i) { >%
        DEF BLOCK Solid { name "block%<= i >%" translation %<= i + 1 >% 0 0 boundingObject Box { size 0.1 0.1 0.1 } }
      %< } >%
    ]
    boundingObject DEF HULL Box { size 0.2 0.2 0.2 }
    physics Physics { }
  }
}
)";

const char shell[] = R"(#VRML_SIM R2025a utf8
PROTO TestShell [ field SFFloat thickness 0.1 field SFVec3f at 0 0 1 ]
{ Solid { name "shell" translation IS at boundingObject DEF SHELL_BALL Sphere { radius IS thickness } } }
)";

const char fast_cart[] = R"(#VRML_SIM R2025a utf8
EXTERNPROTO "Cart.proto"
PROTO FastCart [ field SFVec3f translation 0 0 0 field SFString name "fast" ]
{ Cart { translation IS translation name IS name edge 0.4 } }
)";

const char world[] = R"(#VRML_SIM R2025a utf8
EXTERNPROTO "../protos/Cart.proto"
IMPORTABLE EXTERNPROTO "../protos/FastCart.proto"
WorldInfo { basicTimeStep 8 }
DEF CART Cart { translation 0 0 20 }
DEF FAST FastCart { translation 0 5 20 }
Solid { name "model" translation 0 -9 9 boundingObject DEF CUBE Box { size 0.2 0.2 0.2 } }
DEF BOSS Robot { supervisor TRUE controller "reads_protos" }
)";

}  // namespace

TEST_CASE("A supervisor sees PROTO instances by their parameters and sets them") {
  const std::filesystem::path project = std::filesystem::path(LIGHTSOUT_BUILD_DIR) / "tests/project";
  std::filesystem::create_directories(project / "protos");
  write_file(project / "protos/Cart.proto", cart);
  write_file(project / "protos/TestShell.proto", shell);
  write_file(project / "protos/FastCart.proto", fast_cart);
  write_file(project / "worlds/supervisor_proto.wbt", world);
  const ProgramResult result =
      run_lightsout({"run", (project / "worlds/supervisor_proto.wbt").string(), "--duration", "60s"});
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("quit with status 0") != std::string::npos);
}
