// A camera's last image, for the Displays that it is attached to.
#pragma once

#include <cstdint>
#include <span>

namespace lightsout {

class CameraImage {
 public:
  struct View {
    int width = 0, height = 0;
    std::span<const std::byte> bgra;  // row by row from the top left; empty before the first
    std::uint64_t generation = 0;     // another one: the image is another
  };
  virtual View last_image() const = 0;

 protected:
  ~CameraImage() = default;
};

}  // namespace lightsout
