#include "app/state_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>

namespace lightsout {
namespace {

// The element at `offset` as it is to be read; of numbers with a fraction the bits too, which may be all that differs.
std::string number_at(const std::vector<std::byte>& bytes, std::size_t offset, const StateHash::Label& label) {
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

std::string moment(const Simulation& simulation) {
  const Clock& clock = simulation.clock();
  std::string text = fmt::format("at step {} ({} s)", clock.step(), clock.time());
  // A reset or another world has set the clock back.
  if (simulation.total_steps() != clock.step()) text += fmt::format(", {} steps in all", simulation.total_steps());
  return text;
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
  const std::string when = moment(simulation);
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
  const std::size_t end = label == &labelled.labels().back() ? here.size() : (label + 1)->offset;
  const std::size_t index = (offset - label->offset) / label->element_size;
  const std::size_t number = label->offset + index * label->element_size;
  const bool is_run = end - label->offset > label->element_size;
  return fmt::format("{}: {}, {}{}: {} in the first run, {} here", when, label->node, label->field,
                     is_run ? fmt::format("[{}]", index) : "", number_at(reference_, number, *label),
                     number_at(here, number, *label));
}

}  // namespace lightsout
