// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a node type answers of its fields; types are read by schema_reader.cpp.
#include "world_format/nodes/schema.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "world_format/text/version.h"

namespace lightsout {

namespace {

// Names are short: a word at each end is quicker than a call.
bool is_same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const auto word = [](const char* at) {
    std::uint64_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
  };
  const auto half = [](const char* at) {
    std::uint32_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
  };
  const std::size_t size = a.size();
  if (size > 16) return a == b;
  const char *end_a = a.data() + size, *end_b = b.data() + size;
  if (size >= 8) return word(a.data()) == word(b.data()) && word(end_a - 8) == word(end_b - 8);
  if (size >= 4) return half(a.data()) == half(b.data()) && half(end_a - 4) == half(end_b - 4);
  for (std::size_t i = 0; i < size; ++i)
    if (a[i] != b[i]) return false;
  return true;
}

}  // namespace

void NodeType::index() {
  kinds_ = (base_ ? base_->kinds_ : 0) | name_bit(name_);
  slots_.assign(std::bit_ceil(2 * current_count_ + 1), no_field);
  for (FieldIndex i = 0; i < current_count_; ++i) {
    std::size_t at = name_hash(fields_[i].name);
    while (slots_[at % slots_.size()] != no_field) ++at;
    slots_[at % slots_.size()] = i;
  }
  for (std::size_t i = current_count_; i < fields_.size(); ++i) retired_names_ |= name_bit(fields_[i].name);
}

void NodeType::count_fields() {
  for (const std::string& name : order_) counted_.push_back(find(name));
  const auto add = [this](bool hidden) {
    for (FieldIndex i = 0; i < current_count_; ++i)
      if (!proto_ && fields_[i].hidden == hidden && std::ranges::find(order_, fields_[i].name) == order_.end())
        counted_.push_back(i);
  };
  add(false);
  add(true);
  for (FieldIndex i = 0; proto_ && i < current_count_; ++i) counted_.push_back(i);
}

FieldIndex NodeType::find(std::string_view field, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask; slots_[at] != no_field; at = (at + 1) & mask)
    if (is_same(fields_[slots_[at]].name, field)) return slots_[at];
  return no_field;
}

FieldIndex NodeType::search_retired(std::string_view field, int version) const {
  for (std::size_t i = current_count_; i < fields_.size(); ++i)
    if (is_same(fields_[i].name, field) && version < version_number(fields_[i].retired_in))
      return static_cast<FieldIndex>(i);
  return no_field;
}

bool NodeType::derives_from(std::string_view type_name) const {
  for (const NodeType* type = this; type; type = type->base_)
    if (is_same(type->name_, type_name)) return true;
  return false;
}

}  // namespace lightsout
