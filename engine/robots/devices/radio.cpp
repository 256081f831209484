// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Radio: sends messages by address to other radios, and hands those that it hears to its controller when its sampling
// period ends.
#include "controllers/wire/radio.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "engine/media/medium.h"
#include "engine/robots/sampled_device.h"
#include "engine/stage/parts.h"
#include "engine/state/state.h"
#include "limits/limits.h"

namespace lightsout {

namespace {

using Bytes = std::span<const std::byte>;

std::string_view text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// A list of records in one vector: each padded to 8 behind its size.
template <class... Parts>
void append(std::vector<std::byte>& list, const Parts&... parts) {
  const std::uint64_t size = (std::as_bytes(std::span(parts)).size() + ...);
  const auto add = [&list](Bytes bytes) { list.insert(list.end(), bytes.begin(), bytes.end()); };
  add(std::as_bytes(std::span(&size, 1)));
  (add(std::as_bytes(std::span(parts))), ...);
  list.resize((list.size() + 7) & ~std::size_t(7));
}
Bytes next_record(const std::vector<std::byte>& list, std::size_t& at) {
  std::uint64_t size;
  std::memcpy(&size, &list[at], sizeof size);
  const Bytes record = Bytes(list).subspan(at + sizeof size, size);
  at += sizeof size + ((size + 7) & ~std::uint64_t(7));
  return record;
}

class Radio final : public Sampled<lo_radio_state, LO_DEVICE_RADIO>, public RadioStation {
 public:
  explicit Radio(const DeviceSetup& setup) : Wired(setup) { read_fields(); }

  void connect(Diagnostics&) override { surroundings().parts().get<Medium>().waves().add(*this); }

  void receive(std::uint16_t kind, Bytes payload) override {
    lo_radio_message head;
    if (kind != LO_MESSAGE_RADIO || payload.size() < sizeof head) return;
    std::memcpy(&head, payload.data(), sizeof head);
    const Bytes rest = payload.subspan(sizeof head);
    if (head.action == LO_RADIO_ADDRESS) {
      keep("address", address_ = text_of(rest));
      tell_later();  // the array that its controller has is this one now
    } else if (head.action == LO_RADIO_SEND && head.body_size <= rest.size()) {
      send_later(head, rest);
    }
  }

  void disable() override {
    SampledDevice::disable();
    waiting_.clear();
  }

  void visit_state(StateVisitor& state) override {
    SampledDevice::visit_state(state);
    visit_kept(state, "frequency", "frequency", frequency_);
    visit_kept(state, "channel", "channel", channel_);
    visit_kept(state, "bitrate", "bitrate", bitrate_);
    visit_kept(state, "receiver sensitivity", "rxSensitivity", sensitivity_);
    visit_kept(state, "power", "txPower", power_);
    state.text("address", address_);
    if (state.is_loading()) keep("address", address_);
    state.list("under way", under_way_);
    state.list("waiting", waiting_);
  }

  const Solid& antenna() const override { return *solid(); }
  bool is_tuned_to(double frequency, int channel) const override {
    return period_steps() > 0 && frequency == frequency_ && channel == channel_;
  }
  double sensitivity() const override { return sensitivity_; }
  std::string_view address() const override { return address_; }

  void send_arrived(RadioWaves& waves) override {
    later_.clear();
    for (std::size_t at = 0; at < under_way_.size();) {
      const Bytes record = next_record(under_way_, at);
      UnderWay head;
      std::memcpy(&head, record.data(), sizeof head);
      const Bytes rest = record.subspan(sizeof head);
      if (head.steps_left > 1) {
        --head.steps_left;
        append(later_, std::array{head}, rest);
        continue;
      }
      const Bytes body = rest.first(head.body_size), to = rest.subspan(body.size(), head.to_size);
      const Bytes from = rest.subspan(body.size() + to.size());
      waves.bring(*this, {head.frequency, head.power, head.channel, text_of(from), text_of(to), body});
    }
    std::swap(under_way_, later_);
  }

  void hear(std::string_view from, double strength, Bytes body) override {
    hold(waiting_.size() + body.size(), "too much waits for");
    append(waiting_, std::array{lo_radio_reception{strength, std::uint32_t(body.size()), 0}}, body, from);
  }

 private:
  // A message that was sent: how, its body, the address that it is for, and that of this radio then.
  struct UnderWay {
    std::int64_t steps_left;  // 1: it arrives with the next
    double frequency, power;
    std::int32_t channel;
    std::uint32_t body_size, to_size;
    std::uint32_t reserved;
  };

  void tell(lo_radio_state& wire) override {
    wire.least_power = node().get<double>("txPowerMin");
    wire.most_power = node().get<double>("txPowerMax");
    if (!(wire.changed & LO_RADIO_FREQUENCY)) wire.frequency = frequency_;
    if (!(wire.changed & LO_RADIO_CHANNEL)) wire.channel = channel_;
    if (!(wire.changed & LO_RADIO_BITRATE)) wire.bitrate = bitrate_;
    if (!(wire.changed & LO_RADIO_SENSITIVITY)) wire.sensitivity = sensitivity_;
    if (!(wire.changed & LO_RADIO_POWER)) wire.power = power_;
  }
  Array array() override { return {std::as_bytes(std::span(address_)), 1}; }
  lo_array* array_in(lo_radio_state& wire) override { return &wire.address; }

  void take(lo_radio_state& wire, const Clock&) override {
    const std::uint32_t changed = std::exchange(wire.changed, 0);
    if (changed & LO_RADIO_FREQUENCY) keep("frequency", frequency_ = wire.frequency);
    if (changed & LO_RADIO_CHANNEL) keep("channel", channel_ = wire.channel);
    if (changed & LO_RADIO_BITRATE) keep("bitrate", bitrate_ = wire.bitrate);
    if (changed & LO_RADIO_SENSITIVITY) keep("rxSensitivity", sensitivity_ = wire.sensitivity);
    if (changed & LO_RADIO_POWER) keep("txPower", power_ = wire.power);
  }

  bool follow(FieldIndex field) override {
    read_fields();
    return is_own_field(field);
  }

  void forget() override {
    under_way_.clear();
    waiting_.clear();
    clear_queues();
  }

  void read_fields() {
    address_ = node().get<std::string>("address");
    frequency_ = node().get<double>("frequency");
    channel_ = node().get<std::int32_t>("channel");
    bitrate_ = node().get<std::int32_t>("bitrate");
    sensitivity_ = node().get<double>("rxSensitivity");
    power_ = node().get<double>("txPower");
  }

  void hold(std::size_t bytes, std::string_view what) const {
    if (bytes > std::size_t(value_of(Limit::PacketBytes)))
      throw LimitReached(Limit::PacketBytes, fmt::format("{} {}", what, path()));
  }

  // It leaves after its delay and takes the time of its bits, at least the step that begins now.
  void send_later(const lo_radio_message& head, Bytes rest) {
    hold(under_way_.size() + rest.size(), "too much is under way from");
    const double dt = surroundings().world().world_info().get<double>("basicTimeStep") / 1000;
    const double seconds = std::max(0.0, head.delay) + 8.0 * head.body_size / std::max(1, head.bitrate);
    // The margin keeps 3 x 0.1 from being more than 0.3.
    const double steps = std::clamp(std::ceil(seconds / dt - 1e-9), 1.0, 1e15);
    const auto to_size = std::uint32_t(rest.size() - head.body_size);
    append(
        under_way_,
        std::array{UnderWay{std::int64_t(steps), head.frequency, head.power, head.channel, head.body_size, to_size, 0}},
        rest, address_);
  }

  void measure(const Clock&) override {
    for (std::size_t at = 0; at < waiting_.size();) send(LO_MESSAGE_RADIO, next_record(waiting_, at));
    waiting_.clear();
  }

  std::string address_;
  double frequency_ = 0, sensitivity_ = 0, power_ = 0;
  std::int32_t channel_ = 0, bitrate_ = 0;
  std::vector<std::byte> under_way_;  // records of UnderWay
  std::vector<std::byte> later_;      // room for those that have not arrived yet
  std::vector<std::byte> waiting_;    // payloads of LO_MESSAGE_RADIO
};

}  // namespace

std::unique_ptr<Device> make_radio(const DeviceSetup& setup) { return std::make_unique<Radio>(setup); }

}  // namespace lightsout
