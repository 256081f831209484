/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What every .c file of the library stands on: the session with the engine. Internal, not installed.
 *
 * All mutable state hangs on the session, none in static variables: several robots' sessions may live in one process
 * (in-process runs), the host then switches lo_session. A device keeps what it needs beyond the block in lo_private().
 */
#ifndef LIGHTSOUT_LIB_SESSION_H
#define LIGHTSOUT_LIB_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "controllers/wire/block.h"
#include "controllers/wire/message.h"
#include "controllers/wire/sensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As in <webots/types.h>. */
typedef unsigned short int WbDeviceTag;

/* --- State of a device
 * ------------------------------------------------------------------------------------------------
 * LO_STATE(lo_gps_state, tag, GPS) is the device's struct in the block if `tag` is a GPS; else NULL, after one warning
 * per tag and function that names robot, device and function. Ask at every call, do not keep the pointer over a step.
 */
#define LO_STATE(type, tag, kind) ((type*)lo_state_of((tag), LO_DEVICE_##kind, __func__))
void* lo_state_of(WbDeviceTag tag, lo_device_kind kind, const char* function);
/* The same without a word: NULL if it is no such device. */
void* lo_peek_state(WbDeviceTag tag, lo_device_kind kind);
/* The table entry; NULL if there is no such tag. */
const lo_device* lo_device_entry(WbDeviceTag tag);
/* The robot's own struct; NULL before wb_robot_init. */
lo_robot_state* lo_robot(void);
/* Number of devices, robot included; 0 before wb_robot_init. */
uint32_t lo_device_count(void);

/* After writing commands of a device: the engine reads those of touched devices only. */
void lo_touch(WbDeviceTag tag);
/* The same, and sets bits in the struct's `changed`. Never write `changed` otherwise. */
void lo_mark(WbDeviceTag tag, uint32_t* changed, uint32_t bits);
/* Takes bits back: a later command that undoes an earlier one of the same turn. */
void lo_unmark(uint32_t* changed, uint32_t bits);
/* Arrays and strings that the block holds. */
const void* lo_elements(lo_array array);
/* The device's lookup table or list of channels: the configured one, or what has come in its place since. */
const void* lo_current_array(WbDeviceTag tag, lo_array configured, size_t element_size, uint32_t* count);
const char* lo_text(lo_string text);
/* Where the engine writes an image of so many bytes; NULL: there is no such image yet. */
void* lo_bulk_data(const lo_bulk* bulk, size_t size);

/* Memory of `size` zeroed bytes that belongs to a device of the session, made at the first call. `key` tells two users
 * of one tag apart; any size up to the first call's is the same memory. Freed with the session; NULL before
 * wb_robot_init. */
void* lo_private(WbDeviceTag tag, const char* key, size_t size);

/* Calls release(memory) when the session is freed (at the process's end it is not). */
void lo_at_close(void (*release)(void* memory), void* memory);
/* A copy of `size` bytes of text and a NUL, kept for the session under (tag, key); the previous one is replaced. */
const char* lo_keep_text(WbDeviceTag tag, const char* key, const char* text, size_t size);
/* What is kept there, NULL if nothing. */
const char* lo_kept_text(WbDeviceTag tag, const char* key);
/* Says so and ends the controller: the process, or in process its part of it. */
void lo_out_of_memory(void) __attribute__((noreturn));

/* --- Sampled sensors: structs that begin with lo_sensor_state
 * ----------------------------------------------------------- */
void lo_sensor_enable(WbDeviceTag tag, lo_device_kind kind, int period_ms, const char* function);
int lo_sensor_period(WbDeviceTag tag, lo_device_kind kind, const char* function);
/* values[index]; NaN for a wrong tag, before the first sample, and (with one warning) if it was never enabled. */
double lo_sensor_value(WbDeviceTag tag, lo_device_kind kind, int index, const char* function);
/* The values themselves, which change at each step; NULL for a wrong tag. */
const double* lo_sensor_values(WbDeviceTag tag, lo_device_kind kind, const char* function);
const double* lo_lookup_table(WbDeviceTag tag, lo_device_kind kind, const char* function);
int lo_lookup_table_size(WbDeviceTag tag, lo_device_kind kind, const char* function);

/* --- Talk
 * ---------------------------------------------------------------------------------------------------------------- One
 * line on stderr, "Warning: robot "e-puck", device "ps0", wb_gps_get_values(): ...", once per tag, function and format.
 * Tag 0 names no device. */
void lo_warn(WbDeviceTag tag, const char* function, const char* format, ...) __attribute__((format(printf, 3, 4)));
/* The same of what the engine says, which is a sentence: once per function and text, and 20 texts of a function. */
void lo_warn_reason(const char* function, const char* text, size_t size);
/* true after lo_warn if the value is NaN. */
bool lo_is_nan(WbDeviceTag tag, const char* function, const char* argument, double value);
/* false after lo_warn if the sampling period is negative. */
bool lo_is_period(WbDeviceTag tag, const char* function, int period_ms);

/* --- Messages (wire/message.h)
 * ------------------------------------------------------------------------------------------- Queues a record that
 * travels with the next turn; its payload is the two parts in a row. */
void lo_send(uint16_t kind, WbDeviceTag tag, const void* head, uint32_t head_size, const void* tail,
             uint32_t tail_size);
/* A record and everything queued before it go to the engine now, without time passing; answers the payload of the
 * engine's LO_MESSAGE_ANSWER, which stays until the next lo_request. NULL, with a warning, between wb_robot_step_begin
 * and _end; NULL when the simulation has ended. */
const void* lo_request(uint16_t kind, WbDeviceTag tag, const void* head, uint32_t head_size, const void* tail,
                       uint32_t tail_size, uint32_t* answer_size, const char* function);

/* --- Files
 * A name is seen from the controller's folder, which is not the engine's, and inside the simulator's process not the
 * working directory either. */
/* To be freed; NULL for NULL and an empty name. */
char* lo_absolute_path(const char* filename);
/* For reading; NULL if there is no such file. */
FILE* lo_open_file(const char* filename);

/* --- Pictures: pixels of four bytes, row by row from the top left
 * ------------------------------------------------------- */
/* PNG or JPEG by the end of the name, quality 1 to 100 for JPEG; alpha is written where `with_alpha` and the format has
 * it. 0, or after a warning -1. */
int lo_save_picture(WbDeviceTag tag, const char* function, const char* filename, int width, int height,
                    const unsigned char* bgra, bool with_alpha, int quality);
/* PNG or JPEG; to be freed. NULL after a warning. */
unsigned char* lo_load_picture(WbDeviceTag tag, const char* function, const char* filename, int* width, int* height);
/* Whether a name ends so, whatever the case. */
bool lo_ends_with(const char* name, const char* end);

/* Records from the engine go to the function that messages.def names for their kind. */
typedef void lo_message_handler(WbDeviceTag tag, const void* payload, uint32_t size);
/* step_hooks.def names functions that wb_robot_step calls before it asks the engine for `duration_ms` (motions), and
 * after the engine's answer. A session calls those that it was asked for: most controllers need none. */
typedef void lo_step_hook(int duration_ms);
typedef enum {
#define LO_BEFORE_STEP(function) LO_HOOK_##function,
#define LO_AFTER_STEP(function) LO_HOOK_##function,
#include "controllers/lib/step_hooks.def"
#undef LO_BEFORE_STEP
#undef LO_AFTER_STEP
  LO_HOOK_COUNT
} lo_step_hook_number;
/* From now on, at each step of the current session. */
void lo_call_at_step(lo_step_hook_number hook);

#ifdef __cplusplus
}
#endif

#endif
