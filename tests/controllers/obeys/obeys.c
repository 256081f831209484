/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Does what a plan says (tests/support/supervisor_plan.h) and writes what it reads: arguments are the plan's file, the
 * file of what was read, and which of the plan's supervisors it is. */
#include <webots/supervisor.h>

#include "../check.h"

static FILE* results;

static void write_numbers(const char* what, const double* numbers, int count) {
  fprintf(results, "%s", what);
  for (int i = 0; i < count; ++i) fprintf(results, " %.17g", numbers ? numbers[i] : NAN);
  fprintf(results, "\n");
}

static WbNodeRef node_of(const char* def) {
  return strcmp(def, "-") ? wb_supervisor_node_get_from_def(def) : wb_supervisor_node_get_root();
}

static void set(WbFieldRef field, const double* numbers) {
  switch (wb_supervisor_field_get_type(field)) {
    case WB_SF_FLOAT:
      wb_supervisor_field_set_sf_float(field, numbers[0]);
      break;
    case WB_SF_VEC3F:
      wb_supervisor_field_set_sf_vec3f(field, numbers);
      break;
    case WB_SF_ROTATION:
      wb_supervisor_field_set_sf_rotation(field, numbers);
      break;
    default:
      wb_supervisor_field_set_mf_float(field, 0, numbers[0]);
  }
}

static void get(const char* what, WbFieldRef field) {
  const WbFieldType type = wb_supervisor_field_get_type(field);
  double number = 0;
  if (type == WB_SF_FLOAT) number = wb_supervisor_field_get_sf_float(field);
  if (type == WB_MF_FLOAT) number = wb_supervisor_field_get_mf_float(field, 0);
  switch (type) {
    case WB_SF_FLOAT:
    case WB_MF_FLOAT:
      write_numbers(what, &number, 1);
      break;
    case WB_SF_VEC3F:
      write_numbers(what, wb_supervisor_field_get_sf_vec3f(field), 3);
      break;
    default:
      write_numbers(what, wb_supervisor_field_get_sf_rotation(field), 4);
  }
}

static void obey(char* line) {
  char verb[32], def[64], field[32] = "";
  int read = 0;
  CHECK(sscanf(line, "%31s %63s %n", verb, def, &read) == 2);
  char* rest = line + read;
  const WbNodeRef node = node_of(def);
  CHECK(node || !strcmp(verb, "reset"));
  if (!strcmp(verb, "set") || !strcmp(verb, "get")) {
    CHECK(sscanf(rest, "%31s %n", field, &read) == 1);
    rest += read;
  }
  double numbers[6] = {0};
  char* end = rest;
  for (int i = 0; i < 6; ++i) numbers[i] = strtod(end, &end);
  if (!strcmp(verb, "set")) set(wb_supervisor_node_get_field(node, field), numbers);
  if (!strcmp(verb, "get")) get(line, wb_supervisor_node_get_field(node, field));
  if (!strcmp(verb, "position")) write_numbers(line, wb_supervisor_node_get_position(node), 3);
  if (!strcmp(verb, "orientation")) write_numbers(line, wb_supervisor_node_get_orientation(node), 9);
  if (!strcmp(verb, "count")) {
    const double count = wb_supervisor_field_get_count(wb_supervisor_node_get_field(node, "children"));
    write_numbers(line, &count, 1);
  }
  if (!strcmp(verb, "import"))
    wb_supervisor_field_import_mf_node_from_string(wb_supervisor_node_get_field(node, "children"), -1, rest);
  if (!strcmp(verb, "physics"))
    wb_supervisor_field_import_sf_node_from_string(wb_supervisor_node_get_field(node, "physics"), rest);
  if (!strcmp(verb, "remove")) wb_supervisor_node_remove(node);
  if (!strcmp(verb, "velocity")) wb_supervisor_node_set_velocity(node, numbers);
  if (!strcmp(verb, "force")) wb_supervisor_node_add_force(node, numbers, false);
  if (!strcmp(verb, "joint")) wb_supervisor_node_set_joint_position(node, numbers[0], 1);
  if (!strcmp(verb, "save")) wb_supervisor_node_save_state(node, rest);
  if (!strcmp(verb, "load")) wb_supervisor_node_load_state(node, rest);
  if (!strcmp(verb, "stop")) wb_supervisor_node_reset_physics(node);
  if (!strcmp(verb, "export")) CHECK(*wb_supervisor_node_export_string(node));
  if (!strcmp(verb, "reset")) wb_supervisor_simulation_reset();
}

int main(int argc, char** argv) {
  wb_robot_init();
  CHECK(argc == 4);
  FILE* plan = fopen(argv[1], "r");
  results = fopen(argv[2], "w");
  CHECK(plan && results);
  static char line[4096];
  while (fgets(line, sizeof line, plan)) {
    line[strcspn(line, "\n")] = 0;
    if (!strcmp(line, "step"))
      CHECK(wb_robot_step(8) != -1);
    else if (line[0] == argv[3][0])
      obey(line + 3);
  }
  fclose(plan);
  fclose(results);
  wb_robot_cleanup();
  return 0;
}
