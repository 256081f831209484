// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// In what order a supervisor is given contact points, by the real executable.
#include <catch2/catch.hpp>

#include "tests/support/program.h"

using namespace lightsout;

// One body with a shape of its own and one of each of two parts below, all on the floor. (Contacts are found from the
// end of the tree.)
TEST_CASE("The contact points of a node come before those of its descendants, in the order of the tree") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "worlds");
  std::filesystem::create_directories(folder / "controllers/looks");
  write_file(folder / "worlds/w.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
Solid { name "floor" boundingObject Plane { } }
DEF TOP Solid { translation 0 0 0.05 boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } children [
  DEF FIRST Solid { translation 1 0 0 name "first" boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } children [
    DEF BELOW Solid { translation 1 0 0 name "below" boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } } ] }
  DEF LAST Solid { translation 0 1 0 name "last" boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } } ] }
Robot { supervisor TRUE controller "looks" }
)");
  write_file(folder / "controllers/looks/looks.py", R"(
from controller import Supervisor
robot = Supervisor()
defs = ['TOP', 'FIRST', 'BELOW', 'LAST']
nodes = [robot.getFromDef(name) for name in defs]
for _ in range(3):
    robot.step(8)
ids = [node.getId() for node in nodes]
seen = []
for point in nodes[0].getContactPoints(True):
    name = defs[ids.index(point.node_id)]
    if seen[-1:] != [name]:
        seen.append(name)
print(' '.join(seen), '-', len(nodes[0].getContactPoints()), len(nodes[0].getContactPoints(True)))
)");
  const ProgramResult result = run_lightsout({"run", folder / "worlds/w.wbt"});
  CAPTURE(result.err);
  CHECK(result.exit_code == 0);
  // A box that lies on a plane has four points.
  CHECK_THAT(result.err, Catch::Contains("TOP FIRST BELOW LAST - 4 16"));
}
