// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Camera: images (docs/vision.md), and the objects that it recognizes. Both have a period of their own.
#include "controllers/wire/camera.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "controllers/wire/message.h"
#include "engine/rays/raycast.h"
#include "engine/render/photo.h"
#include "engine/render/recognition.h"
#include "engine/render/renderer.h"
#include "engine/robots/bulk.h"
#include "engine/robots/components/shown_image.h"
#include "engine/robots/components/shown_list.h"
#include "engine/robots/device.h"
#include "engine/robots/exchange/release.h"
#include "engine/stage/parts.h"
#include "engine/state/clock.h"
#include "engine/state/sampling.h"
#include "engine/state/state.h"

namespace lightsout {

namespace {

// What wb_camera_get_type answers of a Camera of that `type`: WB_CAMERA_BLACK_AND_WHITE of Webots 6.0.
constexpr std::int32_t black_and_white = 103;

class Camera final : public Wired<lo_camera_state, LO_DEVICE_CAMERA>,
                     public ShowsImage,
                     public ShowsList,
                     public Viewer {
 public:
  explicit Camera(const DeviceSetup& setup) : Wired(setup), photo_(setup.surroundings.seed(), path()) { read_fields(); }

  bool senses() const override { return sampling_.period_steps() > 0 || recognition_sampling_.period_steps() > 0; }

  ShownImage shown_image() const override {
    const std::span<const std::byte> taken = image_.published();
    const bool is_whole = taken.size() == size_of_image();  // else its size was edited since
    return {photo_.width(),
            photo_.height(),
            {reinterpret_cast<const std::uint8_t*>(taken.data()), is_whole ? taken.size() : 0},
            taken_count_};
  }

  // Of the objects that it recognizes.
  ShownList shown_list() const override {
    const auto* told = state<lo_camera_state>();
    return told ? ShownList{told->recognition_count, objects_} : ShownList{};
  }

  void end_period() override {
    sampling_.end_period();
    recognition_sampling_.end_period();
  }

  void disable() override {
    sampling_ = recognition_sampling_ = {};
    enables_ = recognition_enables_ = 0;
    segmentation_ = false;
  }

  void sense(const Clock& clock) override {
    if (!wire() || surroundings().is_off()) return;
    due_ = {};
    if (sampling_.is_due(clock.step())) take_image(clock);
    if (recognition_sampling_.is_due(clock.step())) take_objects();
    if (due_.image.empty() && due_.segmentation.empty()) return;
    due_.pose = pose();
    Renderer& renderer = surroundings().parts().get<Renderer>();
    photo_.report_missing(renderer.scene());
    renderer.request(*this);
  }

  void see(Eye& eye) override {
    if (!due_.image.empty()) photo_.take(eye, due_.pose, due_.exposure, due_.period, due_.image);
    if (!due_.segmentation.empty()) eye.take_segmentation(photo_.view(due_.pose), due_.segmentation);
  }

  void have_seen() override {
    lo_camera_state& told = *wire();
    if (!due_.image.empty()) {
      image_.publish(told.image);
      ++taken_count_;
    }
    if (!due_.segmentation.empty()) segmentation_image_.publish(told.segmentation);
    due_ = {};
  }

  void visit_state(StateVisitor& visitor) override {
    visitor.node(path());
    sampling_.visit_state(visitor);
    visitor.field("enables", enables_);
    recognition_sampling_.visit_state(visitor);
    visitor.field("recognition enables", recognition_enables_);
    visitor.field("segmentation", segmentation_);
    visitor.field("images", taken_count_);
    photo_.visit_state(visitor);
    image_.visit_state(visitor);
    segmentation_image_.visit_state(visitor);
    visit_number(visitor, node(), "fieldOfView");
    visit_number(visitor, node(), "exposure");
    if (Node* focus = node().node("focus")) visit_number(visitor, *focus, "focalDistance");
    if (visitor.is_loading()) read_fields();
  }

 private:
  std::size_t size_of_image() const { return 4 * std::size_t(photo_.width()) * std::size_t(photo_.height()); }
  double number(std::string_view field) const { return node().get<double>(field); }
  // A number that the controller has set: it stands in its node alone.
  void visit_number(StateVisitor& visitor, Node& of, std::string_view field) {
    double value = of.get<double>(field);
    visit_kept(visitor, field, of, field, value);
  }

  void read_fields() { photo_.read(node(), surroundings().world(), surroundings().log()); }

  bool follow(FieldIndex field) override {
    read_fields();
    return is_own_field(field);
  }

  void forget() override { photo_.forget(); }

  void tell(lo_camera_state& wire) override {
    wire.width = photo_.width();
    wire.height = photo_.height();
    image_.fit(wire.image, size_of_image());
    segmentation_image_.fit(wire.segmentation, size_of_image());
    wire.type = photo_.is_grey() ? black_and_white : 0;
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

  void take(lo_camera_state& wire, const Clock& clock) override {
    const std::uint32_t changed = std::exchange(wire.changed, 0);
    if (changed & LO_CAMERA_FOV) keep("fieldOfView", wire.fov);
    if (changed & LO_CAMERA_EXPOSURE) keep("exposure", wire.exposure);
    if (Node* focus = node().node("focus"); focus && changed & LO_CAMERA_FOCAL_DISTANCE)
      keep(*focus, "focalDistance", wire.focal_distance);
    if (changed) read_fields();
    const std::uint32_t enables = wire.sensor.enables, recognition_enables = wire.recognition_enables;
    if (sampling_.set_period(wire.sensor.period_ms, clock, enables != std::exchange(enables_, enables)) &&
        Release(surroundings().world()).first_sample_is_at_once())
      sampling_.end_period();
    recognition_sampling_.set_period(wire.recognition_period_ms, clock,
                                     recognition_enables != std::exchange(recognition_enables_, recognition_enables));
    segmentation_ = wire.segmentation_enabled != 0;
    if (sampling_.period_steps() > 0) open(image_, wire.image);
    if (segmentation_) open(segmentation_image_, wire.segmentation);
  }

  // Zeros until the first sample.
  std::span<std::uint8_t> open(Bulk& image, lo_bulk& told) {
    const std::span<std::byte> room = image.open(told, size_of_image());
    return {reinterpret_cast<std::uint8_t*>(room.data()), room.size()};
  }

  void take_image(const Clock& clock) {
    lo_camera_state& told = *wire();
    due_.image = open(image_, told.image);
    due_.exposure = number("exposure");
    due_.period = double(sampling_.period_steps()) * clock.dt();
    ++told.sensor.count;
  }

  void take_objects() {
    const Node* recognition = node().node("recognition");
    if (!recognition) return;
    lo_camera_state& told = *wire();
    const View view = photo_.view(pose());
    objects_.clear();
    for (const RecognizedObject& object : recognize(surroundings().solids(), surroundings().parts().get<Raycaster>(),
                                                    *recognition, view, &surroundings().robot()))
      add(object);
    send(LO_MESSAGE_ARRAY, objects_);
    ++told.recognition_count;
    if (!segmentation_ || !recognition->get<bool>("segmentation")) return;
    due_.segmentation = open(segmentation_image_, told.segmentation);
  }

  void add(const RecognizedObject& object) {
    const Node& node = *object.node;
    const MFColor& colors = node.get<MFColor>("recognitionColors");
    const std::string& model = node.get<std::string>("model");
    lo_recognized_object told{};
    const Vector3d position = has_turned_ ? Vector3d(then_from_now_ * object.position) : object.position;
    std::copy_n(position.data(), 3, told.position);
    const Rotation turn =
        has_turned_ ? to_rotation(then_from_now_ * to_matrix(object.orientation)) : object.orientation;
    const double orientation[4] = {turn.x, turn.y, turn.z, turn.angle};
    std::copy_n(orientation, 4, told.orientation);
    std::copy_n(object.size, 2, told.size);
    std::copy_n(object.position_on_image, 2, told.position_on_image);
    std::copy_n(object.size_on_image, 2, told.size_on_image);
    told.id = std::int32_t(node.id());
    told.colors = std::uint32_t(colors.size());
    told.model_size = std::uint32_t(model.size());
    append(&told, sizeof told);
    for (const Color& color : colors) {
      const double parts[3] = {color.r, color.g, color.b};
      append(parts, sizeof parts);
    }
    append(model.c_str(), model.size() + 1);
    objects_.resize((objects_.size() + 7) / 8 * 8);
  }

  void append(const void* data, std::size_t size) {
    const std::size_t at = objects_.size();
    objects_.resize(at + size);
    std::memcpy(objects_.data() + at, data, size);
  }

  // What is to be seen at the end of the step: images that are empty are not.
  struct Due {
    std::span<std::uint8_t> image, segmentation;
    Pose pose;
    double exposure = 1, period = 0;  // s since the last image
  };
  Due due_;
  Photo photo_;
  const Matrix3d then_from_now_ = Release(surroundings().world()).then_from_now(node());
  const bool has_turned_ = !then_from_now_.isIdentity(0);
  Sampling sampling_, recognition_sampling_;
  std::uint32_t enables_ = 0, recognition_enables_ = 0;  // that were read
  bool segmentation_ = false;
  std::uint32_t taken_count_ = 0;
  std::vector<std::byte> objects_;  // as the controller reads them
  Bulk image_{*this, surroundings()}, segmentation_image_{*this, surroundings(), 1};
};

}  // namespace

std::unique_ptr<Device> make_camera(const DeviceSetup& setup) { return std::make_unique<Camera>(setup); }

}  // namespace lightsout
