/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A supervisor that makes PROTO instances expand anew, turns the world's axes and asks for what cannot be. The world is
 * in tests/worlds/supervisor_regrow_test.cpp. */
#include <webots/compass.h>
#include <webots/gps.h>
#include <webots/supervisor.h>

#include "../check.h"

static WbFieldRef field_of(WbNodeRef node, const char* name) { return wb_supervisor_node_get_field(node, name); }

static void ids(void) {
  WbNodeRef tower = wb_supervisor_node_get_from_def("TOWER");
  const int id = wb_supervisor_node_get_id(tower);
  char text[20];
  snprintf(text, sizeof text, "%d", id);
  CHECK(!strcmp(wb_supervisor_field_get_sf_string(wb_supervisor_node_get_base_node_field(tower, "model")), text));

  /* The instance stays itself; what was in it is gone. */
  WbNodeRef floor = wb_supervisor_node_get_from_proto_def(tower, "FLOOR");
  CHECK(wb_supervisor_node_get_type(floor) == WB_NODE_SOLID);
  wb_supervisor_field_set_sf_int32(field_of(tower, "floors"), 2);
  step(1);
  CHECK(wb_supervisor_node_get_type(floor) == WB_NODE_NO_NODE);
  CHECK(wb_supervisor_node_get_type(tower) == WB_NODE_SOLID);
  CHECK(wb_supervisor_node_get_id(tower) == id);
  CHECK(!strcmp(wb_supervisor_field_get_sf_string(wb_supervisor_node_get_base_node_field(tower, "model")), text));
  CHECK(wb_supervisor_node_get_type(wb_supervisor_node_get_from_proto_def(tower, "FLOOR")) == WB_NODE_SOLID);

  /* One that comes by import knows its id too. */
  WbFieldRef top = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
  wb_supervisor_field_import_mf_node_from_string(top, -1, "DEF NEXT Tower { translation 0 40 0 }");
  WbNodeRef next = wb_supervisor_node_get_from_def("NEXT");
  snprintf(text, sizeof text, "%d", wb_supervisor_node_get_id(next));
  CHECK(!strcmp(wb_supervisor_field_get_sf_string(wb_supervisor_node_get_base_node_field(next, "model")), text));
}

/* Both of the parts that a parameter's nodes stand in follow, by whichever the nodes are edited; and where a template
 * reads one of these nodes it is asked again. */
static void parts(void) {
  WbNodeRef tower = wb_supervisor_node_get_from_def("TOWER");
  WbFieldRef things = field_of(tower, "things");
  CHECK(wb_supervisor_field_get_count(things) == 1);
  WbNodeRef left = wb_supervisor_node_get_from_proto_def(tower, "LEFT");
  WbNodeRef right = wb_supervisor_node_get_from_proto_def(tower, "RIGHT");
  WbFieldRef in_left = wb_supervisor_node_get_base_node_field(left, "children");
  if (!in_left) in_left = field_of(left, "children");
  WbFieldRef in_right = field_of(right, "children");
  CHECK(wb_supervisor_field_get_count(in_left) == 1 && wb_supervisor_field_get_count(in_right) == 1);
  wb_supervisor_field_import_mf_node_from_string(things, -1, "Pose { translation 7 0 0 }");
  step(1);
  CHECK(wb_supervisor_field_get_count(in_left) == 2 && wb_supervisor_field_get_count(in_right) == 2);
  const double at[3] = {8, 0, 0};
  wb_supervisor_field_set_sf_vec3f(field_of(wb_supervisor_field_get_mf_node(things, 1), "translation"), at);
  step(1);
  CHECK(near(wb_supervisor_field_get_sf_vec3f(field_of(wb_supervisor_field_get_mf_node(in_right, 1), "translation"))[0],
             8));
  wb_supervisor_field_remove_mf(things, 0);
  step(1);
  CHECK(wb_supervisor_field_get_count(in_left) == 1 && wb_supervisor_field_get_count(in_right) == 1);
  /* Of Shape and Pose a list takes both, and no more. */
  wb_supervisor_field_import_mf_node_from_string(things, -1, "PointLight { }");
  step(1);
  CHECK(wb_supervisor_field_get_count(things) == 1);

  WbNodeRef hull = wb_supervisor_field_get_sf_node(field_of(tower, "hull"));
  CHECK(wb_supervisor_node_get_type(hull) == WB_NODE_SPHERE);
  CHECK(!strcmp(wb_supervisor_field_get_sf_string(wb_supervisor_node_get_base_node_field(tower, "name")), "tower 0.5"));
  wb_supervisor_field_set_sf_float(field_of(hull, "radius"), 0.75);
  step(1);
  CHECK(
      !strcmp(wb_supervisor_field_get_sf_string(wb_supervisor_node_get_base_node_field(tower, "name")), "tower 0.75"));
  CHECK(wb_supervisor_node_get_type(hull) == WB_NODE_NO_NODE);
}

/* A parameter of an instance that stands in a parameter of another one, whose template reads it. And parameters that
 * take some values alone: SFInt32{1, 2, 4}, MFFloat{0.5, 1}. */
static void nested(void) {
  WbNodeRef pile = wb_supervisor_node_get_from_def("PILE"), stone = wb_supervisor_node_get_from_def("STONE");
  WbFieldRef name = wb_supervisor_node_get_base_node_field(pile, "name");
  CHECK(!strcmp(wb_supervisor_field_get_sf_string(name), "pile 2 false"));
  wb_supervisor_field_set_sf_float(field_of(stone, "size"), 3);
  step(1);
  name = wb_supervisor_node_get_base_node_field(pile, "name");
  CHECK(!strcmp(wb_supervisor_field_get_sf_string(name), "pile 3 true"));

  WbFieldRef grade = field_of(wb_supervisor_node_get_from_def("STONE"), "grade");
  wb_supervisor_field_set_sf_int32(grade, 3);
  step(1);
  CHECK(wb_supervisor_field_get_sf_int32(field_of(wb_supervisor_node_get_from_def("STONE"), "grade")) == 2);
  wb_supervisor_field_set_sf_int32(field_of(wb_supervisor_node_get_from_def("STONE"), "grade"), 4);
  step(1);
  CHECK(wb_supervisor_field_get_sf_int32(field_of(wb_supervisor_node_get_from_def("STONE"), "grade")) == 4);
  wb_supervisor_field_insert_mf_float(field_of(wb_supervisor_node_get_from_def("STONE"), "marks"), -1, 0.7);
  wb_supervisor_field_insert_mf_float(field_of(wb_supervisor_node_get_from_def("STONE"), "marks"), -1, 0.5);
  step(1);
  WbFieldRef marks = field_of(wb_supervisor_node_get_from_def("STONE"), "marks");
  CHECK(wb_supervisor_field_get_count(marks) == 2 && wb_supervisor_field_get_mf_float(marks, 1) == 0.5);
}

/* The compass shows north in the sensor's axes: +y in ENU, +x in NUE, +z in EUN. */
static void axes(void) {
  WbDeviceTag compass = wb_robot_get_device("compass"), gps = wb_robot_get_device("gps");
  wb_compass_enable(compass, 8);
  wb_gps_enable(gps, 8);
  step(1);
  CHECK(near(wb_compass_get_values(compass)[1], 1));
  const double height = wb_gps_get_values(gps)[2], east = wb_gps_get_values(gps)[1];
  WbNodeRef info = wb_supervisor_field_get_mf_node(field_of(wb_supervisor_node_get_root(), "children"), 0);
  wb_supervisor_field_set_sf_string(field_of(info, "coordinateSystem"), "NUE");
  step(2);
  CHECK(near(wb_compass_get_values(compass)[0], 1));
  /* The robot stands at 0 0 3: that is its height in ENU, and east of the origin, which has longitude 9, in NUE. */
  CHECK(fabs(height - 3) < 1e-6 && fabs(east - 9) < 1e-9);
  CHECK(fabs(wb_gps_get_values(gps)[2]) < 1e-6 && wb_gps_get_values(gps)[1] > 9 + 1e-5);
  wb_supervisor_field_set_sf_string(field_of(info, "coordinateSystem"), "EUN");
  step(2);
  CHECK(near(wb_compass_get_values(compass)[2], 1));
}

int main(void) {
  wb_robot_init();
  step(1);
  ids();
  parts();
  nested();
  axes();
  wb_supervisor_field_set_sf_int32(field_of(wb_supervisor_node_get_from_def("WORKER"), "number"), 2);
  step(4);
  wb_supervisor_simulation_quit(0);
  step(1);
  wb_robot_cleanup();
  return 0;
}
