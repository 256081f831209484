/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Internal, not installed. */
#ifndef LIGHTSOUT_LIB_CRASH_H
#define LIGHTSOUT_LIB_CRASH_H

/* From now on a crash of this process leaves in the block of its session where it was. */
void lo_watch_crashes(void);
/* It ends in order, and cannot say goodbye: that is left there (wire/last_words.h). Once. */
void lo_leave_in_order(void);

#endif
