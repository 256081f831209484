// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/exchange/exchange_recorder.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <vector>

#include "controllers/host/exchange/exchange_record.h"
#include "engine/descriptors/whole_names.h"

namespace lightsout {
namespace {

class RecordingLink final : public ControllerLink {
 public:
  RecordingLink(std::unique_ptr<ControllerLink> link, ExchangeWriter& writer, std::uint32_t session)
      : link_(std::move(link)), writer_(writer), session_(session) {}

  lo_block* block() override { return link_->block(); }
  std::expected<void, std::string> prepare() override { return link_->prepare(); }
  bool is_present() const override { return link_->is_present(); }
  bool is_gone() const override { return link_->is_gone(); }
  bool wait_a_moment() override { return link_->wait_a_moment(); }
  void list_memory(CacheLines& lines) const override { link_->list_memory(lines); }

  void start() override {
    to_engine_ = block()->to_engine;
    to_controller_ = block()->to_controller;
    image_ = image();
    append(Exchange::Start, [this](RecordWriter& record) {
      record.number(std::uint32_t(image_.size()));
      record.bytes(image_);
    });
    link_->start();
  }

  void note_bulk(std::size_t offset, std::size_t size) override {
    link_->note_bulk(offset, size);
    const std::span now(reinterpret_cast<const std::byte*>(block()) + offset, size);
    std::vector<std::byte>& before = bulk_[std::uint32_t(offset)];
    before.resize(size);
    append(Exchange::Bulk, [&](RecordWriter& record) {
      record.number(std::uint32_t(offset));
      record.number(std::uint32_t(size));
      write_differences(record, now, before);
    });
    std::ranges::copy(now, before.begin());
  }

  void hand_turn() override {
    append(Exchange::Told, [this](RecordWriter& record) {
      note_image(record);
      note_box(record, to_controller_, block()->to_controller);
    });
    link_->hand_turn();
  }

  TurnEnd wait_turn() override {
    TurnEnd end = link_->wait_turn();
    append(Exchange::Said, [&](RecordWriter& record) {
      record.number(std::uint8_t(end.kind));
      record.number(std::int32_t(end.exit_code));
      record.text(end.reason);
      record.number(std::uint8_t(end.by_environment));
      note_image(record);
      note_box(record, to_engine_, block()->to_engine);
    });
    return end;
  }

  void begin_end() override { link_->begin_end(); }
  void terminate() override { link_->terminate(); }

 private:
  template <class Fill>
  void append(Exchange kind, Fill fill) {
    record_.clear();
    RecordWriter record(record_);
    fill(record);
    writer_.append(session_, kind, record_);
  }
  std::vector<std::byte> image() { return image_of(*block(), to_engine_.offset); }

  void note_image(RecordWriter& record) {
    std::vector<std::byte> now = image();
    write_differences(record, now, image_);
    image_ = std::move(now);
  }
  void note_box(RecordWriter& record, const lo_box& known, const lo_box& box) {
    const std::uint32_t size = std::min(box.size, known.capacity);
    record.number(size);
    record.bytes({reinterpret_cast<const std::byte*>(block()) + known.offset, size});
  }

  std::unique_ptr<ControllerLink> link_;
  ExchangeWriter& writer_;
  const std::uint32_t session_;
  lo_box to_engine_{}, to_controller_{};
  std::vector<std::byte> image_, record_;
  std::map<std::uint32_t, std::vector<std::byte>> bulk_;  // images as they were recorded last, by offset
};

}  // namespace

std::unique_ptr<ControllerLink> ExchangeRecorder::open(const ControllerDescription& description,
                                                       std::size_t block_size) {
  auto link = host_->open(description, block_size);
  if (!link) return nullptr;
  const std::uint32_t session = writer_.new_session();
  // Wherever it is read, the files are these.
  ExchangeOpening opening{description, block_size};
  opening.description.world_path = absolute_path(description.world_path).string();
  for (std::string& file : opening.description.proto_files) file = absolute_path(file).string();
  writer_.append(session, Exchange::Open, write_opening(opening));
  return std::make_unique<RecordingLink>(std::move(link), writer_, session);
}

void ExchangeLog::controller_line(std::string_view robot, bool is_stderr, std::string_view line) {
  const std::lock_guard lock(mutex_);
  log_.controller_line(robot, is_stderr, line);
  writer_.append(0, Exchange::Line, write_line({std::string(robot), is_stderr, std::string(line), steps_}));
}

}  // namespace lightsout
