/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Open addressing with linear probing, at most half full. */
#include "controllers/lib/table.h"

#include <stdlib.h>

#include "controllers/lib/session.h"

/* The finaliser of SplitMix64: neighbouring ids and aligned addresses spread over all bits. */
static uint64_t scatter(uint64_t key) {
  key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9u;
  key = (key ^ (key >> 27)) * 0x94d049bb133111ebu;
  return key ^ (key >> 31);
}

static struct lo_table_entry* place_of(const lo_table* table, uint64_t key) {
  size_t i = scatter(key) & (table->capacity - 1);
  while (table->entries[i].value && table->entries[i].key != key) i = (i + 1) & (table->capacity - 1);
  return &table->entries[i];
}

void* lo_table_get(const lo_table* table, uint64_t key) { return table->capacity ? place_of(table, key)->value : NULL; }

void lo_table_put(lo_table* table, uint64_t key, void* value) {
  if (2 * (table->count + 1) > table->capacity) {
    const lo_table old = *table;
    table->capacity = old.capacity ? 2 * old.capacity : 64;
    table->entries = calloc(table->capacity, sizeof *table->entries);
    if (!table->entries) lo_out_of_memory();
    for (size_t i = 0; i < old.capacity; ++i)
      if (old.entries[i].value) *place_of(table, old.entries[i].key) = old.entries[i];
    free(old.entries);
  }
  struct lo_table_entry* entry = place_of(table, key);
  if (!entry->value) ++table->count;
  entry->key = key;
  entry->value = value;
}

void lo_table_clear(lo_table* table) {
  free(table->entries);
  *table = (lo_table){0};
}
