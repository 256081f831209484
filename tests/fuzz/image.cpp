// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/image/image_file.h"
#include "tests/fuzz/target.h"

namespace lightsout::fuzz {

void fuzz_image(std::string_view bytes) {
  const auto image = read_image_file(write_file(bytes.starts_with("\x89") ? "i.png"
                                                : bytes.starts_with("#?") ? "i.hdr"
                                                                          : "i.jpg",
                                                bytes));
  if (image)
    require(image->rgba.size() == 4 * std::size_t(image->width) * std::size_t(image->height), "every pixel is there");
}

}  // namespace lightsout::fuzz
