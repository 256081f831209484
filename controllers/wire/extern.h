/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* How a controller that somebody else starts finds the simulation. Each robot with an extern controller has a socket
 * <temporary folder>/webots/<user>/<port>/ipc/<name>/extern; the simulation also listens on that port of the loopback
 * interface, and where it was told to listen (--listen) for callers of other machines. A caller sends one
 * lo_extern_hello. The socket of the robot answers with a status byte, and with status LO_EXTERN_WELCOME come the
 * descriptors of its block and of the bell (SCM_RIGHTS). The port answers with a status byte, and with
 * LO_EXTERN_ELSEWHERE comes the path of the robot's socket, ended by NUL. Then the connection only shows that both
 * live. Where it listens for other machines the answer is a status byte, and with LO_EXTERN_REMOTE the connection goes
 * on as wire/remote.h says. */
#ifndef LIGHTSOUT_WIRE_EXTERN_H
#define LIGHTSOUT_WIRE_EXTERN_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define LO_EXTERN_MAGIC 0x45544f4cu /* "LOTE" */
#define LO_EXTERN_FIRST_PORT 1234
#define LO_EXTERN_PORTS 32 /* so many from the first are tried */

typedef struct {
  uint32_t magic;
  uint32_t version; /* LO_BLOCK_VERSION of wire/version.h */
  char robot[256];  /* its name; "": the only one that waits */
  char token[128];  /* what LIGHTSOUT_TOKEN holds; "": nothing */
} lo_extern_hello;

enum {
  LO_EXTERN_WELCOME = 1,
  LO_EXTERN_ELSEWHERE = 2,
  LO_EXTERN_TAKEN = 3,     /* the robot has its controller */
  LO_EXTERN_UNKNOWN = 4,   /* no such robot waits for a controller */
  LO_EXTERN_AMBIGUOUS = 5, /* several do, and no name was given */
  LO_EXTERN_WRONG_VERSION = 6,
  LO_EXTERN_REMOTE = 7,
  LO_EXTERN_WRONG_TOKEN = 8
};

/* The robot's name as part of a path: letters, digits, '-', '_' and '.' stay, other bytes become %XX; what would be
 * longer than 60 characters becomes a 64-bit FNV-1a hash in hexadecimal. `text` has room for 64. */
static inline void lo_extern_name(const char* robot, char* text) {
  static const char digits[] = "0123456789ABCDEF";
  size_t length = 0;
  const char* c = robot;
  for (; *c && length + 3 <= 60; ++c) {
    const unsigned char u = (unsigned char)*c;
    const int plain = (u >= '0' && u <= '9') || (u >= 'A' && u <= 'Z') || (u >= 'a' && u <= 'z') || u == '-' ||
                      u == '_' || (u == '.' && c != robot);
    if (plain) {
      text[length++] = *c;
    } else {
      text[length++] = '%';
      text[length++] = digits[u >> 4];
      text[length++] = digits[u & 15];
    }
  }
  text[length] = 0;
  if (!*c) return;
  uint64_t hash = 14695981039346656037u;
  for (c = robot; *c; ++c) hash = (hash ^ (unsigned char)*c) * 1099511628211u;
  snprintf(text, 64, "%016llx", (unsigned long long)hash);
}

#endif
