// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/exchange/exchange_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

#include "controllers/host/exchange/block_difference.h"
#include "controllers/host/exchange/exchange_record.h"
#include "controllers/host/launch/launcher.h"
#include "engine/robots/exchange/reserved_memory.h"
#include "engine/state/log.h"

namespace lightsout {

class PlayedLink final : public ControllerLink {
 public:
  PlayedLink(ExchangePlayer& player, ExchangeReader::Session session, std::size_t block_size)
      : player_(player), session_(std::move(session)), size_(block_size), memory_(block_size) {}

  lo_block* block() override { return static_cast<lo_block*>(memory_.get()); }

  void start() override {
    boxes_ = block()->to_engine.offset;
    to_engine_ = block()->to_engine;
    to_controller_ = block()->to_controller;
    const auto record = take(Exchange::Start);
    if (!record) return;
    RecordReader reader(record->bytes);
    const auto then = reader.bytes(reader.number<std::uint32_t>());
    if (!is_image_of_block(then, session_.opening.block_size)) return damaged();
    then_.assign(then.begin(), then.end());
    compare_image("it finds at its start");
    same_places_ = have_same_places(then_, now());
  }

  void note_bulk(std::size_t offset, std::size_t size) override {
    const ExchangeRecord* next = failed_ ? nullptr : player_.reader_->peek(session_.number);
    // A departure shows at the turn, with more to say.
    if (!next || next->kind != Exchange::Bulk) return;
    const auto record = player_.reader_->next(session_.number);
    RecordReader reader(record->bytes);
    const auto then_offset = reader.number<std::uint32_t>(), then_size = reader.number<std::uint32_t>();
    std::vector<std::byte>& then = bulk_[then_offset];
    if (then_size > size_) return damaged();
    then.resize(then_size);
    if (!apply_differences(reader, then)) return damaged();
    const std::span shown(reinterpret_cast<const std::byte*>(block()) + offset, size);
    if (!std::ranges::equal(then, shown))
      depart(fmt::format("the image or cloud of {} bytes that it is shown is another one", size));
  }

  void hand_turn() override {
    ++turn_;
    const auto record = take(Exchange::Told);
    if (!record) return;
    RecordReader reader(record->bytes);
    if (!apply_differences(reader, then_)) return damaged();
    compare_image("it is given");
    const auto then = reader.bytes(reader.number<std::uint32_t>());
    const std::span told(box(to_controller_), std::min(block()->to_controller.size, to_controller_.capacity));
    if (const auto difference = difference_of_boxes(then, told, now())) depart("it is given", *difference);
  }

  TurnEnd wait_turn() override {
    const auto record = take(Exchange::Said);
    if (!record) return {TurnEnd::Kind::Failed, 0, "cannot be played any further"};
    player_.say(player_.reader_->lines_before(record->number));
    RecordReader reader(record->bytes);
    TurnEnd end{TurnEnd::Kind(reader.number<std::uint8_t>()), reader.number<std::int32_t>(), reader.text()};
    end.by_environment = reader.number<std::uint8_t>() != 0;
    const std::size_t last = same_places_ ? then_.size() : std::min(end_of_states(then_), then_.size());
    const bool fits = read_differences(reader, [&](std::size_t at, std::span<const std::byte> bytes) {
      if (at > then_.size() || bytes.size() > then_.size() - at || bytes.size() % sizeof(std::uint32_t) != 0)
        return false;
      std::ranges::copy(bytes, then_.begin() + std::ptrdiff_t(at));
      if (at + bytes.size() <= last) write_to_block(*block(), at, bytes);
      return true;
    });
    const auto said = reader.bytes(reader.number<std::uint32_t>());
    if (!fits || said.size() > to_engine_.capacity || reader.failed()) {
      damaged();
      return {TurnEnd::Kind::Failed, 0, "cannot be played any further"};
    }
    std::memcpy(box(to_engine_), said.data(), said.size());
    return end;
  }

  void terminate() override {}

 private:
  std::vector<std::byte> now() { return image_of(*block(), boxes_); }
  std::byte* box(const lo_box& known) { return reinterpret_cast<std::byte*>(block()) + known.offset; }

  // The next record, which is of this kind: else the world goes on where it did not, or the file ends.
  std::optional<ExchangeRecord> take(Exchange kind) {
    if (failed_) return {};
    auto record = player_.reader_->next(session_.number);
    if (record && record->kind == kind) return record;
    if (record && kind == Exchange::Told && record->kind == Exchange::Bulk)
      depart("it was shown an image or a cloud then, and is shown none now");
    else if (record)
      depart("it is given its turn otherwise than then");
    else
      run_out();
    return {};
  }

  std::string who() {
    return fmt::format("robot {}, turn {}, at {} s", session_.opening.description.robot_path, turn_, time_in(now()));
  }
  void depart(const std::string& how) {
    failed_ = true;
    player_.depart(fmt::format("{}: {}", who(), how));
  }
  void depart(std::string_view how, const BlockDifference& difference) {
    depart(fmt::format("{} {}: {} then, {} now", how, difference.what, difference.first, difference.second));
  }
  void damaged() { depart("the exchange is damaged"); }
  void run_out() {
    if (player_.reader_->was_damaged()) return damaged();
    const std::string& path = session_.opening.description.robot_path;
    const auto is_of_robot = [&](const ExchangeOpening& opening) { return opening.description.robot_path == path; };
    if (player_.reader_->next_session(is_of_robot))
      return depart("its controller was ended and started anew then, and goes on now");
    failed_ = true;
    player_.run_out(fmt::format("{}{}", player_.reader_->was_cut() ? "the exchange was cut off: " : "", who()));
  }
  void compare_image(std::string_view how) {
    if (const auto difference = difference_of_blocks(then_, now())) depart(how, *difference);
  }

  ExchangePlayer& player_;
  ExchangeReader::Session session_;
  std::size_t size_, boxes_ = 0;
  ReservedMemory memory_;
  lo_box to_engine_{}, to_controller_{};
  std::vector<std::byte> then_;                           // the image as it was then
  std::map<std::uint32_t, std::vector<std::byte>> bulk_;  // images as they were then, by offset
  std::int64_t turn_ = 0;
  bool same_places_ = true, failed_ = false;
};

ExchangePlayer::~ExchangePlayer() = default;

void ExchangePlayer::end_run() {
  if (!is_over()) say(reader_->lines_left());
}

std::unique_ptr<ControllerLink> ExchangePlayer::open(const ControllerDescription& description, std::size_t block_size) {
  if (needs_no_process(description.controller)) return nullptr;
  auto session = reader_->next_session(
      [&](const ExchangeOpening& opening) { return opening.description.robot_path == description.robot_path; });
  // Then it had no controller that ran (--no-code), or there was no such robot.
  if (!session) {
    const std::string what =
        fmt::format("robot {} starts a controller, of which the exchange has nothing", description.robot_path);
    if (reader_->was_damaged())
      depart("the exchange is damaged");
    else if (reader_->was_cut())
      run_out("the exchange was cut off: " + what);
    else
      depart(what);
    return nullptr;
  }
  return std::make_unique<PlayedLink>(*this, std::move(*session), block_size);
}

void ExchangePlayer::look_for_the_missing() {
  if (const auto* session = reader_->unclaimed_at_start())
    depart(fmt::format("the exchange begins with a controller of robot {}, and now there is none",
                       session->opening.description.robot_path));
}

void ExchangePlayer::depart(std::string sentence) {
  if (departure_.empty() && exhausted_.empty()) departure_ = std::move(sentence);
}

void ExchangePlayer::run_out(std::string sentence) {
  if (departure_.empty() && exhausted_.empty()) exhausted_ = std::move(sentence);
}

void ExchangePlayer::end_step(std::int64_t total_steps) {
  if (!is_over()) say(reader_->lines_before_step(total_steps));
}

void ExchangePlayer::say(const std::vector<ExchangeLine>& lines) {
  for (const ExchangeLine& line : lines) log_.controller_line(line.robot, line.is_stderr, line.text);
}

}  // namespace lightsout
