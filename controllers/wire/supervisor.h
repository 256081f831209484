/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What a supervisor asks (LO_MESSAGE_SUPERVISOR) and what it gets. Every request is a lo_supervisor_request and
 * `text_size` bytes of text without NUL. All but LO_SUPERVISOR_FIELD_SET are immediate and answered by
 * LO_MESSAGE_ANSWER; field sets have no answer, the library sends them with the step (and before an insert, import or
 * remove, and before the world is saved), each field and index once.
 *
 * Nodes go by id: unique in the world for the whole run, never used again, the same that wb_supervisor_node_get_id
 * answers. Fields go by (node, level, number in that level: see wb_supervisor_node_get_field_by_index). */
#ifndef LIGHTSOUT_WIRE_SUPERVISOR_H
#define LIGHTSOUT_WIRE_SUPERVISOR_H

#include "controllers/wire/message.h"

enum { LO_NO_NODE = -1, LO_ROOT_NODE = 0 };

/* Which fields of a node. As written: the parameters of a PROTO instance, or the fields of a plain node. PROTO k: the
 * k-th of its chain of derivation, 1 is the PROTO as written, the last one's base is a plain node. Base: the fields of
 * the plain node at the end. Of a PROTO instance only the level "as written" can be changed, and that only if the
 * instance is not inside of another one. */
enum { LO_LEVEL_WRITTEN = 0, LO_LEVEL_BASE = -1 };

enum {
  /* answered by lo_supervisor_node: */
  LO_SUPERVISOR_ROOT = 1,
  LO_SUPERVISOR_SELF = 2,
  LO_SUPERVISOR_SELECTED = 3,
  LO_SUPERVISOR_FROM_ID = 4,     /* node */
  LO_SUPERVISOR_FROM_DEF = 5,    /* text: DEF path; other: the PROTO instance to look inside, or LO_NO_NODE */
  LO_SUPERVISOR_FROM_DEVICE = 6, /* index: tag */
  LO_SUPERVISOR_PARENT = 7,      /* node */
  /* answered by lo_supervisor_proto: */
  LO_SUPERVISOR_PROTO = 8, /* node, level 1.. */
  /* answered by lo_supervisor_field: */
  LO_SUPERVISOR_FIELD_BY_NAME = 9,   /* node, level, text */
  LO_SUPERVISOR_FIELD_BY_INDEX = 10, /* node, level, field */
  LO_SUPERVISOR_ACTUAL_FIELD = 11,   /* node, level, field: the field that can be changed and sets this one (IS) */
  /* answered by lo_supervisor_value: */
  LO_SUPERVISOR_FIELD_COUNT = 12, /* node, level, field: integer, elements of a list */
  LO_SUPERVISOR_FIELD_GET = 13,   /* node, level, field, index (0 for SF) */
  LO_SUPERVISOR_POSITION = 14,    /* node: 3 numbers, m */
  LO_SUPERVISOR_ORIENTATION = 15, /* node: 9, rows */
  LO_SUPERVISOR_POSE = 16,        /* node, other (LO_NO_NODE: world): 16, rows */
  LO_SUPERVISOR_CENTER_OF_MASS = 17,
  LO_SUPERVISOR_VELOCITY = 18,       /* 6: linear, angular */
  LO_SUPERVISOR_STATIC_BALANCE = 19, /* integer 0 or 1 */
  LO_SUPERVISOR_EXPORT_STRING = 20,  /* text */
  LO_SUPERVISOR_CONTACT_POINTS = 21, /* flag: with descendants; integer: how many; data: lo_supervisor_contact[] */
  LO_SUPERVISOR_MOVIE_STATUS = 22,   /* integer: WB_SUPERVISOR_MOVIE_... */
  /* no answer, travels with the step: */
  LO_SUPERVISOR_FIELD_SET = 23, /* node, level, field, index, and the value in integer, numbers or text */
  /* answered by lo_supervisor_value with `ok` and the reason if it is 0: */
  LO_SUPERVISOR_FIELD_INSERT = 24, /* as FIELD_SET; before index, count: append */
  LO_SUPERVISOR_FIELD_REMOVE = 25, /* node, level, field, index; SF_NODE: empties it */
  LO_SUPERVISOR_FIELD_IMPORT = 26, /* node, level, field, index (as insert), text: the node as text of a world file */
  LO_SUPERVISOR_REMOVE_NODE = 27,  /* node */
  LO_SUPERVISOR_SET_VELOCITY = 28, /* node, 6 numbers */
  LO_SUPERVISOR_ADD_FORCE = 29,    /* node, 3 numbers, flag: relative */
  LO_SUPERVISOR_ADD_FORCE_WITH_OFFSET = 30, /* node, 3 numbers and 3 of the offset, flag: relative */
  LO_SUPERVISOR_ADD_TORQUE = 31,            /* node, 3 numbers, flag: relative */
  LO_SUPERVISOR_NODE_RESET_PHYSICS = 32,    /* node */
  LO_SUPERVISOR_SET_JOINT_POSITION = 33,    /* node, index 1.., 1 number */
  LO_SUPERVISOR_SAVE_STATE = 34,            /* node, text: name */
  LO_SUPERVISOR_LOAD_STATE = 35,            /* node, text: name */
  LO_SUPERVISOR_RESTART_CONTROLLER = 36,    /* node */
  LO_SUPERVISOR_SET_VISIBILITY = 37,        /* node, other: seen from, flag: visible */
  LO_SUPERVISOR_MOVE_VIEWPOINT = 38,        /* node */
  LO_SUPERVISOR_WORLD_LOAD = 39,            /* text: file */
  LO_SUPERVISOR_WORLD_SAVE = 40,            /* text: file; empty: the one that was loaded */
  LO_SUPERVISOR_WORLD_RELOAD = 41,
  LO_SUPERVISOR_QUIT = 42, /* index: status */
  LO_SUPERVISOR_RESET = 43,
  LO_SUPERVISOR_RESET_PHYSICS = 44,
  LO_SUPERVISOR_SET_MODE = 45, /* index: WbSimulationMode */
  LO_SUPERVISOR_SET_LABEL =
      46, /* index: id, integer: 0xRRGGBB, numbers x, y, size, transparency; text: text NUL font */
  LO_SUPERVISOR_EXPORT_IMAGE = 47, /* text: file, index: quality */
  LO_SUPERVISOR_MOVIE_START = 48,  /* text: file; numbers: width, height, codec, quality, acceleration, caption */
  LO_SUPERVISOR_MOVIE_STOP = 49,
  LO_SUPERVISOR_ANIMATION_START = 50, /* text: file */
  LO_SUPERVISOR_ANIMATION_STOP = 51,
  /* tracking: index is the period in ms, 0 stops; the values come as LO_MESSAGE_TRACKED with the step */
  LO_SUPERVISOR_TRACK_FIELD = 52,    /* node, level, field */
  LO_SUPERVISOR_TRACK_POSE = 53,     /* node, other */
  LO_SUPERVISOR_TRACK_CONTACTS = 54, /* node, flag: with descendants */
  LO_SUPERVISOR_OPERATION_COUNT
};

typedef struct {
  int32_t operation;
  int32_t node;
  int32_t level;
  int32_t field;
  int32_t index;
  int32_t other;
  int32_t flag;
  int32_t integer; /* value of a BOOL or INT32 */
  uint32_t text_size;
  uint32_t reserved;
  double numbers[6]; /* value of a FLOAT, VEC2F, VEC3F, ROTATION (4), COLOR */
} lo_supervisor_request;

/* Answers. `ok` 0: there is no such thing or it cannot be done; then only `reason_size` bytes of text follow the struct
 * (none: an ordinary "no", e.g. no node of that DEF, about which nothing is said). */
typedef struct {
  int32_t ok;
  uint32_t reason_size;
} lo_supervisor_status;

/* Followed by type name NUL base type name NUL DEF NUL. */
typedef struct {
  lo_supervisor_status status;
  int32_t id;
  int32_t parent;      /* id, LO_NO_NODE for the root */
  int32_t type;        /* WbNodeType of the base type */
  int32_t proto_count; /* length of the PROTO chain, 0: a plain node */
  int32_t field_count; /* of LO_LEVEL_WRITTEN */
  int32_t base_field_count;
  int32_t internal; /* inside a PROTO instance, not reachable by its parameters */
  int32_t reserved;
} lo_supervisor_node;

/* Followed by name NUL. */
typedef struct {
  lo_supervisor_status status;
  int32_t field_count;
  int32_t is_derived;
} lo_supervisor_proto;

/* Followed by name NUL. */
typedef struct {
  lo_supervisor_status status;
  int32_t node, level, field; /* of the field found; LO_SUPERVISOR_ACTUAL_FIELD may answer another node's */
  int32_t type;               /* WbFieldType */
  int32_t read_only;          /* inside of a PROTO instance: cannot be changed */
} lo_supervisor_field;

/* Followed by `data_size` bytes: the text without NUL, or what the operation says. */
typedef struct {
  lo_supervisor_status status;
  int32_t integer; /* BOOL, INT32, counts; of a NODE: its id or LO_NO_NODE */
  uint32_t data_size;
  double numbers[16];
} lo_supervisor_value;

/* The same bytes as WbContactPoint. */
typedef struct {
  double point[3]; /* m, world axes */
  int32_t node;
  int32_t reserved;
} lo_supervisor_contact;

/* LO_MESSAGE_TRACKED: this, then a lo_supervisor_value with its data, as the operation (FIELD_GET, POSE or
 * CONTACT_POINTS) would have answered. */
typedef struct {
  int32_t operation;
  int32_t node;
  int32_t level;
  int32_t field;
  int32_t other;
  int32_t flag;
} lo_supervisor_tracked;

#endif
