// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/exchange/recorded_host.h"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "controllers/host/exchange/description_json.h"
#include "controllers/host/exchange/exchange_record.h"
#include "engine/descriptors/write_all.h"
#include "engine/files/binary_json.h"

namespace lightsout {
namespace {

using Json = nlohmann::json;

enum class Record : std::uint8_t {
  Start,  // the block as the controller found it
  Told,   // what of the block the engine changed, when the controller got its turn
  Asked,  // how its turn ended and the hash of what it left in the block
  Bulk,   // what of an image behind the boxes the engine changed, before Told
};

std::uint64_t hash_with(std::span<const std::byte> bytes, std::uint64_t of_those_before) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), of_those_before);
}

}  // namespace

// The block up to its boxes is an image of which a record holds the differences; a box travels whole.
class RecordedLink final : public ControllerLink {
 public:
  RecordedLink(RecordedHost& host, std::unique_ptr<ControllerLink> link, std::size_t block_size,
               ControllerDescription description, std::optional<RecordedHost::Session> resumed)
      : host_(host),
        link_(std::move(link)),
        block_size_(block_size),
        description_(std::move(description)),
        robot_(description_.robot_id),
        resumed_(std::move(resumed)) {
    if (host_.tape_) session_ = host_.tape_->new_session();
    host_.open_[robot_] = this;
  }
  ~RecordedLink() override {
    const auto found = host_.open_.find(robot_);
    if (found != host_.open_.end() && found->second == this) host_.open_.erase(found);
  }

  lo_block* block() override { return link_->block(); }
  std::expected<void, std::string> prepare() override { return link_->prepare(); }
  bool is_present() const override { return link_->is_present(); }
  bool is_gone() const override { return link_->is_gone(); }
  bool wait_a_moment() override { return link_->wait_a_moment(); }

  void start() override {
    if (resumed_) {
      RecordReader reader(resumed_->records);
      const auto kind = reader.number<Record>();
      const auto image = reader.bytes(reader.number<std::uint32_t>());
      if (kind == Record::Start && is_image_of_block(image, block_size_))
        write_to_block(*block(), 0, image);
      else
        failure_ = "cannot be brought to where the snapshot has it: the exchange file is damaged";
    }
    to_engine_ = block()->to_engine;
    to_controller_ = block()->to_controller;
    image_ = image();
    RecordWriter record = begin(Record::Start);
    record.number(std::uint32_t(image_.size()));
    record.bytes(image_);
    end();
    link_->start();
    if (!resumed_) return;
    if (failure_.empty()) catch_up();
    resumed_.reset();
  }

  void note_bulk(std::size_t offset, std::size_t size) override {
    link_->note_bulk(offset, size);
    if (host_.tape_) record_bulk(std::uint32_t(offset), std::uint32_t(size));
  }

  void hand_turn() override {
    if (!failure_.empty()) return;
    if (host_.tape_) record_told();
    link_->hand_turn();
  }

  TurnEnd wait_turn() override {
    if (!failure_.empty()) return {TurnEnd::Kind::Failed, 0, failure_};
    TurnEnd end = link_->wait_turn();
    if (host_.tape_) record_asked(end);
    return end;
  }

  void begin_end() override { link_->begin_end(); }
  void terminate() override { link_->terminate(); }

  const ControllerDescription& description() const { return description_; }
  std::uint32_t session() const { return session_; }
  std::vector<std::byte> image() const { return image_of(*link_->block(), to_engine_.offset); }

 private:
  RecordWriter begin(Record kind) {
    record_.clear();
    RecordWriter record(record_);
    record.number(kind);
    return record;
  }
  void end() {
    if (host_.tape_) host_.tape_->append(session_, record_);
  }

  void record_bulk(std::uint32_t offset, std::uint32_t size) {
    const std::span now(reinterpret_cast<const std::byte*>(block()) + offset, size);
    std::vector<std::byte>& before = bulk_[offset];
    before.resize(size);
    RecordWriter record = begin(Record::Bulk);
    record.number(offset);
    record.number(size);
    write_differences(record, now, before);
    end();
    std::ranges::copy(now, before.begin());
  }

  void record_told() {
    RecordWriter record = begin(Record::Told);
    std::vector<std::byte> now = image();
    const std::size_t size = std::min(now.size(), image_.size());
    write_differences(record, std::span(now).first(size), std::span(image_).first(size));
    const std::uint32_t sent = std::min(block()->to_controller.size, to_controller_.capacity);
    record.number(sent);
    record.bytes({reinterpret_cast<const std::byte*>(block()) + to_controller_.offset, sent});
    end();
    image_ = std::move(now);
  }

  // The hash of what the controller left in the block, 0 if it ended.
  std::uint64_t record_asked(const TurnEnd& turn_end) {
    std::uint64_t hash = 0;
    if (turn_end.kind == TurnEnd::Kind::Step || turn_end.kind == TurnEnd::Kind::Immediate) {
      image_ = image();
      const std::uint32_t asked = std::min(block()->to_engine.size, to_engine_.capacity);
      const auto* box = reinterpret_cast<const std::byte*>(block()) + to_engine_.offset;
      hash = XXH3_64bits_withSeed(box, asked, XXH3_64bits(image_.data(), image_.size()));
    }
    RecordWriter record = begin(Record::Asked);
    record.number(turn_end.kind);
    record.number(hash);
    end();
    return hash;
  }

  // An image as it was then; false if the record is none.
  bool tell_bulk(RecordReader& reader) {
    const auto offset = reader.number<std::uint32_t>(), size = reader.number<std::uint32_t>();
    const std::size_t boxes_end = std::max(to_engine_.offset + to_engine_.capacity,  //
                                           to_controller_.offset + to_controller_.capacity);
    if (offset < boxes_end || offset > block_size_ || size > block_size_ - offset) return false;
    std::vector<std::byte> image = bulk_[offset];
    image.resize(size);
    if (!apply_differences(reader, image)) return false;
    std::ranges::copy(image, reinterpret_cast<std::byte*>(block()) + offset);
    link_->note_bulk(offset, size);
    if (host_.tape_)
      record_bulk(offset, size);
    else
      bulk_[offset] = std::move(image);
    return !reader.failed();
  }

  void catch_up() {
    RecordReader reader(resumed_->records);
    reader.number<Record>();
    reader.bytes(reader.number<std::uint32_t>());
    std::int64_t turn = 0;
    bool waits = false;  // for its turn
    const auto fail = [&](std::string_view what) {
      failure_ = fmt::format("cannot be brought to where the snapshot has it: {} (turn {})", what, turn);
    };
    while (!reader.at_end()) {
      const auto kind = reader.number<Record>();
      if (kind == Record::Asked) {
        ++turn;
        waits = true;
        const auto ended = reader.number<TurnEnd::Kind>();
        const auto hash = reader.number<std::uint64_t>();
        const TurnEnd end = link_->wait_turn();
        const std::uint64_t answered = record_asked(end);
        if (end.kind != ended)
          return fail(end.reason.empty() ? "it ended its turn otherwise than then" : "it " + end.reason);
        if (answered != hash) return fail("it commands or asks otherwise than then");
      } else if (kind == Record::Told) {
        const bool fits = read_differences(reader, [this](std::size_t offset, std::span<const std::byte> bytes) {
          if (offset % sizeof(std::uint32_t) != 0 || bytes.size() % sizeof(std::uint32_t) != 0 ||
              offset + bytes.size() > image_.size())
            return false;
          write_to_block(*block(), offset, bytes);
          return true;
        });
        if (!fits) return fail("the exchange file is damaged");
        const auto sent = reader.bytes(reader.number<std::uint32_t>());
        if (sent.size() > to_controller_.capacity || reader.failed()) return fail("the exchange file is damaged");
        std::memcpy(reinterpret_cast<std::byte*>(block()) + to_controller_.offset, sent.data(), sent.size());
        waits = false;
        record_told();
        link_->hand_turn();
      } else if (kind == Record::Bulk) {
        if (!tell_bulk(reader)) return fail("the exchange file is damaged");
      } else {
        return fail("the exchange file is damaged");
      }
    }
    if (reader.failed()) return fail("the exchange file is damaged");
    if (!is_image_of_block(resumed_->block, block_size_)) return fail("the snapshot is damaged");
    if (waits) write_to_block(*block(), 0, resumed_->block);
  }

  RecordedHost& host_;
  std::unique_ptr<ControllerLink> link_;
  std::size_t block_size_;
  ControllerDescription description_;
  std::uint32_t robot_;
  std::optional<RecordedHost::Session> resumed_;
  std::uint32_t session_ = 0;
  lo_box to_engine_{}, to_controller_{};                  // the block is not to be trusted
  std::vector<std::byte> image_;                          // as it was when the turn last changed
  std::map<std::uint32_t, std::vector<std::byte>> bulk_;  // images as they were recorded last, by offset
  std::vector<std::byte> record_;
  std::string failure_;
};

std::expected<std::unique_ptr<ExchangeTape>, std::string> ExchangeTape::create(const std::filesystem::path& path) {
  auto tape = std::make_unique<ExchangeTape>();
  tape->path_ = path;
  tape->file_ = FileDescriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!tape->file_) return std::unexpected(fmt::format("cannot write {}: {}", path.string(), std::strerror(errno)));
  return tape;
}

std::uint32_t ExchangeTape::new_session() {
  hashes_.push_back(0);
  return std::uint32_t(hashes_.size() - 1);
}

void ExchangeTape::append(std::uint32_t session, std::span<const std::byte> bytes) {
  hashes_[session] = hash_with(bytes, hashes_[session]);
  RecordWriter chunk(buffer_);
  chunk.number(session);
  chunk.number(std::uint32_t(bytes.size()));
  chunk.bytes(bytes);
  size_ += 2 * sizeof(std::uint32_t) + bytes.size();
  if (buffer_.size() > (1u << 20)) (void)flush();
}

std::expected<void, std::string> ExchangeTape::flush() {
  const std::string_view bytes(reinterpret_cast<const char*>(buffer_.data()), buffer_.size());
  if (error_ == 0 && !write_all(file_.get(), bytes)) error_ = errno;
  buffer_.clear();
  if (error_ == 0) return {};
  return std::unexpected(fmt::format("cannot write {}: {}", path_.string(), std::strerror(error_)));
}

std::expected<std::map<std::uint32_t, std::vector<std::byte>>, std::string> ExchangeTape::read(
    const std::filesystem::path& path, std::uint64_t size, const std::map<std::uint32_t, std::uint64_t>& sessions) {
  std::map<std::uint32_t, std::vector<std::byte>> found;
  std::map<std::uint32_t, std::uint64_t> hashes;
  for (const auto& [session, hash] : sessions) {
    found[session];
    hashes[session] = 0;
  }
  std::error_code error;
  const std::uint64_t there = std::filesystem::file_size(path, error);
  std::ifstream file;
  if (!error && size <= there) file.open(path, std::ios::binary);  // no memory for what is not there
  std::uint64_t at = 0;
  while (at < size && file) {
    std::uint32_t header[2];
    file.read(reinterpret_cast<char*>(header), sizeof header);
    at += sizeof header + header[1];
    if (!file || at > size) break;
    const auto session = found.find(header[0]);
    if (session == found.end()) {
      file.seekg(header[1], std::ios::cur);
      continue;
    }
    std::vector<std::byte>& records = session->second;
    records.resize(records.size() + header[1]);
    const std::span<std::byte> chunk = std::span(records).last(header[1]);
    file.read(reinterpret_cast<char*>(chunk.data()), std::streamsize(chunk.size()));
    hashes[header[0]] = hash_with(chunk, hashes[header[0]]);
  }
  if (!file.is_open() || !file || at != size)
    return std::unexpected(
        fmt::format("{} cannot be read, or is shorter than when the snapshot was made", path.string()));
  if (hashes != sessions)
    return std::unexpected(fmt::format("{} is not what it was when the snapshot was made", path.string()));
  return found;
}

RecordedHost::RecordedHost(std::unique_ptr<ControllerHost> host, std::unique_ptr<ExchangeTape> tape)
    : host_(std::move(host)), tape_(std::move(tape)) {}

RecordedHost::~RecordedHost() = default;

std::unique_ptr<ControllerLink> RecordedHost::open(const ControllerDescription& now, std::size_t block_size) {
  ControllerDescription description = now;
  std::optional<Session> resumed;
  if (auto node = to_be_resumed_.extract(now.robot_id)) {
    resumed = std::move(node.mapped());
    description = resumed->description;
    // The files may lie elsewhere than they did.
    description.robot_id = now.robot_id;
    description.world_path = now.world_path;
    description.proto_files = now.proto_files;
  }
  // The robot's fields may have become longer or shorter since its controller started: the block is that of the start.
  if (resumed && resumed->block.size() >= sizeof(lo_block)) {
    // What lies behind the image is as long in every block; a snapshot may say anything.
    lo_block block;
    std::memcpy(&block, resumed->block.data(), sizeof block);
    const std::size_t most = resumed->block.size() + block_size;
    block_size = std::max(block_size, std::min<std::size_t>(block.size, most));
  }
  auto link = host_->open(description, block_size);
  if (!link) return nullptr;
  return std::make_unique<RecordedLink>(*this, std::move(link), block_size, std::move(description), std::move(resumed));
}

std::expected<std::vector<std::uint8_t>, std::string> RecordedHost::save_controllers() {
  if (!tape_) return std::unexpected("this run does not record its controllers");
  if (auto flushed = tape_->flush(); !flushed) return std::unexpected(flushed.error());
  Json robots = Json::array();
  for (const auto& [robot, link] : open_) {
    const std::vector<std::byte> block = link->image();
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(block.data());
    robots.push_back({robot, link->session(), tape_->hash(link->session()),
                      binary_json<Json>({bytes, bytes + block.size()}), json_of(link->description())});
  }
  return Json::to_cbor({{"tape", tape_->path().filename().string()}, {"size", tape_->size()}, {"robots", robots}});
}

std::expected<void, std::string> RecordedHost::load_controllers(std::span<const std::uint8_t> saved,
                                                                const std::filesystem::path& folder) {
  try {
    const Json json = Json::from_cbor(saved.begin(), saved.end());
    std::map<std::uint32_t, std::uint64_t> sessions;
    for (const Json& robot : json.at("robots")) sessions[robot.at(1)] = robot.at(2);
    if (tape_)
      if (auto flushed = tape_->flush(); !flushed) return flushed;
    auto records = ExchangeTape::read(folder / json.at("tape").get<std::string>(), json.at("size"), sessions);
    if (!records) return std::unexpected(records.error());
    to_be_resumed_.clear();
    for (const Json& robot : json.at("robots")) {
      Session& session = to_be_resumed_[robot.at(0).get<std::uint32_t>()];
      session.records = std::move((*records)[robot.at(1).get<std::uint32_t>()]);
      session.description = description_of(robot.at(4));
      const auto& block = robot.at(3).get_binary();
      session.block.resize(block.size());
      std::memcpy(session.block.data(), block.data(), block.size());
    }
  } catch (const Json::exception& error) {
    return std::unexpected(fmt::format("the snapshot is damaged: {}", error.what()));
  }
  return {};
}

}  // namespace lightsout
