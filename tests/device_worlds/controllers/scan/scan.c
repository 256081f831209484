/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Lidars before a wall at x = 5 m: images in memory that is shared, through edits and a reset. */
#include <webots/lidar.h>
#include <webots/supervisor.h>

#include "../check.h"

static void set_resolution(int resolution) {
  const WbNodeRef node = wb_supervisor_node_get_from_def("LIDAR");
  wb_supervisor_field_set_sf_int32(wb_supervisor_node_get_field(node, "horizontalResolution"), resolution);
}

/* A wall across x is seen at one x in each point: floats have 24 bits. */
static void check_wall(WbDeviceTag lidar, double x) {
  const WbLidarPoint* points = wb_lidar_get_point_cloud(lidar);
  CHECK(points != NULL);
  for (int i = 0; points && i < wb_lidar_get_number_of_points(lidar); ++i) NEAR(points[i].x, x, 2e-6);
}

int main(void) {
  wb_robot_init();
  const WbDeviceTag lidar = device("lidar", WB_NODE_LIDAR), rotating = device("rotating", WB_NODE_LIDAR);
  wb_lidar_enable(lidar, 2 * STEP);
  wb_lidar_enable_point_cloud(lidar);
  CHECK(wb_lidar_get_range_image(lidar) == NULL); /* no step yet */
  steps(1);
  const float* image = wb_lidar_get_range_image(lidar);
  CHECK(image != NULL && image[0] == 0 && image[26] == 0); /* no sample yet */
  steps(1);
  CHECK(wb_lidar_get_range_image(lidar) == image);
  CHECK(wb_lidar_get_layer_range_image(lidar, 2) == image + 18);
  NEAR(image[9 + 4], 5, 1e-6);
  NEAR(image[9], 5 / cos(0.5 - 0.5 / 9), 1e-6); /* the middle of the first of nine parts of 1 rad */
  NEAR(wb_lidar_get_point(lidar, 9)->time, 0.02, 1e-8);
  NEAR(wb_lidar_get_point(lidar, 9 + 8)->time, 0.02 - 0.02 * 8 / 9, 1e-8);
  check_wall(lidar, 5);

  /* A larger image is elsewhere, a pointer to the old one still leads to memory. */
  set_resolution(5001);
  steps(3);
  CHECK(wb_lidar_get_horizontal_resolution(lidar) == 5001);
  CHECK(wb_lidar_get_number_of_points(lidar) == 3 * 5001);
  CHECK(wb_lidar_get_range_image(lidar) != image && image[0] == 0);
  check_wall(lidar, 5);

  /* 5 turns a second: two of 40 columns a step, from the front on, which is in the middle. */
  wb_lidar_enable(rotating, STEP);
  steps(3);
  const float* ranges = wb_lidar_get_range_image(rotating);
  for (int j = 0; j < 40; ++j) CHECK((ranges[j] > 0) == (j >= 20 && j < 26));
  const double* head = wb_supervisor_node_get_orientation(wb_supervisor_node_get_from_def("HEAD"));
  NEAR(head[0], cos(2 * M_PI * 3 / 20), 1e-12); /* clockwise: its x axis is (cos, -sin, 0) */
  NEAR(head[3], -sin(2 * M_PI * 3 / 20), 1e-12);

  /* A reset leaves them enabled; what had been measured is gone, and sensors measure at once. */
  wb_supervisor_simulation_reset();
  steps(1);
  CHECK(wb_lidar_get_horizontal_resolution(lidar) == 5001);
  steps(2);
  check_wall(lidar, 5);
  ranges = wb_lidar_get_range_image(rotating);
  CHECK(ranges[20] > 0 && ranges[32] == 0);
  return finish();
}
