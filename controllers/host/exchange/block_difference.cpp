// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/exchange/block_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "controllers/wire/block.h"
#include "controllers/wire/message.h"

namespace lightsout {
namespace {

using Bytes = std::span<const std::byte>;

enum { LO_HEAD = -1, LO_ENTRY = -2 };

struct Member {
  int kind;  // of a device, or one of the above
  std::string_view name;
  std::uint32_t offset;
  char type;  // 'p': a place in the block; else as in _LETTERS of the generator
  std::uint32_t count;

  std::size_t element() const {
    switch (type) {
      case 'c':
      case 'b':
        return 1;
      case 'h':
        return 2;
      case 'U':
      case 'I':
      case 'd':
        return 8;
      default:
        return 4;
    }
  }
  std::size_t end() const { return offset + count * element(); }
};

constexpr Member members[] = {
#define MEMBER(kind, name, offset, type, count) {kind, name, offset, type, count},
#include "controllers/wire/members.inc"
#undef MEMBER
};

constexpr std::string_view kind_names[] = {
#define KIND(constant, name, remote) name,
    LO_DEVICE_KINDS(KIND)
#undef KIND
};

template <class T>
T at(Bytes image, std::size_t offset) {
  T value{};
  if (offset <= image.size() && sizeof value <= image.size() - offset)
    std::memcpy(&value, image.data() + offset, sizeof value);
  return value;
}

lo_block head_of(Bytes image) { return at<lo_block>(image, 0); }

std::vector<lo_device> devices_of(Bytes image) {
  const lo_block head = head_of(image);
  std::vector<lo_device> devices;
  for (std::size_t i = 0; i < head.device_count && head.devices + i * sizeof(lo_device) < image.size(); ++i)
    devices.push_back(at<lo_device>(image, head.devices + i * sizeof(lo_device)));
  return devices;
}

std::string text_of(Bytes image, const lo_string& text) {
  if (text.offset > image.size() || text.count > image.size() - text.offset) return {};
  return {reinterpret_cast<const char*>(image.data()) + text.offset, text.count};
}

std::string name_of(Bytes image, const lo_device& device) {
  const auto kind = std::size_t(device.kind);
  const std::string name = text_of(image, device.name);
  if (device.tag == 0) return "the robot";
  return fmt::format("{} ({})", name, kind < std::size(kind_names) ? kind_names[kind] : "device");
}

// The struct that an offset lies in: its beginning, whose it is, and what that is called.
struct Place {
  int kind = 0;
  std::size_t begin = 0;
  std::string whose;
};

std::optional<Place> place_of(Bytes image, std::size_t offset) {
  if (offset < sizeof(lo_block)) return Place{LO_HEAD, 0, "what is asked and answered"};
  const lo_block head = head_of(image);
  const std::vector<lo_device> devices = devices_of(image);
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const std::size_t entry = head.devices + i * sizeof(lo_device);
    if (offset >= entry && offset < entry + sizeof(lo_device))
      return Place{LO_ENTRY, entry, "table of devices, " + name_of(image, devices[i])};
    if (offset >= devices[i].state && offset < devices[i].state + devices[i].state_size)
      return Place{devices[i].kind, devices[i].state, name_of(image, devices[i])};
  }
  return {};
}

const Member* member_at(const Place& place, std::size_t offset) {
  for (const Member& member : members)
    if (member.kind == place.kind && offset - place.begin >= member.offset && offset - place.begin < member.end())
      return &member;
  return nullptr;
}

std::string value_at(Bytes image, std::size_t offset, char type) {
  switch (type) {
    case 'd':
      return fmt::format("{}", at<double>(image, offset));
    case 'f':
      return fmt::format("{}", at<float>(image, offset));
    case 'i':
      return fmt::format("{}", at<std::int32_t>(image, offset));
    case 'I':
      return fmt::format("{}", at<std::int64_t>(image, offset));
    case 'U':
      return fmt::format("{}", at<std::uint64_t>(image, offset));
    case 'h':
      return fmt::format("{}", at<std::uint16_t>(image, offset));
    case 'b':
    case 'c':
      return fmt::format("{}", at<std::uint8_t>(image, offset));
    default:
      return fmt::format("{}", at<std::uint32_t>(image, offset));
  }
}

bool says_where(std::string_view member) {
  return member.starts_with("world_path.") || member.starts_with("project_path.") ||
         member.starts_with("remote_control.");
}

// What makes no difference, from the bytes of the block's own head on.
class LeftOut {
 public:
  LeftOut(Bytes first, Bytes second) : image_(first), same_places_(have_same_places(first, second)) {
    for (const Bytes image : {first, second})
      for (const Member& member : members)
        if (const auto devices = devices_of(image);
            !devices.empty() && member.kind == LO_DEVICE_ROBOT && says_where(member.name) && member.type == 'p') {
          const auto text = at<lo_string>(image, devices[0].state + member.offset);
          texts_.emplace_back(text.offset, text.offset + text.count);
        }
  }

  bool operator()(std::size_t offset, const std::optional<Place>& place, const Member* member) const {
    for (const auto& [begin, end] : texts_)
      if (offset >= begin && offset < end) return true;
    if (!place || !member) return false;
    if (place->kind == LO_DEVICE_ROBOT && says_where(member->name)) return true;
    const bool is_size = place->kind == LO_HEAD && (member->name == "size" || member->name == "crash");
    return !same_places_ && (member->type == 'p' || is_size);
  }

  // Up to which the images are compared.
  std::size_t end() const { return same_places_ ? image_.size() : end_of_states(image_); }

 private:
  Bytes image_;
  bool same_places_;
  std::vector<std::pair<std::size_t, std::size_t>> texts_;
};

std::string name_of_message(std::uint16_t kind) {
  static constexpr std::pair<int, std::string_view> names[] = {{LO_MESSAGE_ANSWER, "the answer to a request"},
                                                               {LO_MESSAGE_CUSTOM_DATA, "custom data"},
                                                               {LO_MESSAGE_WARNING, "a warning"},
                                                               {LO_MESSAGE_PACKET, "a packet"},
                                                               {LO_MESSAGE_SUPERVISOR, "a supervisor's request"},
                                                               {LO_MESSAGE_SET_MODE, "the robot's mode"},
                                                               {LO_MESSAGE_PIN, "the robot's pin"},
                                                               {LO_MESSAGE_URDF, "a request of URDF"},
                                                               {LO_MESSAGE_INPUT_EVENT, "a wait for input"},
                                                               {LO_MESSAGE_SPEAKER, "a command of a speaker"},
                                                               {LO_MESSAGE_DISPLAY, "a command of a display"},
                                                               {LO_MESSAGE_PEN, "a command of a pen"},
                                                               {LO_MESSAGE_SOUND, "a sound"},
                                                               {LO_MESSAGE_SKIN, "a command of a skin"},
                                                               {LO_MESSAGE_INPUT_ENABLE, "a command of an input"},
                                                               {LO_MESSAGE_KEYBOARD, "the keyboard"},
                                                               {LO_MESSAGE_MOUSE, "the mouse"},
                                                               {LO_MESSAGE_JOYSTICK, "the joystick"},
                                                               {LO_MESSAGE_TRACKED, "what a supervisor tracks"},
                                                               {LO_MESSAGE_ARRAY, "a table or list"},
                                                               {LO_MESSAGE_DEVICES, "devices that came"},
                                                               {LO_MESSAGE_NAMES, "a device's names"}};
  const auto found = std::ranges::find(names, int(kind), &std::pair<int, std::string_view>::first);
  return found == std::end(names) ? fmt::format("message {}", kind) : std::string(found->second);
}

// The message that holds the byte, if messages begin where the box does.
std::string message_at(Bytes box, std::size_t offset, Bytes image) {
  std::uint64_t next = 0;
  int damaged = 0;
  while (next < box.size()) {
    const std::uint64_t begin = next;
    const lo_message header = at<lo_message>(box, begin);
    if (!lo_next_record(box.data(), box.size(), &next, &damaged)) next = box.size();
    if (offset >= next) continue;
    const std::vector<lo_device> devices = devices_of(image);
    const std::string whose = header.tag < devices.size() ? name_of(image, devices[header.tag]) : "";
    return fmt::format("{}: {}", whose, name_of_message(header.kind));
  }
  return "a message";
}

std::string in_box(Bytes box, std::size_t offset) {
  return offset < box.size() ? fmt::format("{:02x} at byte {}", std::to_integer<int>(box[offset]), offset)
                             : fmt::format("nothing at byte {}", offset);
}

}  // namespace

bool have_same_places(Bytes first, Bytes second) {
  return first.size() == second.size() && head_of(first).crash == head_of(second).crash;
}

std::size_t end_of_states(Bytes image) {
  std::size_t end = sizeof(lo_block);
  for (const lo_device& device : devices_of(image)) end = std::max<std::size_t>(end, device.state + device.state_size);
  return std::min(end, image.size());
}

double time_in(Bytes image) {
  const std::vector<lo_device> devices = devices_of(image);
  if (devices.empty()) return 0;
  for (const Member& member : members)
    if (member.kind == LO_DEVICE_ROBOT && member.name == "time_s")
      return at<double>(image, devices[0].state + member.offset);
  return 0;
}

std::optional<BlockDifference> difference_of_blocks(Bytes first, Bytes second) {
  const LeftOut left_out(first, second);
  const std::size_t end = std::min({left_out.end(), first.size(), second.size()});
  for (std::size_t offset = 0; offset < end;) {
    const auto begin = first.begin() + std::ptrdiff_t(offset);
    const auto found =
        std::mismatch(begin, first.begin() + std::ptrdiff_t(end), second.begin() + std::ptrdiff_t(offset)).first;
    offset = std::size_t(found - first.begin());
    if (offset == end) break;
    const auto place = place_of(second, offset);
    const Member* member = place ? member_at(*place, offset) : nullptr;
    if (left_out(offset, place, member)) {
      ++offset;
      continue;
    }
    if (!member)
      return BlockDifference{place ? place->whose : "a text or a table", in_box(first, offset), in_box(second, offset)};
    const std::size_t index = (offset - place->begin - member->offset) / member->element();
    const std::size_t value = place->begin + member->offset + index * member->element();
    return BlockDifference{
        fmt::format("{}: {}{}", place->whose, member->name, member->count > 1 ? fmt::format("[{}]", index) : ""),
        value_at(first, value, member->type), value_at(second, value, member->type)};
  }
  return {};
}

std::optional<BlockDifference> difference_of_boxes(Bytes first, Bytes second, Bytes image) {
  if (std::ranges::equal(first, second)) return {};
  const auto offset = std::size_t(std::ranges::mismatch(first, second).in1 - first.begin());
  return BlockDifference{message_at(offset < second.size() ? second : first, offset, image), in_box(first, offset),
                         in_box(second, offset)};
}

}  // namespace lightsout
