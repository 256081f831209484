#include <catch2/catch.hpp>

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
