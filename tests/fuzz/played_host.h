// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers that an input plays: what they leave in their blocks when they give a turn back.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "controllers/wire/block.h"
#include "controllers/wire/message.h"
#include "engine/robots/exchange/controller_link.h"
#include "engine/robots/exchange/reserved_memory.h"
#include "tests/fuzz/target.h"

namespace lightsout::fuzz {

// Orders, one after the other, until one ends the turn; at the input's end every turn asks for a step.
class PlayedLink final : public ControllerLink {
 public:
  PlayedLink(std::size_t size, Input& input) : memory_(size), input_(input) {}

  lo_block* block() override { return static_cast<lo_block*>(memory_.get()); }
  void start() override {}
  void hand_turn() override { block()->to_controller.size = 0; }
  void terminate() override {}

  TurnEnd wait_turn() override {
    lo_block& b = *block();
    b.request = LO_REQUEST_STEP;
    b.step_ms = 16;
    std::vector<char> out;
    TurnEnd end;
    while (!input_.at_end() && !play(out, end)) {
    }
    lo_box_fill(&b, to_engine_.offset, to_engine_.capacity, &b.to_engine, out.data(), out.size());
    return end;
  }

 private:
  // True if the turn ends.
  bool play(std::vector<char>& out, TurnEnd& end) {
    lo_block& b = *block();
    // As the engine laid it out.
    if (to_engine_.capacity == 0) {
      to_engine_ = b.to_engine;
      size_ = b.crash + LO_CRASH_SIZE;
    }
    char* base = reinterpret_cast<char*>(&b);
    switch (input_.take<std::uint8_t>() % 6) {
      case 0: {  // a word of a device's state, or behind it
        const auto tag = input_.take<std::uint8_t>();
        const auto word = input_.take<std::uint8_t>();
        const auto value = input_.take_bytes(sizeof(std::uint32_t));
        if (states_.empty()) {
          const auto* table = reinterpret_cast<const lo_device*>(base + b.devices);
          for (std::uint32_t i = 0; i < b.device_count; ++i) states_.push_back(table[i].state);
          touched_ = b.touched;
        }
        const std::size_t device = tag % states_.size();
        std::memcpy(base + states_[device] + 4 * word, value.data(), value.size());
        base[touched_ + device / 8] |= char(1 << device % 8);
        return false;
      }
      case 1: {  // any word
        const std::size_t place = input_.take<std::uint32_t>() % (size_ - 8);
        const auto value = input_.take_bytes(sizeof(std::uint32_t));
        std::memcpy(base + place, value.data(), value.size());
        return false;
      }
      case 2: {  // a message
        lo_message head{};
        head.kind = input_.take<std::uint8_t>();
        head.tag = input_.take<std::uint8_t>();
        std::string payload(input_.take_bytes(input_.take<std::uint8_t>()));
        // No file but those beside the world is named.
        for (char& c : payload)
          if (c == '/') c = '_';
        head.size = std::uint32_t(payload.size());
        payload.resize(lo_padded(head.size));
        out.insert(out.end(), reinterpret_cast<const char*>(&head), reinterpret_cast<const char*>(&head + 1));
        out.insert(out.end(), payload.begin(), payload.end());
        return false;
      }
      case 3: {  // bytes in the place of messages
        const auto bytes = input_.take_bytes(input_.take<std::uint8_t>());
        out.insert(out.end(), bytes.begin(), bytes.end());
        return false;
      }
      case 4:
        b.step_ms = input_.take<std::int8_t>();
        return true;
      default: {
        const auto how = input_.take<std::uint8_t>() % 8;
        if (how < 6) {
          b.request = LO_REQUEST_IMMEDIATE;
          end.kind = TurnEnd::Kind::Immediate;
        } else {
          b.request = LO_REQUEST_EXIT;
          end.kind = how == 6 ? TurnEnd::Kind::Exited : TurnEnd::Kind::Failed;
          end.exit_code = how == 6 ? 0 : 3;
        }
        return true;
      }
    }
  }

  ReservedMemory memory_;
  Input& input_;
  lo_box to_engine_{};
  std::size_t size_ = 0;  // of what is laid out
  std::vector<std::uint32_t> states_;
  std::uint32_t touched_ = 0;
};

struct PlayedHost final : ControllerHost {
  explicit PlayedHost(std::string_view bytes) : input(bytes) {}
  std::unique_ptr<ControllerLink> open(const ControllerDescription&, std::size_t size) override {
    return std::make_unique<PlayedLink>(size, input);
  }
  Input input;
};

}  // namespace lightsout::fuzz
