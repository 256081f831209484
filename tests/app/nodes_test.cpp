// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

using namespace lightsout;

TEST_CASE("nodes lists the node types, one a line") {
  const ProgramResult result = run_lightsout({"nodes"});
  CHECK(result.exit_code == 0);
  CHECK(result.err == "");
  CHECK(result.out.find("\nHingeJoint ") != std::string::npos);
  CHECK(result.out.find("\nSolid ") != std::string::npos);
}

TEST_CASE("nodes describes a type with its bases, and each field with type, default and range") {
  const ProgramResult result = run_lightsout({"nodes", "Sphere"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("Sphere < Geometry") == 0);
  CHECK(result.out.find("  SFFloat     radius                       1\n") != std::string::npos);
  CHECK(result.out.find("> 0\n") != std::string::npos);
}

TEST_CASE("nodes offers the nearest name for one that is none") {
  const ProgramResult result = run_lightsout({"nodes", "HingeJiont"});
  CHECK(result.exit_code == 2);
  CHECK(result.out == "");
  CHECK(result.err.find("did you mean 'HingeJoint'?") != std::string::npos);
}

TEST_CASE("nodes knows the PROTOs of the library") {
  const ProgramResult ball = run_lightsout({"nodes", "Ball"});
  CHECK(ball.exit_code == 0);
  CHECK(ball.out.starts_with("PROTO Ball, of the built-in library\n"));
  CHECK_THAT(ball.out, Catch::Contains("  SFFloat     radius                       0.0325\n"));
  CHECK_THAT(run_lightsout({"nodes", "--protos"}).out, Catch::Contains("\nE-puck "));
  CHECK_THAT(run_lightsout({"nodes", "E-pukc"}).err, Catch::Contains("did you mean 'E-puck'?"));
}

TEST_CASE("nodes --json: every type and PROTO, with fields, types, defaults and ranges") {
  const ProgramResult result = run_lightsout({"nodes", "--json"});
  CHECK(result.exit_code == 0);
  CHECK(result.err == "");
  const auto page = nlohmann::json::parse(result.out);
  const auto find = [](const nlohmann::json& list, const std::string& name) {
    for (const auto& each : list)
      if (each["name"] == name) return each;
    FAIL(name);
    return nlohmann::json();
  };
  const auto sphere = find(page["nodes"], "Sphere");
  CHECK(sphere["bases"] == nlohmann::json{"Geometry", "Node"});
  const auto radius = find(sphere["fields"], "radius");
  CHECK(radius["type"] == "SFFloat");
  CHECK(radius["default"] == "1");
  CHECK(radius["above"] == 0);
  CHECK(find(find(page["protos"], "Ball")["fields"], "mass")["default"] == "0.055");
  for (const auto& proto : page["protos"]) CHECK(proto["fields"].is_array());
}
