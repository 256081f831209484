// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/processes/bell.h"

namespace lightsout {

std::expected<std::unique_ptr<Bell>, std::string> Bell::create() {
  auto memory = SharedMemory::create("lightsout-bell", LO_BELL_SEATS / 8);
  if (!memory) return std::unexpected(memory.error());
  return std::unique_ptr<Bell>(new Bell(std::move(*memory)));
}

Bell::Bell(SharedMemory memory) : memory_(std::move(memory)), due_bits_(LO_BELL_SEATS / 32) {
  due_words_.reserve(due_bits_.size());
}

void Bell::ring() {
  for (const std::uint32_t word : due_words_) lo_ring(words() + word, std::exchange(due_bits_[word], 0));
  due_words_.clear();
}

std::optional<Seat> Seat::take(Bell& bell) {
  if (!bell.left_.empty()) {
    const std::uint32_t number = bell.left_.back();
    bell.left_.pop_back();
    return Seat(bell, number);
  }
  if (bell.untaken_ == LO_BELL_SEATS) return std::nullopt;
  return Seat(bell, bell.untaken_++);
}

Seat::~Seat() {
  if (bell_) bell_->left_.push_back(number_);
}

void Seat::give_turn(lo_block& block) const {
  if (!lo_give_controller(&block)) return;
  const std::uint32_t word = number_ / 32;
  if (bell_->due_bits_[word] == 0) bell_->due_words_.push_back(word);
  bell_->due_bits_[word] |= 1u << number_ % 32;
}

}  // namespace lightsout
