/* Damping of a joint. */
#ifndef WB_BRAKE_H
#define WB_BRAKE_H

#include <math.h>

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* N m s/rad or N s/m, at least 0; added to what the joint has. */
void wb_brake_set_damping_constant(WbDeviceTag tag, double damping_constant);
WbJointType wb_brake_get_type(WbDeviceTag tag);
/* Devices of the same joint, 0 if there is none. */
WbDeviceTag wb_brake_get_motor(WbDeviceTag tag);
WbDeviceTag wb_brake_get_position_sensor(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
