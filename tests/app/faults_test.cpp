// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the program does when the system refuses it something; tests/campaigns/faults goes through all places.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/programs/sanitizers.h"
#include "tests/support/program.h"

using namespace lightsout;

namespace {

// The library that lets calls fail takes the place of what sanitizers take the place of.
#if !LIGHTSOUT_SANITIZER()

ProgramOptions with_fault(const std::string& fault, const std::filesystem::path& folder) {
  return {.directory = folder,
          .environment = {"LD_PRELOAD=" LIGHTSOUT_BUILD_DIR "/lib/fault_injector.so", "FAULT_PROGRAM=lightsout",
                          "FAULT=" + fault}};
}

const std::string world =
    "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\nViewpoint { }\n"
    "Robot { children [ Speaker { } ] boundingObject Box { size 1 1 1 } physics Physics { } }\n";

TEST_CASE("A run without memory ends in order wherever it is") {
  const TemporaryFolder folder;
  write_file(folder / "w.wbt", world);
  // From command line to the end of a run: some four thousand calls.
  for (int first = 1; first < 6000; first += first < 100 ? 33 : 413) {
    INFO("call " << first);
    const ProgramResult result = run_lightsout({"run", "w.wbt", "--duration", "16ms"},
                                               with_fault(fmt::format("alloc:{}+", first), folder.path()));
    CHECK(result.signal == 0);
    if (result.exit_code == 0) break;
    CHECK(result.exit_code == 9);
    CHECK(result.err.find("out of memory") != std::string::npos);
  }
}

TEST_CASE("Memory that lacks once costs no verdict") {
  const TemporaryFolder folder;
  write_file(folder / "w.wbt", world);
  for (const int call : {20, 700, 1500}) {
    INFO("call " << call);
    const ProgramResult result = run_lightsout({"run", "w.wbt", "--duration", "16ms", "--verdict", "v.json"},
                                               with_fault(fmt::format("alloc:{}", call), folder.path()));
    CHECK(result.exit_code == 9);
    CHECK(read_file(folder / "v.json").find("\"exit_code\": 9") != std::string::npos);
  }
}

TEST_CASE("A report that memory lacks for once is none, and no crash") {
  const TemporaryFolder folder;
  write_file(folder / "w.wbt", "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 nothing 3 }\n");
  const std::vector<std::string> words = {"check", "--format", "json", "w.wbt"};
  ProgramOptions counting = with_fault("", folder.path());
  counting.environment.push_back("FAULT_COUNT=" + (folder / "count").string());
  const ProgramResult whole = run_lightsout(words, counting);
  REQUIRE(whole.exit_code == 0);
  // Eight bytes a kind; allocations are the last. The report is made at the end.
  const std::string counts = read_file(folder / "count");
  std::uint64_t calls = 0;
  REQUIRE(counts.size() >= sizeof calls);
  std::memcpy(&calls, counts.data() + counts.size() - sizeof calls, sizeof calls);
  REQUIRE(calls > 200);
  for (std::uint64_t call = calls - 200; call <= calls; ++call) {
    INFO("call " << call);
    const ProgramResult result = run_lightsout(words, with_fault(fmt::format("alloc:{}", call), folder.path()));
    CHECK(result.signal == 0);
    CHECK((result.exit_code == 9 || result.out == whole.out));
  }
}

// The engine of JavaScript ends its process where it lacks memory, or a thread, when it starts.
TEST_CASE("A template whose interpreter the machine refuses something is no crash") {
  const TemporaryFolder folder;
  write_file(folder / "w.wbt",
             "#VRML_SIM R2025a utf8\nEXTERNPROTO \"P.proto\"\nWorldInfo { basicTimeStep 8 }\nP { size 2 }\n");
  write_file(folder / "P.proto",
             "#VRML_SIM R2025a utf8\n# template language: javascript\nPROTO P [ field SFFloat size 1 ] {\n"
             "  Solid { translation %<= fields.size.value >% 0 0 }\n}\n");
  const std::vector<std::string> words = {"check", "w.wbt"};
  const ProgramResult whole = run_lightsout(words, with_fault("", folder.path()));
  INFO(whole.out << whole.err);
  REQUIRE(whole.exit_code == 0);
  std::vector<std::string> faults;
  for (int call = 1; call <= 8; ++call) faults.push_back(fmt::format("thread:{}", call));
  for (int call = 1; call <= 160; call += call < 40 ? 1 : 7) faults.push_back(fmt::format("map:{}", call));
  for (int call = 1000; call <= 4000; call += 101) faults.push_back(fmt::format("alloc:{}", call));
  for (const char* fault : {"process:1", "descriptor:1", "thread:1+", "map:20+", "alloc:1163+"})
    faults.push_back(fault);
  for (const std::string& fault : faults) {
    const ProgramResult result = run_lightsout(words, with_fault(fault, folder.path()));
    INFO(fault << ": " << result.out << result.err);
    CHECK(result.signal == 0);
    CHECK((result.exit_code == 0 || result.exit_code == 1 || result.exit_code == 9));
    CHECK((result.exit_code == 0 || !(result.out + result.err).empty()));
  }
  // What the machine refuses is no error of the template.
  for (const char* fault : {"process:1", "thread:1+"}) {
    const ProgramResult result = run_lightsout(words, with_fault(fault, folder.path()));
    INFO(fault << ": " << result.out << result.err);
    CHECK(result.exit_code == 9);
  }
}

TEST_CASE("What cannot take its place is not left beside it") {
  const TemporaryFolder folder;
  write_file(folder / "w.wbt", world);
  const ProgramResult result =
      run_lightsout({"run", "w.wbt", "--duration", "16ms", "--sounds", "sounds", "--animation", "out/a.html"},
                    with_fault("rename:1+", folder.path()));
  CHECK(result.exit_code == 9);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
    CHECK(entry.path().extension() != ".part");
}

#endif

}  // namespace
