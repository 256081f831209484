// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/extern/remote_peer.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "controllers/host/exchange/exchange_record.h"

namespace lightsout {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

RemotePeer::RemotePeer(FileDescriptor connection, lo_block& block, std::uint32_t image_size, std::uint32_t block_size)
    : connection_(std::move(connection)),
      block_(block),
      laid_out_(block),
      image_size_(image_size),
      most_(std::max<std::uint64_t>(lo_most_said(image_size, block.to_engine.capacity), LO_CRASH_SIZE)),
      image_(image_of(block, image_size)) {
  lo_prepare_connection(connection_.get());
  begin_frame(LO_REMOTE_START);
  append(block_size);
  append(image_size);
  append(image_.data(), image_.size());
  end_frame();
  send();
}

void RemotePeer::note_bulk(std::size_t offset, std::size_t size) {
  const Bulk bulk{std::uint32_t(offset), std::uint32_t(size)};
  const auto same = [&](const Bulk& other) { return other.offset == bulk.offset && other.size == bulk.size; };
  if (std::ranges::none_of(bulks_, same)) bulks_.push_back(bulk);
}

void RemotePeer::begin_frame(std::uint32_t kind) {
  out_.clear();
  sent_ = 0;
  const lo_remote_frame head{0, kind, turn_};
  append(&head, sizeof head);
}

void RemotePeer::append(const void* bytes, std::size_t size) {
  const std::size_t end = out_.size();
  out_.resize(end + size);
  if (size > 0) std::memcpy(out_.data() + end, bytes, size);
}

void RemotePeer::end_frame() {
  const auto size = std::uint32_t(out_.size() - sizeof(lo_remote_frame));
  std::memcpy(out_.data() + offsetof(lo_remote_frame, size), &size, sizeof size);
}

void RemotePeer::append_difference() {
  const std::size_t at = out_.size(), begin = at + sizeof(std::uint32_t);
  out_.resize(begin + lo_most_difference(image_size_));
  const auto size = std::uint32_t(lo_write_difference(&block_, image_.data(), image_size_, out_.data() + begin));
  std::memcpy(out_.data() + at, &size, sizeof size);
  out_.resize(begin + size);
}

void RemotePeer::hand() {
  ++turn_;
  begin_frame(LO_REMOTE_TOLD);
  append(std::uint32_t(bulks_.size()));
  for (const Bulk& bulk : bulks_) {
    append(bulk.offset);
    append(bulk.size);
    append(reinterpret_cast<const std::byte*>(&block_) + bulk.offset, bulk.size);
  }
  bulks_.clear();
  append_difference();
  const std::uint32_t told = std::min(block_.to_controller.size, laid_out_.to_controller.capacity);
  append(told);
  append(reinterpret_cast<const std::byte*>(&block_) + laid_out_.to_controller.offset, told);
  end_frame();
  send();
}

bool RemotePeer::send() {
  while (sent_ < out_.size()) {
    const ssize_t count =
        ::send(connection_.get(), out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0)
      sent_ += std::size_t(count);
    else if (errno == EAGAIN)
      return true;
    else if (errno != EINTR)
      return false;
  }
  return true;
}

bool RemotePeer::has_frame() const {
  if (received_ < sizeof(lo_remote_frame)) return false;
  lo_remote_frame head;
  std::memcpy(&head, in_.data(), sizeof head);
  return head.size > most_ || received_ == sizeof head + head.size;
}

bool RemotePeer::receive() {
  while (!has_frame()) {
    std::size_t wanted = sizeof(lo_remote_frame);
    if (received_ >= wanted) {
      lo_remote_frame head;
      std::memcpy(&head, in_.data(), sizeof head);
      wanted += head.size;
    }
    // Memory is taken as bytes come, not as they are promised.
    wanted = std::min<std::size_t>(wanted, received_ + (1u << 16));
    in_.resize(std::max(in_.size(), wanted));
    const ssize_t count = ::recv(connection_.get(), in_.data() + received_, wanted - received_, MSG_DONTWAIT);
    if (count > 0)
      received_ += std::size_t(count);
    else if (count == 0)
      return false;
    else if (errno == EAGAIN)
      return true;
    else if (errno != EINTR)
      return false;
  }
  return true;
}

RemotePeer::Heard RemotePeer::complain(std::string what) {
  complaint_ = std::move(what);
  return Heard::Nonsense;
}

bool RemotePeer::take_said(std::span<const std::byte> said) {
  RecordReader reader(said);
  const auto difference = reader.bytes(reader.number<std::uint32_t>());
  const auto box = reader.bytes(reader.number<std::uint32_t>());
  if (reader.failed() || !reader.at_end() || box.size() > laid_out_.to_engine.capacity) return false;
  std::uint64_t at = 0;
  lo_run run;
  int next;
  while ((next = lo_next_run(difference.data(), difference.size(), &at, image_size_, &run)) == 1) {
    const std::span bytes(static_cast<const std::byte*>(run.bytes), run.size);
    write_to_block(block_, run.offset, bytes);
    std::ranges::copy(bytes, image_.begin() + run.offset);
  }
  if (next != 0 || at != difference.size()) return false;
  if (!box.empty())
    std::memcpy(reinterpret_cast<std::byte*>(&block_) + laid_out_.to_engine.offset, box.data(), box.size());
  return true;
}

RemotePeer::Heard RemotePeer::take_frame() {
  lo_remote_frame head;
  std::memcpy(&head, in_.data(), sizeof head);
  received_ = 0;
  if (head.size > most_)
    return complain(fmt::format("sent a frame of {} bytes, and {} are possible", head.size, most_));
  const std::span body = std::span(in_).subspan(sizeof head, head.size);
  if (head.kind == LO_REMOTE_CRASH) {
    crash_.assign(reinterpret_cast<const char*>(body.data()), std::min<std::size_t>(body.size(), LO_CRASH_SIZE));
    return Heard::Gone;
  }
  if (head.kind != LO_REMOTE_SAID || head.turn != turn_ || sent_ < out_.size()) return complain("spoke out of turn");
  if (!take_said(body)) return complain("sent a turn that does not fit its robot");
  return Heard::Turn;
}

bool RemotePeer::is_silent() {
  send();  // why it went may still be read
  return receive() && !has_frame();
}

RemotePeer::Heard RemotePeer::wait(Clock::time_point until, const std::function<bool()>& gives_up) {
  while (!gives_up()) {
    if (!send()) sent_ = out_.size();  // why it went may still be read
    if (!receive()) return Heard::Gone;
    if (has_frame()) return take_frame();
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) return Heard::Nothing;
    pollfd polled{connection_.get(), short(sent_ < out_.size() ? POLLIN | POLLOUT : POLLIN), 0};
    if (::poll(&polled, 1, int(std::min<std::int64_t>(left, 1000))) == 0 && lo_has_vanished(connection_.get()))
      return Heard::Gone;
  }
  return Heard::Nothing;
}

void RemotePeer::say_end() {
  if (!send() || sent_ < out_.size()) return;  // amid a frame
  begin_frame(LO_REMOTE_END);
  end_frame();
  send();
}

void RemotePeer::wait_for_end(Clock::time_point until) {
  char thrown_away[4096];
  for (;;) {
    send();
    const ssize_t count = ::recv(connection_.get(), thrown_away, sizeof thrown_away, MSG_DONTWAIT);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) return;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) return;
    if (count > 0) continue;
    pollfd polled{connection_.get(), short(sent_ < out_.size() ? POLLIN | POLLOUT : POLLIN), 0};
    ::poll(&polled, 1, int(std::min<std::int64_t>(left, 1000)));
  }
}

}  // namespace lightsout
