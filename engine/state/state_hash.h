// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The fingerprint of everything that a step changes. Equal hashes after every step are the proof of reproducibility.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace lightsout {

// XXH3, 64 bits.
std::uint64_t hash_of(std::span<const std::byte> bytes);

// Collects the state's bytes in scene-tree order and hashes them with XXH3. With labels on, it also remembers which
// bytes belong to what, and how they are to be read, so that two runs can be compared to the first differing number.
class StateHash {
 public:
  explicit StateHash(bool labelled = false);
  ~StateHash();
  StateHash(StateHash&&) noexcept;
  StateHash& operator=(StateHash&&) noexcept;

  // Whose numbers follow: node path, then what they are ("ROBOT.WHEEL", "angular velocity"). Ignored unless labelled.
  // Both strings must live as long as the hash.
  enum class Element : std::uint8_t { Real, Signed, Unsigned };
  void label(std::string_view node, std::string_view field, Element element, std::size_t element_size);
  void add(double value) { add_bytes(&value, sizeof value); }
  void add(std::int64_t value) { add_bytes(&value, sizeof value); }
  void add(std::span<const double> values) { add_bytes(values.data(), values.size_bytes()); }
  void add_bytes(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), bytes, bytes + size);
    if (bytes_.size() >= most_held && !labelled_) take_in();
  }

  // Of what has been added so far; more may come.
  std::uint64_t value();
  bool labelled() const { return labelled_; }
  // Keeps its memory: a hash is reused step after step.
  void clear();

  struct Label {
    std::size_t offset;
    std::string_view node;
    std::string_view field;
    Element element;           // what it is a run of,
    std::size_t element_size;  // and of how many bytes each
  };
  // All, if it is labelled.
  const std::vector<std::byte>& bytes() const { return bytes_; }
  const std::vector<Label>& labels() const { return labels_; }

 private:
  // What is not labelled is hashed piece by piece: the state of a large world stays in the cache.
  static constexpr std::size_t most_held = 64 << 10;
  struct Stream;
  void take_in();

  bool labelled_;
  std::vector<std::byte> bytes_;    // that the stream has not taken
  std::unique_ptr<Stream> stream_;  // once there was more than a piece
  bool is_begun_ = false;           // the stream holds what came before
  std::vector<Label> labels_;
};

}  // namespace lightsout
