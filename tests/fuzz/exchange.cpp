// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a snapshot and its exchange file say that a controller was told goes into the block of another controller.
#include <nlohmann/json.hpp>

#include "controllers/host/exchange/recorded_host.h"
#include "tests/fuzz/played_host.h"
#include "tests/fuzz/target.h"

namespace lightsout::fuzz {
namespace {

constexpr std::uint32_t box = 256, image = 512, size = image + 2 * box;

void lay_out(lo_block& block) {
  block.magic = LO_BLOCK_MAGIC;
  block.size = size;
  block.device_count = 1;
  block.devices = sizeof(lo_block);
  block.touched = sizeof(lo_block) + sizeof(lo_device);
  block.to_engine = {image, box, 0, 0};
  block.to_controller = {image + box, box, 0, 0};
}

ControllerDescription robot() {
  ControllerDescription description;
  description.robot_id = 5;
  return description;
}

// A few turns, each told something.
void play(RecordedHost& host, int turns) {
  const auto link = host.open(robot(), size);
  lay_out(*link->block());
  link->start();
  for (int i = 0; i < turns; ++i) {
    const TurnEnd end = link->wait_turn();
    if (end.kind != TurnEnd::Kind::Step && end.kind != TurnEnd::Kind::Immediate) return;
    auto* bytes = reinterpret_cast<char*>(link->block());
    bytes[400 + 4 * i] = char(i + 1);
    const char told[] = "told";
    lo_box_fill(bytes, image + box, box, &link->block()->to_controller, told, sizeof told);
    link->hand_turn();
  }
}

std::span<const std::byte> as_bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

struct Base {
  std::string records, block;
  nlohmann::json description;
};

Base record() {
  const auto path = folder() / "base.exchange";
  auto tape = ExchangeTape::create(path);
  require(tape.has_value(), "a tape can be made");
  RecordedHost host(std::make_unique<PlayedHost>(""), std::move(*tape));
  Base base;
  const auto link = host.open(robot(), size);
  lay_out(*link->block());
  base.block.assign(reinterpret_cast<const char*>(link->block()), image);
  link->start();
  for (int i = 0; i < 3; ++i) {
    (void)link->wait_turn();
    reinterpret_cast<char*>(link->block())[400 + 4 * i] = char(i + 1);
    link->hand_turn();
  }
  (void)link->wait_turn();
  const auto saved = host.save_controllers();
  require(saved.has_value(), "controllers can be saved");
  const auto json = nlohmann::json::from_cbor(*saved);
  const auto& of_robot = json.at("robots").at(0);
  const auto read = ExchangeTape::read(path, json.at("size"), {{0, of_robot.at(2).get<std::uint64_t>()}});
  require(read.has_value(), "the tape can be read");
  const auto& records = read->at(0);
  base.records.assign(reinterpret_cast<const char*>(records.data()), records.size());
  const auto& block = of_robot.at(3).get_binary();
  base.block.assign(block.begin(), block.end());
  base.description = of_robot.at(4);
  return base;
}

}  // namespace

void fuzz_exchange(std::string_view bytes) {
  static const Base base = record();
  Input input(bytes);
  const std::string block = edited(base.block, Input(input.take_bytes(input.take<std::uint8_t>())));
  const std::string records = edited(base.records, input);
  const auto path = folder() / "changed.exchange";
  std::filesystem::remove(path);
  auto tape = ExchangeTape::create(path);
  require(tape.has_value(), "a tape can be made");
  (*tape)->append((*tape)->new_session(), as_bytes(records));
  (void)(*tape)->flush();
  const nlohmann::json saved = {
      {"tape", path.filename().string()},
      {"size", (*tape)->size()},
      {"robots", {{5, 0, (*tape)->hash(0), nlohmann::json::binary({block.begin(), block.end()}), base.description}}}};
  RecordedHost host(std::make_unique<PlayedHost>(""), nullptr);
  const auto loaded = host.load_controllers(nlohmann::json::to_cbor(saved), folder());
  require(loaded.has_value(), "a tape that fits is taken");
  play(host, 3);
  // The list of robots is a stranger's too.
  (void)RecordedHost(std::make_unique<PlayedHost>(""), nullptr)
      .load_controllers({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, folder());
}

}  // namespace lightsout::fuzz
