/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Handles of nodes, fields and PROTOs, and the requests that find them. */
#include "controllers/lib/supervisor_handles.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "controllers/lib/turns.h"

static void free_field(WbFieldRef field) {
  for (int i = 0; i < field->item_count; ++i)
    if (field->items[i]) {
      free(field->items[i]->text);
      free(field->items[i]);
    }
  free(field->items);
  free(field->name);
  free(field);
}

static void free_node(WbNodeRef node) {
  while (node->fields) {
    const WbFieldRef next = node->fields->next;
    free_field(node->fields);
    node->fields = next;
  }
  while (node->protos) {
    const WbProtoRef next = node->protos->next;
    free(node->protos->name);
    free(node->protos);
    node->protos = next;
  }
  while (node->poses) {
    lo_pose* next = node->poses->next;
    free(node->poses);
    node->poses = next;
  }
  free(node->contacts[0].points);
  free(node->contacts[1].points);
  free(node->exported);
  free(node->names);
  free(node);
}

static void free_supervisor(void* memory) {
  lo_supervisor* supervisor = memory;
  for (size_t i = 0; i < supervisor->nodes.capacity; ++i)
    if (supervisor->nodes.entries[i].value) free_node(supervisor->nodes.entries[i].value);
  lo_table_clear(&supervisor->nodes_by_id);
  lo_table_clear(&supervisor->nodes);
  lo_table_clear(&supervisor->fields);
  lo_table_clear(&supervisor->protos);
  free(supervisor->pending);
}

lo_supervisor* lo_supervisor_of(const char* function) {
  const lo_robot_state* robot = lo_robot();
  if (!robot || !robot->supervisor) {
    lo_warn(0, function,
            robot ? "the robot is no supervisor (its field `supervisor` is FALSE); ignored"
                  : "called before wb_robot_init(); ignored");
    return NULL;
  }
  lo_supervisor* supervisor = lo_private(0, "supervisor", sizeof *supervisor);
  if (!supervisor->close_is_set) {
    lo_at_close(free_supervisor, supervisor);
    lo_call_at_step(LO_HOOK_lo_count_turn);
    supervisor->close_is_set = true;
    supervisor->turn = supervisor->lists = 1;
  }
  return supervisor;
}

/* Before each step: what was counted in the last one is old. */
void lo_count_turn(int duration_ms) {
  (void)duration_ms;
  /* Also of a robot that is no supervisor at the moment. */
  lo_supervisor* supervisor = lo_private(0, "supervisor", sizeof *supervisor);
  ++supervisor->turn;
  ++supervisor->lists;
}

bool lo_is_fresh(unsigned long fresh_at) { return fresh_at && fresh_at == lo_supervisor_of(__func__)->turn; }

static uint64_t address(const void* pointer) { return (uint64_t)(uintptr_t)pointer; }

/* Nodes go by removals, resets and PROTO instances that are made anew, whoever asked; a reset may bring them back. */
static bool is_there(WbNodeRef node, const char* function) {
  const uint32_t departures = lo_robot()->departures;
  if (node->checked_at == departures || lo_stepping()) return !node->removed;
  const lo_supervisor_request request = {.operation = LO_SUPERVISOR_FROM_ID, .node = node->info.id};
  uint32_t size;
  const lo_supervisor_status* status =
      lo_request(LO_MESSAGE_SUPERVISOR, 0, &request, sizeof request, NULL, 0, &size, function);
  if (!status || size < sizeof *status) return !node->removed;
  node->removed = !status->ok;
  node->checked_at = departures;
  return !node->removed;
}

bool lo_good_node(WbNodeRef node, const char* function) {
  const lo_supervisor* supervisor = lo_supervisor_of(function);
  if (!supervisor) return false;
  if (node && lo_table_get(&supervisor->nodes, address(node)) && is_there(node, function)) return true;
  lo_warn(
      0, function,
      node ? "called with a node that is not (or no longer) there; ignored" : "called with NULL for a node; ignored");
  return false;
}

bool lo_good_field(WbFieldRef field, const char* function) {
  const lo_supervisor* supervisor = lo_supervisor_of(function);
  if (!supervisor) return false;
  if (field && lo_table_get(&supervisor->fields, address(field)) && is_there(field->node, function)) return true;
  lo_warn(0, function,
          field ? "called with a field that is not (or no longer) there; ignored"
                : "called with NULL for a field; ignored");
  return false;
}

bool lo_writable_field(WbFieldRef field, const char* function) {
  if (!lo_good_field(field, function)) return false;
  if (field->read_only)
    lo_warn(0, function, "the field %s is inside of a PROTO instance and cannot be changed; ignored", field->name);
  return !field->read_only;
}

bool lo_good_proto(WbProtoRef proto, const char* function) {
  const lo_supervisor* supervisor = lo_supervisor_of(function);
  if (!supervisor) return false;
  if (proto && lo_table_get(&supervisor->protos, address(proto)) && is_there(proto->node, function)) return true;
  lo_warn(0, function,
          proto ? "called with a PROTO that is not (or no longer) there; ignored"
                : "called with NULL for a PROTO; ignored");
  return false;
}

const void* lo_ask(lo_supervisor_request request, const char* text, uint32_t least, uint32_t* size,
                   const char* function) {
  return lo_ask_bytes(request, text, text ? (uint32_t)strlen(text) : 0, least, size, function);
}

const void* lo_ask_bytes(lo_supervisor_request request, const char* text, uint32_t text_size, uint32_t least,
                         uint32_t* size, const char* function) {
  if (!lo_supervisor_of(function)) return NULL;
  request.text_size = text_size;
  uint32_t answered;
  const lo_supervisor_status* status =
      lo_request(LO_MESSAGE_SUPERVISOR, 0, &request, sizeof request, text, request.text_size, &answered, function);
  if (!status || answered < sizeof *status) return NULL;
  if (!status->ok) {
    /* The reason stands at the end. */
    if (status->reason_size && answered - sizeof *status >= status->reason_size)
      lo_warn_reason(function, (const char*)status + answered - status->reason_size, status->reason_size);
    return NULL;
  }
  if (answered < least) return NULL;
  if (size) *size = answered;
  return status;
}

bool lo_command(lo_supervisor_request request, const char* text, const char* function) {
  return lo_ask(request, text, sizeof(lo_supervisor_value), NULL, function) != NULL;
}

char* lo_copy_text(const char* text, size_t size) {
  char* copy = malloc(size + 1);
  if (!copy) lo_out_of_memory();
  memcpy(copy, text, size);
  copy[size] = 0;
  return copy;
}

static void* zeroed(size_t size) {
  void* memory = calloc(1, size);
  if (!memory) lo_out_of_memory();
  return memory;
}

WbNodeRef lo_ask_node(lo_supervisor_request request, const char* text, const char* function) {
  uint32_t size;
  const lo_supervisor_node* answer = lo_ask(request, text, sizeof *answer, &size, function);
  if (!answer || answer->id == LO_NO_NODE) return NULL;
  lo_supervisor* supervisor = lo_supervisor_of(function);
  /* The key is never 0 for a node either way: the table takes any key. */
  const uint64_t id = (uint32_t)answer->id;
  WbNodeRef node = lo_table_get(&supervisor->nodes_by_id, id);
  const size_t names_size = size - sizeof *answer;
  if (!node) {
    node = zeroed(sizeof *node);
    node->names = lo_copy_text((const char*)(answer + 1), names_size);
    const char* const end = node->names + names_size;
    node->type_name = node->names;
    node->base_type_name = node->type_name + strlen(node->type_name) + 1;
    if (node->base_type_name > end) node->base_type_name = end;
    node->def = node->base_type_name + strlen(node->base_type_name) + 1;
    if (node->def > end) node->def = end;
    lo_table_put(&supervisor->nodes_by_id, id, node);
    lo_table_put(&supervisor->nodes, address(node), node);
  }
  node->info = *answer;
  node->removed = false;
  node->checked_at = lo_robot()->departures;
  return node;
}

WbNodeRef lo_node_of_id(int id, const char* function) {
  if (id == LO_NO_NODE) return NULL;
  lo_supervisor* supervisor = lo_supervisor_of(function);
  const WbNodeRef known = lo_table_get(&supervisor->nodes_by_id, (uint32_t)id);
  if (known && is_there(known, function)) return known;
  return lo_ask_node((lo_supervisor_request){.operation = LO_SUPERVISOR_FROM_ID, .node = id}, NULL, function);
}

int lo_written_level(WbNodeRef node) { return node->info.proto_count ? LO_LEVEL_WRITTEN : LO_LEVEL_BASE; }

WbFieldRef lo_ask_field(lo_supervisor_request request, const char* text, const char* function) {
  uint32_t size;
  const lo_supervisor_field* answer = lo_ask(request, text, sizeof *answer, &size, function);
  if (!answer) return NULL;
  const lo_supervisor_field found = *answer;
  char* name = lo_copy_text((const char*)(answer + 1), size - sizeof found);
  const WbNodeRef node = lo_node_of_id(found.node, function);
  if (!node) {
    free(name);
    return NULL;
  }
  int level = found.level;
  if (level == LO_LEVEL_WRITTEN) level = lo_written_level(node);
  for (WbFieldRef field = node->fields; field; field = field->next)
    if (field->level == level && field->index == found.field) {
      free(name);
      return field;
    }
  WbFieldRef field = zeroed(sizeof *field);
  *field = (struct WbFieldStructPrivate){.next = node->fields,
                                         .node = node,
                                         .level = level,
                                         .index = found.field,
                                         .type = (WbFieldType)found.type,
                                         .read_only = found.read_only != 0,
                                         .name = name};
  node->fields = field;
  lo_table_put(&lo_supervisor_of(function)->fields, address(field), field);
  return field;
}

bool lo_good_numbers(const double* numbers, int count, const char* function) {
  if (!numbers) {
    lo_warn(0, function, "called with NULL for its values; ignored");
    return false;
  }
  for (int i = 0; i < count; ++i) {
    if (isnan(numbers[i])) {
      lo_warn(0, function, "called with NaN; ignored");
      return false;
    }
    if (fabs(numbers[i]) > FLT_MAX) {
      lo_warn(0, function, "called with %g, which no field can hold; ignored", numbers[i]);
      return false;
    }
  }
  return true;
}
