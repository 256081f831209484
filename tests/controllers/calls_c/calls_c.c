/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Calls every function of supervisor.h, as its siblings calls_cpp and calls_python do by their classes, and appends
 * what it reads to the file that its argument names: the three files must be equal. Its last calls start it again;
 * the lines "life" tell how often it was started. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webots/robot.h>
#include <webots/supervisor.h>

static FILE* file;
static char other_file[4096];

static void say(const char* what, const double* values, int count) {
  fprintf(file, "%s", what);
  for (int i = 0; i < count; ++i) fprintf(file, " %.17g", values[i]);
  fprintf(file, "\n");
}
static void say_one(const char* what, double value) { say(what, &value, 1); }
static void say_text(const char* what, const char* text) { fprintf(file, "%s %s\n", what, text); }
static void say_node(const char* what, WbNodeRef node) { say_one(what, node ? wb_supervisor_node_get_id(node) : -1); }
static void say_field(const char* what, WbFieldRef field) {
  say_text(what, wb_supervisor_field_get_name(field));
  say_one(wb_supervisor_field_get_type_name(field), wb_supervisor_field_get_type(field));
  say_one("count", wb_supervisor_field_get_count(field));
}
static const char* beside(const char* ending) {
  static char path[4200];
  snprintf(path, sizeof path, "%s%s", other_file, ending);
  return path;
}

static const double ones[4] = {0.25, 0.5, 0.75, 1}, twos[4] = {1, 0.5, 0.25, 0};

static void nodes(void) {
  const char* defs[] = {"BOX", "ALL", "HINGE"};
  say_node("root", wb_supervisor_node_get_root());
  say_node("self", wb_supervisor_node_get_self());
  say_node("nobody", wb_supervisor_node_get_from_def("NOBODY"));
  say_node("device", wb_supervisor_node_get_from_device(wb_robot_get_device("led")));
  say_node("selected", wb_supervisor_node_get_selected());
  for (int i = 0; i < 3; ++i) {
    WbNodeRef node = wb_supervisor_node_get_from_def(defs[i]);
    say_node("id", node);
    say_node("by id", wb_supervisor_node_get_from_id(wb_supervisor_node_get_id(node)));
    say_text("DEF", wb_supervisor_node_get_def(node));
    say_one("type", wb_supervisor_node_get_type(node));
    say_text("type", wb_supervisor_node_get_type_name(node));
    say_text("base type", wb_supervisor_node_get_base_type_name(node));
    say_node("parent", wb_supervisor_node_get_parent_node(node));
    say_one("is a PROTO", wb_supervisor_node_is_proto(node));
    say_one("fields", wb_supervisor_node_get_number_of_fields(node));
    say_one("base fields", wb_supervisor_node_get_number_of_base_node_fields(node));
    wb_supervisor_node_get_name(node); /* in C only */
  }
  WbNodeRef all = wb_supervisor_node_get_from_def("ALL");
  say_node("inside", wb_supervisor_node_get_from_proto_def(all, "CORE"));
  for (WbProtoRef proto = wb_supervisor_node_get_proto(all); proto; proto = wb_supervisor_proto_get_parent(proto)) {
    say_text("PROTO", wb_supervisor_proto_get_type_name(proto));
    say_one("derived", wb_supervisor_proto_is_derived(proto));
    say_one("parameters", wb_supervisor_proto_get_number_of_fields(proto));
    say_field("parameter", wb_supervisor_proto_get_field(proto, "translation"));
    say_field("parameter", wb_supervisor_proto_get_field_by_index(proto, 0));
  }
  say_field("older", wb_supervisor_node_get_proto_field(all, "translation"));
  say_field("older", wb_supervisor_node_get_proto_field_by_index(all, 0));
  say_one("older", wb_supervisor_node_get_proto_number_of_fields(all));
  say_field("field", wb_supervisor_node_get_field(all, "marks"));
  say_field("field", wb_supervisor_node_get_field_by_index(all, 1));
  WbFieldRef base = wb_supervisor_node_get_base_node_field(all, "translation");
  say_field("base field", base);
  say_field("base field", wb_supervisor_node_get_base_node_field_by_index(all, 1));
  say_field("actual field", wb_supervisor_field_get_actual_field(base));
}

static WbFieldRef of_all(const char* name) {
  return wb_supervisor_node_get_field(wb_supervisor_node_get_from_def("ALL"), name);
}

static void values(void) {
  WbFieldRef f;
  for (int time = 0; time < 2; ++time) { /* what waits, and what is there */
    f = of_all("truth");
    if (!time) wb_supervisor_field_set_sf_bool(f, true);
    say_one("truth", wb_supervisor_field_get_sf_bool(f));
    f = of_all("whole");
    if (!time) wb_supervisor_field_set_sf_int32(f, -7);
    say_one("whole", wb_supervisor_field_get_sf_int32(f));
    f = of_all("real");
    if (!time) wb_supervisor_field_set_sf_float(f, 0.1);
    say_one("real", wb_supervisor_field_get_sf_float(f));
    f = of_all("pair");
    if (!time) wb_supervisor_field_set_sf_vec2f(f, ones);
    say("pair", wb_supervisor_field_get_sf_vec2f(f), 2);
    f = of_all("point");
    if (!time) wb_supervisor_field_set_sf_vec3f(f, ones);
    say("point", wb_supervisor_field_get_sf_vec3f(f), 3);
    f = of_all("turn");
    if (!time) wb_supervisor_field_set_sf_rotation(f, ones);
    say("turn", wb_supervisor_field_get_sf_rotation(f), 4);
    f = of_all("paint");
    if (!time) wb_supervisor_field_set_sf_color(f, ones);
    say("paint", wb_supervisor_field_get_sf_color(f), 3);
    f = of_all("word");
    if (!time) wb_supervisor_field_set_sf_string(f, "a \"word\"");
    say_text("word", wb_supervisor_field_get_sf_string(f));
    f = of_all("truths");
    if (!time) wb_supervisor_field_insert_mf_bool(f, 0, true);
    if (!time) wb_supervisor_field_insert_mf_bool(f, -1, true);
    if (!time) wb_supervisor_field_set_mf_bool(f, 0, false);
    say_one("truths", wb_supervisor_field_get_mf_bool(f, 0));
    say_one("truths", wb_supervisor_field_get_mf_bool(f, -1));
    f = of_all("wholes");
    if (!time) wb_supervisor_field_insert_mf_int32(f, 0, 1);
    if (!time) wb_supervisor_field_insert_mf_int32(f, -1, 2);
    if (!time) wb_supervisor_field_set_mf_int32(f, 0, 3);
    say_one("wholes", wb_supervisor_field_get_mf_int32(f, 0));
    say_one("wholes", wb_supervisor_field_get_mf_int32(f, -1));
    f = of_all("reals");
    if (!time) wb_supervisor_field_insert_mf_float(f, 0, 0.1);
    if (!time) wb_supervisor_field_insert_mf_float(f, -1, 0.2);
    if (!time) wb_supervisor_field_set_mf_float(f, 0, 0.3);
    say_one("reals", wb_supervisor_field_get_mf_float(f, 0));
    say_one("reals", wb_supervisor_field_get_mf_float(f, -1));
    f = of_all("pairs");
    if (!time) wb_supervisor_field_insert_mf_vec2f(f, 0, ones);
    if (!time) wb_supervisor_field_insert_mf_vec2f(f, -1, ones);
    if (!time) wb_supervisor_field_set_mf_vec2f(f, 0, twos);
    say("pairs", wb_supervisor_field_get_mf_vec2f(f, 0), 2);
    say("pairs", wb_supervisor_field_get_mf_vec2f(f, -1), 2);
    f = of_all("points");
    if (!time) wb_supervisor_field_insert_mf_vec3f(f, 0, ones);
    if (!time) wb_supervisor_field_insert_mf_vec3f(f, -1, ones);
    if (!time) wb_supervisor_field_set_mf_vec3f(f, 0, twos);
    say("points", wb_supervisor_field_get_mf_vec3f(f, 0), 3);
    say("points", wb_supervisor_field_get_mf_vec3f(f, -1), 3);
    f = of_all("turns");
    if (!time) wb_supervisor_field_insert_mf_rotation(f, 0, ones);
    if (!time) wb_supervisor_field_insert_mf_rotation(f, -1, ones);
    if (!time) wb_supervisor_field_set_mf_rotation(f, 0, twos);
    say("turns", wb_supervisor_field_get_mf_rotation(f, 0), 4);
    say("turns", wb_supervisor_field_get_mf_rotation(f, -1), 4);
    f = of_all("paints");
    if (!time) wb_supervisor_field_insert_mf_color(f, 0, ones);
    if (!time) wb_supervisor_field_insert_mf_color(f, -1, ones);
    if (!time) wb_supervisor_field_set_mf_color(f, 0, twos);
    say("paints", wb_supervisor_field_get_mf_color(f, 0), 3);
    say("paints", wb_supervisor_field_get_mf_color(f, -1), 3);
    f = of_all("marks");
    if (!time) wb_supervisor_field_insert_mf_string(f, 0, "one");
    if (!time) wb_supervisor_field_insert_mf_string(f, -1, "two");
    if (!time) wb_supervisor_field_set_mf_string(f, 0, "three");
    say_text("marks", wb_supervisor_field_get_mf_string(f, 0));
    say_text("marks", wb_supervisor_field_get_mf_string(f, -1));
    wb_robot_step(8);
  }
  wb_supervisor_field_remove_mf(of_all("marks"), 0);
  say_one("marks left", wb_supervisor_field_get_count(of_all("marks")));
}

static void comings_and_goings(void) {
  WbFieldRef children = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
  WbFieldRef bound = wb_supervisor_node_get_field(wb_supervisor_node_get_from_def("STAND"), "boundingObject");
  FILE* guest = fopen(beside(".wbo"), "w");
  fprintf(guest, "#VRML_OBJ R2025a utf8\nDEF GUEST Pose { }\n");
  fclose(guest);
  wb_supervisor_field_import_mf_node_from_string(children, -1, "DEF NEW Pose { translation 3 4 5 }");
  say_node("new", wb_supervisor_field_get_mf_node(children, -1));
  wb_supervisor_field_remove_mf(children, -1);
  wb_supervisor_field_import_mf_node(children, 0, beside(".wbo"));
  say_node("guest", wb_supervisor_field_get_mf_node(children, 0));
  wb_supervisor_field_remove_mf_node(children, 0);
  wb_supervisor_field_import_mf_node(children, -1, beside(".wbo"));
  wb_supervisor_node_remove(wb_supervisor_node_get_from_def("GUEST"));
  say_one("nodes", wb_supervisor_field_get_count(children));
  FILE* part = fopen(beside(".wbo"), "w");
  fprintf(part, "Box { }\n");
  fclose(part);
  wb_supervisor_field_import_sf_node_from_string(bound, "Sphere { }");
  say_node("sphere", wb_supervisor_field_get_sf_node(bound));
  wb_supervisor_field_remove_sf(bound);
  say_node("none", wb_supervisor_field_get_sf_node(bound));
  wb_supervisor_field_import_sf_node(bound, beside(".wbo"));
  say_node("box", wb_supervisor_field_get_sf_node(bound));
  remove(beside(".wbo"));
}

static void motion(void) {
  WbNodeRef box = wb_supervisor_node_get_from_def("BOX"), stand = wb_supervisor_node_get_from_def("STAND");
  WbNodeRef hinge = wb_supervisor_node_get_from_def("HINGE"), bob = wb_supervisor_node_get_from_def("BOB");
  WbFieldRef translation = wb_supervisor_node_get_field(box, "translation");
  wb_supervisor_field_enable_sf_tracking(translation, 8);
  wb_supervisor_node_enable_pose_tracking(box, 8, NULL);
  wb_supervisor_node_enable_pose_tracking(box, 8, stand);
  wb_supervisor_node_enable_contact_points_tracking(box, 8, false);
  wb_supervisor_node_enable_contact_point_tracking(box, 8, false);
  for (int time = 0; time < 2; ++time) { /* tracked, and asked */
    wb_robot_step(8);
    say("translation", wb_supervisor_field_get_sf_vec3f(translation), 3);
    say("position", wb_supervisor_node_get_position(box), 3);
    say("orientation", wb_supervisor_node_get_orientation(box), 9);
    say("pose", wb_supervisor_node_get_pose(box, NULL), 16);
    say("pose from", wb_supervisor_node_get_pose(box, stand), 16);
    int count = 0;
    WbContactPoint* points = wb_supervisor_node_get_contact_points(box, false, &count);
    say_one("contacts", count);
    for (int i = 0; i < count; ++i) {
      say("contact", points[i].point, 3);
      say_one("of", points[i].node_id);
    }
    say_one("contacts", wb_supervisor_node_get_number_of_contact_points(box, false));
    say("first", wb_supervisor_node_get_contact_point(box, 0), 3);
    say_node("of", wb_supervisor_node_get_contact_point_node(box, 0));
    wb_supervisor_field_disable_sf_tracking(translation);
    wb_supervisor_node_disable_pose_tracking(box, NULL);
    wb_supervisor_node_disable_pose_tracking(box, stand);
    wb_supervisor_node_disable_contact_points_tracking(box);
    wb_supervisor_node_disable_contact_point_tracking(box, false);
  }
  say("center", wb_supervisor_node_get_center_of_mass(box), 3);
  say_one("balance", wb_supervisor_node_get_static_balance(box));
  say_text("text", wb_supervisor_node_export_string(box));
  const double velocity[6] = {0.1, 0, 1, 0, 0, 0.5};
  wb_supervisor_node_set_velocity(box, velocity);
  say("velocity", wb_supervisor_node_get_velocity(box), 6);
  wb_supervisor_node_save_state(box, "flying");
  wb_supervisor_node_add_force(box, ones, false);
  wb_supervisor_node_add_force_with_offset(box, ones, twos, true);
  wb_supervisor_node_add_torque(box, twos, true);
  wb_robot_step(8);
  say("velocity", wb_supervisor_node_get_velocity(box), 6);
  wb_supervisor_node_reset_physics(box);
  say("stopped", wb_supervisor_node_get_velocity(box), 6);
  wb_supervisor_node_load_state(box, "flying");
  wb_robot_step(8);
  say("loaded", wb_supervisor_node_get_position(box), 3);
  wb_supervisor_node_set_joint_position(hinge, 0.3, 1);
  say("swung", wb_supervisor_node_get_position(bob), 3);
  wb_supervisor_node_move_viewpoint(box);
  wb_supervisor_node_set_visibility(box, wb_supervisor_node_get_from_def("VIEW"), false);
}

static void simulation(void) {
  wb_supervisor_set_label(1, "label", 0.1, 0.2, 0.3, 0xff0000, 0.5, "Arial");
  wb_supervisor_simulation_set_mode(WB_SUPERVISOR_SIMULATION_MODE_REAL_TIME);
  say_one("mode", wb_supervisor_simulation_get_mode());
  wb_supervisor_export_image(beside(".png"), 90);
  wb_supervisor_movie_start_recording(beside(".mp4"), 320, 240, 0, 90, 1, false);
  wb_supervisor_movie_stop_recording();
  say_one("movie is ready", wb_supervisor_movie_is_ready());
  say_one("movie failed", wb_supervisor_movie_failed());
  wb_supervisor_start_movie(beside(".mp4"), 320, 240, 0, 90, 1, false);
  wb_supervisor_stop_movie();
  wb_supervisor_movie_get_status(); /* not in Python */
  wb_supervisor_get_movie_status();
  say_one("animation", wb_supervisor_animation_start_recording(beside(".html")));
  wb_robot_step(8);
  say_one("animation", wb_supervisor_animation_stop_recording());
  say_one("animation", wb_supervisor_start_animation(beside(".html")));
  say_one("animation", wb_supervisor_stop_animation());
  say_one("headset", wb_supervisor_virtual_reality_headset_is_used());
  say("headset", wb_supervisor_virtual_reality_headset_get_position(), 3);
  say("headset", wb_supervisor_virtual_reality_headset_get_orientation(), 9);
  say_one("saved", wb_supervisor_world_save(beside(".wbt")));
  say_one("saved", wb_supervisor_save_world(beside(".wbt")));
  say_one("saved", wb_supervisor_world_save(NULL));
  wb_supervisor_simulation_reset_physics();
  wb_supervisor_simulation_physics_reset();
  wb_supervisor_simulation_reset();
  wb_robot_step(8);
  say_one("time", wb_robot_get_time());
  wb_supervisor_node_restart_controller(wb_supervisor_node_get_self());
}

int main(int argc, char** argv) {
  wb_robot_init();
  snprintf(other_file, sizeof other_file, "%s", argv[argc - 1]);
  int life = 1;
  if ((file = fopen(other_file, "r"))) {
    char line[4096];
    while (fgets(line, sizeof line, file)) life += !strncmp(line, "life", 4);
    fclose(file);
  }
  file = fopen(other_file, "a");
  say_one("life", life);
  if (life == 1) {
    nodes();
    values();
    comings_and_goings();
    motion();
    simulation();
  } else if (life == 2) {
    wb_supervisor_world_reload();
    wb_supervisor_simulation_revert();
    wb_supervisor_simulator_revert();
  } else if (life == 3) {
    wb_supervisor_load_world(beside(".wbt"));
    wb_supervisor_world_load(beside(".wbt"));
  } else {
    wb_supervisor_simulator_quit(7);
    wb_supervisor_simulation_quit(7);
  }
  fclose(file);
  while (wb_robot_step(8) != -1) {
  }
  wb_robot_cleanup();
  return 0;
}
