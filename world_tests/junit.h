// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The results of tests as JUnit XML, which services of continuous integration read: what did not hold is a failure,
// what could not be run an error.
#pragma once

#include <span>
#include <string>

#include "world_tests/test_result.h"
#include "world_tests/world_test.h"

namespace lightsout {

std::string junit_of(std::span<const WorldTest> tests, std::span<const TestResult> results);

}  // namespace lightsout
