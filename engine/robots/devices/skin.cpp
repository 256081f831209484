// Skin: the bones of an animated mesh, of which nothing is simulated but what controllers read and set. Bones that
// follow Solids (field bones) are where those are and cannot be set.
#include "controllers/wire/skin.h"

#include <cmath>
#include <cstring>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/robots/device.h"
#include "engine/robots/robot.h"
#include "engine/shapes/geometry.h"
#include "engine/stage/stage.h"

namespace lightsout {

namespace {

class Skin final : public Device {
 public:
  explicit Skin(const DeviceSetup& setup) : Device(setup) {}

  lo_device_kind kind() const override { return LO_DEVICE_SKIN; }
  std::size_t state_size() const override { return sizeof(lo_skin_state); }
  std::size_t array_size() const override {
    std::size_t size = 8;
    for (const Solid* bone : bones()) size += sizeof(lo_string) + name_of(*bone).size() + 16;
    return size;
  }

  void configure(WireLayout& layout) override {
    auto& wire = *state<lo_skin_state>();
    std::vector<std::uint32_t> names;
    for (const Solid* bone : bones()) {
      const lo_string name = layout.string(name_of(*bone));
      names.push_back(name.offset);
      names.push_back(name.count);
    }
    wire.bone_count = std::uint32_t(names.size() / 2);
    wire.bone_names = layout.tags(names).offset;
    if (names.empty() && !node().get<std::string>("modelUrl").empty())
      stage().log().write(LogLevel::Info, path(), "the skeleton of a model file is not read: the skin has no bones");
  }

  bool apply(FieldIndex field) override {
    const std::string& name = node().type().fields()[field].name;
    return name != "name" && name != "bones";
  }

  void receive(std::uint16_t kind, std::span<const std::byte> payload) override {
    lo_skin_message message;
    if (kind != LO_MESSAGE_SKIN || payload.size() < sizeof message) return;
    std::memcpy(&message, payload.data(), sizeof message);
    const std::vector<Solid*> all = bones();
    const bool known = message.bone >= 0 && std::size_t(message.bone) < all.size();
    if (!known || message.action == LO_SKIN_SET_ORIENTATION || message.action == LO_SKIN_SET_POSITION) {
      if (known)
        stage().log().write(LogLevel::Warning, path(), "its bones follow solids and cannot be set by the controller");
      return answer(message);
    }
    const Solid& bone = *all[std::size_t(message.bone)];
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
  void answer(const lo_skin_message& message) {
    robot().send(0, LO_MESSAGE_ANSWER, std::as_bytes(std::span(&message, 1)));
  }

  static const std::string& name_of(const Solid& bone) { return bone.node().get<std::string>("name"); }

  Pose skin_pose() const { return solid()->pose() * local_pose(node()); }

  // The solids that the field names, in its order; what names none is left out.
  std::vector<Solid*> bones() const {
    std::vector<Solid*> found;
    for (const NodePtr& entry : node().nodes("bones")) {
      if (!entry->has("solidName")) {
        if (Solid* solid = stage().solid_of(*entry)) found.push_back(solid);
        continue;
      }
      for (const auto& solid : stage().solids())
        if (solid->robot() == &robot() && name_of(*solid) == entry->get<std::string>("solidName")) {
          found.push_back(solid.get());
          break;
        }
    }
    return found;
  }
};

}  // namespace

std::unique_ptr<Device> make_skin(const DeviceSetup& setup) { return std::make_unique<Skin>(setup); }

}  // namespace lightsout
