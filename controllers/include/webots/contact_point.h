/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Where a solid touches another. */
#ifndef WB_CONTACT_POINT_H
#define WB_CONTACT_POINT_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double point[3]; /* m, world axes */
  int node_id;     /* of the solid (or of its descendant) that touches there */
  int padding;
} WbContactPoint;

#ifdef __cplusplus
}
#endif

#endif
