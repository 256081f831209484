// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// .mcap: what is recorded as messages in JSON on channels, for Foxglove and whatever else reads MCAP.
//   /tf                 foxglove.FrameTransforms    all recorded solids, and the frames of what is in /images and
//                                                   /points, seen from "world"
//   /poses/<path>       foxglove.PoseInFrame        a solid; /velocities/<path>: lightsout.Velocity
//   /joints/<path>, /motors/<path>, /readings/<path>, /contacts, /labels, /episode: our own
//   /images/<path>      foxglove.CompressedImage    a camera
//   /points/<path>      foxglove.PointCloud         a lidar whose point cloud is enabled
// Readings and images are written when there is a new one, labels when they are others. Times of messages go on over
// resets; `time` in our own is that of the episode.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

#include "controllers/wire/lidar.h"
#include "engine/bodies/solid.h"
#include "engine/files/json_text.h"
#include "engine/image/image_writer.h"
#include "engine/recorders/base64.h"
#include "engine/recorders/json_values.h"
#include "engine/recorders/label_watch.h"
#include "engine/recorders/mcap/mcap_file.h"
#include "engine/recorders/mcap/mcap_schemas.h"
#include "engine/recorders/number_text.h"
#include "engine/recorders/sampled_recorder.h"
#include "engine/robots/components/shown_image.h"
#include "engine/robots/device.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/stage/stage_options.h"
#include "engine/state/clock.h"

namespace lightsout {
namespace {

constexpr std::uint64_t ns_per_s = 1'000'000'000;

constexpr const char* pose_of_cloud = R"({"position":{"x":0,"y":0,"z":0},"orientation":{"x":0,"y":0,"z":0,"w":1}})";
// Of lo_lidar_point; the types are numbers of foxglove.PackedElementField: 6 is int32, 7 float32.
constexpr const char* fields_of_cloud =
    R"([{"name":"x","offset":0,"type":7},{"name":"y","offset":4,"type":7},{"name":"z","offset":8,"type":7},)"
    R"({"name":"layer","offset":12,"type":6},{"name":"time","offset":16,"type":7}])";
static_assert(offsetof(lo_lidar_point, layer) == 12 && offsetof(lo_lidar_point, time) == 16);

class McapRecorder final : public SampledRecorder {
 public:
  McapRecorder(const RecorderOptions& options, McapFile file) : SampledRecorder(options), file_(std::move(file)) {}

  const std::string& failure() const override { return failure_.empty() ? file_.failure() : failure_; }
  std::string remark() const override {
    const std::string text = quantities().never_came();
    return text.empty() ? text : options().path + ": " + text;
  }

 private:
  void start(const Recorded&) override { file_.begin("lightsout"); }

  void write_sample(const Recorded& run) override {
    time_ = std::uint64_t(std::llround(run.total_seconds * double(ns_per_s)));
    stamp_.clear();
    fmt::format_to(std::back_inserter(stamp_), "\"timestamp\":{{\"sec\":{},\"nsec\":{}}}", time_ / ns_per_s,
                   time_ % ns_per_s);
    own_stamp_ = "{\"time\":";
    append_number(own_stamp_, run.clock.time());
    own_stamp_ += ",\"episode\":";
    append_number(own_stamp_, run.episode);
    if (std::exchange(episode_, run.episode) != run.episode) {
      message_ = own_stamp_;
      send(channel("/episode", episode_schema));
    }
    transforms_.clear();
    write_quantities();
    if (quantities().records(Subject::Contacts)) write_contacts(run);
    if (quantities().records(Subject::ScreenLabels))
      labels_.look(run.labels, [this](int id, const Label& label) { write_label(id, label); });
    if (quantities().records(Subject::Images)) write_images(run);
    write_transforms();
  }

  // Made when it is first needed.
  template <class MakeSchema>
  std::uint16_t channel(const std::string& topic, MakeSchema make_schema) {
    const auto known = channels_.find(topic);
    if (known != channels_.end()) return known->second;
    const MessageSchema schema = make_schema();
    const auto [number, is_new] = schemas_.try_emplace(schema.name + schema.json, 0);
    if (is_new) number->second = file_.add_schema(schema.name, schema.json);
    return channels_[topic] = file_.add_channel(number->second, topic);
  }

  // The message lacks its last bracket.
  void send(std::uint16_t channel) { file_.write(channel, time_, message_ += '}'); }

  void write_quantities() {
    sent_.resize(quantities().all().size());
    for (std::size_t i = 0; i < quantities().all().size(); ++i) {
      const Quantity& quantity = quantities().all()[i];
      if (!quantity.is_there()) continue;
      if (quantity.subject == Subject::Solids)
        write_solid(quantity, sent_[i]);
      else
        write_quantity(quantity, sent_[i]);
    }
  }

  void write_transforms() {
    if (transforms_.empty()) return;
    ((message_ = "{\"transforms\":[") += transforms_) += ']';
    send(channel("/tf", frame_transforms_schema));
  }

  // What was sent of a quantity, and where it goes.
  struct Sent {
    bool open = false;
    std::uint16_t channel = 0, second_channel = 0;
    std::uint32_t samples = 0;
    std::string name;  // as JSON
  };

  void open(const Quantity& quantity, Sent& sent) {
    if (std::exchange(sent.open, true)) return;
    sent.name = json_text(quantity.name);
    if (quantity.subject == Subject::Solids) {
      sent.channel = channel("/poses/" + quantity.name, pose_in_frame_schema);
      sent.second_channel = channel("/velocities/" + quantity.name, [&] { return velocity_schema(quantity); });
      return;
    }
    sent.channel = channel(fmt::format("/{}/{}", name_of(quantity.subject), quantity.name),
                           [&] { return quantity_schema(quantity); });
  }

  // {"x":1,"y":2,"z":3}
  void append_vector(std::string& text, std::initializer_list<std::pair<char, std::size_t>> members) {
    char before = '{';
    for (const auto& [name, place] : members) {
      ((text += std::exchange(before, ',')) += '"') += name;
      append_json_number(text += "\":", numbers_[place]);
    }
    text += '}';
  }
  void append_position(std::string& text) { append_vector(text, {{'x', 0}, {'y', 1}, {'z', 2}}); }
  void append_rotation(std::string& text) { append_vector(text, {{'x', 4}, {'y', 5}, {'z', 6}, {'w', 3}}); }

  // Of the pose in numbers_. `frame`: as JSON.
  void add_transform(std::string_view frame) {
    transforms_ += transforms_.empty() ? "{" : ",{";
    ((transforms_ += stamp_) += ",\"parent_frame_id\":\"world\",\"child_frame_id\":") += frame;
    append_position(transforms_ += ",\"translation\":");
    append_rotation(transforms_ += ",\"rotation\":");
    transforms_ += '}';
  }

  // The frame in which a device has measured, to the message; it is in /tf of the same time.
  void append_frame(const Device& device) {
    const Solid* solid = device.solid();
    frame_.clear();
    append_json_text(frame_, solid ? solid->path() : device.path());
    message_ += frame_;
    const auto is_it = [solid](const Quantity& quantity) {
      return quantity.subject == Subject::Solids && quantity.solid == solid;
    };
    if (!solid || std::ranges::any_of(quantities().all(), is_it)) return;
    const Quaterniond rotation = recorded_rotation(solid->pose().rotation);
    const Vector3d& position = solid->pose().position;
    numbers_ = {position.x(), position.y(), position.z(), rotation.w(), rotation.x(), rotation.y(), rotation.z()};
    if (transforms_.find(frame_) == std::string::npos) add_transform(frame_);
  }

  void write_solid(const Quantity& solid, Sent& sent) {
    open(solid, sent);
    numbers_.clear();
    solid.read(numbers_);
    add_transform(sent.name);

    ((message_ = "{") += stamp_) += ",\"frame_id\":\"world\",\"pose\":{\"position\":";
    append_position(message_);
    append_rotation(message_ += ",\"orientation\":");
    message_ += '}';
    send(sent.channel);

    message_ = own_stamp_;
    for (std::size_t i = pose_fields; i < numbers_.size(); ++i) {
      ((message_ += ",\"") += solid.fields[i].name) += "\":";
      append_json_number(message_, numbers_[i]);
    }
    send(sent.second_channel);
  }

  void write_quantity(const Quantity& quantity, Sent& sent) {
    if (quantity.subject == Subject::Readings && !quantity.has_news(sent.samples)) return;
    open(quantity, sent);
    if (!quantity.points().empty()) write_cloud(quantity);
    (message_ = own_stamp_) += ',';
    append_json_fields(message_, quantity, numbers_);
    send(sent.channel);
  }

  // In the axes of the lidar.
  void write_cloud(const Quantity& lidar) {
    const std::span<const std::byte> points = lidar.points();
    (message_ = "{") += stamp_;
    message_ += ",\"frame_id\":";
    append_frame(*lidar.device);
    fmt::format_to(std::back_inserter(message_), ",\"pose\":{},\"point_stride\":{},\"fields\":{},\"data\":\"",
                   pose_of_cloud, sizeof(lo_lidar_point), fields_of_cloud);
    append_base64(message_, {reinterpret_cast<const std::uint8_t*>(points.data()), points.size()});
    message_ += '"';
    send(channel("/points/" + lidar.name, point_cloud_schema));
  }

  void write_contacts(const Recorded& run) {
    find_contacts(run, quantities(), seen_);
    (message_ = own_stamp_) += ",\"contacts\":[";
    for (const SeenContact& contact : seen_) {
      if (&contact != &seen_.front()) message_ += ',';
      append_json(message_, contact, numbers_);
    }
    message_ += ']';
    send(channel("/contacts", contacts_schema));
  }

  void write_label(int id, const Label& label) {
    (message_ = own_stamp_) += ',';
    append_json_fields(message_, id, label);
    send(channel("/labels", label_schema));
  }

  void write_images(const Recorded& run) {
    for (const Robot* robot : robots_of(run.scene))
      for (const Device* device : robot->devices()) {
        const auto* camera = dynamic_cast<const ShowsImage*>(device);
        if (!camera || !quantities().selects(*device)) continue;
        const ShownImage image = camera->shown_image();
        std::uint32_t& known = images_[device->path()];
        if (image.count == 0 || image.count == known || image.bgra.empty()) continue;
        known = image.count;
        write_image(*device, image);
      }
  }

  void write_image(const Device& camera, const ShownImage& image) {
    const auto png = png_of(image.width, image.height, image.bgra);
    if (!png) {
      failure_ = fmt::format("{}: {}", options().path, png.error());
      return;
    }
    ((message_ = "{") += stamp_) += ",\"frame_id\":";
    append_frame(camera);
    message_ += ",\"data\":\"";
    append_base64(message_, *png);
    message_ += "\",\"format\":\"png\"";
    send(channel("/images/" + camera.path(), compressed_image_schema));
  }

  void finish() override { file_.close(); }

  McapFile file_;
  std::map<std::string, std::uint16_t> schemas_, channels_;  // by what they say; by topic
  std::vector<Sent> sent_;                                   // of the quantities
  std::map<std::string, std::uint32_t> images_;              // by path of the camera: that were looked at
  LabelWatch labels_;
  std::vector<SeenContact> seen_;
  std::vector<double> numbers_;
  int episode_ = -1;
  std::uint64_t time_ = 0;  // ns, of the sample
  std::string stamp_, own_stamp_, transforms_, frame_, message_;
  std::string failure_;
};

}  // namespace

std::expected<std::unique_ptr<Recorder>, std::string> make_mcap(const RecorderOptions& options) {
  auto file = McapFile::open(options.path);
  if (!file) return std::unexpected(file.error());
  return std::make_unique<McapRecorder>(options, std::move(*file));
}

std::string wrong_mcap(const RecorderOptions&) { return {}; }

}  // namespace lightsout
