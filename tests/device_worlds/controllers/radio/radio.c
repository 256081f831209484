/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Emitter and Receiver: one robot says, another hears, by an agreed plan. */
#include <webots/emitter.h>
#include <webots/receiver.h>

#include "../check.h"

static void say(void) {
  const WbDeviceTag emitter = device("emitter", WB_NODE_EMITTER), everywhere = device("everywhere", WB_NODE_EMITTER);
  const WbDeviceTag weak = device("weak", WB_NODE_EMITTER), slow = device("slow", WB_NODE_EMITTER);
  const WbDeviceTag beam = device("beam", WB_NODE_EMITTER), averted = device("averted beam", WB_NODE_EMITTER);
  const WbDeviceTag bound = device("bound", WB_NODE_EMITTER), own = device("own", WB_NODE_RECEIVER);
  wb_receiver_enable(own, STEP);
  CHECK(wb_emitter_get_channel(emitter) == 1);
  CHECK(wb_emitter_get_range(emitter) == 10);
  CHECK(wb_emitter_get_range(everywhere) == -1);
  CHECK(wb_emitter_get_buffer_size(emitter) == 8);
  CHECK(wb_emitter_get_buffer_size(weak) == -1);
  /* Manual: maxRange "defines the maximum value allowed for range"; allowedChannels, the channels that may be set. */
  CHECK(wb_emitter_get_range(device("too far", WB_NODE_EMITTER)) == 20);
  CHECK(wb_emitter_get_range(device("unlimited", WB_NODE_EMITTER)) == 20);
  CHECK(wb_emitter_get_channel(device("astray", WB_NODE_EMITTER)) == 5);
  CHECK(wb_receiver_get_channel(device("astray receiver", WB_NODE_RECEIVER)) == 6);
  wb_emitter_set_range(emitter, 50);
  CHECK(wb_emitter_get_range(emitter) == 20); /* maxRange */
  wb_emitter_set_range(emitter, 10);
  wb_emitter_set_channel(bound, 7);
  CHECK(wb_emitter_get_channel(bound) == 2); /* 7 is not allowed */
  wb_emitter_set_channel(bound, 3);
  CHECK(wb_emitter_get_channel(bound) == 3);
  wb_emitter_set_channel(bound, 2);

  /* Before the first step: on the air during it. */
  CHECK(wb_emitter_send(emitter, "one", 4) == 1);
  CHECK(wb_emitter_send(emitter, "two", 4) == 1);
  CHECK(wb_emitter_send(emitter, "three", 6) == 0); /* 8 bytes are full */
  wb_emitter_send(everywhere, "all", 4);
  wb_emitter_send(weak, "weak", 5);
  wb_emitter_send(bound, "two!", 5);
  wb_emitter_send(beam, "light", 6);
  wb_emitter_send(averted, "dark", 5);
  wb_emitter_send(slow, "0123456789012345678", 20); /* 100 bytes a second: 20 of them take 20 steps */
  steps(40);
  CHECK(wb_receiver_get_queue_length(own) == 0); /* nobody hears himself */
}

/* The next packet is this text. */
static void expect(WbDeviceTag receiver, const char* text) {
  CHECK(wb_receiver_get_queue_length(receiver) > 0);
  if (wb_receiver_get_queue_length(receiver) <= 0) return;
  SAME((const char*)wb_receiver_get_data(receiver), text);
  CHECK(wb_receiver_get_data_size(receiver) == (int)strlen(text) + 1);
  NEAR(wb_receiver_get_signal_strength(receiver), 1 / 9., 1e-12); /* 3 m away */
  /* The sender is at +x of the world; the hearer's x axis points to +y. */
  const double* direction = wb_receiver_get_emitter_direction(receiver);
  NEAR(direction[0], 0, 1e-12);
  NEAR(direction[1], -1, 1e-12);
  NEAR(direction[2], 0, 1e-12);
  wb_receiver_next_packet(receiver);
}

static void hear(void) {
  const WbDeviceTag receiver = device("receiver", WB_NODE_RECEIVER), all = device("all", WB_NODE_RECEIVER);
  const WbDeviceTag small = device("small", WB_NODE_RECEIVER), eye = device("eye", WB_NODE_RECEIVER);
  const WbDeviceTag patient = device("patient", WB_NODE_RECEIVER);
  CHECK(wb_receiver_get_channel(receiver) == 1);
  CHECK(wb_receiver_get_channel(all) == -1);
  CHECK(wb_receiver_get_sampling_period(receiver) == 0);
  wb_receiver_enable(receiver, STEP);
  wb_receiver_enable(all, 3 * STEP);
  wb_receiver_enable(small, STEP);
  wb_receiver_enable(eye, STEP);
  wb_receiver_enable(patient, STEP);
  CHECK(wb_receiver_get_sampling_period(all) == 3 * STEP);
  CHECK(wb_receiver_get_queue_length(receiver) == 0);
  CHECK(wb_receiver_get_data(receiver) == NULL);
  CHECK(wb_receiver_get_data_size(receiver) == -1);
  CHECK(wb_receiver_get_emitter_direction(receiver) == NULL);
  IS_NAN(wb_receiver_get_signal_strength(receiver));
  wb_receiver_next_packet(receiver); /* nothing happens */

  steps(1);
  CHECK(wb_receiver_get_queue_length(receiver) == 3);
  expect(receiver, "one");
  expect(receiver, "two");
  expect(receiver, "all");
  CHECK(wb_receiver_get_queue_length(receiver) == 0);
  CHECK(wb_receiver_get_queue_length(all) == 0);   /* its period is not over */
  CHECK(wb_receiver_get_queue_length(small) == 1); /* 6 bytes hold one packet of 4 */
  expect(small, "one");
  CHECK(wb_receiver_get_queue_length(eye) == 1);
  expect(eye, "light");
  expect(patient, "all"); /* channel -1 reaches every channel */
  steps(2);
  CHECK(wb_receiver_get_queue_length(all) == 4);
  expect(all, "one");
  expect(all, "two");
  expect(all, "all");
  expect(all, "two!");
  CHECK(wb_receiver_get_queue_length(patient) == 0);
  steps(16);
  CHECK(wb_receiver_get_queue_length(patient) == 0); /* 19 steps: 19 bytes */
  steps(1);
  CHECK(wb_receiver_get_queue_length(patient) == 1);
  wb_receiver_set_channel(receiver, 5);
  CHECK(wb_receiver_get_channel(receiver) == 5);
  wb_receiver_disable(receiver);
  CHECK(wb_receiver_get_sampling_period(receiver) == 0);
}

int main(void) {
  wb_robot_init();
  if (!strcmp(wb_robot_get_name(), "sender"))
    say();
  else
    hear();
  return finish();
}
