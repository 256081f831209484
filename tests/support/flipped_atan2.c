/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* An audit library of the dynamic loader (LD_AUDIT, rtld-audit(7)): the call of atan2 by ODE whose number is in
 * FLIPPED_CALL answers with its last bit flipped, as another libm might. Nothing else can come between ODE and the libm
 * that the executable itself brings. */
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static double (*atan2_of_executable)(double, double);
static long flipped_call, calls;

static double flipped_atan2(double y, double x) {
  double angle = atan2_of_executable(y, x);
  if (++calls == flipped_call) {
    uint64_t bits;
    memcpy(&bits, &angle, sizeof bits);
    bits ^= 1;
    memcpy(&angle, &bits, sizeof bits);
  }
  return angle;
}

unsigned la_version(unsigned version) {
  const char* number = getenv("FLIPPED_CALL");
  if (number) flipped_call = atol(number);
  return version < LAV_CURRENT ? version : LAV_CURRENT;
}

unsigned la_objopen(struct link_map* map, Lmid_t name_space, uintptr_t* cookie) {
  (void)name_space;
  (void)cookie;
  return LA_FLG_BINDTO | (strstr(map->l_name, "libode.so") ? LA_FLG_BINDFROM : 0);
}

uintptr_t la_symbind64(Elf64_Sym* symbol, unsigned index, uintptr_t* from, uintptr_t* to, unsigned* flags,
                       const char* name) {
  (void)index;
  (void)from;
  (void)to;
  (void)flags;
  if (strcmp(name, "atan2") != 0) return symbol->st_value;
  atan2_of_executable = (double (*)(double, double))symbol->st_value;
  return (uintptr_t)flipped_atan2;
}
