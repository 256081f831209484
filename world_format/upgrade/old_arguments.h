// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The arguments of a controller as files before R2020b had them, in one text. The text was part of a command line
// (QProcess::start): double quotes hold blanks together, three in a row are one that is part of the argument.
#pragma once

#include <string>

#include "world_format/nodes/value.h"

namespace lightsout {

MFString split_arguments(const std::string& text);
std::string join_arguments(const MFString& arguments);

}  // namespace lightsout
