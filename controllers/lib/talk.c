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

/* true the first time. Function and format are string literals: their addresses tell them apart. */
static bool remember(WbDeviceTag tag, const char* function, const char* format) {
  lo_session* session = lo_current;
  if (!session) return true;
  bool first = true;
  lo_lock();
  for (const lo_said* said = session->said; said && first; said = said->next)
    first = said->tag != tag || said->format != format || strcmp(said->function, function);
  if (first) {
    lo_said* said = malloc(sizeof *said);
    if (said) {
      *said = (lo_said){session->said, function, format, tag};
      session->said = said;
    }
  }
  lo_unlock();
  return first;
}

void lo_warn(WbDeviceTag tag, const char* function, const char* format, ...) {
  if (!remember(tag, function, format)) return;
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
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
