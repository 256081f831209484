// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// JSON Schemas of the messages in recordings of MCAP: those of Foxglove by their names and members
// (https://docs.foxglove.dev/docs/visualization/message-schemas), and our own.
#pragma once

#include <string>
#include <string_view>

#include "engine/recorders/quantities.h"

namespace lightsout {

// Of a solid, the first: x y z qw qx qy qz.
constexpr std::size_t pose_fields = 7;

struct MessageSchema {
  std::string name, json;
};

MessageSchema frame_transforms_schema();
MessageSchema pose_in_frame_schema();
MessageSchema compressed_image_schema();
MessageSchema point_cloud_schema();

// Our own: "lightsout.<Kind>", with time and episode and a number for each field.
MessageSchema quantity_schema(const Quantity& quantity);
// Of a solid: what foxglove.PoseInFrame has no member for.
MessageSchema velocity_schema(const Quantity& solid);
MessageSchema contacts_schema();
MessageSchema label_schema();
MessageSchema episode_schema();

}  // namespace lightsout
