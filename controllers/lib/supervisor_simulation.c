/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_supervisor_*: the simulation itself, and pictures of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "controllers/lib/supervisor_handles.h"

static bool good_file(const char* filename, const char* function) {
  if (filename && *filename) return true;
  lo_warn(0, function, "called without a file name; ignored");
  return false;
}

static bool command(int operation, int index, const char* text, const char* function) {
  return lo_command((lo_supervisor_request){.operation = operation, .index = index}, text, function);
}

static bool command_with_file(int operation, int index, const char* filename, const char* function) {
  char* path = lo_absolute_path(filename);
  const bool done = command(operation, index, path, function);
  free(path);
  return done;
}

/* --- Worlds and runs
 * --------------------------------------------------------------------------------------------------- */

void wb_supervisor_world_load(const char* filename) {
  if (good_file(filename, __func__)) command_with_file(LO_SUPERVISOR_WORLD_LOAD, 0, filename, __func__);
}

static bool ends_with(const char* text, const char* ending) {
  const size_t size = strlen(text), ending_size = strlen(ending);
  return size >= ending_size && strcmp(text + size - ending_size, ending) == 0;
}

/* NULL: where it was loaded from. */
bool wb_supervisor_world_save(const char* filename) {
  if (filename && !ends_with(filename, ".wbt")) {
    lo_warn(0, __func__, "the name of a world must end in .wbt, \"%s\" does not; nothing is saved", filename);
    return false;
  }
  lo_send_pending_sets(); /* the file has them */
  return command_with_file(LO_SUPERVISOR_WORLD_SAVE, 0, filename, __func__);
}

void wb_supervisor_world_reload() { command(LO_SUPERVISOR_WORLD_RELOAD, 0, NULL, __func__); }

#undef wb_supervisor_simulation_quit
void wb_supervisor_simulation_quit(int status) { command(LO_SUPERVISOR_QUIT, status, NULL, __func__); }

void wb_supervisor_simulation_reset() { command(LO_SUPERVISOR_RESET, 0, NULL, __func__); }

void wb_supervisor_simulation_reset_physics() { command(LO_SUPERVISOR_RESET_PHYSICS, 0, NULL, __func__); }

WbSimulationMode wb_supervisor_simulation_get_mode() {
  const lo_robot_state* robot = lo_supervisor_of(__func__) ? lo_robot() : NULL;
  return robot ? (WbSimulationMode)robot->mode : WB_SUPERVISOR_SIMULATION_MODE_FAST;
}

void wb_supervisor_simulation_set_mode(WbSimulationMode mode) {
  if (mode < WB_SUPERVISOR_SIMULATION_MODE_PAUSE || mode > WB_SUPERVISOR_SIMULATION_MODE_FAST)
    lo_warn(0, __func__, "%d is no mode; ignored", (int)mode);
  else
    command(LO_SUPERVISOR_SET_MODE, (int)mode, NULL, __func__);
}

/* --- Pictures
 * ---------------------------------------------------------------------------------------------------------- */

void wb_supervisor_set_label(int id, const char* text, double x, double y, double size, int color, double transparency,
                             const char* font) {
  const double numbers[4] = {x, y, size, transparency};
  if (!text) {
    lo_warn(0, __func__, "called with NULL for the text; ignored");
    return;
  }
  if (!lo_good_numbers(numbers, 4, __func__)) return;
  for (int i = 0; i < 4; ++i)
    if (numbers[i] < 0 || numbers[i] > 1) {
      lo_warn(0, __func__, "x, y, size and transparency %g %g %g %g are not between 0 and 1; ignored", x, y, size,
              transparency);
      return;
    }
  lo_supervisor_request request = {.operation = LO_SUPERVISOR_SET_LABEL, .index = id, .integer = color};
  memcpy(request.numbers, numbers, sizeof numbers);
  /* Text and font in one payload, parted by a NUL. */
  if (!font) {
    lo_warn(0, __func__, "called with NULL for the font; ignored");
    return;
  }
  const size_t text_size = strlen(text) + 1, font_size = strlen(font);
  char* both = malloc(text_size + font_size);
  if (!both) lo_out_of_memory();
  memcpy(both, text, text_size);
  memcpy(both + text_size, font, font_size);
  lo_ask_bytes(request, both, (uint32_t)(text_size + font_size), sizeof(lo_supervisor_value), NULL, __func__);
  free(both);
}

void wb_supervisor_export_image(const char* filename, int quality) {
  if (good_file(filename, __func__)) command_with_file(LO_SUPERVISOR_EXPORT_IMAGE, quality, filename, __func__);
}

void wb_supervisor_movie_start_recording(const char* filename, int width, int height, int codec, int quality,
                                         int acceleration, bool caption) {
  if (!good_file(filename, __func__)) return;
  if (width <= 0 || height <= 0 || quality < 1 || quality > 100 || acceleration < 1) {
    lo_warn(0, __func__,
            "width %d and height %d must be positive, quality %d from 1 to 100, acceleration %d at least 1; ignored",
            width, height, quality, acceleration);
    return;
  }
  lo_command((lo_supervisor_request){.operation = LO_SUPERVISOR_MOVIE_START,
                                     .numbers = {width, height, codec, quality, acceleration, caption}},
             filename, __func__);
}

void wb_supervisor_movie_stop_recording() { command(LO_SUPERVISOR_MOVIE_STOP, 0, NULL, __func__); }

static int movie_status(const char* function) {
  const lo_supervisor_value* answer =
      lo_ask((lo_supervisor_request){.operation = LO_SUPERVISOR_MOVIE_STATUS}, NULL, sizeof *answer, NULL, function);
  return answer ? answer->integer : WB_SUPERVISOR_MOVIE_SIMULATION_ERROR;
}

bool wb_supervisor_movie_is_ready() {
  const int status = movie_status(__func__);
  return status == WB_SUPERVISOR_MOVIE_READY || status > WB_SUPERVISOR_MOVIE_SAVING;
}

bool wb_supervisor_movie_failed() { return movie_status(__func__) > WB_SUPERVISOR_MOVIE_SAVING; }

bool wb_supervisor_animation_start_recording(const char* filename) {
  if (!good_file(filename, __func__)) return false;
  if (!ends_with(filename, ".html")) {
    lo_warn(0, __func__, "the name of an animation must end in .html, \"%s\" does not; nothing is recorded", filename);
    return false;
  }
  return command_with_file(LO_SUPERVISOR_ANIMATION_START, 0, filename, __func__);
}

bool wb_supervisor_animation_stop_recording() { return command(LO_SUPERVISOR_ANIMATION_STOP, 0, NULL, __func__); }

/* There is no headset. */
bool wb_supervisor_virtual_reality_headset_is_used() { return false; }

static const double* no_headset(const char* function) {
  static const double nowhere[9] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
  lo_warn(0, function, "no virtual-reality headset is in use");
  return nowhere;
}

const double* wb_supervisor_virtual_reality_headset_get_position() { return no_headset(__func__); }
const double* wb_supervisor_virtual_reality_headset_get_orientation() { return no_headset(__func__); }

/* --- Names of older releases
 * ------------------------------------------------------------------------------------------- */

int wb_supervisor_movie_get_status() { return movie_status(__func__); }
int wb_supervisor_get_movie_status() { return movie_status(__func__); }

#undef wb_supervisor_start_movie
void wb_supervisor_start_movie(const char* filename, int width, int height, int codec, int quality, int acceleration,
                               bool caption) {
  wb_supervisor_movie_start_recording(filename, width, height, codec, quality, acceleration, caption);
}
