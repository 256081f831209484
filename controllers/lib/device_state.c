/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* From a tag to a device's struct in the block, checked; and what all sampled sensors do alike. */
#include <math.h>
#include <string.h>

#include "controllers/lib/session.h"
#include "controllers/lib/session_state.h"

static const char* const kind_names[LO_DEVICE_KIND_COUNT] = {
#define KIND_NAME(kind, name, is_remote) [LO_DEVICE_##kind] = (name),
    LO_DEVICE_KINDS(KIND_NAME)};

/* NULL for a number of no kind. */
static const char* kind_name(unsigned kind) { return kind < LO_DEVICE_KIND_COUNT ? kind_names[kind] : NULL; }

/* The engine has filled the table in the block. */
void lo_receive_devices(WbDeviceTag tag, const void* payload, uint32_t size) {
  (void)tag;
  lo_session* session = lo_current;
  uint32_t count;
  if (size < sizeof count) return;
  memcpy(&count, payload, sizeof count);
  if (count > session->device_capacity) count = session->device_capacity;
  const lo_block* block = session->transport.block;
  const lo_device* table = (const lo_device*)(const void*)((const char*)block + block->devices);
  for (uint32_t i = 1; i < count; ++i) session->devices[i] = (lo_known_device){table[i].kind, table[i].state};
  if (count > session->device_count) session->device_count = count;
}

/* Another thread's step has the block: its answer is waited for. */
static char* view_of(lo_session* session) {
  if (session->stepping && session->view != session->copy && !pthread_equal(session->stepper, pthread_self())) {
    lo_lock();
    lo_unlock();
  }
  return session->view;
}

uint32_t lo_device_count(void) { return lo_current ? lo_current->device_count : 0; }

const lo_device* lo_device_entry(WbDeviceTag tag) {
  lo_session* session = lo_current;
  if (!session || tag >= session->device_count) return NULL;
  return (const lo_device*)(const void*)(session->view + session->transport.block->devices) + tag;
}

void* lo_peek_state(WbDeviceTag tag, lo_device_kind kind) {
  lo_session* session = lo_current;
  if (!session || tag >= session->device_count) return NULL;
  const lo_known_device device = session->devices[tag];
  return device.kind == (int32_t)kind ? view_of(session) + device.state : NULL;
}

void* lo_state_of(WbDeviceTag tag, lo_device_kind kind, const char* function) {
  void* state = lo_peek_state(tag, kind);
  if (state) return state;
  const lo_device* device = lo_device_entry(tag);
  const char* wanted = kind_name(kind) ? kind_name(kind) : "device";
  if (!lo_current)
    lo_warn(tag, function, "called before wb_robot_init(); ignored");
  else if (!device)
    lo_warn(tag, function, "there is no device with tag %d; a %s is needed; ignored", (int)tag, wanted);
  else if (tag == 0)
    lo_warn(tag, function, "tag 0 is no device (wb_robot_get_device() answers it for an unknown name); ignored");
  else
    lo_warn(tag, function, "the device is a %s, a %s is needed; ignored",
            kind_name((unsigned)device->kind) ? kind_name((unsigned)device->kind) : "device of another kind", wanted);
  return NULL;
}

lo_robot_state* lo_robot(void) { return lo_peek_state(0, LO_DEVICE_ROBOT); }

const void* lo_elements(lo_array array) { return lo_current ? lo_current->view + array.offset : NULL; }

const char* lo_text(lo_string text) { return lo_current && text.offset ? lo_current->view + text.offset : ""; }

void* lo_bulk_data(const lo_bulk* bulk, size_t size) {
  const lo_session* session = lo_current;
  if (!session || !bulk->offset || bulk->size < size || !size) return NULL;
  /* Not in the copy that the device's struct may be in. */
  char* data = (char*)session->transport.block + bulk->offset;
  /* The engine's zeros have not travelled. */
  if (session->transport.is_remote && !bulk->generation) memset(data, 0, bulk->size);
  return data;
}

void lo_sensor_enable(WbDeviceTag tag, lo_device_kind kind, int period_ms, const char* function) {
  lo_sensor_state* sensor = lo_state_of(tag, kind, function);
  if (!sensor || !lo_is_period(tag, function, period_ms)) return;
  sensor->period_ms = (uint32_t)period_ms;
  ++sensor->enables;
  lo_touch(tag);
}

int lo_sensor_period(WbDeviceTag tag, lo_device_kind kind, const char* function) {
  const lo_sensor_state* sensor = lo_state_of(tag, kind, function);
  return sensor ? (int)sensor->period_ms : 0;
}

static const lo_sensor_state* read_sensor(WbDeviceTag tag, lo_device_kind kind, const char* function) {
  const lo_sensor_state* sensor = lo_state_of(tag, kind, function);
  if (sensor && !sensor->count && !sensor->period_ms)
    lo_warn(tag, function, "the sensor is not enabled; its enable function gives it a sampling period");
  return sensor;
}

double lo_sensor_value(WbDeviceTag tag, lo_device_kind kind, int index, const char* function) {
  const lo_sensor_state* sensor = read_sensor(tag, kind, function);
  return sensor && sensor->count ? sensor->values[index] : NAN;
}

const double* lo_sensor_values(WbDeviceTag tag, lo_device_kind kind, const char* function) {
  const lo_sensor_state* sensor = read_sensor(tag, kind, function);
  return sensor ? sensor->values : NULL;
}

typedef struct {
  const void* bytes; /* NULL: none came after the configuration */
  uint32_t size;
} lo_edited_array;

static lo_edited_array* edited_array(WbDeviceTag tag) { return lo_private(tag, "array", sizeof(lo_edited_array)); }

void lo_receive_array(WbDeviceTag tag, const void* payload, uint32_t size) {
  *edited_array(tag) = (lo_edited_array){lo_keep_text(tag, "bytes of the array", payload, size), size};
}

const void* lo_current_array(WbDeviceTag tag, lo_array configured, size_t element_size, uint32_t* count) {
  const lo_edited_array* edited = edited_array(tag);
  *count = edited->bytes ? (uint32_t)(edited->size / element_size) : configured.count;
  return edited->bytes ? edited->bytes : lo_elements(configured);
}

static const double* table_of(WbDeviceTag tag, lo_device_kind kind, uint32_t* rows, const char* function) {
  const lo_sensor_state* sensor = lo_state_of(tag, kind, function);
  *rows = 0;
  return sensor ? lo_current_array(tag, sensor->lookup_table, 3 * sizeof(double), rows) : NULL;
}

const double* lo_lookup_table(WbDeviceTag tag, lo_device_kind kind, const char* function) {
  uint32_t rows;
  const double* numbers = table_of(tag, kind, &rows, function);
  return rows ? numbers : NULL;
}

int lo_lookup_table_size(WbDeviceTag tag, lo_device_kind kind, const char* function) {
  uint32_t rows;
  table_of(tag, kind, &rows, function);
  return (int)rows;
}
