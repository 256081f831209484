/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wbu_motion_*: motion files and their playing.
 * A file is lines of values parted by commas: "#WEBOTS_MOTION,V1.0,<joint>,..." and then "<time>,<pose
 * name>,<position>,..." with rising times as [[minutes:]seconds:]milliseconds and "*" for a joint that a pose leaves
 * alone. */
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webots/device.h>
#include <webots/motor.h>
#include <webots/utils/motion.h>

#include "controllers/lib/session.h"

struct WbMotionStructPrivate {
  WbMotionRef next;
  int joint_count, pose_count;
  WbDeviceTag* tags; /* 0: the robot has no such motor */
  int* times;        /* ms */
  double* positions; /* pose_count rows; NaN: left alone */
  int elapsed;       /* ms */
  bool playing, reverse, loop;
};

typedef struct {
  WbMotionRef first;
  bool close_is_set;
} lo_motions;

static void free_motion(WbMotionRef motion) {
  free(motion->tags);
  free(motion->times);
  free(motion->positions);
  free(motion);
}

static void free_motions(void* memory) {
  lo_motions* motions = memory;
  while (motions->first) {
    const WbMotionRef next = motions->first->next;
    free_motion(motions->first);
    motions->first = next;
  }
}

static lo_motions* all_motions(void) {
  lo_motions* motions = lo_private(0, "motions", sizeof *motions);
  if (motions && !motions->close_is_set) {
    lo_at_close(free_motions, motions);
    lo_call_at_step(LO_HOOK_lo_play_motions);
    motions->close_is_set = true;
  }
  return motions;
}

/* --- Reading
 * ----------------------------------------------------------------------------------------------------------- */

typedef struct {
  const char* file_name;
  FILE* file;
  locale_t locale; /* numbers are written with a point, whatever the controller's locale is */
  char* line;
  size_t line_capacity;
  char* rest; /* of the line */
  int line_number;
} lo_motion_reader;

static bool wrong(const lo_motion_reader* reader, const char* what, const char* token) {
  fprintf(stderr, "Error: wbu_motion_new(): %s:%d: %s%s%s%s.\n", reader->file_name, reader->line_number, what,
          token ? " \"" : "", token ? token : "", token ? "\"" : "");
  return false;
}

/* False at the end of the file or at an empty line, which ends a motion. */
static bool next_line(lo_motion_reader* reader) {
  if (getline(&reader->line, &reader->line_capacity, reader->file) < 0) return false;
  ++reader->line_number;
  reader->line[strcspn(reader->line, "\r\n")] = 0;
  reader->rest = reader->line;
  return *reader->line != 0;
}

/* The next non-empty value of the line, NULL after the last. */
static char* next_value(lo_motion_reader* reader) {
  char* value = NULL;
  do value = strsep(&reader->rest, ",");
  while (value && !*value);
  return value;
}

/* ms, -1 for text that is no time. */
static int time_of(const char* text) {
  long parts[3] = {0, 0, 0};
  int count = 0;
  for (const char* c = text;;) {
    if (count == 3 || *c < '0' || *c > '9') return -1;
    for (; *c >= '0' && *c <= '9'; ++c) {
      parts[count] = parts[count] * 10 + (*c - '0');
      if (parts[count] > 100000000) return -1;
    }
    ++count;
    if (!*c) break;
    if (*c++ != ':') return -1;
  }
  const long milliseconds = parts[count - 1];
  const long seconds = count > 1 ? parts[count - 2] : 0;
  const long minutes = count > 2 ? parts[0] : 0;
  const long total = minutes * 60000 + seconds * 1000 + milliseconds;
  return total <= 2000000000 ? (int)total : -1;
}

static void* grow(void* memory, size_t count, size_t size) {
  void* grown = realloc(memory, count * size);
  if (!grown) lo_out_of_memory();
  return grown;
}

static bool read_joints(lo_motion_reader* reader, WbMotionRef motion) {
  if (!next_line(reader)) return wrong(reader, "the file is empty", NULL);
  const char* value = next_value(reader);
  if (!value || strcmp(value, "#WEBOTS_MOTION") != 0)
    return wrong(reader, "a motion file begins with #WEBOTS_MOTION", NULL);
  value = next_value(reader);
  if (!value || strcmp(value, "V1.0") != 0) return wrong(reader, "the version is not V1.0 but", value ? value : "");
  for (; (value = next_value(reader)); ++motion->joint_count) {
    motion->tags = grow(motion->tags, (size_t)motion->joint_count + 1, sizeof *motion->tags);
    WbDeviceTag* tag = motion->tags + motion->joint_count;
    *tag = 0;
    for (uint32_t i = 1; !*tag && i < lo_device_count(); ++i)
      if (lo_peek_state((WbDeviceTag)i, LO_DEVICE_MOTOR) && strcmp(wb_device_get_name((WbDeviceTag)i), value) == 0)
        *tag = (WbDeviceTag)i;
    if (!*tag)
      fprintf(stderr, "Warning: wbu_motion_new(): %s: the robot has no motor \"%s\", it is left out.\n",
              reader->file_name, value);
  }
  return motion->joint_count > 0 || wrong(reader, "the file names no joint", NULL);
}

static bool read_pose(lo_motion_reader* reader, WbMotionRef motion) {
  const int columns = motion->joint_count, row = motion->pose_count;
  const char* value = next_value(reader);
  const int time = value ? time_of(value) : -1;
  if (time < 0) return wrong(reader, "no time is", value ? value : "");
  if (row > 0 && time <= motion->times[row - 1]) return wrong(reader, "the time does not rise:", value);
  if (!next_value(reader)) return wrong(reader, "the name of the pose is missing", NULL);
  motion->times = grow(motion->times, (size_t)row + 1, sizeof *motion->times);
  motion->positions = grow(motion->positions, ((size_t)row + 1) * (size_t)columns, sizeof *motion->positions);
  motion->times[row] = time;
  for (int column = 0; column < columns; ++column) {
    value = next_value(reader);
    if (!value) return wrong(reader, "there are fewer positions than joints", NULL);
    double position = NAN;
    if (strcmp(value, "*") != 0) {
      char* end;
      position = strtod_l(value, &end, reader->locale);
      if (end == value || !isfinite(position)) return wrong(reader, "no position is", value);
    }
    motion->positions[row * columns + column] = position;
  }
  if ((value = next_value(reader))) return wrong(reader, "there are more positions than joints, from", value);
  ++motion->pose_count;
  return true;
}

static bool read_motion(lo_motion_reader* reader, WbMotionRef motion) {
  if (!read_joints(reader, motion)) return false;
  while (next_line(reader))
    if (!read_pose(reader, motion)) return false;
  return motion->pose_count > 0 || wrong(reader, "the file has no pose", NULL);
}

WbMotionRef wbu_motion_new(const char* filename) {
  lo_motions* motions = all_motions();
  if (!motions) {
    fprintf(stderr, "Error: wbu_motion_new() needs wb_robot_init() before it.\n");
    return NULL;
  }
  if (!filename || !*filename) {
    lo_warn(0, __func__, "called without a file name");
    return NULL;
  }
  lo_motion_reader reader = {.file_name = filename, .file = lo_open_file(filename)};
  if (!reader.file) {
    fprintf(stderr, "Error: wbu_motion_new(): cannot open \"%s\".\n", filename);
    return NULL;
  }
  reader.locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  WbMotionRef motion = calloc(1, sizeof *motion);
  if (!motion) lo_out_of_memory();
  const bool read = read_motion(&reader, motion);
  freelocale(reader.locale);
  fclose(reader.file);
  free(reader.line);
  if (!read) {
    free_motion(motion);
    return NULL;
  }
  motion->next = motions->first;
  motions->first = motion;
  return motion;
}

void wbu_motion_delete(WbMotionRef motion) {
  lo_motions* motions = all_motions();
  if (!motion || !motions) return;
  for (WbMotionRef* link = &motions->first; *link; link = &(*link)->next)
    if (*link == motion) {
      *link = motion->next;
      free_motion(motion);
      return;
    }
  lo_warn(0, __func__, "there is no such motion; ignored");
}

/* --- Playing
 * ----------------------------------------------------------------------------------------------------------- */

static int duration_of(WbMotionRef motion) { return motion->times[motion->pose_count - 1]; }

/* Position at the elapsed time, straight lines between the poses; NaN where a pose leaves the joint alone. */
static double position_of(WbMotionRef motion, int joint) {
  const double* positions = motion->positions + joint;
  const int columns = motion->joint_count, last = motion->pose_count - 1, now = motion->elapsed;
  if (now <= motion->times[0]) return positions[0];
  if (now >= motion->times[last]) return positions[last * columns];
  int next = 1;
  while (motion->times[next] < now) ++next;
  const double a = positions[(next - 1) * columns], b = positions[next * columns];
  const double t = (double)(now - motion->times[next - 1]) / (motion->times[next] - motion->times[next - 1]);
  return a + t * (b - a);
}

static void play(WbMotionRef motion, int duration_ms) {
  for (int joint = 0; joint < motion->joint_count; ++joint) {
    const double position = motion->tags[joint] ? position_of(motion, joint) : NAN;
    if (!isnan(position)) wb_motor_set_position(motion->tags[joint], position);
  }
  const int begin = motion->reverse ? duration_of(motion) : 0;
  const int end = duration_of(motion) - begin;
  const bool at_end = motion->reverse ? motion->elapsed <= end : motion->elapsed >= end;
  if (!at_end)
    motion->elapsed += motion->reverse ? -duration_ms : duration_ms;
  else if (motion->loop)
    motion->elapsed = begin;
  else {
    motion->elapsed = end;
    motion->playing = false;
  }
}

void lo_play_motions(int duration_ms) {
  if (duration_ms <= 0) return;
  for (WbMotionRef motion = all_motions()->first; motion; motion = motion->next)
    if (motion->playing) play(motion, duration_ms);
}

static bool given(WbMotionRef motion, const char* function) {
  if (!motion) lo_warn(0, function, "called without a motion; ignored");
  return motion != NULL;
}

void wbu_motion_play(WbMotionRef motion) {
  if (!given(motion, __func__)) return;
  motion->playing = true;
  if (motion->reverse && motion->elapsed <= 0)
    motion->elapsed = duration_of(motion);
  else if (!motion->reverse && motion->elapsed >= duration_of(motion))
    motion->elapsed = 0;
}

void wbu_motion_stop(WbMotionRef motion) {
  if (given(motion, __func__)) motion->playing = false;
}

void wbu_motion_set_loop(WbMotionRef motion, bool loop) {
  if (given(motion, __func__)) motion->loop = loop;
}

void wbu_motion_set_reverse(WbMotionRef motion, bool reverse) {
  if (given(motion, __func__)) motion->reverse = reverse;
}

bool wbu_motion_is_over(WbMotionRef motion) {
  if (!given(motion, __func__) || motion->loop) return false;
  return motion->reverse ? motion->elapsed <= 0 : motion->elapsed >= duration_of(motion);
}

int wbu_motion_get_duration(WbMotionRef motion) { return given(motion, __func__) ? duration_of(motion) : -1; }
int wbu_motion_get_time(WbMotionRef motion) { return given(motion, __func__) ? motion->elapsed : -1; }

void wbu_motion_set_time(WbMotionRef motion, int time) {
  if (!given(motion, __func__)) return;
  const int duration = duration_of(motion);
  motion->elapsed = time < 0 ? 0 : time > duration ? duration : time;
}
