// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a node type answers of its fields; types are read by schema_reader.cpp.
#include "world_format/schema.h"

#include <algorithm>

#include "world_format/version.h"

namespace lightsout {

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

FieldIndex NodeType::find(std::string_view field) const {
  for (std::size_t i = 0; i < current_count_; ++i)
    if (fields_[i].name == field) return static_cast<FieldIndex>(i);
  return no_field;
}

FieldIndex NodeType::find_retired(std::string_view field, int version) const {
  for (std::size_t i = current_count_; i < fields_.size(); ++i)
    if (fields_[i].name == field && version < version_number(fields_[i].retired_in)) return static_cast<FieldIndex>(i);
  return no_field;
}

bool NodeType::is_a(std::string_view type_name) const {
  for (const NodeType* type = this; type; type = type->base_)
    if (type->name_ == type_name) return true;
  return false;
}

}  // namespace lightsout
