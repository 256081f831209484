// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A fuzz target does with any bytes what the program does with bytes of that kind, and returns whatever they are. What
// must hold and does not ends the process. libFuzzer makes bytes up (fuzzer.cpp), the suite reads those that are kept
// (replay_test.cpp).
#pragma once

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace lightsout::fuzz {

struct Target {
  const char* name;
  std::size_t longest;  // bytes of an input
  void (*run)(std::string_view bytes);
};

std::span<const Target> targets();
// nullptr if there is none of that name.
const Target* find_target(std::string_view name);

void require(bool holds, std::string_view what);

// Takes an input apart; zeros stand behind its end.
class Input {
 public:
  explicit Input(std::string_view bytes) : bytes_(bytes) {}
  bool at_end() const { return bytes_.empty(); }
  template <class T>
  T take() {
    static_assert(std::is_arithmetic_v<T>);
    T value{};
    const std::string_view read = take_bytes(sizeof value);
    std::memcpy(&value, read.data(), read.size());
    return value;
  }
  std::string_view take_bytes(std::size_t count) {
    const std::string_view read = bytes_.substr(0, count);
    bytes_.remove_prefix(read.size());
    return read;
  }
  std::string_view rest() const { return bytes_; }

 private:
  std::string_view bytes_;
};

// `base` after the edits that the input lists: a place, how many bytes go there, how many come, and they.
std::string edited(std::string base, Input edits);

// A folder of this process, the same at each call; gone at its end.
const std::filesystem::path& folder();
// A file of that name in it.
std::filesystem::path write_file(std::string_view name, std::string_view bytes);

}  // namespace lightsout::fuzz
