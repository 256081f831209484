#include "engine/medium.h"

#include <cmath>

#include "engine/devices/emitter.h"
#include "engine/devices/receiver.h"
#include "engine/raycast.h"
#include "engine/robot.h"
#include "engine/scene.h"
#include "engine/solid.h"

namespace lightsout {

namespace {

// Within the cone of this whole opening angle about the axis (unit); an angle that is not positive: everywhere.
bool in_cone(double aperture, const Vector3d& axis, const Vector3d& to_other, double distance) {
  return aperture <= 0 || distance == 0 || axis.dot(to_other) >= std::cos(aperture / 2) * distance;
}

}  // namespace

void Medium::begin_step() { plugin_inbox_.clear(); }

void Medium::forward(const Emitter& emitter, int channel, double range, std::span<const std::byte> data) {
  packets_.push_back({&emitter, channel, range, bytes_.size(), bytes_.size() + data.size()});
  bytes_.insert(bytes_.end(), data.begin(), data.end());
  if (channel == plugin_channel) plugin_inbox_.insert(plugin_inbox_.end(), data.begin(), data.end());
}

std::span<Receiver* const> Medium::receivers() {
  if (!receivers_known_) {
    receivers_.clear();
    for (const auto& robot : scene_.robots())
      for (const auto& device : robot->devices())
        if (device->kind() == LO_DEVICE_RECEIVER) receivers_.push_back(static_cast<Receiver*>(device.get()));
    receivers_known_ = true;
  }
  return receivers_;
}

bool Medium::reaches(const Packet& packet, const Receiver& receiver) const {
  const Emitter& emitter = *packet.emitter;
  if (!receiver.is_listening() || receiver.type() != emitter.type() || &receiver.robot() == &emitter.robot())
    return false;
  return packet.channel == receiver.channel() || packet.channel == every_channel || receiver.channel() == every_channel;
}

void Medium::deliver(const Packet& packet, Receiver& receiver, std::span<const std::byte> data) {
  const Emitter& emitter = *packet.emitter;
  const Pose from = emitter.solid()->pose(), at = receiver.solid()->pose();
  const Vector3d way = at.position - from.position;
  const double distance = way.norm();
  if (packet.range >= 0 && distance > packet.range) return;
  if (emitter.type() == MediumType::InfraRed) {
    if (!in_cone(emitter.aperture(), from.rotation.col(0), way, distance)) return;
    if (!in_cone(receiver.aperture(), at.rotation.col(0), -way, distance)) return;
    if (distance > 0 && scene_.raycaster().cast({from.position, way / distance, distance}, RaySet::Collision,
                                                &emitter.robot(), &receiver.robot()))
      return;
  }
  receiver.hear(at.rotation.transpose() * -way, data);
}

void Medium::transmit() {
  for (const Packet& packet : packets_) {
    const auto data = std::span(bytes_).subspan(packet.begin, packet.end - packet.begin);
    for (Receiver* receiver : receivers()) {
      if (packet.emitter) {
        if (reaches(packet, *receiver)) deliver(packet, *receiver, data);
      } else if (receiver->is_listening() && receiver->channel() == packet.channel) {
        receiver->hear_from_plugin(data);
      }
    }
  }
  packets_.clear();
  bytes_.clear();
}

void Medium::send_from_plugin(int channel, std::span<const std::byte> data) {
  packets_.push_back({nullptr, channel, -1, bytes_.size(), bytes_.size() + data.size()});
  bytes_.insert(bytes_.end(), data.begin(), data.end());
}

}  // namespace lightsout
