#include "engine/image/image_writer.h"

#include <algorithm>

#include "controllers/wire/image_module.h"
#include "engine/mesh/module.h"

namespace lightsout {

std::expected<void, std::string> write_image_file(const std::filesystem::path& path, int width, int height,
                                                  std::span<const std::uint8_t> bgra, int quality) {
  const std::string ending = path.extension().string();
  const bool is_jpeg = ending == ".jpg" || ending == ".jpeg";
  if (!is_jpeg && ending != ".png") return std::unexpected("the name must end in .png, .jpg or .jpeg");
  const auto address = find_in_module("lightsout_image", "lightsout_write_image");
  if (!address) return std::unexpected(address.error());
  char error[512] = "";
  const auto write = reinterpret_cast<lightsout_write_image_function*>(*address);
  if (write(path.c_str(), width, height, bgra.data(), false, is_jpeg ? std::clamp(quality, 1, 100) : 0, error,
            sizeof error))
    return {};
  return std::unexpected(std::string(error));
}

}  // namespace lightsout
