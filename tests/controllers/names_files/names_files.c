/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Names files as seen from its folder, later than in its first turn; tests/worlds/supervisor_files_test.cpp puts them
 * there. */
#include <webots/supervisor.h>
#include <webots/utils/motion.h>

#include "../check.h"

int main(void) {
  wb_robot_init();
  step(3);
  WbFieldRef children = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
  wb_supervisor_field_import_mf_node(children, -1, "parts/guest.wbo");
  WbNodeRef guest = wb_supervisor_node_get_from_def("GUEST");
  CHECK(guest && near(wb_supervisor_node_get_position(guest)[1], 4));
  WbNodeRef shelf = wb_supervisor_node_get_from_def("SHELF");
  wb_supervisor_field_import_sf_node(wb_supervisor_node_get_field(shelf, "boundingObject"), "parts/box.wbo");
  CHECK(wb_supervisor_field_get_sf_node(wb_supervisor_node_get_field(shelf, "boundingObject")));
  wb_supervisor_field_import_mf_node(children, -1, "parts/nothing.wbo");
  wb_supervisor_field_import_mf_node(children, -1, "");
  wb_supervisor_field_import_mf_node(children, -1, NULL);
  WbMotionRef motion = wbu_motion_new("parts/wave.motion");
  CHECK(motion && wbu_motion_get_duration(motion) == 500);
  CHECK(wb_supervisor_world_save("parts/saved.wbt"));
  wb_supervisor_simulation_quit(0);
  while (wb_robot_step(8) != -1) {
  }
  wb_robot_cleanup();
  return 0;
}
