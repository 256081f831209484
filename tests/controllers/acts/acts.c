/* A supervisor that does one of several things, named by its first argument; tests/worlds/supervisor_acts_test.cpp has
 * the worlds. */
#include <unistd.h>
#include <webots/supervisor.h>

#include "../check.h"

static WbFieldRef translation_of(const char* def) {
  WbNodeRef node = wb_supervisor_node_get_from_def(def);
  CHECK(node);
  return wb_supervisor_node_get_field(node, "translation");
}

static void until_the_end(void) {
  while (wb_robot_step(8) != -1) {
  }
}

/* Two of these set the same field; whose robot stands later in the tree wins, in every step. */
static void sets_x(double mine, double last) {
  WbFieldRef x = translation_of("MARK");
  for (int i = 0; i < 20; ++i) {
    const double position[3] = {mine + i, 0, 5};
    wb_supervisor_field_set_sf_vec3f(x, position);
    CHECK(near(wb_supervisor_field_get_sf_vec3f(x)[0], mine + i)); /* what waits */
    step(1);
    CHECK(near(wb_supervisor_field_get_sf_vec3f(x)[0], last + i));
  }
  if (mine == last) wb_supervisor_simulation_quit(0);
  until_the_end();
}

/* It is there until the end of the step, and then its controller ends as with the end of the simulation. */
static void leaves(void) {
  step(3);
  WbNodeRef self = wb_supervisor_node_get_self();
  wb_supervisor_node_remove(self);
  CHECK(wb_supervisor_node_get_self() == self);
  CHECK(!strcmp(wb_supervisor_node_get_type_name(self), "Robot"));
  CHECK(wb_robot_step(8) == -1);
}

/* What was wrong changes nothing. */
static void errs(void) {
  WbFieldRef translation = translation_of("MARK");
  const double bad[3] = {NAN, 0, 0}, good[4] = {1, 2, 3, 0};
  wb_supervisor_field_set_sf_vec3f(translation, bad);
  wb_supervisor_field_set_sf_float(translation, 4);
  wb_supervisor_field_set_sf_rotation(translation, good);
  step(1);
  CHECK(near(wb_supervisor_field_get_sf_vec3f(translation)[2], 5));
  CHECK(wb_supervisor_field_get_sf_rotation(translation) == NULL);
  CHECK(wb_supervisor_field_get_sf_float(translation) == 0);
  CHECK(wb_supervisor_field_get_count(translation) == -1 && wb_supervisor_field_get_count(NULL) == -1);
  CHECK(wb_supervisor_field_get_type(NULL) == WB_NO_FIELD);
  CHECK(!strcmp(wb_supervisor_field_get_type_name(NULL), ""));
  CHECK(wb_supervisor_node_get_type(NULL) == WB_NODE_NO_NODE);
  CHECK(!strcmp(wb_supervisor_node_get_type_name(NULL), "") &&
        !strcmp(wb_supervisor_node_get_base_type_name(NULL), ""));
  CHECK(wb_supervisor_node_get_number_of_fields(NULL) == -1);

  WbNodeRef root = wb_supervisor_node_get_root();
  CHECK(wb_supervisor_node_get_type(root) == WB_NODE_GROUP && wb_supervisor_node_get_id(root) == 0);
  CHECK(wb_supervisor_node_get_parent_node(root) == NULL);
  CHECK(wb_supervisor_node_get_from_id(123456) == NULL && wb_supervisor_node_get_from_id(-3) == NULL);
  CHECK(wb_supervisor_node_get_selected() == NULL);
  CHECK(wb_supervisor_node_get_number_of_fields(root) == 1);
  WbFieldRef children = wb_supervisor_node_get_field(root, "children");
  const int count = wb_supervisor_field_get_count(children);
  /* Neither the root nor these two can go. */
  wb_supervisor_node_remove(root);
  for (int i = 0; i < count; ++i) {
    WbNodeRef node = wb_supervisor_field_get_mf_node(children, i);
    CHECK(wb_supervisor_node_get_parent_node(node) == root);
    const WbNodeType type = wb_supervisor_node_get_type(node);
    if (type == WB_NODE_WORLD_INFO || type == WB_NODE_VIEWPOINT) wb_supervisor_field_remove_mf(children, i);
  }
  CHECK(wb_supervisor_field_get_count(children) == count);
  CHECK(wb_supervisor_field_get_mf_node(children, -count) == wb_supervisor_field_get_mf_node(children, 0));
  CHECK(wb_supervisor_field_get_mf_node(children, count) == NULL);

  /* No Pose has no pose; no Solid no velocity. */
  CHECK(isnan(wb_supervisor_node_get_position(root)[0]) && isnan(wb_supervisor_node_get_orientation(root)[8]));
  CHECK(isnan(wb_supervisor_node_get_velocity(wb_supervisor_field_get_mf_node(children, 0))[5]));
  /* Without Physics the centre of mass is zero. */
  WbNodeRef mark = wb_supervisor_node_get_from_def("MARK");
  CHECK(wb_supervisor_node_get_center_of_mass(mark)[2] == 0);
  CHECK(!wb_supervisor_node_get_static_balance(mark));
  wb_supervisor_node_set_joint_position(mark, 1, 1);
  wb_supervisor_node_restart_controller(mark);
  CHECK(!wb_supervisor_world_save("saved.txt") && !wb_supervisor_animation_start_recording("animation.mp4"));
  CHECK(!wb_supervisor_animation_stop_recording());
  wb_supervisor_export_image("image.png", 90);
  CHECK(!wb_supervisor_virtual_reality_headset_is_used());
  CHECK(isnan(wb_supervisor_virtual_reality_headset_get_position()[0]));

  /* Lists: insertion from both ends, removal, wrong places. */
  WbFieldRef colors = wb_supervisor_node_get_field(mark, "recognitionColors");
  const double red[3] = {1, 0, 0}, green[3] = {0, 1, 0}, blue[3] = {0, 0, 1}, wrong[3] = {0, 2, 0};
  wb_supervisor_field_insert_mf_color(colors, 0, red);
  wb_supervisor_field_insert_mf_color(colors, -1, blue);
  wb_supervisor_field_insert_mf_color(colors, -2, green);
  wb_supervisor_field_insert_mf_color(colors, 4, green);
  wb_supervisor_field_insert_mf_color(colors, 0, wrong);
  CHECK(wb_supervisor_field_get_count(colors) == 3);
  CHECK(wb_supervisor_field_get_mf_color(colors, 0)[0] == 1 && wb_supervisor_field_get_mf_color(colors, 1)[1] == 1);
  CHECK(wb_supervisor_field_get_mf_color(colors, -1)[2] == 1);
  wb_supervisor_field_set_mf_color(colors, -1, green);
  wb_supervisor_field_remove_mf(colors, 0); /* takes the waiting set along */
  CHECK(wb_supervisor_field_get_count(colors) == 2 && wb_supervisor_field_get_mf_color(colors, 1)[1] == 1);
  wb_supervisor_field_remove_mf(colors, 5);
  CHECK(wb_supervisor_field_get_count(colors) == 2);
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

static void saves(void) {
  step(40);
  CHECK(wb_supervisor_world_save("../../worlds/acts_saved.wbt"));
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

static void animates(void) {
  CHECK(wb_supervisor_animation_start_recording("../../worlds/acts_animation.html"));
  CHECK(!wb_supervisor_animation_start_recording("../../worlds/acts_animation_2.html"));
  wb_supervisor_set_label(3, "say \"hello\"", 0.1, 0.2, 0.3, 0xff8000, 0.5, "Arial");
  step(5);
  wb_supervisor_set_label(3, "bye", 0.1, 0.2, 0.3, 0xff8000, 0.5, "Arial");
  step(5);
  wb_supervisor_simulation_quit(0); /* not stopped: complete all the same */
  until_the_end();
}

/* States by name, joints, and the mode. */
static void moves(void) {
  const double h = 0.008, g = 9.81;
  WbNodeRef ball = wb_supervisor_node_get_from_def("BALL"), stand = wb_supervisor_node_get_from_def("STAND");
  WbNodeRef hinge = wb_supervisor_field_get_mf_node(wb_supervisor_node_get_field(stand, "children"), 0);
  WbFieldRef angle = wb_supervisor_node_get_field(
      wb_supervisor_field_get_sf_node(wb_supervisor_node_get_field(hinge, "jointParameters")), "position");
  step(5);
  const double z = wb_supervisor_node_get_position(ball)[2], a = wb_supervisor_field_get_sf_float(angle);
  CHECK(near(z, 0.3 - g * h * h * 5 * 6 / 2));
  wb_supervisor_node_save_state(ball, "up");
  wb_supervisor_node_save_state(stand, "up");
  step(15); /* not yet on the floor */
  CHECK(fabs(wb_supervisor_field_get_sf_float(angle) - a) > 0.05);
  wb_supervisor_node_load_state(ball, "down"); /* never saved */
  wb_supervisor_node_load_state(ball, "up");
  wb_supervisor_node_load_state(stand, "up");
  CHECK(near(wb_supervisor_field_get_sf_float(angle), a));
  CHECK(near(wb_supervisor_node_get_position(ball)[2], z));
  step(1); /* from rest */
  CHECK(near(wb_supervisor_node_get_position(ball)[2], z - g * h * h));
  CHECK(fabs(wb_supervisor_field_get_sf_float(angle) - a) < 2 * g / 0.5 * h * h);
  wb_supervisor_node_load_state(ball, "__init__");
  wb_supervisor_node_load_state(stand, "__init__");
  CHECK(near(wb_supervisor_field_get_sf_float(angle), 0));
  step(1);
  CHECK(near(wb_supervisor_node_get_position(ball)[2], 0.3 - g * h * h));

  wb_supervisor_node_set_joint_position(hinge, 0.7, 1);
  CHECK(near(wb_supervisor_field_get_sf_float(angle), 0.7));
  /* About y, downwards from x: the bob is 0.5 m away from the stand, at z = 2 - 0.5 sin 0.7. */
  WbNodeRef bob = wb_supervisor_node_get_from_def("BOB");
  CHECK(near(wb_supervisor_node_get_position(bob)[2], 2 - 0.5 * sin(0.7)));

  WbNodeRef mark = wb_supervisor_node_get_from_def("MARK");
  const double velocity[6] = {1, 0, 0, 0, 0, 0.5};
  wb_supervisor_node_set_velocity(mark, velocity);
  CHECK(wb_supervisor_node_get_velocity(mark)[0] == 1);
  step(10);
  CHECK(near(wb_supervisor_field_get_sf_vec3f(translation_of("MARK"))[0], 10 * h));
  CHECK(near(wb_supervisor_node_get_orientation(mark)[3], sin(0.5 * 10 * h)));
  wb_supervisor_node_reset_physics(mark);
  step(3);
  CHECK(near(wb_supervisor_node_get_position(mark)[0], 10 * h));

  CHECK(wb_supervisor_simulation_get_mode() == WB_SUPERVISOR_SIMULATION_MODE_FAST);
  wb_supervisor_simulation_set_mode(WB_SUPERVISOR_SIMULATION_MODE_REAL_TIME);
  CHECK(wb_supervisor_simulation_get_mode() == WB_SUPERVISOR_SIMULATION_MODE_REAL_TIME);
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

static long resident_pages(void) {
  char path[64];
  long total = 0, resident = 0;
  snprintf(path, sizeof path, "/proc/%d/statm", (int)getppid());
  FILE* file = fopen(path, "r");
  CHECK(file && fscanf(file, "%ld %ld", &total, &resident) == 2);
  fclose(file);
  return resident;
}

/* A thousand times through an edited world and back; the last 30 steps are those of a run that was never reset. */
static void resets(int times) {
  long early = 0;
  for (int i = 0; i < times; ++i) {
    const double position[3] = {i, 0, 5};
    wb_supervisor_field_set_sf_vec3f(translation_of("MARK"), position);
    WbFieldRef children = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
    wb_supervisor_field_import_mf_node_from_string(children, -1, "DEF EXTRA Solid { name \"extra\" }");
    wb_supervisor_simulation_reset();
    step(2);
    CHECK(near(wb_robot_get_time(), 0.008));
    CHECK(!wb_supervisor_node_get_from_def("EXTRA"));
    if (i == 10) early = resident_pages();
  }
  if (times) {
    wb_supervisor_simulation_reset();
    step(1);
    const long late = resident_pages();
    printf("resident pages: %ld after ten resets, %ld at the end\n", early, late);
    CHECK(late <= early + early / 100);
  }
  step(30);
  wb_supervisor_simulation_quit(0);
  until_the_end();
}

int main(int argc, char** argv) {
  wb_robot_init();
  CHECK(argc > 1);
  const char* what = argv[1];
  if (!strcmp(what, "first")) sets_x(100, 200);
  if (!strcmp(what, "last")) sets_x(200, 200);
  if (!strcmp(what, "leaves")) leaves();
  if (!strcmp(what, "errs")) errs();
  if (!strcmp(what, "saves")) saves();
  if (!strcmp(what, "moves")) moves();
  if (!strcmp(what, "animates")) animates();
  if (!strcmp(what, "resets")) resets(atoi(argv[2]));
  if (!strcmp(what, "waits")) until_the_end();
  if (!strcmp(what, "imports")) {
    step(2);
    WbFieldRef children = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
    wb_supervisor_field_import_mf_node_from_string(
        children, -1, "Robot { name \"born\" supervisor TRUE controller \"acts\" controllerArgs [ \"quits\" \"5\" ] }");
    until_the_end();
  }
  if (!strcmp(what, "removes")) {
    step(2);
    wb_supervisor_node_remove(wb_supervisor_node_get_from_def("OTHER"));
    CHECK(!wb_supervisor_node_get_from_def("OTHER"));
    step(3);
    wb_supervisor_simulation_quit(6);
    until_the_end();
  }
  if (!strcmp(what, "loads")) {
    step(7);
    wb_supervisor_world_load("../../worlds/acts_other.wbt");
    until_the_end();
  }
  if (!strcmp(what, "quits")) {
    step(3);
    wb_supervisor_simulation_quit(atoi(argv[2]));
    until_the_end();
  }
  wb_robot_cleanup();
  return 0;
}
