// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/stream/pose_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <iterator>
#include <mutex>
#include <thread>
#include <utility>

#include "engine/collider/stream/pose_chunks.h"

namespace lightsout {
namespace {

using Eigen::Matrix4d;

// A motion of all links of a scene, as the links of a query see it.
class MotionOfSome final : public LinkMotion {
 public:
  MotionOfSome(const LinkMotion& all, const std::vector<int>& links) : all_(all), links_(links) {
    matrices_.resize(all.links());
  }

  std::size_t links() const override { return links_.size(); }
  void place(double time, Matrix4d* matrices) const override {
    all_.place(time, matrices_.data());
    for (const int link : links_) *matrices++ = matrices_[std::size_t(link)];
  }
  double speed(int first, const LinkBall& of_first, int second, const LinkBall& of_second) const override {
    return all_.speed(links_[std::size_t(first)], of_first, links_[std::size_t(second)], of_second);
  }

 private:
  const LinkMotion& all_;
  const std::vector<int>& links_;
  mutable std::vector<Matrix4d> matrices_;  // scratch
};

// Checks chunks; each thread has its own.
class Checker {
 public:
  Checker(const std::shared_ptr<const ColliderScene>& scene, const PoseStreamOptions& options, std::mutex& result_mutex)
      : scene_(*scene), collider_(scene), options_(options), result_mutex_(result_mutex) {
    // Where each of the stream's links goes among the matrices of the query.
    int place = 0;
    for (std::size_t g = 0; g < scene->groups().size(); ++g) {
      const ColliderScene::Group& group = scene->groups()[g];
      const bool asked = group.is_static || !options.robots ||
                         std::find(options.robots->begin(), options.robots->end(), int(g)) != options.robots->end();
      if (!asked) continue;
      for (int l = 0; l < group.links; ++l, ++place)
        if (options.source)
          of_query_.push_back(group.first_link + l);
        else if (!(group.is_static && options.fixed_static))
          places_.push_back(place);
    }
    matrices_.assign(std::size_t(place), Matrix4d::Identity());
    from_ = matrices_;
    all_matrices_.assign(options.source ? scene->links().size() : 0, Matrix4d::Identity());
  }

  void check(PoseChunk& chunk, const PoseLayout& layout) {
    chunk_ = &chunk;
    layout_ = &layout;
    const int count = int(chunk.configurations.size());
    if (!options_.motions) {
      for (int c = 0; c < count && goes_on(); ++c) configuration(c);
      return;
    }
    const bool is_path = options_.motions->path;
    if (is_path && count == 1) {
      is_bad_ = false;
      chunk.totals.bad += !is_read(0);
    }
    for (int c = is_path ? 1 : 0; c < count && goes_on(); c += is_path ? 1 : 2) motion(is_path ? c - 1 : c);
  }

 private:
  bool goes_on() const { return !options_.strict || chunk_->complaints.empty(); }

  // The first complaint of an answer counts; line 0 in a binary stream.
  void complain(PoseComplaint complaint) {
    is_bad_ = true;
    chunk_->complaints.push_back(std::move(complaint));
  }
  // About a configuration of the chunk.
  void complain_about(int c, const std::string& text) {
    if (options_.binary)
      complain({0, fmt::format("configuration {}: {}", chunk_->first_configuration + c, text)});
    else
      complain({chunk_->configurations[std::size_t(c)].last_line, text});
  }
  // Whether its numbers could be read; what is wrong is said once, also where two motions have it.
  bool is_read(int c) {
    const int number = chunk_->configurations[std::size_t(c)].complaint;
    if (number < 0) return true;
    PoseComplaint& complaint = chunk_->unread[std::size_t(number)];
    if (!complaint.text.empty() && !(c == 0 && chunk_->repeats_first))
      complain({complaint.line, std::exchange(complaint.text, {}), complaint.column});
    is_bad_ = true;
    return false;
  }

  // Its numbers are no configuration: as if they had not been read.
  void spoil(int c, const std::string& text) {
    if (!(c == 0 && chunk_->repeats_first)) complain_about(c, text);
    is_bad_ = true;
    chunk_->configurations[std::size_t(c)].complaint = int(chunk_->unread.size());
    chunk_->unread.push_back({});
  }

  std::span<const double> numbers(int c) const {
    const std::size_t count = layout_->of_configuration();
    return {chunk_->numbers.data() + std::size_t(c) * count, count};
  }

  // The matrices of the query, of a stream of matrices.
  void take_matrices(int c, std::vector<Matrix4d>& matrices) const {
    // Without a last row they keep the one that they began with.
    using ByRows = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>;
    using ByThreeRows = Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>>;
    const double* from = numbers(c).data();
    for (const int place : places_) {
      Matrix4d& m = matrices[std::size_t(place)];
      if (layout_->numbers == 16)
        m = ByRows(from);
      else
        m.topRows<3>() = ByThreeRows(from);
      from += layout_->numbers;
    }
  }

  const std::vector<int>* robots() const { return options_.robots ? &*options_.robots : nullptr; }

  void configuration(int c) {
    is_bad_ = false;
    result_.collided = false;
    if (is_read(c)) ask(c);
    ++chunk_->totals.configurations;
    chunk_->totals.bad += is_bad_;
    chunk_->totals.collided += !is_bad_ && result_.collided;
    answer(chunk_->first_configuration + c);
  }

  void ask(int c) {
    if (options_.source) {
      if (const auto placed = options_.source->place(numbers(c), all_matrices_); !placed)
        return complain_about(c, placed.error());
      for (std::size_t l = 0; l < of_query_.size(); ++l) matrices_[l] = all_matrices_[std::size_t(of_query_[l])];
    } else {
      take_matrices(c, matrices_);
    }
    if (const auto done = collider_.check(matrices_, robots(), options_.request, result_); !done)
      return complain_about(c, done.error());
    if (options_.on_result) {
      const std::lock_guard lock(result_mutex_);
      options_.on_result(result_);
    }
  }

  // From a configuration to the next one.
  void motion(int c) {
    is_bad_ = false;
    motion_result_ = {};
    const std::int64_t first = chunk_->first_configuration + c;
    const std::int64_t number = options_.motions->path ? first : first / 2;
    const bool is_whole = c + 1 < int(chunk_->configurations.size());
    const bool starts = is_read(c), ends = is_whole && is_read(c + 1);
    if (starts && !is_whole)
      complain_about(c, fmt::format("the poses end after the first configuration of motion {}", number));
    if (starts && ends) ask_motion(c);
    ++chunk_->totals.configurations;
    chunk_->totals.bad += is_bad_;
    const bool collided = !is_bad_ && motion_result_.collided;
    chunk_->totals.collided += collided;
    auto out = std::back_inserter(chunk_->answer);
    if (is_bad_)
      fmt::format_to(out, "{},error,,,,\n", number);
    else if (!collided)
      fmt::format_to(out, "{},0,1,1,,\n", number);
    else
      fmt::format_to(out, "{},1,{},{},{},{}\n", number, motion_result_.time, motion_result_.apart,
                     code(motion_result_.links.first), code(motion_result_.links.second));
  }

  void ask_motion(int c) {
    const auto check = [&](const LinkMotion& motion) {
      if (const auto done = collider_.check_motion(motion, robots(), options_.motions->request, motion_result_); !done)
        complain_about(c + 1, done.error());
    };
    if (options_.source) {
      for (const int number : {c, c + 1})
        if (const auto placed = options_.source->place(numbers(number), all_matrices_); !placed)
          return spoil(number, placed.error());
      return check(MotionOfSome(*options_.source->motion(numbers(c), numbers(c + 1)), of_query_));
    }
    take_matrices(c, from_);
    take_matrices(c + 1, matrices_);
    for (const auto& [number, matrices] : {std::pair(c, &from_), std::pair(c + 1, &matrices_)})
      if (const auto done = collider_.check(*matrices, robots(), {}, result_); !done)
        return spoil(number, done.error());
    check(StraightMotion(from_, matrices_));
  }

  const std::string& code(int link) const { return scene_.links()[std::size_t(link)].code; }

  void answer(std::int64_t configuration) {
    std::string& line = line_of_answer_;
    std::string& answer = chunk_->answer;
    const auto in_line = std::back_inserter(line);
    const auto out = std::back_inserter(answer);
    const CollisionRequest& request = options_.request;
    const bool is_good = !is_bad_, collided = is_good && result_.collided;
    line.clear();
    const fmt::format_int number(configuration);
    line.append(number.data(), number.size());
    line += is_good ? (collided ? ",1" : ",0") : ",error";
    if (request.distance) {
      if (is_good && result_.nearest)
        add_distance(in_line, *result_.nearest);
      else
        line += ",,,,,,,,,";
    }
    if (request.pairs) {
      line += ',';
      for (std::size_t i = 0; is_good && i < result_.pairs.size(); ++i) {
        if (i > 0) line += ' ';
        line.append(code(result_.pairs[i].first)).append(1, '-').append(code(result_.pairs[i].second));
      }
    }
    if (request.distances) {
      for (const LinkDistance& d : result_.distances) {
        if (!is_good) break;
        answer += line;
        fmt::format_to(out, ",{},{},{}", code(d.links.first), code(d.links.second), d.distance);
        add_points(out, d);
        answer += '\n';
      }
      if (!is_good || result_.distances.empty()) answer.append(line).append(",,,,,,,,,\n");
    } else if (!request.contacts) {
      answer.append(line).append(1, '\n');
    } else if (!collided) {
      answer.append(line).append(",,,,,,,,,\n");
    } else {
      for (const LinkContact& c : result_.contacts)
        fmt::format_to(out, "{},{},{},{},{},{},{},{},{},{}\n", line, code(c.links.first), code(c.links.second),
                       c.point.x(), c.point.y(), c.point.z(), c.normal.x(), c.normal.y(), c.normal.z(), c.depth);
    }
  }

  template <typename Out>
  void add_distance(Out out, const LinkDistance& d) const {
    fmt::format_to(out, ",{},{},{}", d.distance, code(d.links.first), code(d.links.second));
    add_points(out, d);
  }
  template <typename Out>
  static void add_points(Out out, const LinkDistance& d) {
    fmt::format_to(out, ",{},{},{},{},{},{}", d.on_first.x(), d.on_first.y(), d.on_first.z(), d.on_second.x(),
                   d.on_second.y(), d.on_second.z());
  }

  const ColliderScene& scene_;
  MeshCollider collider_;
  const PoseStreamOptions& options_;
  std::mutex& result_mutex_;
  std::vector<int> places_;
  // With a source: the links of the query among those of the scene.
  std::vector<int> of_query_;
  std::vector<Matrix4d> matrices_, from_, all_matrices_;
  CollisionResult result_;
  MotionResult motion_result_;
  std::string line_of_answer_;  // scratch
  // Of the chunk that is checked, and of the answer that is made.
  PoseChunk* chunk_ = nullptr;
  const PoseLayout* layout_ = nullptr;
  bool is_bad_ = false;
};

std::string header(const PoseStreamOptions& options) {
  if (options.motions) return "motion,collided,time,apart,first,second\n";
  const CollisionRequest& request = options.request;
  std::string line = "configuration,collided";
  if (request.distance) line += ",distance,first,second,x1,y1,z1,x2,y2,z2";
  if (request.pairs) line += ",pairs";
  if (request.contacts) line += ",first,second,x,y,z,nx,ny,nz,depth";
  if (request.distances) line += ",first,second,distance,x1,y1,z1,x2,y2,z2";
  return line + "\n";
}

// Links that have poses in a line.
std::expected<int, std::string> links_asked_for(const ColliderScene& scene, const PoseStreamOptions& options) {
  if (options.source) {
    if (options.source->numbers < 1) return std::unexpected("no joint moves: there are no positions to read");
    return 1;  // as far as the layout goes: one row of numbers
  }
  int links = 0;
  for (std::size_t g = 0; g < scene.groups().size(); ++g) {
    const ColliderScene::Group& group = scene.groups()[g];
    const bool asked =
        !options.robots || std::find(options.robots->begin(), options.robots->end(), int(g)) != options.robots->end();
    if (group.is_static ? !options.fixed_static : asked) links += group.links;
  }
  if (links == 0) return std::unexpected("no link moves: there are no poses to read");
  return links;
}

// Reads chunks ahead and writes the answers in their order, while threads check. While there is nothing to write, the
// thread that reads takes the reading of numbers off the others: of a text that is as much work as checking.
class PoseStream {
 public:
  PoseStream(std::shared_ptr<const ColliderScene> scene, std::FILE* in, std::FILE* out,
             const PoseStreamOptions& options, int links)
      : scene_(std::move(scene)), out_(out), options_(options), reader_(in, options, links) {
    for (int i = 0; i < std::max(1, options.threads); ++i) threads_.emplace_back([this] { work(); });
  }

  std::expected<PoseStreamTotals, std::string> check() {
    put(header(options_));
    while (failure_.empty()) {
      if (read_ahead()) continue;
      if (ring_.empty()) break;
      if (read_numbers_of_one()) continue;
      PoseChunk chunk = take_front();
      write(chunk);
      spare_.push_back(std::move(chunk));
    }
    end_threads();
    if (std::fflush(out_) != 0) lack_of_room();
    if (!failure_.empty()) return std::unexpected(failure_);
    return totals_;
  }

 private:
  void work() {
    Checker checker(scene_, options_, result_mutex_);
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return finished_ || !to_do_.empty(); });
      if (finished_) return;
      PoseChunk* chunk = to_do_.front();
      to_do_.pop_front();
      // The layout is known once there is a chunk, and stays.
      const PoseLayout layout = reader_.layout();
      lock.unlock();
      if (!chunk->is_read) read_numbers(*chunk, layout, options_.binary);
      checker.check(*chunk, layout);
      lock.lock();
      chunk->done = true;
      changed_.notify_all();
    }
  }

  // True if there was room for a chunk, and one to read.
  bool read_ahead() {
    if (at_end_ || ring_.size() >= 2 * threads_.size() + 2) return false;
    PoseChunk chunk = fresh_chunk();
    const auto more = reader_.next(chunk);
    at_end_ = !more || !*more;
    const std::lock_guard lock(mutex_);
    if (more && *more) {
      ring_.push_back(std::move(chunk));
      to_do_.push_back(&ring_.back());
      changed_.notify_all();
      return true;
    }
    if (!more) {
      // Said when what stands before it is answered.
      PoseChunk last;
      last.complaints.push_back({0, more.error()});
      last.totals.bad = -1;
      last.done = true;
      ring_.push_back(std::move(last));
    }
    return false;
  }

  // False if there is an answer to write, or no chunk whose numbers wait.
  bool read_numbers_of_one() {
    if (options_.binary) return false;
    std::unique_lock lock(mutex_);
    if (ring_.front().done) return false;
    const auto found = std::find_if(to_do_.begin(), to_do_.end(), [](const PoseChunk* c) { return !c->is_read; });
    if (found == to_do_.end()) return false;
    PoseChunk* const chunk = *found;
    const std::ptrdiff_t place = found - to_do_.begin();
    to_do_.erase(found);
    lock.unlock();
    read_numbers(*chunk, reader_.layout(), false);
    lock.lock();
    // Those before it may have been taken meanwhile.
    to_do_.insert(to_do_.begin() + std::min(place, std::ssize(to_do_)), chunk);
    changed_.notify_all();
    return true;
  }

  // In the memory of one that was written.
  PoseChunk fresh_chunk() {
    PoseChunk chunk;
    if (spare_.empty()) return chunk;
    chunk.bytes = std::move(spare_.back().bytes);
    chunk.answer = std::move(spare_.back().answer);
    chunk.numbers = std::move(spare_.back().numbers);
    chunk.configurations = std::move(spare_.back().configurations);
    spare_.pop_back();
    chunk.answer.clear();
    return chunk;
  }

  PoseChunk take_front() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ring_.front().done; });
    PoseChunk chunk = std::move(ring_.front());
    ring_.pop_front();
    return chunk;
  }

  void write(const PoseChunk& chunk) {
    if (chunk.totals.bad < 0) {
      failure_ = chunk.complaints[0].text;
      return;
    }
    put(chunk.answer);
    totals_.configurations += chunk.totals.configurations;
    totals_.collided += chunk.totals.collided;
    totals_.bad += chunk.totals.bad;
    for (const PoseComplaint& complaint : chunk.complaints) complain(complaint);
    if (options_.progress) options_.progress(totals_.configurations);
  }

  void complain(const PoseComplaint& complaint) {
    const std::string column = complaint.column ? fmt::format(", column {}", complaint.column) : "";
    const std::string text =
        complaint.line ? fmt::format("line {}{}: {}", complaint.line, column, complaint.text) : complaint.text;
    if (options_.strict && failure_.empty()) failure_ = text;
    if (!options_.strict && options_.complain) options_.complain(text);
  }

  void put(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), out_) != text.size()) lack_of_room();
  }

  void lack_of_room() {
    if (failure_.empty()) failure_ = fmt::format("the answers can not be written: {}", std::strerror(errno));
  }

  void end_threads() {
    {
      const std::lock_guard lock(mutex_);
      finished_ = true;
      changed_.notify_all();
    }
    for (std::thread& thread : threads_) thread.join();
  }

  const std::shared_ptr<const ColliderScene> scene_;
  std::FILE* const out_;
  const PoseStreamOptions& options_;
  PoseReader reader_;
  std::mutex mutex_, result_mutex_;
  std::condition_variable changed_;
  std::deque<PoseChunk> ring_;    // in order; the front is written first
  std::deque<PoseChunk*> to_do_;  // of the ring
  std::vector<PoseChunk> spare_;  // written
  bool finished_ = false;
  bool at_end_ = false;
  PoseStreamTotals totals_;
  std::string failure_;
  std::vector<std::thread> threads_;
};

}  // namespace

std::expected<PoseStreamTotals, std::string> check_pose_stream(std::shared_ptr<const ColliderScene> scene,
                                                               std::FILE* in, std::FILE* out,
                                                               const PoseStreamOptions& options) {
  if (options.binary && options.numbers != 12 && options.numbers != 16)
    return std::unexpected("binary poses need their numbers per link: 12 or 16");
  const auto links = links_asked_for(*scene, options);
  if (!links) return std::unexpected(links.error());
  return PoseStream(std::move(scene), in, out, options, *links).check();
}

}  // namespace lightsout
