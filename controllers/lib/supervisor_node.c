/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_supervisor_node_*: finding nodes, their motion, and what is done to them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "controllers/lib/supervisor_handles.h"

_Static_assert(sizeof(WbContactPoint) == sizeof(lo_supervisor_contact), "contacts are handed out as they come");

/* What vectors of no node are. */
static const double no_vector[16] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};

static bool given(const char* text, const char* what, const char* function) {
  if (text && *text) return true;
  lo_warn(0, function, "called without %s; ignored", what);
  return false;
}

/* --- Finding
 * ----------------------------------------------------------------------------------------------------------- */

WbNodeRef wb_supervisor_node_get_root() {
  return lo_ask_node((lo_supervisor_request){.operation = LO_SUPERVISOR_ROOT}, NULL, __func__);
}

WbNodeRef wb_supervisor_node_get_self() {
  const WbNodeRef self = lo_ask_node((lo_supervisor_request){.operation = LO_SUPERVISOR_SELF}, NULL, __func__);
  if (self) self->internal = self->info.internal;
  return self;
}

WbNodeRef wb_supervisor_node_get_selected() {
  return lo_ask_node((lo_supervisor_request){.operation = LO_SUPERVISOR_SELECTED}, NULL, __func__);
}

WbNodeRef wb_supervisor_node_get_from_id(int id) {
  if (id < 0) {
    lo_warn(0, __func__, "called with the negative id %d", id);
    return NULL;
  }
  const WbNodeRef node =
      lo_ask_node((lo_supervisor_request){.operation = LO_SUPERVISOR_FROM_ID, .node = id}, NULL, __func__);
  return node && node->info.internal ? NULL : node;
}

WbNodeRef wb_supervisor_node_get_from_device(WbDeviceTag tag) {
  if (lo_supervisor_of(__func__) && tag >= lo_device_count()) {
    lo_warn(0, __func__, "%d is no tag of a device", (int)tag);
    return NULL;
  }
  return lo_ask_node((lo_supervisor_request){.operation = LO_SUPERVISOR_FROM_DEVICE, .index = tag}, NULL, __func__);
}

WbNodeRef wb_supervisor_node_get_from_def(const char* def) {
  if (!given(def, "a DEF name", __func__)) return NULL;
  return lo_ask_node((lo_supervisor_request){.operation = LO_SUPERVISOR_FROM_DEF, .other = LO_NO_NODE}, def, __func__);
}

WbNodeRef wb_supervisor_node_get_from_proto_def(WbNodeRef node, const char* def) {
  if (!lo_good_node(node, __func__) || !given(def, "a DEF name", __func__)) return NULL;
  if (!node->info.proto_count) {
    lo_warn(0, __func__, "the node is no PROTO instance");
    return NULL;
  }
  const WbNodeRef found =
      lo_ask_node((lo_supervisor_request){.operation = LO_SUPERVISOR_FROM_DEF, .other = node->info.id}, def, __func__);
  if (found) found->internal = found->info.internal;
  return found;
}

WbNodeRef wb_supervisor_node_get_parent_node(WbNodeRef node) {
  if (!lo_good_node(node, __func__)) return NULL;
  return lo_ask_node((lo_supervisor_request){.operation = LO_SUPERVISOR_PARENT, .node = node->info.id}, NULL, __func__);
}

/* --- What it is
 * -------------------------------------------------------------------------------------------------------- */

int wb_supervisor_node_get_id(WbNodeRef node) {
  if (!lo_good_node(node, __func__)) return -1;
  if (node->internal) lo_warn(0, __func__, "the node is inside of a PROTO instance and has no id");
  return node->internal ? -1 : node->info.id;
}

WbNodeType wb_supervisor_node_get_type(WbNodeRef node) {
  return lo_good_node(node, __func__) ? (WbNodeType)node->info.type : WB_NODE_NO_NODE;
}

#define NODE_TEXT(name, text) \
  const char* wb_supervisor_node_get_##name(WbNodeRef node) { return lo_good_node(node, __func__) ? node->text : ""; }
NODE_TEXT(def, def)
NODE_TEXT(type_name, type_name)
NODE_TEXT(base_type_name, base_type_name)

bool wb_supervisor_node_is_proto(WbNodeRef node) { return lo_good_node(node, __func__) && node->info.proto_count > 0; }

const char* wb_supervisor_node_export_string(WbNodeRef node) {
  if (!lo_good_node(node, __func__)) return "";
  uint32_t size;
  const lo_supervisor_value* answer =
      lo_ask((lo_supervisor_request){.operation = LO_SUPERVISOR_EXPORT_STRING, .node = node->info.id}, NULL,
             sizeof *answer, &size, __func__);
  if (!answer) return "";
  free(node->exported);
  node->exported = lo_copy_text((const char*)(answer + 1), size - sizeof *answer);
  return node->exported;
}

/* --- Fields
 * ------------------------------------------------------------------------------------------------------------ */

static WbFieldRef field_by_name(WbNodeRef node, int level, const char* name, const char* function) {
  if (!given(name, "the name of a field", function)) return NULL;
  for (WbFieldRef field = node->fields; field; field = field->next)
    if (field->level == level && strcmp(field->name, name) == 0) return field;
  return lo_ask_field(
      (lo_supervisor_request){.operation = LO_SUPERVISOR_FIELD_BY_NAME, .node = node->info.id, .level = level}, name,
      function);
}

static WbFieldRef field_by_index(WbNodeRef node, int level, int index, const char* function) {
  if (index < 0) {
    lo_warn(0, function, "called with the negative index %d", index);
    return NULL;
  }
  for (WbFieldRef field = node->fields; field; field = field->next)
    if (field->level == level && field->index == index) return field;
  return lo_ask_field(
      (lo_supervisor_request){
          .operation = LO_SUPERVISOR_FIELD_BY_INDEX, .node = node->info.id, .level = level, .field = index},
      NULL, function);
}

WbFieldRef wb_supervisor_node_get_field(WbNodeRef node, const char* field_name) {
  return lo_good_node(node, __func__) ? field_by_name(node, lo_written_level(node), field_name, __func__) : NULL;
}

WbFieldRef wb_supervisor_node_get_field_by_index(WbNodeRef node, const int index) {
  return lo_good_node(node, __func__) ? field_by_index(node, lo_written_level(node), index, __func__) : NULL;
}

int wb_supervisor_node_get_number_of_fields(WbNodeRef node) {
  return lo_good_node(node, __func__) ? node->info.field_count : -1;
}

WbFieldRef wb_supervisor_node_get_base_node_field(WbNodeRef node, const char* field_name) {
  if (!lo_good_node(node, __func__)) return NULL;
  if (!node->info.proto_count) {
    lo_warn(0, __func__, "the node is no PROTO instance");
    return NULL;
  }
  return field_by_name(node, LO_LEVEL_BASE, field_name, __func__);
}

WbFieldRef wb_supervisor_node_get_base_node_field_by_index(WbNodeRef node, int index) {
  return lo_good_node(node, __func__) ? field_by_index(node, LO_LEVEL_BASE, index, __func__) : NULL;
}

int wb_supervisor_node_get_number_of_base_node_fields(WbNodeRef node) {
  return lo_good_node(node, __func__) ? node->info.base_field_count : -1;
}

/* --- PROTOs
 * ------------------------------------------------------------------------------------------------------------ */

static WbProtoRef proto_of(WbNodeRef node, int level, const char* function) {
  if (level > node->info.proto_count) return NULL;
  for (WbProtoRef proto = node->protos; proto; proto = proto->next)
    if (proto->level == level) return proto;
  uint32_t size;
  const lo_supervisor_proto* answer =
      lo_ask((lo_supervisor_request){.operation = LO_SUPERVISOR_PROTO, .node = node->info.id, .level = level}, NULL,
             sizeof *answer, &size, function);
  if (!answer) return NULL;
  WbProtoRef proto = calloc(1, sizeof *proto);
  if (!proto) lo_out_of_memory();
  *proto = (struct WbProtoInfoStructPrivate){.next = node->protos, .node = node, .level = level};
  proto->name = lo_copy_text((const char*)(answer + 1), size - sizeof *answer);
  proto->field_count = answer->field_count;
  proto->is_derived = answer->is_derived != 0;
  node->protos = proto;
  lo_table_put(&lo_supervisor_of(function)->protos, (uint64_t)(uintptr_t)proto, proto);
  return proto;
}

WbProtoRef wb_supervisor_node_get_proto(WbNodeRef node) {
  return lo_good_node(node, __func__) ? proto_of(node, 1, __func__) : NULL;
}

const char* wb_supervisor_proto_get_type_name(WbProtoRef proto) {
  return lo_good_proto(proto, __func__) ? proto->name : "";
}

bool wb_supervisor_proto_is_derived(WbProtoRef proto) { return lo_good_proto(proto, __func__) && proto->is_derived; }

WbProtoRef wb_supervisor_proto_get_parent(WbProtoRef proto) {
  return lo_good_proto(proto, __func__) ? proto_of(proto->node, proto->level + 1, __func__) : NULL;
}

WbFieldRef wb_supervisor_proto_get_field(WbProtoRef proto, const char* field_name) {
  return lo_good_proto(proto, __func__) ? field_by_name(proto->node, proto->level, field_name, __func__) : NULL;
}

WbFieldRef wb_supervisor_proto_get_field_by_index(WbProtoRef proto, int index) {
  return lo_good_proto(proto, __func__) ? field_by_index(proto->node, proto->level, index, __func__) : NULL;
}

int wb_supervisor_proto_get_number_of_fields(WbProtoRef proto) {
  return lo_good_proto(proto, __func__) ? proto->field_count : -1;
}

/* --- Motion
 * ------------------------------------------------------------------------------------------------------------ */

static const double* numbers_of(WbNodeRef node, int operation, double* buffer, int count, const char* function) {
  const lo_supervisor_value* answer = lo_ask((lo_supervisor_request){.operation = operation, .node = node->info.id},
                                             NULL, sizeof *answer, NULL, function);
  if (!answer) return no_vector;
  memcpy(buffer, answer->numbers, (size_t)count * sizeof *buffer);
  return buffer;
}

#define NODE_VECTOR(name, OPERATION, count)                                          \
  const double* wb_supervisor_node_get_##name(WbNodeRef node) {                      \
    if (!lo_good_node(node, __func__)) return no_vector;                             \
    return numbers_of(node, LO_SUPERVISOR_##OPERATION, node->name, count, __func__); \
  }
NODE_VECTOR(position, POSITION, 3)
NODE_VECTOR(orientation, ORIENTATION, 9)
NODE_VECTOR(center_of_mass, CENTER_OF_MASS, 3)
NODE_VECTOR(velocity, VELOCITY, 6)

static lo_pose* pose_of(WbNodeRef node, int other) {
  lo_pose* pose = node->poses;
  while (pose && pose->other != other) pose = pose->next;
  if (!pose) {
    pose = calloc(1, sizeof *pose);
    if (!pose) lo_out_of_memory();
    pose->other = other;
    pose->next = node->poses;
    node->poses = pose;
  }
  return pose;
}

static bool good_other(WbNodeRef other, int* id, const char* function) {
  if (other && !lo_good_node(other, function)) return false;
  *id = other ? other->info.id : LO_NO_NODE;
  return true;
}

const double* wb_supervisor_node_get_pose(WbNodeRef node, WbNodeRef from_node) {
  int other;
  if (!lo_good_node(node, __func__) || !good_other(from_node, &other, __func__)) return no_vector;
  lo_pose* pose = pose_of(node, other);
  if (lo_is_fresh(pose->fresh_at)) return pose->values;
  const lo_supervisor_value* answer =
      lo_ask((lo_supervisor_request){.operation = LO_SUPERVISOR_POSE, .node = node->info.id, .other = other}, NULL,
             sizeof *answer, NULL, __func__);
  if (!answer) return no_vector;
  memcpy(pose->values, answer->numbers, sizeof pose->values);
  return pose->values;
}

static bool good_period(int period_ms, const char* function) {
  if (period_ms >= 0) return true;
  lo_warn(0, function, "a sampling period of %d ms is negative; ignored", period_ms);
  return false;
}

static void track_pose(WbNodeRef node, int period_ms, WbNodeRef from_node, const char* function) {
  int other;
  if (!good_period(period_ms, function) || !lo_good_node(node, function) || !good_other(from_node, &other, function))
    return;
  lo_pose* pose = pose_of(node, other);
  pose->tracking_period_ms = period_ms;
  pose->fresh_at = 0;
  lo_command(
      (lo_supervisor_request){
          .operation = LO_SUPERVISOR_TRACK_POSE, .node = node->info.id, .other = other, .index = period_ms},
      NULL, function);
}

void wb_supervisor_node_enable_pose_tracking(WbNodeRef node, int sampling_period, WbNodeRef from_node) {
  track_pose(node, sampling_period, from_node, __func__);
}

void wb_supervisor_node_disable_pose_tracking(WbNodeRef node, WbNodeRef from_node) {
  track_pose(node, 0, from_node, __func__);
}

bool wb_supervisor_node_get_static_balance(WbNodeRef node) {
  if (!lo_good_node(node, __func__)) return false;
  const lo_supervisor_value* answer =
      lo_ask((lo_supervisor_request){.operation = LO_SUPERVISOR_STATIC_BALANCE, .node = node->info.id}, NULL,
             sizeof *answer, NULL, __func__);
  return answer && answer->integer;
}

/* --- Contacts
 * ---------------------------------------------------------------------------------------------------------- */

/* The points of a lo_supervisor_value with its data. */
static void take_contacts(lo_contacts* contacts, const lo_supervisor_value* value, uint32_t size) {
  const size_t held = (size - sizeof *value) / sizeof(WbContactPoint);
  const size_t count = value->integer < 0 ? 0 : (size_t)value->integer < held ? (size_t)value->integer : held;
  contacts->count = (int)count;
  /* One more than there are, so that there is memory to point at without contacts. */
  contacts->points = realloc(contacts->points, (count + 1) * sizeof(WbContactPoint));
  if (!contacts->points) lo_out_of_memory();
  memcpy(contacts->points, value + 1, count * sizeof(WbContactPoint));
}

static const lo_contacts* contacts_of(WbNodeRef node, bool with_descendants, const char* function) {
  lo_contacts* contacts = &node->contacts[with_descendants];
  if (lo_is_fresh(contacts->fresh_at)) return contacts;
  uint32_t size;
  const lo_supervisor_value* answer = lo_ask(
      (lo_supervisor_request){
          .operation = LO_SUPERVISOR_CONTACT_POINTS, .node = node->info.id, .flag = with_descendants},
      NULL, sizeof *answer, &size, function);
  if (!answer) return NULL;
  take_contacts(contacts, answer, size);
  return contacts;
}

WbContactPoint* wb_supervisor_node_get_contact_points(WbNodeRef node, bool include_descendants, int* size) {
  if (size) *size = 0;
  if (!lo_good_node(node, __func__)) return NULL;
  const lo_contacts* contacts = contacts_of(node, include_descendants, __func__);
  if (!contacts) return NULL;
  if (size) *size = contacts->count;
  return contacts->points;
}

int wb_supervisor_node_get_number_of_contact_points(WbNodeRef node, bool include_descendants) {
  if (!lo_good_node(node, __func__)) return -1;
  const lo_contacts* contacts = contacts_of(node, include_descendants, __func__);
  node->last_with_descendants = include_descendants;
  return contacts ? contacts->count : -1;
}

/* The point that the last wb_supervisor_node_get_number_of_contact_points counted. */
static const WbContactPoint* counted_contact(WbNodeRef node, int index, const char* function) {
  if (!lo_good_node(node, function)) return NULL;
  const lo_contacts* contacts = &node->contacts[node->last_with_descendants];
  if (!contacts->points) contacts = contacts_of(node, node->last_with_descendants, function);
  return contacts && index >= 0 && index < contacts->count ? &contacts->points[index] : NULL;
}

const double* wb_supervisor_node_get_contact_point(WbNodeRef node, int index) {
  const WbContactPoint* contact = counted_contact(node, index, __func__);
  return contact ? contact->point : no_vector;
}

WbNodeRef wb_supervisor_node_get_contact_point_node(WbNodeRef node, int index) {
  const WbContactPoint* contact = counted_contact(node, index, __func__);
  return contact ? lo_node_of_id(contact->node_id, __func__) : NULL;
}

static void track_contacts(WbNodeRef node, int period_ms, bool with_descendants, const char* function) {
  if (!good_period(period_ms, function) || !lo_good_node(node, function)) return;
  lo_contacts* contacts = &node->contacts[with_descendants];
  contacts->tracking_period_ms = period_ms;
  contacts->fresh_at = 0;
  lo_command((lo_supervisor_request){.operation = LO_SUPERVISOR_TRACK_CONTACTS,
                                     .node = node->info.id,
                                     .flag = with_descendants,
                                     .index = period_ms},
             NULL, function);
}

void wb_supervisor_node_enable_contact_points_tracking(WbNodeRef node, int sampling_period, bool include_descendants) {
  track_contacts(node, sampling_period, include_descendants, __func__);
}

void wb_supervisor_node_disable_contact_points_tracking(WbNodeRef node) {
  if (!lo_good_node(node, __func__)) return;
  for (int with_descendants = 0; with_descendants < 2; ++with_descendants)
    if (node->contacts[with_descendants].tracking_period_ms) track_contacts(node, 0, with_descendants, __func__);
}

void wb_supervisor_node_enable_contact_point_tracking(WbNodeRef node, int sampling_period, bool include_descendants) {
  track_contacts(node, sampling_period, include_descendants, __func__);
}

void wb_supervisor_node_disable_contact_point_tracking(WbNodeRef node, bool include_descendants) {
  track_contacts(node, 0, include_descendants, __func__);
}

/* --- Doing things to it
 * ------------------------------------------------------------------------------------------------ */

static void command_with_numbers(WbNodeRef node, int operation, const double* first, int count, const double* offset,
                                 bool flag, const char* function) {
  if (!lo_good_node(node, function) || !lo_good_numbers(first, count, function) ||
      (offset && !lo_good_numbers(offset, 3, function)))
    return;
  lo_supervisor_request request = {.operation = operation, .node = node->info.id, .flag = flag};
  memcpy(request.numbers, first, (size_t)count * sizeof *first);
  if (offset) memcpy(request.numbers + 3, offset, 3 * sizeof *offset);
  lo_command(request, NULL, function);
}

void wb_supervisor_node_set_velocity(WbNodeRef node, const double velocity[6]) {
  command_with_numbers(node, LO_SUPERVISOR_SET_VELOCITY, velocity, 6, NULL, false, __func__);
}

#define NODE_PUSH(name, OPERATION)                                                               \
  void wb_supervisor_node_##name(WbNodeRef node, const double numbers[3], bool relative) {       \
    command_with_numbers(node, LO_SUPERVISOR_##OPERATION, numbers, 3, NULL, relative, __func__); \
  }
NODE_PUSH(add_force, ADD_FORCE)
NODE_PUSH(add_torque, ADD_TORQUE)

void wb_supervisor_node_add_force_with_offset(WbNodeRef node, const double force[3], const double offset[3],
                                              bool relative) {
  if (!offset)
    lo_warn(0, __func__, "called with NULL for the offset; ignored");
  else
    command_with_numbers(node, LO_SUPERVISOR_ADD_FORCE_WITH_OFFSET, force, 3, offset, relative, __func__);
}

static void command(WbNodeRef node, int operation, const char* text, const char* function) {
  if (lo_good_node(node, function))
    lo_command((lo_supervisor_request){.operation = operation, .node = node->info.id}, text, function);
}

#define NODE_COMMAND(name, OPERATION) \
  void wb_supervisor_node_##name(WbNodeRef node) { command(node, LO_SUPERVISOR_##OPERATION, NULL, __func__); }
NODE_COMMAND(reset_physics, NODE_RESET_PHYSICS)
NODE_COMMAND(restart_controller, RESTART_CONTROLLER)
NODE_COMMAND(move_viewpoint, MOVE_VIEWPOINT)

#define NODE_STATE(name, OPERATION)                                        \
  void wb_supervisor_node_##name(WbNodeRef node, const char* state_name) { \
    if (given(state_name, "the name of a state", __func__))                \
      command(node, LO_SUPERVISOR_##OPERATION, state_name, __func__);      \
  }
NODE_STATE(save_state, SAVE_STATE)
NODE_STATE(load_state, LOAD_STATE)

void wb_supervisor_node_set_joint_position(WbNodeRef node, double position, int index) {
  if (!lo_good_node(node, __func__) || !lo_good_numbers(&position, 1, __func__)) return;
  int axes = 0;
  if (node->info.type == WB_NODE_HINGE_JOINT || node->info.type == WB_NODE_SLIDER_JOINT) axes = 1;
  if (node->info.type == WB_NODE_HINGE_2_JOINT) axes = 2;
  if (node->info.type == WB_NODE_BALL_JOINT) axes = 3;
  if (!axes)
    lo_warn(0, __func__, "the node is a %s, not a joint; ignored", node->base_type_name);
  else if (index < 1 || index > axes)
    lo_warn(0, __func__, "index %d is not between 1 and %d; ignored", index, axes);
  else
    lo_command((lo_supervisor_request){.operation = LO_SUPERVISOR_SET_JOINT_POSITION,
                                       .node = node->info.id,
                                       .index = index,
                                       .numbers = {position}},
               NULL, __func__);
}

void wb_supervisor_node_set_visibility(WbNodeRef node, WbNodeRef from, bool visible) {
  if (!lo_good_node(node, __func__) || !lo_good_node(from, __func__)) return;
  const int type = from->info.type;
  if (type != WB_NODE_VIEWPOINT && type != WB_NODE_CAMERA && type != WB_NODE_LIDAR && type != WB_NODE_RANGE_FINDER) {
    lo_warn(0, __func__, "a %s sees nothing: `from` must be a Viewpoint, Camera, Lidar or RangeFinder; ignored",
            from->base_type_name);
    return;
  }
  lo_command(
      (lo_supervisor_request){
          .operation = LO_SUPERVISOR_SET_VISIBILITY, .node = node->info.id, .other = from->info.id, .flag = visible},
      NULL, __func__);
}

void wb_supervisor_node_remove(WbNodeRef node) {
  if (!lo_good_node(node, __func__)) return;
  if (node->info.id == LO_ROOT_NODE || node->info.type == WB_NODE_VIEWPOINT || node->info.type == WB_NODE_WORLD_INFO) {
    lo_warn(0, __func__, "the root, the Viewpoint and the WorldInfo cannot be removed; ignored");
    return;
  }
  lo_begin_list_edit();
  /* The robot itself stays until the end of the step. */
  const WbNodeRef self = lo_ask_node((lo_supervisor_request){.operation = LO_SUPERVISOR_SELF}, NULL, __func__);
  if (lo_command((lo_supervisor_request){.operation = LO_SUPERVISOR_REMOVE_NODE, .node = node->info.id}, NULL,
                 __func__))
    node->removed = node != self;
}

/* --- Tracking
 * ---------------------------------------------------------------------------------------------------------- */

/* A tracked value, as the matching request would have answered it. */
void lo_receive_tracked(WbDeviceTag tag, const void* payload, uint32_t size) {
  (void)tag;
  lo_supervisor_tracked head;
  if (size < sizeof head + sizeof(lo_supervisor_value)) return;
  memcpy(&head, payload, sizeof head);
  const lo_supervisor_value* value = (const void*)((const char*)payload + sizeof head);
  lo_supervisor* supervisor = lo_supervisor_of(__func__);
  const WbNodeRef node = supervisor ? lo_table_get(&supervisor->nodes_by_id, (uint32_t)head.node) : NULL;
  if (!node) return;
  size -= (uint32_t)sizeof head;
  if (head.operation == LO_SUPERVISOR_POSE) {
    lo_pose* pose = pose_of(node, head.other);
    if (!pose->tracking_period_ms) return;
    memcpy(pose->values, value->numbers, sizeof pose->values);
    pose->fresh_at = supervisor->turn;
  } else if (head.operation == LO_SUPERVISOR_CONTACT_POINTS) {
    lo_contacts* contacts = &node->contacts[head.flag != 0];
    if (!contacts->tracking_period_ms) return;
    take_contacts(contacts, value, size);
    contacts->fresh_at = supervisor->turn;
  } else if (head.operation == LO_SUPERVISOR_FIELD_GET) {
    lo_receive_tracked_field(node, &head, value, size);
  }
}
