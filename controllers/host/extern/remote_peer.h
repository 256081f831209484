// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The engine's end of the connection to a controller that shares no memory with it (controllers/wire/remote.h). It may
// say anything: every number is checked, no more is kept of it than one frame of the size that its block allows, and
// nobody but its own robot waits for it. Not for several threads.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "controllers/wire/remote.h"
#include "engine/descriptors/file_descriptor.h"

namespace lightsout {

class RemotePeer {
 public:
  enum class Heard : std::uint8_t {
    Turn,     // it has given its turn back; the block is as it left it
    Nothing,  // the time is over, or the wait was given up
    Gone,     // the connection is closed
    Nonsense  // what came is no frame that may come now: complaint()
  };

  // `connection`: a connected stream socket. `block`, which outlives this, is laid out, with its boxes behind each
  // other from `image_size` on.
  RemotePeer(FileDescriptor connection, lo_block& block, std::uint32_t image_size, std::uint32_t block_size);

  // Bytes of the block behind the boxes are new; they travel with the next turn.
  void note_bulk(std::size_t offset, std::size_t size);
  // Gives it the turn. What does not go at once goes while it is waited for.
  void hand();
  // Nothing has come of it that wait() would answer with, without waiting; nor has it gone.
  bool is_silent();
  // Until it gives its turn back, or `until`, or `gives_up` says so, which is asked each second.
  Heard wait(std::chrono::steady_clock::time_point until, const std::function<bool()>& gives_up);
  // Says that the simulation is over, whoever has the turn.
  void say_end();
  // Until the connection is closed; what comes is thrown away.
  void wait_for_end(std::chrono::steady_clock::time_point until);

  const std::string& complaint() const { return complaint_; }
  // What a crash has left, as in lo_block.crash; "" if nothing.
  std::string_view crash() const { return crash_; }

 private:
  struct Bulk {
    std::uint32_t offset, size;
  };
  void begin_frame(std::uint32_t kind);
  void append(const void* bytes, std::size_t size);
  void append(std::uint32_t number) { append(&number, sizeof number); }
  void end_frame();
  void append_difference();
  // What goes without waiting; false: the connection is closed.
  bool send();
  // Reads what has come towards the frame that is due; false: the connection is closed.
  bool receive();
  bool has_frame() const;
  Heard take_frame();
  // The parts of a SAID into the block; false: damaged.
  bool take_said(std::span<const std::byte> said);
  Heard complain(std::string what);

  FileDescriptor connection_;
  lo_block& block_;
  const lo_block laid_out_;  // its head: where the boxes are
  const std::uint32_t image_size_;
  const std::uint64_t most_;         // bytes of a frame of it
  std::vector<std::byte> image_;     // that the peer has
  std::vector<std::byte> out_, in_;  // frames that are on their way
  std::size_t sent_ = 0, received_ = 0;
  std::vector<Bulk> bulks_;
  std::uint32_t turn_ = 0;
  std::string complaint_, crash_;
};

}  // namespace lightsout
