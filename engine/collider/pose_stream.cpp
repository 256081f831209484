#include "engine/collider/pose_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace lightsout {
namespace {

using Eigen::Matrix4d;

static_assert(std::endian::native == std::endian::little, "binary poses are read in place");

constexpr int configurations_per_chunk = 256;

struct Complaint {
  std::int64_t line;  // 0 for binary streams
  std::string text;
};

struct Chunk {
  std::string bytes;  // of whole configurations, as read
  std::int64_t first_configuration = 0;
  std::int64_t first_line = 1;
  std::string answer;
  std::vector<Complaint> complaints;
  PoseStreamTotals totals;  // bad is -1 where reading failed: the first complaint says how
  bool done = false;
};

bool is_separator(char c) { return c == ' ' || c == ',' || c == ';' || c == '\t' || c == '\r'; }

// Skips separators; false at the end.
bool to_next(const char*& at, const char* end) {
  while (at < end && is_separator(*at)) ++at;
  return at < end;
}

int count_numbers(std::string_view line) {
  const char *at = line.data(), *end = at + line.size();
  int count = 0;
  while (to_next(at, end)) {
    ++count;
    while (at < end && !is_separator(*at)) ++at;
  }
  return count;
}

bool carries_data(std::string_view line) {
  const char *at = line.data(), *end = at + line.size();
  return to_next(at, end) && *at != '#';
}

// Its first word begins as names do and is no number.
bool names_columns(std::string_view line) {
  const char *at = line.data(), *end = at + line.size();
  if (!to_next(at, end)) return false;
  if (!std::isalpha(static_cast<unsigned char>(*at)) && *at != '_' && *at != '"') return false;
  double number;
  const auto [stop, error] = std::from_chars(at, end, number);  // nan, inf
  return error != std::errc() || (stop < end && !is_separator(*stop));
}

// Cuts the input into chunks of whole configurations.
class Reader {
 public:
  Reader(std::FILE* in, const PoseStreamOptions& options, int links)
      : in_(in), binary_(options.binary), strict_(options.strict), links_(links) {
    numbers_ = options.source ? options.source->numbers : options.numbers;
    layout_known_ = options.source.has_value();
    line_ = options.first_line;
  }

  int numbers() const { return numbers_; }
  bool line_per_link() const { return line_per_link_; }

  // False at the end; the error is about the whole stream.
  std::expected<bool, std::string> next(Chunk& chunk) {
    chunk.first_configuration = configurations_;
    chunk.first_line = line_;
    return binary_ ? next_binary(chunk) : next_text(chunk);
  }

 private:
  std::expected<bool, std::string> next_binary(Chunk& chunk) {
    const std::size_t size = std::size_t(links_) * std::size_t(numbers_) * sizeof(double);
    chunk.bytes.resize_and_overwrite(size * configurations_per_chunk,
                                     [this](char* to, std::size_t most) { return std::fread(to, 1, most, in_); });
    const std::size_t got = chunk.bytes.size();
    if (std::ferror(in_)) return std::unexpected("the poses can not be read: " + std::string(std::strerror(errno)));
    if (got % size != 0)
      return std::unexpected(fmt::format("the poses end {} bytes into configuration {}, which takes {}", got % size,
                                         configurations_ + std::int64_t(got / size), size));
    configurations_ += std::int64_t(got / size);
    return got > 0;
  }

  std::expected<bool, std::string> next_text(Chunk& chunk) {
    int wanted = configurations_per_chunk;  // data lines
    int found = 0;
    while (true) {
      std::size_t end = text_.find('\n', from_);
      if (end == text_.npos && !at_end_) {
        if (const auto more = read_more(); !more) return std::unexpected(more.error());
        continue;
      }
      if (end == text_.npos && from_ == text_.size()) break;
      if (end == text_.npos) end = text_.size();
      const std::string_view line(text_.data() + from_, end - from_);
      // A heading stands before all data. It becomes an empty line, so that lines keep their numbers.
      const bool is_heading = !seen_data_ && !layout_known_ && names_columns(line);
      const bool is_data = !is_heading && carries_data(line);
      if (is_data && !layout_known_)
        if (auto known = find_layout(line); !known) {
          if (layout_error_.empty()) layout_error_ = std::move(known.error());
          if (strict_ || found + 1 == wanted) return std::unexpected(layout_error_);
        }
      if (line_per_link_) wanted = configurations_per_chunk * links_;
      found += is_data;
      seen_data_ |= is_data || is_heading;
      if (!is_heading) chunk.bytes += line;
      chunk.bytes += '\n';
      from_ = std::min(end + 1, text_.size());
      ++line_;
      if (found == wanted) break;
    }
    if (found > 0 && !layout_known_) return std::unexpected(layout_error_);
    configurations_ += line_per_link_ ? (found + links_ - 1) / links_ : found;
    return found > 0;
  }

  std::expected<void, std::string> find_layout(std::string_view line) {
    const int count = count_numbers(line);
    for (const int numbers : {12, 16}) {
      if (numbers_ != 0 && numbers_ != numbers) continue;
      if (count != numbers && count != numbers * links_) continue;
      numbers_ = numbers;
      line_per_link_ = count == numbers && links_ > 1;
      layout_known_ = true;
      return {};
    }
    return std::unexpected(
        fmt::format("line {} has {} numbers; it should have 12 or 16 (one of {} links), or {} or {} (a configuration)",
                    line_, count, links_, 12 * links_, 16 * links_));
  }

  std::expected<void, std::string> read_more() {
    text_.erase(0, from_);
    from_ = 0;
    const std::size_t had = text_.size();
    if (had > (std::size_t(1) << 26)) return std::unexpected(fmt::format("line {} is longer than 64 MB", line_));
    text_.resize(had + (1 << 18));
    const std::size_t got = std::fread(text_.data() + had, 1, text_.size() - had, in_);
    text_.resize(had + got);
    if (std::ferror(in_)) return std::unexpected("the poses can not be read: " + std::string(std::strerror(errno)));
    at_end_ = got == 0;
    return {};
  }

  std::FILE* in_;
  bool binary_, strict_;
  int links_;
  int numbers_;
  bool line_per_link_ = false;
  bool layout_known_ = false;
  std::string layout_error_;  // of the first line, where it told nothing: a later one may
  bool seen_data_ = false;    // or the heading: there is one at most
  bool at_end_ = false;
  std::string text_;
  std::size_t from_ = 0;
  std::int64_t line_ = 1;
  std::int64_t configurations_ = 0;
};

// Checks chunks; each thread has its own.
class Worker {
 public:
  Worker(const std::shared_ptr<const ColliderScene>& scene, const PoseStreamOptions& options, int links,
         std::mutex& result_mutex)
      : scene_(*scene), collider_(scene), options_(options), links_(links), result_mutex_(result_mutex) {
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
    all_matrices_.assign(options.source ? scene->links().size() : 0, Matrix4d::Identity());
    numbers_.resize(options.source ? std::size_t(options.source->numbers) : std::size_t(links) * 16);
  }

  void check(Chunk& chunk, int numbers, bool line_per_link) {
    at_ = chunk.bytes.data();
    end_ = at_ + chunk.bytes.size();
    line_ = chunk.first_line;
    const std::size_t per_link = std::size_t(numbers);
    for (std::int64_t c = chunk.first_configuration;; ++c) {
      complaint_.clear();
      complaint_line_ = 0;
      if (options_.binary) {
        const std::size_t size = per_link * std::size_t(links_) * sizeof(double);
        if (at_ == end_) break;
        std::memcpy(numbers_.data(), at_, size);
        at_ += size;
      } else {
        const int lines = line_per_link ? links_ : 1;
        const std::size_t in_line = per_link * std::size_t(line_per_link ? 1 : links_);
        bool any = false;
        for (int i = 0; i < lines; ++i) {
          if (!next_data_line()) {
            if (any)
              complain(line_ - 1,
                       fmt::format("the poses end after {} of the {} lines of configuration {}", i, lines, c));
            break;
          }
          any = true;
          read_numbers(numbers_.data() + std::size_t(i) * in_line, in_line);
        }
        if (!any) break;
      }
      if (complaint_.empty()) ask(numbers);
      answer(chunk, c);
      if (!complaint_.empty() && options_.strict) return;
    }
  }

 private:
  void complain(std::int64_t line, std::string text) {
    if (!complaint_.empty()) return;
    complaint_ = std::move(text);
    complaint_line_ = line;
  }

  bool next_data_line() {
    while (at_ < end_) {
      const char* stop = static_cast<const char*>(std::memchr(at_, '\n', std::size_t(end_ - at_)));
      text_ = {at_, std::size_t(stop - at_)};
      at_ = stop + 1;
      ++line_;
      if (carries_data(text_)) {
        last_line_ = line_ - 1;
        return true;
      }
    }
    return false;
  }

  void read_numbers(double* to, std::size_t count) {
    const char *at = text_.data(), *end = at + text_.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (!to_next(at, end)) return complain(last_line_, fmt::format("{} numbers, {} were expected", i, count));
      if (*at == '+') ++at;
      const auto [stop, error] = std::from_chars(at, end, to[i]);
      if (error != std::errc() || (stop < end && !is_separator(*stop))) {
        const char* word_end = at;
        while (word_end < end && !is_separator(*word_end)) ++word_end;
        return complain(last_line_, fmt::format("'{}' is no number", std::string_view(at, std::size_t(word_end - at))));
      }
      at = stop;
    }
    if (to_next(at, end))
      complain(last_line_, fmt::format("{} numbers, {} were expected", count_numbers(text_), count));
  }

  void ask(int numbers) {
    if (options_.source) {
      if (const auto placed = options_.source->place(numbers_, all_matrices_); !placed)
        return complain(last_line_, placed.error());
      for (std::size_t l = 0; l < of_query_.size(); ++l) matrices_[l] = all_matrices_[std::size_t(of_query_[l])];
    }
    // Without a last row they keep the one that they began with.
    using ByRows = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>;
    using ByThreeRows = Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>>;
    for (std::size_t l = 0; l < places_.size(); ++l) {
      Matrix4d& m = matrices_[std::size_t(places_[l])];
      const double* from = numbers_.data() + l * std::size_t(numbers);
      if (numbers == 16)
        m = ByRows(from);
      else
        m.topRows<3>() = ByThreeRows(from);
    }
    const std::vector<int>* robots = options_.robots ? &*options_.robots : nullptr;
    if (const auto done = collider_.check(matrices_, robots, options_.request, result_); !done)
      return complain(last_line_, done.error());
    if (options_.on_result) {
      const std::lock_guard lock(result_mutex_);
      options_.on_result(result_);
    }
  }

  const std::string& code(int link) const { return scene_.links()[std::size_t(link)].code; }

  void answer(Chunk& chunk, std::int64_t configuration) {
    auto out = std::back_inserter(chunk.answer);
    const CollisionRequest& request = options_.request;
    ++chunk.totals.configurations;
    if (!complaint_.empty()) {
      ++chunk.totals.bad;
      chunk.complaints.push_back(
          {options_.binary ? 0 : complaint_line_,
           options_.binary ? fmt::format("configuration {}: {}", configuration, complaint_) : complaint_});
    }
    const bool collided = complaint_.empty() && result_.collided;
    chunk.totals.collided += collided;
    std::string& line = line_of_answer_;
    line.clear();
    char digits[20];
    line.append(digits, std::to_chars(digits, digits + sizeof digits, configuration).ptr);
    line += complaint_.empty() ? (collided ? ",1" : ",0") : ",error";
    if (request.distance) {
      if (complaint_.empty() && result_.nearest) {
        const LinkDistance& n = *result_.nearest;
        line += fmt::format(",{},{},{},{},{},{},{},{},{}", n.distance, code(n.links.first), code(n.links.second),
                            n.on_first.x(), n.on_first.y(), n.on_first.z(), n.on_second.x(), n.on_second.y(),
                            n.on_second.z());
      } else {
        line += ",,,,,,,,,";
      }
    }
    if (request.pairs) {
      line += ',';
      if (complaint_.empty())
        for (std::size_t i = 0; i < result_.pairs.size(); ++i)
          line += fmt::format("{}{}-{}", i ? " " : "", code(result_.pairs[i].first), code(result_.pairs[i].second));
    }
    if (request.distances) {
      if (!complaint_.empty() || result_.distances.empty())
        fmt::format_to(out, "{},,,,,,,,,\n", line);
      else
        for (const LinkDistance& d : result_.distances)
          fmt::format_to(out, "{},{},{},{},{},{},{},{},{},{}\n", line, code(d.links.first), code(d.links.second),
                         d.distance, d.on_first.x(), d.on_first.y(), d.on_first.z(), d.on_second.x(), d.on_second.y(),
                         d.on_second.z());
    } else if (!request.contacts) {
      chunk.answer += line;
      chunk.answer += '\n';
    } else if (!collided) {
      fmt::format_to(out, "{},,,,,,,,,\n", line);
    } else {
      for (const LinkContact& c : result_.contacts)
        fmt::format_to(out, "{},{},{},{},{},{},{},{},{},{}\n", line, code(c.links.first), code(c.links.second),
                       c.point.x(), c.point.y(), c.point.z(), c.normal.x(), c.normal.y(), c.normal.z(), c.depth);
    }
  }

  const ColliderScene& scene_;
  MeshCollider collider_;
  const PoseStreamOptions& options_;
  int links_;
  std::mutex& result_mutex_;
  std::vector<int> places_;
  // With a source: the links of the query among those of the scene.
  std::vector<int> of_query_;
  std::vector<Matrix4d> matrices_, all_matrices_;
  std::vector<double> numbers_;
  CollisionResult result_;
  std::string line_of_answer_;  // scratch
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::string_view text_;
  std::int64_t line_ = 1, last_line_ = 0, complaint_line_ = 0;
  std::string complaint_;
};

std::string header(const CollisionRequest& request) {
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

// Reads chunks ahead and writes the answers in their order, while threads check.
class PoseStream {
 public:
  PoseStream(std::shared_ptr<const ColliderScene> scene, std::FILE* in, std::FILE* out,
             const PoseStreamOptions& options, int links)
      : scene_(std::move(scene)), out_(out), options_(options), links_(links), reader_(in, options, links) {
    for (int i = 0; i < std::max(1, options.threads); ++i) threads_.emplace_back([this] { work(); });
  }

  std::expected<PoseStreamTotals, std::string> check() {
    put(header(options_.request));
    while (failure_.empty()) {
      if (read_ahead()) continue;
      if (ring_.empty()) break;
      Chunk chunk = take_front();
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
    Worker worker(scene_, options_, links_, result_mutex_);
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return finished_ || !to_do_.empty(); });
      if (finished_) return;
      Chunk* chunk = to_do_.front();
      to_do_.pop_front();
      // The layout is known once there is a chunk, and stays.
      const int numbers = reader_.numbers();
      const bool line_per_link = reader_.line_per_link();
      lock.unlock();
      worker.check(*chunk, numbers, line_per_link);
      lock.lock();
      chunk->done = true;
      changed_.notify_all();
    }
  }

  // True if there was room for a chunk, and one to read.
  bool read_ahead() {
    if (at_end_ || ring_.size() >= 2 * threads_.size() + 2) return false;
    Chunk chunk = fresh_chunk();
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
      // Told when what stands before it is answered.
      Chunk last;
      last.complaints.push_back({0, more.error()});
      last.totals.bad = -1;
      last.done = true;
      ring_.push_back(std::move(last));
    }
    return false;
  }

  // In the memory of one that was written.
  Chunk fresh_chunk() {
    Chunk chunk;
    if (spare_.empty()) return chunk;
    chunk.bytes = std::move(spare_.back().bytes);
    chunk.answer = std::move(spare_.back().answer);
    spare_.pop_back();
    chunk.bytes.clear();
    chunk.answer.clear();
    return chunk;
  }

  Chunk take_front() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ring_.front().done; });
    Chunk chunk = std::move(ring_.front());
    ring_.pop_front();
    return chunk;
  }

  void write(const Chunk& chunk) {
    if (chunk.totals.bad < 0) {
      failure_ = chunk.complaints[0].text;
      return;
    }
    put(chunk.answer);
    totals_.configurations += chunk.totals.configurations;
    totals_.collided += chunk.totals.collided;
    totals_.bad += chunk.totals.bad;
    for (const Complaint& complaint : chunk.complaints) complain(complaint);
    if (options_.progress) options_.progress(totals_.configurations);
  }

  void complain(const Complaint& complaint) {
    const std::string text =
        complaint.line ? fmt::format("line {}: {}", complaint.line, complaint.text) : complaint.text;
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
  const int links_;
  Reader reader_;
  std::mutex mutex_, result_mutex_;
  std::condition_variable changed_;
  std::deque<Chunk> ring_;    // in order; the front is written first
  std::deque<Chunk*> to_do_;  // of the ring
  std::vector<Chunk> spare_;  // written
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
