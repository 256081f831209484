/* wb_radio_*: messages are whole; a Radio node is in no world that the engine reads, so the functions of the device
 * find none and say so. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <webots/radio.h>

#include "controllers/lib/session.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

typedef struct {
  int length;
  char* destination; /* behind the body */
  char body[];
} lo_radio_message;

WbRadioMessage wb_radio_message_new(int length, const char* body, const char* destination) {
  if (length < 0 || !body || !destination) {
    lo_warn(0, __func__, "called without a body or destination");
    return NULL;
  }
  lo_radio_message* message = malloc(sizeof *message + (size_t)length + strlen(destination) + 1);
  if (!message) return NULL;
  message->length = length;
  message->destination = message->body + length;
  memcpy(message->body, body, (size_t)length);
  strcpy(message->destination, destination);
  return message;
}

void wb_radio_message_delete(WbRadioMessage message) { free(message); }

const char* wb_radio_message_get_destination(WbRadioMessage message) {
  return message ? ((const lo_radio_message*)message)->destination : NULL;
}

int wb_radio_message_get_length(WbRadioMessage message) {
  return message ? ((const lo_radio_message*)message)->length : 0;
}

const char* wb_radio_message_get_body(WbRadioMessage message) {
  return message ? ((const lo_radio_message*)message)->body : NULL;
}

static void find_none(WbDeviceTag tag) { lo_state_of(tag, LO_DEVICE_RADIO, "wb_radio"); }

void wb_radio_enable(WbDeviceTag tag, int sampling_period) { find_none(tag); }
void wb_radio_disable(WbDeviceTag tag) { find_none(tag); }
void wb_radio_set_address(WbDeviceTag tag, const char* address) { find_none(tag); }
void wb_radio_set_frequency(WbDeviceTag tag, double hz) { find_none(tag); }
void wb_radio_set_channel(WbDeviceTag tag, int channel) { find_none(tag); }
void wb_radio_set_bitrate(WbDeviceTag tag, int bits_per_second) { find_none(tag); }
void wb_radio_set_rx_sensitivity(WbDeviceTag tag, double dBm) { find_none(tag); }
void wb_radio_set_tx_power(WbDeviceTag tag, double dBm) { find_none(tag); }
void wb_radio_set_callback(WbDeviceTag tag, void (*callback)(const WbRadioEvent)) { find_none(tag); }
void wb_radio_send(WbDeviceTag tag, const WbRadioMessage message, double delay) { find_none(tag); }

const char* wb_radio_get_address(WbDeviceTag tag) { return find_none(tag), NULL; }
double wb_radio_get_frequency(WbDeviceTag tag) { return find_none(tag), NAN; }
int wb_radio_get_channel(WbDeviceTag tag) { return find_none(tag), -1; }
int wb_radio_get_bitrate(WbDeviceTag tag) { return find_none(tag), 0; }
double wb_radio_get_rx_sensitivity(WbDeviceTag tag) { return find_none(tag), NAN; }
double wb_radio_get_tx_power(WbDeviceTag tag) { return find_none(tag), NAN; }

/* Events come from a device only. */
WbDeviceTag wb_radio_event_get_radio(const WbRadioEvent event) { return 0; }
char* wb_radio_event_get_data(const WbRadioEvent event) { return NULL; }
int wb_radio_event_get_data_size(const WbRadioEvent event) { return 0; }
char* wb_radio_event_get_emitter(const WbRadioEvent event) { return NULL; }
double wb_radio_event_get_rssi(const WbRadioEvent event) { return NAN; }
