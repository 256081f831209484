/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A supervisor among PROTO instances: what of them it sees, and what becomes of a parameter that it sets. The world is
 * in tests/worlds/supervisor_proto_test.cpp. */
#include <webots/supervisor.h>

#include "../check.h"

static const double h = 0.008, g = 9.81;

static double number_at(WbNodeRef node, const char* field) {
  return wb_supervisor_field_get_sf_float(wb_supervisor_node_get_field(node, field));
}

static void levels(void) {
  WbNodeRef cart = wb_supervisor_node_get_from_def("CART");
  CHECK(cart && wb_supervisor_node_is_proto(cart));
  CHECK(!strcmp(wb_supervisor_node_get_type_name(cart), "Cart"));
  CHECK(!strcmp(wb_supervisor_node_get_base_type_name(cart), "Solid"));
  CHECK(wb_supervisor_node_get_type(cart) == WB_NODE_SOLID);
  CHECK(!wb_supervisor_node_is_proto(wb_supervisor_node_get_self()));
  CHECK(!wb_supervisor_node_get_proto(wb_supervisor_node_get_self()));
  CHECK(!wb_supervisor_node_get_base_node_field(wb_supervisor_node_get_self(), "name"));

  /* Its fields are the parameters, by name and by index. */
  CHECK(wb_supervisor_node_get_number_of_fields(cart) == 7);
  CHECK(!strcmp(wb_supervisor_field_get_name(wb_supervisor_node_get_field_by_index(cart, 3)), "edge"));
  CHECK(wb_supervisor_node_get_field_by_index(cart, 3) == wb_supervisor_node_get_field(cart, "edge"));
  CHECK(!wb_supervisor_node_get_field_by_index(cart, 7));
  CHECK(!wb_supervisor_node_get_field(cart, "boundingObject"));
  CHECK(near(number_at(cart, "edge"), 0.2));
  CHECK(!strcmp(wb_supervisor_field_get_sf_string(wb_supervisor_node_get_field(cart, "note")), "nothing"));

  /* The node behind it has those of a Solid, to be read only. */
  CHECK(wb_supervisor_node_get_number_of_base_node_fields(cart) > 7);
  WbFieldRef bounding = wb_supervisor_node_get_base_node_field(cart, "boundingObject");
  CHECK(bounding && wb_supervisor_node_get_proto_field(cart, "boundingObject") == bounding);
  CHECK(!wb_supervisor_field_get_actual_field(bounding));
  WbNodeRef hull = wb_supervisor_field_get_sf_node(bounding);
  CHECK(hull && !strcmp(wb_supervisor_node_get_type_name(hull), "Box"));
  CHECK(wb_supervisor_node_get_id(hull) == -1);
  WbFieldRef size = wb_supervisor_node_get_field(hull, "size");
  const double huge[3] = {9, 9, 9};
  wb_supervisor_field_set_sf_vec3f(size, huge);
  step(1);
  CHECK(near(wb_supervisor_field_get_sf_vec3f(size)[0], 0.2));

  /* Names inside are found through the instance only. */
  CHECK(!wb_supervisor_node_get_from_def("LOAD"));
  CHECK(!wb_supervisor_node_get_from_def("CART.LOAD"));
  WbNodeRef load = wb_supervisor_node_get_from_proto_def(cart, "LOAD");
  CHECK(load && !strcmp(wb_supervisor_node_get_def(load), "LOAD"));
  CHECK(wb_supervisor_node_get_parent_node(load) == cart);
  CHECK(near(wb_supervisor_node_get_position(load)[2] - wb_supervisor_node_get_position(cart)[2], 0.5));
  CHECK(!wb_supervisor_node_get_from_proto_def(cart, "NOBODY"));
  CHECK(!wb_supervisor_node_get_from_proto_def(load, "CART"));

  /* A field inside knows the parameter that sets it, through a PROTO in between too. */
  WbFieldRef translation = wb_supervisor_node_get_field(cart, "translation");
  CHECK(wb_supervisor_field_get_actual_field(translation) == translation);
  CHECK(wb_supervisor_field_get_actual_field(wb_supervisor_node_get_base_node_field(cart, "translation")) ==
        translation);
  WbNodeRef ball = wb_supervisor_node_get_from_proto_def(cart, "SHELL_BALL");
  CHECK(ball);
  CHECK(wb_supervisor_field_get_actual_field(wb_supervisor_node_get_field(ball, "radius")) ==
        wb_supervisor_node_get_field(cart, "edge"));
  CHECK(!wb_supervisor_field_get_actual_field(wb_supervisor_node_get_field(ball, "subdivision")));

  WbProtoRef proto = wb_supervisor_node_get_proto(cart);
  CHECK(proto && wb_supervisor_node_get_proto(cart) == proto);
  CHECK(!strcmp(wb_supervisor_proto_get_type_name(proto), "Cart"));
  CHECK(!wb_supervisor_proto_is_derived(proto) && !wb_supervisor_proto_get_parent(proto));
  CHECK(wb_supervisor_proto_get_number_of_fields(proto) == 7);
  CHECK(!wb_supervisor_proto_get_field_by_index(proto, 7));
  WbFieldRef shown = wb_supervisor_proto_get_field(proto, "edge");
  CHECK(shown && near(wb_supervisor_field_get_sf_float(shown), 0.2));
  CHECK(wb_supervisor_field_get_actual_field(shown) == wb_supervisor_node_get_field(cart, "edge"));
  wb_supervisor_field_set_sf_float(shown, 5);
  step(1);
  CHECK(near(wb_supervisor_field_get_sf_float(shown), 0.2));
}

static void derived(void) {
  WbNodeRef fast = wb_supervisor_node_get_from_def("FAST");
  CHECK(!strcmp(wb_supervisor_node_get_type_name(fast), "FastCart"));
  CHECK(!strcmp(wb_supervisor_node_get_base_type_name(fast), "Solid"));
  WbProtoRef proto = wb_supervisor_node_get_proto(fast);
  CHECK(wb_supervisor_proto_is_derived(proto) && wb_supervisor_proto_get_number_of_fields(proto) == 2);
  WbProtoRef cart = wb_supervisor_proto_get_parent(proto);
  CHECK(!strcmp(wb_supervisor_proto_get_type_name(cart), "Cart"));
  CHECK(!wb_supervisor_proto_is_derived(cart) && wb_supervisor_proto_get_number_of_fields(cart) == 7);
  WbFieldRef edge = wb_supervisor_proto_get_field(cart, "edge");
  CHECK(near(wb_supervisor_field_get_sf_float(edge), 0.4));
  CHECK(!wb_supervisor_field_get_actual_field(edge)); /* FastCart decides it */
  CHECK(wb_supervisor_field_get_actual_field(wb_supervisor_proto_get_field(cart, "translation")) ==
        wb_supervisor_node_get_field(fast, "translation"));
}

static void sets(void) {
  WbNodeRef cart = wb_supervisor_node_get_from_def("CART");
  WbFieldRef translation = wb_supervisor_node_get_field(cart, "translation");
  /* It falls; the parameter tells where it is. */
  const double z = wb_supervisor_node_get_position(cart)[2];
  CHECK(near(wb_supervisor_field_get_sf_vec3f(translation)[2], z));
  const double there[3] = {7, 7, 50};
  wb_supervisor_field_set_sf_vec3f(translation, there);
  step(1);
  const double v = wb_supervisor_node_get_velocity(cart)[2];
  CHECK(near(wb_supervisor_node_get_position(cart)[0], 7));
  CHECK(near(wb_supervisor_node_get_position(cart)[2], 50 + v * h));

  wb_supervisor_field_set_sf_float(wb_supervisor_node_get_field(cart, "edge"), 0.3);
  wb_supervisor_field_set_sf_string(wb_supervisor_node_get_field(cart, "note"), "something");
  step(1);
  CHECK(near(number_at(wb_supervisor_node_get_from_proto_def(cart, "SHELL_BALL"), "radius"), 0.3));
  CHECK(near(number_at(cart, "edge"), 0.3));
  CHECK(!strcmp(wb_supervisor_field_get_sf_string(wb_supervisor_node_get_field(cart, "note")), "something"));
  CHECK(near(wb_supervisor_node_get_velocity(cart)[2], v - g * h));

  /* A template reads the number of blocks: the instance is made anew, the cart flies on, and is the same node. */
  const int id = wb_supervisor_node_get_id(cart);
  WbFieldRef children = wb_supervisor_node_get_base_node_field(cart, "children");
  CHECK(wb_supervisor_field_get_count(children) == 3);
  wb_supervisor_field_set_sf_int32(wb_supervisor_node_get_field(cart, "blocks"), 4);
  step(1);
  CHECK(wb_supervisor_field_get_count(children) == 6);
  CHECK(wb_supervisor_field_get_sf_int32(wb_supervisor_node_get_field(cart, "blocks")) == 4);
  CHECK(wb_supervisor_node_get_id(wb_supervisor_node_get_from_def("CART")) == id);
  CHECK(near(number_at(wb_supervisor_node_get_from_proto_def(cart, "SHELL_BALL"), "radius"), 0.3));
  CHECK(near(wb_supervisor_node_get_velocity(cart)[2], v - 2 * g * h));
  CHECK(near(wb_supervisor_node_get_position(cart)[0], 7));
}

static void imports(void) {
  WbNodeRef cart = wb_supervisor_node_get_from_def("CART");
  /* Nodes come in through a parameter, and are visible although all around them is not. */
  WbFieldRef extra = wb_supervisor_node_get_field(cart, "extra");
  CHECK(wb_supervisor_field_get_count(extra) == 0);
  wb_supervisor_field_import_mf_node_from_string(extra, -1, "DEF GIFT Solid { name \"gift\" translation 0 1 0 }");
  CHECK(wb_supervisor_field_get_count(extra) == 1);
  WbNodeRef gift = wb_supervisor_node_get_from_def("GIFT");
  CHECK(gift && gift == wb_supervisor_field_get_mf_node(extra, 0) && wb_supervisor_node_get_id(gift) > 0);
  CHECK(near(wb_supervisor_node_get_position(gift)[1] - wb_supervisor_node_get_position(cart)[1], 1));
  CHECK(near(wb_supervisor_node_get_position(gift)[2] - wb_supervisor_node_get_position(cart)[2], 0.5));
  const double higher[3] = {0, 1, 3};
  wb_supervisor_field_set_sf_vec3f(wb_supervisor_node_get_field(gift, "translation"), higher);
  step(1);
  CHECK(near(wb_supervisor_node_get_position(gift)[2] - wb_supervisor_node_get_position(cart)[2], 3.5));
  CHECK(strstr(wb_supervisor_node_export_string(cart), "DEF CART Cart {"));
  CHECK(strstr(wb_supervisor_node_export_string(cart), "edge 0.3"));
  CHECK(strstr(wb_supervisor_node_export_string(cart), "DEF GIFT Solid {"));
  wb_supervisor_node_remove(gift);
  CHECK(wb_supervisor_field_get_count(extra) == 0 && !wb_supervisor_node_get_from_def("GIFT"));

  WbFieldRef world = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
  const int count = wb_supervisor_field_get_count(world);
  /* Only what the world declares IMPORTABLE. */
  wb_supervisor_field_import_mf_node_from_string(world, -1, "DEF NEW Cart { }");
  wb_supervisor_field_import_mf_node_from_string(world, -1, "DEF NEW Carts { }");
  wb_supervisor_field_import_mf_node_from_string(world, -1, "DEF NEW Box { }");
  CHECK(wb_supervisor_field_get_count(world) == count);
  wb_supervisor_field_import_mf_node_from_string(world, -1, "DEF NEW FastCart { translation 20 0 3 }");
  CHECK(wb_supervisor_field_get_count(world) == count + 1);
  WbNodeRef made = wb_supervisor_node_get_from_def("NEW");
  CHECK(!strcmp(wb_supervisor_node_get_type_name(made), "FastCart"));
  CHECK(near(wb_supervisor_node_get_position(made)[0], 20));
  step(1);
  CHECK(near(wb_supervisor_node_get_velocity(made)[2], -g * h));
  /* What is exported can be imported. */
  char* text = strdup(wb_supervisor_node_export_string(made));
  wb_supervisor_field_import_mf_node_from_string(world, count + 1, text);
  free(text);
  CHECK(wb_supervisor_field_get_count(world) == count + 2);
  WbNodeRef twin = wb_supervisor_field_get_mf_node(world, -1);
  CHECK(twin != made && near(wb_supervisor_node_get_position(twin)[2], wb_supervisor_node_get_position(made)[2]));
  wb_supervisor_field_remove_mf(world, -1);
  wb_supervisor_field_remove_mf(world, -1);
  CHECK(wb_supervisor_field_get_count(world) == count);

  /* USE of a node of the world. */
  wb_supervisor_field_import_mf_node_from_string(
      world, -1,
      "DEF USER Solid { name \"user\" translation 0 9 9 boundingObject USE CUBE physics Physics { density 500 } }");
  WbNodeRef user = wb_supervisor_node_get_from_def("USER");
  CHECK(user);
  WbNodeRef copy = wb_supervisor_field_get_sf_node(wb_supervisor_node_get_field(user, "boundingObject"));
  CHECK(near(wb_supervisor_field_get_sf_vec3f(wb_supervisor_node_get_field(copy, "size"))[0], 0.2));
  /* 0.2^3 m^3 of 500 kg/m^3: 4 kg. */
  const double force[3] = {4, 0, 0};
  wb_supervisor_node_add_force(user, force, false);
  step(1);
  CHECK(near(wb_supervisor_node_get_velocity(user)[0], h));

  /* A single node: only into an empty field, and only where it may stand. */
  WbFieldRef physics = wb_supervisor_node_get_field(user, "physics");
  wb_supervisor_field_import_sf_node_from_string(physics, "Physics { density -1 mass 8 }");
  CHECK(near(number_at(wb_supervisor_field_get_sf_node(physics), "density"), 500));
  wb_supervisor_field_remove_sf(physics);
  CHECK(!wb_supervisor_field_get_sf_node(physics));
  wb_supervisor_field_import_sf_node_from_string(physics, "Solid { }");
  CHECK(!wb_supervisor_field_get_sf_node(physics));
  wb_supervisor_field_import_sf_node_from_string(physics, "Physics { density -1 mass 8 }");
  CHECK(wb_supervisor_field_get_sf_node(physics));
  wb_supervisor_node_add_force(user, force, false);
  const double before = wb_supervisor_node_get_velocity(user)[0];
  step(1);
  CHECK(near(wb_supervisor_node_get_velocity(user)[0] - before, h / 2));
}

int main(void) {
  wb_robot_init();
  levels();
  derived();
  sets();
  imports();
  /* A reset brings back where it was; what was set of its parameters stays, and works again. */
  wb_supervisor_simulation_reset();
  step(1);
  WbNodeRef cart = wb_supervisor_node_get_from_def("CART");
  CHECK(near(wb_supervisor_node_get_position(cart)[0], 0) && near(wb_supervisor_node_get_position(cart)[2], 20));
  CHECK(near(number_at(cart, "edge"), 0.3));
  CHECK(near(number_at(wb_supervisor_node_get_from_proto_def(cart, "SHELL_BALL"), "radius"), 0.3));
  CHECK(!strcmp(wb_supervisor_field_get_sf_string(wb_supervisor_node_get_field(cart, "note")), "something"));
  CHECK(wb_supervisor_field_get_count(wb_supervisor_node_get_base_node_field(cart, "children")) == 6);
  wb_supervisor_field_set_sf_int32(wb_supervisor_node_get_field(cart, "blocks"), 1);
  step(1);
  CHECK(wb_supervisor_field_get_count(wb_supervisor_node_get_base_node_field(cart, "children")) == 3);
  sets();
  wb_supervisor_simulation_quit(0);
  wb_robot_step(8);
  wb_robot_cleanup();
  return 0;
}
