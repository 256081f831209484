// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/devices/speaker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "engine/media/sounds.h"
#include "engine/stage/parts.h"
#include "engine/state/log.h"
#include "engine/state/state.h"
#include "world_format/project/project.h"
#include "world_format/protos/proto_projects.h"

namespace lightsout {
namespace {

constexpr double characters_per_second = 15;

// What is said of a text with SSML tags.
std::size_t spoken_characters(std::string_view text) {
  std::size_t count = 0;
  bool in_tag = false;
  for (const char c : text) {
    if (c == '<') in_tag = true;
    if (!in_tag && (c & 0xc0) != 0x80) ++count;
    if (c == '>') in_tag = false;
  }
  return count;
}

// One frame as one channel.
float frame_of(const Clip& clip, std::size_t frame, std::int32_t side, double balance) {
  if (clip.channels == 1) return clip.samples[frame];
  const float left = clip.samples[2 * frame], right = clip.samples[2 * frame + 1];
  if (side != 0) return side < 0 ? left : right;
  return float(left * std::min(1.0, 1 - balance) + right * std::min(1.0, 1 + balance)) / 2;
}

}  // namespace

void Speaker::connect(Diagnostics&) { surroundings().parts().get<Sounds>().add(*this, path()); }

Vector3d Speaker::sound_position() const { return pose().position; }

void Speaker::receive(std::uint16_t kind, std::span<const std::byte> payload) {
  lo_speaker_message message;
  if (kind != LO_MESSAGE_SPEAKER || payload.size() < sizeof message) return;
  std::memcpy(&message, payload.data(), sizeof message);
  const auto rest = payload.subspan(sizeof message);
  const std::string_view text(reinterpret_cast<const char*>(rest.data()), rest.size());
  for (const double value : {message.volume, message.pitch, message.balance})
    if (!std::isfinite(value)) return;
  message.volume = std::clamp(message.volume, 0.0, 1.0);
  message.balance = std::clamp(message.balance, -1.0, 1.0);
  message.pitch = std::clamp(message.pitch, 0.0, 1000.0);
  const std::size_t end = text.find('\0');
  if (message.action == LO_SPEAKER_PLAY)
    play(message, text.substr(0, end), end == text.npos ? std::string_view() : text.substr(end + 1));
  else if (message.action == LO_SPEAKER_STOP)
    stop(text);
  else if (message.action == LO_SPEAKER_SPEAK)
    speak(message, text);
}

std::string Speaker::find(std::string_view name, std::string_view path) const {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!path.empty() && fs::exists(path, error)) return std::string(path);
  std::vector<fs::path> folders;
  const Node& owner = surroundings().robot_node();
  if (fs::path own = find_part(surroundings().world(), owner, "controllers", owner.get<std::string>("controller"));
      !own.empty())
    folders.push_back(std::move(own));
  for (const Node* node : {&std::as_const(this->node()), &owner})
    if (node->span().source) folders.push_back(fs::path(node->span().source->name()).parent_path());
  for (const fs::path& folder : folders)  // a path that is absolute stays as it is
    if (const fs::path file = folder / name; fs::exists(file, error)) return file.string();
  return {};
}

void Speaker::play(const lo_speaker_message& message, std::string_view name, std::string_view path) {
  const auto same = [&](const Playing& playing) { return playing.name == name && playing.side == message.side; };
  auto playing = std::ranges::find_if(playing_, same);
  const bool is_new = playing == playing_.end();
  if (is_new) {
    const std::string file = find(name, path);
    auto clip = file.empty() ? std::unexpected(std::string("it is not found"))
                             : surroundings().parts().get<Sounds>().clip(file);
    if (!clip) {
      log(LogLevel::Warning, fmt::format("cannot play \"{}\": {}", name, clip.error()));
      return tell_over(LO_SPEAKER_SOUND_OVER, name);
    }
    playing_.push_back({.name = std::string(name), .path = file, .clip = *clip});
    playing = playing_.end() - 1;
  }
  playing->volume = message.volume;
  playing->pitch = message.pitch;
  playing->balance = message.balance;
  playing->loop = message.loop != 0;
  playing->side = message.side;
  const double length = double(playing->clip->frames()) / playing->clip->rate;
  log_sound(fmt::format("{} \"{}\" ({:.3f} s{}{}), volume {:.3g}, pitch {:.3g}", is_new ? "plays" : "goes on with",
                        name, length, playing->loop ? ", again and again" : "",
                        message.side == 0  ? ""
                        : message.side < 0 ? ", left channel"
                                           : ", right channel",
                        message.volume, message.pitch),
            message.volume);
}

void Speaker::stop(std::string_view name) {
  std::erase_if(playing_, [&](const Playing& playing) { return name.empty() || playing.name == name; });
  if (name.empty()) speaking_ = false;
  log(LogLevel::Info, name.empty() ? std::string("is silenced") : fmt::format("stops \"{}\"", name));
}

void Speaker::speak(const lo_speaker_message& message, std::string_view text) {
  speaking_ = true;
  speech_left_ = double(spoken_characters(text)) / characters_per_second;
  const std::string_view language(message.language, strnlen(message.language, sizeof message.language));
  // No sound is made of it, so that no microphone hears it.
  log(LogLevel::Info,
      fmt::format("says \"{}\" ({}, {:.3f} s), volume {:.3g}", text, language, speech_left_, message.volume));
}

void Speaker::log_sound(const std::string& what, double volume) {
  log(LogLevel::Info, what + surroundings().parts().get<Sounds>().levels(sound_position(), volume));
}

void Speaker::tell_over(int action, std::string_view name) {
  lo_speaker_message head{};
  head.action = action;
  std::vector<std::byte> message(sizeof head + name.size());
  std::memcpy(message.data(), &head, sizeof head);
  if (!name.empty()) std::memcpy(message.data() + sizeof head, name.data(), name.size());
  send(LO_MESSAGE_SPEAKER, message);
}

void Speaker::add_to(std::span<float> samples, const SoundListener* listener) const {
  for (const Playing& playing : playing_) {
    const double gain = listener ? listener->gain(sound_position(), playing.volume) : 1;
    if (gain <= 0) continue;
    const Clip& clip = *playing.clip;
    const double frames = double(clip.frames());
    const double stride = clip.rate * playing.pitch / Sounds::rate;
    const float factor = float(gain) * float(playing.volume);
    double at = playing.position;
    for (float& sample : samples) {
      if (at >= frames) {
        if (!playing.loop) break;
        at = std::fmod(at, frames);
      }
      const std::size_t frame = std::size_t(at);
      const std::size_t next = frame + 1 < clip.frames() ? frame + 1 : playing.loop ? 0 : frame;
      const float here = frame_of(clip, frame, playing.side, playing.balance);
      const float there = frame_of(clip, next, playing.side, playing.balance);
      sample += factor * (here + float(at - double(frame)) * (there - here));
      at += stride;
    }
  }
}

void Speaker::advance(std::size_t samples, double dt) {
  for (Playing& playing : playing_) {
    const double frames = double(playing.clip->frames());
    playing.position += double(samples) * playing.clip->rate * playing.pitch / Sounds::rate;
    if (playing.position >= frames && playing.loop) playing.position = std::fmod(playing.position, frames);
  }
  for (std::size_t i = 0; i < playing_.size();) {
    if (playing_[i].position < double(playing_[i].clip->frames())) {
      ++i;
      continue;
    }
    tell_over(LO_SPEAKER_SOUND_OVER, playing_[i].name);
    playing_.erase(playing_.begin() + std::ptrdiff_t(i));
  }
  if (!speaking_) return;
  speech_left_ -= dt;
  if (speech_left_ > 1e-9) return;
  speaking_ = false;
  tell_over(LO_SPEAKER_SPEECH_OVER, {});
}

void Speaker::visit_state(StateVisitor& state) {
  state.node(path());
  state.field("speaking", speaking_);
  state.field("speech left", speech_left_);
  std::uint64_t count = playing_.size();
  state.field("sounds", count);
  if (state.is_loading()) playing_.assign(std::min<std::uint64_t>(count, 10000), {});
  for (Playing& playing : playing_) {
    state.text("sound", playing.name);
    if (!state.is_hashing()) state.text("file", playing.path);
    state.field("volume", playing.volume);
    state.field("pitch", playing.pitch);
    state.field("balance", playing.balance);
    state.field("loop", playing.loop);
    state.field("side", playing.side);
    state.field("position", playing.position);
  }
  if (!state.is_loading()) return;
  std::erase_if(playing_, [&](Playing& playing) {
    auto clip = surroundings().parts().get<Sounds>().clip(playing.path);
    if (clip) playing.clip = *clip;
    return !clip;
  });
}

std::unique_ptr<Device> make_speaker(const DeviceSetup& setup) { return std::make_unique<Speaker>(setup); }

}  // namespace lightsout
