// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// JSON Schema of sweep files, by which editors complete them.
#pragma once

#include <string>

namespace lightsout {

std::string sweep_file_schema();

}  // namespace lightsout
