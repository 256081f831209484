// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Holds what a run has recorded against a golden of its test.
#pragma once

#include <filesystem>
#include <string>

#include "world_tests/test_result.h"
#include "world_tests/world_test.h"

namespace lightsout {

// `folder`: of the run, where its series lies, and where a plot of a difference goes. Sets state and message of a
// result that is good so far.
void compare_with_golden(const WorldTest& test, const std::filesystem::path& folder, TestResult& result);

// Makes what the run has recorded the golden. "" or what went wrong.
std::string update_golden(const WorldTest& test, const std::filesystem::path& folder);

}  // namespace lightsout
