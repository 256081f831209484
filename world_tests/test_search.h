// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which tests there are and which of them are asked for.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "batches/sweeps/values.h"
#include "world_tests/world_test.h"

namespace lightsout {

// The files that are named, and all *.test.yaml in folders that are, in the order of their names; what begins with a
// dot is left out. A file that is named twice, or by a folder too, is there once. The error names what is not there.
std::expected<std::vector<std::string>, std::string> find_test_files(const std::vector<std::string>& paths);

struct TestSelection {
  std::string pattern;            // regular expression that is found in the id, "" for any
  std::vector<std::string> tags;  // one of those that it must have; "!slow": one that it must not
  std::optional<Shard> shard;     // a part of what is left, dealt out one by one
};

// A file with errors has every tag: nobody knows which. The error says what is wrong with the selection.
std::expected<std::vector<WorldTest>, std::string> select_tests(std::vector<WorldTest> tests,
                                                                const TestSelection& selection);

}  // namespace lightsout
