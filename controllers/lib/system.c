/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wbu_system_*. */
#include <stdlib.h>
#include <webots/utils/system.h>

const char* wbu_system_getenv(const char* variable) { return getenv(variable); }

const char* wbu_system_short_path(const char* path) { return path; }

const char* wbu_system_tmpdir() {
  const char* folder = getenv("TMPDIR");
  return folder && *folder ? folder : "/tmp";
}

const char* wbu_system_webots_instance_path(bool refresh) {
  (void)refresh; /* nothing is kept */
  const char* path = getenv("WEBOTS_INSTANCE_PATH");
  return path && *path ? path : NULL;
}

const char* wbu_system_webots_tmp_path() { return wbu_system_webots_instance_path(false); }
