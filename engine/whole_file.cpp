#include "engine/whole_file.h"

#include <cerrno>
#include <cstdio>
#include <string>

namespace lightsout {

int write_whole_file(const std::filesystem::path& path, std::string_view bytes) {
  std::error_code ignored;
  const bool replace = !std::filesystem::exists(path, ignored) || std::filesystem::is_regular_file(path, ignored);
  const std::string place = replace ? path.string() + ".part" : path.string();
  std::FILE* file = std::fopen(place.c_str(), "wb");
  if (!file) return errno;
  int error = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() ? 0 : errno;
  if (std::fclose(file) != 0 && error == 0) error = errno;
  if (replace && error == 0 && std::rename(place.c_str(), path.c_str()) != 0) error = errno;
  if (replace && error != 0) std::remove(place.c_str());
  return error;
}

}  // namespace lightsout
