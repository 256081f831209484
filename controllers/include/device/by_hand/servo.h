/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What else there was in Webots 5. */
#ifndef DEVICE_BY_HAND_SERVO_H
#define DEVICE_BY_HAND_SERVO_H

/* No force from now on. */
static inline void servo_motor_off(DeviceTag tag) { wb_servo_set_motor_force(tag, 0); }

#endif
