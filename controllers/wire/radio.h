/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A radio's settings, and the messages between radios: LO_MESSAGE_RADIO. From the controller come messages to send and
 * new addresses: a head, then the body or the address, and behind a body the address that it is for, all without NUL.
 * To the controller go messages that were received, with the step that ends a sampling period: a head, the body, the
 * sender's address. sensor.values are not used. */
#ifndef LIGHTSOUT_WIRE_RADIO_H
#define LIGHTSOUT_WIRE_RADIO_H

#include "controllers/wire/message.h"
#include "controllers/wire/sensor.h"

enum { /* lo_radio_state.changed */
       LO_RADIO_FREQUENCY = 1,
       LO_RADIO_CHANNEL = 2,
       LO_RADIO_BITRATE = 4,
       LO_RADIO_SENSITIVITY = 8,
       LO_RADIO_POWER = 16
};

typedef struct {
  lo_sensor_state sensor;
  /* configuration */
  double least_power, most_power; /* dBm, of what the controller may set */
  lo_array address;               /* characters */
  /* commands; the engine writes the node's values before the first turn */
  uint32_t changed;
  int32_t channel;
  int32_t bitrate; /* bit/s */
  int32_t reserved;
  double frequency;   /* Hz */
  double sensitivity; /* dBm */
  double power;       /* dBm */
} lo_radio_state;

enum { LO_RADIO_SEND = 1, LO_RADIO_ADDRESS = 2 }; /* lo_radio_message.action */

/* Head of what a controller sends; the settings are those at the call of wb_radio_send. */
typedef struct {
  int32_t action;
  uint32_t body_size; /* bytes */
  double delay;       /* s before it leaves */
  double frequency, power;
  int32_t channel, bitrate;
} lo_radio_message;

/* Head of what was received. */
typedef struct {
  double strength; /* dBm */
  uint32_t body_size;
  uint32_t reserved;
} lo_radio_reception;

#endif
