/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Two string functions that not every C library has. */
#ifndef WBU_STRING_H
#define WBU_STRING_H

#ifdef __cplusplus
extern "C" {
#endif

/* strsep(3). */
char* wbu_string_strsep(char** stringp, const char* delim);
/* A new string with every `before` replaced by `after`; the caller frees it. */
char* wbu_string_replace(char* value, const char* before, const char* after);

#ifdef __cplusplus
}
#endif

#endif
