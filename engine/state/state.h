// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The state that a step changes, told once per object: hashing, saving (snapshots, rebuilds) and loading all walk the
// same list.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/state/pose.h"
#include "engine/state/state_hash.h"
#include "world_format/project/project_folder.h"
#include "world_format/text/digest.h"

namespace lightsout {

class StateVisitor {
 public:
  // Of texts what is left without the project's folder.
  static StateVisitor hashing(StateHash& hash, const ProjectFolder& project) {
    StateVisitor visitor(&hash, nullptr, {});
    visitor.project_ = &project;
    return visitor;
  }
  static StateVisitor saving(std::vector<std::byte>& out) { return StateVisitor(nullptr, &out, {}); }
  static StateVisitor loading(std::span<const std::byte> in) { return StateVisitor(nullptr, nullptr, in); }

  bool is_hashing() const { return hash_ != nullptr; }
  bool is_loading() const { return !hash_ && !out_; }
  // Of all labels and sizes so far, in their order: what was saved fits what loads it.
  std::uint64_t layout() const { return layout_.value(); }
  // Loading: all bytes were used.
  bool at_end() const { return in_.empty(); }
  // Loading: the bytes ended too early or a list was longer than they; values past that are untouched.
  bool failed() const { return failed_; }

  // Whose numbers follow; both strings must outlive a labelled hash.
  void node(std::string_view path) { path_ = path; }

  // Numbers, booleans and enumerations.
  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void field(std::string_view label, T& value) {
    run(label, &value, 1);
  }
  void field(std::string_view label, Vector3d& value) { run(label, value.data(), 3); }
  void field(std::string_view label, Matrix3d& value) { run(label, value.data(), 9); }
  template <class T, std::size_t n>
  requires std::is_arithmetic_v<T>
  void field(std::string_view label, std::array<T, n>& values) { run(label, values.data(), n); }
  void numbers(std::string_view label, std::span<double> values) { run(label, values.data(), values.size()); }
  // Of arithmetic elements; its length is part of the state.
  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_same_v<T, std::byte>) void list(std::string_view label,
                                                                              std::vector<T>& values) {
    std::uint64_t count = values.size();
    field(label, count);
    if (is_loading()) {
      if (failed_ || count > in_.size() / sizeof(T)) {
        failed_ = true;
        return;
      }
      values.resize(count);
    }
    run(label, values.data(), values.size());
  }
  void text(std::string_view label, std::string& value) {
    std::string room;
    const std::string_view shown = project_ ? project_->leave_out(value, room) : value;
    std::vector<char> chars(shown.begin(), shown.end());
    list(label, chars);
    if (is_loading() && !failed_) value.assign(chars.begin(), chars.end());
  }

 private:
  StateVisitor(StateHash* hash, std::vector<std::byte>* out, std::span<const std::byte> in)
      : hash_(hash), out_(out), in_(in) {}

  template <class T>
  void run(std::string_view label, T* values, std::size_t count) {
    constexpr auto element = std::is_floating_point_v<T> ? StateHash::Element::Real
                             : std::is_signed_v<T>       ? StateHash::Element::Signed
                                                         : StateHash::Element::Unsigned;
    bytes(label, values, count * sizeof(T), element, sizeof(T));
  }

  void bytes(std::string_view label, void* data, std::size_t size, StateHash::Element element,
             std::size_t element_size) {
    if (!hash_) {
      layout_.add(label);
      layout_.add(std::uint64_t(size));
    }
    if (size == 0) return;
    if (hash_) {
      hash_->label(path_, label, element, element_size);
      hash_->add_bytes(data, size);
    } else if (out_) {
      const auto* begin = static_cast<const std::byte*>(data);
      out_->insert(out_->end(), begin, begin + size);
    } else if (size > in_.size()) {
      failed_ = true;
    } else {
      std::memcpy(data, in_.data(), size);
      in_ = in_.subspan(size);
    }
  }

  StateHash* hash_;
  std::vector<std::byte>* out_;
  std::span<const std::byte> in_;
  const ProjectFolder* project_ = nullptr;
  std::string_view path_;
  bool failed_ = false;
  Digest layout_;
};

// One goes on with the state of another, which has the same fields.
template <class From, class To>
void copy_state(From& from, To& to) {
  std::vector<std::byte> bytes;
  StateVisitor saving = StateVisitor::saving(bytes);
  from.visit_state(saving);
  StateVisitor loading = StateVisitor::loading(bytes);
  to.visit_state(loading);
}

}  // namespace lightsout
