/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_supervisor_simulation_reset: the table "Reset/Reload Matrix" of the reference manual's page on Supervisor. Marks
 * of pens are cleaned, sounds stop, the queues of emitters and receivers are cleared, and this controller goes on.
 * Loading a node's state clears queues, too, but stops no sounds. Receivers, connectors and grippers stand as their
 * nodes say. */
#include <webots/connector.h>
#include <webots/distance_sensor.h>
#include <webots/emitter.h>
#include <webots/microphone.h>
#include <webots/receiver.h>
#include <webots/speaker.h>
#include <webots/supervisor.h>
#include <webots/vacuum_gripper.h>

#include "../check.h"

#define SOUND "../sound/step.wav" /* 0.1 s, constant at half scale */

static WbDeviceTag behind, ahead, speaker, microphone, receiver, connector, gripper;

/* The last sample that the microphone heard, as a part of full scale. */
static double heard(void) {
  const int size = wb_microphone_get_sample_size(microphone);
  const short* samples = wb_microphone_get_sample_data(microphone);
  return size >= 2 && samples ? samples[size / 2 - 1] / 32767. : NAN;
}

/* From the start, at which both eyes are over clean paper, until the one behind has come to the line. White paper 0.1 m
 * below is seen there; under black ink of full density the factor is 0.2, so it seems at 0.5 m. */
static void draw(void) {
  steps(2);
  NEAR(wb_distance_sensor_get_value(behind), 100, 1e-3);
  NEAR(wb_distance_sensor_get_value(ahead), 100, 1e-3);
  steps(6);
  NEAR(wb_distance_sensor_get_value(behind), 500, 1e-3);
  NEAR(wb_distance_sensor_get_value(ahead), 100, 1e-3);
}

static void play(void) {
  wb_speaker_play_sound(speaker, speaker, SOUND, 0.8, 1, 0, true);
  wb_speaker_speak(speaker, "a text that takes its time", 1);
  steps(4);
  NEAR(heard(), 0.8 * 0.5, 1e-4);
  CHECK(wb_speaker_is_sound_playing(speaker, SOUND));
  CHECK(wb_speaker_is_speaking(speaker));
}

/* The other robot, in the same steps. */
static int call(void) {
  const WbDeviceTag emitter = device("emitter", WB_NODE_EMITTER), slow = device("slow", WB_NODE_EMITTER);
  wb_emitter_send(emitter, "first", 6);
  steps(12);
  wb_emitter_send(slow, "slowly", 7); /* 100 bytes a second: in 7 steps; the reset is after 3 */
  steps(32);
  wb_emitter_send(emitter, "again", 6);
  steps(10);
  return finish();
}

int main(int argc, char** argv) {
  wb_robot_init();
  if (argc > 1 && !strcmp(argv[1], "calls")) return call();
  behind = wb_robot_get_device("behind");
  ahead = wb_robot_get_device("ahead");
  speaker = device("speaker", WB_NODE_SPEAKER);
  microphone = device("microphone", WB_NODE_MICROPHONE);
  receiver = device("receiver", WB_NODE_RECEIVER);
  connector = device("connector", WB_NODE_CONNECTOR);
  gripper = device("vacuum gripper", WB_NODE_VACUUM_GRIPPER);
  wb_distance_sensor_enable(behind, STEP);
  wb_distance_sensor_enable(ahead, STEP);
  wb_microphone_enable(microphone, STEP);
  wb_receiver_enable(receiver, STEP);
  draw();
  play();
  steps(2);
  CHECK(wb_receiver_get_queue_length(receiver) == 1);

  wb_receiver_set_channel(receiver, 3);
  wb_connector_lock(connector);
  wb_vacuum_gripper_turn_on(gripper);
  wb_supervisor_simulation_reset();
  steps(1);                                              /* the reset is at its end, the fifteenth */
  NEAR(wb_distance_sensor_get_value(behind), 100, 1e-3); /* it sees the clean paper of the start at once */
  /* What the fields say is told again. */
  CHECK(wb_receiver_get_channel(receiver) == -1);
  CHECK(!wb_connector_is_locked(connector));
  CHECK(!wb_vacuum_gripper_is_on(gripper));
  NEAR(wb_robot_get_time(), 0, 0);
  CHECK(!wb_speaker_is_sound_playing(speaker, NULL));
  CHECK(!wb_speaker_is_speaking(speaker));
  CHECK(wb_receiver_get_queue_length(receiver) == 0);
  draw(); /* the eye ahead is where the line was */
  NEAR(heard(), 0, 0);
  steps(20);
  CHECK(wb_receiver_get_queue_length(receiver) == 0); /* nor has the slow packet come */
  play();                                             /* all goes on */
  CHECK(wb_receiver_get_queue_length(receiver) == 1);
  wb_supervisor_node_load_state(wb_supervisor_node_get_self(), "__init__"); /* packets go, sounds stay */
  CHECK(wb_receiver_get_queue_length(receiver) == 0);
  CHECK(wb_speaker_is_sound_playing(speaker, SOUND));
  /* A sensor does not wait for the end of its period: the eye is 5 cm behind the start, and no line is there. */
  wb_distance_sensor_enable(behind, 5 * STEP);
  steps(1);
  NEAR(wb_distance_sensor_get_value(behind), 500, 1e-3);
  wb_supervisor_node_load_state(wb_supervisor_node_get_self(), "__init__");
  steps(1);
  NEAR(wb_distance_sensor_get_value(behind), 100, 1e-3);
  return finish();
}
