/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What a controller leaves in the place of where it crashed (lo_block.crash, LO_REMOTE_CRASH) when it ends in order
 * while the engine owes it an answer: it has given up waiting for that, for a signal, and cannot say goodbye in its
 * turn. */
#ifndef LIGHTSOUT_WIRE_LAST_WORDS_H
#define LIGHTSOUT_WIRE_LAST_WORDS_H

#define LO_LEFT_IN_ORDER "left in order"

#endif
