// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Parameters of PROTOs that hold nodes and that no field follows ("useful when the value of an interface field is used
// to store relevant data that a Supervisor controller may wish to access", proto-definition.md), and what templates
// read of nodes that are in the world otherwise. The supervisor is tests/controllers/keeps.
#include <catch2/catch.hpp>

#include "engine/controller_end.h"
#include "engine/state/pose.h"
#include "tests/support/program.h"
#include "tests/support/simulated.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/text/diagnostic.h"
#include "world_format/writer.h"

using namespace lightsout;

namespace {

const char store[] = R"(#VRML_SIM R2025a utf8
PROTO KeptStore [
  field SFVec3f translation 0 0 0
  unconnectedField SFNode node Box { size 1 2 3 }
  unconnectedField MFNode nodes [ ]
]
{ Solid { translation IS translation name "store" } }
)";

const char outer[] = R"(#VRML_SIM R2025a utf8
EXTERNPROTO "KeptStore.proto"
PROTO KeptOuter [ field MFNode things [ ] ]
{ KeptStore { nodes IS things } }
)";

const char reader[] = R"(#VRML_SIM R2025a utf8
PROTO KeptReader [ field SFNode look NULL field MFNode parts [ ] ]
{ Solid { name "reader" model "%<= fields.look.value.fields.roughness.value >% %<= fields.parts.value.length >%" } }
)";

const char world[] = R"(#VRML_SIM R2025a utf8
EXTERNPROTO "../protos/KeptStore.proto"
EXTERNPROTO "../protos/KeptOuter.proto"
EXTERNPROTO "../protos/KeptReader.proto"
WorldInfo { basicTimeStep 8 }
DEF STORE KeptStore { translation 5 0 0 node DEF BALL Sphere { radius 3 }
  nodes [ DEF FIRST Solid { name "first" translation 1 0 0 } Group { } ] }
DEF PLAIN KeptStore { }
DEF OTHER KeptStore { }
DEF OUTER KeptOuter { things [ DEF THING Pose { } ] }
DEF READER KeptReader { look DEF LOOK PBRAppearance { roughness 0.5 } parts [ DEF PART Pose { } ] }
DEF USER KeptReader { look USE LOOK }
DEF BOSS Robot { supervisor TRUE controller "keeps" }
)";

// Files of its own, and the controllers that were built for all.
std::filesystem::path write_project(const TemporaryFolder& folder) {
  for (const char* name : {"protos", "worlds"}) std::filesystem::create_directories(folder / name);
  std::filesystem::create_directory_symlink(std::filesystem::path(LIGHTSOUT_BUILD_DIR) / "tests/project/controllers",
                                            folder / "controllers");
  write_file(folder / "protos/KeptStore.proto", store);
  write_file(folder / "protos/KeptOuter.proto", outer);
  write_file(folder / "protos/KeptReader.proto", reader);
  write_file(folder / "worlds/supervisor_kept.wbt", world);
  return folder / "worlds/supervisor_kept.wbt";
}

}  // namespace

TEST_CASE("A supervisor finds and edits what parameters keep") {
  const TemporaryFolder folder;
  const ProgramResult result = run_lightsout({"run", write_project(folder).string(), "--duration", "60s"});
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("quit with status 0") != std::string::npos);
}

TEST_CASE("What parameters keep is saved, copied, and comes back with its changes") {
  Diagnostics diagnostics;
  const TemporaryFolder folder;
  const std::filesystem::path path = write_project(folder);
  const auto load = [&] { return load_world(path, {}, diagnostics); };
  auto first = load(), second = load();
  REQUIRE(diagnostics.errors() == 0);
  first->remember();
  first->keep_changes();
  second->remember();
  Node& keeper = *first->find_def("STORE")->proto()->parameters;
  const FieldIndex nodes = keeper.type().find("nodes");
  const NodePtr& kept = keeper.get<MFNode>("nodes").front();
  CHECK(kept->id() != 0);
  CHECK(first->find_id(kept->id()) == kept.get());
  first->set(*kept, kept->type().find("radarCrossSection"), Value(4.0));
  first->remove(&keeper, nodes, 1);
  MFNode arrived = load_nodes("DEF NEW Pose { }", *first, &keeper, nodes, diagnostics);
  REQUIRE(arrived.size() == 1);
  first->insert(&keeper, nodes, 0, Value(std::move(arrived.front())));
  CHECK(second->apply_changes(first->save_changes()).has_value());
  const auto text = [](World& of) { return write_node(*of.find_def("STORE"), {.keep_protos = true}); };
  CHECK(text(*second) == text(*first));
  CHECK(text(*first).find("DEF NEW Pose") != std::string::npos);
  CHECK(text(*first).find("radarCrossSection 4") != std::string::npos);

  const std::uint32_t id = keeper.get<MFNode>("nodes").back()->id();
  const MFNode old = first->restore();
  Node& again = *first->find_def("STORE")->proto()->parameters;
  CHECK(again.get<MFNode>("nodes").size() == 2);
  CHECK(again.get<MFNode>("nodes").front()->id() == id);
  CHECK(first->find_id(id) == again.get<MFNode>("nodes").front().get());
  CHECK(again.parent() == first->find_def("STORE"));
}
