// Camera: sizes, angles and distances of its nodes, and what the controller sets of them. It has no images.
#include "controllers/wire/camera.h"

#include "engine/robots/devices/unrendered.h"

namespace lightsout {

namespace {

class Camera final : public Unrendered<lo_camera_state, LO_DEVICE_CAMERA> {
 public:
  using Unrendered::Unrendered;

  void visit_state(StateVisitor& visitor) override {
    visitor.node(path());
    visit_number(visitor, node(), "fieldOfView");
    visit_number(visitor, node(), "exposure");
    if (Node* focus = node().node("focus")) visit_number(visitor, *focus, "focalDistance");
  }

 private:
  void tell(lo_camera_state& wire) override {
    wire.width = whole_number("width");
    wire.height = whole_number("height");
    wire.planar = node().get<std::string>("projection") == "planar";
    wire.near = number("near");
    const double fov = wire.min_fov = wire.max_fov = number("fieldOfView");
    if (!(wire.changed & LO_CAMERA_FOV)) wire.fov = fov;
    if (const Node* zoom = node().node("zoom")) {
      wire.min_fov = zoom->get<double>("minFieldOfView");
      wire.max_fov = zoom->get<double>("maxFieldOfView");
    }
    if (!(wire.changed & LO_CAMERA_EXPOSURE)) wire.exposure = number("exposure");
    const Node* focus = node().node("focus");
    const auto of_focus = [&](std::string_view field) { return focus ? focus->get<double>(field) : 0; };
    wire.focal_length = of_focus("focalLength");
    if (!(wire.changed & LO_CAMERA_FOCAL_DISTANCE)) wire.focal_distance = of_focus("focalDistance");
    wire.min_focal_distance = of_focus("minFocalDistance");
    wire.max_focal_distance = of_focus("maxFocalDistance");
    const Node* recognition = node().node("recognition");
    wire.has_recognition = recognition != nullptr;
    wire.has_segmentation = recognition && recognition->get<bool>("segmentation");
  }

  void take(lo_camera_state& wire, const Clock&) override {
    const std::uint32_t changed = std::exchange(wire.changed, 0);
    if (changed & LO_CAMERA_FOV) keep("fieldOfView", wire.fov);
    if (changed & LO_CAMERA_EXPOSURE) keep("exposure", wire.exposure);
    if (Node* focus = node().node("focus"); focus && changed & LO_CAMERA_FOCAL_DISTANCE)
      keep(*focus, "focalDistance", wire.focal_distance);
  }
};

}  // namespace

std::unique_ptr<Device> make_camera(const DeviceSetup& setup) { return std::make_unique<Camera>(setup); }

}  // namespace lightsout
