/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_node_get_name. */
#include <stddef.h>
#include <webots/nodes.h>

const char* wb_node_get_name(WbNodeType t) {
  switch ((int)t) {
    case WB_NODE_NO_NODE:
      return "";
#define NODE_TYPE(name, number) \
  case number:                  \
    return #name;
#include "controllers/wire/node_types.def"
#undef NODE_TYPE
    default:
      return NULL;
  }
}
