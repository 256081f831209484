/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wbu_string_*. */
#include <stdlib.h>
#include <string.h>
#include <webots/utils/string.h>

/* As strsep(3), but a delimiter after a backslash parts nothing. */
char* wbu_string_strsep(char** stringp, const char* delim) {
  char* begin = *stringp;
  if (!begin) return NULL;
  for (char* c = begin; *c; ++c)
    if (strchr(delim, *c) && (c == begin || c[-1] != '\\')) {
      *c = 0;
      *stringp = c + 1;
      return begin;
    }
  *stringp = NULL;
  return begin;
}

char* wbu_string_replace(char* value, const char* before, const char* after) {
  if (!value || !before || !*before) return NULL;
  if (!after) after = "";
  const size_t before_size = strlen(before), after_size = strlen(after);
  size_t size = strlen(value) + 1;
  for (const char* found = strstr(value, before); found; found = strstr(found + before_size, before))
    size += after_size > before_size ? after_size - before_size : 0;
  char* result = malloc(size);
  if (!result) return NULL;
  char* end = result;
  const char* rest = value;
  for (const char* found = strstr(rest, before); found; found = strstr(rest, before)) {
    memcpy(end, rest, (size_t)(found - rest));
    end += found - rest;
    memcpy(end, after, after_size);
    end += after_size;
    rest = found + before_size;
  }
  strcpy(end, rest);
  return result;
}
