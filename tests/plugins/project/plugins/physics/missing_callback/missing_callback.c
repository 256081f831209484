/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
#include <plugins/physics.h>
void webots_physics_step() {}
