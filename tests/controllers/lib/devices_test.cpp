// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The library's functions of devices against a scripted engine: what they write into the block, what they make of what
// stands there, and what they say about wrong use.
#include <webots/accelerometer.h>
#include <webots/brake.h>
#include <webots/connector.h>
#include <webots/differential_wheels.h>
#include <webots/emitter.h>
#include <webots/inertial_unit.h>
#include <webots/led.h>
#include <webots/light_sensor.h>
#include <webots/microphone.h>
#include <webots/motor.h>
#include <webots/pen.h>
#include <webots/receiver.h>
#include <webots/robot.h>
#include <webots/servo.h>
#include <webots/skin.h>
#include <webots/speaker.h>
#include <webots/touch_sensor.h>
#include <webots/vacuum_gripper.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>

#include "controllers/wire/brake.h"
#include "controllers/wire/connector.h"
#include "controllers/wire/differential_wheels.h"
#include "controllers/wire/distance_sensor.h"
#include "controllers/wire/emitter.h"
#include "controllers/wire/inertial_unit.h"
#include "controllers/wire/led.h"
#include "controllers/wire/microphone.h"
#include "controllers/wire/motor.h"
#include "controllers/wire/pen.h"
#include "controllers/wire/position_sensor.h"
#include "controllers/wire/receiver.h"
#include "controllers/wire/sensor.h"
#include "controllers/wire/skin.h"
#include "controllers/wire/speaker.h"
#include "controllers/wire/touch_sensor.h"
#include "controllers/wire/vacuum_gripper.h"
#include "tests/controllers/lib/fake_engine.h"

using lightsout::testing::FakeEngine;
using lightsout::testing::stderr_of;

namespace {

void give(lo_sensor_state& sensor, double a, double b = 0, double c = 0, double d = 0) {
  sensor.values[0] = a, sensor.values[1] = b, sensor.values[2] = c, sensor.values[3] = d;
  ++sensor.count;
}

std::size_t lines(const std::string& text) { return std::size_t(std::count(text.begin(), text.end(), '\n')); }

TEST_CASE("A step that is no multiple of the basic time step is told, whatever its fraction rounds to") {
  FakeEngine engine({}, false, 0.1);  // 3 is no multiple of the double 0.1
  CHECK(stderr_of([] { wb_robot_step(3); }).empty());
  FakeEngine other({}, false, 16);
  CHECK(stderr_of([] { wb_robot_step(32); }).empty());
  CHECK(stderr_of([] { wb_robot_step(40); }).find("no multiple of the basic time step, 16 ms") != std::string::npos);
}

TEST_CASE("a sampled sensor is enabled, read and disabled") {
  FakeEngine engine({{LO_DEVICE_ACCELEROMETER, "imu", sizeof(lo_sensor_state)}});
  auto& state = engine.state<lo_sensor_state>(1);
  const double table[] = {-1, -2, 0, 1, 2, 0};
  state.lookup_table = engine.put(table, sizeof table, 2);

  const std::string before = stderr_of([] { CHECK(wb_accelerometer_get_values(1) != nullptr); });
  CHECK(before.find("wb_accelerometer_get_values") != std::string::npos);
  CHECK(before.find("\"tester\"") != std::string::npos);
  CHECK(before.find("\"imu\"") != std::string::npos);

  wb_accelerometer_enable(1, 64);
  CHECK(state.period_ms == 64);
  CHECK(state.enables == 1);
  wb_accelerometer_enable(1, 64);
  CHECK(state.enables == 2);
  CHECK(wb_accelerometer_get_sampling_period(1) == 64);
  give(state, 1, 2, 3);
  const double* values = wb_accelerometer_get_values(1);
  CHECK((values[0] == 1 && values[1] == 2 && values[2] == 3));
  CHECK(wb_accelerometer_get_lookup_table_size(1) == 2);
  CHECK(wb_accelerometer_get_lookup_table(1)[4] == 2);
  wb_accelerometer_disable(1);
  CHECK(state.period_ms == 0);
  CHECK(wb_accelerometer_get_values(1)[0] == 1);  // the last value stays
}

TEST_CASE("a wrong tag or device is told once per function, and changes nothing") {
  FakeEngine engine({{LO_DEVICE_LED, "lamp", sizeof(lo_led_state)}});
  const std::string said = stderr_of([] {
    wb_accelerometer_enable(1, 32);
    wb_accelerometer_enable(1, 32);
    wb_accelerometer_enable(7, 32);
    CHECK(std::isnan(wb_light_sensor_get_value(1)));
    CHECK(wb_connector_get_presence(0) == -1);
  });
  CHECK(lines(said) == 4);
  CHECK(said.find("LED") != std::string::npos);
}

TEST_CASE("a device's commands mark what they change") {
  FakeEngine engine({{LO_DEVICE_LED, "lamp", sizeof(lo_led_state)},
                     {LO_DEVICE_PEN, "pen", sizeof(lo_pen_state)},
                     {LO_DEVICE_BRAKE, "brake", sizeof(lo_brake_state)},
                     {LO_DEVICE_CONNECTOR, "dock", sizeof(lo_connector_state)},
                     {LO_DEVICE_VACUUM_GRIPPER, "cup", sizeof(lo_vacuum_gripper_state)}});
  wb_led_set(1, 0xff00ff);
  CHECK(engine.state<lo_led_state>(1).value == 0xff00ff);
  CHECK(engine.state<lo_led_state>(1).changed == LO_LED_VALUE);
  CHECK(wb_led_get(1) == 0xff00ff);

  wb_pen_write(2, true);
  CHECK(engine.state<lo_pen_state>(2).changed == LO_PEN_WRITE);
  stderr_of([] { wb_pen_set_ink_color(2, 0x123456, 1.5); });
  CHECK(engine.state<lo_pen_state>(2).density == 1);
  stderr_of([] { wb_pen_set_ink_color(2, 0, std::nan("")); });
  CHECK(engine.state<lo_pen_state>(2).color == 0x123456);

  wb_brake_set_damping_constant(3, 2.5);
  CHECK(engine.state<lo_brake_state>(3).damping_constant == 2.5);
  CHECK(engine.state<lo_brake_state>(3).changed != 0);
  stderr_of([] { wb_brake_set_damping_constant(3, -1); });
  CHECK(engine.state<lo_brake_state>(3).damping_constant == 2.5);

  // The command counts until the engine has taken it, then the reading.
  engine.state<lo_connector_state>(4).is_locked = 1;
  CHECK(wb_connector_is_locked(4));
  wb_connector_unlock(4);
  CHECK_FALSE(wb_connector_is_locked(4));
  engine.state<lo_connector_state>(4).changed = 0;
  CHECK(wb_connector_is_locked(4));
  wb_vacuum_gripper_turn_on(5);
  CHECK(wb_vacuum_gripper_is_on(5));
  CHECK(engine.state<lo_vacuum_gripper_state>(5).turn_on == 1);
}

TEST_CASE("devices are touched by their commands alone, between step_begin and step_end for the next step") {
  std::vector<FakeEngine::DeviceSetup> devices;
  for (int i = 1; i < 40; ++i) devices.push_back({LO_DEVICE_LED, "lamp", sizeof(lo_led_state)});
  devices.push_back({LO_DEVICE_ACCELEROMETER, "accelerometer", sizeof(lo_sensor_state)});
  FakeEngine engine(devices);
  // What the engine finds at a turn, and clears.
  std::vector<std::vector<std::uint32_t>> found;
  engine.on_turn = [&] {
    auto* words = reinterpret_cast<std::uint32_t*>(reinterpret_cast<char*>(&engine.block()) + engine.block().touched);
    found.emplace_back();
    for (std::uint32_t tag = 0; tag <= 40; ++tag)
      if (words[tag / 32] & 1u << tag % 32) found.back().push_back(tag);
    words[0] = words[1] = 0;
  };
  using Tags = std::vector<std::uint32_t>;
  wb_led_set(3, 1);
  wb_led_set(35, 1);
  wb_led_get(4);
  wb_robot_step(32);
  CHECK(found.back() == Tags{3, 35});
  wb_robot_step(32);
  CHECK(found.back().empty());
  wb_accelerometer_enable(40, 32);
  wb_robot_step_begin(32);
  wb_led_set(2, 1);
  wb_accelerometer_enable(40, 64);
  wb_robot_step_end();
  CHECK(found.back() == Tags{40});
  CHECK(engine.state<lo_sensor_state>(40).period_ms == 64);
  wb_robot_step(32);
  CHECK(found.back() == Tags{2, 40});
  wb_robot_step(32);
  CHECK(found.back().empty());
}

TEST_CASE("an inertial unit makes angles of its quaternion") {
  FakeEngine engine({{LO_DEVICE_INERTIAL_UNIT, "unit", sizeof(lo_inertial_unit_state)}});
  auto& state = engine.state<lo_inertial_unit_state>(1);
  state.measured = LO_MEASURES_ROLL | LO_MEASURES_PITCH | LO_MEASURES_YAW;
  wb_inertial_unit_enable(1, 32);
  const double roll = 0.3, pitch = -0.5, yaw = 1.2;
  const auto check = [&] {
    const double* angles = wb_inertial_unit_get_roll_pitch_yaw(1);
    CHECK(angles[0] == Approx(roll));
    CHECK(angles[1] == Approx(pitch));
    CHECK(angles[2] == Approx(yaw));
  };
  // q = qz(yaw) qy(pitch) qx(roll), multiplied out.
  const double cr = std::cos(roll / 2), sr = std::sin(roll / 2), cp = std::cos(pitch / 2), sp = std::sin(pitch / 2),
               cy = std::cos(yaw / 2), sy = std::sin(yaw / 2);
  state.coordinate_system = LO_WORLD_ENU;
  give(state.sensor, sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy,
       cr * cp * cy + sr * sp * sy);
  check();
  // q = qy(yaw) qz(pitch) qx(roll): qy qz = (sy sp, sy cp, cy sp, cy cp) as x, y, z, w; times qx.
  state.coordinate_system = LO_WORLD_NUE;
  const double x = sy * sp, y = sy * cp, z = cy * sp, w = cy * cp;
  give(state.sensor, w * sr + x * cr, y * cr + z * sr, z * cr - y * sr, w * cr - x * sr);
  check();
}

TEST_CASE("touch sensors answer by their type") {
  FakeEngine engine({{LO_DEVICE_TOUCH_SENSOR, "bumper", sizeof(lo_touch_sensor_state)},
                     {LO_DEVICE_TOUCH_SENSOR, "force", sizeof(lo_touch_sensor_state)}});
  engine.state<lo_touch_sensor_state>(2).type = WB_TOUCH_SENSOR_FORCE3D;
  for (WbDeviceTag tag : {1, 2}) {
    wb_touch_sensor_enable(tag, 32);
    give(engine.state<lo_touch_sensor_state>(tag).sensor, 1, 2, 3);
  }
  CHECK(wb_touch_sensor_get_value(1) == 1);
  CHECK(wb_touch_sensor_get_values(2)[2] == 3);
  const std::string said = stderr_of([] {
    CHECK(wb_touch_sensor_get_values(1) == nullptr);
    CHECK(std::isnan(wb_touch_sensor_get_value(2)));
  });
  CHECK(lines(said) == 2);
}

TEST_CASE("an emitter sends what its buffer and byte rate let it") {
  FakeEngine engine({{LO_DEVICE_EMITTER, "radio", sizeof(lo_emitter_state)}});
  auto& state = engine.state<lo_emitter_state>(1);
  state.buffer_size = 10;
  state.byte_rate = -1;
  state.max_range = 5;
  state.range = 2;
  state.channel = 3;

  CHECK(wb_emitter_send(1, "hello", 6) == 1);
  CHECK(wb_emitter_send(1, "world", 6) == 0);  // 12 bytes do not fit into 10
  CHECK(wb_emitter_send(1, "yes", 4) == 1);
  wb_emitter_set_channel(1, 4);  // packets keep the channel of their sending
  wb_robot_step(32);
  REQUIRE(engine.received.size() == 2);
  CHECK(engine.received[0].kind == LO_MESSAGE_PACKET);
  CHECK(engine.received[0].tag == 1);
  CHECK(engine.received[0].head<lo_emitter_packet>().channel == 3);
  CHECK(engine.received[0].head<lo_emitter_packet>().range == 2);
  CHECK(engine.received[0].tail(sizeof(lo_emitter_packet)) == std::string("hello", 6));
  CHECK(engine.received[1].tail(sizeof(lo_emitter_packet)) == std::string("yes", 4));
  CHECK(wb_emitter_send(1, "0123456789", 10) == 1);  // the buffer is empty again
  wb_robot_step(32);
  CHECK(engine.received.size() == 1);

  // 0.25 bytes/ms: 8 bytes in a step of 32 ms, so a packet of 10 leaves with the second step.
  state.byte_rate = 0.25;
  wb_emitter_send(1, "0123456789", 10);
  wb_robot_step(32);
  CHECK(engine.received.empty());
  wb_robot_step(32);
  CHECK(engine.received.size() == 1);
  // What waits is gone after a reset, and its place in the buffer is free.
  wb_emitter_send(1, "0123456789", 10);
  engine.on_turn = [&] { engine.send(LO_MESSAGE_RESET, 1); };
  wb_robot_step(32);
  engine.on_turn = nullptr;
  wb_robot_step(32);
  CHECK(engine.received.empty());
  CHECK(wb_emitter_send(1, "9876543210", 10) == 1);
  wb_robot_step(32);
  wb_robot_step(32);
  REQUIRE(engine.received.size() == 1);
  CHECK(engine.received[0].tail(sizeof(lo_emitter_packet)) == "9876543210");

  wb_emitter_set_range(1, 100);
  CHECK(wb_emitter_get_range(1) == 5);
  wb_emitter_set_range(1, 1);
  CHECK(wb_emitter_get_range(1) == 1);
  wb_emitter_set_range(1, -1);
  CHECK(wb_emitter_get_range(1) == 5);
  const std::int32_t allowed[] = {4, 5};
  state.allowed_channels = engine.put(allowed, sizeof allowed, 2);
  const std::string said = stderr_of([] {
    wb_emitter_set_channel(1, 6);
    wb_emitter_set_channel(1, -2);
    CHECK(wb_emitter_send(1, "x", 0) == 0);
    CHECK(wb_emitter_send(1, nullptr, 1) == 0);
    wb_emitter_set_range(1, -3);
  });
  CHECK(lines(said) == 5);
  CHECK(wb_emitter_get_channel(1) == 4);
  wb_emitter_set_channel(1, 5);
  CHECK(wb_emitter_get_channel(1) == 5);
}

TEST_CASE("a receiver queues packets in order and drops what passes its buffer") {
  FakeEngine engine({{LO_DEVICE_RECEIVER, "radio", sizeof(lo_receiver_state)}});
  auto& state = engine.state<lo_receiver_state>(1);
  state.buffer_size = 8;
  wb_receiver_enable(1, 32);
  const std::string said = stderr_of([] {
    CHECK(wb_receiver_get_data(1) == nullptr);
    CHECK(wb_receiver_get_data_size(1) == -1);
    CHECK(std::isnan(wb_receiver_get_signal_strength(1)));
    wb_receiver_next_packet(1);
  });
  CHECK(lines(said) == 4);
  engine.on_turn = [&] {
    if (engine.turns != 1) return;
    const lo_receiver_packet head{{1, 0, 0}, 0.25};
    engine.send(LO_MESSAGE_PACKET, 1, head, "abcd");
    engine.send(LO_MESSAGE_PACKET, 1, head, "ef");
    engine.send(LO_MESSAGE_PACKET, 1, head, "ghi");  // 9 bytes in all: lost
    engine.send(LO_MESSAGE_PACKET, 1, head, "jk");
  };
  wb_robot_step(32);
  REQUIRE(wb_receiver_get_queue_length(1) == 3);
  CHECK(std::string(static_cast<const char*>(wb_receiver_get_data(1)), 4) == "abcd");
  CHECK(wb_receiver_get_signal_strength(1) == 0.25);
  CHECK(wb_receiver_get_emitter_direction(1)[0] == 1);
  wb_receiver_next_packet(1);
  CHECK(wb_receiver_get_data_size(1) == 2);
  wb_robot_step(32);
  CHECK(wb_receiver_get_queue_length(1) == 2);  // the queue outlives steps
  wb_receiver_next_packet(1);
  CHECK(std::string(static_cast<const char*>(wb_receiver_get_data(1))) == "jk");
  engine.on_turn = [&] { engine.send(LO_MESSAGE_RESET, 1); };
  wb_robot_step(32);
  CHECK(wb_receiver_get_queue_length(1) == 0);
  wb_receiver_set_channel(1, 9);
  CHECK(state.channel == 9);
  CHECK(state.changed == LO_RECEIVER_CHANNEL);
}

TEST_CASE("a speaker knows what plays until the engine says that it is over") {
  FakeEngine engine(
      {{LO_DEVICE_SPEAKER, "left", sizeof(lo_speaker_state)}, {LO_DEVICE_SPEAKER, "right", sizeof(lo_speaker_state)}});
  wb_speaker_play_sound(1, 2, "beep.wav", 0.8, 1, 0.5, true);
  CHECK(wb_speaker_is_sound_playing(1, "beep.wav"));
  CHECK(wb_speaker_is_sound_playing(2, nullptr));
  wb_speaker_speak(1, "hello", 1);
  CHECK(wb_speaker_is_speaking(1));
  wb_robot_step(32);
  REQUIRE(engine.received.size() == 3);
  // Balance 0.5 to the right: the left one at half its volume.
  CHECK(engine.received[0].head<lo_speaker_message>().volume == Approx(0.4));
  CHECK(engine.received[1].head<lo_speaker_message>().volume == Approx(0.8));
  CHECK(engine.received[0].tail(sizeof(lo_speaker_message)) == "beep.wav");
  CHECK(engine.received[2].head<lo_speaker_message>().action == LO_SPEAKER_SPEAK);
  engine.on_turn = [&] {
    lo_speaker_message over{};
    over.action = LO_SPEAKER_SOUND_OVER;
    engine.send(LO_MESSAGE_SPEAKER, 1, over, "beep.wav");
    over.action = LO_SPEAKER_SPEECH_OVER;
    engine.send(LO_MESSAGE_SPEAKER, 1, over);
  };
  wb_robot_step(32);
  CHECK_FALSE(wb_speaker_is_sound_playing(1, "beep.wav"));
  CHECK_FALSE(wb_speaker_is_speaking(1));
  CHECK(wb_speaker_is_sound_playing(2, "beep.wav"));
  wb_speaker_stop(2, nullptr);
  CHECK_FALSE(wb_speaker_is_sound_playing(2, nullptr));
  wb_speaker_play_sound(2, 2, "beep.wav", 1, 1, 0, true);
  wb_speaker_speak(2, "hello", 1);
  engine.on_turn = [&] { engine.send(LO_MESSAGE_RESET, 2); };
  wb_robot_step(32);
  CHECK_FALSE(wb_speaker_is_sound_playing(2, nullptr));
  CHECK_FALSE(wb_speaker_is_speaking(2));
  CHECK(std::string(wb_speaker_get_language(1)) == "en-US");
  CHECK(wb_speaker_set_language(1, "fr-FR"));
  CHECK_FALSE(wb_speaker_set_engine(1, "other"));
}

TEST_CASE("a microphone hands out the samples of its last period") {
  FakeEngine engine({{LO_DEVICE_MICROPHONE, "ear", sizeof(lo_microphone_state)}});
  wb_microphone_enable(1, 32);
  CHECK(wb_microphone_get_sample_size(1) == 0);
  engine.on_turn = [&] { engine.send(LO_MESSAGE_SOUND, 1, "pcm", 3); };
  wb_robot_step(32);
  REQUIRE(wb_microphone_get_sample_size(1) == 3);
  CHECK(std::string(static_cast<const char*>(wb_microphone_get_sample_data(1)), 3) == "pcm");
  CHECK(wb_microphone_get_sample_size(7) == -1);  // no microphone: as in libController of R2025a
  CHECK(wb_microphone_get_sample_data(7) == nullptr);
}

TEST_CASE("bones of a skin go by round trips") {
  FakeEngine engine({{LO_DEVICE_SKIN, "body", sizeof(lo_skin_state)}});
  auto& state = engine.state<lo_skin_state>(1);
  const char names[] = "shoulder\0hip";
  state.bone_names = engine.put(names, sizeof names, sizeof names);
  state.bone_count = 2;
  CHECK(std::string(wb_skin_get_bone_name(1, 0)) == "shoulder");
  CHECK(std::string(wb_skin_get_bone_name(1, 1)) == "hip");
  engine.on_turn = [&] {
    auto message = engine.received.at(0).head<lo_skin_message>();
    message.values[1] = 4;
    engine.send(LO_MESSAGE_ANSWER, 1, message);
  };
  const double* position = wb_skin_get_bone_position(1, 0, true);
  REQUIRE(position);
  CHECK(position[1] == 4);
  CHECK(engine.received[0].head<lo_skin_message>().absolute == 1);
  const int turns = engine.turns;
  const std::string said = stderr_of([] {
    CHECK(wb_skin_get_bone_position(1, 2, true) == nullptr);
    const double zero[4] = {0, 0, 0, 1};
    wb_skin_set_bone_orientation(1, 0, zero, true);
  });
  CHECK(lines(said) == 2);
  CHECK(engine.turns == turns);
}

// Manual, Motor: "This value matches with the argument given to the last wb_motor_set_position function call"; of
// velocity and force: "can be retrieved". The limits are the engine's.
TEST_CASE("a motor answers what was asked of it, also beyond its limits") {
  FakeEngine engine({{LO_DEVICE_MOTOR, "arm", sizeof(lo_motor_state)}});
  auto& motor = engine.state<lo_motor_state>(1);
  motor.min_position = -1;
  motor.max_position = 2;
  motor.max_velocity = motor.max_force = 10;
  motor.multiplier = 1;
  const std::string said = stderr_of([] {
    wb_motor_set_position(1, 3);
    wb_motor_set_velocity(1, 20);
    wb_motor_set_available_force(1, 30);
  });
  CHECK(lines(said) == 3);
  CHECK(wb_motor_get_target_position(1) == 3);
  CHECK(wb_motor_get_velocity(1) == 20);
  CHECK(wb_motor_get_available_force(1) == 30);
  wb_motor_set_position(1, INFINITY);
  CHECK(std::isinf(wb_motor_get_target_position(1)));
}

TEST_CASE("the range of a motor holds for what it is told times its multiplier") {
  FakeEngine engine({{LO_DEVICE_MOTOR, "arm", sizeof(lo_motor_state)}});
  auto& motor = engine.state<lo_motor_state>(1);
  motor.min_position = -1;
  motor.max_position = 2;
  motor.multiplier = -2;
  CHECK(stderr_of([] { wb_motor_set_position(1, 0.25); }).empty());  // -0.5
  CHECK(lines(stderr_of([] { wb_motor_set_position(1, 0.75); })) == 1);
  CHECK(wb_motor_get_target_position(1) == 0.75);
}

TEST_CASE("a servo is its motor and the position sensor of its joint") {
  FakeEngine engine({{LO_DEVICE_MOTOR, "neck", sizeof(lo_motor_state)},
                     {LO_DEVICE_POSITION_SENSOR, "neck sensor", sizeof(lo_position_sensor_state)}});
  auto& motor = engine.state<lo_motor_state>(1);
  motor.position_sensor_tag = 2;
  motor.max_velocity = motor.velocity = 10;
  motor.max_force = motor.available_force = 10;
  wb_servo_set_position(1, 0.5);
  CHECK(motor.position == 0.5);
  CHECK((motor.changed & LO_MOTOR_POSITION) != 0);
  wb_servo_enable_position(1, 32);
  auto& sensor = engine.state<lo_position_sensor_state>(2);
  CHECK(sensor.sensor.period_ms == 32);
  give(sensor.sensor, 0.4);
  CHECK(wb_servo_get_position(1) == 0.4);
  CHECK(wb_servo_get_type(1) == WB_SERVO_ROTATIONAL);
  wb_servo_set_motor_force(1, 5);
  CHECK(motor.available_force == 5);
}

// Readings are state, which the engine may read while a controller is in its first turn, and only then.
TEST_CASE("a remote control library reports nothing before the engine waits for the controller") {
  FakeEngine engine({{LO_DEVICE_DISTANCE_SENSOR, "eye", sizeof(lo_distance_sensor_state)}});
  auto& eye = engine.state<lo_distance_sensor_state>(1).sensor;
  const std::string file = REPORTS_EARLY;
  engine.robot().remote_control = engine.put(file.c_str(), file.size() + 1, file.size());
  double at_first_turn = -1;
  engine.on_turn = [&] {
    if (engine.turns == 1) at_first_turn = eye.values[0];
  };
  eye.values[0] = 0;
  REQUIRE(wb_robot_init());
  CHECK(engine.turns == 1);
  CHECK(engine.request == LO_REQUEST_IMMEDIATE);
  CHECK(at_first_turn == 0);
  CHECK(eye.values[0] == 7);
}

TEST_CASE("differential wheels are found without a tag") {
  FakeEngine engine({{LO_DEVICE_LED, "lamp", sizeof(lo_led_state)},
                     {LO_DEVICE_DIFFERENTIAL_WHEELS, "differential wheels", sizeof(lo_differential_wheels_state)}});
  auto& state = engine.state<lo_differential_wheels_state>(2);
  state.max_speed = 0.3;
  state.speed_unit = 0.1;
  // 3 x 0.1 is rounded to more than 0.3.
  CHECK(stderr_of([] { wb_differential_wheels_set_speed(3, -3); }).empty());
  state.max_speed = 10;
  wb_differential_wheels_set_speed(50, -50);
  CHECK(state.left_speed == 50);
  CHECK(state.changed == LO_WHEELS_SPEED);
  CHECK(lines(stderr_of([] { wb_differential_wheels_set_speed(200, 0); })) == 1);
  CHECK(state.left_speed == 200);  // only told, not limited
  // As the engine configures them.
  state.sensor.values[0] = state.sensor.values[1] = NAN;
  wb_differential_wheels_enable_encoders(32);
  CHECK(std::isnan(wb_differential_wheels_get_left_encoder()));
  give(state.sensor, 7, 8);
  CHECK(wb_differential_wheels_get_right_encoder() == 8);
  wb_differential_wheels_set_encoders(-1, 2);
  // At once.
  CHECK(wb_differential_wheels_get_left_encoder() == -1);
  CHECK(wb_differential_wheels_get_right_encoder() == 2);
  CHECK(state.left_encoder == -1);
  // The reading is the engine's to write: before the first turn a controller runs beside it.
  CHECK(state.sensor.values[0] == 7);
  state.changed = 0;  // the engine has taken it
  give(state.sensor, -1.5, 2.5);
  CHECK(wb_differential_wheels_get_left_encoder() == -1.5);
}

}  // namespace
