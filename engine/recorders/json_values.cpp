// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/recorders/json_values.h"

#include <fmt/format.h>

#include <cstring>

#include "controllers/wire/lidar.h"
#include "engine/files/json_text.h"
#include "engine/recorders/number_text.h"
#include "engine/recorders/reading_lists.h"

namespace lightsout {
namespace {

void append_name(std::string& text, std::string_view name) { ((text += '"') += name) += "\":"; }

// [x,y,z,layer,time] each.
void append_points(std::string& text, std::span<const std::byte> points) {
  text += '[';
  for (std::size_t at = 0; at < points.size(); at += sizeof(lo_lidar_point)) {
    lo_lidar_point point;
    std::memcpy(&point, &points[at], sizeof point);
    const float numbers[] = {point.x, point.y, point.z, float(point.layer), point.time};
    if (at > 0) text += ',';
    append_json_numbers(text, numbers);
  }
  text += ']';
}

}  // namespace

void append_json_fields(std::string& text, const Quantity& quantity, std::vector<double>& numbers) {
  numbers.clear();
  quantity.read(numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += ',';
    append_name(text, quantity.fields[i].name);
    append_json_number(text, numbers[i]);
  }
  if (quantity.list) {
    append_name(text, quantity.list->name);
    ((text += '[') += quantity.things) += ']';
  }
  if (!quantity.is_bulk()) return;
  append_name(text, "ranges");
  append_json_numbers(text, quantity.ranges());
  if (quantity.points().empty()) return;
  append_name(text += ',', "points");
  append_points(text, quantity.points());
}

void append_json(std::string& text, const SeenContact& contact, std::vector<double>& numbers) {
  text += "{\"solid1\":";
  append_json_text(text, *contact.solid1);
  text += ",\"solid2\":";
  append_json_text(text, *contact.solid2);
  read_contact(contact, numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    text += ',';
    append_name(text, contact_fields[i].name);
    append_json_number(text, numbers[i]);
  }
  text += '}';
}

void append_json_fields(std::string& text, int id, const Label& label) {
  fmt::format_to(std::back_inserter(text), "\"id\":{},\"text\":{}", id, json_text(label.text));
  const std::pair<const char*, double> numbers[] = {
      {"x", label.x}, {"y", label.y}, {"size", label.size}, {"transparency", label.transparency}};
  for (const auto& [name, value] : numbers) {
    text += ',';
    append_name(text, name);
    append_json_number(text, value);
  }
  fmt::format_to(std::back_inserter(text), ",\"color\":\"#{:06x}\",\"font\":{}", label.color, json_text(label.font));
}

}  // namespace lightsout
