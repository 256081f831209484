/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_console_print: text goes where the process's own output goes, which the host reads line by line. */
#include <stdio.h>
#include <webots/console.h>

#include "controllers/lib/session.h"

void wb_console_print(const char* text, int stream) {
  if (!text) return;
  if (stream != WB_STDOUT && stream != WB_STDERR) {
    lo_warn(0, __func__, "%d is neither WB_STDOUT nor WB_STDERR; ignored", stream);
    return;
  }
  FILE* file = stream == WB_STDOUT ? stdout : stderr;
  fputs(text, file);
  fflush(file);
}
