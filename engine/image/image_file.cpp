#include "engine/image/image_file.h"

#include <fmt/format.h>

#include "engine/mesh/module.h"

namespace lightsout {

std::expected<Image, std::string> read_image_file(const std::filesystem::path& path) {
  const auto address = find_in_module("lightsout_image", "lightsout_read_image");
  if (!address) return std::unexpected(address.error());
  const auto read = reinterpret_cast<bool (*)(const char*, Image&, std::string&)>(*address);
  Image image;
  std::string error;
  if (!read(path.c_str(), image, error)) return std::unexpected(error);
  return image;
}

}  // namespace lightsout
