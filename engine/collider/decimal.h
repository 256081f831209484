// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Decimal numbers of large texts.
#pragma once

#include <charconv>

namespace lightsout {

// Answers as std::from_chars(at, end, number) does, to the last bit. It is faster for what poses are written with: a
// few digits before the point, at most 18 in all, no exponent. It may read up to `readable`, which is `end` or beyond
// it.
std::from_chars_result read_decimal(const char* at, const char* end, const char* readable, double& number);

}  // namespace lightsout
