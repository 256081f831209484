// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a controller sends that shares no memory with the engine. The first byte says in which pieces it comes.
#include <sys/socket.h>

#include "controllers/host/extern/remote_peer.h"
#include "tests/fuzz/target.h"

namespace lightsout::fuzz {
namespace {

constexpr std::uint32_t image = 512, box = 256, size = image + 2 * box + 1024;

struct alignas(64) Block {
  std::byte bytes[size];
};

}  // namespace

void fuzz_remote(std::string_view bytes) {
  int ends[2];
  require(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0, "two sockets can be had");
  FileDescriptor far(ends[1]);
  Block memory{};
  auto& block = *reinterpret_cast<lo_block*>(memory.bytes);
  block.magic = LO_BLOCK_MAGIC;
  block.to_engine = {image, box, 0, 0};
  block.to_controller = {image + box, box, 0, 0};
  RemotePeer peer(FileDescriptor(ends[0]), block, image, size);
  Input input(bytes);
  const std::size_t piece = 1 + input.take<std::uint8_t>();
  std::string_view left = input.rest();
  for (int turn = 0; turn < 8 && !left.empty();) {
    const std::string_view now = left.substr(0, piece);
    left.remove_prefix(now.size());
    require(::send(far.get(), now.data(), now.size(), MSG_DONTWAIT) == ssize_t(now.size()), "the socket takes it");
    const auto heard = peer.wait({}, [] { return false; });
    if (heard == RemotePeer::Heard::Nonsense || heard == RemotePeer::Heard::Gone) break;
    if (heard != RemotePeer::Heard::Turn) continue;
    ++turn;
    // Boxes and what lies behind them are where the engine has them, whatever the head says now.
    peer.note_bulk(image + 2 * box, 64);
    peer.hand();
  }
  far.reset();
  require(peer.crash().size() <= LO_CRASH_SIZE, "a crash is no longer than it may be");
  for (std::size_t i = image + 2 * box; i < size; ++i)
    require(memory.bytes[i] == std::byte(0), "nothing is written behind the boxes");
}

}  // namespace lightsout::fuzz
