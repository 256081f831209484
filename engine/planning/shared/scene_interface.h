/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* PlanningScene for other languages, in liblightsout_collider.so; planning_scene.h says what each function means. All
 * may be called from any thread. Matrices are 4x4 by rows, NULL for none that stands for the identity. Positions are of
 * all variables, one configuration after the other. Where nothing else is said a function returns 0, or -1 with an
 * error written to `error` (cut to `error_size`, always ended by 0). */
#ifndef LIGHTSOUT_PLANNING_SCENE_INTERFACE_H
#define LIGHTSOUT_PLANNING_SCENE_INTERFACE_H

#include <stdint.h>

#include "engine/collider/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lightsout_scene lightsout_scene;

/* `checkers`: how many queries run at once, 0: one per core. */
LIGHTSOUT_PUBLIC lightsout_scene* lightsout_scene_open(int checkers, int containment, int neighbours);
LIGHTSOUT_PUBLIC void lightsout_scene_close(lightsout_scene* scene);

/* `srdf`: a file or NULL. */
LIGHTSOUT_PUBLIC int lightsout_scene_add_robot(lightsout_scene* scene, const char* urdf, const char* srdf,
                                               const char* const* package_paths, int package_path_count,
                                               const double* base, const char* prefix, char* error, int error_size);
/* Of `parts` models by name; `in_object`: a matrix each, or NULL. */
LIGHTSOUT_PUBLIC int lightsout_scene_add_object(lightsout_scene* scene, const char* name, const char* const* models,
                                                const double* in_object, int parts, const double* pose, char* error,
                                                int error_size);
/* Three coordinates a vertex, three vertices a triangle. */
LIGHTSOUT_PUBLIC int lightsout_scene_add_mesh(lightsout_scene* scene, const char* name, const double* vertices,
                                              int64_t vertex_count, const int32_t* triangles, int64_t triangle_count,
                                              const double* pose, char* error, int error_size);
LIGHTSOUT_PUBLIC int lightsout_scene_move_object(lightsout_scene* scene, const char* name, const double* pose,
                                                 char* error, int error_size);
LIGHTSOUT_PUBLIC int lightsout_scene_remove_object(lightsout_scene* scene, const char* name, char* error,
                                                   int error_size);
/* `variables`: how many positions there are, here and below. */
LIGHTSOUT_PUBLIC int lightsout_scene_attach(lightsout_scene* scene, const char* object, const char* link,
                                            const double* positions, int variables, const char* const* touch_links,
                                            int touch_link_count, char* error, int error_size);
LIGHTSOUT_PUBLIC int lightsout_scene_detach(lightsout_scene* scene, const char* object, const double* positions,
                                            int variables, char* error, int error_size);
LIGHTSOUT_PUBLIC int lightsout_scene_set_size(lightsout_scene* scene, const char* link, double padding, double scale,
                                              char* error, int error_size);
LIGHTSOUT_PUBLIC int lightsout_scene_allow(lightsout_scene* scene, const char* first, const char* second, int may_touch,
                                           char* error, int error_size);

/* Names, a line each, to `text` (cut to `size`, always ended by 0). They return the length of all. */
LIGHTSOUT_PUBLIC int lightsout_scene_names(lightsout_scene* scene, char* text, int size);
LIGHTSOUT_PUBLIC int lightsout_scene_variable_names(lightsout_scene* scene, char* text, int size);
/* What loading the robots had to tell. */
LIGHTSOUT_PUBLIC int lightsout_scene_notes(lightsout_scene* scene, char* text, int size);
/* lower, upper and start of the first `capacity` variables; returns how many variables there are. */
LIGHTSOUT_PUBLIC int lightsout_scene_variables(lightsout_scene* scene, double* limits, int capacity);
/* Writes a matrix. */
LIGHTSOUT_PUBLIC int lightsout_scene_pose(lightsout_scene* scene, const char* name, const double* positions,
                                          int variables, double* matrix, char* error, int error_size);

/* As lightsout_collider_check(), _pairs(), _contacts() and _distances(); numbers of links count the lines of names. */
LIGHTSOUT_PUBLIC int lightsout_scene_check(lightsout_scene* scene, const double* positions, int variables,
                                           int64_t configurations, double margin, uint8_t* collided, double* distances,
                                           char* error, int error_size);
LIGHTSOUT_PUBLIC int lightsout_scene_pairs(lightsout_scene* scene, const double* positions, int variables,
                                           double margin, double* rows, int capacity, char* error, int error_size);
LIGHTSOUT_PUBLIC int lightsout_scene_contacts(lightsout_scene* scene, const double* positions, int variables,
                                              double margin, double* rows, int capacity, char* error, int error_size);
LIGHTSOUT_PUBLIC int lightsout_scene_distances(lightsout_scene* scene, const double* positions, int variables,
                                               double within, double* rows, int capacity, char* error, int error_size);
/* As lightsout_collider_motions(), along the joints. */
LIGHTSOUT_PUBLIC int lightsout_scene_motions(lightsout_scene* scene, const double* from, const double* to,
                                             int variables, int64_t motions, double tolerance, double margin,
                                             uint8_t* collided, double* times, int* links_that_touch, char* error,
                                             int error_size);

#ifdef __cplusplus
}
#endif

#endif
