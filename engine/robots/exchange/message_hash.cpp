// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/exchange/message_hash.h"

#include <cstring>
#include <string>
#include <string_view>

#include "controllers/wire/supervisor.h"
#include "engine/state/state_hash.h"

namespace lightsout {
namespace {

// Where messages with a text say how many bytes it has, and where it begins. It goes to the message's end.
struct SizedText {
  std::uint16_t kind;
  std::size_t size_at, text_at;
};
constexpr SizedText sized_texts[] = {
    {LO_MESSAGE_SUPERVISOR, offsetof(lo_supervisor_request, text_size), sizeof(lo_supervisor_request)},
    {LO_MESSAGE_ANSWER, offsetof(lo_supervisor_value, data_size), sizeof(lo_supervisor_value)},
    {LO_MESSAGE_ANSWER, offsetof(lo_supervisor_status, reason_size), sizeof(lo_supervisor_status)},
    {LO_MESSAGE_TRACKED, sizeof(lo_supervisor_tracked) + offsetof(lo_supervisor_value, data_size),
     sizeof(lo_supervisor_tracked) + sizeof(lo_supervisor_value)},
};

void shorten(std::uint16_t kind, std::size_t size, std::string& text) {
  const auto less = std::uint32_t(size - text.size());
  for (const SizedText& place : sized_texts) {
    std::uint32_t said = 0;
    if (place.kind != kind || text.size() < place.text_at) continue;
    std::memcpy(&said, text.data() + place.size_at, sizeof said);
    if (said != size - place.text_at) continue;
    said -= less;
    std::memcpy(text.data() + place.size_at, &said, sizeof said);
    return;
  }
}

}  // namespace

std::uint64_t hash_of_message(std::uint64_t before, const lo_message& header, std::span<const std::byte> payload,
                              const ProjectFolder& project) {
  std::string room;
  std::string_view text = project.leave_out({reinterpret_cast<const char*>(payload.data()), payload.size()}, room);
  if (text.size() < payload.size()) {
    shorten(header.kind, payload.size(), room);
    text = room;
  }
  const std::uint64_t link[] = {before, text.size(), header.kind, header.tag, hash_of(std::as_bytes(std::span(text)))};
  return hash_of(std::as_bytes(std::span(link)));
}

}  // namespace lightsout
