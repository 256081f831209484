/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_supervisor_field_*: values of fields. Sets wait here for the step; a get of what waits is answered from here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "controllers/lib/supervisor_handles.h"

/* --- What a field is
 * --------------------------------------------------------------------------------------------------- */

static const char* type_name(WbFieldType type) {
  switch (type) {
#define FIELD_KIND(name, KIND, text, ...) \
  case WB_SF_##KIND:                      \
    return "SF" text;                     \
  case WB_MF_##KIND:                      \
    return "MF" text;
#include "controllers/lib/field_kinds.def"
    FIELD_KIND(node, NODE, "Node")
#undef FIELD_KIND
    default:
      return "";
  }
}

const char* wb_supervisor_field_get_name(WbFieldRef field) { return lo_good_field(field, __func__) ? field->name : ""; }

WbFieldType wb_supervisor_field_get_type(WbFieldRef field) {
  return lo_good_field(field, __func__) ? field->type : WB_NO_FIELD;
}

const char* wb_supervisor_field_get_type_name(WbFieldRef field) {
  return lo_good_field(field, __func__) ? type_name(field->type) : "";
}

static lo_supervisor_request about(WbFieldRef field, int operation) {
  return (lo_supervisor_request){
      .operation = operation, .node = field->node->info.id, .level = field->level, .field = field->index};
}

WbFieldRef wb_supervisor_field_get_actual_field(WbFieldRef field) {
  if (!lo_good_field(field, __func__)) return NULL;
  if (!field->read_only) return field;
  return lo_ask_field(about(field, LO_SUPERVISOR_ACTUAL_FIELD), NULL, __func__);
}

/* Elements of a list. Asked once in a step and after each edit of one's own, which may change the lists of other fields
 * too: others change lists only between steps. -1 if there is no answer. */
static int count_of(WbFieldRef field, const char* function) {
  const lo_supervisor* supervisor = lo_supervisor_of(function);
  if (field->counted_at == supervisor->lists) return field->count;
  const lo_supervisor_value* answer =
      lo_ask(about(field, LO_SUPERVISOR_FIELD_COUNT), NULL, sizeof *answer, NULL, function);
  if (!answer) return -1;
  field->count = answer->integer;
  field->counted_at = supervisor->lists;
  return field->count;
}

int wb_supervisor_field_get_count(WbFieldRef field) {
  if (!lo_good_field(field, __func__)) return -1;
  /* No word about a single value: this is how one tells a list. */
  return field->type & WB_MF ? count_of(field, __func__) : -1;
}

static bool good_type(WbFieldRef field, WbFieldType type, const char* function) {
  if (!lo_good_field(field, function)) return false;
  if (field->type == type) return true;
  lo_warn(0, function, "the field %s.%s is a %s, not a %s; ignored", field->node->type_name, field->name,
          type_name(field->type), type_name(type));
  return false;
}

/* An index of the list with `extra` places behind its end (for inserting: 1); negative ones count from behind. */
static bool good_index(WbFieldRef field, int* index, int extra, const char* function) {
  const int count = count_of(field, function);
  if (count < 0) return false;
  const int places = count + extra;
  if (*index >= -places && *index < places) {
    if (*index < 0) *index += places;
    return true;
  }
  lo_warn(0, function, "index %d is out of range, the list %s has %d elements; ignored", *index, field->name, count);
  return false;
}

/* --- Items
 * ------------------------------------------------------------------------------------------------------------- */

static lo_item* item_of(WbFieldRef field, int index) {
  if (index >= field->item_count) {
    field->items = realloc(field->items, ((size_t)index + 1) * sizeof(lo_item*));
    if (!field->items) lo_out_of_memory();
    while (field->item_count <= index) field->items[field->item_count++] = NULL;
  }
  lo_item** item = &field->items[index];
  if (!*item) {
    *item = calloc(1, sizeof **item);
    if (!*item) lo_out_of_memory();
    (*item)->field = field;
    (*item)->index = index;
  }
  return *item;
}

static void take_value(lo_item* item, const lo_supervisor_value* value, uint32_t size) {
  item->integer = value->integer;
  memcpy(item->numbers, value->numbers, sizeof item->numbers);
  const WbFieldType type = item->field->type & ~WB_MF;
  if (type == WB_SF_STRING) {
    free(item->text);
    item->text = lo_copy_text((const char*)(value + 1), size - sizeof *value);
  }
}

static const lo_item* get(WbFieldRef field, WbFieldType type, int index, const char* function) {
  if (!good_type(field, type, function)) return NULL;
  if ((type & WB_MF) && !good_index(field, &index, 0, function)) return NULL;
  lo_item* item = item_of(field, index);
  if (item->pending || (lo_is_fresh(field->fresh_at) && !(type & WB_MF))) return item;
  lo_supervisor_request request = about(field, LO_SUPERVISOR_FIELD_GET);
  request.index = index;
  uint32_t size;
  const lo_supervisor_value* answer = lo_ask(request, NULL, sizeof *answer, &size, function);
  if (!answer) return NULL;
  take_value(item, answer, size);
  return item;
}

/* A value on its way to the engine. */
typedef struct {
  int32_t integer;
  const double* numbers;
  int count;
  const char* text;
} lo_new_value;

static bool good_value(lo_new_value value, WbFieldType type, const char* function) {
  type &= ~WB_MF;
  if (type == WB_SF_STRING) {
    if (!value.text) lo_warn(0, function, "called with NULL for a string; ignored");
    return value.text != NULL;
  }
  if (value.count && !lo_good_numbers(value.numbers, value.count, function)) return false;
  if (type == WB_SF_ROTATION && value.numbers[0] == 0 && value.numbers[1] == 0 && value.numbers[2] == 0) {
    lo_warn(0, function, "the axis of the rotation is 0 0 0; ignored");
    return false;
  }
  for (int i = 0; type == WB_SF_COLOR && i < 3; ++i)
    if (value.numbers[i] < 0 || value.numbers[i] > 1) {
      lo_warn(0, function, "the color %g %g %g is not between 0 and 1; ignored", value.numbers[0], value.numbers[1],
              value.numbers[2]);
      return false;
    }
  return true;
}

static void set(WbFieldRef field, WbFieldType type, int index, lo_new_value value, const char* function) {
  if (!lo_writable_field(field, function) || !good_type(field, type, function)) return;
  if ((type & WB_MF) && !good_index(field, &index, 0, function)) return;
  if (!good_value(value, type, function)) return;
  lo_item* item = item_of(field, index);
  item->integer = value.integer;
  if (value.count) memcpy(item->numbers, value.numbers, (size_t)value.count * sizeof *value.numbers);
  if (value.text) {
    free(item->text);
    item->text = lo_copy_text(value.text, strlen(value.text));
  }
  if (item->pending) return; /* keeps its place */
  item->pending = true;
  lo_supervisor* supervisor = lo_supervisor_of(function);
  if (supervisor->pending_count == supervisor->pending_capacity) {
    supervisor->pending_capacity = supervisor->pending_capacity ? 2 * supervisor->pending_capacity : 64;
    supervisor->pending = realloc(supervisor->pending, (size_t)supervisor->pending_capacity * sizeof(lo_item*));
    if (!supervisor->pending) lo_out_of_memory();
  }
  supervisor->pending[supervisor->pending_count++] = item;
  lo_call_at_step(LO_HOOK_lo_send_sets_with_step);
}

void lo_send_pending_sets(void) {
  const lo_robot_state* robot = lo_robot();
  if (!robot || !robot->supervisor) return;
  lo_supervisor* supervisor = lo_supervisor_of(__func__);
  for (int i = 0; i < supervisor->pending_count; ++i) {
    lo_item* item = supervisor->pending[i];
    item->pending = false;
    item->field->fresh_at = 0;
    if (item->field->node->removed) continue;
    const char* text = (item->field->type & ~WB_MF) == WB_SF_STRING ? item->text : NULL;
    lo_supervisor_request request = about(item->field, LO_SUPERVISOR_FIELD_SET);
    request.index = item->index;
    request.integer = item->integer;
    memcpy(request.numbers, item->numbers, sizeof item->numbers);
    request.text_size = text ? (uint32_t)strlen(text) : 0;
    lo_send(LO_MESSAGE_SUPERVISOR, 0, &request, sizeof request, text, request.text_size);
  }
  supervisor->pending_count = 0;
}

void lo_begin_list_edit(void) {
  lo_send_pending_sets();
  ++lo_supervisor_of(__func__)->lists;
}

void lo_send_sets_with_step(int duration_ms) {
  (void)duration_ms;
  lo_send_pending_sets();
}

static void insert(WbFieldRef field, WbFieldType type, int index, lo_new_value value, const char* function) {
  if (!lo_writable_field(field, function) || !good_type(field, type, function) ||
      !good_index(field, &index, 1, function) || !good_value(value, type, function))
    return;
  lo_begin_list_edit();
  lo_supervisor_request request = about(field, LO_SUPERVISOR_FIELD_INSERT);
  request.index = index;
  request.integer = value.integer;
  if (value.count) memcpy(request.numbers, value.numbers, (size_t)value.count * sizeof *value.numbers);
  lo_command(request, value.text, function);
}

/* --- Lists and nodes
 * --------------------------------------------------------------------------------------------------- */

static void remove_from(WbFieldRef field, int index, const char* function) {
  lo_begin_list_edit();
  lo_supervisor_request request = about(field, LO_SUPERVISOR_FIELD_REMOVE);
  request.index = index;
  lo_command(request, NULL, function);
}

void wb_supervisor_field_remove_mf(WbFieldRef field, int index) {
  if (!lo_writable_field(field, __func__)) return;
  if (!(field->type & WB_MF))
    lo_warn(0, __func__, "the field %s is a %s, not a list; ignored", field->name, type_name(field->type));
  else if (good_index(field, &index, 0, __func__))
    remove_from(field, index, __func__);
}

void wb_supervisor_field_remove_mf_node(WbFieldRef field, int position) {
  if (lo_writable_field(field, __func__) && good_type(field, WB_MF_NODE, __func__) &&
      good_index(field, &position, 0, __func__))
    remove_from(field, position, __func__);
}

void wb_supervisor_field_remove_sf(WbFieldRef field) {
  if (lo_writable_field(field, __func__) && good_type(field, WB_SF_NODE, __func__)) remove_from(field, 0, __func__);
}

static void import(WbFieldRef field, WbFieldType type, int index, const char* node_string, const char* function) {
  if (!lo_writable_field(field, function) || !good_type(field, type, function)) return;
  if (!node_string || !*node_string) {
    lo_warn(0, function, "called without a node's text; ignored");
    return;
  }
  if ((type & WB_MF) && !good_index(field, &index, 1, function)) return;
  lo_begin_list_edit();
  lo_supervisor_request request = about(field, LO_SUPERVISOR_FIELD_IMPORT);
  request.index = index;
  lo_command(request, node_string, function);
}

void wb_supervisor_field_import_mf_node_from_string(WbFieldRef field, int position, const char* node_string) {
  import(field, WB_MF_NODE, position, node_string, __func__);
}

void wb_supervisor_field_import_sf_node_from_string(WbFieldRef field, const char* node_string) {
  import(field, WB_SF_NODE, 0, node_string, __func__);
}

/* The whole file as text, to be freed; NULL after a warning. Its header line is a comment to the parser. */
static char* text_of_file(const char* filename, const char* function) {
  FILE* file = lo_open_file(filename);
  if (!file) {
    lo_warn(0, function, "cannot open \"%s\"", filename ? filename : "");
    return NULL;
  }
  size_t size = 0, capacity = 4096;
  char* text = malloc(capacity + 1);
  for (size_t got = 1; text && got > 0;) {
    got = fread(text + size, 1, capacity - size, file);
    size += got;
    if (size == capacity) text = realloc(text, (capacity *= 2) + 1);
  }
  fclose(file);
  if (!text) lo_out_of_memory();
  text[size] = 0;
  return text;
}

void wb_supervisor_field_import_mf_node(WbFieldRef field, int position, const char* filename) {
  char* text = text_of_file(filename, __func__);
  if (text) import(field, WB_MF_NODE, position, text, __func__);
  free(text);
}

void wb_supervisor_field_import_sf_node(WbFieldRef field, const char* filename) {
  char* text = text_of_file(filename, __func__);
  if (text) import(field, WB_SF_NODE, 0, text, __func__);
  free(text);
}

/* --- Tracking
 * ---------------------------------------------------------------------------------------------------------- */

static void track(WbFieldRef field, int period_ms, const char* function) {
  if (!lo_good_field(field, function)) return;
  if (period_ms < 0) {
    lo_warn(0, function, "a sampling period of %d ms is negative; ignored", period_ms);
    return;
  }
  if (field->type & WB_MF) {
    lo_warn(0, function, "the field %s is a list; only single values can be tracked; ignored", field->name);
    return;
  }
  field->tracking_period_ms = period_ms;
  field->fresh_at = 0;
  lo_supervisor_request request = about(field, LO_SUPERVISOR_TRACK_FIELD);
  request.index = period_ms;
  lo_command(request, NULL, function);
}

void wb_supervisor_field_enable_sf_tracking(WbFieldRef field, int sampling_period) {
  track(field, sampling_period, __func__);
}

void wb_supervisor_field_disable_sf_tracking(WbFieldRef field) { track(field, 0, __func__); }

void lo_receive_tracked_field(WbNodeRef node, const lo_supervisor_tracked* head, const lo_supervisor_value* value,
                              uint32_t size) {
  const int level = head->level == LO_LEVEL_WRITTEN ? lo_written_level(node) : head->level;
  for (WbFieldRef field = node->fields; field; field = field->next)
    if (field->level == level && field->index == head->field && field->tracking_period_ms) {
      lo_item* item = item_of(field, 0);
      if (item->pending) return;
      take_value(item, value, size);
      field->fresh_at = lo_supervisor_of(__func__)->turn;
      return;
    }
}

/* --- Getters, setters and inserters by kind
 * ---------------------------------------------------------------------------- */

#define FIELD_KIND(name, KIND, text, type, parameter, got, none, ...)                 \
  type wb_supervisor_field_get_sf_##name(WbFieldRef field) {                          \
    const lo_item* item = get(field, WB_SF_##KIND, 0, __func__);                      \
    return item ? got : none;                                                         \
  }                                                                                   \
  type wb_supervisor_field_get_mf_##name(WbFieldRef field, int index) {               \
    const lo_item* item = get(field, WB_MF_##KIND, index, __func__);                  \
    return item ? got : none;                                                         \
  }                                                                                   \
  void wb_supervisor_field_set_sf_##name(WbFieldRef field, parameter) {               \
    set(field, WB_SF_##KIND, 0, (lo_new_value){__VA_ARGS__}, __func__);               \
  }                                                                                   \
  void wb_supervisor_field_set_mf_##name(WbFieldRef field, int index, parameter) {    \
    set(field, WB_MF_##KIND, index, (lo_new_value){__VA_ARGS__}, __func__);           \
  }                                                                                   \
  void wb_supervisor_field_insert_mf_##name(WbFieldRef field, int index, parameter) { \
    insert(field, WB_MF_##KIND, index, (lo_new_value){__VA_ARGS__}, __func__);        \
  }
#include "controllers/lib/field_kinds.def"
#undef FIELD_KIND

static WbNodeRef node_held(WbFieldRef field, const lo_item* item, const char* function) {
  const WbNodeRef node = item ? lo_node_of_id(item->integer, function) : NULL;
  if (node && field->read_only) node->internal = node->info.internal;
  return node;
}

WbNodeRef wb_supervisor_field_get_sf_node(WbFieldRef field) {
  return node_held(field, get(field, WB_SF_NODE, 0, __func__), __func__);
}

WbNodeRef wb_supervisor_field_get_mf_node(WbFieldRef field, int index) {
  return node_held(field, get(field, WB_MF_NODE, index, __func__), __func__);
}
