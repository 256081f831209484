// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/recorders/reading_lists.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "controllers/wire/camera.h"
#include "controllers/wire/radar.h"
#include "controllers/wire/receiver.h"
#include "engine/files/json_text.h"
#include "engine/recorders/base64.h"
#include "engine/recorders/number_text.h"
#include "engine/robots/device.h"

namespace lightsout {
namespace {

using Bytes = std::span<const std::byte>;
using Type = ThingField::Type;

constexpr ThingField target_fields[] = {{"distance", "m", "of the target"},
                                        {"received_power", "dBm", "of the signal that comes back"},
                                        {"speed", "m/s", "of the distance: positive where it grows"},
                                        {"azimuth", "rad", "positive to the right"}};
constexpr ThingField object_fields[] = {
    {"id", "", "of its node"},
    {"model", "", "field of its solid", Type::Text},
    {"position", "m", "axes of the camera", Type::Numbers},
    {"orientation", "", "axis and angle (rad), axes of the camera", Type::Numbers},
    {"size", "m", "width and height", Type::Numbers},
    {"position_on_image", "pixels", "of its middle", Type::Numbers},
    {"size_on_image", "pixels", "width and height", Type::Numbers},
    {"colors", "", "red, green and blue of each of its recognitionColors", Type::Numbers}};
constexpr ThingField packet_fields[] = {
    {"text", "", "its data, where they are text; a NUL at the end is left off", Type::Text},
    {"data", "", "its data, base64", Type::Text},
    {"direction", "", "unit vector to the emitter, axes of the receiver; null from a physics plugin", Type::Numbers},
    {"signal_strength", "1/m^2", "null from a physics plugin"}};

constexpr ReadingList lists[] = {{LO_DEVICE_RADAR, "Radar", "targets", target_fields},
                                 {LO_DEVICE_CAMERA, "Camera", "objects", object_fields},
                                 {LO_DEVICE_RECEIVER, "Receiver", "packets", packet_fields, true}};

// Takes what lies next in the bytes.
template <class T>
T taken(Bytes& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes = bytes.subspan(sizeof value);
  return value;
}

// A member of an object that is open.
void put_name(std::string& text, const char* name) {
  if (text.back() != '{') text += ',';
  ((text += '"') += name) += "\":";
}

template <class Numbers>
void put_numbers(std::string& text, const char* name, const Numbers& numbers) {
  put_name(text, name);
  append_json_numbers(text, numbers);
}

void put_number(std::string& text, const char* name, double number) {
  put_name(text, name);
  append_json_number(text, number);
}

void put_text(std::string& text, const char* name, std::string_view value) {
  put_name(text, name);
  append_json_text(text, value);
}

void put_targets(std::string& text, Bytes bytes) {
  while (!bytes.empty()) {
    const auto target = taken<lo_radar_target>(bytes);
    text += '{';
    put_number(text, "distance", target.distance);
    put_number(text, "received_power", target.received_power);
    put_number(text, "speed", target.speed);
    put_number(text, "azimuth", target.azimuth);
    text += bytes.empty() ? "}" : "},";
  }
}

void put_objects(std::string& text, Bytes bytes) {
  while (!bytes.empty()) {
    const std::size_t before = bytes.size();
    const auto object = taken<lo_recognized_object>(bytes);
    text += '{';
    put_number(text, "id", object.id);
    const auto* characters = reinterpret_cast<const char*>(bytes.data()) + 3 * sizeof(double) * object.colors;
    put_text(text, "model", {characters, object.model_size});
    put_numbers(text, "position", object.position);
    put_numbers(text, "orientation", object.orientation);
    put_numbers(text, "size", object.size);
    put_numbers(text, "position_on_image", object.position_on_image);
    put_numbers(text, "size_on_image", object.size_on_image);
    // Of doubles that lie at a multiple of 8 bytes.
    put_numbers(text, "colors",
                std::span(reinterpret_cast<const double*>(bytes.data()), std::size_t(3) * object.colors));
    const std::size_t used = sizeof object + 3 * sizeof(double) * object.colors + object.model_size + 1;
    bytes = bytes.subspan((used + 7) / 8 * 8 - (before - bytes.size()));
    text += bytes.empty() ? "}" : "},";
  }
}

// Of UTF-8 (RFC 3629) without control characters but those of lines.
bool is_text(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size();) {
    const auto first = static_cast<unsigned char>(bytes[i]);
    if (first < 0x80) {
      if ((first < ' ' && first != '\n' && first != '\t' && first != '\r') || first == 0x7f) return false;
      ++i;
      continue;
    }
    const std::size_t more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    if (first < 0xc2 || first > 0xf4 || i + more >= bytes.size()) return false;
    std::uint32_t code = first & (0x3f >> more);
    for (std::size_t j = 1; j <= more; ++j) {
      const auto next = static_cast<unsigned char>(bytes[i + j]);
      if ((next & 0xc0) != 0x80) return false;
      code = code << 6 | (next & 0x3f);
    }
    constexpr std::uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    if (code < least[more] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
    i += more + 1;
  }
  return true;
}

void put_packets(std::string& text, Bytes bytes) {
  while (!bytes.empty()) {
    const auto size = std::size_t(taken<std::uint64_t>(bytes));
    Bytes packet = bytes.first(size);
    const auto head = taken<lo_receiver_packet>(packet);
    const std::span data(reinterpret_cast<const std::uint8_t*>(packet.data()), packet.size());
    std::string_view characters(reinterpret_cast<const char*>(packet.data()), packet.size());
    if (characters.ends_with('\0')) characters.remove_suffix(1);
    text += '{';
    if (is_text(characters)) put_text(text, "text", characters);
    put_name(text, "data");
    text += '"';
    append_base64(text, data);
    text += '"';
    put_numbers(text, "direction", head.direction);
    put_number(text, "signal_strength", head.signal_strength);
    bytes = bytes.subspan((size + 7) / 8 * 8);
    text += bytes.empty() ? "}" : "},";
  }
}

}  // namespace

const ReadingList* reading_list_of(const Device& device) {
  const auto* found = std::ranges::find(lists, device.kind(), &ReadingList::kind);
  if (found == std::end(lists)) return nullptr;
  if (found->kind == LO_DEVICE_CAMERA && !device.node().node("recognition")) return nullptr;
  return found;
}

ShownList shown_list_of(const Device& device) {
  const auto* shows = dynamic_cast<const ShowsList*>(&device);
  return shows ? shows->shown_list() : ShownList();
}

void append_things(std::string& text, const Device& device) {
  const Bytes bytes = shown_list_of(device).bytes;
  if (device.kind() == LO_DEVICE_RADAR) put_targets(text, bytes);
  if (device.kind() == LO_DEVICE_CAMERA) put_objects(text, bytes);
  if (device.kind() == LO_DEVICE_RECEIVER) put_packets(text, bytes);
}

}  // namespace lightsout
