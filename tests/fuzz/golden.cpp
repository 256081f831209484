// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The numbers of a golden. Few inputs get through the compression by chance: what is not compressed is made so.
#include <zstd.h>

#include "runs/series/series.h"
#include "tests/fuzz/target.h"

namespace lightsout::fuzz {

void fuzz_golden(std::string_view bytes) {
  (void)unpack(bytes);
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 1));
  const auto series = unpack(packed);
  if (!series) return;
  for (const SeriesQuantity& quantity : series->quantities)
    require(quantity.values.size() == series->times.size() * quantity.width(), "there is a number for each sample");
  const auto again = unpack(pack(*series));
  require(again && again->times.size() == series->times.size() && again->quantities.size() == series->quantities.size(),
          "a golden that was written reads as it was");
}

}  // namespace lightsout::fuzz
