// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/media/medium.h"

#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/rays/raycast.h"
#include "engine/stage/parts.h"
#include "engine/stage/stage.h"

namespace lightsout {

namespace {

// Within the cone of this whole opening angle about the axis (unit); an angle that is not positive: everywhere.
bool in_cone(double aperture, const Vector3d& axis, const Vector3d& to_other, double distance) {
  return aperture <= 0 || distance == 0 || axis.dot(to_other) >= std::cos(aperture / 2) * distance;
}

}  // namespace

void Medium::begin_step() { plugin_inbox_.clear(); }

void Medium::forward(const Antenna& from, int channel, double range, std::span<const std::byte> data) {
  packets_.push_back({&from, channel, range, bytes_.size(), bytes_.size() + data.size()});
  bytes_.insert(bytes_.end(), data.begin(), data.end());
  if (channel == plugin_channel) plugin_inbox_.insert(plugin_inbox_.end(), data.begin(), data.end());
}

bool Medium::reaches(const Packet& packet, const Listener& listener) const {
  const Antenna &from = *packet.from, &at = listener.antenna();
  if (!listener.is_listening() || at.type != from.type || at.robot == from.robot) return false;
  return packet.channel == listener.channel() || packet.channel == every_channel || listener.channel() == every_channel;
}

void Medium::deliver(const Packet& packet, Listener& listener, std::span<const std::byte> data) {
  const Antenna &sender = *packet.from, &receiver = listener.antenna();
  const Pose from = sender.solid->pose(), at = receiver.solid->pose();
  const Vector3d way = at.position - from.position;
  const double distance = way.norm();
  if (packet.range >= 0 && distance > packet.range) return;
  if (sender.type == MediumType::InfraRed) {
    if (!in_cone(sender.aperture, from.rotation.col(0), way, distance)) return;
    if (!in_cone(receiver.aperture, at.rotation.col(0), -way, distance)) return;
    const Ray ray{from.position, way / distance, distance};
    if (distance > 0 && stage_.parts().get<Raycaster>().cast(ray, RaySet::Collision, sender.robot, receiver.robot))
      return;
  }
  listener.hear(at.rotation.transpose() * -way, data);
}

void Medium::sense(const Clock&) {
  for (const Packet& packet : packets_) {
    const auto data = std::span(bytes_).subspan(packet.begin, packet.end - packet.begin);
    for (Listener* listener : listeners_) {
      if (packet.from) {
        if (reaches(packet, *listener)) deliver(packet, *listener, data);
      } else if (listener->is_listening() && listener->channel() == packet.channel) {
        listener->hear_from_plugin(data);
      }
    }
  }
  packets_.clear();
  bytes_.clear();
  waves_.sense();
}

void Medium::send_from_plugin(int channel, std::span<const std::byte> data) {
  packets_.push_back({nullptr, channel, -1, bytes_.size(), bytes_.size() + data.size()});
  bytes_.insert(bytes_.end(), data.begin(), data.end());
}

}  // namespace lightsout
