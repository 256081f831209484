#include "app/state_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>

namespace lightsout {
namespace {

// The eight bytes that hold `offset`, as a number: nearly all of a state is doubles, counters print as what their bits
// are.
std::string number_at(const std::vector<std::byte>& bytes, std::size_t offset) {
  std::uint64_t bits = 0;
  if (offset >= bytes.size()) return "nothing";
  std::memcpy(&bits, bytes.data() + offset, std::min<std::size_t>(sizeof bits, bytes.size() - offset));
  return fmt::format("{} (bits {:016x})", std::bit_cast<double>(bits), bits);
}

}  // namespace

std::expected<StateTrace, std::string> StateTrace::create(std::uint64_t capacity) {
  std::FILE* file = std::tmpfile();
  if (!file) return std::unexpected(fmt::format("temporary file for states: {}", std::strerror(errno)));
  return StateTrace(file, capacity);
}

bool StateTrace::append(const Simulation& simulation) {
  state_.clear();
  simulation.hash(state_);
  const std::size_t size = state_.bytes().size();
  const bool whole = size_ + size <= capacity_;
  const Record record = {state_.value(), whole ? size : 0};
  size_ += sizeof record + record.size;
  return std::fwrite(&record, sizeof record, 1, file_.get()) == 1 &&
         std::fwrite(state_.bytes().data(), 1, record.size, file_.get()) == record.size;
}

void StateTrace::rewind() { std::rewind(file_.get()); }

std::string StateTrace::compare(const Simulation& simulation) {
  state_.clear();
  simulation.hash(state_);
  Record record;
  if (std::fread(&record, sizeof record, 1, file_.get()) != 1)
    return fmt::format("the first run had ended before step {}", simulation.clock().step());
  reference_.resize(record.size);
  if (std::fread(reference_.data(), 1, record.size, file_.get()) != record.size)
    return "the temporary file was cut short";
  const bool equal = record.size ? reference_ == state_.bytes() : record.hash == state_.value();
  return equal ? "" : name_difference(simulation, record.hash);
}

std::string StateTrace::name_difference(const Simulation& simulation, std::uint64_t hash) const {
  const std::string when = fmt::format("at step {} ({} s)", simulation.clock().step(), simulation.clock().time());
  if (reference_.empty())
    return fmt::format(
        "{}: state hash {:016x} in the first run, {:016x} here; only the first {} bytes of state are kept "
        "to name the field",
        when, hash, state_.value(), capacity_);
  StateHash labelled(true);
  simulation.hash(labelled);
  const std::vector<std::byte>& here = labelled.bytes();
  const auto [mine, reference] = std::mismatch(here.begin(), here.end(), reference_.begin(), reference_.end());
  const std::size_t offset = std::size_t(mine - here.begin());

  const StateHash::Label* label = nullptr;
  for (const StateHash::Label& candidate : labelled.labels())
    if (candidate.offset <= offset) label = &candidate;
  if (!label) return fmt::format("{}: byte {} of the state", when, offset);
  const std::size_t index = (offset - label->offset) / sizeof(double);
  const std::size_t number = label->offset + index * sizeof(double);
  return fmt::format("{}: {}, {}[{}]: {} in the first run, {} here", when, label->node, label->field, index,
                     number_at(reference_, number), number_at(here, number));
}

}  // namespace lightsout
