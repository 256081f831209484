/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What WbNodeRef, WbFieldRef and WbProtoRef point to, and how the supervisor's functions ask the engine. Internal. */
#ifndef LIGHTSOUT_LIB_SUPERVISOR_HANDLES_H
#define LIGHTSOUT_LIB_SUPERVISOR_HANDLES_H

#include <webots/supervisor.h>

#include "controllers/lib/session.h"
#include "controllers/lib/table.h"
#include "controllers/wire/supervisor.h"

/* A pose relative to another node (LO_NO_NODE: to the world). */
typedef struct lo_pose {
  struct lo_pose* next;
  int other;
  int tracking_period_ms; /* 0: not tracked */
  unsigned long fresh_at; /* the turn with which the engine has sent a value */
  double values[16];
} lo_pose;

/* Contacts without and with those of the descendants. */
typedef struct {
  int tracking_period_ms;
  unsigned long fresh_at;
  int count;
  WbContactPoint* points;
} lo_contacts;

/* Handles live as long as the session: a controller may keep one of a node that is gone. */
struct WbNodeStructPrivate {
  lo_supervisor_node info;
  const char *type_name, *base_type_name, *def; /* in `names` */
  char* names;
  bool removed;
  uint32_t checked_at; /* what lo_robot_state.departures was when the engine last had the node */
  bool internal;       /* it was reached through the inside of a PROTO instance */
  WbFieldRef fields;
  WbProtoRef protos;
  double position[3], orientation[9], center_of_mass[3], velocity[6];
  lo_pose* poses;
  lo_contacts contacts[2];
  bool last_with_descendants; /* of the older functions for contacts */
  char* exported;
};

/* A value that was got or that waits to be set. */
typedef struct {
  WbFieldRef field;
  int index;
  bool pending;
  int32_t integer;
  double numbers[4];
  char* text;
} lo_item;

struct WbFieldStructPrivate {
  WbFieldRef next;
  WbNodeRef node;
  int level, index;
  WbFieldType type;
  bool read_only;
  char* name;
  int tracking_period_ms;
  unsigned long fresh_at;
  int count;                /* of a list, as of `counted_at` */
  unsigned long counted_at; /* lo_supervisor.lists; 0: not known */
  lo_item** items;          /* by index; NULL where none was used */
  int item_count;
};

struct WbProtoInfoStructPrivate {
  WbProtoRef next;
  WbNodeRef node;
  int level;
  char* name;
  int field_count;
  bool is_derived;
};

typedef struct {
  bool close_is_set;
  unsigned long turn;             /* counts steps, from 1 */
  unsigned long lists;            /* counts steps and what this controller has inserted and removed, from 1 */
  lo_table nodes_by_id;           /* WbNodeRef */
  lo_table nodes, fields, protos; /* by their own address, to know a good handle from a bad one */
  lo_item** pending;              /* in the order of their first set */
  int pending_count, pending_capacity;
} lo_supervisor;

/* NULL, after a warning, for a robot that is no supervisor. */
lo_supervisor* lo_supervisor_of(const char* function);

/* Whether the handle is one; else warns. `removed` nodes are none. */
bool lo_good_node(WbNodeRef node, const char* function);
bool lo_good_field(WbFieldRef field, const char* function);
bool lo_good_proto(WbProtoRef proto, const char* function);
/* The same for a field that is to be changed. */
bool lo_writable_field(WbFieldRef field, const char* function);

/* The engine's answer, at least `least` bytes with status.ok set, valid until the next request; else NULL, after a
 * warning with the engine's reason if it gave one. `text` may be NULL. */
const void* lo_ask(lo_supervisor_request request, const char* text, uint32_t least, uint32_t* size,
                   const char* function);
/* The same with text that may hold a NUL. */
const void* lo_ask_bytes(lo_supervisor_request request, const char* text, uint32_t text_size, uint32_t least,
                         uint32_t* size, const char* function);
/* For requests that answer nothing but whether it was done. */
bool lo_command(lo_supervisor_request request, const char* text, const char* function);

/* Handles of what the engine names; NULL if it names nothing. */
WbNodeRef lo_ask_node(lo_supervisor_request request, const char* text, const char* function);
WbFieldRef lo_ask_field(lo_supervisor_request request, const char* text, const char* function);

/* The handle of a node that an answer names by id; NULL for LO_NO_NODE. */
WbNodeRef lo_node_of_id(int id, const char* function);
/* PROTO instance: its parameters; else the node's own fields. */
int lo_written_level(WbNodeRef node);

/* False, after a warning, for NaN and for what does not fit a float. */
bool lo_good_numbers(const double* numbers, int count, const char* function);

/* Whether a tracked value came with the last step: it is asked for where the next one is not yet due. */
bool lo_is_fresh(unsigned long fresh_at);

/* Sends the field sets that wait, in their order. */
void lo_send_pending_sets(void);

/* The same before an edit of a list or of nodes: what was counted until then is old. */
void lo_begin_list_edit(void);

/* A tracked field's value came. */
void lo_receive_tracked_field(WbNodeRef node, const lo_supervisor_tracked* head, const lo_supervisor_value* value,
                              uint32_t size);

/* Memory that cannot be had ends the process. */
char* lo_copy_text(const char* text, size_t size);

#endif
