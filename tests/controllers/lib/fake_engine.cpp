// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/controllers/lib/fake_engine.h"

#include <unistd.h>

#include <cstdio>
#include <stdexcept>

#include "controllers/wire/version.h"

namespace lightsout::testing {

namespace {
constexpr std::size_t memory_size = 4 << 20;
constexpr std::uint32_t box_size = 1 << 20;
}  // namespace

FakeEngine::FakeEngine(std::vector<DeviceSetup> devices, bool supervisor, double basic_time_step_ms)
    : memory_(memory_size / sizeof(std::max_align_t)) {
  std::memset(memory_.data(), 0, memory_size);  // std::max_align_t has padding, which its constructor leaves alone
  devices.insert(devices.begin(), {LO_DEVICE_ROBOT, "tester", sizeof(lo_robot_state)});
  next_ = sizeof(lo_block);
  lo_block& b = block();
  b.magic = LO_BLOCK_MAGIC;
  b.version = LO_BLOCK_VERSION;
  b.size = memory_size;
  b.device_count = std::uint32_t(devices.size());
  b.devices = put(nullptr, devices.size() * sizeof(lo_device), devices.size()).offset;
  const std::size_t words = (devices.size() + 31) / 32;
  b.touched = put(nullptr, words * sizeof(std::uint32_t), words).offset;
  for (std::uint32_t tag = 0; tag < devices.size(); ++tag) {
    lo_device entry{};
    entry.kind = devices[tag].kind;
    entry.tag = tag;
    entry.name = text(devices[tag].name);
    entry.model = text("model of " + devices[tag].name);
    entry.node_type = devices[tag].node_type;
    entry.state = put(nullptr, devices[tag].state_size, 1).offset;
    entry.state_size = std::uint32_t(devices[tag].state_size);
    device(tag) = entry;
  }
  robot().basic_time_step_ms = basic_time_step_ms;
  robot().supervisor = supervisor;
  robot().synchronization = 1;
  robot().name = text("tester");
  robot().custom_data = text("");
  b.to_engine = {std::uint32_t(memory_size - 2 * box_size), box_size, 0, 0};
  b.to_controller = {std::uint32_t(memory_size - box_size), box_size, 0, 0};

  lo_transport transport{};
  transport.context = this;
  transport.block = &b;
  transport.size = memory_size;
  transport.in_process = true;
  transport.hand = [](void*) {};
  transport.wait = [](void* context) {
    static_cast<FakeEngine*>(context)->serve();
    return true;
  };
  session_ = lo_session_new(&transport);
  lo_current = session_;
}

FakeEngine::~FakeEngine() {
  lo_session_delete(session_);
  lo_current = nullptr;
}

lo_array FakeEngine::put(const void* data, std::size_t bytes, std::size_t count) {
  next_ = (next_ + 15) & ~std::size_t(15);
  const lo_array array{std::uint32_t(next_), std::uint32_t(count)};
  if (data) std::memcpy(memory() + next_, data, bytes);
  next_ += bytes;
  if (next_ > memory_size - 2 * box_size) throw std::runtime_error("the fake block is too small");
  return array;
}

lo_string FakeEngine::text(std::string_view text) {
  return put(std::string(text).c_str(), text.size() + 1, text.size());
}

void FakeEngine::send(std::uint16_t kind, std::uint16_t tag, const void* head, std::size_t head_size,
                      std::string_view tail) {
  const lo_message message{std::uint32_t(head_size + tail.size()), kind, tag};
  outgoing_.append(reinterpret_cast<const char*>(&message), sizeof message);
  outgoing_.append(static_cast<const char*>(head), head_size);
  outgoing_.append(tail);
  outgoing_.append(lo_padded(message.size) - message.size, '\0');
}

void FakeEngine::serve() {
  lo_block& b = block();
  ++turns;
  request = b.request;
  step_ms = b.step_ms;
  received.clear();
  std::vector<std::max_align_t> bytes(b.to_engine.size / sizeof(std::max_align_t) + 1);
  std::memcpy(bytes.data(), memory() + b.to_engine.offset, b.to_engine.size);
  std::uint64_t next = 0;
  int damaged = 0;
  while (const lo_message* record = lo_next_record(bytes.data(), b.to_engine.size, &next, &damaged))
    received.push_back({record->kind, record->tag, {static_cast<const char*>(lo_payload(record)), record->size}});
  if (damaged || next != b.to_engine.size || b.to_engine.more) throw std::runtime_error("damaged messages");
  b.to_engine.size = 0;
  b.answer = b.request == LO_REQUEST_STEP ? LO_ANSWER_STEPPED : LO_ANSWER_SERVED;
  if (b.request == LO_REQUEST_STEP) robot().time_s += b.step_ms / 1000.0;
  if (on_turn) on_turn();
  lo_box_fill(memory(), b.to_controller.offset, b.to_controller.capacity, &b.to_controller, outgoing_.data(),
              outgoing_.size());
  outgoing_.clear();
}

std::string stderr_of(const std::function<void()>& action) {
  std::fflush(stderr);
  std::FILE* file = std::tmpfile();
  const int saved = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  action();
  std::fflush(stderr);
  dup2(saved, STDERR_FILENO);
  close(saved);
  std::string text;
  std::rewind(file);
  for (int c; (c = std::fgetc(file)) != EOF;) text.push_back(char(c));
  std::fclose(file);
  return text;
}

}  // namespace lightsout::testing
