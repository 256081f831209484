/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Cameras, a range finder, a lidar and a radar: what the world says of them and what the controller sets of them. There
 * is nothing to be seen. */
#include <webots/camera.h>
#include <webots/lidar.h>
#include <webots/radar.h>
#include <webots/range_finder.h>
#include <webots/supervisor.h>

#include "../check.h"

static double field(const char* def, const char* name) {
  return wb_supervisor_field_get_sf_float(wb_supervisor_node_get_field(wb_supervisor_node_get_from_def(def), name));
}

static void set_field(const char* def, const char* name, double value) {
  wb_supervisor_field_set_sf_float(wb_supervisor_node_get_field(wb_supervisor_node_get_from_def(def), name), value);
}

static void check_camera(WbDeviceTag camera) {
  NEAR(wb_camera_get_fov(camera), 1, 0);
  NEAR(wb_camera_get_min_fov(camera), 0.5, 0);
  NEAR(wb_camera_get_max_fov(camera), 1.5, 0);
  NEAR(wb_camera_get_exposure(camera), 2, 0);
  NEAR(wb_camera_get_focal_length(camera), 0.05, 0);
  NEAR(wb_camera_get_focal_distance(camera), 1, 0);
  NEAR(wb_camera_get_min_focal_distance(camera), 0.25, 0);
  NEAR(wb_camera_get_max_focal_distance(camera), 4, 0);
  NEAR(wb_camera_get_near(camera), 0.01, 0);
}

int main(void) {
  wb_robot_init();
  const WbDeviceTag camera = device("camera", WB_NODE_CAMERA), fixed = device("fixed", WB_NODE_CAMERA),
                    finder = device("range-finder", WB_NODE_RANGE_FINDER), lidar = device("lidar", WB_NODE_LIDAR),
                    radar = device("radar", WB_NODE_RADAR);
  CHECK(wb_robot_get_number_of_devices() == 5);
  check_camera(camera);
  CHECK(!wb_camera_has_recognition(camera));
  CHECK(wb_camera_get_image(camera) == NULL); /* not enabled */

  /* Without Zoom and Focus: the angle of view is its own range, distances are 0. */
  NEAR(wb_camera_get_min_fov(fixed), 0.75, 0);
  NEAR(wb_camera_get_max_fov(fixed), 0.75, 0);
  NEAR(wb_camera_get_max_focal_distance(fixed), 0, 0);
  CHECK(wb_camera_get_width(fixed) == 16 && wb_camera_get_height(fixed) == 8);
  CHECK(wb_camera_has_recognition(fixed) && wb_camera_recognition_has_segmentation(fixed));
  wb_camera_recognition_enable_segmentation(fixed); /* refused: recognition is not enabled */
  CHECK(!wb_camera_recognition_is_segmentation_enabled(fixed));
  wb_camera_recognition_enable(fixed, 20);
  wb_camera_recognition_enable_segmentation(fixed);
  CHECK(wb_camera_recognition_is_segmentation_enabled(fixed));
  CHECK(wb_camera_recognition_get_sampling_period(fixed) == 20);

  NEAR(wb_range_finder_get_min_range(finder), 0.25, 0);
  NEAR(wb_range_finder_get_fov(finder), 1.5, 0);
  NEAR(wb_lidar_get_min_range(lidar), 0.5, 0);
  NEAR(wb_lidar_get_max_range(lidar), 16, 0);
  NEAR(wb_lidar_get_vertical_fov(lidar), 0.2, 0);
  NEAR(wb_lidar_get_frequency(lidar), 12, 0);
  CHECK(wb_lidar_get_number_of_points(lidar) == 0); /* not enabled */
  NEAR(wb_radar_get_min_range(radar), 2, 0);
  NEAR(wb_radar_get_max_range(radar), 50, 0);
  NEAR(wb_radar_get_horizontal_fov(radar), 0.5, 0);
  NEAR(wb_radar_get_vertical_fov(radar), 0.25, 0);

  /* Commands are told at once, and stand in the nodes after the step. */
  wb_camera_enable(camera, STEP);
  wb_camera_set_fov(camera, 1.25);
  wb_camera_set_exposure(camera, 3);
  wb_camera_set_focal_distance(camera, 2);
  wb_lidar_set_frequency(lidar, 20);
  wb_lidar_set_frequency(lidar, 30); /* above maxFrequency, 25 */
  NEAR(wb_camera_get_fov(camera), 1.25, 0);
  NEAR(wb_lidar_get_frequency(lidar), 20, 0);
  steps(2);
  const unsigned char* image = wb_camera_get_image(camera);
  CHECK(image && image[0] == 0 && image[1] == 0 && image[2] == 0 && image[3] == 255);
  NEAR(field("CAMERA", "fieldOfView"), 1.25, 0);
  NEAR(field("CAMERA", "exposure"), 3, 0);
  NEAR(field("FOCUS", "focalDistance"), 2, 0);
  NEAR(field("LIDAR", "defaultFrequency"), 20, 0);

  /* Edits of the nodes arrive with the next step. */
  set_field("CAMERA", "fieldOfView", 0.75);
  set_field("ZOOM", "maxFieldOfView", 1.375);
  steps(2);
  NEAR(wb_camera_get_fov(camera), 0.75, 0);
  NEAR(wb_camera_get_max_fov(camera), 1.375, 0);
  NEAR(wb_camera_get_focal_distance(camera), 2, 0);
  CHECK(wb_camera_get_sampling_period(camera) == STEP);

  /* A reset brings back what the world says; what a supervisor set is what it says. */
  wb_supervisor_simulation_reset();
  steps(2);
  NEAR(wb_camera_get_fov(camera), 0.75, 0);
  NEAR(wb_camera_get_max_fov(camera), 1.375, 0);
  set_field("CAMERA", "fieldOfView", 1);
  set_field("ZOOM", "maxFieldOfView", 1.5);
  steps(2);
  check_camera(camera);
  NEAR(wb_lidar_get_frequency(lidar), 12, 0);
  return finish();
}
