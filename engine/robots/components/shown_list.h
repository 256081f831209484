// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a device has told its controller that is a list of things, for whoever writes it down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lightsout {

struct ShownList {
  std::uint32_t count = 0;  // of samples so far; 0: there is none
  // As wire/<device>.h has what the controller gets: targets of a radar, recognized objects of a camera, points of a
  // lidar whose point cloud is enabled; packets of a receiver each behind its size (8 bytes), padded to 8. Valid until
  // the next step.
  std::span<const std::byte> bytes{};
};

class ShowsList {
 public:
  // Of the last sample.
  virtual ShownList shown_list() const = 0;

 protected:
  ~ShowsList() = default;
};

}  // namespace lightsout
