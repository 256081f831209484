/* Orientation of the sensor in the world. NaN before the first sample.
 * Angles in rad. ENU worlds: roll about x, pitch about y, yaw about z; NUE worlds: yaw about y, pitch about z, roll
 * about x. */
#ifndef WB_INERTIAL_UNIT_H
#define WB_INERTIAL_UNIT_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

void wb_inertial_unit_enable(WbDeviceTag tag, int sampling_period); /* ms; 0 disables */
void wb_inertial_unit_disable(WbDeviceTag tag);
int wb_inertial_unit_get_sampling_period(WbDeviceTag tag);
double wb_inertial_unit_get_noise(WbDeviceTag tag);
/* Arrays valid until the next step: roll, pitch, yaw; and x, y, z, w. */
const double* wb_inertial_unit_get_roll_pitch_yaw(WbDeviceTag tag);
const double* wb_inertial_unit_get_quaternion(WbDeviceTag tag);

/* Older name of the angles. */
const double* wb_inertial_unit_get_values(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
