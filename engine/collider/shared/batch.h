/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
// What the C interfaces share: errors as text in a caller's buffer, many configurations over threads, results as rows.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/collider/collider.h"
#include "engine/threads/threads.h"

namespace lightsout {

inline void write_error(const std::string& text, char* error, int size) {
  if (!error || size <= 0) return;
  const std::size_t length = std::min(text.size(), std::size_t(size - 1));
  std::memcpy(error, text.data(), length);
  error[length] = 0;
}

// -1 with the error written, or 0.
inline int finish(const std::string& error_text, char* error, int size) {
  if (error_text.empty()) return 0;
  write_error(error_text, error, size);
  return -1;
}

inline Eigen::Matrix4d matrix_from(const double* by_rows) {
  return Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(by_rows);
}

// Calls `ask(number)` of what `make_worker()` gives each thread; it answers "" or an error. The error of the first
// number that is bad, whoever meets it, with `what` and the number before it; "" if there is none.
template <class MakeWorker>
std::string check_batch(int threads, std::int64_t count, const char* what, MakeWorker make_worker) {
  std::mutex mutex;
  std::string first_error;
  std::atomic<std::int64_t> first_bad{std::numeric_limits<std::int64_t>::max()};
  Threads pool(std::max(1, threads));
  std::vector<std::optional<decltype(make_worker())>> workers(pool.most());
  pool.run_pieces(std::size_t(count), 128, [&](std::size_t begin, std::size_t end, std::size_t thread) {
    if (!workers[thread]) workers[thread].emplace(make_worker());
    for (std::int64_t c = std::int64_t(begin); c < std::int64_t(end) && c < first_bad; ++c) {
      const std::string error = (*workers[thread])(c);
      if (error.empty()) continue;
      const std::lock_guard lock(mutex);
      if (c >= first_bad) break;
      first_bad = c;
      first_error = std::string(what) + " " + std::to_string(c) + ": " + error;
      break;
    }
  });
  return first_error;
}

// Of one result, row by row; the answer is how many there are.
class Rows {
 public:
  Rows(double* to, int capacity) : to_(to), left_(capacity) {}
  int count() const { return count_; }

  void add(const LinkPair& pair) { put({double(pair.first), double(pair.second)}); }
  void add(const LinkContact& c) {
    put({double(c.links.first), double(c.links.second), c.point.x(), c.point.y(), c.point.z(), c.normal.x(),
         c.normal.y(), c.normal.z(), c.depth});
  }
  void add(const LinkDistance& d) {
    put({double(d.links.first), double(d.links.second), d.distance, d.on_first.x(), d.on_first.y(), d.on_first.z(),
         d.on_second.x(), d.on_second.y(), d.on_second.z()});
  }
  // What `request` asked for.
  void add(const CollisionRequest& request, const CollisionResult& result) {
    if (request.contacts)
      for (const LinkContact& contact : result.contacts) add(contact);
    else if (request.distances)
      for (const LinkDistance& distance : result.distances) add(distance);
    else
      for (const LinkPair& pair : result.pairs) add(pair);
  }

 private:
  void put(std::initializer_list<double> row) {
    ++count_;
    if (left_-- > 0) to_ = std::copy(row.begin(), row.end(), to_);
  }

  double* to_;
  int left_;
  int count_ = 0;
};

inline double distance_of(const CollisionResult& result) {
  return result.nearest ? result.nearest->distance : std::numeric_limits<double>::infinity();
}

}  // namespace lightsout
