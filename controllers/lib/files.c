/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Files that controllers name. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "controllers/lib/session_state.h"

char* lo_absolute_path(const char* filename) {
  if (!filename || !*filename) return NULL;
  char working_directory[4096];
  const char* folder = lo_is_in_process() ? lo_current->transport.folder : NULL;
  if (!folder) folder = getcwd(working_directory, sizeof working_directory);
  if (filename[0] == '/' || !folder) folder = "";
  const size_t folder_size = strlen(folder), file_size = strlen(filename);
  char* path = malloc(folder_size + file_size + 2);
  if (!path) lo_out_of_memory();
  memcpy(path, folder, folder_size);
  if (folder_size) path[folder_size] = '/';
  memcpy(path + folder_size + (folder_size != 0), filename, file_size + 1);
  return path;
}

FILE* lo_open_file(const char* filename) {
  char* path = lo_absolute_path(filename);
  FILE* file = path ? fopen(path, "rb") : NULL;
  free(path);
  return file;
}
