/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What was otherwise in Webots 5: translation and rotation of a node were read and set by a mask, as floats, and what
 * was read came with each step that passes. */
#ifndef DEVICE_BY_HAND_SUPERVISOR_H
#define DEVICE_BY_HAND_SUPERVISOR_H

#include <stdlib.h>
#include <webots/robot.h>

/* The numbers stand behind each other in this order, without those that the mask has not. */
#define SUPERVISOR_FIELD_TRANSLATION_X 1
#define SUPERVISOR_FIELD_TRANSLATION_Y 2
#define SUPERVISOR_FIELD_TRANSLATION_Z 4
#define SUPERVISOR_FIELD_ROTATION_X 8
#define SUPERVISOR_FIELD_ROTATION_Y 16
#define SUPERVISOR_FIELD_ROTATION_Z 32
#define SUPERVISOR_FIELD_ROTATION_ANGLE 64
#define SUPERVISOR_FIELD_TRANSLATION 7
#define SUPERVISOR_FIELD_ROTATION 120
#define SUPERVISOR_FIELD_TRANSLATION_AND_ROTATION 127

typedef struct device_watched {
  NodeRef node;
  int mask;
  float* numbers;
  double period, next; /* s */
  struct device_watched* after;
} device_watched;

#ifdef __cplusplus
extern "C" {
#endif
__attribute__((weak)) device_watched* device_all_watched;
#ifdef __cplusplus
}
#endif

static inline int supervisor_node_was_found(NodeRef node) { return node != NULL; }

/* Translation and rotation; 0: it has none. */
static inline int device_pose(NodeRef node, double pose[7]) {
  const WbFieldRef translation = node ? wb_supervisor_node_get_field(node, "translation") : NULL;
  const WbFieldRef rotation = node ? wb_supervisor_node_get_field(node, "rotation") : NULL;
  if (!translation || !rotation) return 0;
  const double* numbers = wb_supervisor_field_get_sf_vec3f(translation);
  for (int i = 0; i < 3; ++i) pose[i] = numbers[i];
  numbers = wb_supervisor_field_get_sf_rotation(rotation);
  for (int i = 0; i < 4; ++i) pose[3 + i] = numbers[i];
  return 1;
}

static inline void device_look(void) {
  for (device_watched* each = device_all_watched; each; each = each->after) {
    double pose[7];
    const double now = wb_robot_get_time();
    if (!each->mask || now < each->next - 1e-9 || !device_pose(each->node, pose)) continue;
    each->next = now + each->period;
    float* number = each->numbers;
    for (int i = 0; i < 7; ++i)
      if (each->mask >> i & 1) *number++ = (float)pose[i];
  }
}

/* Writes to `numbers` after each step that ends `ms` or more after the last time; 0 ends it. */
static inline void supervisor_field_get(NodeRef node, int mask, void* numbers, int ms) {
  device_watched* watched = device_all_watched;
  while (watched && (watched->node != node || watched->numbers != (float*)numbers)) watched = watched->after;
  if (!watched) {
    watched = (device_watched*)calloc(1, sizeof *watched);
    if (!watched) return;
    watched->after = device_all_watched;
    device_all_watched = watched;
  }
  watched->node = node;
  watched->numbers = (float*)numbers;
  watched->mask = ms > 0 ? mask : 0;
  watched->period = ms * 0.001;
  watched->next = 0;
  device_after_step = device_look;
}

static inline void supervisor_field_set(NodeRef node, int mask, const void* numbers) {
  const float* number = (const float*)numbers;
  double pose[7];
  if (!device_pose(node, pose)) return;
  for (int i = 0; i < 7; ++i)
    if (mask >> i & 1) pose[i] = *number++;
  if (mask & SUPERVISOR_FIELD_TRANSLATION)
    wb_supervisor_field_set_sf_vec3f(wb_supervisor_node_get_field(node, "translation"), pose);
  if (mask & SUPERVISOR_FIELD_ROTATION)
    wb_supervisor_field_set_sf_rotation(wb_supervisor_node_get_field(node, "rotation"), pose + 3);
}

/* Its controller ends, and another begins. */
static inline void supervisor_robot_set_controller(NodeRef robot, const char* controller) {
  wb_supervisor_field_set_sf_string(wb_supervisor_node_get_field(robot, "controller"), controller);
}

/* Labels had neither transparency nor font. */
#define supervisor_set_label(id, text, x, y, size, color) wb_supervisor_set_label(id, text, x, y, size, color, 0.0)

/* The nodes of a file come to the world; -1: behind all others. */
static inline void supervisor_import_node(const char* file, int position) {
  const WbFieldRef children = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
  wb_supervisor_field_import_mf_node(children, position, file);
}

#endif
