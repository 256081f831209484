// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Skin: the bones of an animated mesh, of which nothing is simulated but what controllers read and set. Bones that
// follow Solids (field bones) are where those are and cannot be set.
#include "controllers/wire/skin.h"

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/robots/device.h"
#include "engine/shapes/geometry.h"

namespace lightsout {

namespace {

class Skin final : public Wired<lo_skin_state, LO_DEVICE_SKIN> {
 public:
  using Wired::Wired;

  // Its bones are known.
  void connect(Diagnostics&) override {
    bones_ = bones();
    for (const Solid* bone : bones_) names_.append(name_of(*bone)).push_back('\0');
  }

  void receive(std::uint16_t kind, std::span<const std::byte> payload) override {
    lo_skin_message message;
    if (kind != LO_MESSAGE_SKIN || payload.size() < sizeof message) return;
    std::memcpy(&message, payload.data(), sizeof message);
    const bool known = message.bone >= 0 && std::size_t(message.bone) < bones_.size();
    if (!known || message.action == LO_SKIN_SET_ORIENTATION || message.action == LO_SKIN_SET_POSITION) {
      if (known) log(LogLevel::Warning, "its bones follow solids and cannot be set by the controller");
      return answer(message);
    }
    const Solid& bone = *bones_[std::size_t(message.bone)];
    const Pose frame = message.absolute || !bone.parent() ? skin_pose() : bone.parent()->pose();
    const Pose pose = frame.inverse() * bone.pose();
    if (message.action == LO_SKIN_GET_ORIENTATION) {
      const Rotation rotation = to_rotation(pose.rotation);
      const double values[] = {rotation.x, rotation.y, rotation.z, rotation.angle};
      std::copy_n(values, 4, message.values);
    } else {
      Eigen::Map<Vector3d>{message.values} = pose.position;
    }
    answer(message);
  }

 private:
  void tell(lo_skin_state& wire) override { wire.bone_count = std::uint32_t(bones_.size()); }
  void blank(lo_skin_state&) override {
    if (bones_.empty() && !node().get<std::string>("modelUrl").empty())
      log(LogLevel::Info, "the skeleton of a model file is not read: the skin has no bones");
  }
  Array array() override { return {std::as_bytes(std::span(names_))}; }
  lo_array* array_in(lo_skin_state& wire) override { return &wire.bone_names; }

  bool follow(FieldIndex field) override {
    const std::string& name = node().type().fields()[field].name;
    return name != "name" && name != "bones";
  }

  void answer(const lo_skin_message& message) {
    surroundings().send(0, LO_MESSAGE_ANSWER, std::as_bytes(std::span(&message, 1)));
  }

  static const std::string& name_of(const Solid& bone) { return bone.node().get<std::string>("name"); }

  Pose skin_pose() const { return solid()->pose() * local_pose(node()); }

  // The solids that the field names, in its order; what names none is left out.
  std::vector<const Solid*> bones() {
    std::vector<const Solid*> found;
    for (const NodePtr& entry : node().nodes("bones")) {
      if (!entry->has("solidName")) {
        if (Solid* solid = surroundings().solid_of(*entry)) found.push_back(solid);
        continue;
      }
      for (const auto& solid : surroundings().solids())
        if (solid->robot() == &surroundings().robot() && name_of(*solid) == entry->get<std::string>("solidName")) {
          found.push_back(solid.get());
          break;
        }
    }
    return found;
  }

  std::vector<const Solid*> bones_;
  std::string names_;  // each with its NUL
};

}  // namespace

std::unique_ptr<Device> make_skin(const DeviceSetup& setup) { return std::make_unique<Skin>(setup); }

}  // namespace lightsout
