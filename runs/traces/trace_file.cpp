// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/traces/trace_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <limits>
#include <new>
#include <nlohmann/json.hpp>

#include "engine/descriptors/waiting.h"
#include "engine/files/parsed_json.h"
#include "engine/recorders/label.h"
#include "engine/simulation.h"
#include "engine/state/clock.h"
#include "engine/state/state_hash.h"

namespace lightsout {
namespace {

using PlainJson = nlohmann::json;

// The head is JSON. A record is a step:
//   total, step (i64), time (f64), hash (u64), labels changed (u8; then their count and each: offset (u32), element
//   (u8), size (u8), node, field (u32 length and text)), size of the state (u32), the state, as the difference (XOR) to
//   the one before it in the chunk where their sizes are equal
// States are mostly noise, more effort gains little.
constexpr ChunkFormat trace_format = {.magic = "LOTRACE2", .compression = 1};
constexpr std::size_t chunk_bytes = std::size_t(4) << 20;
constexpr std::size_t chunk_steps = 256;

template <class T>
void put(std::vector<std::byte>& out, const T& value) {
  const auto* begin = reinterpret_cast<const std::byte*>(&value);
  out.insert(out.end(), begin, begin + sizeof value);
}

void put(std::vector<std::byte>& out, const std::string& text) {
  put(out, std::uint32_t(text.size()));
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  out.insert(out.end(), begin, begin + text.size());
}

// Takes values out of bytes; at their end all that follows is 0.
class Taker {
 public:
  Taker(const std::vector<std::byte>& bytes, std::size_t at) : bytes_(bytes), at_(at) {}
  template <class T>
  T number() {
    T value{};
    if (has(sizeof value)) std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  std::string text() {
    const auto size = number<std::uint32_t>();
    if (!has(size)) return {};
    std::string text(reinterpret_cast<const char*>(bytes_.data() + at_), size);
    at_ += size;
    return text;
  }
  bool has(std::size_t size) {
    ok_ = ok_ && at_ <= bytes_.size() && size <= bytes_.size() - at_;
    return ok_;
  }
  const std::byte* take(std::size_t size) {
    const std::byte* here = bytes_.data() + at_;
    at_ += size;
    return here;
  }
  bool ok() const { return ok_; }
  std::size_t at() const { return at_; }

 private:
  const std::vector<std::byte>& bytes_;
  std::size_t at_;
  bool ok_ = true;
};

std::string number_at(const std::vector<std::byte>& bytes, std::size_t offset, const TracedStep::Label& label) {
  using Element = StateHash::Element;
  std::uint64_t bits = 0;
  const std::size_t size = std::min(label.element_size, sizeof bits);
  if (offset + size > bytes.size()) return "nothing";
  std::memcpy(&bits, bytes.data() + offset, size);
  if (label.element == Element::Real && size == sizeof(double))
    return fmt::format("{} (bits {:016x})", std::bit_cast<double>(bits), bits);
  if (label.element == Element::Signed) {
    const int unused = int(8 * (sizeof bits - size));
    return fmt::format("{}", std::int64_t(bits << unused) >> unused);
  }
  return label.element == Element::Real ? fmt::format("bits {:08x}", bits) : fmt::format("{}", bits);
}

// Characters stand in a state as whole numbers of one byte.
bool is_text(const TracedStep::Label& label) {
  return label.element == StateHash::Element::Signed && label.element_size == sizeof(char);
}

// Of a text, what stands around one of its bytes. A state in which it is empty may have no label for it.
std::string text_at(const TracedStep& step, const TracedStep::Label& text, std::size_t offset) {
  constexpr std::size_t before = 30, after = 30;
  const auto found = std::ranges::find_if(step.labels, [&](const TracedStep::Label& label) {
    return is_text(label) && label.offset == text.offset && label.node == text.node && label.field == text.field;
  });
  if (found == step.labels.end()) return "\"\"";
  const auto next = std::next(found);
  const std::size_t end = next == step.labels.end() ? step.state.size() : next->offset;
  const auto is_inside_a_letter = [&](std::size_t at) { return (std::to_integer<int>(step.state[at]) & 0xc0) == 0x80; };
  std::size_t from = std::min(end, std::max(text.offset + before, offset) - before), to = std::min(end, offset + after);
  while (from < to && is_inside_a_letter(from)) ++from;
  while (from < to && to < end && is_inside_a_letter(to)) --to;
  std::string shown(reinterpret_cast<const char*>(step.state.data()) + from, to - from);
  for (char& c : shown)
    if (c >= 0 && c < ' ') c = ' ';
  return fmt::format("\"{}{}{}\"", from > text.offset ? "..." : "", shown, to < end ? "..." : "");
}

// The text that differs where a byte does: the byte's own, or the one whose length it is part of.
const TracedStep::Label* text_of(const TracedStep& step, const TracedStep::Label& label, std::size_t element) {
  if (is_text(label)) return &label;
  const TracedStep::Label* next = &label + 1;
  const bool is_its_length = next != step.labels.data() + step.labels.size() && is_text(*next) &&
                             next->node == label.node && next->field == label.field &&
                             element + label.element_size == next->offset;
  return is_its_length ? next : nullptr;
}

std::string moment(const TracedStep& step) {
  std::string text = fmt::format("at step {} ({} s)", step.step, step.time);
  // A reset or another world has set the clock back.
  if (step.total != step.step) text += fmt::format(", {} steps in all", step.total);
  return text;
}

}  // namespace

void TracedStep::take(const Simulation& simulation) {
  labelled_.clear();
  simulation.hash_step(labelled_);
  total = simulation.total_steps();
  step = simulation.clock().step();
  time = simulation.clock().time();
  hash = labelled_.value();
  state = labelled_.bytes();
  // Most steps have the labels of the one before.
  const auto same = [](const Label& known, const StateHash::Label& now) {
    return known.offset == now.offset && known.node == now.node && known.field == now.field &&
           known.element == now.element && known.element_size == now.element_size;
  };
  if (layout > 0 && std::ranges::equal(labels, labelled_.labels(), same)) return;
  ++layout;
  labels.clear();
  for (const StateHash::Label& label : labelled_.labels())
    labels.push_back(
        {label.offset, std::string(label.node), std::string(label.field), label.element, label.element_size});
}

// Where the states have different labels, what stands behind it is not the same thing in both.
std::string difference_of_labels(const TracedStep& first, const TracedStep& second, std::size_t index,
                                 const TraceNames& names) {
  const auto name = [index](const TracedStep& step) {
    if (index >= step.labels.size()) return std::string("nothing more");
    return fmt::format("{}, {}", step.labels[index].node, step.labels[index].field);
  };
  return fmt::format("{}: the states hold different things: {} {}, {} {}", moment(second), name(first), names.first,
                     name(second), names.second);
}

std::string difference(const TracedStep& first, const TracedStep& second, const TraceNames& names) {
  const std::string when = moment(second);
  if (first.state.empty() || second.state.empty()) {
    if (first.hash == second.hash) return {};
    return fmt::format("{}: state hash {:016x} {}, {:016x} {}; no more than hashes was kept of this step", when,
                       first.hash, names.first, second.hash, names.second);
  }
  if (first.state == second.state) return {};
  const auto [mine, theirs] = std::ranges::mismatch(second.state, first.state);
  const auto offset = std::size_t(mine - second.state.begin());
  const auto after = std::ranges::upper_bound(second.labels, offset, {}, &TracedStep::Label::offset);
  const auto other = std::ranges::mismatch(second.labels, first.labels).in1;
  if (other < after || (offset == second.state.size() && other == second.labels.end()))
    return difference_of_labels(first, second, std::size_t(other - second.labels.begin()), names);
  if (after == second.labels.begin()) return fmt::format("{}: byte {} of the state", when, offset);
  const TracedStep::Label& label = *std::prev(after);
  const std::size_t end = after == second.labels.end() ? second.state.size() : after->offset;
  const std::size_t index = (offset - label.offset) / label.element_size;
  const std::size_t number = label.offset + index * label.element_size;
  if (const TracedStep::Label* text = text_of(second, label, number)) {
    const std::size_t from = std::max(offset, text->offset);
    return fmt::format("{}: {}, {}: {} {}, {} {}", when, text->node, text->field, text_at(first, *text, from),
                       names.first, text_at(second, *text, from), names.second);
  }
  return fmt::format("{}: {}, {}{}: {} {}, {} {}", when, label.node, label.field,
                     end - label.offset > label.element_size ? fmt::format("[{}]", index) : "",
                     number_at(first.state, number, label), names.first, number_at(second.state, number, label),
                     names.second);
}

TraceWriter::TraceWriter(std::FILE* file, std::uint64_t capacity, const TraceOrigin& origin)
    : chunks_(file, trace_format,
              PlainJson{{"world", origin.world},
                        {"seed", origin.seed},
                        {"basic_time_step_ms", origin.basic_time_step_ms},
                        {"made_by", origin.made_by}}
                  .dump(-1, ' ', false, PlainJson::error_handler_t::replace)),
      capacity_(capacity) {}

std::expected<TraceWriter, std::string> TraceWriter::create(const std::string& path, const TraceOrigin& origin) {
  std::FILE* file = open_stream(path.c_str(), "wbe");
  if (!file) return std::unexpected(fmt::format("{}: {}", path, std::strerror(errno)));
  return TraceWriter(file, std::numeric_limits<std::uint64_t>::max(), origin);
}

std::expected<TraceWriter, std::string> TraceWriter::temporary(std::uint64_t capacity) {
  std::FILE* file = std::tmpfile();
  if (!file) return std::unexpected(fmt::format("temporary file for states: {}", std::strerror(errno)));
  return TraceWriter(file, capacity, {});
}

bool TraceWriter::append(const TracedStep& step) {
  const bool is_first = chunks_.records() == 0;
  if (is_first) before_.clear();
  std::vector<std::byte>& chunk = chunks_.begin_record(std::uint64_t(step.total));
  put(chunk, step.total);
  put(chunk, step.step);
  put(chunk, step.time);
  put(chunk, step.hash);
  const bool relabels = is_first || step.layout != layout_;
  put(chunk, std::uint8_t(relabels));
  if (relabels) {
    put(chunk, std::uint32_t(step.labels.size()));
    for (const TracedStep::Label& label : step.labels) {
      put(chunk, std::uint32_t(label.offset));
      put(chunk, std::uint8_t(label.element));
      put(chunk, std::uint8_t(label.element_size));
      put(chunk, label.node);
      put(chunk, label.field);
    }
    layout_ = step.layout;
  }
  const bool whole = step.state.size() <= capacity_ - std::min(capacity_, size_);
  put(chunk, std::uint32_t(whole ? step.state.size() : 0));
  if (whole) {
    size_ += step.state.size();
    const std::size_t begin = chunk.size();
    chunk.insert(chunk.end(), step.state.begin(), step.state.end());
    if (before_.size() == step.state.size())
      for (std::size_t i = 0; i < before_.size(); ++i) chunk[begin + i] ^= before_[i];
    before_ = step.state;
  } else {
    before_.clear();
  }
  if (chunk.size() >= chunk_bytes || chunks_.records() >= chunk_steps) chunks_.flush();
  return chunks_.error() == 0;
}

bool TraceWriter::close() {
  chunks_.close();
  return chunks_.error() == 0;
}

std::FILE* TraceWriter::rewound() {
  std::rewind(chunks_.file());
  return chunks_.file();
}

std::expected<TraceReader, std::string> TraceReader::open(const std::string& path) {
  std::FILE* file = open_stream(path.c_str(), "rbe");
  if (!file) return std::unexpected(fmt::format("{}: {}", path, std::strerror(errno)));
  TraceReader reader(ChunkReader(file, ChunkReader::Owns::Yes));
  if (auto read = reader.read_head(); !read) return std::unexpected(fmt::format("{}: {}", path, read.error()));
  return reader;
}

std::expected<TraceReader, std::string> TraceReader::of(std::FILE* file) {
  TraceReader reader(ChunkReader(file, ChunkReader::Owns::No));
  if (auto read = reader.read_head(); !read) return std::unexpected(read.error());
  return reader;
}

std::expected<void, std::string> TraceReader::read_head() {
  const auto head = chunks_.read_head(trace_format);
  const PlainJson json = head ? json_or_null<PlainJson>(*head) : PlainJson();
  if (!json.is_object()) return std::unexpected("this is no trace of this release of lightsout");
  origin_ = {member_or(json, "world", ""), member_or(json, "seed", std::uint64_t(0)),
             member_or(json, "basic_time_step_ms", 0.0), member_or(json, "made_by", "")};
  return {};
}

const TracedStep* TraceReader::next() {
  if (left_ == 0) {
    if (!chunks_.next()) return nullptr;
    left_ = chunks_.records();
    at_ = 0;
    step_.state.clear();
  }
  Taker taker(chunks_.chunk(), at_);
  --left_;
  step_.total = taker.number<std::int64_t>();
  step_.step = taker.number<std::int64_t>();
  step_.time = taker.number<double>();
  step_.hash = taker.number<std::uint64_t>();
  if (taker.number<std::uint8_t>()) {
    step_.labels.clear();
    const auto count = taker.number<std::uint32_t>();
    for (std::uint32_t i = 0; i < count && taker.ok(); ++i) {
      TracedStep::Label& label = step_.labels.emplace_back();
      label.offset = taker.number<std::uint32_t>();
      label.element = StateHash::Element(taker.number<std::uint8_t>());
      label.element_size = std::max<std::size_t>(1, taker.number<std::uint8_t>());
      label.node = taker.text();
      label.field = taker.text();
    }
  }
  const auto size = taker.number<std::uint32_t>();
  if (!taker.has(size)) {
    chunks_.refuse();
    left_ = 0;
    return nullptr;
  }
  const std::byte* bytes = taker.take(size);
  if (size > 0 && step_.state.size() == size)
    for (std::uint32_t i = 0; i < size; ++i) step_.state[i] ^= bytes[i];
  else
    step_.state.assign(bytes, bytes + size);
  at_ = taker.at();
  return &step_;
}

}  // namespace lightsout
