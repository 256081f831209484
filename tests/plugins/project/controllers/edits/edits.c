/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Edits the world of ids.wbt in ways that no scene follows in place, one every eighth step. With the argument "none" it
 * edits nothing, with "same" it writes the same density again each time. */
#include <string.h>
#include <webots/robot.h>
#include <webots/supervisor.h>

static WbFieldRef field(const char* def, const char* name) {
  return wb_supervisor_node_get_field(wb_supervisor_node_get_from_def(def), name);
}

static void write_density() {
  WbFieldRef density = field("SIZED_PHYSICS", "density");
  wb_supervisor_field_set_sf_float(density, wb_supervisor_field_get_sf_float(density));
}

static void edit(int number) {
  const double size[3] = {0.2, 0.4, 0.2};
  WbFieldRef top = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
  switch (number) {
    case 0:
      wb_supervisor_field_import_mf_node_from_string(top, 1,
                                                     "DEF NEW Solid { translation -5 5 5 name \"new\" boundingObject "
                                                     "Box { size 0.1 0.1 0.1 } physics Physics { } }");
      break;
    case 1:
      wb_supervisor_node_remove(wb_supervisor_node_get_from_def("FIRST"));
      break;
    case 2:
      wb_supervisor_field_set_sf_vec3f(field("SIZED_BOX", "size"), size);
      break;
    case 3:
      wb_supervisor_field_set_sf_float(field("SIZED_PHYSICS", "density"), 500);
      break;
    case 4:
      wb_supervisor_field_import_sf_node_from_string(field("CHILD", "physics"), "Physics { density -1 mass 0.5 }");
      break;
    case 5:
      wb_supervisor_field_set_sf_float(field("CHILD_BALL", "radius"), 0.04);
      break;
    case 6:
      wb_supervisor_field_remove_sf(field("CHILD", "physics"));
      break;
    case 7:
      wb_supervisor_field_set_sf_float(field("CRATE", "edge"), 0.3);
      break;
    case 8:
      wb_supervisor_field_import_mf_node_from_string(
          top, 2,
          "Robot { translation -5 8 0.1 name \"guest\" controller \"<none>\" boundingObject Box { size 0.2 0.2 0.2 } "
          "physics Physics { } "
          "children [ HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 } endPoint Solid { translation "
          "0.3 0 0 "
          "boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } } } ] }");
      break;
    case 9:
      wb_supervisor_node_remove(wb_supervisor_node_get_from_def("DOOMED"));
      break;
  }
}

int main(int argc, char** argv) {
  wb_robot_init();
  const char* what = argc > 1 ? argv[1] : "all";
  for (int step = 1; wb_robot_step(8) != -1; step++) {
    if (step % 8 != 0 || step > 80) continue;
    if (strcmp(what, "all") == 0) edit(step / 8 - 1);
    if (strcmp(what, "same") == 0) write_density();
  }
  wb_robot_cleanup();
  return 0;
}
