// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Starts a thread in its second step, which does what the environment says in THREAD.
#include <plugins/physics.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

using namespace std::chrono_literals;

int steps = 0;
std::atomic<bool> is_over = false;

bool is_asked_for(const std::string& what) {
  const char* asked = std::getenv("THREAD");
  return asked && asked == what;
}

void crash() { *reinterpret_cast<volatile int*>(8) = 1; }

[[gnu::noinline]] int overflow(int depth) {
  volatile char room[10000];
  room[depth % 10000] = 1;
  return overflow(depth + 1) + room[5];
}

void goes_on() {
  for (;;) std::this_thread::sleep_for(1ms);
}

void ends_soon() {
  while (!is_over) std::this_thread::sleep_for(1ms);
}

// Ends its thread where a well-kept library does that last.
struct Worker {
  std::thread thread;
  ~Worker() {
    is_over = true;
    if (!thread.joinable()) return;
    thread.join();
    std::fputs("the thread was joined\n", stderr);
  }
};
Worker worker;

void begin() {
  if (is_asked_for("crash")) std::thread(crash).join();
  if (is_asked_for("overflow")) std::thread([] { std::printf("%d", overflow(1)); }).join();
  if (is_asked_for("throw")) std::thread([] { throw std::runtime_error("nothing to read"); }).join();
  if (is_asked_for("abort")) std::thread([] { std::abort(); }).join();
  // Nobody else can print then.
  if (is_asked_for("crash amid printing"))
    std::thread([] {
      flockfile(stdout);
      flockfile(stderr);
      crash();
    }).join();
  if (is_asked_for("exit under a loop")) {
    std::thread([] { std::exit(0); }).detach();
    for (;;) pause();
  }
  if (is_asked_for("crash later"))
    std::thread([] {
      std::this_thread::sleep_for(50ms);
      crash();
    }).detach();
  if (is_asked_for("go on"))
    for (int i = 0; i < 2; ++i) std::thread(goes_on).detach();
  if (is_asked_for("end soon")) std::thread(ends_soon).detach();
  if (is_asked_for("be joined")) worker.thread = std::thread(ends_soon);
  if (is_asked_for("do little"))
    for (int i = 0; i < 50; ++i) std::thread([] {}).join();
}

}  // namespace

void webots_physics_init() {
  if (is_asked_for("crash later")) begin();
}
void webots_physics_step() {
  if (++steps == 2) begin();
}
void webots_physics_cleanup() {
  if (is_asked_for("end soon")) is_over = true;
}
