/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Radio: one robot sends by an agreed plan, another hears. Strengths are by Friis' formula: 20 log10(c / (4 pi d f)),
 * which is -60.0520 dB at 10 m and 2.4 GHz, and -51.5326 dB at 900 MHz. */
#include <webots/radio.h>

#include "../check.h"

#define EVERYBODY "255.255.255.255"

static void send(WbDeviceTag radio, const char* text, const char* to, double delay) {
  const WbRadioMessage message = wb_radio_message_new((int)strlen(text) + 1, text, to);
  CHECK(wb_radio_message_get_length(message) == (int)strlen(text) + 1);
  SAME(wb_radio_message_get_body(message), text);
  SAME(wb_radio_message_get_destination(message), to);
  wb_radio_send(radio, message, delay);
  wb_radio_message_delete(message); /* the radio keeps what it needs of it */
}

static void say(void) {
  const WbDeviceTag radio = device("radio", WB_NODE_RADIO), faint = device("faint", WB_NODE_RADIO);
  SAME(wb_radio_get_address(radio), "sender");
  CHECK(wb_radio_get_frequency(radio) == 2.4e9);
  CHECK(wb_radio_get_tx_power(radio) == 5);
  wb_radio_set_tx_power(radio, 20); /* more than txPowerMax */
  CHECK(wb_radio_get_tx_power(radio) == 5);
  wb_radio_set_bitrate(radio, 0);
  CHECK(wb_radio_get_bitrate(radio) == 8000);
  /* 1000 bytes a second: six bytes are one step, 25 are three, and a delay of 50 ms is five more. */
  send(radio, "first", "hearer", 0);
  send(radio, "this takes three steps..", "hearer", 0);
  send(radio, "later", "hearer", 0.05);
  send(radio, "all", EVERYBODY, 0);
  send(radio, "none", "nobody", 0);
  send(faint, "low", EVERYBODY, 0);
  steps(2);
  wb_radio_set_address(radio, "renamed");
  SAME(wb_radio_get_address(radio), "renamed");
  wb_radio_set_channel(radio, 1);
  send(radio, "one", EVERYBODY, 0);
  wb_radio_set_channel(radio, 2); /* a message goes as things were when it was sent */
  steps(20);
}

typedef struct {
  double time;
  const char *to, *text, *from;
} Heard;

static const Heard plan[] = {
    {0.01, "radio", "first", "sender"},
    {0.01, "radio", "all", "sender"},
    {0.01, "low", "low", "faint"},
    {0.03, "other", "one", "renamed"},
    {0.03, "radio", "this takes three steps..", "sender"},
    {0.06, "radio", "later", "sender"},
};
static size_t heard[3]; /* by radio */
static WbDeviceTag radio, other, deaf, low;

static void hear(const WbRadioEvent event) {
  const WbDeviceTag tag = wb_radio_event_get_radio(event);
  size_t* count = &heard[tag == radio ? 0 : tag == other ? 1 : 2];
  size_t next = 0, at = 0;
  for (; at < sizeof plan / sizeof *plan; ++at)
    if (!strcmp(plan[at].to, wb_device_get_name(tag)) && next++ == *count) break;
  ++*count;
  CHECK(at < sizeof plan / sizeof *plan);
  if (at >= sizeof plan / sizeof *plan) return;
  NEAR(wb_robot_get_time(), plan[at].time, 1e-9);
  SAME(wb_radio_event_get_data(event), plan[at].text);
  CHECK(wb_radio_event_get_data_size(event) == (int)strlen(plan[at].text) + 1);
  SAME(wb_radio_event_get_emitter(event), plan[at].from);
  NEAR(wb_radio_event_get_rssi(event), tag == low ? -10 - 51.5326 : 5 - 60.0520, 1e-3);
}

static void listen(void) {
  radio = device("radio", WB_NODE_RADIO), other = device("other", WB_NODE_RADIO);
  deaf = device("deaf", WB_NODE_RADIO), low = device("low", WB_NODE_RADIO);
  const WbDeviceTag all[] = {radio, other, deaf, low};
  for (int i = 0; i < 4; ++i) {
    wb_radio_enable(all[i], STEP);
    wb_radio_set_callback(all[i], hear);
  }
  steps(22);
  CHECK(heard[0] == 4);
  CHECK(heard[1] == 1);
  CHECK(heard[2] == 1); /* the deaf one hears nothing: -55 dBm are less than -50 */
}

int main(void) {
  wb_robot_init();
  if (!strcmp(wb_robot_get_name(), "sender"))
    say();
  else
    listen();
  return finish();
}
