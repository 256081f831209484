// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/recorders/mcap/mcap_schemas.h"

#include <fmt/format.h>

#include <span>

#include "engine/files/json_text.h"
#include "engine/recorders/reading_lists.h"
#include "engine/recorders/seen_contacts.h"

namespace lightsout {
namespace {

std::string described(std::string_view unit, std::string_view meaning) {
  return unit.empty() ? std::string(meaning) : fmt::format("{}; {}", meaning, unit);
}

// Members of an object, as JSON.
class Members {
 public:
  Members& add(std::string_view name, std::string_view schema) {
    fmt::format_to(std::back_inserter(json_), "{}{}:{}", json_.empty() ? "" : ",", json_text(name), schema);
    return *this;
  }
  Members& text(std::string_view name, std::string_view meaning) {
    return add(name, fmt::format(R"({{"type":"string","description":{}}})", json_text(meaning)));
  }
  Members& number(std::string_view name) { return add(name, R"({"type":"number"})"); }
  // null where there is none.
  Members& reading(std::string_view name, std::string_view unit, std::string_view meaning) {
    return add(name,
               fmt::format(R"({{"type":["number","null"],"description":{}}})", json_text(described(unit, meaning))));
  }
  std::string object(std::string_view title = "") const {
    return fmt::format(R"({{{}"type":"object","properties":{{{}}}}})",
                       title.empty() ? "" : fmt::format(R"("title":{},)", json_text(title)), json_);
  }

 private:
  std::string json_;
};

std::string array_of(std::string_view schema) { return fmt::format(R"({{"type":"array","items":{}}})", schema); }

MessageSchema schema_of(const std::string& name, const Members& members) { return {name, members.object(name)}; }

Members with_timestamp() {
  return Members().add("timestamp", Members()
                                        .add("sec", R"({"type":"integer","minimum":0})")
                                        .add("nsec", R"({"type":"integer","minimum":0,"maximum":999999999})")
                                        .object("time"));
}

std::string vector_schema() { return Members().number("x").number("y").number("z").object("foxglove.Vector3"); }

std::string quaternion_schema() {
  return Members().number("x").number("y").number("z").number("w").object("foxglove.Quaternion");
}

std::string pose_schema() {
  return Members().add("position", vector_schema()).add("orientation", quaternion_schema()).object("foxglove.Pose");
}

Members with_time() {
  return Members()
      .reading("time", "s", "simulated time of the episode")
      .add("episode", R"({"type":"integer","description":"how often the world was reset, or another was loaded"})");
}

MessageSchema schema_of_fields(const std::string& name, std::span<const QuantityField> fields) {
  Members members = with_time();
  for (const QuantityField& field : fields) members.reading(field.name, field.unit, field.text);
  return schema_of(name, members);
}

std::string schema_of_thing(const ReadingList& list) {
  Members members;
  for (const ThingField& field : list.fields) {
    if (field.type == ThingField::Type::Number)
      members.reading(field.name, field.unit, field.text);
    else if (field.type == ThingField::Type::Text)
      members.text(field.name, field.text);
    else
      members.add(field.name, fmt::format(R"({{"type":"array","items":{{"type":["number","null"]}},"description":{}}})",
                                          json_text(described(field.unit, field.text))));
  }
  return members.object();
}

}  // namespace

MessageSchema frame_transforms_schema() {
  const std::string transform = with_timestamp()
                                    .text("parent_frame_id", "the frame in which it is given")
                                    .text("child_frame_id", "the frame whose place it is")
                                    .add("translation", vector_schema())
                                    .add("rotation", quaternion_schema())
                                    .object("foxglove.FrameTransform");
  return schema_of("foxglove.FrameTransforms", Members().add("transforms", array_of(transform)));
}

MessageSchema pose_in_frame_schema() {
  return schema_of("foxglove.PoseInFrame",
                   with_timestamp().text("frame_id", "the frame in which it is given").add("pose", pose_schema()));
}

MessageSchema compressed_image_schema() {
  return schema_of("foxglove.CompressedImage", with_timestamp()
                                                   .text("frame_id", "the frame of the camera")
                                                   .add("data", R"({"type":"string","contentEncoding":"base64"})")
                                                   .text("format", "png"));
}

MessageSchema point_cloud_schema() {
  const std::string field = Members()
                                .text("name", "of the field")
                                .add("offset", R"({"type":"integer","minimum":0})")
                                .add("type", R"({"type":"integer"})")
                                .object("foxglove.PackedElementField");
  return schema_of("foxglove.PointCloud", with_timestamp()
                                              .text("frame_id", "the frame of the lidar")
                                              .add("pose", pose_schema())
                                              .add("point_stride", R"({"type":"integer","minimum":0})")
                                              .add("fields", array_of(field))
                                              .add("data", R"({"type":"string","contentEncoding":"base64"})"));
}

MessageSchema quantity_schema(const Quantity& quantity) {
  const std::string name = "lightsout." + quantity.kind;
  if (!quantity.is_bulk() && !quantity.list) return schema_of_fields(name, quantity.fields);
  Members members = with_time();
  if (quantity.list) {
    members.add(quantity.list->name, array_of(schema_of_thing(*quantity.list)));
    return schema_of(name, members);
  }
  members.add("ranges", array_of(R"({"type":["number","null"],"description":"m; null: none"})"));
  if (quantity.kind == "Lidar")
    members.add("points",
                array_of(R"-({"type":"array","description":"x, y, z (m, axes of the lidar), layer, time (s)"})-"));
  return schema_of(name, members);
}

MessageSchema velocity_schema(const Quantity& solid) {
  return schema_of_fields("lightsout.Velocity", std::span(solid.fields).subspan(pose_fields));
}

MessageSchema contacts_schema() {
  Members contact;
  contact.text("solid1", "path of a solid").text("solid2", "path of the one it touches");
  for (const ContactField& field : contact_fields) contact.reading(field.name, field.unit, field.text);
  return schema_of("lightsout.Contacts", with_time().add("contacts", array_of(contact.object())));
}

MessageSchema label_schema() {
  return schema_of("lightsout.Label", with_time()
                                          .add("id", R"({"type":"integer"})")
                                          .text("text", "what it shows; empty: it is gone")
                                          .number("x")
                                          .number("y")
                                          .number("size")
                                          .number("transparency")
                                          .text("color", "#rrggbb")
                                          .text("font", "of its letters"));
}

MessageSchema episode_schema() { return schema_of("lightsout.Episode", with_time()); }

}  // namespace lightsout
