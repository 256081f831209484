// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/render_pool.h"

#include <sched.h>

#include <algorithm>
#include <csignal>
#include <utility>

namespace lightsout {
namespace {

std::size_t usable_cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  return ::sched_getaffinity(0, sizeof cores, &cores) == 0 ? std::size_t(std::max(1, CPU_COUNT(&cores))) : 1;
}

}  // namespace

RenderPool::RenderPool(int threads) { set_threads(threads); }

void RenderPool::set_threads(int threads) { threads_ = threads > 0 ? std::size_t(threads) : usable_cores(); }

RenderPool::~RenderPool() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  has_work_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void RenderPool::run(std::size_t count, const Work& work) {
  if (count <= 1 || threads_ <= 1) {
    for (std::size_t i = 0; i < count; ++i) work(i, 0);
    return;
  }
  if (helpers_.empty()) {
    // Signals are for the thread of the run.
    sigset_t all, before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    for (std::size_t thread = 1; thread < threads_; ++thread) helpers_.emplace_back([this, thread] { serve(thread); });
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  std::unique_lock lock(mutex_);
  work_ = &work;
  next_ = 0;
  count_ = count;
  has_work_.notify_all();
  take_part(lock, 0);
  is_done_.wait(lock, [this] { return running_ == 0; });
  work_ = nullptr;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void RenderPool::serve(std::size_t thread) {
  std::unique_lock lock(mutex_);
  for (;;) {
    has_work_.wait(lock, [this] { return ends_ || (work_ && next_ < count_); });
    if (ends_) return;
    take_part(lock, thread);
    if (running_ == 0) is_done_.notify_all();
  }
}

void RenderPool::take_part(std::unique_lock<std::mutex>& lock, std::size_t thread) {
  while (next_ < count_) {
    const std::size_t index = next_++;
    ++running_;
    const Work& work = *work_;
    lock.unlock();
    std::exception_ptr failure;
    try {
      work(index, thread);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    --running_;
    if (failure) {
      failure_ = failure;
      next_ = count_;
    }
  }
}

}  // namespace lightsout
