// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/text/version.h"

#include <charconv>

namespace lightsout {

int version_number(std::string_view version) {
  if (version.size() < 2) return 0;
  const char* at = version.data() + 1;
  const char* end = version.data() + version.size();
  const auto read = [&at, end](int& number) {
    const auto result = std::from_chars(at, end, number);
    if (result.ec != std::errc() || number < 0 || number > 9999) return false;
    at = result.ptr;
    return true;
  };
  int major = 0;
  if (!read(major)) return 0;
  if (version.front() == 'R') {
    if (at == end || *at < 'a' || *at > 'z') return 0;
    return major * 100 + (*at - 'a' + 1);
  }
  if (version.front() != 'V' || major > 99) return 0;
  int parts[2] = {0, 0};
  for (int& part : parts) {
    if (at == end || *at != '.') break;
    ++at;
    if (!read(part) || part > 9) return 0;
  }
  return major * 100 + parts[0] * 10 + parts[1];
}

}  // namespace lightsout
