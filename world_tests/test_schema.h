// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// JSON Schema of tests of worlds (*.test.yaml), by which editors complete them.
#pragma once

#include <string>

namespace lightsout {

std::string test_file_schema();

}  // namespace lightsout
