/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A supervisor among PROTO instances with parameters that hold nodes and that no field follows. The world is in
 * tests/worlds/supervisor_kept_test.cpp. */
#include <webots/supervisor.h>

#include "../check.h"

static WbNodeRef of_def(const char* def) { return wb_supervisor_node_get_from_def(def); }
static WbFieldRef field_of(WbNodeRef node, const char* name) { return wb_supervisor_node_get_field(node, name); }
static int same(WbNodeRef a, WbNodeRef b) {
  return a && b && wb_supervisor_node_get_id(a) == wb_supervisor_node_get_id(b);
}
static const char* text_of(WbNodeRef instance) {
  return wb_supervisor_field_get_sf_string(wb_supervisor_node_get_base_node_field(instance, "model"));
}

/* As the world's file says it. */
static void look(void) {
  WbNodeRef store = of_def("STORE");
  WbNodeRef kept = wb_supervisor_field_get_sf_node(field_of(store, "node"));
  CHECK(kept && !strcmp(wb_supervisor_node_get_type_name(kept), "Sphere"));
  CHECK(same(kept, of_def("BALL")) && same(kept, of_def("STORE.BALL")));
  CHECK(same(kept, wb_supervisor_node_get_from_id(wb_supervisor_node_get_id(kept))));
  CHECK(same(wb_supervisor_node_get_parent_node(kept), store));
  CHECK(near(wb_supervisor_field_get_sf_float(field_of(kept, "radius")), 3));
  WbFieldRef nodes = field_of(store, "nodes");
  CHECK(wb_supervisor_field_get_count(nodes) == 2);
  WbNodeRef first = wb_supervisor_field_get_mf_node(nodes, 0);
  CHECK(same(first, of_def("STORE.FIRST")));
  /* Below the instance, which stands at 5 0 0. */
  CHECK(near(wb_supervisor_node_get_position(first)[0], 6));
  /* The default of the parameter, of its own for each instance. */
  WbNodeRef plain = wb_supervisor_field_get_sf_node(field_of(of_def("PLAIN"), "node"));
  WbNodeRef other = wb_supervisor_field_get_sf_node(field_of(of_def("OTHER"), "node"));
  CHECK(plain && other && !same(plain, other));
  CHECK(!strcmp(wb_supervisor_node_get_type_name(plain), "Box"));
  CHECK(wb_supervisor_field_get_count(field_of(of_def("PLAIN"), "nodes")) == 0);
}

static void edit(void) {
  WbNodeRef store = of_def("STORE");
  wb_supervisor_field_set_sf_float(field_of(of_def("BALL"), "radius"), 4);
  wb_supervisor_field_set_sf_float(field_of(of_def("FIRST"), "radarCrossSection"), 7);
  step(1);
  CHECK(near(wb_supervisor_field_get_sf_float(field_of(of_def("BALL"), "radius")), 4));
  /* The default of one instance is not that of another. */
  WbNodeRef plain = wb_supervisor_field_get_sf_node(field_of(of_def("PLAIN"), "node"));
  const double size[3] = {9, 9, 9};
  wb_supervisor_field_set_sf_vec3f(field_of(plain, "size"), size);
  step(1);
  WbNodeRef other = wb_supervisor_field_get_sf_node(field_of(of_def("OTHER"), "node"));
  CHECK(near(wb_supervisor_field_get_sf_vec3f(field_of(other, "size"))[0], 1));

  WbFieldRef nodes = field_of(store, "nodes");
  wb_supervisor_field_import_mf_node_from_string(nodes, -2,
                                                 "DEF NEW Solid { name \"new\" children [ DEF DEEP Pose { } ] }");
  CHECK(wb_supervisor_field_get_count(nodes) == 3);
  CHECK(same(of_def("NEW"), wb_supervisor_field_get_mf_node(nodes, 1)) && of_def("STORE.NEW.DEEP"));
  CHECK(same(wb_supervisor_node_get_parent_node(of_def("NEW")), store));
  wb_supervisor_node_remove(of_def("FIRST"));
  CHECK(!of_def("FIRST") && wb_supervisor_field_get_count(nodes) == 2);
  wb_supervisor_field_remove_mf(nodes, -1);
  CHECK(wb_supervisor_field_get_count(nodes) == 1 && of_def("NEW"));
  WbFieldRef single = field_of(store, "node");
  wb_supervisor_field_remove_sf(single);
  CHECK(!wb_supervisor_field_get_sf_node(single) && !of_def("BALL"));
  wb_supervisor_field_import_sf_node_from_string(single, "DEF CONE Cone { height 2 }");
  CHECK(same(of_def("CONE"), wb_supervisor_field_get_sf_node(single)));
  /* Where the PROTO hands its parameter on to one that keeps it. */
  WbFieldRef handed = field_of(of_def("OUTER"), "things");
  CHECK(same(of_def("OUTER.THING"), wb_supervisor_field_get_mf_node(handed, 0)));
  wb_supervisor_field_import_mf_node_from_string(handed, -1, "DEF THING2 Pose { }");
  CHECK(wb_supervisor_field_get_count(handed) == 2 && of_def("THING2"));
  step(1);
}

/* A template that reads what is kept, itself or by a USE, is asked again when it is edited, comes or goes. */
static void regrow(void) {
  CHECK(!strcmp(text_of(of_def("READER")), "0.5 1"));
  wb_supervisor_field_set_sf_float(field_of(of_def("LOOK"), "roughness"), 0.25);
  step(1);
  CHECK(!strcmp(text_of(of_def("READER")), "0.25 1"));
  CHECK(!strcmp(text_of(of_def("USER")), "0.25 0")); /* its look is a USE */
  wb_supervisor_field_import_mf_node_from_string(field_of(of_def("READER"), "parts"), -1, "DEF PART2 Pose { }");
  step(1);
  CHECK(!strcmp(text_of(of_def("READER")), "0.25 2") && of_def("READER.PART2"));
  wb_supervisor_node_remove(of_def("PART2"));
  step(1);
  CHECK(!strcmp(text_of(of_def("READER")), "0.25 1"));
}

int main(void) {
  wb_robot_init();
  look();
  edit();
  regrow();
  wb_supervisor_simulation_reset();
  step(1);
  /* What came is gone, what went stays away, what was set stays. */
  CHECK(!of_def("NEW") && !of_def("CONE") && !of_def("THING2") && !of_def("PART2"));
  CHECK(!of_def("BALL") && !of_def("FIRST") && of_def("THING") && of_def("PART"));
  CHECK(!wb_supervisor_field_get_sf_node(field_of(of_def("STORE"), "node")));
  CHECK(wb_supervisor_field_get_count(field_of(of_def("STORE"), "nodes")) == 0);
  WbNodeRef plain = wb_supervisor_field_get_sf_node(field_of(of_def("PLAIN"), "node"));
  CHECK(near(wb_supervisor_field_get_sf_vec3f(field_of(plain, "size"))[0], 9));
  CHECK(near(wb_supervisor_field_get_sf_float(field_of(of_def("LOOK"), "roughness")), 0.25));
  wb_supervisor_simulation_quit(0);
  wb_robot_step(8);
  wb_robot_cleanup();
  return 0;
}
