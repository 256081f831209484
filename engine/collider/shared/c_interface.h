/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The collider for other languages, in liblightsout_collider.so. All functions may be called from any thread; a handle
 * answers as many callers at once as it has colliders. Matrices are 4x4 by rows, one after the other. */
#ifndef LIGHTSOUT_COLLIDER_C_INTERFACE_H
#define LIGHTSOUT_COLLIDER_C_INTERFACE_H

#include <stdint.h>

#include "engine/collider/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lightsout_collider lightsout_collider;

typedef struct {
  const char* const* models; /* of all groups, one after the other */
  const int* group_sizes;    /* links of each group */
  int groups;
  const int* static_groups;
  int static_group_count;
  const char* rules; /* text of an allow file, or NULL */
  int neighbours;    /* 1: links next to each other are not tested */
  int containment;   /* 1: closed meshes are solid */
  double scale;
  int colliders; /* how many queries run at once; 0: one per core */
} lightsout_collider_setup;

/* NULL on an error, which is then written to `error` (cut to `error_size`, always ended by 0). */
LIGHTSOUT_PUBLIC lightsout_collider* lightsout_collider_open(const lightsout_collider_setup* setup, char* error,
                                                             int error_size);
LIGHTSOUT_PUBLIC void lightsout_collider_close(lightsout_collider* collider);

/* Links of the whole scene, or of the given robots and the static groups; -1 if an index is wrong. */
LIGHTSOUT_PUBLIC int lightsout_collider_links(lightsout_collider* collider, const int* robots, int robot_count);
/* What loading had to tell, lines; valid until close. */
LIGHTSOUT_PUBLIC const char* lightsout_collider_notes(lightsout_collider* collider);

/* Checks `configurations` sets of matrices over all colliders. `robots`: NULL for all. `collided`: 0 or 1 each.
 * `distances`: the smallest distance of each, or NULL if it is not wanted. Returns 0, or -1 with an error that names
 * the first bad configuration. */
LIGHTSOUT_PUBLIC int lightsout_collider_check(lightsout_collider* collider, const double* matrices,
                                              int64_t configurations, const int* robots, int robot_count, double margin,
                                              uint8_t* collided, double* distances, char* error, int error_size);

/* Checks `motions` straight motions between two sets of matrices each (StraightMotion and MotionRequest of collider.h).
 * `collided`: 0 or 1; `times`: of the first contact, 1 if there is none; `links_that_touch`: two each, -1 if none do.
 * Returns 0, or -1 with an error that names the first bad motion. */
LIGHTSOUT_PUBLIC int lightsout_collider_motions(lightsout_collider* collider, const double* from, const double* to,
                                                int64_t motions, const int* robots, int robot_count, double tolerance,
                                                double margin, uint8_t* collided, double* times, int* links_that_touch,
                                                char* error, int error_size);

/* Of one configuration. Each returns how many rows there are, of which the first `capacity` are written, or -1 with an
 * error. Links are counted through all groups, in order.
 *   pairs      first, second: links that touch
 *   contacts   first, second, x, y, z, nx, ny, nz, depth: points, unit normals (moving the second along it parts them)
 *   distances  first, second, distance, x1, y1, z1, x2, y2, z2: of each pair of links that is at most `within` apart */
LIGHTSOUT_PUBLIC int lightsout_collider_pairs(lightsout_collider* collider, const double* matrices, const int* robots,
                                              int robot_count, double margin, double* rows, int capacity, char* error,
                                              int error_size);
LIGHTSOUT_PUBLIC int lightsout_collider_contacts(lightsout_collider* collider, const double* matrices,
                                                 const int* robots, int robot_count, double margin, double* rows,
                                                 int capacity, char* error, int error_size);
LIGHTSOUT_PUBLIC int lightsout_collider_distances(lightsout_collider* collider, const double* matrices,
                                                  const int* robots, int robot_count, double within, double* rows,
                                                  int capacity, char* error, int error_size);

#ifdef __cplusplus
}
#endif

#endif
