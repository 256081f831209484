/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A hash table from 64-bit keys (ids, addresses) to pointers, for the supervisor's handles. Nothing depends on its
 * order. */
#ifndef LIGHTSOUT_LIB_TABLE_H
#define LIGHTSOUT_LIB_TABLE_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  struct lo_table_entry {
    uint64_t key;
    void* value; /* NULL: free */
  } * entries;
  size_t count, capacity; /* a power of 2, or 0 */
} lo_table;

/* NULL if the key is not there. */
void* lo_table_get(const lo_table* table, uint64_t key);
/* The value must not be NULL. Entries are never taken out one by one. */
void lo_table_put(lo_table* table, uint64_t key, void* value);
void lo_table_clear(lo_table* table);

#endif
