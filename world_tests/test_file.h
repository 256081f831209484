// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Reads *.test.yaml: the keys of run files, and
//   expect     what must hold of the run, as in run files
//   golden     a recording that it is held against
//   cases      a list of tests that each say some of it otherwise
//   matrix     keys with several values each: a test for each with each
//   tags, xfail, timeout
#pragma once

#include <vector>

#include "world_tests/world_test.h"

namespace lightsout {

class Diagnostics;

// The tests of a file. What is wrong is reported at its place; a file with errors is one test that cannot be run.
std::vector<WorldTest> read_test_file(const Source& source, Diagnostics& diagnostics);

}  // namespace lightsout
