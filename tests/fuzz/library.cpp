// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Records of the engine in any order and of any size, and all that a controller reads of them.
#include <webots/device.h>
#include <webots/distance_sensor.h>
#include <webots/emitter.h>
#include <webots/joystick.h>
#include <webots/keyboard.h>
#include <webots/microphone.h>
#include <webots/mouse.h>
#include <webots/radar.h>
#include <webots/receiver.h>
#include <webots/robot.h>
#include <webots/speaker.h>
#include <webots/supervisor.h>

#include "controllers/wire/distance_sensor.h"
#include "controllers/wire/emitter.h"
#include "controllers/wire/microphone.h"
#include "controllers/wire/radar.h"
#include "controllers/wire/receiver.h"
#include "controllers/wire/speaker.h"
#include "tests/controllers/lib/fake_engine.h"
#include "tests/fuzz/target.h"

namespace lightsout::fuzz {
namespace {

// One byte of each, so that a size which is too large shows.
void touch(const void* memory, long long size) {
  volatile char sum = 0;
  for (long long i = 0; i < size; ++i) sum = char(sum + static_cast<const char*>(memory)[i]);
}
void touch(const char* text) {
  if (text) touch(text, (long long)std::strlen(text));
}

void read_devices() {
  while (wb_receiver_get_queue_length(1) > 0) {
    touch(wb_receiver_get_data(1), wb_receiver_get_data_size(1));
    (void)wb_receiver_get_emitter_direction(1);
    wb_receiver_next_packet(1);
  }
  (void)wb_emitter_get_channel(2);
  if (const void* samples = wb_microphone_get_sample_data(3)) touch(samples, wb_microphone_get_sample_size(3));
  (void)wb_speaker_is_sound_playing(4, "a.wav");
  (void)wb_speaker_is_speaking(4);
  if (const WbRadarTarget* found = wb_radar_get_targets(5))
    touch(found, (long long)sizeof *found * wb_radar_get_number_of_targets(5));
  if (const double* table = wb_distance_sensor_get_lookup_table(6))
    touch(table, 3 * (long long)sizeof *table * wb_distance_sensor_get_lookup_table_size(6));
  for (int i = 0; i < 8 && wb_keyboard_get_key() >= 0; ++i) {
  }
  (void)wb_mouse_get_state();
  for (int i = 0; i < 8 && wb_joystick_get_pressed_button() >= 0; ++i) {
  }
  for (int i = -1; i < 5; ++i) (void)wb_joystick_get_axis_value(i), (void)wb_joystick_get_pov_value(i);
  touch(wb_joystick_get_model());
  touch(wb_robot_get_custom_data());
  touch(wb_robot_get_model());
}

void ask_supervisor(std::uint8_t what) {
  static int size;
  const WbNodeRef node = what & 1 ? wb_supervisor_node_get_from_id(7) : wb_supervisor_node_get_self();
  if (!node) return;
  switch (what / 2 % 8) {
    case 0:
      touch(wb_supervisor_node_get_def(node));
      touch(wb_supervisor_node_get_type_name(node));
      return;
    case 1:
      touch(wb_supervisor_node_get_position(node), 3 * sizeof(double));
      return;
    case 2:
      if (const WbContactPoint* points = wb_supervisor_node_get_contact_points(node, true, &size))
        touch(points, (long long)sizeof *points * size);
      return;
    case 3:
      touch(wb_supervisor_node_export_string(node));
      return;
    case 4:
      if (const WbProtoRef proto = wb_supervisor_node_get_proto(node)) touch(wb_supervisor_proto_get_type_name(proto));
      return;
    case 5:
      if (const double* pose = wb_supervisor_node_get_pose(node, NULL)) touch(pose, 16 * sizeof(double));
      return;
    default: {
      const WbFieldRef field = wb_supervisor_node_get_field(node, "name");
      if (!field) return;
      touch(wb_supervisor_field_get_name(field));
      touch(wb_supervisor_field_get_type_name(field));
      touch(wb_supervisor_field_get_sf_string(field));
      (void)wb_supervisor_field_get_count(field);
      if (const double* vector = wb_supervisor_field_get_sf_vec3f(field)) touch(vector, 3 * sizeof(double));
      wb_supervisor_field_set_sf_string(field, "x");
    }
  }
}

}  // namespace

void fuzz_library(std::string_view bytes) {
  using testing::FakeEngine;
  FakeEngine engine({{LO_DEVICE_RECEIVER, "receiver", sizeof(lo_receiver_state)},
                     {LO_DEVICE_EMITTER, "emitter", sizeof(lo_emitter_state)},
                     {LO_DEVICE_MICROPHONE, "microphone", sizeof(lo_microphone_state)},
                     {LO_DEVICE_SPEAKER, "speaker", sizeof(lo_speaker_state)},
                     {LO_DEVICE_RADAR, "radar", sizeof(lo_radar_state)},
                     {LO_DEVICE_DISTANCE_SENSOR, "eye", sizeof(lo_distance_sensor_state)}},
                    true);
  engine.state<lo_receiver_state>(1).buffer_size = -1;
  Input input(bytes);
  engine.on_turn = [&] {
    // The answer to a question, and whatever else comes before the next turn.
    while (!input.at_end()) {
      const auto order = input.take<std::uint8_t>();
      if (order % 4 == 0) return;
      const std::uint16_t kind = order % 4 == 1 ? std::uint8_t(LO_MESSAGE_ANSWER) : input.take<std::uint8_t>();
      const std::uint16_t tag = input.take<std::uint8_t>();
      const auto payload = input.take_bytes(input.take<std::uint8_t>());
      // The table of devices is the engine's own.
      if (kind != LO_MESSAGE_DEVICES) engine.send(kind, tag, payload.data(), payload.size());
    }
  };
  wb_robot_init();
  wb_receiver_enable(1, 32);
  wb_microphone_enable(3, 32);
  wb_radar_enable(5, 32);
  wb_distance_sensor_enable(6, 32);
  wb_keyboard_enable(32);
  wb_mouse_enable(32);
  wb_joystick_enable(32);
  for (int i = 0; i < 12 && (i < 1 || !input.at_end()); ++i) {
    (void)wb_robot_step(32);
    read_devices();
    ask_supervisor(input.take<std::uint8_t>());
  }
}

}  // namespace lightsout::fuzz
