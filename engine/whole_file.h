// A file that is there whole or not at all: written beside its name and then renamed.
#pragma once

#include <filesystem>
#include <string_view>

namespace lightsout {

// 0, or the errno of what failed; what was there before then stays. What is there and no plain file (a pipe,
// /dev/stdout) is written to, not replaced.
int write_whole_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace lightsout
