// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Skin: the bones of an animated mesh, of which nothing is simulated but where they are. Bones that follow Solids
// (field bones) are where those are and cannot be set; without that field they are those of the mesh file, and the
// controller moves them.
#include "controllers/wire/skin.h"

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/render/renderer.h"
#include "engine/robots/device.h"
#include "engine/shapes/geometry.h"
#include "engine/stage/parts.h"
#include "engine/state/log.h"
#include "engine/state/state.h"

namespace lightsout {

namespace {

class Skin final : public Wired<lo_skin_state, LO_DEVICE_SKIN> {
 public:
  using Wired::Wired;

  // The solids that are its bones are known.
  void connect(Diagnostics&) override { solids_ = solids(); }

  void receive(std::uint16_t kind, std::span<const std::byte> payload) override {
    lo_skin_message message;
    if (kind != LO_MESSAGE_SKIN || payload.size() < sizeof message) return;
    std::memcpy(&message, payload.data(), sizeof message);
    if (message.bone >= 0 && std::size_t(message.bone) < count()) {
      if (message.action == LO_SKIN_SET_ORIENTATION || message.action == LO_SKIN_SET_POSITION)
        set(message);
      else
        get(message);
    }
    surroundings().send(0, LO_MESSAGE_ANSWER, std::as_bytes(std::span(&message, 1)));
  }

  void visit_state(StateVisitor& visitor) override {
    visitor.node(path());
    if (visitor.is_hashing() && moved_.empty()) return;
    visitor.list("bones", moved_);
    if (visitor.is_loading()) place_bones();
  }

 private:
  // A bone of the mesh file.
  struct Bone {
    std::string name;
    std::size_t parent;  // none: none
    Pose in_parent;      // in the axes of the bone above it, or of the skin
  };
  static constexpr auto none = std::size_t(-1);
  static constexpr std::size_t numbers_of_a_pose = 12;

  bool follows_solids() const { return !solids_.empty(); }
  std::size_t count() { return follows_solids() ? solids_.size() : bones().size(); }

  void tell(lo_skin_state& wire) override { wire.bone_count = std::uint32_t(count()); }
  Array array() override {
    names_.clear();
    for (const Solid* solid : solids_) names_.append(name_of(*solid)).push_back('\0');
    if (!follows_solids())
      for (const Bone& bone : bones()) names_.append(bone.name).push_back('\0');
    return {std::as_bytes(std::span(names_))};
  }
  lo_array* array_in(lo_skin_state& wire) override { return &wire.bone_names; }

  bool follow(FieldIndex field) override {
    const std::string& name = node().type().fields()[field].name;
    return name != "name" && name != "bones" && name != "modelUrl" && name != "scale";
  }

  void forget() override {
    moved_.clear();
    place_bones();
  }

  void set(const lo_skin_message& message) {
    if (follows_solids()) return log(LogLevel::Warning, "its bones follow solids and cannot be set by the controller");
    for (const double value : message.values)
      if (!std::isfinite(value)) return;
    const auto number = std::size_t(message.bone);
    const std::size_t parent = bones()[number].parent;
    const Pose frame = message.absolute && parent != none ? in_skin(parent) : Pose();
    Pose& pose = bones_[number].in_parent;
    if (message.action == LO_SKIN_SET_POSITION) {
      pose.position = frame.inverse() * Vector3d(message.values);
    } else {
      const Vector3d axis(message.values);
      if (!(axis.norm() > 0)) return;
      pose.rotation = frame.rotation.transpose() * Eigen::AngleAxisd(message.values[3], axis.normalized());
    }
    moved_.clear();
    for (const Bone& bone : bones_) {
      moved_.insert(moved_.end(), bone.in_parent.position.data(), bone.in_parent.position.data() + 3);
      moved_.insert(moved_.end(), bone.in_parent.rotation.data(), bone.in_parent.rotation.data() + 9);
    }
    show_bones();
  }

  void get(lo_skin_message& message) {
    const auto number = std::size_t(message.bone);
    Pose pose;
    if (follows_solids()) {
      const Solid& solid = *solids_[number];
      const Pose frame = message.absolute || !solid.parent() ? skin_pose() : solid.parent()->pose();
      pose = frame.inverse() * solid.pose();
    } else {
      pose = message.absolute ? in_skin(number) : bones()[number].in_parent;
    }
    if (message.action == LO_SKIN_GET_ORIENTATION) {
      const Rotation rotation = to_rotation(pose.rotation);
      const double values[] = {rotation.x, rotation.y, rotation.z, rotation.angle};
      std::copy_n(values, 4, message.values);
    } else {
      Eigen::Map<Vector3d>{message.values} = pose.position;
    }
  }

  // Those of the file, which is read when they are first asked for.
  const std::vector<Bone>& bones() {
    if (is_read_) return bones_;
    is_read_ = true;
    if (const Model* model = surroundings().parts().get<Renderer>().scene().skin_model(node())) {
      const Vector3d scale = to_eigen(node().get<Vec3>("scale"));
      std::vector<Pose> at_rest;
      for (const ModelBone& bone : model->bones) {
        at_rest.push_back(pose_at_rest(bone, scale));
        const std::size_t parent = bone.parent < 0 ? none : std::size_t(bone.parent);
        const Pose in_parent = parent == none ? at_rest.back() : at_rest[parent].inverse() * at_rest.back();
        bones_.push_back({bone.name, parent, in_parent});
      }
    }
    at_rest_ = bones_;
    place_bones();
    return bones_;
  }

  // As `moved_` says.
  void place_bones() {
    if (!is_read_) {
      if (!moved_.empty()) bones();
      return;
    }
    bones_ = at_rest_;
    if (moved_.size() == numbers_of_a_pose * bones_.size()) {
      const double* from = moved_.data();
      for (Bone& bone : bones_) {
        bone.in_parent.position = Eigen::Map<const Vector3d>(from);
        bone.in_parent.rotation = Eigen::Map<const Matrix3d>(from + 3);
        from += numbers_of_a_pose;
      }
    }
    show_bones();
  }

  void show_bones() {
    const bool was_seen = !shown_.empty();
    shown_.clear();
    if (!moved_.empty())
      for (std::size_t i = 0; i < bones_.size(); ++i) shown_.push_back(in_skin(i));
    // Where nobody has moved one there is nothing to say.
    if (was_seen || !shown_.empty()) surroundings().parts().get<Renderer>().pose_skin(node(), shown_);
  }

  Pose in_skin(std::size_t bone) const {
    Pose pose = bones_[bone].in_parent;
    for (std::size_t above = bones_[bone].parent; above != none; above = bones_[above].parent)
      pose = bones_[above].in_parent * pose;
    return pose;
  }

  static const std::string& name_of(const Solid& bone) { return bone.node().get<std::string>("name"); }

  Pose skin_pose() const { return solid()->pose() * local_pose(node()); }

  // The solids that the field names, in its order; what names none is left out.
  std::vector<const Solid*> solids() {
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

  std::vector<const Solid*> solids_;   // that are its bones; none: those of the file are
  std::vector<Bone> bones_, at_rest_;  // of the file
  std::vector<double> moved_;          // poses in their parents; empty: the controller has set none
  std::vector<Pose> shown_;            // in the skin
  bool is_read_ = false;
  std::string names_;  // each with its NUL
};

}  // namespace

std::unique_ptr<Device> make_skin(const DeviceSetup& setup) { return std::make_unique<Skin>(setup); }

}  // namespace lightsout
