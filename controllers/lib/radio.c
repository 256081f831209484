/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_radio_*: messages leave with the next step; those that came with a step go to the controller's callback after it.
 */
#include "controllers/wire/radio.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <webots/radio.h>

#include "controllers/lib/session.h"

typedef struct {
  int length;
  char* destination; /* behind the body */
  char body[];
} lo_message_to_send;

WbRadioMessage wb_radio_message_new(int length, const char* body, const char* destination) {
  if (length < 0 || !body || !destination) {
    lo_warn(0, __func__, "called without a body or destination");
    return NULL;
  }
  lo_message_to_send* message = malloc(sizeof *message + (size_t)length + strlen(destination) + 1);
  if (!message) return NULL;
  message->length = length;
  message->destination = message->body + length;
  memcpy(message->body, body, (size_t)length);
  strcpy(message->destination, destination);
  return message;
}

void wb_radio_message_delete(WbRadioMessage message) { free(message); }

const char* wb_radio_message_get_destination(WbRadioMessage message) {
  return message ? ((const lo_message_to_send*)message)->destination : NULL;
}

int wb_radio_message_get_length(WbRadioMessage message) {
  return message ? ((const lo_message_to_send*)message)->length : 0;
}

const char* wb_radio_message_get_body(WbRadioMessage message) {
  return message ? ((const lo_message_to_send*)message)->body : NULL;
}

#define RADIO(tag) LO_STATE(lo_radio_state, tag, RADIO)

void wb_radio_enable(WbDeviceTag tag, int sampling_period) {
  lo_sensor_enable(tag, LO_DEVICE_RADIO, sampling_period, __func__);
}

void wb_radio_disable(WbDeviceTag tag) { lo_sensor_enable(tag, LO_DEVICE_RADIO, 0, __func__); }

/* --- Settings
 * ---------------------------------------------------------------------------------------------------------- */

static void send_address(WbDeviceTag tag, const char* address) {
  const lo_radio_message head = {.action = LO_RADIO_ADDRESS};
  lo_send(LO_MESSAGE_RADIO, tag, &head, sizeof head, address, (uint32_t)strlen(address));
}

void lo_receive_array(WbDeviceTag tag, const void* payload, uint32_t size);

void wb_radio_set_address(WbDeviceTag tag, const char* address) {
  if (!RADIO(tag)) return;
  if (!address) {
    lo_warn(tag, __func__, "called without an address; ignored");
    return;
  }
  lo_receive_array(tag, address, (uint32_t)strlen(address));
  send_address(tag, address);
}

const char* wb_radio_get_address(WbDeviceTag tag) {
  const lo_radio_state* radio = RADIO(tag);
  if (!radio) return NULL;
  uint32_t size;
  const char* address = lo_current_array(tag, radio->address, 1, &size);
  return lo_keep_text(tag, "address", address, size);
}

void wb_radio_set_frequency(WbDeviceTag tag, double hz) {
  lo_radio_state* radio = RADIO(tag);
  if (!radio || lo_is_nan(tag, __func__, "frequency", hz)) return;
  if (hz <= 0) {
    lo_warn(tag, __func__, "a frequency of %g Hz is not above 0; ignored", hz);
    return;
  }
  radio->frequency = hz;
  lo_mark(tag, &radio->changed, LO_RADIO_FREQUENCY);
}

void wb_radio_set_channel(WbDeviceTag tag, int channel) {
  lo_radio_state* radio = RADIO(tag);
  if (!radio) return;
  radio->channel = channel;
  lo_mark(tag, &radio->changed, LO_RADIO_CHANNEL);
}

void wb_radio_set_bitrate(WbDeviceTag tag, int bits_per_second) {
  lo_radio_state* radio = RADIO(tag);
  if (!radio) return;
  if (bits_per_second < 1) {
    lo_warn(tag, __func__, "a bitrate of %d bit/s is not above 0; ignored", bits_per_second);
    return;
  }
  radio->bitrate = bits_per_second;
  lo_mark(tag, &radio->changed, LO_RADIO_BITRATE);
}

void wb_radio_set_rx_sensitivity(WbDeviceTag tag, double dBm) {
  lo_radio_state* radio = RADIO(tag);
  if (!radio || lo_is_nan(tag, __func__, "sensitivity", dBm)) return;
  radio->sensitivity = dBm;
  lo_mark(tag, &radio->changed, LO_RADIO_SENSITIVITY);
}

void wb_radio_set_tx_power(WbDeviceTag tag, double dBm) {
  lo_radio_state* radio = RADIO(tag);
  if (!radio || lo_is_nan(tag, __func__, "power", dBm)) return;
  if (dBm < radio->least_power || dBm > radio->most_power) {
    lo_warn(tag, __func__, "a power of %g dBm is not within txPowerMin and txPowerMax, [%g, %g]; ignored", dBm,
            radio->least_power, radio->most_power);
    return;
  }
  radio->power = dBm;
  lo_mark(tag, &radio->changed, LO_RADIO_POWER);
}

#define RADIO_GETTER(type, function, value, absent) \
  type function(WbDeviceTag tag) {                  \
    const lo_radio_state* radio = RADIO(tag);       \
    return radio ? radio->value : (absent);         \
  }

RADIO_GETTER(double, wb_radio_get_frequency, frequency, NAN)
RADIO_GETTER(int, wb_radio_get_channel, channel, -1)
RADIO_GETTER(int, wb_radio_get_bitrate, bitrate, 0)
RADIO_GETTER(double, wb_radio_get_rx_sensitivity, sensitivity, NAN)
RADIO_GETTER(double, wb_radio_get_tx_power, power, NAN)

void wb_radio_send(WbDeviceTag tag, const WbRadioMessage message, double delay) {
  const lo_radio_state* radio = RADIO(tag);
  const lo_message_to_send* sent = message;
  if (!radio || lo_is_nan(tag, __func__, "delay", delay)) return;
  if (!sent) {
    lo_warn(tag, __func__, "called without a message; ignored");
    return;
  }
  const lo_radio_message head = {.action = LO_RADIO_SEND,
                                 .body_size = (uint32_t)sent->length,
                                 .delay = delay,
                                 .frequency = radio->frequency,
                                 .power = radio->power,
                                 .channel = radio->channel,
                                 .bitrate = radio->bitrate};
  lo_send(LO_MESSAGE_RADIO, tag, &head, sizeof head, sent->body,
          (uint32_t)((size_t)sent->length + strlen(sent->destination)));
}

/* --- What was received
 * ------------------------------------------------------------------------------------------------- */

typedef struct lo_radio_event {
  struct lo_radio_event* next;
  WbDeviceTag radio;
  double strength;
  int size;
  char* emitter;           /* behind the data */
  _Alignas(8) char data[]; /* controllers cast it to what they sent */
} lo_radio_event;

typedef struct {
  void (*callback)(const WbRadioEvent);
  lo_radio_event *first, *last;
} lo_radio;

static void free_events(void* memory) {
  lo_radio* radio = memory;
  while (radio->first) {
    lo_radio_event* next = radio->first->next;
    free(radio->first);
    radio->first = next;
  }
}

static lo_radio* radio_of(WbDeviceTag tag) { return lo_private(tag, "radio", sizeof(lo_radio)); }

void wb_radio_set_callback(WbDeviceTag tag, void (*callback)(const WbRadioEvent)) {
  if (!RADIO(tag)) return;
  lo_radio* radio = radio_of(tag);
  if (!radio->callback) lo_at_close(free_events, radio);
  radio->callback = callback;
  lo_call_at_step(LO_HOOK_lo_call_radios);
}

/* A message of the engine; nobody asks for one that no callback is there for. */
void lo_receive_radio(WbDeviceTag tag, const void* payload, uint32_t size) {
  lo_radio_reception head;
  if (!lo_peek_state(tag, LO_DEVICE_RADIO) || size < sizeof head) return;
  memcpy(&head, payload, sizeof head);
  lo_radio* radio = radio_of(tag);
  if (!radio->callback || head.body_size > size - sizeof head) return;
  const uint32_t rest = size - (uint32_t)sizeof head;
  lo_radio_event* event = calloc(1, sizeof *event + rest + 2);
  if (!event) lo_out_of_memory();
  const char* body = (const char*)payload + sizeof head;
  event->radio = tag;
  event->strength = head.strength;
  event->size = (int)head.body_size;
  event->emitter = event->data + head.body_size + 1; /* a NUL behind text that was sent without one */
  memcpy(event->data, body, head.body_size);
  memcpy(event->emitter, body + head.body_size, rest - head.body_size);
  if (radio->first)
    radio->last->next = event;
  else
    radio->first = event;
  radio->last = event;
}

/* After each step. A callback may do what it likes: send, step, take its own place. */
void lo_call_radios(int duration_ms) {
  (void)duration_ms;
  for (uint32_t tag = 1; tag < lo_device_count(); ++tag) {
    if (!lo_peek_state((WbDeviceTag)tag, LO_DEVICE_RADIO)) continue;
    lo_radio* radio = radio_of((WbDeviceTag)tag);
    while (radio->first) {
      lo_radio_event* event = radio->first;
      radio->first = event->next;
      if (radio->callback) radio->callback(event);
      free(event);
    }
  }
}

void lo_reset_radio(WbDeviceTag tag, const void* payload, uint32_t size) {
  (void)payload, (void)size;
  if (lo_peek_state(tag, LO_DEVICE_RADIO)) free_events(radio_of(tag));
}

static const lo_radio_event* known(const WbRadioEvent event, const char* function) {
  if (!event) lo_warn(0, function, "called without an event");
  return event;
}

WbDeviceTag wb_radio_event_get_radio(const WbRadioEvent event) {
  const lo_radio_event* received = known(event, __func__);
  return received ? received->radio : 0;
}

char* wb_radio_event_get_data(const WbRadioEvent event) {
  const lo_radio_event* received = known(event, __func__);
  return received ? (char*)received->data : NULL;
}

int wb_radio_event_get_data_size(const WbRadioEvent event) {
  const lo_radio_event* received = known(event, __func__);
  return received ? received->size : 0;
}

char* wb_radio_event_get_emitter(const WbRadioEvent event) {
  const lo_radio_event* received = known(event, __func__);
  return received ? received->emitter : NULL;
}

double wb_radio_event_get_rssi(const WbRadioEvent event) {
  const lo_radio_event* received = known(event, __func__);
  return received ? received->strength : NAN;
}
