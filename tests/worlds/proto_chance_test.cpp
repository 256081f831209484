// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Random numbers and the clock in templates of PROTOs. Reference manual, "Procedural PROTO Nodes", Optimization: files
// are deterministic, instances with the same fields are the same; those tagged nonDeterministic are not, and change at
// every reset. Here all of it follows from the seed.
#include <catch2/catch.hpp>
#include <sstream>

#include "tests/support/asserting.h"

using namespace lightsout;

namespace {

const char world[] = R"(#VRML_SIM R2025a utf8
EXTERNPROTO "../protos/Equal.proto"
EXTERNPROTO "../protos/Other.proto"
EXTERNPROTO "../protos/Holder.proto"
IMPORTABLE EXTERNPROTO "../protos/Late.proto"
DEF INFO WorldInfo { basicTimeStep 8 }
DEF A Equal { name "a" }
DEF B Equal { name "b" }
DEF X Other { name "x" }
DEF Y Other { name "y" }
DEF H Holder { name "h" children [ DEF K Solid { name "kept" } ] }
Robot { name "r" supervisor TRUE controller "asserts" }
)";

// `model` says what was drawn.
std::string proto(const std::string& name, const std::string& tags) {
  return "#VRML_SIM R2025a utf8\n# template language: javascript\n" + tags + "PROTO " + name +
         " [ field SFString name \"\" field SFInt32 n 1 ]\n"
         "{ %< const n = fields.n.value; >% Solid { name IS name model \"%<= Math.random() >% %<= Date.now() >%\" "
         "children [ "
         "DEF INNER Pose { translation %<= Math.random() >% 0 0 } ] } }\n";
}

const std::map<std::string, std::string> protos = {{"protos/Equal.proto", proto("Equal", "")},
                                                   {"protos/Other.proto", proto("Other", "# tags: nonDeterministic\n")},
                                                   {"protos/Late.proto", proto("Late", "# tags: nonDeterministic\n")},
                                                   {"protos/Holder.proto", R"(#VRML_SIM R2025a utf8
EXTERNPROTO "Other.proto"
PROTO Holder [ field SFString name "" field MFNode children [ ] ]
{ Solid { name IS name children [ Group { children IS children } DEF INSIDE Other { name "inside" } ] } }
)"}};

// A line for each episode: what is alike, what differs. Two resets, then one with the seed 7.
const char controller[] = R"(
import os
def drawn(name):
    node = s.getFromDef(name)
    return (node.getBaseNodeField('model') or node.getField('model')).getSFString()
def inside():
    return s.getFromDef('H').getFromProtoDef('INSIDE').getBaseNodeField('model').getSFString()
def place(name):
    return s.getFromDef(name).getFromProtoDef('INNER').getField('translation').getSFVec3f()[0]
out = open('seen%s.txt' % os.environ['LIGHTSOUT_SEED'], 'w')
ids = [s.getFromDef(n).getId() for n in 'ABXYK']
for episode in range(4):
    s.step(8)
    assert drawn('A') == drawn('B'), (drawn('A'), drawn('B'))
    assert len({drawn('A'), drawn('X'), drawn('Y'), inside()}) == 4
    assert place('X') != place('Y') and place('A') == place('B')
    assert [s.getFromDef(n).getId() for n in 'ABXYK'] == ids
    print(drawn('A'), '|', drawn('X'), '|', drawn('Y'), '|', inside(), file=out, flush=True)
    root = s.getRoot().getField('children')
    late = []
    for i in range(2):
        root.importMFNodeFromString(-1, 'DEF L%d Late { name "l%d" }' % (i, i))
        late.append(drawn('L%d' % i))
    assert late[0] != late[1], late
    s.step(8)
    if episode == 2: s.getFromDef('INFO').getField('randomSeed').setSFInt32(7)
    s.step(8)
    if episode < 3: s.simulationReset()
s.step(8)
)";

std::vector<std::string> episodes(const AssertingProject& project, const std::string& seed) {
  std::istringstream text(read_file(project / ("controllers/asserts/seen" + seed + ".txt")));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

std::string first_part(const std::string& line) { return line.substr(0, line.find('|')); }
std::string rest(const std::string& line) { return line.substr(line.find('|')); }

}  // namespace

TEST_CASE("Templates draw other numbers for each seed, and those that are tagged for each instance and episode") {
  const AssertingProject project(world, controller, protos);
  std::map<std::string, std::vector<std::string>> seen;
  for (const char* seed : {"0", "1", "7"}) {
    const ProgramResult result = project.run({"--seed", seed});
    CAPTURE(result.err);
    REQUIRE(result.exit_code == 0);
    const std::vector<std::string> lines = seen[seed] = episodes(project, seed);
    REQUIRE(lines.size() == 4);
    for (const std::string& line : lines) CHECK(first_part(line) == first_part(lines[0]));
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < i; ++j) CHECK(rest(lines[i]) != rest(lines[j]));
  }
  CHECK(first_part(seen["0"][0]) != first_part(seen["1"][0]));
  CHECK(rest(seen["0"][0]) != rest(seen["1"][0]));
  // An episode whose seed was given is that of a run with this seed.
  CHECK(rest(seen["0"][3]) == rest(seen["7"][0]));
  // And a batch, which reads the world once.
  for (const char* seed : {"0", "1", "7"})
    std::filesystem::remove(project / ("controllers/asserts/seen" + std::string(seed) + ".txt"));
  const ProgramResult batch = run_lightsout({"batch", "worlds/world.wbt", "--duration", "60s", "--seeds", "0,1,7", "-o",
                                             (project / "out").string(), "--quiet"},
                                            {.directory = project / ""});
  CAPTURE(batch.err);
  CHECK(batch.exit_code == 0);
  for (const char* seed : {"0", "1", "7"}) CHECK(episodes(project, seed) == seen[seed]);
}

TEST_CASE("What templates have drawn is the same from a snapshot, in each episode") {
  const AssertingProject project(world, controller, protos);
  const ProgramResult whole =
      project.run({"--hash", "--seed", "3", "--snapshot-every", "8ms", "--snapshots", (project / "s").string()});
  CAPTURE(whole.err);
  REQUIRE(whole.exit_code == 0);
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(project / "s")) {
    if (entry.path().extension() != ".snapshot") continue;
    ++count;
    const ProgramResult rest_of_it = run_lightsout(
        {"run", "--from", entry.path().string(), "--duration", "60s", "--hash"}, {.directory = project / ""});
    CAPTURE(entry.path().string(), rest_of_it.err);
    CHECK(rest_of_it.exit_code == 0);
    CHECK(rest_of_it.out == whole.out);
  }
  CHECK(count > 8);
}
