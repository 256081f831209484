// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a controller's turn costs over TCP on the loopback interface, beside one over shared memory, and how fast images
// travel. The engine's side is this program, without a simulation. Prints two tables.
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "controllers/host/extern/remote_peer.h"
#include "engine/programs/environment.h"
#include "engine/programs/spawn.h"
#include "tests/controllers/engine_side.h"

using namespace lightsout;
using namespace lightsout::testing;
using Clock = std::chrono::steady_clock;

namespace {

double cpu_seconds(int who) {
  rusage usage{};
  ::getrusage(who, &usage);
  const auto seconds = [](timeval t) { return double(t.tv_sec) + double(t.tv_usec) * 1e-6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// The controller "paces", started by hand at a URL of the host's robot.
void measure_turns(std::string_view how, bool over_tcp, int turns) {
  CollectingLog log;
  HostOptions options;
  std::string url;
  options.prefix = build_prefix();
  options.listen = ListenSettings{ListenAddress::parse("0").value(), ""};
  options.extern_listener = [&](std::string_view, ExternNews news, std::string_view said) {
    if (news == ExternNews::Waits && said.starts_with(over_tcp ? "tcp" : "ipc")) url = said;
  };
  const auto host = make_process_host(options, log);
  double engine_cpu = 0;
  std::vector<double> batches;
  pid_t pid = 0;
  {
    EngineSide side(*host, "<extern>");
    side.start();
    Environment environment = Environment::current();
    environment.set("WEBOTS_CONTROLLER_URL", url);
    SpawnRequest request;
    request.folder = test_project() / "controllers" / "paces";
    request.program = request.folder / "paces";
    request.arguments = {request.program.string()};
    request.environment = environment.entries();
    const auto process = spawn(request);
    if (!process || side.wait().kind != TurnEnd::Kind::Step) std::abort();
    pid = process->pid;
    const double cpu = cpu_seconds(RUSAGE_SELF);
    for (int batch = 0; batch < 20; ++batch) {
      const auto begin = Clock::now();
      for (int i = 0; i < turns / 20; ++i) {
        ++side.distance->sensor.count;
        side.distance->sensor.values[0] = i;
        if (side.step().kind != TurnEnd::Kind::Step) std::abort();
      }
      batches.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count() / (turns / 20));
    }
    engine_cpu = (cpu_seconds(RUSAGE_SELF) - cpu) / turns * 1e6;
  }
  const double before = cpu_seconds(RUSAGE_CHILDREN);
  ::waitpid(pid, nullptr, 0);
  std::ranges::sort(batches);
  fmt::print("{:>14} {:>10.1f} {:>10.1f} {:>10.1f} {:>14.1f} {:>14.1f}\n", how, batches.front(), batches[10],
             batches.back(), engine_cpu, (cpu_seconds(RUSAGE_CHILDREN) - before) / turns * 1e6);
}

// Images of so many bytes, one a turn, to a peer that reads them and answers.
void measure_images(std::size_t bytes, int turns) {
  constexpr std::uint32_t image = 4096, box = 4096;
  std::vector<std::byte> memory(image + 2 * box + bytes);
  auto& block = *reinterpret_cast<lo_block*>(memory.data());
  block.to_engine = {image, box, 0, 0};
  block.to_controller = {image + box, box, 0, 0};
  const FileDescriptor listener(::socket(AF_INET, SOCK_STREAM, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  FileDescriptor near(::socket(AF_INET, SOCK_STREAM, 0));
  if (::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener.get(), 1) != 0 ||
      ::getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0 ||
      ::connect(near.get(), reinterpret_cast<sockaddr*>(&address), size) != 0)
    std::abort();
  const FileDescriptor far(::accept(listener.get(), nullptr, nullptr));
  std::jthread controller([&] {
    std::vector<std::byte> frame(bytes + 65536);
    for (std::uint32_t turn = 0;; ++turn) {
      lo_remote_frame head;
      if (::recv(far.get(), &head, sizeof head, MSG_WAITALL) != sizeof head ||
          ::recv(far.get(), frame.data(), head.size, MSG_WAITALL) != ssize_t(head.size))
        return;
      const std::uint32_t said[] = {12, LO_REMOTE_SAID, turn, 4, LO_NO_MORE_RUNS, 0};
      ::send(far.get(), said, sizeof said, MSG_NOSIGNAL);
    }
  });
  {
    RemotePeer peer(std::move(near), block, image, std::uint32_t(memory.size()));
    const auto wait = [&] {
      if (peer.wait(Clock::now() + std::chrono::minutes(1), [] { return false; }) != RemotePeer::Heard::Turn)
        std::abort();
    };
    wait();
    const auto begin = Clock::now();
    for (int i = 0; i < turns; ++i) {
      if (bytes > 0) peer.note_bulk(image + 2 * box, bytes);
      peer.hand();
      wait();
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    fmt::print("{:>14} {:>10.1f} {:>10.0f}\n", bytes, seconds / turns * 1e6, double(bytes) * turns / seconds / 1e6);
  }
}

}  // namespace

int main() {
  fmt::print("round trip of a turn, microseconds\n{:>14} {:>10} {:>10} {:>10} {:>14} {:>14}\n", "", "best", "median",
             "worst", "engine's CPU", "its CPU");
  measure_turns("shared memory", false, 20000);
  measure_turns("TCP", true, 20000);
  fmt::print("\nimages over TCP, one a turn\n{:>14} {:>10} {:>10}\n", "bytes", "us a turn", "MB/s");
  for (const std::size_t bytes : {0, 64 * 64 * 4, 320 * 240 * 4, 640 * 480 * 4, 1920 * 1080 * 4})
    measure_images(bytes, bytes > 2'000'000 ? 200 : 2000);
}
