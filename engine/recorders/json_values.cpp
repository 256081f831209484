#include "engine/recorders/json_values.h"

#include <fmt/format.h>

#include "engine/files/json_text.h"
#include "engine/recorders/number_text.h"

namespace lightsout {
namespace {

void append_name(std::string& text, std::string_view name) { ((text += '"') += name) += "\":"; }

}  // namespace

void append_json_fields(std::string& text, const Quantity& quantity, std::vector<double>& numbers) {
  numbers.clear();
  quantity.read(numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += ',';
    append_name(text, quantity.fields[i].name);
    append_json_number(text, numbers[i]);
  }
  if (!quantity.fields.empty() || quantity.subject != Subject::Readings) return;
  text += "\"ranges\":[";
  const std::span<const float> ranges = quantity.ranges();
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (i > 0) text += ',';
    append_json_number(text, ranges[i]);
  }
  text += ']';
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
