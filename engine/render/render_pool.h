// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Threads that make images. What they make does not depend on how many there are, nor on which makes what.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace lightsout {

class RenderPool {
 public:
  // With that of the caller; 0: one for each core that this process may use. They start with the first work.
  explicit RenderPool(int threads);
  ~RenderPool();
  RenderPool(const RenderPool&) = delete;
  RenderPool& operator=(const RenderPool&) = delete;

  std::size_t threads() const { return threads_; }
  // As the constructor; before the first work.
  void set_threads(int threads);
  using Work = std::function<void(std::size_t index, std::size_t thread)>;
  // work(i, thread) for each i below `count`, each once; returns when all are done. Of what they throw it throws one.
  // Not from within work.
  void run(std::size_t count, const Work& work);

 private:
  void serve(std::size_t thread);
  void take_part(std::unique_lock<std::mutex>& lock, std::size_t thread);

  std::size_t threads_;
  std::vector<std::thread> helpers_;
  std::mutex mutex_;
  std::condition_variable has_work_, is_done_;
  const Work* work_ = nullptr;  // nullptr: none
  std::size_t next_ = 0, count_ = 0, running_ = 0;
  std::exception_ptr failure_;
  bool ends_ = false;
};

}  // namespace lightsout
