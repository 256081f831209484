/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Display: its size. What the controller draws goes to the engine as messages, LO_MESSAGE_DISPLAY: a
 * lo_display_command and what its action says. */
#ifndef LIGHTSOUT_WIRE_DISPLAY_H
#define LIGHTSOUT_WIRE_DISPLAY_H

#include <stdint.h>

typedef struct {
  int32_t width, height; /* pixels */
} lo_display_state;

/* The numbers of each in the order of lo_display_command. */
enum {
  LO_DISPLAY_COLOR = 1,     /* 0xRRGGBB */
  LO_DISPLAY_ALPHA = 2,     /* 0 to 255 */
  LO_DISPLAY_OPACITY = 3,   /* 0 to 255 */
  LO_DISPLAY_FONT = 4,      /* size in pixels, anti-aliased; the name follows */
  LO_DISPLAY_PIXEL = 5,     /* x, y */
  LO_DISPLAY_LINE = 6,      /* x1, y1, x2, y2 */
  LO_DISPLAY_RECTANGLE = 7, /* x, y, width, height, filled */
  LO_DISPLAY_OVAL = 8,      /* x, y, a, b, filled */
  LO_DISPLAY_POLYGON = 9,   /* count, -, -, -, filled; all x, then all y follow, int32_t */
  LO_DISPLAY_TEXT = 10,     /* x, y; the text follows */
  LO_DISPLAY_NEW = 11,      /* width, height; the pixels B, G, R, A follow. Makes an image */
  LO_DISPLAY_COPY = 12,     /* x, y, width, height. Makes an image */
  LO_DISPLAY_PASTE = 13,    /* x, y, -, -, blended */
  LO_DISPLAY_DELETE = 14,
  /* Immediate. Answered by lo_display_picture and its pixels, by nothing if there is no such image; image 0 is what the
   * display shows. */
  LO_DISPLAY_GET = 15,
  LO_DISPLAY_ATTACH = 16, /* tag of the camera; 0: none */
};

typedef struct {
  int32_t action;
  int32_t image; /* of those that make, use or forget one */
  int32_t numbers[4];
  int32_t flag;
  int32_t reserved;
} lo_display_command;

typedef struct {
  int32_t width, height;
} lo_display_picture;

#endif
