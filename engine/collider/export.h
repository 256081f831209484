// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
/* Marks what liblightsout_collider.so shows to programs; all else is hidden in it. For C too. */
#ifndef LIGHTSOUT_COLLIDER_EXPORT_H
#define LIGHTSOUT_COLLIDER_EXPORT_H

#define LIGHTSOUT_PUBLIC __attribute__((visibility("default")))

#endif
