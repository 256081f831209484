/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What the library says to the controller's author, each thing once. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webots/device.h>

#include "controllers/lib/session.h"
#include "controllers/lib/session_state.h"

/* true the first time. Function and format are string literals: their addresses tell them apart. `text`: what tells
 * warnings of the same format apart, 0 if nothing does. */
static bool remember(WbDeviceTag tag, const char* function, const char* format, uint64_t text) {
  lo_session* session = lo_current;
  if (!session) return true;
  bool first = true;
  lo_lock();
  for (const lo_said* said = session->said; said && first; said = said->next)
    first = said->tag != tag || said->format != format || said->text != text || strcmp(said->function, function);
  if (first) {
    lo_said* said = malloc(sizeof *said);
    if (said) {
      *said = (lo_said){session->said, function, format, tag, text};
      session->said = said;
    }
  }
  lo_unlock();
  return first;
}

static void say(WbDeviceTag tag, const char* function, const char* text) {
  const lo_device* robot = lo_device_entry(0);
  const lo_device* device = tag ? lo_device_entry(tag) : NULL;
  if (device)
    fprintf(stderr, "Warning: robot \"%s\", device \"%s\", %s(): %s.\n", lo_text(robot->name), wb_device_get_name(tag),
            function, text);
  else if (robot)
    fprintf(stderr, "Warning: robot \"%s\", %s(): %s.\n", lo_text(robot->name), function, text);
  else
    fprintf(stderr, "Warning: %s(): %s.\n", function, text);
}

void lo_warn(WbDeviceTag tag, const char* function, const char* format, ...) {
  if (!remember(tag, function, format, 0)) return;
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  say(tag, function, text);
}

/* Warnings of the engine's sentences about this function. */
static int count_reasons(const char* function, const char* format) {
  int count = 0;
  lo_lock();
  for (const lo_said* said = lo_current ? lo_current->said : NULL; said; said = said->next)
    count += said->format == format && !strcmp(said->function, function);
  lo_unlock();
  return count;
}

void lo_warn_reason(const char* function, const char* text, size_t size) {
  static const char format[] = "of the engine";
  const int most = 20;
  uint64_t hash = 14695981039346656037u; /* FNV-1a */
  for (size_t i = 0; i < size; ++i) hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
  const int before = count_reasons(function, format);
  if (before > most || !remember(0, function, format, before == most ? 0 : hash)) return;
  char copy[1024];
  snprintf(copy, sizeof copy, "%.*s", (int)size, text);
  say(0, function, before == most ? "it failed for other reasons too, which are not said any more" : copy);
}

bool lo_is_nan(WbDeviceTag tag, const char* function, const char* argument, double value) {
  if (!isnan(value)) return false;
  lo_warn(tag, function, "argument '%s' is not a number; ignored", argument);
  return true;
}

bool lo_is_period(WbDeviceTag tag, const char* function, int period_ms) {
  if (period_ms >= 0) return true;
  lo_warn(tag, function, "a sampling period of %d ms is negative; ignored", period_ms);
  return false;
}
