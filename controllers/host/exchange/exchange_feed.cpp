// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/exchange/exchange_feed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

#include "controllers/host/exchange/block_difference.h"
#include "controllers/host/exchange/exchange_record.h"

namespace lightsout {
namespace {

std::string name_of(TurnEnd::Kind kind) {
  switch (kind) {
    case TurnEnd::Kind::Step:
      return "asked for a step";
    case TurnEnd::Kind::Immediate:
      return "asked for an answer";
    case TurnEnd::Kind::Exited:
      return "ended";
    case TurnEnd::Kind::Failed:
      return "failed";
    case TurnEnd::Kind::Absent:
      return "could not be started";
  }
  return {};
}

std::string name_of(const TurnEnd& end) {
  return end.reason.empty() ? name_of(end.kind) : fmt::format("{} ({})", name_of(end.kind), end.reason);
}

class Feeding {
 public:
  Feeding(ExchangeReader& reader, const ExchangeReader::Session& session, std::unique_ptr<ControllerLink> link)
      : reader_(reader), session_(session), link_(std::move(link)) {}

  Fed feed(const std::atomic<bool>& interrupted) {
    auto start = reader_.next(session_.number);
    if (!start || start->kind != Exchange::Start || !begin(*start)) return damaged();
    while (!interrupted && !ended_) {
      auto record = reader_.next(session_.number);
      if (!record && reader_.was_damaged()) return damaged();
      if (!record) break;
      const bool fits = record->kind == Exchange::Said   ? hear(*record)
                        : record->kind == Exchange::Told ? tell(*record)
                                                         : record->kind == Exchange::Bulk && show(*record);
      if (!fits) return damaged();
    }
    link_->begin_end();
    link_->terminate();
    return std::move(fed_);
  }

 private:
  lo_block& block() { return *link_->block(); }
  std::byte* at(std::size_t offset) { return reinterpret_cast<std::byte*>(&block()) + offset; }

  Fed damaged() {
    depart("the exchange is damaged");
    link_->terminate();
    return std::move(fed_);
  }
  void depart(const std::string& how) {
    ended_ = true;
    fed_.departure = fmt::format("turn {}, at {} s: {}", fed_.turns, fed_.time, how);
  }
  void depart(const BlockDifference& difference) {
    depart(fmt::format("it says {}: {} then, {} now", difference.what, difference.first, difference.second));
  }

  bool begin(const ExchangeRecord& record) {
    RecordReader reader(record.bytes);
    const auto image = reader.bytes(reader.number<std::uint32_t>());
    if (!is_image_of_block(image, session_.opening.block_size)) return false;
    write_to_block(block(), 0, image);
    image_.assign(image.begin(), image.end());
    to_engine_ = block().to_engine;
    to_controller_ = block().to_controller;
    fed_.time = time_in(image_);
    link_->start();
    return true;
  }

  bool show(const ExchangeRecord& record) {
    RecordReader reader(record.bytes);
    const auto offset = reader.number<std::uint32_t>(), size = reader.number<std::uint32_t>();
    const std::size_t boxes_end = std::max(to_engine_.offset + to_engine_.capacity,  //
                                           to_controller_.offset + to_controller_.capacity);
    const std::size_t end = session_.opening.block_size;
    if (offset < boxes_end || offset > end || size > end - offset) return false;
    std::vector<std::byte>& image = bulk_[offset];
    image.resize(size);
    if (!apply_differences(reader, image)) return false;
    std::ranges::copy(image, at(offset));
    return true;
  }

  bool tell(const ExchangeRecord& record) {
    RecordReader reader(record.bytes);
    const bool fits = read_differences(reader, [this](std::size_t offset, std::span<const std::byte> bytes) {
      if (bytes.size() % sizeof(std::uint32_t) != 0 || offset > image_.size() || bytes.size() > image_.size() - offset)
        return false;
      write_to_block(block(), offset, bytes);
      std::ranges::copy(bytes, image_.begin() + std::ptrdiff_t(offset));
      return true;
    });
    const auto sent = reader.bytes(reader.number<std::uint32_t>());
    if (!fits || reader.failed() || sent.size() > to_controller_.capacity) return false;
    std::memcpy(at(to_controller_.offset), sent.data(), sent.size());
    fed_.time = time_in(image_);
    link_->hand_turn();
    return true;
  }

  bool hear(const ExchangeRecord& record) {
    RecordReader reader(record.bytes);
    TurnEnd then{TurnEnd::Kind(reader.number<std::uint8_t>()), reader.number<std::int32_t>(), reader.text()};
    then.by_environment = reader.number<std::uint8_t>() != 0;
    const bool fits = apply_differences(reader, image_);
    const auto said_then = reader.bytes(reader.number<std::uint32_t>());
    if (!fits || reader.failed()) return false;
    const TurnEnd now = link_->wait_turn();
    if (now.kind == TurnEnd::Kind::Absent) {
      ended_ = true;
      fed_.not_started = now.reason;
      return true;
    }
    if (now.kind != then.kind || now.exit_code != then.exit_code) {
      depart(fmt::format("it {} then, and {} now", name_of(then), name_of(now)));
      return true;
    }
    if (now.kind == TurnEnd::Kind::Exited || now.kind == TurnEnd::Kind::Failed) {
      ended_ = true;
      return true;
    }
    const std::vector<std::byte> image = image_of(block(), to_engine_.offset);
    const std::span said_now(at(to_engine_.offset), std::min(block().to_engine.size, to_engine_.capacity));
    if (const auto difference = difference_of_blocks(image_, image))
      depart(*difference);
    else if (const auto other = difference_of_boxes(said_then, said_now, image))
      depart(*other);
    else
      ++fed_.turns;
    return true;
  }

  ExchangeReader& reader_;
  const ExchangeReader::Session& session_;
  std::unique_ptr<ControllerLink> link_;
  lo_box to_engine_{}, to_controller_{};
  std::vector<std::byte> image_;  // as it was then
  std::map<std::uint32_t, std::vector<std::byte>> bulk_;
  Fed fed_;
  bool ended_ = false;
};

}  // namespace

Fed feed_controller(ExchangeReader& reader, const ExchangeReader::Session& session, ControllerHost& host,
                    const std::atomic<bool>& interrupted) {
  auto link = host.open(session.opening.description, session.opening.block_size);
  if (!link) return {.not_started = "its controller needs no program"};
  if (const auto prepared = link->prepare(); !prepared) return {.not_started = prepared.error()};
  return Feeding(reader, session, std::move(link)).feed(interrupted);
}

}  // namespace lightsout
