// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Decimal numbers of large texts.
#pragma once

#include <charconv>

namespace lightsout {

// Reads numbers one after the other. It is fast for what poses are written with: a few digits before the point, at most
// 18 in all, no exponent; fastest where each has as many decimals as the one before it.
class DecimalReader {
 public:
  // Answers as std::from_chars(at, end, number) does, to the last bit; a plus sign may stand before the number. It may
  // read up to `readable`, which is `end` or beyond it.
  std::from_chars_result read(const char* at, const char* end, const char* readable, double& number);

 private:
  int decimals_ = 6;  // of the number before, where they were fewer than eight
};

}  // namespace lightsout
