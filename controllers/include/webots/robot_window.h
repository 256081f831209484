/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The name of this header up to R2021. */
#include "plugins/robot_window/robot_window.h"
